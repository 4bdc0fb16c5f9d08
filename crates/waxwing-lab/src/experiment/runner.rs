//! Running experiments: games are claimed in the store, played on all cores, and written down as they finish.
//!
//! One thread owns the store. In each turn it writes the games that have finished since the last one and claims as many
//! new ones, in one transaction. Where games are slow, a turn has one game; where they are quick, a turn has as many as
//! finished during the turn before. So nothing finished ever waits, and writing costs little.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::cell_games::CellGames;
use super::goal::Goal;
use super::line::{Line, Rules, Shard};
use super::store::{Store, StoreError};
use super::worker::{End, Job, Worker};
use super::{Cell, Experiment, ResultsError, ResultsFolder, Trust};
use waxwing_workshop::statistics::Score;
use waxwing_workshop::{Results, Until};

/// How often it is checked whether games take too long, or all are to stop.
const LOOK: Duration = Duration::from_millis(50);
/// How often progress is shown, and the store is told that we are alive.
const SHOW: Duration = Duration::from_secs(1);
/// How often a run that is not alone looks what the others do.
const LOOK_AROUND: Duration = Duration::from_secs(10);
/// How often what was played is written to results files.
const COLLECT: Duration = Duration::from_secs(120);
/// The most games that wait to be played.
const MOST_CLAIMED: usize = 10_000;

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
    /// Games that are still to be played.
    pub fn missing(&self) -> u64 {
        self.cells.iter().map(|cell| cell.wanted.saturating_sub(cell.finished + cell.failed)).sum()
    }
}

/// Plays what is missing of some cells, and returns their state at the end. When it is stopped, the games at hand
/// are given up; everything finished is in the store. What results files have is not played, and they get what the store has
/// in whole groups: at the end, and every two minutes.
pub fn run_experiments(
    store: &mut Store,
    mut results: Option<&mut ResultsFolder>,
    cells: &[(&Experiment, &Cell)],
    options: &RunOptions,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&RunProgress),
) -> Result<RunProgress, ResultsError> {
    let mut run = Run::new(store, results.as_deref_mut(), cells, options)?;
    let chosen = cells;
    let workers: Vec<Worker> = (0..options.jobs.max(1)).map(|_| Worker::default()).collect();
    let cells = std::mem::take(&mut run.cells);
    let halted = AtomicBool::new(false);
    let (job_sender, jobs) = mpsc::channel();
    let (done_sender, done) = mpsc::channel();
    let jobs = Mutex::new(jobs);
    let outcome = std::thread::scope(|scope| {
        for worker in &workers {
            let (cells, jobs, done, halted) = (&cells, &jobs, done_sender.clone(), &halted);
            scope.spawn(move || worker.work(cells, jobs, &done, halted));
        }
        let look = |force: bool| {
            let stopping = force || stop.load(Relaxed);
            halted.store(stopping, Relaxed);
            workers.iter().for_each(|worker| worker.supervise(stopping, options.longest));
            stopping
        };
        let mut collect = |store: &Store, refused: &mut Vec<String>| {
            let Some(results) = results.as_deref_mut() else { return Ok(()) };
            let collected = results.collect(&store.snapshot()?, chosen, &Trust::default(), stop)?;
            refused.extend(collected.refused);
            Ok(())
        };
        let outcome = run.drive(store, job_sender, &done, &look, progress, &mut collect);
        // On an error games may still be running, and their results would not be taken.
        look(true);
        // What is in the store is worth keeping, also where something went wrong.
        let collected = collect(store, &mut run.refused);
        outcome.and(collected)
    });
    let freed = store.free_claims_of(run.id);
    outcome?;
    freed?;
    let last = run.progress();
    progress(&last);
    Ok(last)
}

/// Writes what the store has to results files, and notes what it has to leave out.
type Collect<'a> = dyn FnMut(&Store, &mut Vec<String>) -> Result<(), ResultsError> + 'a;

/// A run: its cells, in the order of the files.
struct Run {
    id: i64,
    units: Vec<Unit>,
    cells: Vec<Box<dyn CellGames>>,
    started: Instant,
    jobs: usize,
    time: Option<Duration>,
    played: u64,
    failed: u64,
    refused: Vec<String>,
}

struct Unit {
    cell: i64,
    name: (String, String),
    line: Line,
    /// Whether another run has taken games of it.
    shared: bool,
}

