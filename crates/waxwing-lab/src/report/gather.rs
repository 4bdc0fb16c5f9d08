//! From a store, results files and an experiment's file to what a report says.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::claims::ClaimReport;
use super::effects::FactorEffects;
use super::verdict::{Agreement, Compared};
use crate::experiment::{
    Cell, CellStatus, Experiment, Figure, Measure, Published, ResultsError, ResultsFolder, Row, RowState, RowStatus,
    Snapshot, Standing, StoreError, Sums, results_in_order,
};
use waxwing_workshop::statistics::Interval;

/// What is known of an experiment.
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
    /// What the paper says in words, and whether it holds.
    pub claims: Vec<ClaimReport>,
    /// What the factors of the rows do, where the figure names some.
    pub effects: Vec<FactorEffects>,
    /// Rows of results files that do not count: their agents have changed since, or search in another way.
    pub old: Vec<RowStatus>,
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
    /// What is known of the reason where its number differs from the published one.
    pub difference: Option<String>,
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
    /// An interval of the score by groups of games that share deals or dice, where the games are known by rows.
    pub by_groups: Option<Interval>,
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

    /// What is known of the reasons where numbers differ: each with the cells that it is about. Nothing is known of those that
    /// come first, if any do, without a text.
    pub fn differences(&self) -> Vec<(Option<&str>, Vec<&CellReport>)> {
        let differs = |cell: &&CellReport| cell.compared.is_some_and(|found| found.agreement == Agreement::Differs);
        let mut all: Vec<(Option<&str>, Vec<&CellReport>)> = Vec::new();
        for cell in self.cells.iter().filter(differs) {
            let text = cell.difference.as_deref();
            match all.iter_mut().find(|(known, _)| *known == text) {
                Some((_, cells)) => cells.push(cell),
                None => all.push((text, vec![cell])),
            }
        }
        all.sort_by_key(|(text, _)| text.is_some());
        all
    }

    /// How many cells are said to agree, and so on.
    pub fn count(&self, agreement: Agreement) -> usize {
        self.cells.iter().filter(|cell| cell.compared.is_some_and(|found| found.agreement == agreement)).count()
    }
}

/// Reads what a store and results files have of some experiments; a game that is in both counts once.
pub fn report_experiments(
    store: Option<&Snapshot<'_>>,
    mut results: Option<&mut ResultsFolder>,
    experiments: &[Experiment],
) -> Result<Vec<Report>, ResultsError> {
    let mut known: BTreeMap<i64, CellStatus> = BTreeMap::new();
    for status in store.map_or(Ok(Vec::new()), Snapshot::status)? {
        // A cell that several experiments have was asked for as often as the one says that wants most.
        let wanted = known.get(&status.cell).map_or(0, |other| other.wanted);
        known.insert(status.cell, CellStatus { wanted: status.wanted.max(wanted), ..status });
    }
    let mut reports = Vec::new();
    for experiment in experiments {
        reports.push(gather(store, results.as_deref_mut(), experiment, &known)?);
    }
    Ok(reports)
}

fn gather(
    store: Option<&Snapshot<'_>>,
    mut results: Option<&mut ResultsFolder>,
    experiment: &Experiment,
    known: &BTreeMap<i64, CellStatus>,
) -> Result<Report, ResultsError> {
    let (mut cells, mut runs) = (Vec::new(), BTreeSet::new());
    let (mut versions, mut machines, mut old) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for cell in &experiment.cells {
        let names = BTreeSet::from([experiment.name.as_str()]);
        let rows = match results.as_deref_mut() {
            Some(results) => results.rows_of(&names, &cell.spec)?,
            None => Vec::new(),
        };
        let found = Found::new(store, cell, rows, known)?;
        versions.extend(found.rows.iter().map(|row| row.version.clone()));
        machines.extend(found.rows.iter().map(|row| row.processor.clone()));
        runs.extend(&found.runs);
        cells.push(if found.sums.score.games() > 0 { found.report(experiment, cell)? } else { without_games(cell) });
    }
    if let Some(store) = store {
        let [their_versions, their_machines] = store.origins(&runs);
        versions.extend(their_versions);
        machines.extend(their_machines);
    }
    if let Some(results) = results {
        old = results.status(experiment)?;
        old.retain(|row| row.state == RowState::Old);
    }
    Ok(Report {
        name: experiment.name.clone(),
        title: experiment.title.clone(),
        source: experiment.source.clone(),
        note: experiment.note.clone(),
        scale: None,
        claims: experiment.claims.iter().map(|claim| ClaimReport::of(claim, &experiment.figure, &cells)).collect(),
        effects: FactorEffects::of(&experiment.figure, &cells),
        cells,
        old,
        versions,
        machines,
        figure: experiment.figure.clone(),
    })
}

