//! What can go wrong with results files.

use std::path::{Path, PathBuf};

use crate::experiment::StoreError;

/// Why results cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResultsError {
    /// A line of a file is not what it should be.
    #[error("{}:{line}: {message}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What is wrong.
        message: String,
    },
    /// The system says no.
    #[error("`{}`: {reason}", path.display())]
    System {
        /// The file or folder.
        path: PathBuf,
        /// What it says.
        reason: String,
    },
    /// The store that games come from cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A cell cannot be played by this version.
    #[error("{0}")]
    Unplayable(String),
}

impl ResultsError {
    pub(super) fn system(path: &Path, error: &dyn std::fmt::Display) -> ResultsError {
        ResultsError::System { path: path.to_owned(), reason: error.to_string() }
    }
}
