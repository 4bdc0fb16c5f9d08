//! The state of the cells of a store, counted by the database.

use std::collections::BTreeMap;

use serde::Serialize;

use super::snapshot::{Listing, Snapshot};
use super::{Store, StoreError};
use crate::experiment::Spec;
use crate::experiment::cell_games::GameResult;
use crate::experiment::pairing::decide_groups;
use waxwing_workshop::statistics::{Interval, Outcome, Score};

/// The state of a cell of an experiment.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CellStatus {
    /// The experiment.
    pub experiment: String,
    /// The cell's label.
    pub label: String,
    /// Its number in this store.
    pub cell: i64,
    /// The game.
    pub game: String,
    /// The agents; the first is the one that the cell is about.
    pub agents: Vec<String>,
    /// How many games it was to have when it was run last (decided pairs, where those count).
    pub wanted: u64,
    /// Finished games.
    pub games: u64,
    /// Games that could not be played.
    pub failed: u64,
    /// Games that were written and are damaged or gone; they are not counted.
    pub damaged: u64,
    /// The results of its first agent.
    #[serde(flatten)]
    pub standing: Standing,
}

/// The results of an agent.
#[derive(Clone, Copy, Debug, Serialize, PartialEq)]
#[non_exhaustive]
pub struct Standing {
    /// Wins, of games or decided pairs.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
    /// Pairs that neither agent won, where only decided pairs count.
    pub discarded: u64,
    /// Wins ÷ all of them.
    pub win_rate: Option<f64>,
    /// Its Clopper-Pearson interval.
    pub ci95: Interval,
    /// The mean of win 1, draw ½.
    pub score: Option<f64>,
    /// Its interval.
    pub score_ci95: Interval,
}

impl Standing {
    pub(crate) fn new(score: Score, discarded: u64) -> Standing {
        Standing {
            wins: score.wins,
            draws: score.draws,
            losses: score.losses,
            discarded,
            win_rate: score.win_rate(),
            ci95: score.win_interval(),
            score: score.mean(),
            score_ci95: score.mean_interval(),
        }
    }

    /// Before the first game.
    pub(crate) fn none() -> Standing {
        Standing::new(Score::default(), 0)
    }

    /// Games, or decided pairs.
    pub fn counted(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl Store {
    /// The state of every cell of every experiment.
    pub fn status(&self) -> Result<Vec<CellStatus>, StoreError> {
        self.snapshot()?.status()
    }
}

impl Snapshot<'_> {
    /// The state of every cell of every experiment.
    pub fn status(&self) -> Result<Vec<CellStatus>, StoreError> {
        let counts = self.result_counts()?;
        let failures = self.failure_counts()?;
        let mut statuses = Vec::new();
        for Listing { experiment, label, cell, games } in self.listings().iter().cloned() {
            let spec = self.spec(cell)?;
            let of_cell = counts.get(&cell).map_or(&[][..], Vec::as_slice);
            let standing = self.standing(cell, &spec, of_cell)?;
            statuses.push(CellStatus {
                experiment,
                label,
                cell,
                game: spec.game,
                agents: spec.agents,
                wanted: games,
                games: of_cell.iter().map(|(_, count)| count).sum(),
                failed: failures.get(&cell).copied().unwrap_or(0),
                damaged: self.games.get(&cell).map_or(0, |found| found.lost),
                standing,
            });
        }
        Ok(statuses)
    }

    fn standing(&self, cell: i64, spec: &Spec, counts: &[(GameResult, u64)]) -> Result<Standing, StoreError> {
        if spec.pairs {
            let results = self.results(cell)?.into_iter().filter_map(|(number, result)| Some((number, result?)));
            let (score, discarded) = decide_groups(results);
            return Ok(Standing::new(score, discarded));
        }
        let mut score = Score::default();
        for (result, count) in counts {
            match result.outcome(0) {
                Outcome::Won => score.wins += count,
                Outcome::Drawn => score.draws += count,
                Outcome::Lost => score.losses += count,
            }
        }
        Ok(Standing::new(score, 0))
    }

    /// The results of a cell, in order.
    pub(crate) fn results(&self, cell: i64) -> Result<Vec<(u64, Option<GameResult>)>, StoreError> {
        self.store.results(cell, 0)
    }

    /// For each cell, how often each result occurred.
    fn result_counts(&self) -> Result<BTreeMap<i64, Vec<(GameResult, u64)>>, StoreError> {
        let mut counts: BTreeMap<i64, Vec<(GameResult, u64)>> = BTreeMap::new();
        let text = "SELECT cell, result, count(*) FROM game NOT INDEXED GROUP BY cell, result";
        self.store.each::<StoreError>(text, [], &mut |row| {
            let count = || Ok((row.get(0)?, GameResult(row.get(1)?), row.get::<_, i64>(2)? as u64));
            let (cell, result, count) = count().map_err(|error| self.store.fault(error))?;
            counts.entry(cell).or_default().push((result, count));
            Ok(())
        })?;
        Ok(counts)
    }

    fn failure_counts(&self) -> Result<BTreeMap<i64, u64>, StoreError> {
        let mut counts = BTreeMap::new();
        let text = "SELECT cell, count(*) FROM failure GROUP BY cell";
        self.store.each::<StoreError>(text, [], &mut |row| {
            let count = || Ok((row.get(0)?, row.get::<_, i64>(1)? as u64));
            counts.extend([count().map_err(|error| self.store.fault(error))?]);
            Ok(())
        })?;
        Ok(counts)
    }

    /// What went wrong, in the order of cells and numbers: at most this many.
    pub fn failures(&self, most: u32) -> Result<Vec<(String, String)>, StoreError> {
        let mut failures = Vec::new();
        let text = "SELECT cell || ':' || number, message FROM failure ORDER BY cell, number LIMIT ?1";
        self.store.each::<StoreError>(text, [most], &mut |row| {
            let failure = || Ok((row.get(0)?, row.get(1)?));
            failures.push(failure().map_err(|error| self.store.fault(error))?);
            Ok(())
        })?;
        Ok(failures)
    }
}