impl Run {
    fn new(
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
            run.units.push(Unit { cell: number, name, line, shared: false });
            run.cells.push(playable);
        }
        store.free_claims(run.id)?;
        run.units.iter_mut().try_for_each(|unit| unit.read(store))?;
        Ok(run)
    }

    /// Turn by turn, until nothing is left to play or to wait for.
    fn drive(
        &mut self,
        store: &mut Store,
        jobs: Sender<Job>,
        done: &Receiver<(Job, End)>,
        look: &dyn Fn(bool) -> bool,
        progress: &mut dyn FnMut(&RunProgress),
        collect: &mut Collect<'_>,
    ) -> Result<(), ResultsError> {
        let (mut running, mut ended) = (0, Vec::new());
        let (mut shown, mut looked, mut collected) = (Instant::now(), Instant::now(), Instant::now());
        progress(&self.progress());
        loop {
            let stopping = look(false) || self.time.is_some_and(|time| self.started.elapsed() >= time);
            if looked.elapsed() > LOOK_AROUND {
                self.look_around(store)?;
                looked = Instant::now();
            }
            if collected.elapsed() > COLLECT {
                collect(store, &mut self.refused)?;
                collected = Instant::now();
            }
            running -= ended.len();
            let room = if stopping { 0 } else { self.room(ended.len()).saturating_sub(running) };
            let show = shown.elapsed() > SHOW;
            let claimed = self.turn(store, std::mem::take(&mut ended), room, show)?;
            running += claimed.len();
            for job in claimed {
                jobs.send(job).expect("workers wait for games as long as the sender is there");
            }
            if show {
                progress(&self.progress());
                shown = Instant::now();
            }
            if running == 0 && (stopping || !self.look_around(store)?) {
                return Ok(());
            }
            ended = wait(done, look, SHOW.saturating_sub(shown.elapsed()));
        }
    }

    /// How many games may be claimed at once: one for each worker, and some more where they take less than a second, so that
    /// no worker has to wait for a turn.
    fn room(&self, just_ended: usize) -> usize {
        let quick = self.played > self.started.elapsed().as_secs() * self.jobs as u64;
        let ahead = if quick { self.jobs.max(2 * just_ended) } else { 0 };
        (self.jobs + ahead).min(MOST_CLAIMED)
    }

    /// Writes games that have ended and claims others.
    fn turn(
        &mut self,
        store: &mut Store,
        ended: Vec<(Job, End)>,
        room: usize,
        show_life: bool,
    ) -> Result<Vec<Job>, StoreError> {
        let turn = store.turn(self.id)?;
        for (job, end) in ended {
            let unit = &mut self.units[job.unit];
            match end {
                End::Played(played) => {
                    turn.keep(unit.cell, job.number, &played)?;
                    unit.line.add(job.number, Some(played.result));
                    self.played += 1;
                }
                End::Failed(message) => {
                    turn.fail(unit.cell, job.number, &message)?;
                    unit.line.add(job.number, None);
                    self.failed += 1;
                }
                End::Stopped => {}
            }
        }
        let mut claimed = Vec::new();
        while claimed.len() < room {
            let Some(unit) = self.neediest() else { break };
            let Unit { cell, line, shared, .. } = &mut self.units[unit];
            let Some(number) = line.take() else { continue };
            if turn.claim(*cell, number)? {
                claimed.push(Job { unit, number });
            } else {
                *shared = true;
            }
        }
        if show_life {
            turn.show_life()?;
        }
        turn.commit()?;
        Ok(claimed)
    }

    /// The cell of whose games the smallest part is taken.
    fn neediest(&self) -> Option<usize> {
        let open = self.units.iter().enumerate().filter_map(|(index, unit)| Some((unit.line.taken()?, index)));
        open.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, index)| index)
    }

    /// Takes up what other runs have finished of our cells, and frees what those have left that are gone; returns
    /// whether there may be more to claim now.
    fn look_around(&mut self, store: &mut Store) -> Result<bool, StoreError> {
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

    fn progress(&self) -> RunProgress {
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

/// The games that end next, at least one unless this much time passes.
fn wait(done: &Receiver<(Job, End)>, look: &dyn Fn(bool) -> bool, longest: Duration) -> Vec<(Job, End)> {
    let began = Instant::now();
    loop {
        match done.recv_timeout(LOOK) {
            Ok(first) => return [first].into_iter().chain(done.try_iter()).collect(),
            Err(RecvTimeoutError::Timeout) if began.elapsed() < longest => {
                look(false);
            }
            Err(_) => return Vec::new(),
        }
    }
}

/// A part of a number of games, at least one.
pub(crate) fn scaled(games: u64, scale: f64) -> u64 {
    ((games as f64 * scale).ceil() as u64).max(1)
}
