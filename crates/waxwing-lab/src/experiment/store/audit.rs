//! Going through all games and failures of a store: which are what was written, and which are gone.

use std::collections::BTreeMap;

use rusqlite::params;

use super::damage::Damage;
use super::rows::{FAILURE, FailureRow, GAME, GameRow};
use super::schema::Format;
use super::snapshot::Snapshot;
use super::tally::Tally;
use super::{Store, StoreError};

/// The two tables whose rows belong to cells.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Game,
    Failure,
}

impl Kind {
    fn table(self) -> &'static str {
        match self {
            Kind::Game => "game",
            Kind::Failure => "failure",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Kind::Game => "games",
            Kind::Failure => "failures",
        }
    }

    fn columns(self) -> &'static str {
        match self {
            Kind::Game => GAME,
            Kind::Failure => FAILURE,
        }
    }

    fn damage(self, (cell, number): Place) -> Damage {
        match self {
            Kind::Game => Damage::Game { cell, number },
            Kind::Failure => Damage::Failure { cell, number },
        }
    }
}

/// A cell and a number, as a row says.
type Place = (i64, i64);

/// What was found of a cell's rows.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Those that are what was written.
    pub intact: Tally,
    /// The numbers of those that are not, or whose run is not known.
    pub damaged: Vec<i64>,
    /// How many that were written are not intact.
    pub lost: u64,
}

/// What is found of one row.
enum Verdict {
    Intact {
        checksum: i64,
    },
    Damaged,
    /// Its cell or its run is not known.
    Orphan {
        owner: &'static str,
        id: i64,
    },
}

