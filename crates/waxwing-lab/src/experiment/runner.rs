//! Running experiments: games are claimed in the store, played on all cores, and written down as they finish.
//!
//! One thread owns the store. In each turn it writes the games that have finished since the last one and claims as many
//! new ones, in one transaction. Where games are slow, a turn has one game; where they are quick, a turn has as many as
//! finished during the turn before. So nothing finished ever waits, and writing costs little.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::run::{LOOK_AROUND, Run, RunOptions, RunProgress};
use super::store::{Store, StoreError};
use super::worker::{End, Job, Worker};
use super::{Cell, Experiment, ResultsError, ResultsFolder, Trust};

/// How often it is checked whether games take too long, or all are to stop.
const LOOK: Duration = Duration::from_millis(50);
/// How often progress is shown, and the store is told that we are alive.
const SHOW: Duration = Duration::from_secs(1);
/// How often what was played is written to results files.
const COLLECT: Duration = Duration::from_secs(120);
/// The most games that wait to be played.
const MOST_CLAIMED: usize = 10_000;

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

impl Run {
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
            let stopping = look(false) || self.is_late();
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
            self.write(&turn, job, end)?;
        }
        let mut claimed = Vec::new();
        while claimed.len() < room {
            let Some(unit) = self.neediest() else { break };
            claimed.extend(self.claim(&turn, unit)?);
        }
        if show_life {
            turn.show_life()?;
        }
        turn.commit()?;
        Ok(claimed)
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
