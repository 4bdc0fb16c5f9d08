//! The loop around the iteration: a search that is begun, goes on in slices, and is ended by its owner.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, RwLock};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use super::choice::Final;
use super::grower::Grower;
use super::memory::{Memory, Plan};
use super::notes::Prefix;
use super::standing::{self, Viewpoint};
use super::trace::Trace;
use super::tree::TreeOptions;
use super::worker::{Pause, Tally};
use super::{Parallel, Settings};
use crate::game::{Game, Player};
use crate::icarus::Sharing;
use crate::strategy::{Needs, Start};
use crate::thinking::{Budget, Clock, Control, Found, Limits, Pace, ProofRule, Report, SearchError, Slice, Stopped};
use crate::time::HAS_THREADS;

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

/// A search that is under way. It owns what it needs besides the memories, which the [`Search`] has.
pub(crate) struct Running<G: Game> {
    budget: Budget,
    /// Threads of the machine that trees of one root may use at once.
    threads: usize,
    /// One for each tree, or for each thread of a shared one.
    growers: Vec<Grower<G>>,
    /// What has ended the search in each tree; a shared tree has one.
    ended: Vec<Option<Stopped>>,
    /// How many iterations the slices so far have asked for.
    granted: u64,
    /// The time of the slices so far.
    spent: Duration,
}

impl<G: Game> Running<G> {
    /// What has ended the search, if it is over.
    pub fn stopped(&self) -> Option<Stopped> {
        let ended: Option<Vec<Stopped>> = self.ended.iter().copied().collect();
        let early = |ended: Vec<Stopped>| ended.into_iter().find(|&stopped| stopped != Stopped::Budget);
        ended.map(|ended| early(ended).unwrap_or(Stopped::Budget))
    }

    fn tally(&self) -> Tally {
        self.growers.iter().fold(Tally::default(), |sum, grower| sum.join(grower.tally()))
    }

    /// Grants the iterations of a slice, as far as the budget goes.
    fn grant(&mut self, slice: Slice) {
        let most = self.budget.iterations().unwrap_or(u64::MAX);
        self.granted = slice.iterations.map_or(most, |more| self.granted.saturating_add(more).min(most));
    }

    /// Whether all iterations of the budget are granted.
    fn is_last(&self) -> bool {
        self.budget.iterations() == Some(self.granted)
    }
}

impl<G: Game> Search<G> {
    /// A search with a plan for each of its trees, and what is to be done in them if nothing is hidden.
    pub fn new(settings: Settings, plans: Vec<(Plan<G>, TreeOptions)>, game: &G) -> Search<G> {
        let is_shared = matches!(settings.parallel, Parallel::Tree(_));
        let memory = |(plan, tree)| Memory::new(plan, tree, game, is_shared);
        Search { settings, memories: plans.into_iter().map(memory).collect() }
    }

    /// Prepares for a search. Fails if what there is takes more than `limit` bytes already.
    pub fn prepare(&mut self, start: Start, limit: usize) -> Result<(), SearchError> {
        let trees = self.memories.len();
        self.memories.iter_mut().for_each(|memory| memory.begin(start, limit / trees));
        let largest = self.memories.iter().map(Memory::bytes).max().unwrap_or(0);
        if largest > limit / trees { Err(SearchError::Memory { limit, least: largest * trees }) } else { Ok(()) }
    }

    /// Goes on with the part of the tree behind these moves, after a search of `before`. Proofs that rest on who searched say
    /// nothing to another player. Returns whether there is such a part.
    pub fn keep(&mut self, before: Player, now: Player, moves: &[G::Action]) -> bool {
        let holds = before == now || self.memories[0].space.assumed_rule() != Some(ProofRule::Paranoid);
        holds && self.memories.iter_mut().all(|memory| memory.keep(moves))
    }

    /// The threads that share the tree, if there are several.
    fn sharing_threads(&self) -> Option<usize> {
        match self.settings.parallel {
            Parallel::Tree(threads @ 2..) if HAS_THREADS => Some(threads),
            _ => None,
        }
    }

