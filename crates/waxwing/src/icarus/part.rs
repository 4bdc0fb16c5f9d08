//! The strategies of a search: those that know no game's type, and those that are compiled for each game.

use super::{Gives, Information, LegalList, Moment, Record, TypedIteration, TypedPly};
use crate::Rng;
use crate::game::Game;
use crate::strategy::{
    ErasedLearner, ErasedReplies, ErasedStrategy, Known, Listed, Move, Needs, Opinion, Store, Strategy, Thread,
    choose_by,
};

/// What is learned by a strategy that is compiled for each game.
pub(crate) trait OwnLearner<G: Game>: Send + Sync {
    fn needs(&self) -> Needs;

    fn thread(&self) -> Thread {
        Thread::new::<()>()
    }

    fn capture(&self, iteration: &TypedIteration<'_, G>, thread: &mut Thread);

    /// Adds what a thread has counted for itself to the records.
    fn settle(&self, thread: &mut Thread) {
        let _ = thread;
    }

    fn recall(&self, game: &G, record: &Record<u64>) -> Option<Information<u64>>;

    /// As [`Learner::opinions`](crate::strategy::Learner::opinions).
    fn opinions(&self, at: &TypedPly<'_, G>, opinions: &mut Vec<Option<Opinion>>) {
        let _ = (at, opinions);
    }

    fn store(&self) -> Option<&dyn Store>;

    fn store_mut(&mut self) -> Option<&mut dyn Store>;
}

/// A strategy that is compiled for each game.
pub(crate) trait OwnStrategy<G: Game>: OwnLearner<G> {
    fn gives(&self) -> Gives;

    fn score(&self, at: &TypedPly<'_, G>, thread: &mut Thread, scores: &mut Vec<f32>);

    /// The place of the chosen action in the tree, or where a list is given.
    fn choose(&self, at: &TypedPly<'_, G>, thread: &mut Thread, rng: &mut Rng) -> usize {
        let mut scores = std::mem::take(&mut thread.scores);
        scores.clear();
        self.score(at, thread, &mut scores);
        let chosen = match self.gives() {
            Gives::Values => super::argmax(&scores, rng),
            Gives::Weights => super::roulette(&scores, rng),
        };
        thread.scores = scores;
        chosen
    }

    /// What is played where there is no tree node, if there is a quicker way than by [`OwnStrategy::play`].
    fn play_quickly(
        &self,
        at: &Moment<'_, G>,
        legal: &mut LegalList<'_, G::Action>,
        thread: &mut Thread,
        rng: &mut Rng,
    ) -> Option<QuickChoice<G::Action>> {
        let _ = (at, legal, thread, rng);
        None
    }

    fn play(&self, at: &TypedPly<'_, G>, thread: &mut Thread, rng: &mut Rng) -> Move {
        Move::at(self.choose(at, thread, rng))
    }
}

/// What is played.
#[derive(Clone, Copy)]
pub(crate) enum QuickChoice<A> {
    This(A),
    /// The action at this place of the list.
    Listed(usize),
    /// Any action, uniformly.
    Any,
}

/// A strategy that knows no game's type, but plays quicker in playouts where it does.
pub(crate) trait QuickPlayer: Strategy {
    /// As [`OwnStrategy::play_quickly`].
    fn play_quickly<G: Game>(
        &self,
        at: &Moment<'_, G>,
        legal: &mut LegalList<'_, G::Action>,
        thread: &mut Thread,
        rng: &mut Rng,
    ) -> Option<QuickChoice<G::Action>>;
}

/// Such a strategy, compiled for a game. All but [`QuickPlayer::play_quickly`] is compiled once.
pub(crate) struct Quickened<S>(pub S);

impl<G: Game, S: QuickPlayer> OwnLearner<G> for Quickened<S> {
    fn needs(&self) -> Needs {
        self.0.needs()
    }

    fn thread(&self) -> Thread {
        Thread::new::<S::Thread>()
    }

    fn capture(&self, iteration: &TypedIteration<'_, G>, thread: &mut Thread) {
        self.0.capture(&iteration.iteration, thread.of());
    }

    fn settle(&self, thread: &mut Thread) {
        self.0.settle(thread.of());
    }

    fn recall(&self, _: &G, record: &Record<u64>) -> Option<Information<u64>> {
        self.0.recall(record, None)
    }

    fn opinions(&self, at: &TypedPly<'_, G>, opinions: &mut Vec<Option<Opinion>>) {
        self.0.opinions(&at.ply, opinions);
    }

    fn store(&self) -> Option<&dyn Store> {
        self.0.store()
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        self.0.store_mut()
    }
}

impl<G: Game, S: QuickPlayer> OwnStrategy<G> for Quickened<S> {
    fn gives(&self) -> Gives {
        self.0.gives()
    }

    fn score(&self, at: &TypedPly<'_, G>, thread: &mut Thread, scores: &mut Vec<f32>) {
        self.0.score(&at.ply, thread.of(), scores);
    }

    fn choose(&self, at: &TypedPly<'_, G>, thread: &mut Thread, rng: &mut Rng) -> usize {
        choose_by(&self.0, &at.ply, thread, rng)
    }

