//! The loop around the iteration: budgets, threads, progress.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, RwLock};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use super::choice::Final;
use super::forest::Forest;
use super::memory::{Memory, Plan};
use super::notes::Prefix;
use super::proof::Proof;
use super::trace::Trace;
use super::tree::ROOT;
use super::worker::{Pause, Tally, Worker};
use super::{Parallel, Settings};
use crate::Rng;
use crate::game::{Game, Player};
use crate::icarus::{Sharing, Start, Wants};
use crate::thinking::{Clock, Control, Limits, Pace, ProofRule, Report, SearchError, Stopped};
use crate::time::{HAS_THREADS, Instant};

/// What a search keeps from one move to the next.
pub(crate) struct Search<G: Game> {
    pub settings: Settings,
    /// One memory, or one for each tree of a root-parallel search.
    pub memories: Vec<Memory<G>>,
}

/// One search: where, by whom, from which seed.
pub(crate) struct Task<'a, G: Game> {
    pub position: &'a G,
    pub player: Player,
    pub prefix: &'a Prefix,
    pub seed: u64,
    /// The most plies of an iteration.
    pub longest: u32,
}

impl<G: Game> Task<'_, G> {
    fn worker(&self, stream: u64, wants: Wants, sharing: Sharing) -> Worker<G> {
        // The first stream is the seed itself: one tree of many is the search that one thread would make.
        let seed = if stream == 0 { self.seed } else { Rng::derive(self.seed, stream) };
        Worker::new(self.position, self.player, wants, self.prefix, seed, sharing).with_longest(self.longest)
    }
}

impl<G: Game> Search<G> {
    pub fn new(settings: Settings, plans: Vec<Plan<G>>, game: &G) -> Search<G> {
        let space = if matches!(settings.parallel, Parallel::Tree(_)) { 0 } else { game.action_space() };
        let memory = |plan| Memory::new(plan, Forest::new(game.players(), space), Limits::MEMORY);
        Search { settings, memories: plans.into_iter().map(memory).collect() }
    }

    /// Prepares for a search. Fails if what there is takes more than `limit` bytes already.
    pub fn begin(&mut self, start: Start, limit: usize) -> Result<(), SearchError> {
        let trees = self.memories.len();
        self.memories.iter_mut().for_each(|memory| memory.begin(start, limit / trees));
        let largest = self.memories.iter().map(Memory::bytes).max().unwrap_or(0);
        if largest > limit / trees { Err(SearchError::Memory { limit, least: largest * trees }) } else { Ok(()) }
    }

    /// Goes on with the part of the tree behind these moves, after a search of `before`. Proofs that rest on who searched say
    /// nothing to another player. Returns whether there is such a part.
    pub fn keep(&mut self, before: Player, now: Player, moves: &[G::Action]) -> bool {
        let holds = before == now || self.memories[0].plan.assumed_rule() != Some(ProofRule::Paranoid);
        holds && self.memories.iter_mut().all(|memory| memory.keep(moves))
    }

    /// Searches until the budget is used up, the root is proven, or somebody stops it.
    pub fn run(
        &mut self,
        task: &Task<'_, G>,
        limits: &Limits,
        control: &mut Control<'_, G::Action>,
    ) -> Report<G::Action> {
        let started = Instant::now();
        let deadline = limits.budget.time().and_then(|time| started.checked_add(time));
        let iterations = limits.budget.iterations().unwrap_or(u64::MAX);
        let clock = Clock::new(started, deadline, control.stop);
        let (tally, stopped) = match self.settings.parallel {
            Parallel::No => self.run_alone(task, iterations, &clock, control),
            Parallel::Root(_) => self.run_trees(task, iterations, limits.threads, &clock, control),
            Parallel::Tree(threads) => self.run_shared(task, iterations, threads, &clock, control),
        };
        let elapsed = started.elapsed();
        let memories: Vec<&Memory<G>> = self.memories.iter().collect();
        let mut report = super::standing::of(self.settings.choice, &memories, task, tally, elapsed);
        report.stopped = stopped;
        report.reproducible =
            deadline.is_none() && stopped != Stopped::Asked && !matches!(self.settings.parallel, Parallel::Tree(2..));
        report
    }

