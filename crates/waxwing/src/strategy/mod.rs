//! Strategies: what is learned from finished iterations, and how it chooses.
//!
//! A strategy is not generic over games. It knows actions by their keys ([`Game::action_index`](crate::Game::action_index)),
//! sees a decision as a [`Ply`] and a finished iteration as an [`Iteration`], and answers with a place in the list of legal
//! actions, or with a [`Move`] that the ply has given it. So it is compiled once, and runs on games that were compiled before it.
//!
//! Definition 5 of the ICARUS paper makes a strategy of seven parts:
//!
//! | part | here |
//! |---|---|
//! | records R, their information Θ, the initial θ₀ | what the strategy keeps, in a [`Store`] such as [`Records`] |
//! | policy α | [`Strategy::score`]: a value or a weight for every legal action; or [`ReplySource::reply`] |
//! | capture contexts Ψ, capture ξ, backup ω | [`Learner::capture`]: one pass over the finished iteration |
//!
//! What is here is enough for a strategy of one's own: `docs/writing-a-strategy.md` has a whole one.

mod build;
mod erased;
mod iteration;
mod listing;
mod needs;
mod opinion;
mod ply;
mod situation;
mod store;

pub use crate::icarus::{About, Gives, Information, Lifetime, Pending, Phase, Quota, Record, Records, Sharing, Stat};
pub use build::{Built, Setting};
pub use iteration::{Iteration, Step};
pub use listing::{Known, Listed};
pub use needs::Needs;
pub use opinion::Opinion;
pub use ply::{Move, Ply};
pub use store::{Start, Store};

pub(crate) use build::{Builder, Composed, Own, OwnReplies};
pub(crate) use erased::{ErasedLearner, ErasedReplies, ErasedStrategy, Thread, choose_by};
pub(crate) use iteration::Replay;
pub(crate) use ply::Chosen;
pub(crate) use situation::{Drawing, Judgement, Situation};

use crate::Rng;

/// What is learned: the part that strategies and sources of replies have in common.
pub trait Learner: Send + Sync + 'static {
    /// What one thread keeps for itself from ply to ply and from iteration to iteration: room for buffers, or notes about
    /// the running iteration.
    type Thread: Default + Send + 'static;

    /// What the search must note for this strategy.
    fn needs(&self) -> Needs;

    /// ξ and ω: updates the records after a finished iteration. Threads may do so at the same time.
    fn capture(&self, iteration: &Iteration<'_>, thread: &mut Self::Thread) {
        let _ = (iteration, thread);
    }

    /// Adds what a thread has counted for itself to the records. Called whenever threads that share the records pause.
    fn settle(&self, thread: &mut Self::Thread) {
        let _ = thread;
    }

    /// θ: the information of a record, whose actions are given by their keys. `node` is the slot of the record's history
    /// where it has one.
    fn recall(&self, record: &Record<u64>, node: Option<u32>) -> Option<Information<u64>> {
        let _ = (record, node);
        None
    }

    /// What the records say of each legal action at a decision, in their order; `None` for an action that can have no record here.
    /// Nothing at all where the strategy keeps no such records. For those who watch what a search learns: choosing is not
    /// concerned.
    fn opinions(&self, ply: &Ply<'_>, opinions: &mut Vec<Option<Opinion>>) {
        let _ = (ply, opinions);
    }

    /// The records that have been written, in any order, as far as they can be named, of the part that is asked for
    /// ([`Known::part`]). The provided version finds those of the known actions and of pairs of them by [`Learner::recall`].
    fn list(&self, known: &Known<'_>) -> Vec<Listed<u64>> {
        known.list(|record| self.recall(record, None))
    }

    /// The records, if there are some: they are told when to grow and when to forget.
    fn store(&self) -> Option<&dyn Store> {
        None
    }

    /// The same, to change them.
    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        None
    }
}

/// A strategy with a policy: a value or a weight for every legal action.
pub trait Strategy: Learner {
    /// Whether [`Strategy::score`] gives values or weights.
    fn gives(&self) -> Gives;

    /// α: appends the score of every legal action to an empty buffer, in their order.
    fn score(&self, ply: &Ply<'_>, thread: &mut Self::Thread, scores: &mut Vec<f32>);

    /// α followed: the place of the chosen action among the legal ones, if there is a quicker way to it than scoring all
    /// of them. It must come from the same distribution.
    fn choose(&self, ply: &Ply<'_>, thread: &mut Self::Thread, rng: &mut Rng) -> Option<usize> {
        let _ = (ply, thread, rng);
        None
    }

    /// α followed where there is no tree node, if there is a quicker way than by a list of the legal actions, or if the
    /// playout may end with the move.
    fn play(&self, ply: &Ply<'_>, thread: &mut Self::Thread, rng: &mut Rng) -> Option<Move> {
        let _ = (ply, thread, rng);
        None
    }

    /// Whether it chooses uniformly where there is no tree node: all its records belong to nodes. Games have a loop of their
    /// own for playouts that are uniform and of which nothing is noted.
    fn is_uniform_in_playouts(&self) -> bool {
        false
    }

    /// The exploration constant, if this is the baseline: UCB1 over the records of the tree itself, whose unvisited actions
    /// come first.
    fn baseline(&self) -> Option<f32> {
        None
    }

    /// Whether this bias decides among the actions that the baseline has not visited, which come first all the same.
    fn orders_unvisited(&self) -> bool {
        false
    }
}

/// A source of replies: it plays one, or declines, and another policy chooses then.
pub trait ReplySource: Learner {
    /// A reply that is possible here, or nothing. [`Ply::recall`] makes a move of a remembered key.
    fn reply(&self, ply: &Ply<'_>, thread: &mut Self::Thread, rng: &mut Rng) -> Option<Move>;
}
