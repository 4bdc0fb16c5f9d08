//! A store at one moment, verified: everything that is read of a store is read of a snapshot.
//!
//! The small tables are read whole, never by an index, and rows with a wrong checksum are left out. Games and failures are gone
//! through once (`audit.rs`); where all is well they are read from the file afterwards, and otherwise from a temporary table of
//! the same name with what is intact.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rusqlite::{Params, Transaction};

use waxwing_workshop::Workshop;

use super::audit::{Found, Kind};
use super::damage::Damage;
use super::rows::{GAME, GameRow};
use super::runs::RunRow;
use super::schema::Format;
use super::seal::{Field, heal, seal_fields};
use super::tally::Tally;
use super::{SavedGame, Store, StoreError};
use crate::experiment::results::UNKNOWN;
use crate::experiment::spec::hash;
use crate::experiment::{Experiment, Origin, Spec};

/// A store as it is at one moment. What is damaged is left out, and told by [`Snapshot::damage`].
pub struct Snapshot<'s> {
    pub(super) store: &'s Store,
    /// Holds the moment; temporary tables go when it ends.
    _moment: Transaction<'s>,
    reading: Reading,
    pub(super) cells: BTreeMap<i64, KnownCell>,
    pub(super) runs: BTreeMap<i64, RunRow>,
    pub(super) listings: Vec<Listing>,
    pub(super) files: Vec<KeptFile>,
    /// How many rows there should be; `None` where that is not known.
    pub(super) tallies: Option<BTreeMap<(String, i64), Tally>>,
    pub(super) games: BTreeMap<i64, Found>,
    pub(super) damage: Vec<Damage>,
}

/// What becomes of a row with a wrong checksum.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Reading {
    /// It is left out.
    AsItIs,
    /// It is put right, if one flipped bit explains it.
    Healed,
}

/// A cell that can be played.
pub(super) struct KnownCell {
    pub key: i64,
    pub text: String,
}

/// A cell of an experiment.
#[derive(Clone, Debug)]
pub(crate) struct Listing {
    pub experiment: String,
    pub label: String,
    pub cell: i64,
    /// How many games, or decided pairs, are wanted.
    pub games: u64,
}

impl Listing {
    pub(super) fn fields(&self) -> [Field; 4] {
        let [experiment, label] = [&self.experiment, &self.label].map(|text| Field::Text(text.as_bytes().into()));
        [experiment, label, Field::Integer(self.cell), Field::Integer(self.games as i64)]
    }
}

/// The file of an experiment.
pub(super) struct KeptFile {
    pub experiment: String,
    /// Where it was.
    pub name: String,
    pub text: String,
    /// The files beside it that it names, as TOML.
    pub beside: String,
    /// When it was kept, in milliseconds since 1970.
    pub kept: i64,
}

impl KeptFile {
    pub(super) fn fields(&self) -> [Field; 5] {
        let texts = [&self.experiment, &self.name, &self.text, &self.beside];
        let [experiment, name, text, beside] = texts.map(|text| Field::Text(text.as_bytes().into()));
        [experiment, name, text, beside, Field::Integer(self.kept)]
    }
}

/// A small table: its columns, how many of them its checksum covers, and how many tell a row from others.
struct SqlTable {
    name: &'static str,
    columns: &'static [&'static str],
    sealed: usize,
    key: usize,
}

const RUN: SqlTable = SqlTable { name: "run", columns: &RunRow::COLUMNS, sealed: 4, key: 1 };
const CELL: SqlTable = SqlTable { name: "cell", columns: &["id", "key", "spec"], sealed: 3, key: 1 };
const LISTING: SqlTable =
    SqlTable { name: "listing", columns: &["experiment", "label", "cell", "games"], sealed: 4, key: 2 };
const FILE: SqlTable =
    SqlTable { name: "file", columns: &["experiment", "name", "text", "beside", "kept"], sealed: 5, key: 1 };
const TALLY: SqlTable = SqlTable { name: "tally", columns: &["about", "cell", "count", "sum"], sealed: 4, key: 2 };

impl Store {
    /// The store as it is now. Everything in it is read and verified.
    pub fn snapshot(&self) -> Result<Snapshot<'_>, StoreError> {
        Snapshot::take(self, Reading::AsItIs)
    }
}