/// All that is known of a cell.
struct Found<'s> {
    /// The rows that count.
    rows: Vec<Row>,
    /// The store with the cell's state, if it has the cell.
    store: Option<(&'s Snapshot<'s>, &'s CellStatus)>,
    /// Games of rows and of the store together.
    sums: Sums,
    /// The runs of the store that played those of them that are in no row.
    runs: BTreeSet<i64>,
}

impl<'s> Found<'s> {
    fn new(
        store: Option<&'s Snapshot<'s>>,
        cell: &Cell,
        rows: Vec<Row>,
        known: &'s BTreeMap<i64, CellStatus>,
    ) -> Result<Found<'s>, StoreError> {
        let (mut sums, mut runs) = (Sums::none(&cell.spec), BTreeSet::new());
        rows.iter().for_each(|row| sums.add_all(&row.sums));
        let store = store.and_then(|store| Some((store, known.get(&store.cell(&cell.spec)?)?)));
        if let Some((store, status)) = store {
            let is_new = |number| !rows.iter().any(|row| row.games.contains(number));
            let work = store.work(status.cell, &cell.spec, is_new)?;
            sums.add_all(&work.sums);
            runs = work.runs;
        }
        Ok(Found { rows, store, sums, runs })
    }

    fn report(&self, experiment: &Experiment, cell: &Cell) -> Result<CellReport, ResultsError> {
        let (sums, status) = (&self.sums, self.store.map(|(_, status)| status));
        let standing = Standing::new(sums.score, sums.discarded);
        let (rate, interval) = number(cell, &standing, sums);
        // What rows have grows towards what the file asks for, whatever a run has asked for.
        let wanted = status.filter(|_| self.rows.is_empty()).map_or(cell.games, |status| status.wanted);
        let playable = cell.spec.cell_games(experiment.workshop());
        let has_chance = playable.map_err(|error| ResultsError::Unplayable(error.to_string()))?.has_chance();
        let anytime = (standing.counted() < wanted).then(|| self.anytime_interval(cell, has_chance)).transpose()?;
        let is_rate = matches!(cell.measure, Measure::Wins | Measure::Points);
        let compare = |published| is_rate.then(|| Some(Compared::new(rate?, standing.counted(), published)))?;
        let group = cell.spec.group as u64;
        // Groups of a store may lack games.
        let by_groups = has_chance && group > 1 && !cell.spec.pairs && self.runs.is_empty();
        let per = |sum: u64, count: u64| (count > 0).then(|| sum as f64 / count as f64);
        Ok(CellReport {
            standing,
            wanted,
            failed: status.map_or(0, |status| status.failed),
            damaged: status.map_or(0, |status| status.damaged),
            rate,
            interval,
            by_groups: by_groups.then(|| sums.interval_by_groups(group)),
            anytime,
            compared: cell.published.as_ref().and_then(compare),
            cpu_seconds: sums.processor_time().as_secs_f64(),
            plies: per(sums.plies, sums.games),
            iterations: sums.agents.iter().map(|agent| per(agent.iterations, agent.searches)).collect(),
            ..without_games(cell)
        })
    }

    fn anytime_interval(&self, cell: &Cell, has_chance: bool) -> Result<Interval, StoreError> {
        let games = self.store.map_or(Ok(Vec::new()), |(store, status)| store.results(status.cell))?;
        Ok(results_in_order(&cell.spec, has_chance, &self.rows, games).anytime_interval())
    }
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
        difference: cell.difference.clone(),
        measure: cell.measure,
        standing: Standing::none(),
        wanted: cell.games,
        failed: 0,
        damaged: 0,
        rate: None,
        interval: Interval::UNKNOWN,
        by_groups: None,
        anytime: None,
        published: cell.published,
        compared: None,
        cpu_seconds: 0.0,
        plies: None,
        iterations: vec![None; cell.agents().len()],
    }
}

/// The number that a cell is about.
fn number(cell: &Cell, standing: &Standing, sums: &Sums) -> (Option<f64>, Interval) {
    let moments = match cell.measure {
        Measure::Wins => return (standing.win_rate, standing.ci95),
        Measure::Points => return (standing.score, standing.score_ci95),
        Measure::Visits => sums.trees.visits,
        Measure::Value => sums.trees.value,
        Measure::Depth => sums.trees.depth,
    };
    let mean = moments.mean(sums.trees.games);
    mean.map_or((None, Interval::UNKNOWN), |mean| (Some(mean.mean), mean.ci95))
}
