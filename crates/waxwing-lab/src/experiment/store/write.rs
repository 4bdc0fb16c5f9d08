//! Writing: everything that changes what a store says, with checksums and tallies.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Params, Transaction, TransactionBehavior, params};

use super::StoreError;
use super::rows::{FailureRow, GameRow};
use super::runs::RunRow;
use super::seal::{Field, seal_fields};
use super::snapshot::{KeptFile, Listing};
use super::tally::Tally;
use crate::experiment::spec::hash;

/// What is written at once: all of it is kept, or nothing.
pub(super) struct Writing<'a> {
    transaction: Transaction<'a>,
    path: &'a Path,
    /// How the rows of a table, or of a cell in it, have changed.
    changes: RefCell<BTreeMap<(&'static str, i64), Tally>>,
}

impl<'a> Writing<'a> {
    pub(super) fn begin(connection: &'a mut Connection, path: &'a Path) -> Result<Writing<'a>, StoreError> {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = transaction.map_err(|error| StoreError::new(path, error))?;
        Ok(Writing { transaction, path, changes: RefCell::default() })
    }

    /// Runs a statement; returns the number of rows it has changed.
    pub(super) fn execute(&self, statement: &str, values: impl Params) -> Result<usize, StoreError> {
        let run = || self.transaction.prepare_cached(statement)?.execute(values);
        run().map_err(|error| StoreError::new(self.path, error))
    }

    /// The number that a statement finds, if it finds one.
    pub(super) fn number(&self, statement: &str, values: impl Params) -> Result<Option<i64>, StoreError> {
        let run = || self.transaction.prepare_cached(statement)?.query_row(values, |row| row.get(0)).optional();
        run().map_err(|error| StoreError::new(self.path, error))
    }

    /// The number that must be there.
    pub(super) fn known(&self, statement: &str, id: i64) -> Result<i64, StoreError> {
        let missing = || StoreError::Damaged { path: self.path.to_owned(), reason: format!("{id} is missing") };
        self.number(statement, [id])?.ok_or_else(missing)
    }

    fn added(&self, table: &'static str, cell: i64, checksum: i64) {
        let mut changes = self.changes.borrow_mut();
        let tally = changes.entry((table, cell)).or_default();
        *tally = tally.plus(Tally::one(checksum));
    }

    fn removed(&self, table: &'static str, cell: i64, checksum: i64) {
        let mut changes = self.changes.borrow_mut();
        let tally = changes.entry((table, cell)).or_default();
        *tally = tally.minus(Tally::one(checksum));
    }

    /// The wanted number for a row if it is free, or else the next one.
    fn free_id(&self, table: &str, wanted: Option<i64>) -> Result<i64, StoreError> {
        if let Some(id) = wanted
            && self.number(&format!("SELECT 1 FROM {table} WHERE id = ?1"), [id])?.is_none()
        {
            return Ok(id);
        }
        Ok(self.number(&format!("SELECT coalesce(max(id), 0) + 1 FROM {table}"), [])?.unwrap_or(1))
    }

    /// Adds a run unless it is there; returns its number.
    pub(super) fn run(&self, run: &RunRow, wanted: Option<i64>) -> Result<i64, StoreError> {
        if let Some(id) = self.number("SELECT id FROM run WHERE token = ?1", [run.token])? {
            return Ok(id);
        }
        let id = self.free_id("run", wanted)?;
        let checksum = seal_fields("run", &run.fields(id));
        const INSERT: &str = "INSERT INTO run
            (id, token, version, machine, place, process, since, started, seen, checksum)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        let RunRow { token, version, machine, place, process, since, started, seen } = run;
        let values = params![id, token, version, machine, place, process, since, started, seen, checksum];
        self.execute(INSERT, values)?;
        self.added("run", 0, checksum);
        Ok(id)
    }

    /// Adds a cell unless it is there; returns its number.
    pub(super) fn cell(&self, spec: &str, wanted: Option<i64>) -> Result<i64, StoreError> {
        let key = hash(spec.as_bytes()) as i64;
        if let Some(id) = self.number("SELECT id FROM cell WHERE key = ?1", [key])? {
            return Ok(id);
        }
        let id = self.free_id("cell", wanted)?;
        let checksum = seal_fields("cell", &[Field::Integer(id), Field::Integer(key), Field::Text(spec.into())]);
        self.execute(
            "INSERT INTO cell (id, key, spec, checksum) VALUES (?1, ?2, ?3, ?4)",
            params![id, key, spec, checksum],
        )?;
        self.added("cell", 0, checksum);
        Ok(id)
    }

    /// Notes that a cell belongs to an experiment. Where that is known, the number of games becomes what `games` makes of
    /// the number that is there.
    pub(super) fn listing(&self, listing: &Listing, games: impl Fn(u64) -> u64) -> Result<(), StoreError> {
        let Listing { experiment, label, cell, .. } = listing;
        const KNOWN: &str = "SELECT games FROM listing WHERE experiment = ?1 AND label = ?2 AND cell = ?3";
        const DELETE: &str = "DELETE FROM listing WHERE experiment = ?1 AND label = ?2 AND cell = ?3";
        const INSERT: &str =
            "INSERT INTO listing (experiment, label, cell, games, checksum) VALUES (?1, ?2, ?3, ?4, ?5)";
        let mut wanted = listing.games;
        if let Some(known) = self.number(KNOWN, params![experiment, label, cell])? {
            wanted = games(known as u64);
            if wanted == known as u64 {
                return Ok(());
            }
            self.execute(DELETE, params![experiment, label, cell])?;
            let before = Listing { games: known as u64, ..listing.clone() };
            self.removed("listing", 0, seal_fields("listing", &before.fields()));
        }
        let checksum = seal_fields("listing", &Listing { games: wanted, ..listing.clone() }.fields());
        self.execute(INSERT, params![experiment, label, cell, wanted as i64, checksum])?;
        self.added("listing", 0, checksum);
        Ok(())
    }

    /// Keeps the file of an experiment, instead of an older one.
    pub(super) fn file(&self, file: &KeptFile) -> Result<(), StoreError> {
        let KeptFile { experiment, name, text, beside, kept } = file;
        const KNOWN: &str = "SELECT kept FROM file WHERE experiment = ?1";
        const INSERT: &str =
            "INSERT INTO file (experiment, name, text, beside, kept, checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        if let Some(known) = self.number(KNOWN, [experiment])? {
            if known >= *kept {
                return Ok(());
            }
            let checksum = self.number("SELECT checksum FROM file WHERE experiment = ?1", [experiment])?;
            self.execute("DELETE FROM file WHERE experiment = ?1", [experiment])?;
            self.removed("file", 0, checksum.unwrap_or(0));
        }
        let checksum = seal_fields("file", &file.fields());
        self.execute(INSERT, params![experiment, name, text, beside, kept, checksum])?;
        self.added("file", 0, checksum);
        Ok(())
    }

    /// Adds a game, with the numbers of this store, unless it is there; returns whether it was added.
    pub(super) fn game(&self, game: &GameRow<'_>) -> Result<bool, StoreError> {
        const INSERT: &str = "INSERT INTO game (cell, number, run, result, plies, moves_hash, seats, moves, checksum)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING";
        let GameRow { cell, number, run, result, plies, moves_hash, seats, moves } = game;
        let checksum = game.seal(self.key(*cell)?, self.token(*run)?);
        let values = params![cell, number, run, result, plies, moves_hash, seats, moves, checksum];
        let is_new = self.execute(INSERT, values)? == 1;
        if is_new {
            self.added("game", *cell, checksum);
        }
        Ok(is_new)
    }

    /// Adds a failure, with the numbers of this store, unless it is there.
    pub(super) fn failure(&self, failure: &FailureRow<'_>) -> Result<(), StoreError> {
        const INSERT: &str = "INSERT INTO failure (cell, number, run, message, checksum) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO NOTHING";
        let FailureRow { cell, number, run, message } = failure;
        let checksum = failure.seal(self.key(*cell)?, self.token(*run)?);
        if self.execute(INSERT, params![cell, number, run, message, checksum])? == 1 {
            self.added("failure", *cell, checksum);
        }
        Ok(())
    }

    /// Forgets the failure of a game, if there is one.
    pub(super) fn forget_failure(&self, cell: i64, number: i64) -> Result<(), StoreError> {
        const CHECKSUM: &str = "SELECT checksum FROM failure WHERE cell = ?1 AND number = ?2";
        if let Some(checksum) = self.number(CHECKSUM, [cell, number])? {
            self.execute("DELETE FROM failure WHERE cell = ?1 AND number = ?2", [cell, number])?;
            self.removed("failure", cell, checksum);
        }
        Ok(())
    }

    fn key(&self, cell: i64) -> Result<i64, StoreError> {
        self.known("SELECT key FROM cell WHERE id = ?1", cell)
    }

    /// What a run is known by in every store.
    pub(super) fn token(&self, run: i64) -> Result<i64, StoreError> {
        self.known("SELECT token FROM run WHERE id = ?1", run)
    }

    /// Keeps everything.
    pub(super) fn commit(self) -> Result<(), StoreError> {
        for (&(table, cell), &change) in &*self.changes.borrow() {
            self.write_tally(table, cell, change)?;
        }
        self.transaction.commit().map_err(|error| StoreError::new(self.path, error))
    }

    fn write_tally(&self, table: &str, cell: i64, change: Tally) -> Result<(), StoreError> {
        const WRITE: &str = "INSERT INTO tally (about, cell, count, sum, checksum) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO UPDATE SET count = excluded.count, sum = excluded.sum, checksum = excluded.checksum";
        let before = |what: &str| {
            self.number(&format!("SELECT {what} FROM tally WHERE about = ?1 AND cell = ?2"), params![table, cell])
        };
        let before = Tally { count: before("count")?.unwrap_or(0), sum: before("sum")?.unwrap_or(0) };
        let Tally { count, sum } = before.plus(change);
        let numbers = [cell, count, sum].map(Field::Integer);
        let fields: Vec<Field> = [Field::Text(table.into())].into_iter().chain(numbers).collect();
        self.execute(WRITE, params![table, cell, count, sum, seal_fields("tally", &fields)]).map(drop)
    }
}
