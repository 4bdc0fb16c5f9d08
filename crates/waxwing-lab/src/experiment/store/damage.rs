//! What is wrong with a store.

use serde::{Serialize, Serializer};

/// Something in a store that is not what was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// The row of a game.
    #[error("game {cell}:{number} is not what was written")]
    Game {
        /// The number of its cell, as the row says.
        cell: i64,
        /// Its number, as the row says.
        number: i64,
    },
    /// The row of a game that could not be played.
    #[error("the failure of game {cell}:{number} is not what was written")]
    Failure {
        /// The number of its cell, as the row says.
        cell: i64,
        /// Its number, as the row says.
        number: i64,
    },
    /// Games, or failures, of a cell that were written and are not found.
    #[error("cell {cell}: {count} of the {what} that were written cannot be found")]
    Gone {
        /// `games` or `failures`.
        what: &'static str,
        /// The number of the cell.
        cell: i64,
        /// How many there are beside those that are named.
        count: u64,
    },
    /// Games, or failures, whose cell or run is not known.
    #[error("{count} {what} belong to the {owner} {id}, which is missing or damaged")]
    Orphans {
        /// `games` or `failures`.
        what: &'static str,
        /// `cell` or `run`.
        owner: &'static str,
        /// Its number.
        id: i64,
        /// How many there are.
        count: u64,
    },
    /// A row of a table that has no games.
    #[error("the {table} `{row}` is not what was written")]
    Row {
        /// The table.
        table: &'static str,
        /// What tells the row from others.
        row: String,
    },
    /// Rows of such a table that were written and are not found.
    #[error("not every {table} that was written can be found")]
    RowsGone {
        /// The table.
        table: &'static str,
    },
    /// A part of the file that cannot be read.
    #[error("a part of `{table}` cannot be read: {reason}")]
    Unreadable {
        /// The table.
        table: &'static str,
        /// What the database says.
        reason: String,
    },
    /// Something that the database finds wrong with its pages.
    #[error("the file: {reason}")]
    Pages {
        /// What it says.
        reason: String,
    },
}

/// In JSON, the text.
impl Serialize for Damage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
