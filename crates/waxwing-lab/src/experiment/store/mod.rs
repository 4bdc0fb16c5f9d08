//! The store: one SQLite file with a row for every game.
//!
//! Whatever happens to a process that writes to it, the file holds whole games only, each once: a game is one row under the
//! key of its cell and number, written in one transaction with the end of its claim. Claims keep two runs apart that work
//! on the same file; those of a run that is gone are taken over (`runs.rs`).

mod merge;
mod rows;
mod runs;
mod schema;
mod status;
#[cfg(test)]
mod tests;
mod trees;
mod work;

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::spec::{Spec, SpecError};
use super::table::{GameResult, Played};
pub use merge::Merged;
pub(crate) use rows::SavedGame;
pub use status::{CellStatus, Standing};
pub use trees::{CellTrees, Mean};
pub(crate) use work::Work;

/// A results store.
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such file.
    #[error("there is no store `{}`; `waxwing experiment run FILE --out {}` makes one", path.display(), path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// It cannot be opened, or not be written.
    #[error("the store `{}` cannot be opened: {reason}", path.display())]
    Unreachable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// It is something else.
    #[error("`{}` is not a store of results; nothing in it was changed", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It was made by another version of this program.
    #[error(
        "the store `{}` has format {format}, and this program knows format {known}: use a newer version; nothing in it \
         was changed",
        path.display()
    )]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        format: i32,
        /// Ours.
        known: i32,
    },
    /// What it holds makes no sense.
    #[error(
        "the store `{}` is damaged: {reason}; `sqlite3 {} .recover` may save what can be read",
        path.display(), path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// There is no room for more.
    #[error(
        "no room is left for the store `{}`: all games in it are safe, only those just played are lost; make room and run \
         again",
        path.display()
    )]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// There is no such game.
    #[error("there is no game `{id}` in the store; `waxwing experiment export` lists all, such as `1:0`")]
    NoGame {
        /// What was asked for.
        id: String,
    },
    /// Anything else that the database says.
    #[error("the store `{}`: {reason}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it says.
        reason: String,
    },
}

impl Store {
    /// Opens a store, or makes a new one.
    pub fn create(path: &Path) -> Result<Store, StoreError> {
        Ok(Store { connection: schema::open(path, true)?, path: path.to_owned() })
    }

    /// Opens a store that is there.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Ok(Store { connection: schema::open(path, false)?, path: path.to_owned() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn fault(&self, error: rusqlite::Error) -> StoreError {
        StoreError::new(&self.path, error)
    }

    /// Notes that a cell belongs to an experiment, and how many games it is to have; answers with its number.
    pub(crate) fn list(&mut self, experiment: &str, label: &str, spec: &Spec, games: u64) -> Result<i64, StoreError> {
        let key = spec.key() as i64;
        let insert = "INSERT INTO cell (key, spec) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
        let listing = "INSERT INTO listing (experiment, label, cell, games) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO UPDATE SET games = excluded.games";
        let path = self.path.clone();
        let write = |connection: &mut Connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            transaction.execute(insert, params![key, spec.text()])?;
            let cell = transaction.query_row("SELECT id FROM cell WHERE key = ?1", [key], |row| row.get(0))?;
            transaction.execute(listing, params![experiment, label, cell, games as i64])?;
            transaction.commit()?;
            Ok(cell)
        };
        write(&mut self.connection).map_err(|error| StoreError::new(&path, error))
    }

    /// The specification of a cell.
    pub(crate) fn spec(&self, cell: i64) -> Result<Option<Spec>, StoreError> {
        let mut select = self.connection.prepare("SELECT spec FROM cell WHERE id = ?1").map_err(|e| self.fault(e))?;
        let text: Option<String> = select.query_row([cell], |row| row.get(0)).optional().map_err(|e| self.fault(e))?;
        text.map(|text| Spec::read(&text)).transpose().map_err(|error| self.damaged(error))
    }

    pub(crate) fn damaged(&self, reason: impl ToString) -> StoreError {
        StoreError::Damaged { path: self.path.clone(), reason: reason.to_string() }
    }

    pub(crate) fn unplayable(&self, cell: i64, error: &SpecError) -> StoreError {
        self.damaged(format!("cell {cell} cannot be played by this version: {error}"))
    }

    pub(crate) fn unplayed(&self, id: &str, reason: &str) -> StoreError {
        StoreError::Other { path: self.path.clone(), reason: format!("game {id} cannot be played again: {reason}") }
    }

    /// The results of a cell from a number on, in order.
    pub(crate) fn results(&self, cell: i64, from: u64) -> Result<Vec<(u64, Option<GameResult>)>, StoreError> {
        // Failures have no result; both tables are in the order of their numbers.
        const SELECT: &str = "SELECT number, result FROM game WHERE cell = ?1 AND number >= ?2
            UNION ALL SELECT number, NULL FROM failure WHERE cell = ?1 AND number >= ?2 ORDER BY 1";
        let read = || {
            let mut select = self.connection.prepare_cached(SELECT)?;
            let row = |row: &rusqlite::Row<'_>| {
                Ok((row.get::<_, i64>(0)? as u64, row.get::<_, Option<u32>>(1)?.map(GameResult)))
            };
            select.query_map(params![cell, from as i64], row)?.collect::<Result<Vec<_>, _>>()
        };
        read().map_err(|error| self.fault(error))
    }

    /// Forgets failures, so that these games are played again.
    pub(crate) fn forget_failures(&mut self, cell: i64) -> Result<(), StoreError> {
        let deleted = self.connection.execute("DELETE FROM failure WHERE cell = ?1", [cell]);
        deleted.map(drop).map_err(|error| StoreError::new(&self.path, error))
    }

    /// Begins to write for a run.
    pub(crate) fn turn(&mut self, run: i64) -> Result<Turn<'_>, StoreError> {
        let path = &self.path;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate);
        Ok(Turn { transaction: transaction.map_err(|error| StoreError::new(path, error))?, path, run })
    }
}

