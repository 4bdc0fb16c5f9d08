//! Results as data: a table for each experiment, whose rows say what the games of its cells add up to.
//!
//! A store has every game and may be lost; these files are small, lie beside the experiments, and grow. A row is one cell
//! and one run of whole groups that one build played (`row.rs`). It counts for a cell as long as everything that determines
//! the cell's games is as it was, how its agents search included (`identity.rs`, `behaviour.rs`). `collect.rs` makes rows
//! of what a store has beyond them.

mod behaviour;
mod collect;
mod error;
mod file;
mod identity;
mod merge;
mod row;
mod status;
mod sums;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::File;
use std::path::{Path, PathBuf};

use waxwing_workshop::Workshop;

use super::Spec;
pub(super) use collect::UNKNOWN;
pub use collect::{Collected, Trust};
pub use error::ResultsError;
pub(crate) use file::ResultsFile;
use identity::Identities;
pub(crate) use identity::Identity;
pub use merge::{MergedRows, merge_results};
pub(crate) use row::Row;
pub use status::{RowState, RowStatus};
pub(crate) use sums::Sums;

/// A folder with a results file for each experiment.
pub struct ResultsFolder {
    folder: PathBuf,
    identities: Identities,
    known: BTreeMap<String, Identity>,
    /// Whether games of a cell that a version played go the same way now.
    verified: HashMap<(u64, String), bool>,
}

impl ResultsFolder {
    /// A folder that is there, or can be made. It fails if it is something else.
    pub fn open(workshop: &Workshop, folder: &Path) -> Result<ResultsFolder, ResultsError> {
        std::fs::create_dir_all(folder).map_err(|error| ResultsError::system(folder, &error))?;
        Ok(ResultsFolder {
            folder: folder.to_owned(),
            identities: Identities::new(workshop),
            known: BTreeMap::new(),
            verified: HashMap::new(),
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// The rows of an experiment.
    pub(crate) fn file(&self, experiment: &str) -> Result<ResultsFile, ResultsError> {
        ResultsFile::read(&self.folder.join(format!("{experiment}.csv")))
    }

    /// Processor time that the rows of some experiments have taken, in microseconds; games that several have count once.
    pub(crate) fn microseconds(&self, experiments: BTreeSet<&str>) -> Result<u64, ResultsError> {
        let mut times = BTreeMap::new();
        for name in experiments {
            times.extend(self.file(name)?.rows().map(|row| ((row.identity.clone(), row.games), row.sums.time)));
        }
        Ok(times.values().sum())
    }

    /// What determines the games of a cell in this version.
    pub(crate) fn identity(&mut self, spec: &Spec) -> Result<Identity, ResultsError> {
        let text = spec.text();
        if let Some(known) = self.known.get(&text) {
            return Ok(known.clone());
        }
        let identity = self.identities.of(spec).map_err(|error| ResultsError::Unplayable(error.to_string()))?;
        self.known.insert(text, identity.clone());
        Ok(identity)
    }

    /// The rows that count for a cell, of the games that all of these experiments have.
    pub(crate) fn rows_of(&mut self, experiments: &BTreeSet<&str>, spec: &Spec) -> Result<Vec<Row>, ResultsError> {
        let files = experiments.iter().map(|name| self.file(name)).collect::<Result<Vec<_>, _>>()?;
        // To find out how agents search takes time.
        if files.iter().any(|file| file.rows().next().is_none()) {
            return Ok(Vec::new());
        }
        let identity = self.identity(spec)?;
        let Some((first, others)) = files.split_first() else { return Ok(Vec::new()) };
        let shared = |row: &&Row| others.iter().all(|file| file.covers(&identity, row.games));
        Ok(first.rows_of(&identity).filter(shared).cloned().collect())
    }

    /// Keeps others from writing here until it is dropped, where the system can do that.
    fn lock(&self) -> Option<File> {
        let folder = File::open(&self.folder).ok()?;
        folder.lock().ok()?;
        Some(folder)
    }
}