impl<'s> Snapshot<'s> {
    pub(super) fn take(store: &'s Store, reading: Reading) -> Result<Snapshot<'s>, StoreError> {
        let moment = store.connection.unchecked_transaction().map_err(|error| store.fault(error))?;
        let mut snapshot = Snapshot {
            store,
            _moment: moment,
            reading,
            cells: BTreeMap::new(),
            runs: BTreeMap::new(),
            listings: Vec::new(),
            files: Vec::new(),
            tallies: None,
            games: BTreeMap::new(),
            damage: Vec::new(),
        };
        snapshot.read_tallies()?;
        snapshot.read_runs()?;
        snapshot.read_cells()?;
        snapshot.read_listings()?;
        snapshot.read_files()?;
        snapshot.games = snapshot.audit(Kind::Game)?;
        snapshot.audit(Kind::Failure)?;
        Ok(snapshot)
    }

    /// What is not as it was written, and left out.
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// Where the store is.
    pub fn path(&self) -> &Path {
        &self.store.path
    }

    /// The format of the store. One of format 1 has no checksums: most damage goes unnoticed in it.
    pub fn format(&self) -> i32 {
        self.store.format()
    }

    /// Whether damage would be noticed.
    pub fn has_checksums(&self) -> bool {
        self.store.format == Format::Two
    }

    fn read_tallies(&mut self) -> Result<(), StoreError> {
        if !self.has_checksums() {
            return Ok(());
        }
        let rows = self.load(&TALLY)?;
        let tally = |row: Vec<Field>| {
            let key = (row[0].text()?.to_owned(), row[1].number()?);
            Some((key, Tally { count: row[2].number()?, sum: row[3].number()? }))
        };
        let tallies = rows.into_iter().filter_map(tally).collect();
        // Which rows of a damaged table are missing cannot be told.
        let is_whole = self.damage.is_empty() || self.reading == Reading::Healed;
        self.tallies = is_whole.then_some(tallies);
        Ok(())
    }

    fn read_runs(&mut self) -> Result<(), StoreError> {
        let rows = self.load(&RUN)?;
        self.runs = rows.iter().filter_map(|row| Some((row[0].number()?, RunRow::read(row)?))).collect();
        Ok(())
    }

    fn read_cells(&mut self) -> Result<(), StoreError> {
        for row in self.load(&CELL)? {
            let cell = || Some((row[0].number()?, row[1].number()?, row[2].text()?));
            match cell() {
                // The key is a checksum of its own, in the first format too.
                Some((id, key, text)) if hash(text.as_bytes()) as i64 == key => {
                    self.cells.insert(id, KnownCell { key, text: text.to_owned() });
                }
                _ => self.damage.push(Damage::Row { table: CELL.name, row: row[0].to_string() }),
            }
        }
        Ok(())
    }

    fn read_listings(&mut self) -> Result<(), StoreError> {
        let listing = |row: &Vec<Field>| {
            let [experiment, label] = [row[0].text()?, row[1].text()?].map(str::to_owned);
            Some(Listing { experiment, label, cell: row[2].number()?, games: row[3].number()? as u64 })
        };
        for row in self.load(&LISTING)? {
            match listing(&row).filter(|listing| self.cells.contains_key(&listing.cell)) {
                Some(listing) => self.listings.push(listing),
                None => self.note_row(&LISTING, &row),
            }
        }
        self.listings.sort_by(|a, b| (&a.experiment, a.cell, &a.label).cmp(&(&b.experiment, b.cell, &b.label)));
        Ok(())
    }

    fn read_files(&mut self) -> Result<(), StoreError> {
        if !self.has_checksums() {
            return Ok(());
        }
        let file = |row: Vec<Field>| {
            let [experiment, name, text, beside] =
                [row[0].text()?, row[1].text()?, row[2].text()?, row[3].text()?].map(str::to_owned);
            Some(KeptFile { experiment, name, text, beside, kept: row[4].number()? })
        };
        self.files = self.load(&FILE)?.into_iter().filter_map(file).collect();
        Ok(())
    }

    /// The rows of a table that are what was written.
    fn load(&mut self, table: &SqlTable) -> Result<Vec<Vec<Field>>, StoreError> {
        let width = table.columns.len();
        let checksum = self.store.format.checksum();
        let text = format!("SELECT {}, {checksum} FROM main.{} NOT INDEXED", table.columns.join(", "), table.name);
        let mut rows = Vec::new();
        let read = self.store.each::<StoreError>(&text, [], &mut |row| {
            let field = |place| row.get_ref(place).map_or(Field::Other, Field::new);
            rows.push(((0..width).map(field).collect::<Vec<_>>(), field(width).number()));
            Ok(())
        });
        let known = self.damage.len();
        self.tolerate(table.name, read)?;
        let mut intact = Vec::new();
        let mut tally = Tally::default();
        for (row, checksum) in rows {
            if let Some(row) = self.verified(table, row, checksum) {
                tally = tally.plus(Tally::one(seal_fields(table.name, &row[..table.sealed])));
                intact.push(row);
            }
        }
        let expected =
            self.tallies.as_ref().map(|all| all.get(&(table.name.to_owned(), 0)).copied().unwrap_or_default());
        if self.damage.len() == known && expected.is_some_and(|expected| expected != tally) {
            self.damage.push(Damage::RowsGone { table: table.name });
        }
        Ok(intact)
    }

    fn verified(&mut self, table: &SqlTable, mut row: Vec<Field>, checksum: Option<i64>) -> Option<Vec<Field>> {
        let sealed = &row[..table.sealed];
        if !self.has_checksums() || checksum == Some(seal_fields(table.name, sealed)) {
            return Some(row);
        }
        self.note_row(table, &row);
        let healed = checksum.filter(|_| self.reading == Reading::Healed);
        let healed = healed.and_then(|checksum| heal(table.name, sealed, checksum))?;
        row.splice(..table.sealed, healed);
        Some(row)
    }

    fn note_row(&mut self, table: &SqlTable, row: &[Field]) {
        let row: Vec<String> = row[..table.key].iter().map(ToString::to_string).collect();
        let damage = Damage::Row { table: table.name, row: row.join(" ") };
        if !self.damage.contains(&damage) {
            self.damage.push(damage);
        }
    }

    /// Notes where a table cannot be read; returns whether it could.
    pub(super) fn tolerate(&mut self, table: &'static str, read: Result<(), StoreError>) -> Result<bool, StoreError> {
        match read {
            Err(StoreError::Damaged { reason, .. }) => {
                self.damage.push(Damage::Unreadable { table, reason });
                Ok(false)
            }
            read => read.map(|()| true),
        }
    }

    /// Every experiment's cells.
    pub(crate) fn listings(&self) -> &[Listing] {
        &self.listings
    }

    /// The number of a cell, if the store has it.
    pub(crate) fn cell(&self, spec: &Spec) -> Option<i64> {
        let key = spec.key() as i64;
        self.cells.iter().find(|(_, cell)| cell.key == key).map(|(id, _)| *id)
    }

    /// The specification of a cell. It fails if there is no such cell, or this version cannot read it.
    pub(crate) fn spec(&self, cell: i64) -> Result<Spec, StoreError> {
        let known = self.cells.get(&cell).ok_or_else(|| self.store.damaged(format!("cell {cell} is missing")))?;
        Spec::read(&known.text).map_err(|error| self.store.damaged(error))
    }

    /// An error that says why a cell cannot be played.
    pub(crate) fn unplayable(&self, cell: i64, reason: &dyn std::fmt::Display) -> StoreError {
        self.store.unplayable(cell, reason)
    }

    /// An error that says why a game could not be played again.
    pub(crate) fn unplayed(&self, id: &str, reason: &str) -> StoreError {
        self.store.unplayed(id, reason)
    }

    /// A game.
    pub(crate) fn game(&self, cell: i64, number: u64) -> Result<Option<SavedGame>, StoreError> {
        let mut found = None;
        self.each_saved("AND number = ?2", [cell, number as i64], &mut |game| {
            found = Some(game);
            Ok::<(), StoreError>(())
        })?;
        let is_damaged = self.damage.contains(&Damage::Game { cell, number: number as i64 });
        match found {
            None if is_damaged => Err(self.store.damaged(Damage::Game { cell, number: number as i64 })),
            found => Ok(found),
        }
    }

    /// Hands over all games of a cell, in order.
    pub(crate) fn each_game<E: From<StoreError>>(
        &self,
        cell: i64,
        give: &mut dyn FnMut(SavedGame) -> Result<(), E>,
    ) -> Result<(), E> {
        self.each_saved("ORDER BY number", [cell], give)
    }

    fn each_saved<E: From<StoreError>>(
        &self,
        which: &str,
        values: impl Params,
        give: &mut dyn FnMut(SavedGame) -> Result<(), E>,
    ) -> Result<(), E> {
        let text = format!("SELECT {GAME} FROM game WHERE cell = ?1 {which}");
        self.store.each(&text, values, &mut |row| {
            let game = GameRow::read(row).and_then(|row| row.saved(&self.runs.get(&row.run)?.version));
            give(game.ok_or_else(|| self.store.damaged("it changes while it is read"))?)
        })
    }

    /// The versions and the machines of some runs.
    pub(crate) fn origins(&self, runs: &BTreeSet<i64>) -> [BTreeSet<String>; 2] {
        let runs = || runs.iter().filter_map(|run| self.runs.get(run));
        [runs().map(|run| run.version.clone()).collect(), runs().map(|run| run.machine.clone()).collect()]
    }

    /// The versions and the processors of some runs.
    pub(crate) fn builds(&self, runs: &BTreeSet<i64>) -> [BTreeSet<String>; 2] {
        let runs = || runs.iter().filter_map(|run| self.runs.get(run));
        let processor = |run: &RunRow| run.processor().unwrap_or(UNKNOWN).to_owned();
        [runs().map(|run| run.version.clone()).collect(), runs().map(processor).collect()]
    }

    /// Where the games and agents of its cells come from.
    pub(crate) fn workshop(&self) -> &Workshop {
        &self.store.workshop
    }

    /// The experiments whose files the store has kept, by their names. It fails if this version cannot read one.
    pub fn experiments(&self) -> Result<Vec<Experiment>, StoreError> {
        let read = |file: &KeptFile| {
            let unreadable = |error: &dyn std::fmt::Display| StoreError::Other {
                path: self.store.path.clone(),
                reason: format!("the file of the experiment `{}` cannot be read: {error}", file.experiment),
            };
            let beside = toml::from_str(&file.beside).map_err(|error| unreadable(&error))?;
            let origin = Origin { text: file.text.clone(), beside };
            Experiment::read_kept(self.workshop(), &file.name, &origin).map_err(|error| unreadable(&error))
        };
        self.files.iter().map(read).collect()
    }
}
