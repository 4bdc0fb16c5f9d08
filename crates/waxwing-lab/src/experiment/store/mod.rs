//! The store: one SQLite file with a row for every game.
//!
//! Whatever happens to a process that writes to it, the file holds whole games only, each once: a game is one row under the
//! key of its cell and number, written in one transaction with the end of its claim. Claims keep two runs apart that work
//! on the same file; those of a run that is gone are taken over (`runs.rs`).
//!
//! Whatever happens to the file, what is read of it is what was written: rows have checksums (`seal.rs`), tables have counts
//! (`tally.rs`), and everything is read of a snapshot that has verified both (`snapshot.rs`).

mod audit;
mod damage;
#[cfg(test)]
mod damaged;
mod error;
mod merge;
mod open;
mod rebuild;
mod repair;
mod rows;
mod runs;
mod schema;
mod seal;
mod snapshot;
mod status;
mod tally;
#[cfg(test)]
mod tests;
mod trees;
mod turn;
mod work;
mod write;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rusqlite::{Connection, Params, params};
use waxwing_workshop::{SeatRecord, Workshop};

use super::Spec;
use super::cell_games::GameResult;
pub use damage::Damage;
pub use error::StoreError;
pub use merge::Merged;
pub use repair::{Checked, Repaired, repair_store};
pub(crate) use rows::{PackedGame, SavedGame};
pub(crate) use runs::RunRow;
use schema::Format;
pub(crate) use snapshot::Listing;
pub use snapshot::Snapshot;
pub use status::{CellStatus, Standing};
pub use trees::{CellTrees, Mean};
pub(crate) use turn::Turn;

/// A results store.
pub struct Store {
    /// Where the games and agents of its cells come from.
    workshop: Workshop,
    connection: Connection,
    path: PathBuf,
    format: Format,
    stop: Option<&'static AtomicBool>,
    renewed: bool,
}

impl Store {
    /// Opens a store for writing, or makes a new one; one of the first format becomes one of the newest. It fails if anything
    /// in it is damaged: a damaged file is not written to.
    pub fn create(workshop: &Workshop, path: &Path) -> Result<Store, StoreError> {
        let mut connection = open::for_writing(path)?;
        let format = schema::make(&mut connection, path)?;
        if format == Format::One {
            drop(connection);
            Store::renew(workshop, path)?;
            return Ok(Store { renewed: true, ..Store::create(workshop, path)? });
        }
        let store =
            Store { workshop: workshop.clone(), connection, path: path.to_owned(), format, stop: None, renewed: false };
        let mut damage = store.page_damage()?;
        damage.extend_from_slice(store.snapshot()?.damage());
        match damage.first() {
            None => Ok(store),
            Some(first) if damage.len() == 1 => Err(store.damaged(first)),
            Some(first) => Err(store.damaged(format!("{first}, and {} more", damage.len() - 1))),
        }
    }

    /// Opens a store that is there for reading.
    pub fn open(workshop: &Workshop, path: &Path) -> Result<Store, StoreError> {
        let connection = open::for_reading(path)?;
        let format = schema::format(&connection, path)?;
        Ok(Store { workshop: workshop.clone(), connection, path: path.to_owned(), format, stop: None, renewed: false })
    }

    /// From now on, reading ends with [`StoreError::Interrupted`] when the flag is set.
    pub fn stop_on(&mut self, stop: &'static AtomicBool) {
        self.stop = Some(stop);
    }

    /// Whether it had the first format when it was opened for writing.
    pub fn was_renewed(&self) -> bool {
        self.renewed
    }

    /// Its format; one of format 1 has no checksums.
    pub fn format(&self) -> i32 {
        self.format.number()
    }