    /// Begins a search, of which nothing is done yet.
    pub fn begin(&self, task: &Task<'_, G>, limits: &Limits) -> Running<G> {
        let needs = self.memories[0].plan.needs;
        let (memories, sharing): (Vec<&Memory<G>>, _) = match self.sharing_threads() {
            Some(threads) => (vec![&self.memories[0]; threads], Sharing::Shared),
            None => (self.memories.iter().collect(), Sharing::Alone),
        };
        Running {
            budget: limits.budget,
            threads: limits.threads,
            growers: (0..)
                .zip(memories)
                .map(|(stream, memory)| Grower::new(task, stream, memory, needs, sharing))
                .collect(),
            ended: vec![None; self.memories.len()],
            granted: 0,
            spent: Duration::ZERO,
        }
    }

    /// Goes on until the slice is over, the budget is used up, the root is proven, or somebody stops it.
    pub fn advance(
        &mut self,
        running: &mut Running<G>,
        from: Viewpoint<'_, G>,
        slice: Slice,
        control: &mut Control<'_, G::Action>,
    ) {
        let left = running.budget.time().map(|time| time.saturating_sub(running.spent));
        let clock = Clock::new(slice, left, control.stop);
        running.grant(slice);
        let mut show = shows(control, self.settings.choice, from, running.spent, &clock);
        if self.sharing_threads().is_some() {
            self.advance_shared(running, &clock, &mut show);
        } else {
            self.advance_trees(running, &clock, &mut show);
        }
        running.spent += clock.started.elapsed();
    }

    /// What the search says at this moment.
    pub fn report(&self, running: &Running<G>, from: Viewpoint<'_, G>) -> Report<G::Action> {
        let memories: Vec<&Memory<G>> = self.memories.iter().collect();
        let mut report = standing::of(self.settings.choice, &memories, from, running.tally(), running.spent);
        report.stopped = running.stopped().unwrap_or(Stopped::Running);
        let is_timed = running.budget.time().is_some() || report.stopped == Stopped::Asked;
        report.reproducible = !is_timed && !matches!(self.settings.parallel, Parallel::Tree(2..));
        report
    }

    /// Ends the search, wherever it is.
    pub fn end(&self, running: &mut Running<G>) {
        for (grower, number) in running.growers.iter_mut().zip(0..) {
            grower.abandon(self.memories.get(number).unwrap_or(&self.memories[0]));
        }
        running.ended.iter_mut().for_each(|ended| *ended = ended.or(Some(Stopped::Asked)));
    }

    /// Begins a search of one thread that shows every iteration. It makes the choices of [`Search::advance`] with the same seed.
    pub fn begin_trace(&mut self, task: &Task<'_, G>) -> Grower<G> {
        let memory = &self.memories[0];
        let needs = Needs { steps: true, actions: true, trace: true, ..memory.plan.needs };
        Grower::new(task, 0, memory, needs, Sharing::Alone)
    }

    /// Makes and shows this many of its iterations. Returns whether there is more to find out.
    pub fn trace(
        &mut self,
        grower: &mut Grower<G>,
        iterations: u64,
        show: &mut dyn FnMut(&Trace<'_, G>, &Memory<G>),
    ) -> bool {
        let memory = &mut self.memories[0];
        for _ in 0..iterations {
            while let Err(pause) = grower.iterate(memory) {
                if let Pause::Room(needs) = pause {
                    memory.grow(needs);
                }
            }
            if memory.is_due() {
                memory.maintain();
            }
            show(&grower.trace(), memory);
            if memory.space.is_settled() {
                return false;
            }
        }
        true
    }

    /// Goes on in every tree. Several are root parallelisation (Winands and Björnsson 2009, section 3.3): independent trees,
    /// each with its share of the iterations. Progress is that of the tree which the calling thread is growing. Without
    /// threads, trees grow one after the other, each for its share of the time.
    fn advance_trees(&mut self, running: &mut Running<G>, clock: &Clock<'_>, show: Show<'_, G>) {
        let (trees, granted, is_last) = (self.memories.len() as u64, running.granted, running.is_last());
        let share = |tree: u64| match granted {
            u64::MAX => u64::MAX,
            _ => granted / trees + u64::from(tree < granted % trees),
        };
        // With a time budget all trees must grow at once; with iterations they may wait for a free thread.
        let threads = match clock.deadline.or(clock.pause) {
            _ if !HAS_THREADS => 1,
            Some(_) => self.memories.len(),
            None => running.threads.min(self.memories.len()),
        };
        let trees_of = running.growers.iter_mut().zip(&mut running.ended).zip(&mut self.memories).enumerate();
        let jobs: Vec<_> = trees_of.map(|job| Mutex::new(Some(job))).collect();
        let next = AtomicUsize::new(0);
        let work = |show: Show<'_, G>| {
            let _guard = clock.guard();
            while let Some(job) = jobs.get(next.fetch_add(1, Relaxed)) {
                let taken = job.lock().expect("no job panics").take().expect("each job is taken once");
                let (tree, ((grower, ended), memory)) = taken;
                if ended.is_some() {
                    continue;
                }
                let part = if HAS_THREADS { None } else { Some(clock.part(tree as u32 + 1, trees as u32)) };
                let clock = part.as_ref().unwrap_or(clock);
                *ended = grow(grower, memory, share(tree as u64), clock, show);
                if is_last && ended.is_none() && grower.tally().iterations == share(tree as u64) {
                    *ended = Some(Stopped::Budget);
                }
            }
        };
        if threads == 1 {
            return work(show);
        }
        std::thread::scope(|scope| {
            let handles: Vec<_> = (1..threads).map(|_| scope.spawn(|| work(&mut |_, _| {}))).collect();
            work(show);
            handles.into_iter().for_each(joined);
        });
    }

