//! Experiments: a file declares cells, a runner plays their games, a store keeps every one of them.
//!
//! Where to start reading: `file.rs` and `cells.rs` for what a file may say; [`Spec`] for what determines a game; `store/`
//! for how games are kept; `runner.rs` for how they are played, and `dispatch.rs` for how others play them.

mod cell_games;
mod cells;
mod claim;
mod dispatch;
#[cfg(test)]
mod dispatched;
mod export;
mod figure;
mod file;
mod goal;
mod line;
mod lot;
mod numbers;
mod pairing;
mod plan;
mod replay;
mod reproduction;
mod results;
mod run;
mod runner;
mod shard;
mod spec;
mod store;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod worker;

use serde::Serialize;

use crate::program::is_program;
use waxwing_workshop::statistics::NORMAL;
use waxwing_workshop::{Forfeits, Workshop};

pub use claim::Claim;
pub(crate) use claim::{Demand, Subject};
pub use dispatch::{Dispatch, GivenLot};
#[cfg(feature = "parquet")]
pub use export::export_parquet;
pub use export::{ExportError, export_csv};
pub use figure::{Figure, FigureKind};
pub use file::FileError;
pub(crate) use file::Origin;
use file::Source;
pub(crate) use line::results_in_order;
pub use lot::{Lot, LotError};
pub use plan::{Plan, PlanStep, PlannedCells, StepProgress, run_plan};
pub use replay::{ReplayedGame, replay_game};
pub use reproduction::Reproduction;
pub use results::{Collected, MergedRows, ResultsError, ResultsFolder, RowState, RowStatus, Trust, merge_results};
pub(crate) use results::{ResultsFile, Row, Sums};
pub use run::{CellProgress, RunOptions, RunProgress};
pub use runner::run_experiments;
pub use shard::Shard;
pub(crate) use spec::{Spec, hash};
pub use store::{
    CellStatus, CellTrees, Checked, Damage, Mean, Merged, Repaired, Snapshot, Standing, Store, StoreError, repair_store,
};

/// A declared set of matches, with the numbers that a paper has for them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Experiment {
    /// The file it was read from.
    pub file: String,
    /// Its name, in stores and lists.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// Where the published numbers are from.
    pub source: String,
    /// What a reader of the results should know.
    pub note: Option<String>,
    /// What is played.
    pub cells: Vec<Cell>,
    /// What the paper says in words.
    pub claims: Vec<Claim>,
    /// How its report draws them.
    pub figure: Figure,
    /// The part of it that is played for the ledger of reproduced results.
    pub reproduction: Option<Reproduction>,
    /// What it was read from.
    pub(crate) origin: Origin,
    /// Where its games and agents come from.
    workshop: Workshop,
}

/// Games of one kind, which give one number.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Cell {
    /// What tells it from the other cells of the file.
    pub label: String,
    /// Its row in a table; its curve, or its bar in each group of bars.
    pub row: String,
    /// Its column in a table; its place along the axis, or its group of bars.
    pub column: String,
    /// What determines its games.
    pub(crate) spec: Spec,
    /// How many games; decided pairs where those count.
    pub games: u64,
    /// Which number it gives.
    pub measure: Measure,
    /// The published number, if there is one.
    pub published: Option<Published>,
    /// Whether it is one of the two that matter most.
    pub central: bool,
    /// What a reader of its result should know.
    pub note: Option<String>,
    /// What is known of the reason where its number differs from the published one.
    pub difference: Option<String>,
}

/// Which number a cell gives for its first agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// Games won ÷ games.
    Wins,
    /// The mean of win 1, draw ½.
    Points,
    /// Visits of the chosen action ÷ iterations of its search.
    Visits,
    /// The value of the chosen action, its player's, in [0, 1].
    Value,
    /// The depth of the tree.
    Depth,
}

/// A published number, in per cent where it is a rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Published {
    /// The number.
    pub value: f64,
    /// Half of its 95 % interval, where it was printed.
    pub plus_minus: Option<f64>,
    /// The games it was counted over.
    pub games: Option<u64>,
}

impl Published {
    /// The number as a part of one, if it is a rate.
    pub(crate) fn rate(&self) -> f64 {
        (self.value / 100.0).clamp(0.0, 1.0)
    }