    /// Where the games and agents of its cells come from.
    pub(crate) fn workshop(&self) -> &Workshop {
        &self.workshop
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn fault(&self, error: rusqlite::Error) -> StoreError {
        StoreError::new(&self.path, error)
    }

    pub(crate) fn damaged(&self, reason: impl ToString) -> StoreError {
        StoreError::Damaged { path: self.path.clone(), reason: reason.to_string() }
    }

    pub(crate) fn unplayable(&self, cell: i64, reason: &dyn Display) -> StoreError {
        self.damaged(format!("cell {cell} cannot be played by this version: {reason}"))
    }

    /// Hands over every row that a statement finds.
    fn each<E: From<StoreError>>(
        &self,
        statement: &str,
        values: impl Params,
        give: &mut dyn FnMut(&rusqlite::Row<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let fault = |error| self.fault(error);
        let mut select = self.connection.prepare_cached(statement).map_err(fault)?;
        let mut rows = select.query(values).map_err(fault)?;
        while let Some(row) = rows.next().map_err(fault)? {
            if self.stop.is_some_and(|stop| stop.load(Relaxed)) {
                return Err(StoreError::Interrupted.into());
            }
            give(row)?;
        }
        Ok(())
    }

    pub(crate) fn unplayed(&self, id: &str, reason: &str) -> StoreError {
        StoreError::Other { path: self.path.clone(), reason: format!("game {id} cannot be played again: {reason}") }
    }

    /// The results of a cell from a number on, in order.
    pub(crate) fn results(&self, cell: i64, from: u64) -> Result<Vec<(u64, Option<GameResult>)>, StoreError> {
        // Failures have no result; both tables are in the order of their numbers.
        const SELECT: &str = "SELECT number, result FROM game WHERE cell = ?1 AND number >= ?2
            UNION ALL SELECT number, NULL FROM failure WHERE cell = ?1 AND number >= ?2 ORDER BY 1";
        let mut results = Vec::new();
        self.each::<StoreError>(SELECT, params![cell, from as i64], &mut |row| {
            let result = || Ok((row.get::<_, i64>(0)? as u64, row.get::<_, Option<u32>>(1)?.map(GameResult)));
            results.push(result().map_err(|error| self.fault(error))?);
            Ok(())
        })?;
        Ok(results)
    }

    /// The number of the cell that has these games; `None` if the store has none.
    pub(crate) fn cell_of(&self, spec: &Spec) -> Result<Option<i64>, StoreError> {
        let mut found = None;
        self.each::<StoreError>("SELECT id FROM cell WHERE key = ?1", [spec.key() as i64], &mut |row| {
            found = Some(row.get(0).map_err(|error| self.fault(error))?);
            Ok(())
        })?;
        Ok(found)
    }

    /// What each seat did in the games of a cell, in their order.
    pub(crate) fn seats(&self, cell: i64) -> Result<Vec<(u64, Vec<SeatRecord>)>, StoreError> {
        let mut all = Vec::new();
        let select = "SELECT number, seats FROM game WHERE cell = ?1 ORDER BY number";
        self.each::<StoreError>(select, [cell], &mut |row| {
            let number: i64 = row.get(0).map_err(|error| self.fault(error))?;
            let packed: Vec<u8> = row.get(1).map_err(|error| self.fault(error))?;
            let (_, seats) =
                rows::unpack(&packed).ok_or_else(|| self.damaged(format!("game {number} of cell {cell}")))?;
            all.push((number as u64, seats));
            Ok(())
        })?;
        Ok(all)
    }

    /// The text of an experiment's file that the store has kept.
    pub(crate) fn kept_text(&self, experiment: &str) -> Result<Option<String>, StoreError> {
        let mut found = None;
        self.each::<StoreError>("SELECT text FROM file WHERE experiment = ?1", [experiment], &mut |row| {
            found = Some(row.get(0).map_err(|error| self.fault(error))?);
            Ok(())
        })?;
        Ok(found)
    }

    /// The numbers of a cell's games, in order.
    fn numbers(&self, cell: i64) -> Result<Vec<i64>, StoreError> {
        let mut numbers = Vec::new();
        self.each::<StoreError>("SELECT number FROM game WHERE cell = ?1 ORDER BY number", [cell], &mut |row| {
            numbers.push(row.get(0).map_err(|error| self.fault(error))?);
            Ok(())
        })?;
        Ok(numbers)
    }
}
