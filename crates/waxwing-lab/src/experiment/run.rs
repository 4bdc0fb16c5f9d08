//! A run: the cells that are played, how far they have come, and what it writes to the store. Who plays the games is said
//! elsewhere: threads of this process (`runner.rs`), or processes that are somewhere else (`dispatch.rs`).

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::cell_games::CellGames;
use super::goal::Goal;
use super::line::{Line, Rules};
use super::shard::Shard;
use super::store::{Store, StoreError, Turn};
use super::worker::{End, Job};
use super::{Cell, Experiment, ResultsError, ResultsFolder, Spec};
use waxwing_workshop::statistics::Score;
use waxwing_workshop::{Results, Until};

/// How often a run that is not alone looks what the others do.
pub(super) const LOOK_AROUND: Duration = Duration::from_secs(10);

/// How an experiment is run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RunOptions {
    /// Games at once.
    pub jobs: usize,
    /// Which part of the games that the file asks for.
    pub scale: f64,
    /// Which groups of every cell.
    pub shard: Shard,
    /// When enough is known of a cell.
    pub until: Option<Until>,
    /// When enough is known of a cell's own number: half of its 95 % interval is at most this, a part of one, or it is known
    /// to differ from the published one.
    pub settled: Option<f64>,
    /// No game begins after so much time.
    pub time: Option<Duration>,
    /// How long a game may take.
    pub longest: Option<Duration>,
    /// Whether games that failed before are played again.
    pub retry: bool,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        RunOptions {
            jobs,
            scale: 1.0,
            shard: Shard::WHOLE,
            until: None,
            settled: None,
            time: None,
            longest: None,
            retry: false,
        }
    }
}

/// The state of a cell while it is run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CellProgress {
    /// Its number in the store.
    pub cell: i64,
    /// The experiment and the cell's label.
    pub name: (String, String),
    /// Games that are to be played in this part; where decided pairs count, as far as is known.
    pub wanted: u64,
    /// Games that are finished, before or now.
    pub finished: u64,
    /// Games that could not be played.
    pub failed: u64,
    /// The score of the first agent in games or decided pairs.
    pub score: Score,
    /// Whole groups in their order, for intervals that may be looked at at any time.
    pub results: Results,
}

impl CellProgress {
    /// Whether it has the games that are wanted, as far as they can be played.
    pub fn is_complete(&self) -> bool {
        self.finished + self.failed >= self.wanted
    }
}

/// The state of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RunProgress {
    /// The cells.
    pub cells: Vec<CellProgress>,
    /// Games that this run has finished.
    pub played: u64,
    /// Games that failed in it.
    pub failed: u64,
    /// Why games of the store are in no results file, a sentence for each cell.
    pub refused: Vec<String>,
    /// How long it has been running.
    pub elapsed: Duration,
}

impl RunProgress {
    /// Games that are to be played, as far as is known.
    pub fn wanted(&self) -> u64 {
        self.cells.iter().map(|cell| cell.wanted).sum()
    }

    /// Games that are finished, before or now.
    pub fn finished(&self) -> u64 {
        self.cells.iter().map(|cell| cell.finished).sum()
    }

    /// Games that are still to be played.
    pub fn missing(&self) -> u64 {
        self.cells.iter().map(|cell| cell.wanted.saturating_sub(cell.finished + cell.failed)).sum()
    }
}

/// A run: its cells, in the order of the files.
pub(super) struct Run {
    /// Its number in the store.
    pub id: i64,
    pub units: Vec<Unit>,
    /// The games of the cells, for those who play them here.
    pub cells: Vec<Box<dyn CellGames>>,
    pub started: Instant,
    pub jobs: usize,
    time: Option<Duration>,
    pub played: u64,
    pub failed: u64,
    pub refused: Vec<String>,
}

/// A cell of a run.
pub(super) struct Unit {
    cell: i64,
    name: (String, String),
    pub spec: Spec,
    pub line: Line,
    /// Whether another run has taken games of it.
    shared: bool,
}

