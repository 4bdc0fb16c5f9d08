//! From a store and an experiment's file to what a report says.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::Serialize;

use super::effects::FactorEffects;
use super::verdict::{Agreement, Compared};
use crate::experiment::{
    Cell, CellStatus, Experiment, Figure, Measure, Published, Snapshot, Standing, StoreError, Work, results_in_order,
};
use waxwing_workshop::statistics::Interval;

/// What a store has of an experiment.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The experiment's name.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// Where the published numbers are from.
    pub source: String,
    /// What a reader should know.
    pub note: Option<String>,
    /// How it was scaled down, in words.
    pub scale: Option<String>,
    /// All cells of the file, those without games too.
    pub cells: Vec<CellReport>,
    /// What the factors of the rows do, where the figure names some.
    pub effects: Vec<FactorEffects>,
    /// The versions that played the games.
    pub versions: BTreeSet<String>,
    /// Where they ran.
    pub machines: BTreeSet<String>,
    #[serde(skip)]
    pub(super) figure: Figure,
}

/// A cell of an experiment, and what is known of it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CellReport {
    /// Its label.
    pub label: String,
    /// Its row in the figure.
    pub row: String,
    /// Its column in the figure.
    pub column: String,
    /// Whether it is one of the two that matter most.
    pub central: bool,
    /// The game.
    pub game: String,
    /// The agents; the first is the one that the cell is about.
    pub agents: Vec<String>,
    /// What they may use for a move.
    pub budget: String,
    /// What a reader should know.
    pub note: Option<String>,
    /// Which number it gives.
    pub measure: Measure,
    /// The results of the first agent.
    #[serde(flatten)]
    pub standing: Standing,
    /// How many games or decided pairs were asked for.
    pub wanted: u64,
    /// Games that could not be played.
    pub failed: u64,
    /// Games that were written and are damaged or gone; they are not counted.
    pub damaged: u64,
    /// The number that its measure is.
    pub rate: Option<f64>,
    /// Its interval.
    pub interval: Interval,
    /// An interval of the score that holds whenever one stops, where games are missing: they may be missing because of what
    /// was seen, and then the usual interval is too narrow.
    pub anytime: Option<Interval>,
    /// The published number.
    pub published: Option<Published>,
    /// Both compared.
    pub compared: Option<Compared>,
    /// Processor time of all agents, in seconds.
    pub cpu_seconds: f64,
    /// The mean length of a game in plies.
    pub plies: Option<f64>,
    /// Iterations of each agent for a searched move.
    pub iterations: Vec<Option<f64>>,
}

impl CellReport {
    /// Games, or decided pairs, that count.
    pub fn games(&self) -> u64 {
        self.standing.counted()
    }

    /// Whether its number is a part of something, which is told in per cent.
    pub(super) fn is_fraction(&self) -> bool {
        self.measure != Measure::Depth
    }
}

impl Report {
    /// Processor time of all games, in seconds.
    pub fn cpu_seconds(&self) -> f64 {
        // An empty sum would be -0.
        self.cells.iter().fold(0.0, |sum, cell| sum + cell.cpu_seconds)
    }

    /// Whether anything was played.
    pub fn has_games(&self) -> bool {
        self.cells.iter().any(|cell| cell.games() > 0)
    }

    /// How many cells are said to agree, and so on.
    pub fn count(&self, agreement: Agreement) -> usize {
        self.cells.iter().filter(|cell| cell.compared.is_some_and(|found| found.agreement == agreement)).count()
    }
}

/// Reads what a store has of some experiments.
pub fn report_experiments(store: &Snapshot<'_>, experiments: &[Experiment]) -> Result<Vec<Report>, StoreError> {
    let mut known: BTreeMap<i64, CellStatus> = BTreeMap::new();
    for status in store.status()? {
        // A cell that several experiments have was asked for as often as the one says that wants most.
        let wanted = known.get(&status.cell).map_or(0, |other| other.wanted);
        known.insert(status.cell, CellStatus { wanted: status.wanted.max(wanted), ..status });
    }
    experiments.iter().map(|experiment| gather(store, experiment, &known)).collect()
}