    /// A search of one thread that shows every iteration. It makes the choices of [`Search::run`] with the same seed.
    pub fn trace(&mut self, task: &Task<'_, G>, iterations: u64, show: &mut dyn FnMut(&Trace<'_, G>, &Memory<G>)) {
        let memory = &mut self.memories[0];
        let wants = Wants { steps: true, legal: true, ..memory.plan.wants };
        let mut worker = task.worker(0, wants, Sharing::Alone);
        for _ in 0..iterations {
            while let Err(pause) = worker.iterate(memory) {
                if let Pause::Room(needs) = pause {
                    memory.grow(needs);
                }
            }
            if memory.is_due() {
                memory.maintain();
            }
            show(&worker.trace(), memory);
            if memory.is_proven() {
                break;
            }
        }
    }

    fn run_alone(
        &mut self,
        task: &Task<'_, G>,
        iterations: u64,
        clock: &Clock<'_>,
        control: &mut Control<'_, G::Action>,
    ) -> (Tally, Stopped) {
        let Search { settings, memories } = self;
        let show = &mut shows(control, settings.choice, task, clock);
        search_tree(task, 0, &mut memories[0], iterations, clock, show)
    }

    /// Root parallelisation (Winands and Björnsson 2009, section 3.3): independent trees, each with its share of the iterations. Progress is that
    /// of the tree which the calling thread is growing. Without threads, trees grow one after the other, each for its share of
    /// the time.
    fn run_trees(
        &mut self,
        task: &Task<'_, G>,
        iterations: u64,
        threads: usize,
        clock: &Clock<'_>,
        control: &mut Control<'_, G::Action>,
    ) -> (Tally, Stopped) {
        let Search { settings, memories } = self;
        let trees = memories.len() as u64;
        let share = |tree: u64| match iterations {
            u64::MAX => u64::MAX,
            _ => iterations / trees + u64::from(tree < iterations % trees),
        };
        // With a time budget all trees must grow at once; with iterations they may wait for a free thread.
        let threads = match clock.deadline {
            _ if !HAS_THREADS => 1,
            Some(_) => memories.len(),
            None => threads.min(memories.len()),
        };
        let jobs: Vec<_> = memories.iter_mut().enumerate().map(|job| Mutex::new(Some(job))).collect();
        let next = AtomicUsize::new(0);
        let work = |show: &mut dyn FnMut(&Memory<G>, Tally)| {
            let _guard = clock.guard();
            let mut all = Vec::new();
            while let Some(job) = jobs.get(next.fetch_add(1, Relaxed)) {
                let (tree, memory) = job.lock().expect("no job panics").take().expect("each job is taken once");
                let part = if HAS_THREADS { None } else { Some(clock.part(tree as u32 + 1, trees as u32)) };
                let clock = part.as_ref().unwrap_or(clock);
                all.push(search_tree(task, tree as u64, memory, share(tree as u64), clock, show));
            }
            all
        };
        let done: Vec<(Tally, Stopped)> = std::thread::scope(|scope| {
            let handles: Vec<_> = (1..threads).map(|_| scope.spawn(|| work(&mut |_, _| {}))).collect();
            let mut all = work(&mut shows(control, settings.choice, task, clock));
            all.extend(handles.into_iter().flat_map(joined));
            all
        });
        sum(&done)
    }

    /// Tree parallelisation: threads that share the tree and the records. Growing needs all of them to pause.
    fn run_shared(
        &mut self,
        task: &Task<'_, G>,
        iterations: u64,
        threads: usize,
        clock: &Clock<'_>,
        control: &mut Control<'_, G::Action>,
    ) -> (Tally, Stopped) {
        if threads == 1 || !HAS_THREADS {
            return self.run_alone(task, iterations, clock, control);
        }
        let Search { settings, memories } = self;
        let wants = memories[0].plan.wants;
        let memory = RwLock::new(&mut memories[0]);
        let left = AtomicU64::new(iterations);
        let work = |thread: usize, show: &mut dyn FnMut(&Memory<G>, Tally)| {
            let _guard = clock.guard();
            let mut worker = task.worker(thread as u64, wants, Sharing::Shared);
            let stopped = repeat_shared(&mut worker, &memory, &left, clock, show);
            (worker.tally, stopped)
        };
        let done: Vec<(Tally, Stopped)> = std::thread::scope(|scope| {
            let work = &work;
            let handles: Vec<_> =
                (1..threads).map(|thread| scope.spawn(move || work(thread, &mut |_, _| {}))).collect();
            let mut show = shows(control, settings.choice, task, clock);
            let mut all = vec![work(0, &mut |memory, tally| {
                show(memory, Tally { iterations: memory.iterations(), ..tally });
            })];
            all.extend(handles.into_iter().map(joined));
            all
        });
        self.memories[0].finish();
        sum(&done)
    }
}

/// What a thread of the search returned. What it panicked with goes on here.
fn joined<T>(handle: ScopedJoinHandle<'_, T>) -> T {
    handle.join().unwrap_or_else(|payload| std::panic::resume_unwind(payload))
}

/// Reports how a tree stands to whoever wants to know.
fn shows<G: Game>(
    control: &mut Control<'_, G::Action>,
    choice: Final,
    task: &Task<'_, G>,
    clock: &Clock<'_>,
) -> impl FnMut(&Memory<G>, Tally) {
    move |memory, tally| {
        if let Some(progress) = &mut control.progress {
            progress(&super::standing::of(choice, &[memory], task, tally, clock.started.elapsed()));
        }
    }
}

