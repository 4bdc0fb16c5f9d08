//! The tables of a store, and how one is recognised.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;

/// `WAXW`, in the head of every store.
const APPLICATION: i32 = 0x5741_5857;
/// The version of the tables below. A change that an older program cannot read makes a new one.
const NEWEST: i32 = 2;

/// A format that can be read. No single bit makes the one of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// Without checksums, counts of rows, and files of experiments.
    One,
    /// The tables below.
    Two,
}

impl Format {
    /// Its number.
    pub(super) fn number(self) -> i32 {
        match self {
            Format::One => 1,
            Format::Two => NEWEST,
        }
    }

    /// What a statement selects as the checksum of a row.
    pub(super) fn checksum(self) -> &'static str {
        match self {
            Format::One => "NULL",
            Format::Two => "checksum",
        }
    }
}

/// A game's row is small: who played is in the cell's specification, which seats and seeds follow from its number, and what
/// each seat did is packed. Moves are kept only where the seeds would not give them again. A row has a checksum over what it
/// says (`seal.rs`), and a tally the number of rows and the sum of their checksums, so that a row that is gone is missed.
const TABLES: &str = "
CREATE TABLE run (
    id INTEGER PRIMARY KEY, token INTEGER NOT NULL UNIQUE, version TEXT NOT NULL, machine TEXT NOT NULL,
    place TEXT NOT NULL, process INTEGER NOT NULL, since INTEGER NOT NULL, started INTEGER NOT NULL, seen INTEGER NOT NULL,
    checksum INTEGER NOT NULL
) STRICT;
CREATE TABLE cell (
    id INTEGER PRIMARY KEY, key INTEGER NOT NULL UNIQUE, spec TEXT NOT NULL, checksum INTEGER NOT NULL
) STRICT;
CREATE TABLE listing (
    experiment TEXT NOT NULL, label TEXT NOT NULL, cell INTEGER NOT NULL, games INTEGER NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (experiment, label, cell)
) STRICT, WITHOUT ROWID;
CREATE TABLE file (
    experiment TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL, beside TEXT NOT NULL,
    kept INTEGER NOT NULL, checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE game (
    cell INTEGER NOT NULL, number INTEGER NOT NULL, run INTEGER NOT NULL, result INTEGER NOT NULL,
    plies INTEGER NOT NULL, moves_hash INTEGER NOT NULL, seats BLOB NOT NULL, moves TEXT, checksum INTEGER NOT NULL,
    PRIMARY KEY (cell, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE failure (
    cell INTEGER NOT NULL, number INTEGER NOT NULL, run INTEGER NOT NULL, message TEXT NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (cell, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE tally (
    about TEXT NOT NULL, cell INTEGER NOT NULL, count INTEGER NOT NULL, sum INTEGER NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (about, cell)
) STRICT, WITHOUT ROWID;
CREATE TABLE claim (
    cell INTEGER NOT NULL, number INTEGER NOT NULL, run INTEGER NOT NULL,
    PRIMARY KEY (cell, number)
) STRICT, WITHOUT ROWID;
";

/// The format of a store.
pub(super) fn format(connection: &Connection, path: &Path) -> Result<Format, StoreError> {
    recognise(connection, path)?.ok_or_else(|| StoreError::Foreign { path: path.to_owned() })
}

/// The format of a store; an empty file becomes one.
pub(super) fn make(connection: &mut Connection, path: &Path) -> Result<Format, StoreError> {
    let fault = |error| StoreError::new(path, error);
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fault)?;
    let format = match recognise(&transaction, path)? {
        Some(format) => format,
        None => {
            let head = format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {NEWEST};");
            transaction.execute_batch(&(head + TABLES)).map_err(fault)?;
            Format::Two
        }
    };
    transaction.commit().map_err(fault)?;
    // In the log every transaction is whole or not there. Without a sync after each, a power cut may cost the last ones,
    // a killed process none.
    let _: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)).map_err(fault)?;
    connection.execute_batch("PRAGMA synchronous = NORMAL").map_err(fault)?;
    Ok(format)
}

/// The format of a store; `None` for an empty file.
fn recognise(connection: &Connection, path: &Path) -> Result<Option<Format>, StoreError> {
    let fault = |error| StoreError::new(path, error);
    let number = |text: &str| connection.query_row(text, [], |row| row.get::<_, i32>(0)).map_err(fault);
    let (application, format) = (number("PRAGMA application_id")?, number("PRAGMA user_version")?);
    let path = path.to_owned();
    match (application, format) {
        (APPLICATION, 1) => Ok(Some(Format::One)),
        (APPLICATION, NEWEST) => Ok(Some(Format::Two)),
        (APPLICATION, 3..) => Err(StoreError::Format { path, format, known: NEWEST }),
        (APPLICATION, _) => Err(StoreError::Damaged { path, reason: format!("there is no format {format}") }),
        (0, 0) if number("SELECT count(*) FROM sqlite_schema")? == 0 => Ok(None),
        _ => Err(StoreError::Foreign { path }),
    }
}
