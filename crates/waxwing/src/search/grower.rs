//! The iteration of Algorithm 1: down the space, a playout, and up again.

use super::memory::Memory;
use super::notes::Notes;
use super::run::Task;
use super::space::Descent;
use super::trace::Trace;
use super::worker::{Pause, Tally, Worker};
use crate::Rng;
use crate::game::{Game, Player, Reward};
use crate::icarus::{Lexicon, Sharing, TypedIteration};
use crate::knowledge::{FeatureWeights, Learning, Trajectory};
use crate::strategy::{Iteration, Needs, Replay};

/// Grows a space, iteration by iteration, in one thread.
pub(crate) struct Grower<G: Game> {
    worker: Worker<G>,
    descent: Descent,
    stage: Stage,
}

/// How far an iteration has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The next one can begin.
    Ready,
    Descending,
    PlayingOut,
    /// Its rewards are known.
    Rewarded,
}

impl<G: Game> Grower<G> {
    /// Grows the space of a memory, alone or with other threads, each from a stream of random numbers of its own. Of the
    /// iterations it notes what is needed.
    pub fn new(task: &Task<'_, G>, stream: u64, memory: &Memory<G>, needs: Needs, sharing: Sharing) -> Grower<G> {
        // The first stream is the seed itself: one tree of many is the search that one thread would make.
        let seed = if stream == 0 { task.seed } else { Rng::derive(task.seed, stream) };
        let notes = Notes::new(needs, task.prefix, memory.plan.space.hidden);
        Grower {
            worker: Worker::new(task, Rng::new(seed), notes, sharing),
            descent: memory.space.descent(task.position),
            stage: Stage::Ready,
        }
    }

    /// One iteration, or the rest of one that was paused.
    #[inline]
    pub fn iterate(&mut self, memory: &Memory<G>) -> Result<(), Pause> {
        if self.stage == Stage::Ready {
            self.begin(memory);
        }
        let Grower { worker, descent, stage } = self;
        if *stage == Stage::Descending {
            let known = memory.space.descend(memory, worker, descent)?;
            worker.progress = memory.plan.ending.begin();
            *stage = Stage::PlayingOut;
            if let Some(rewards) = known {
                worker.rewards = rewards;
                *stage = Stage::Rewarded;
            }
        }
        if *stage == Stage::PlayingOut {
            worker.play_out(memory)?;
        }
        capture(worker, memory);
        memory.space.back_up(worker, descent);
        worker.tally.iterations += 1;
        *stage = Stage::Ready;
        Ok(())
    }

    fn begin(&mut self, memory: &Memory<G>) {
        let threads = &mut self.worker.scratch.threads;
        if threads.is_empty() {
            *threads = memory.plan.threads();
        }
        memory.space.begin(memory, &mut self.worker, &mut self.descent);
        self.worker.begin();
        self.stage = Stage::Descending;
    }

    /// Gives up an iteration that is paused: it leaves no visit. (Where information is hidden, it leaves counts of what was available.)
    pub fn abandon(&mut self, memory: &Memory<G>) {
        let paused = std::mem::replace(&mut self.stage, Stage::Ready) != Stage::Ready;
        if paused && self.worker.sharing == Sharing::Shared {
            memory.space.release_visits(&mut self.descent);
        }
    }

    /// Adds what this thread has counted for itself to the records.
    pub fn settle(&mut self, memory: &Memory<G>) {
        let learners = memory.plan.learners().zip(self.worker.scratch.threads.all());
        learners.for_each(|(learner, thread)| learner.settle(thread));
    }

    /// What it has done so far.
    #[inline]
    pub fn tally(&self) -> Tally {
        self.worker.tally
    }

    /// Lets the iteration pause once this much work is done.
    #[inline]
    pub fn look_at(&mut self, work: u64) {
        self.worker.look_at(work);
    }

    /// What the finished iteration looked like.
    pub fn trace(&self) -> Trace<'_, G> {
        let Worker { root, notes, rewards, .. } = &self.worker;
        Trace::new(root, notes, &rewards[..root.players()])
    }
}

/// ξ and ω of every strategy.
#[inline]
fn capture<G: Game>(worker: &mut Worker<G>, memory: &Memory<G>) {
    if !worker.notes.needs.steps {
        return;
    }
    let Worker { notes, root, rewards, sharing, scratch, .. } = worker;
    let replay = Replayed { root: &*root, actions: &notes.actions, lexicon: &memory.lexicon };
    let iteration = TypedIteration {
        iteration: Iteration {
            sharing: *sharing,
            log: &notes.log,
            rewards,
            players: root.players(),
            action_space: root.action_space(),
            replay: &replay,
        },
        root,
        actions: &notes.actions,
        legal: &notes.legal,
    };
    let learners = memory.plan.learners().zip(scratch.threads.all());
    learners.for_each(|(learner, thread)| learner.capture(&iteration, thread));
}

/// The states of a finished iteration.
struct Replayed<'a, G: Game> {
    root: &'a G,
    actions: &'a [G::Action],
    lexicon: &'a Lexicon<G::Action>,
}

impl<G: Game> Replay for Replayed<'_, G> {
    fn teach(&self, weights: &FeatureWeights, learning: Learning, outcome: (Player, Reward), room: &mut Trajectory) {
        weights.learn(self.root, self.actions.iter().copied(), outcome, learning, room);
    }

    fn remember(&self, index: usize, key: u64) -> bool {
        self.lexicon.learn(key, self.actions[index])
    }
}