/// Grows one tree until its search ends, showing it now and then.
fn search_tree<G: Game>(
    task: &Task<'_, G>,
    stream: u64,
    memory: &mut Memory<G>,
    iterations: u64,
    clock: &Clock<'_>,
    show: &mut dyn FnMut(&Memory<G>, Tally),
) -> (Tally, Stopped) {
    let mut worker = task.worker(stream, memory.plan.wants, Sharing::Alone);
    let mut pace = Pace::new(clock);
    loop {
        let stopped = repeat(&mut worker, memory, iterations, clock, &mut pace);
        if stopped != Stopped::Running {
            return (worker.tally, stopped);
        }
        show(memory, worker.tally);
    }
}

fn sum(done: &[(Tally, Stopped)]) -> (Tally, Stopped) {
    let tally = done.iter().fold(Tally::default(), |sum, &(tally, _)| sum.join(tally));
    let early = done.iter().map(|&(_, stopped)| stopped).find(|&stopped| stopped != Stopped::Budget);
    (tally, early.unwrap_or(Stopped::Budget))
}

/// Iterates until something ends the search, or until it is time to report ([`Stopped::Running`]).
fn repeat<G: Game>(
    worker: &mut Worker<G>,
    memory: &mut Memory<G>,
    iterations: u64,
    clock: &Clock<'_>,
    pace: &mut Pace,
) -> Stopped {
    worker.look_at(pace.next);
    while worker.tally.iterations < iterations {
        match worker.iterate(memory) {
            Ok(()) if memory.is_due() => memory.maintain(),
            Ok(()) | Err(Pause::Look) => {}
            Err(Pause::Room(needs)) => memory.grow(needs),
        }
        if memory.is_proven() {
            return Stopped::Proven;
        }
        if worker.tally.work() >= pace.next
            && let Some(stopped) = look(worker, clock, pace)
        {
            if stopped != Stopped::Running {
                worker.abandon(memory);
            }
            return stopped;
        }
    }
    Stopped::Budget
}

/// How long a search that is to end at once may take for its first iteration: without one it knows nothing.
const FIRST_ITERATION: Duration = Duration::from_millis(10);

/// Looks at the clock, and lets the worker pause for the next look.
#[cold]
fn look<G: Game>(worker: &mut Worker<G>, clock: &Clock<'_>, pace: &mut Pace) -> Option<Stopped> {
    let found = pace.look(clock, worker.tally.work());
    worker.look_at(pace.next);
    let is_early = worker.tally.iterations == 0 && clock.started.elapsed() < FIRST_ITERATION;
    found.filter(|&stopped| !is_early || stopped == Stopped::Running)
}

/// How many iterations a thread makes before it lets others take the memory to grow it.
const BATCH: u64 = 16;

fn repeat_shared<G: Game>(
    worker: &mut Worker<G>,
    memory: &RwLock<&mut Memory<G>>,
    left: &AtomicU64,
    clock: &Clock<'_>,
    show: &mut dyn FnMut(&Memory<G>, Tally),
) -> Stopped {
    let mut pace = Pace::new(clock);
    worker.look_at(pace.next);
    let mut batch = 0;
    loop {
        if batch == 0 {
            let take = |left: u64| Some(left - left.min(BATCH));
            batch = left.fetch_update(Relaxed, Relaxed, take).unwrap_or(0).min(BATCH);
        }
        if batch == 0 {
            return Stopped::Budget;
        }
        // A thread that failed while it held the memory has more to say than this one.
        let Ok(shared) = memory.read() else { return Stopped::Asked };
        let (needs, due) = loop {
            // Whatever is due, an iteration comes first: what memory has refused stays refused.
            let done = worker.iterate(&shared);
            batch -= u64::from(done.is_ok());
            if shared.is_proven() {
                worker.abandon(&shared);
                return Stopped::Proven;
            }
            if worker.tally.work() >= pace.next
                && let Some(stopped) = look(worker, clock, &mut pace)
            {
                if stopped != Stopped::Running {
                    worker.abandon(&shared);
                    return stopped;
                }
                show(&shared, worker.tally);
            }
            match done {
                // The records that an iteration has read must not move while it is under way.
                Err(Pause::Look) => {}
                Err(Pause::Room(needs)) => break (Some(needs), true),
                Ok(()) if shared.is_due() => break (None, true),
                Ok(()) if batch == 0 => break (None, false),
                Ok(()) => {}
            }
        };
        drop(shared);
        if due {
            let Ok(mut owned) = memory.write() else { return Stopped::Asked };
            if let Some(needs) = needs {
                owned.grow(needs);
            }
            owned.maintain();
        }
    }
}

impl<G: Game> Memory<G> {
    /// Whether there is nothing left to find out.
    #[inline]
    fn is_proven(&self) -> bool {
        self.plan.solver.is_some() && self.tree.proof(ROOT) != Proof::Open
    }

    /// The iterations of all searches of this tree.
    fn iterations(&self) -> u64 {
        let visits = if G::HIDDEN { self.forest.iterations() } else { self.tree.slot(ROOT).visits() };
        visits.into()
    }
}