/// What a run writes at once: all of it is kept, or nothing.
pub(crate) struct Turn<'a> {
    transaction: Transaction<'a>,
    path: &'a Path,
    run: i64,
}

impl Turn<'_> {
    /// Takes a game, if nobody has played it or is playing it.
    pub(crate) fn claim(&self, cell: i64, number: u64) -> Result<bool, StoreError> {
        const CLAIM: &str = "INSERT INTO claim (cell, number, run) SELECT ?1, ?2, ?3
            WHERE NOT EXISTS (SELECT 1 FROM game WHERE cell = ?1 AND number = ?2)
            AND NOT EXISTS (SELECT 1 FROM failure WHERE cell = ?1 AND number = ?2) ON CONFLICT DO NOTHING";
        let number = number as i64;
        self.execute(CLAIM, params![cell, number, self.run]).map(|rows| rows == 1)
    }

    /// Keeps a finished game. One that is there already stays as it is.
    pub(crate) fn keep(&self, cell: i64, number: u64, played: &Played) -> Result<(), StoreError> {
        const KEEP: &str = "INSERT INTO game (cell, number, run, result, plies, moves_hash, seats, moves)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING";
        let moves = (!played.reproducible).then_some(&played.moves);
        let (hash, seats) = (played.moves_hash() as i64, rows::pack(&played.rewards, &played.seats));
        let number = number as i64;
        self.execute(KEEP, params![cell, number, self.run, played.result.0, played.plies, hash, seats, moves])?;
        self.release(cell, number)
    }

    /// Notes that a game could not be played.
    pub(crate) fn fail(&self, cell: i64, number: u64, message: &str) -> Result<(), StoreError> {
        const FAIL: &str =
            "INSERT INTO failure (cell, number, run, message) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
        let number = number as i64;
        self.execute(FAIL, params![cell, number, self.run, message])?;
        self.release(cell, number)
    }

    fn release(&self, cell: i64, number: i64) -> Result<(), StoreError> {
        const RELEASE: &str = "DELETE FROM claim WHERE cell = ?1 AND number = ?2 AND run = ?3";
        self.execute(RELEASE, params![cell, number, self.run]).map(drop)
    }

    fn execute(&self, statement: &str, values: impl rusqlite::Params) -> Result<usize, StoreError> {
        let run = || self.transaction.prepare_cached(statement)?.execute(values);
        run().map_err(|error| StoreError::new(self.path, error))
    }

    pub(crate) fn commit(self) -> Result<(), StoreError> {
        let path = self.path;
        self.transaction.commit().map_err(|error| StoreError::new(path, error))
    }
}