    /// Tree parallelisation: threads that share the tree and the records, started for each slice. Growing needs all of them to
    /// pause.
    fn advance_shared(&mut self, running: &mut Running<G>, clock: &Clock<'_>, show: Show<'_, G>) {
        let is_last = running.is_last();
        let Running { growers, ended, granted, .. } = running;
        let ended = &mut ended[0];
        if ended.is_some() {
            return;
        }
        let done = |growers: &[Grower<G>]| growers.iter().map(|grower| grower.tally().iterations).sum::<u64>();
        let memory = RwLock::new(&mut self.memories[0]);
        let left = AtomicU64::new(granted.saturating_sub(done(growers)));
        let work = |grower: &mut Grower<G>, show: Show<'_, G>| {
            let _guard = clock.guard();
            repeat_shared(grower, &memory, &left, clock, show)
        };
        let (first, others) = growers.split_first_mut().expect("several threads share the tree");
        let found: Vec<Option<Stopped>> = std::thread::scope(|scope| {
            let work = &work;
            let spawn = |grower| scope.spawn(move || work(grower, &mut |_, _| {}));
            let handles: Vec<_> = others.iter_mut().map(spawn).collect();
            let mut all = vec![work(first, &mut |memory, tally| {
                show(memory, Tally { iterations: memory.space.iterations().into(), ..tally });
            })];
            all.extend(handles.into_iter().map(joined));
            all
        });
        let found: Vec<Stopped> = found.into_iter().flatten().collect();
        *ended = found.iter().copied().find(|&stopped| stopped != Stopped::Budget).or(found.first().copied());
        if is_last && ended.is_none() && done(growers) == *granted {
            *ended = Some(Stopped::Budget);
        }
        let memory = &mut self.memories[0];
        growers.iter_mut().for_each(|grower| grower.settle(memory));
        memory.finish();
    }
}

/// What a thread of the search returned. What it panicked with goes on here.
fn joined<T>(handle: ScopedJoinHandle<'_, T>) -> T {
    handle.join().unwrap_or_else(|payload| std::panic::resume_unwind(payload))
}

/// Hears how a tree is doing.
type Show<'a, G> = &'a mut dyn FnMut(&Memory<G>, Tally);

/// Reports how a tree is doing to whoever wants to know.
fn shows<G: Game>(
    control: &mut Control<'_, G::Action>,
    choice: Final,
    from: Viewpoint<'_, G>,
    spent: Duration,
    clock: &Clock<'_>,
) -> impl FnMut(&Memory<G>, Tally) {
    move |memory, tally| {
        if let Some(progress) = &mut control.progress {
            progress(&standing::of(choice, &[memory], from, tally, spent + clock.started.elapsed()));
        }
    }
}

