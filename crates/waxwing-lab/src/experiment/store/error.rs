//! Why a store cannot be used.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

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
    /// Its newest games are in a log that can be read only where files can be made.
    #[error(
        "the newest games of the store `{}` are in its log `{}`, which cannot be read in a folder that cannot be \
         written: copy both files to another folder",
        path.display(), log.display()
    )]
    Log {
        /// The file.
        path: PathBuf,
        /// The log.
        log: PathBuf,
    },
    /// It is something else.
    #[error("`{}` is not a store of results; nothing in it was changed", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It was made by another version of this program.
    #[error(
        "the store `{}` has format {format}, and this program knows formats up to {known}: use a newer version; nothing \
         in it was changed",
        path.display()
    )]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        format: i32,
        /// The newest that is known.
        known: i32,
    },
    /// What it holds makes no sense, or is not what was written.
    #[error(
        "the store `{}` is damaged: {reason}; `waxwing experiment check {}` says more, and with `--repair` mends it",
        path.display(), path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A store was to be merged with itself.
    #[error("`{}` and `{}` are the same store", path.display(), other.display())]
    Same {
        /// The store that was to get the games.
        path: PathBuf,
        /// Where they were to come from.
        other: PathBuf,
    },
    /// Another process has it open.
    #[error("the store `{}` is open in another process: wait until that is done", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A file that would be made is there already.
    #[error("`{}` is there already: move it away first", path.display())]
    InTheWay {
        /// The file.
        path: PathBuf,
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
    /// It was to stop.
    #[error("interrupted")]
    Interrupted,
    /// Anything else that the database or the system says.
    #[error("the store `{}`: {reason}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it says.
        reason: String,
    },
}

impl StoreError {
    /// What the database says, in words.
    pub(super) fn new(path: &Path, error: rusqlite::Error) -> StoreError {
        let (path, reason) = (path.to_owned(), error.to_string());
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full { path },
            Some(ErrorCode::NotADatabase) => StoreError::Foreign { path },
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => {
                StoreError::Unreachable { path, reason }
            }
            // Statements are ours: where one does not fit the tables or their values, those are not what they were.
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::Unknown) | None => StoreError::Damaged { path, reason },
            Some(_) => StoreError::Other { path, reason },
        }
    }

    /// What the system says.
    pub(super) fn system(path: &Path, error: &std::io::Error) -> StoreError {
        StoreError::Other { path: path.to_owned(), reason: error.to_string() }
    }
}
