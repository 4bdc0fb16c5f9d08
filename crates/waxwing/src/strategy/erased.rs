//! Strategies without their types, as a search holds them.

use std::any::Any;

use super::{
    Information, Iteration, Known, Learner, Listed, Move, Needs, Opinion, Ply, Record, ReplySource, Store, Strategy,
};
use crate::Rng;
use crate::icarus::{Buffers, Gives, argmax, roulette};

/// What one thread keeps for a strategy: its [`Learner::Thread`], and room for scores.
pub(crate) struct Thread {
    own: Box<dyn Any + Send>,
    pub scores: Vec<f32>,
    /// Room that is at hand without a question about its type.
    pub buffers: Buffers,
}

impl Thread {
    pub fn new<T: Default + Send + 'static>() -> Thread {
        Thread { own: Box::new(T::default()), scores: Vec::new(), buffers: Buffers::default() }
    }

    #[inline]
    pub fn of<T: 'static>(&mut self) -> &mut T {
        self.own.downcast_mut().expect("a strategy is given what it has made for the thread")
    }
}

pub(crate) trait ErasedLearner: Send + Sync {
    fn needs(&self) -> Needs;
    fn thread(&self) -> Thread;
    fn capture(&self, iteration: &Iteration<'_>, thread: &mut Thread);
    fn settle(&self, thread: &mut Thread);
    fn recall(&self, record: &Record<u64>, node: Option<u32>) -> Option<Information<u64>>;
    fn opinions(&self, ply: &Ply<'_>, opinions: &mut Vec<Option<Opinion>>);
    fn list(&self, known: &Known<'_>) -> Vec<Listed<u64>>;
    fn store(&self) -> Option<&dyn Store>;
    fn store_mut(&mut self) -> Option<&mut dyn Store>;
}

pub(crate) trait ErasedStrategy: ErasedLearner {
    fn gives(&self) -> Gives;
    fn score(&self, ply: &Ply<'_>, thread: &mut Thread, scores: &mut Vec<f32>);
    fn choose(&self, ply: &Ply<'_>, thread: &mut Thread, rng: &mut Rng) -> usize;
    fn play(&self, ply: &Ply<'_>, thread: &mut Thread, rng: &mut Rng) -> Move;
    fn is_uniform_in_playouts(&self) -> bool;
    fn baseline(&self) -> Option<f32>;
    fn orders_unvisited(&self) -> bool;
}

pub(crate) trait ErasedReplies: ErasedLearner {
    fn reply(&self, ply: &Ply<'_>, thread: &mut Thread, rng: &mut Rng) -> Option<Move>;
}

/// The place of the action that a strategy chooses.
pub(crate) fn choose_by<S: Strategy>(strategy: &S, ply: &Ply<'_>, thread: &mut Thread, rng: &mut Rng) -> usize {
    if let Some(place) = strategy.choose(ply, thread.of(), rng) {
        return place;
    }
    let mut scores = std::mem::take(&mut thread.scores);
    scores.clear();
    strategy.score(ply, thread.of(), &mut scores);
    let chosen = match strategy.gives() {
        Gives::Values => argmax(&scores, rng),
        Gives::Weights => roulette(&scores, rng),
    };
    thread.scores = scores;
    chosen
}

pub(crate) struct Erased<S>(pub S);

impl<S: Learner> ErasedLearner for Erased<S> {
    fn needs(&self) -> Needs {
        self.0.needs()
    }

    fn thread(&self) -> Thread {
        Thread::new::<S::Thread>()
    }

    fn capture(&self, iteration: &Iteration<'_>, thread: &mut Thread) {
        self.0.capture(iteration, thread.of());
    }

    fn settle(&self, thread: &mut Thread) {
        self.0.settle(thread.of());
    }

    fn recall(&self, record: &Record<u64>, node: Option<u32>) -> Option<Information<u64>> {
        self.0.recall(record, node)
    }

    fn opinions(&self, ply: &Ply<'_>, opinions: &mut Vec<Option<Opinion>>) {
        self.0.opinions(ply, opinions);
    }

    fn list(&self, known: &Known<'_>) -> Vec<Listed<u64>> {
        self.0.list(known)
    }

    fn store(&self) -> Option<&dyn Store> {
        self.0.store()
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        self.0.store_mut()
    }
}

impl<S: Strategy> ErasedStrategy for Erased<S> {
    fn gives(&self) -> Gives {
        self.0.gives()
    }

    fn score(&self, ply: &Ply<'_>, thread: &mut Thread, scores: &mut Vec<f32>) {
        self.0.score(ply, thread.of(), scores);
    }

    fn choose(&self, ply: &Ply<'_>, thread: &mut Thread, rng: &mut Rng) -> usize {
        choose_by(&self.0, ply, thread, rng)
    }

    fn play(&self, ply: &Ply<'_>, thread: &mut Thread, rng: &mut Rng) -> Move {
        self.0.play(ply, thread.of(), rng).unwrap_or_else(|| Move::at(self.choose(ply, thread, rng)))
    }

    fn is_uniform_in_playouts(&self) -> bool {
        self.0.is_uniform_in_playouts()
    }

    fn baseline(&self) -> Option<f32> {
        self.0.baseline()
    }

    fn orders_unvisited(&self) -> bool {
        self.0.orders_unvisited()
    }
}

impl<S: ReplySource> ErasedReplies for Erased<S> {
    fn reply(&self, ply: &Ply<'_>, thread: &mut Thread, rng: &mut Rng) -> Option<Move> {
        self.0.reply(ply, thread.of(), rng)
    }
}