/// Grows one tree to this many iterations, showing it now and then. Returns what has ended its search, if it is over.
fn grow<G: Game>(
    grower: &mut Grower<G>,
    memory: &mut Memory<G>,
    iterations: u64,
    clock: &Clock<'_>,
    show: Show<'_, G>,
) -> Option<Stopped> {
    let mut pace = Pace::new(clock, grower.tally().work());
    loop {
        match repeat(grower, memory, iterations, clock, &mut pace) {
            Found::Report => show(memory, grower.tally()),
            Found::Pause => return None,
            Found::End(stopped) => {
                grower.abandon(memory);
                return Some(stopped);
            }
        }
    }
}

/// Iterates until there are this many iterations, or something ends the slice or the search, or it is time to report.
fn repeat<G: Game>(
    grower: &mut Grower<G>,
    memory: &mut Memory<G>,
    iterations: u64,
    clock: &Clock<'_>,
    pace: &mut Pace,
) -> Found {
    grower.look_at(pace.next);
    while grower.tally().iterations < iterations {
        match grower.iterate(memory) {
            Ok(()) if memory.is_due() => memory.maintain(),
            Ok(()) | Err(Pause::Look) => {}
            Err(Pause::Room(needs)) => memory.grow(needs),
        }
        if memory.space.is_settled() {
            return Found::End(Stopped::Proven);
        }
        if grower.tally().work() >= pace.next
            && let Some(found) = look(grower, clock, pace)
        {
            return found;
        }
    }
    Found::Pause
}

/// How long a search that is to end at once may take for its first iteration: without one it knows nothing.
const FIRST_ITERATION: Duration = Duration::from_millis(10);

/// Looks at the clock, and lets the grower pause for the next look.
#[cold]
fn look<G: Game>(grower: &mut Grower<G>, clock: &Clock<'_>, pace: &mut Pace) -> Option<Found> {
    let found = pace.look(clock, grower.tally().work());
    grower.look_at(pace.next);
    let is_early = grower.tally().iterations == 0 && clock.started.elapsed() < FIRST_ITERATION;
    found.filter(|&found| !is_early || !matches!(found, Found::End(_)))
}

/// How many iterations a thread makes before it lets others take the memory to grow it.
const BATCH: u64 = 16;

/// Iterates in a tree that threads share. Returns what has ended the search, if it is over. A slice ends with the iteration that is
/// under way: what it has read must not move before it is done, and other threads may want to grow the memory.
fn repeat_shared<G: Game>(
    grower: &mut Grower<G>,
    memory: &RwLock<&mut Memory<G>>,
    left: &AtomicU64,
    clock: &Clock<'_>,
    show: Show<'_, G>,
) -> Option<Stopped> {
    let mut pace = Pace::new(clock, grower.tally().work());
    grower.look_at(pace.next);
    let (mut batch, mut pausing) = (0, false);
    loop {
        if batch == 0 {
            let take = |left: u64| Some(left - left.min(BATCH));
            batch = left.fetch_update(Relaxed, Relaxed, take).unwrap_or(0).min(BATCH);
        }
        if batch == 0 {
            return None;
        }
        // A thread that failed while it held the memory has more to say than this one.
        let Ok(shared) = memory.read() else { return Some(Stopped::Asked) };
        let (needs, due) = loop {
            // Whatever is due, an iteration comes first: what memory has refused stays refused.
            let done = grower.iterate(&shared);
            batch -= u64::from(done.is_ok());
            if shared.space.is_settled() {
                grower.abandon(&shared);
                return Some(Stopped::Proven);
            }
            if grower.tally().work() >= pace.next {
                match look(grower, clock, &mut pace) {
                    Some(Found::Report) => show(&shared, grower.tally()),
                    Some(Found::Pause) => pausing = true,
                    Some(Found::End(stopped)) => {
                        grower.abandon(&shared);
                        return Some(stopped);
                    }
                    None => {}
                }
            }
            match done {
                // The records that an iteration has read must not move while it is under way.
                Err(Pause::Look) => {}
                Err(Pause::Room(needs)) => break (Some(needs), true),
                Ok(()) if shared.is_due() => break (None, true),
                Ok(()) if pausing => return None,
                Ok(()) if batch == 0 => break (None, false),
                Ok(()) => {}
            }
        };
        drop(shared);
        if due {
            let Ok(mut owned) = memory.write() else { return Some(Stopped::Asked) };
            if let Some(needs) = needs {
                owned.grow(needs);
            }
            owned.maintain();
        }
        if pausing && needs.is_none() {
            return None;
        }
    }
}
