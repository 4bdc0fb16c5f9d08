//! The tables of a store, and how one is recognised.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use super::StoreError;

/// `WAXW`, in the head of every store.
const APPLICATION: i32 = 0x5741_5857;
/// The version of the tables below. A change that an older program cannot read makes a new one.
const FORMAT: i32 = 1;
/// How long to wait while another process writes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A game's row is small: who played is in the cell's specification, which seats and seeds follow from its number, and what
/// each seat did is packed. Moves are kept only where the seeds would not give them again.
const TABLES: &str = "
CREATE TABLE run (
    id INTEGER PRIMARY KEY, token INTEGER NOT NULL UNIQUE, version TEXT NOT NULL, machine TEXT NOT NULL,
    place TEXT NOT NULL, process INTEGER NOT NULL, since INTEGER NOT NULL, started INTEGER NOT NULL, seen INTEGER NOT NULL
) STRICT;
CREATE TABLE cell (id INTEGER PRIMARY KEY, key INTEGER NOT NULL UNIQUE, spec TEXT NOT NULL) STRICT;
CREATE TABLE listing (
    experiment TEXT NOT NULL, label TEXT NOT NULL, cell INTEGER NOT NULL, games INTEGER NOT NULL,
    PRIMARY KEY (experiment, label, cell)
) STRICT, WITHOUT ROWID;
CREATE TABLE game (
    cell INTEGER NOT NULL, number INTEGER NOT NULL, run INTEGER NOT NULL, result INTEGER NOT NULL,
    plies INTEGER NOT NULL, moves_hash INTEGER NOT NULL, seats BLOB NOT NULL, moves TEXT,
    PRIMARY KEY (cell, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX game_result ON game (cell, result);
CREATE TABLE failure (
    cell INTEGER NOT NULL, number INTEGER NOT NULL, run INTEGER NOT NULL, message TEXT NOT NULL,
    PRIMARY KEY (cell, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE claim (
    cell INTEGER NOT NULL, number INTEGER NOT NULL, run INTEGER NOT NULL,
    PRIMARY KEY (cell, number)
) STRICT, WITHOUT ROWID;
";

/// Opens a store, and makes it if it is not there and may be made.
pub(super) fn open(path: &Path, create: bool) -> Result<Connection, StoreError> {
    let fault = |error| StoreError::new(path, error);
    if !create && !path.exists() {
        return Err(StoreError::Missing { path: path.to_owned() });
    }
    let mut connection = Connection::open_with_flags(path, OpenFlags::default()).map_err(fault)?;
    connection.busy_timeout(PATIENCE).map_err(fault)?;
    check(&mut connection, path, create)?;
    // In the log every transaction is whole or not there. Without a sync after each, a power cut may cost the last ones,
    // a killed process none.
    let _: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)).map_err(fault)?;
    connection.execute_batch("PRAGMA synchronous = NORMAL").map_err(fault)?;
    Ok(connection)
}

/// Makes sure that this is a store of a format that we know. An empty file becomes one.
fn check(connection: &mut Connection, path: &Path, create: bool) -> Result<(), StoreError> {
    let fault = |error| StoreError::new(path, error);
    let behavior = if create { TransactionBehavior::Immediate } else { TransactionBehavior::Deferred };
    let transaction = connection.transaction_with_behavior(behavior).map_err(fault)?;
    let pragma = |name: &str| transaction.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i32>(0));
    let (application, format) = (pragma("application_id").map_err(fault)?, pragma("user_version").map_err(fault)?);
    let count = "SELECT count(*) FROM sqlite_schema";
    let tables: i64 = transaction.query_row(count, [], |row| row.get(0)).map_err(fault)?;
    match (application, format) {
        (APPLICATION, FORMAT) => Ok(()),
        (APPLICATION, format) => Err(StoreError::Format { path: path.to_owned(), format, known: FORMAT }),
        (0, 0) if tables == 0 && create => {
            let head = format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT};");
            transaction.execute_batch(&(head + TABLES)).map_err(fault)?;
            transaction.commit().map_err(fault)
        }
        _ => Err(StoreError::Foreign { path: path.to_owned() }),
    }
}

impl StoreError {
    /// What the database says, in words.
    pub(super) fn new(path: &Path, error: rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full { path },
            Some(ErrorCode::NotADatabase) => StoreError::Foreign { path },
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, reason: error.to_string() },
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => {
                StoreError::Unreachable { path, reason: error.to_string() }
            }
            _ => StoreError::Other { path, reason: error.to_string() },
        }
    }
}