    /// The games it was counted over: as printed, or as many as its interval tells. A number of which neither is known counts
    /// as exact, since nothing else can be said of it.
    pub(crate) fn trials(&self) -> u64 {
        const EXACT: u64 = 1_000_000_000;
        let by_interval = || {
            let half = self.plus_minus.filter(|half| *half > 0.0)? / 100.0;
            Some(((self.rate() * (1.0 - self.rate()) * (NORMAL / half).powi(2)).round() as u64).max(1))
        };
        self.games.or_else(by_interval).unwrap_or(EXACT)
    }
}

impl Experiment {
    /// Reads an experiment file; `file` is said in errors, and openings are looked for beside it.
    ///
    /// ```
    /// let text = "
    /// name = 'small'
    /// title = 'A small experiment'
    /// source = 'nobody'
    /// [[cell]]
    /// label = 'c = {c}'
    /// game = 'breakthrough(rows=5, columns=4)'
    /// agent = 'uct(c={c})'
    /// against = 'uct'
    /// over = { c = [0.2, 0.4] }
    /// games = 10
    /// budget = 50
    /// ";
    /// let workshop = waxwing_games::standard();
    /// let experiment = waxwing_lab::Experiment::read(&workshop, "small.toml", text)?;
    /// assert_eq!(experiment.cells[1].label, "c = 0.4");
    /// let wrong = text.replace("against", "agaisnt");
    /// let error = waxwing_lab::Experiment::read(&workshop, "small.toml", &wrong).unwrap_err();
    /// assert_eq!(error.to_string(), "small.toml:9: unknown key `agaisnt`; did you mean `against`?");
    /// # Ok::<(), waxwing_lab::FileError>(())
    /// ```
    pub fn read(workshop: &Workshop, file: &str, text: &str) -> Result<Experiment, FileError> {
        cells::read(&Source::in_folder(workshop, file, text))
    }

    /// Reads an experiment file again that a store has kept.
    pub(crate) fn read_kept(workshop: &Workshop, file: &str, origin: &Origin) -> Result<Experiment, FileError> {
        cells::read(&Source::kept(workshop, file, origin))
    }

    /// Where its games and agents come from.
    pub(crate) fn workshop(&self) -> &Workshop {
        &self.workshop
    }

    /// Gives all cells another budget, such as `500` or `1s`; expressions that have one of their own keep it. With `10%` each
    /// cell and each expression has this part of its own. The cells are others then. The message says why it cannot be.
    pub fn set_budget(&mut self, budget: &str) -> Result<(), String> {
        reproduction::set_budget(self, budget)
    }

    /// Says what becomes of games in which a program fails. Cells with programs are others then; the rest have no such games.
    pub fn set_forfeits(&mut self, forfeits: Forfeits) {
        let workshop = self.workshop.clone();
        let plays = |agent: &String| workshop.expression(agent).is_ok_and(|agent| is_program(&agent));
        let cells = self.cells.iter_mut().filter(|cell| cell.spec.agents.iter().any(plays));
        cells.for_each(|cell| cell.spec.forfeits = forfeits);
    }

    /// Reduces the experiment to the part that is declared for the ledger; the message says why it cannot be.
    pub fn reduce_to_reproduction(&mut self) -> Result<(), String> {
        let part = self.reproduction.clone().ok_or_else(|| format!("{}: there is no `[reproduction]`", self.file))?;
        self.scale_down(&part)
    }
}

impl Cell {
    /// The game with its options.
    pub fn game(&self) -> &str {
        &self.spec.game
    }

    /// The games it has at a scale, rounded up to whole groups; decided pairs where those count.
    pub fn games_at(&self, scale: f64) -> u64 {
        let (games, group) = (run::scaled(self.games, scale), self.spec.group as u64);
        if self.spec.pairs { games } else { games.div_ceil(group) * group }
    }

    /// What an agent may use for a move if its expression does not say.
    pub fn budget(&self) -> &str {
        &self.spec.budget
    }

    /// The expressions of the agents; the first is the one that the cell is about.
    pub fn agents(&self) -> &[String] {
        &self.spec.agents
    }
}
