//! The loop around the iteration: budgets, threads, progress.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, RwLock};
use std::time::Instant;

use super::choice::Final;
use super::clock::{Clock, Pace};
use super::forest::Forest;
use super::limits::{Control, Limits};
use super::memory::{Memory, Plan};
use super::notes::Prefix;
use super::proof::{Proof, ProofRule};
use super::report::{Report, Stopped};
use super::trace::Trace;
use super::tree::ROOT;
use super::worker::{Tally, Worker};
use super::{Parallel, Settings};
use crate::Rng;
use crate::agent::Budget;
use crate::game::{Game, Player};
use crate::icarus::{Sharing, Start, Wants};

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
}

impl<G: Game> Task<'_, G> {
    fn worker(&self, stream: u64, wants: Wants, sharing: Sharing) -> Worker<G> {
        // The first stream is the seed itself: one tree of many is the search that one thread would make.
        let seed = if stream == 0 { self.seed } else { Rng::derive(self.seed, stream) };
        Worker::new(self.position, self.player, wants, self.prefix, seed, sharing)
    }
}

impl<G: Game> Search<G> {
    pub fn new(settings: Settings, plans: Vec<Plan<G>>, game: &G) -> Search<G> {
        let space = if matches!(settings.parallel, Parallel::Tree(_)) { 0 } else { game.action_space() };
        let memory = |plan| Memory::new(plan, Forest::new(game.players(), space), Limits::MEMORY);
        Search { settings, memories: plans.into_iter().map(memory).collect() }
    }

    pub fn begin(&mut self, start: Start, memory: usize) {
        let share = memory / self.memories.len();
        self.memories.iter_mut().for_each(|memory| memory.begin(start, share));
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
        let deadline = match limits.budget {
            Budget::Time(time) => started.checked_add(time),
            _ => None,
        };
        let iterations = match limits.budget {
            Budget::Iterations(iterations) => iterations,
            _ => u64::MAX,
        };
        let clock = Clock { started, deadline, stop: control.stop };
        let (tally, stopped) = match self.settings.parallel {
            Parallel::No => self.run_alone(task, iterations, &clock, control),
            Parallel::Root(_) => self.run_trees(task, iterations, limits.threads, &clock, control),
            Parallel::Tree(threads) => self.run_shared(task, iterations, threads, &clock, control),
        };
        let elapsed = started.elapsed();
        let memories: Vec<&Memory<G>> = self.memories.iter().collect();
        let mut report = super::report::of(self.settings.choice, &memories, task, tally, elapsed);
        report.stopped = stopped;
        report.reproducible = deadline.is_none() && !matches!(self.settings.parallel, Parallel::Tree(2..));
        report
    }

    /// A search of one thread that shows every iteration. It makes the choices of [`Search::run`] with the same seed.
    pub fn trace(&mut self, task: &Task<'_, G>, iterations: u64, show: &mut dyn FnMut(&Trace<'_, G>, &Memory<G>)) {
        let memory = &mut self.memories[0];
        let wants = Wants { steps: true, legal: true, ..memory.plan.wants };
        let mut worker = task.worker(0, wants, Sharing::Alone);
        for _ in 0..iterations {
            while let Err(needs_room) = worker.iterate(memory) {
                memory.grow(needs_room);
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

    /// Root parallelisation (checklist 001-12): independent trees, each with its share of the iterations. Progress is that
    /// of the tree which the calling thread is growing.
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
        let threads = if clock.deadline.is_some() { memories.len() } else { threads.min(memories.len()) };
        let jobs: Vec<_> = memories.iter_mut().enumerate().map(|job| Mutex::new(Some(job))).collect();
        let next = AtomicUsize::new(0);
        let work = |show: &mut dyn FnMut(&Memory<G>, Tally)| {
            let mut all = Vec::new();
            while let Some(job) = jobs.get(next.fetch_add(1, Relaxed)) {
                let (tree, memory) = job.lock().expect("no job panics").take().expect("each job is taken once");
                all.push(search_tree(task, tree as u64, memory, share(tree as u64), clock, show));
            }
            all
        };
        let done: Vec<(Tally, Stopped)> = std::thread::scope(|scope| {
            let handles: Vec<_> = (1..threads).map(|_| scope.spawn(|| work(&mut |_, _| {}))).collect();
            let mut all = work(&mut shows(control, settings.choice, task, clock));
            all.extend(handles.into_iter().flat_map(|handle| handle.join().expect("a search thread ends")));
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
        if threads == 1 {
            return self.run_alone(task, iterations, clock, control);
        }
        let Search { settings, memories } = self;
        let wants = memories[0].plan.wants;
        let memory = RwLock::new(&mut memories[0]);
        let left = AtomicU64::new(iterations);
        let work = |thread: usize, show: &mut dyn FnMut(&Memory<G>, Tally)| {
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
            all.extend(handles.into_iter().map(|handle| handle.join().expect("a search thread ends")));
            all
        });
        self.memories[0].finish();
        sum(&done)
    }
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
            progress(&super::report::of(choice, &[memory], task, tally, clock.started.elapsed()));
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
    while worker.tally.iterations < iterations {
        while let Err(needs_room) = worker.iterate(memory) {
            memory.grow(needs_room);
        }
        if memory.is_due() {
            memory.maintain();
        }
        if memory.is_proven() {
            return Stopped::Proven;
        }
        if worker.tally.iterations >= pace.next
            && let Some(stopped) = pace.look(clock, worker.tally.iterations)
        {
            return stopped;
        }
    }
    Stopped::Budget
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
    const HELD: &str = "no search thread panics";
    let mut pace = Pace::new(clock);
    loop {
        let taken = left.fetch_update(Relaxed, Relaxed, |left| Some(left - left.min(BATCH))).unwrap_or(0).min(BATCH);
        if taken == 0 {
            return Stopped::Budget;
        }
        let mut remaining = taken;
        while remaining > 0 {
            let shared = memory.read().expect(HELD);
            let mut needs_room = None;
            while remaining > 0 && needs_room.is_none() && !shared.is_due() {
                match worker.iterate(&shared) {
                    Ok(()) => remaining -= 1,
                    Err(needs) => needs_room = Some(needs),
                }
                if shared.is_proven() {
                    return Stopped::Proven;
                }
            }
            let due = shared.is_due();
            drop(shared);
            if needs_room.is_some() || due {
                let mut owned = memory.write().expect(HELD);
                if let Some(needs_room) = needs_room {
                    owned.grow(needs_room);
                }
                owned.maintain();
            }
        }
        if worker.tally.iterations >= pace.next
            && let Some(stopped) = pace.look(clock, worker.tally.iterations)
        {
            if stopped != Stopped::Running {
                return stopped;
            }
            show(&memory.read().expect(HELD), worker.tally);
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