fn gather(
    store: &Snapshot<'_>,
    experiment: &Experiment,
    known: &BTreeMap<i64, CellStatus>,
) -> Result<Report, StoreError> {
    let (mut cells, mut runs) = (Vec::new(), BTreeSet::new());
    for cell in &experiment.cells {
        let number = store.cell(&cell.spec);
        let status = number.and_then(|number| known.get(&number)).filter(|status| status.standing.counted() > 0);
        let report = match status {
            Some(status) => {
                let work = store.work(status.cell, &cell.spec)?;
                runs.extend(&work.runs);
                with_games(store, cell, status, &work)?
            }
            None => without_games(cell),
        };
        cells.push(report);
    }
    let [versions, machines] = store.origins(&runs);
    Ok(Report {
        name: experiment.name.clone(),
        title: experiment.title.clone(),
        source: experiment.source.clone(),
        note: experiment.note.clone(),
        scale: None,
        effects: FactorEffects::of(&experiment.figure, &cells),
        cells,
        versions,
        machines,
        figure: experiment.figure.clone(),
    })
}

fn without_games(cell: &Cell) -> CellReport {
    CellReport {
        label: cell.label.clone(),
        row: cell.row.clone(),
        column: cell.column.clone(),
        central: cell.central,
        game: cell.game().to_owned(),
        agents: cell.agents().to_vec(),
        budget: cell.budget().to_owned(),
        note: cell.note.clone(),
        measure: cell.measure,
        standing: Standing::none(),
        wanted: cell.games,
        failed: 0,
        damaged: 0,
        rate: None,
        interval: Interval::UNKNOWN,
        anytime: None,
        published: cell.published,
        compared: None,
        cpu_seconds: 0.0,
        plies: None,
        iterations: vec![None; cell.agents().len()],
    }
}

fn with_games(store: &Snapshot<'_>, cell: &Cell, status: &CellStatus, work: &Work) -> Result<CellReport, StoreError> {
    let standing = status.standing;
    let (rate, interval) = number(store, cell, status)?;
    let is_short = standing.counted() < status.wanted;
    let anytime = is_short.then(|| anytime_interval(store, cell, status.cell)).transpose()?;
    let is_rate = matches!(cell.measure, Measure::Wins | Measure::Points);
    let compare = |published| is_rate.then(|| Some(Compared::new(rate?, standing.counted(), published)))?;
    let time: Duration = work.agents.iter().map(|agent| agent.processor_time).sum();
    let per = |sum: u64, count: u64| (count > 0).then(|| sum as f64 / count as f64);
    Ok(CellReport {
        standing,
        wanted: status.wanted,
        failed: status.failed,
        damaged: status.damaged,
        rate,
        interval,
        anytime,
        compared: cell.published.as_ref().and_then(compare),
        cpu_seconds: time.as_secs_f64(),
        plies: per(work.plies, work.games),
        iterations: work.agents.iter().map(|agent| per(agent.iterations, agent.searches.into())).collect(),
        ..without_games(cell)
    })
}

/// The number that a cell is about.
fn number(store: &Snapshot<'_>, cell: &Cell, status: &CellStatus) -> Result<(Option<f64>, Interval), StoreError> {
    let standing = status.standing;
    let trees = || store.trees_of(status.experiment.clone(), status.label.clone(), status.cell);
    let mean = match cell.measure {
        Measure::Wins => return Ok((standing.win_rate, standing.ci95)),
        Measure::Points => return Ok((standing.score, standing.score_ci95)),
        Measure::Visits => trees()?.visits,
        Measure::Value => trees()?.value,
        Measure::Depth => trees()?.depth,
    };
    Ok(mean.map_or((None, Interval::UNKNOWN), |mean| (Some(mean.mean), mean.ci95)))
}

fn anytime_interval(store: &Snapshot<'_>, cell: &Cell, number: i64) -> Result<Interval, StoreError> {
    let playable = cell.spec.cell_games(store.workshop()).map_err(|error| store.unplayable(number, &error))?;
    let games = store.results(number)?;
    Ok(results_in_order(&cell.spec, playable.has_chance(), games).anytime_interval())
}