impl Run {
    /// Lists cells in a store, and sees what is there of them.
    pub(super) fn new(
        store: &mut Store,
        mut results: Option<&mut ResultsFolder>,
        cells: &[(&Experiment, &Cell)],
        options: &RunOptions,
    ) -> Result<Run, ResultsError> {
        let mut run = Run {
            id: store.begin_run()?,
            units: Vec::new(),
            cells: Vec::new(),
            started: Instant::now(),
            jobs: options.jobs.max(1),
            time: options.time,
            played: 0,
            failed: 0,
            refused: Vec::new(),
        };
        // A cell that several experiments have is played once, as often as the one asks that wants most.
        let mut wanted: BTreeMap<i64, (usize, u64)> = BTreeMap::new();
        for (index, (experiment, cell)) in cells.iter().enumerate() {
            if index == 0 || cells[index - 1].0.name != experiment.name {
                store.keep_file(experiment)?;
            }
            let games = scaled(cell.games, options.scale);
            let number = store.list(&experiment.name, &cell.label, &cell.spec, games)?;
            let entry = wanted.entry(number).or_insert((index, games));
            entry.1 = entry.1.max(games);
        }
        let mut wanted: Vec<_> = wanted.into_iter().map(|(number, (index, games))| (index, number, games)).collect();
        wanted.sort_unstable();
        for (index, number, games) in wanted {
            let (experiment, cell) = cells[index];
            if options.retry {
                store.forget_failures(number)?;
            }
            let playable = cell.spec.cell_games(store.workshop()).map_err(|error| store.unplayable(number, &error))?;
            let rules = Rules {
                group: cell.spec.group as u64,
                pairs: cell.spec.pairs,
                wanted: games,
                shard: options.shard,
                dependent: playable.has_chance(),
                until: options.until,
                goal: options.settled.and_then(|half| Goal::of(cell, half)),
            };
            let name = (experiment.name.clone(), cell.label.clone());
            let mut line = Line::new(rules);
            if let Some(results) = results.as_deref_mut() {
                let owners = cells.iter().filter(|(_, other)| other.spec == cell.spec);
                let owners = owners.map(|(experiment, _)| experiment.name.as_str()).collect();
                results.rows_of(&owners, &cell.spec)?.iter().for_each(|row| line.cover(row.games.first, &row.sums));
            }
            run.units.push(Unit { cell: number, name, spec: cell.spec.clone(), line, shared: false });
            run.cells.push(playable);
        }
        store.free_claims(run.id)?;
        run.units.iter_mut().try_for_each(|unit| unit.read(store))?;
        Ok(run)
    }

    /// Writes down how a game has ended.
    pub(super) fn write(&mut self, turn: &Turn<'_>, job: Job, end: End) -> Result<(), StoreError> {
        let unit = &mut self.units[job.unit];
        match end {
            End::Played(game) => {
                turn.keep(unit.cell, job.number, &game)?;
                unit.line.add(job.number, Some(game.result));
                self.played += 1;
            }
            End::Failed(message) => {
                turn.fail(unit.cell, job.number, &message)?;
                unit.line.add(job.number, None);
                self.failed += 1;
            }
            End::Stopped => {}
        }
        Ok(())
    }

    /// Takes the next game of a cell; `None` if it is played already, or taken by another run.
    pub(super) fn claim(&mut self, turn: &Turn<'_>, unit: usize) -> Result<Option<Job>, StoreError> {
        let Unit { cell, line, shared, .. } = &mut self.units[unit];
        let Some(number) = line.take() else { return Ok(None) };
        let is_ours = turn.claim(*cell, number)?;
        *shared |= !is_ours;
        Ok(is_ours.then_some(Job { unit, number }))
    }

    /// The cell of whose games the smallest part is taken.
    pub(super) fn neediest(&self) -> Option<usize> {
        let open = self.units.iter().enumerate().filter_map(|(index, unit)| Some((unit.line.taken()?, index)));
        open.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, index)| index)
    }

    /// Takes up what other runs have finished of our cells, and frees what those have left that are gone; returns
    /// whether there may be more to claim now.
    pub(super) fn look_around(&mut self, store: &mut Store) -> Result<bool, StoreError> {
        if !self.units.iter().any(|unit| unit.shared) {
            return Ok(false);
        }
        let mut news = store.free_claims(self.id)?;
        for unit in self.units.iter_mut().filter(|unit| unit.shared) {
            let before = unit.line.finished + unit.line.failed;
            unit.read(store)?;
            news |= unit.line.finished + unit.line.failed > before;
        }
        Ok(news)
    }

    /// Whether other runs have taken games of our cells that are not played yet.
    pub(super) fn waits(&self) -> bool {
        !self.is_late()
            && self.units.iter().any(|unit| unit.shared && unit.line.finished + unit.line.failed < unit.line.limit())
    }

    /// Whether no game may begin any more.
    pub(super) fn is_late(&self) -> bool {
        self.time.is_some_and(|time| self.started.elapsed() >= time)
    }

    pub(super) fn progress(&self) -> RunProgress {
        let cell = |unit: &Unit| CellProgress {
            cell: unit.cell,
            name: unit.name.clone(),
            wanted: unit.line.limit().max(unit.line.finished + unit.line.failed),
            finished: unit.line.finished,
            failed: unit.line.failed,
            score: unit.line.score,
            results: unit.line.results,
        };
        let cells = self.units.iter().map(cell).collect();
        let refused = self.refused.clone();
        RunProgress { cells, played: self.played, failed: self.failed, refused, elapsed: self.started.elapsed() }
    }
}

impl Unit {
    /// Takes up what the store has.
    fn read(&mut self, store: &Store) -> Result<(), StoreError> {
        for (number, result) in store.results(self.cell, self.line.next_number())? {
            self.line.add(number, result);
        }
        self.line.look_again();
        Ok(())
    }
}

/// A part of a number of games, at least one.
pub(crate) fn scaled(games: u64, scale: f64) -> u64 {
    ((games as f64 * scale).ceil() as u64).max(1)
}