impl Snapshot<'_> {
    /// Goes through a table. Where something is wrong, its intact rows go to a temporary table of the same name, which is
    /// read instead from then on.
    pub(super) fn audit(&mut self, kind: Kind) -> Result<BTreeMap<i64, Found>, StoreError> {
        let (mut found, mut damage, mut last) = (BTreeMap::<i64, Found>::new(), Vec::new(), None);
        let mut orphans: BTreeMap<(&'static str, i64), u64> = BTreeMap::new();
        let read = self.each_row(kind, "ASC", &mut |place, verdict, _| {
            let cell = found.entry(place.0).or_default();
            match verdict {
                Verdict::Intact { checksum } if last < Some(place) => {
                    cell.intact = cell.intact.plus(Tally::one(checksum));
                    last = Some(place);
                }
                Verdict::Intact { .. } | Verdict::Damaged => {
                    cell.damaged.push(place.1);
                    damage.push(kind.damage(place));
                }
                Verdict::Orphan { owner, id } => {
                    cell.damaged.push(place.1);
                    *orphans.entry((owner, id)).or_default() += 1;
                }
            }
            Ok(())
        });
        let what = kind.words();
        let orphans = orphans.into_iter();
        damage.extend(orphans.map(|((owner, id), count)| Damage::Orphans { what, owner, id, count }));
        let is_readable = self.tolerate(kind.table(), read)?;
        let is_right = damage.is_empty() && is_readable;
        self.damage.extend(damage);
        if !is_right {
            found.values_mut().for_each(|cell| cell.intact = Tally::default());
            self.set_apart(kind, &mut found)?;
        }
        self.compare(kind, &mut found);
        Ok(found)
    }

    /// Notes what is missing of each cell.
    fn compare(&mut self, kind: Kind, found: &mut BTreeMap<i64, Found>) {
        let Some(tallies) = &self.tallies else {
            found.values_mut().for_each(|cell| cell.lost = cell.damaged.len() as u64);
            return;
        };
        let tallies = tallies.iter().filter(|((about, _), _)| about == kind.table());
        let expected: BTreeMap<i64, Tally> = tallies.map(|((_, cell), tally)| (*cell, *tally)).collect();
        for &cell in expected.keys() {
            found.entry(cell).or_default();
        }
        for (&cell, found) in found {
            let expected = expected.get(&cell).copied().unwrap_or_default();
            found.lost = (expected.count - found.intact.count).max(0) as u64;
            let gone = found.lost.saturating_sub(found.damaged.len() as u64);
            let is_strange = found.damaged.is_empty() && found.intact != expected;
            if gone > 0 || is_strange {
                self.damage.push(Damage::Gone { what: kind.words(), cell, count: gone });
            }
        }
    }

    /// Copies the intact rows to a temporary table, from both ends: between them may be a page that cannot be read.
    fn set_apart(&self, kind: Kind, found: &mut BTreeMap<i64, Found>) -> Result<(), StoreError> {
        let table = kind.table();
        let (columns, connection) = (kind.columns(), &self.store.connection);
        let make = format!("CREATE TEMP TABLE {table} ({columns}, PRIMARY KEY (cell, number)) WITHOUT ROWID");
        connection.execute_batch(&make).map_err(|error| self.store.fault(error))?;
        let copied = |row: &rusqlite::Row<'_>| match kind {
            Kind::Game => GameRow::read(row).map_or(Ok(0), |row| copy_game(self.store, &row)),
            Kind::Failure => FailureRow::read(row).map_or(Ok(0), |row| copy_failure(self.store, &row)),
        };
        for order in ["ASC", "DESC"] {
            let read = self.each_row(kind, order, &mut |place, verdict, row| {
                if let Verdict::Intact { checksum } = verdict
                    && copied(row).map_err(|error| self.store.fault(error))? == 1
                {
                    let cell = found.entry(place.0).or_default();
                    cell.intact = cell.intact.plus(Tally::one(checksum));
                }
                Ok(())
            });
            match read {
                // It is noted already.
                Err(StoreError::Damaged { .. }) => {}
                read => read?,
            }
        }
        Ok(())
    }

    /// Hands over every row of a table of the file, in the order of cells and numbers or against it.
    fn each_row(
        &self,
        kind: Kind,
        order: &str,
        give: &mut dyn FnMut(Place, Verdict, &rusqlite::Row<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let (columns, checksum, table) = (kind.columns(), self.store.format.checksum(), kind.table());
        let text =
            format!("SELECT {columns}, {checksum} FROM main.{table} NOT INDEXED ORDER BY cell {order}, number {order}");
        self.store.each(&text, [], &mut |row| {
            let number = |place: usize| row.get_ref(place).ok()?.as_i64().ok();
            let place = (number(0).unwrap_or(-1), number(1).unwrap_or(-1));
            give(place, self.judge(kind, place.0, number(2), row), row)
        })
    }

    fn judge(&self, kind: Kind, cell: i64, run: Option<i64>, row: &rusqlite::Row<'_>) -> Verdict {
        let Some(known) = self.cells.get(&cell) else { return Verdict::Orphan { owner: "cell", id: cell } };
        let run = run.unwrap_or(-1);
        let Some(played) = self.runs.get(&run) else { return Verdict::Orphan { owner: "run", id: run } };
        let (checksum, place) = match kind {
            Kind::Game => (GameRow::read(row).map(|row| row.seal(known.key, played.token)), 8),
            Kind::Failure => (FailureRow::read(row).map(|row| row.seal(known.key, played.token)), 4),
        };
        let written = || row.get_ref(place).ok()?.as_i64().ok();
        let is_intact = match self.store.format {
            Format::Two => checksum == written(),
            // Without a checksum, what makes sense is believed.
            Format::One => kind == Kind::Failure || GameRow::read(row).is_some_and(|row| row.saved("").is_some()),
        };
        match checksum {
            Some(checksum) if is_intact => Verdict::Intact { checksum },
            _ => Verdict::Damaged,
        }
    }
}

fn copy_game(store: &Store, game: &GameRow<'_>) -> rusqlite::Result<usize> {
    const COPY: &str = "INSERT OR IGNORE INTO temp.game (cell, number, run, result, plies, moves_hash, seats, moves)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let GameRow { cell, number, run, result, plies, moves_hash, seats, moves } = game;
    let values = params![cell, number, run, result, plies, moves_hash, seats, moves];
    store.connection.prepare_cached(COPY)?.execute(values)
}

fn copy_failure(store: &Store, failure: &FailureRow<'_>) -> rusqlite::Result<usize> {
    const COPY: &str = "INSERT OR IGNORE INTO temp.failure (cell, number, run, message) VALUES (?1, ?2, ?3, ?4)";
    let FailureRow { cell, number, run, message } = failure;
    store.connection.prepare_cached(COPY)?.execute(params![cell, number, run, message])
}