    #[inline]
    fn play_quickly(
        &self,
        at: &Moment<'_, G>,
        legal: &mut LegalList<'_, G::Action>,
        thread: &mut Thread,
        rng: &mut Rng,
    ) -> Option<QuickChoice<G::Action>> {
        self.0.play_quickly(at, legal, thread, rng)
    }
}

/// A source of replies that is compiled for each game.
pub(crate) trait OwnReplies<G: Game>: OwnLearner<G> {
    /// The action that is played, or nothing. `ply` is [`Ply::playout_ply`](crate::strategy::Ply::playout_ply).
    fn reply(&self, at: &Moment<'_, G>, ply: Option<u32>, thread: &mut Thread, rng: &mut Rng) -> Option<G::Action>;
}

/// A strategy of a search.
pub(crate) enum Part<G: Game> {
    Shared(Box<dyn ErasedStrategy>),
    Own(Box<dyn OwnStrategy<G>>),
}

impl<G: Game> Part<G> {
    pub fn gives(&self) -> Gives {
        match self {
            Part::Shared(strategy) => strategy.gives(),
            Part::Own(strategy) => strategy.gives(),
        }
    }

    #[inline]
    pub fn score(&self, at: &TypedPly<'_, G>, thread: &mut Thread, scores: &mut Vec<f32>) {
        match self {
            Part::Shared(strategy) => strategy.score(&at.ply, thread, scores),
            Part::Own(strategy) => strategy.score(at, thread, scores),
        }
    }

    #[inline]
    pub fn choose(&self, at: &TypedPly<'_, G>, thread: &mut Thread, rng: &mut Rng) -> usize {
        match self {
            Part::Shared(strategy) => strategy.choose(&at.ply, thread, rng),
            Part::Own(strategy) => strategy.choose(at, thread, rng),
        }
    }

    #[inline]
    pub fn play(&self, at: &TypedPly<'_, G>, thread: &mut Thread, rng: &mut Rng) -> Move {
        match self {
            Part::Shared(strategy) => strategy.play(&at.ply, thread, rng),
            Part::Own(strategy) => strategy.play(at, thread, rng),
        }
    }

    pub fn is_uniform_in_playouts(&self) -> bool {
        matches!(self, Part::Shared(strategy) if strategy.is_uniform_in_playouts())
    }

    /// The exploration constant, if this is the baseline.
    pub fn baseline(&self) -> Option<f32> {
        match self {
            Part::Shared(strategy) => strategy.baseline(),
            Part::Own(_) => None,
        }
    }

    pub fn orders_unvisited(&self) -> bool {
        matches!(self, Part::Shared(strategy) if strategy.orders_unvisited())
    }

    pub fn learner(&self) -> Learned<'_, G> {
        match self {
            Part::Shared(strategy) => Learned::Shared(&**strategy),
            Part::Own(strategy) => Learned::Own(&**strategy),
        }
    }

    pub fn store_mut(&mut self) -> Option<&mut dyn Store> {
        match self {
            Part::Shared(strategy) => strategy.store_mut(),
            Part::Own(strategy) => strategy.store_mut(),
        }
    }
}

/// A source of replies of a search.
pub(crate) enum Source<G: Game> {
    Shared(Box<dyn ErasedReplies>),
    Own(Box<dyn OwnReplies<G>>),
}

impl<G: Game> Source<G> {
    #[inline]
    pub fn reply(&self, at: &TypedPly<'_, G>, thread: &mut Thread, rng: &mut Rng) -> Option<Move> {
        match self {
            Source::Shared(source) => source.reply(&at.ply, thread, rng),
            Source::Own(source) => {
                let action = source.reply(&at.moment(), at.ply.playout_ply, thread, rng);
                action.map(|action| at.facts.take(action))
            }
        }
    }

    pub fn learner(&self) -> Learned<'_, G> {
        match self {
            Source::Shared(source) => Learned::Shared(&**source),
            Source::Own(source) => Learned::Own(&**source),
        }
    }

    pub fn store_mut(&mut self) -> Option<&mut dyn Store> {
        match self {
            Source::Shared(source) => source.store_mut(),
            Source::Own(source) => source.store_mut(),
        }
    }
}

/// What strategies and sources of replies have in common.
pub(crate) enum Learned<'a, G: Game> {
    Shared(&'a dyn ErasedLearner),
    Own(&'a dyn OwnLearner<G>),
}

impl<'a, G: Game> Learned<'a, G> {
    pub fn needs(&self) -> Needs {
        match self {
            Learned::Shared(learner) => learner.needs(),
            Learned::Own(learner) => learner.needs(),
        }
    }

    pub fn thread(&self) -> Thread {
        match self {
            Learned::Shared(learner) => learner.thread(),
            Learned::Own(learner) => learner.thread(),
        }
    }

    #[inline]
    pub fn capture(&self, iteration: &TypedIteration<'_, G>, thread: &mut Thread) {
        match self {
            Learned::Shared(learner) => learner.capture(&iteration.iteration, thread),
            Learned::Own(learner) => learner.capture(iteration, thread),
        }
    }

    pub fn settle(&self, thread: &mut Thread) {
        match self {
            Learned::Shared(learner) => learner.settle(thread),
            Learned::Own(learner) => learner.settle(thread),
        }
    }

    pub fn recall(&self, game: &G, record: &Record<u64>, node: Option<u32>) -> Option<Information<u64>> {
        match self {
            Learned::Shared(learner) => learner.recall(record, node),
            Learned::Own(learner) => learner.recall(game, record),
        }
    }

    pub fn opinions(&self, at: &TypedPly<'_, G>, opinions: &mut Vec<Option<Opinion>>) {
        match self {
            Learned::Shared(learner) => learner.opinions(&at.ply, opinions),
            Learned::Own(learner) => learner.opinions(at, opinions),
        }
    }

    pub fn list(&self, game: &G, known: &Known<'_>) -> Vec<Listed<u64>> {
        match self {
            Learned::Shared(learner) => learner.list(known),
            Learned::Own(learner) => known.list(|record| learner.recall(game, record)),
        }
    }

    pub fn store(&self) -> Option<&'a dyn Store> {
        match self {
            Learned::Shared(learner) => learner.store(),
            Learned::Own(learner) => learner.store(),
        }
    }
}
