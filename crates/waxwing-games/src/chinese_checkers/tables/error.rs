//! What can go wrong with tables.

use std::path::PathBuf;

/// Why a table is not there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// There is no table of this name.
    #[error("there is no table `{name}`; {}", suggestion(*nearest, names))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The one that looks like it.
        nearest: Option<&'static str>,
        /// All there are.
        names: [&'static str; 2],
    },
    /// There is no known place to keep tables in.
    #[error("there is no cache directory for tables; set WAXWING_CACHE to one")]
    NoDirectory,
    /// The table has not been built.
    #[error("`{name}` has not been built; `waxwing tables build {name}` builds it")]
    Missing {
        /// The table.
        name: &'static str,
    },
    /// The file is not what was written.
    #[error("`{}` is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file cannot be read.
    #[error("`{}` cannot be read: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// The file cannot be written.
    #[error("`{}` cannot be written: {error}", path.display())]
    Unwritable {
        /// The file, or the directory.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// The table does not fit into memory.
    #[error("there is not enough memory for the table")]
    NoMemory,
    /// The work was cancelled.
    #[error("interrupted")]
    Cancelled,
}

fn suggestion(nearest: Option<&str>, names: &[&str]) -> String {
    match nearest {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("there are {}", names.join(", ")),
    }
}
