//! What the rows of an experiment are worth today.

use serde::Serialize;

use super::{Identity, ResultsError, ResultsFolder, Row};
use crate::experiment::Experiment;

/// A row as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RowStatus {
    /// The experiment.
    pub experiment: String,
    /// The label of the cell.
    pub cell: String,
    /// The numbers of its games.
    pub games: String,
    /// Of the first agent, in games or decided pairs.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
    /// Pairs without a winner.
    pub discarded: u64,
    /// The build that played them.
    pub version: String,
    /// Where.
    pub processor: String,
    /// Hours of processor time.
    pub hours: f64,
    /// Whether it counts.
    pub state: RowState,
}

/// Whether a row counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RowState {
    /// It counts for a cell of the experiment.
    Counts,
    /// The cell has other agents now, or they search in another way.
    Old,
    /// It has other budgets, seeds or seats than the cells that were asked for.
    Other,
}

impl ResultsFolder {
    /// All rows of an experiment.
    pub fn status(&mut self, experiment: &Experiment) -> Result<Vec<RowStatus>, ResultsError> {
        let file = self.file(&experiment.name)?;
        if file.rows().next().is_none() {
            return Ok(Vec::new());
        }
        let mut cells = Vec::new();
        for cell in &experiment.cells {
            cells.push((cell.label.as_str(), self.identity(&cell.spec)?));
        }
        Ok(file.rows().map(|row| shown(&experiment.name, row, state(row, &cells))).collect())
    }
}

/// Whether a row counts for one of these cells.
fn state(row: &Row, cells: &[(&str, Identity)]) -> RowState {
    let is_old =
        |(label, identity): &(&str, Identity)| *label == row.cell && identity.setting() == row.identity.setting();
    if cells.iter().any(|(_, identity)| *identity == row.identity) {
        RowState::Counts
    } else if cells.iter().any(is_old) {
        RowState::Old
    } else {
        RowState::Other
    }
}

fn shown(experiment: &str, row: &Row, state: RowState) -> RowStatus {
    RowStatus {
        experiment: experiment.to_owned(),
        cell: row.cell.clone(),
        games: row.games.to_string(),
        wins: row.sums.score.wins,
        draws: row.sums.score.draws,
        losses: row.sums.score.losses,
        discarded: row.sums.discarded,
        version: row.version.clone(),
        processor: row.processor.clone(),
        hours: row.sums.processor_time().as_secs_f64() / 3600.0,
        state,
    }
}
