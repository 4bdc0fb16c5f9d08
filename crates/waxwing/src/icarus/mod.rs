//! ICARUS: information capture and reuse strategies, and the operators that combine them.
//!
//! Definition 5 of the paper makes a strategy of seven parts: records R, their information Θ, the initial information
//! θ₀, a policy α, capture contexts Ψ, a capture function ξ and a backup function ω. Here they become one trait:
//!
//! | part | here |
//! |---|---|
//! | R, Θ, θ₀ | the strategy's own tables; initial information is lazy |
//! | α | [`Strategy::score`]: a value or a weight for every legal action |
//! | Ψ, ξ, ω | [`Strategy::capture`]: one pass over the finished iteration |
//!
//! One file holds one strategy. Start with `mast.rs`, the simplest, and compare it with Specification 3.

mod amaf;
mod bhrf;
mod bias;
mod book;
mod categories;
mod corrective;
mod ege;
mod epic;
mod expert;
mod fast;
mod grave;
mod greedy;
mod highest;
mod hint;
mod ipp;
mod lgr;
mod mast;
mod mixed;
mod nast;
mod past;
mod policy;
mod pool_rave;
mod queue;
mod quota;
mod record;
mod stat;
mod table;
mod tiles;
mod ucb;
mod uct;
mod uniform;
mod unpruning;
mod view;

pub(crate) use amaf::Amaf;
pub(crate) use bhrf::{ReplyForest, Replying};
pub(crate) use bias::{Fading, HistoryReading, ProgressiveBias, ProgressiveHistory};
pub(crate) use categories::Categories;
pub(crate) use corrective::{Corrective, Judge};
pub(crate) use ege::{EvaluationGreedy, Merit};
pub(crate) use epic::{Epic, Memo, StrictEpic, episode_start};
pub(crate) use expert::ExpertPlayouts;
pub(crate) use fast::Fast;
pub(crate) use grave::Grave;
pub(crate) use greedy::{Greedy, MOST_EVALUATED};
pub(crate) use highest::{argmax, epsilon_greedy, roulette};
pub(crate) use hint::Hint;
pub(crate) use ipp::InformedPlayouts;
pub(crate) use lgr::LastGoodReply;
pub(crate) use mast::{Mast, MastPolicy};
pub(crate) use mixed::Mixed;
pub(crate) use nast::Nast;
pub(crate) use past::Past;
pub(crate) use policy::{Policy, Schedule, Weights};
pub(crate) use pool_rave::{PoolRave, Pooling, Pools};
pub(crate) use quota::Quota;
pub use record::{Information, Record};
pub(crate) use stat::{REWARD_UNIT, Sharing, Stat, add_u32};
pub(crate) use table::{Records, mix};
pub(crate) use tiles::Tiles;
pub(crate) use ucb::{Buffers, Ranking, bonus};
pub(crate) use uct::Uct;
pub(crate) use uniform::Uniform;
pub(crate) use unpruning::ProgressiveUnpruning;
pub use view::Phase;
pub(crate) use view::{Arms, Course, History, Iteration, NO_SLOT, Place, Ply, Scratch, Step};

use crate::Rng;
use crate::game::{Game, list_playout};

/// What the scores of a strategy mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The policy is uniform over the actions with the highest score.
    Values,
    /// The policy chooses in proportion to the scores.
    Weights,
}

/// What a strategy needs the search to note while an iteration runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wants {
    /// The finished iteration's steps.
    pub steps: bool,
    /// What each player has seen.
    pub moves: bool,
    /// The legal actions of every ply.
    pub legal: bool,
    /// The legal actions of those plies where they were listed anyway.
    pub lists: bool,
    /// The slots of the legal actions at selection nodes.
    pub arms: bool,
    /// The position-in-episode of every ply.
    pub episodes: bool,
    /// The predicates that hold at every ply.
    pub predicates: bool,
}

impl Wants {
    /// Whether a step of a playout leaves nothing to note but itself.
    pub fn only_steps(self) -> bool {
        self.steps && !(self.moves || self.legal || self.lists || self.episodes || self.predicates)
    }

    /// Whether it leaves nothing to note but itself and that it was seen.
    pub fn only_moves(self) -> bool {
        self.moves && Wants { moves: false, ..self }.only_steps()
    }

    pub fn join(self, other: Wants) -> Wants {
        Wants {
            steps: self.steps || other.steps,
            moves: self.moves || other.moves,
            legal: self.legal || other.legal,
            lists: self.lists || other.lists,
            arms: self.arms || other.arms,
            episodes: self.episodes || other.episodes,
            predicates: self.predicates || other.predicates,
        }
    }
}

/// What goes on from before when a search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    /// The search belongs to another game than the last one.
    pub new_game: bool,
    /// The tree starts anew.
    pub new_tree: bool,
}

/// How a policy finds an action where there is no tree node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InPlayouts {
    /// Any legal action: all records belong to nodes.
    Uniform,
    /// From the list of the legal actions.
    Listed,
    /// By [`Strategy::play`], which lists the legal actions where it needs them.
    Plays,
    /// Likewise, by what the state and the moves so far say and nothing else: there is a quicker loop for that.
    Picks,
}

/// An action chosen in a playout, and whether the legal actions were listed for it.
pub(crate) struct Played<A> {
    pub action: A,
    pub listed: bool,
}

/// One information capture and reuse strategy.
pub(crate) trait Strategy<G: Game>: Send + Sync {
    /// Whether [`Strategy::score`] gives values or weights.
    fn gives(&self) -> Gives;

    /// What the search must note for this strategy.
    fn wants(&self) -> Wants;

    /// α: appends the score of every legal action to an empty buffer.
    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>);

    /// α followed: the index of the chosen action. Strategies may know a quicker way than scoring all actions.
    #[inline]
    fn choose(&self, ply: &Ply<'_, G>, buffers: &mut Buffers, rng: &mut Rng) -> usize {
        buffers.scores.clear();
        self.score(ply, &mut buffers.scores);
        match self.gives() {
            Gives::Values => argmax(&buffers.scores, rng),
            Gives::Weights => roulette(&buffers.scores, rng),
        }
    }

    /// α followed in a playout without a list of the legal actions, where that is possible.
    fn draw(&self, ply: &Ply<'_, G>, rng: &mut Rng) -> Option<G::Action> {
        let _ = (ply, rng);
        None
    }

    /// α followed in a playout by strategies that say so ([`InPlayouts::Plays`], [`InPlayouts::Picks`]). `legal` is room for the list.
    fn play(
        &self,
        ply: &Ply<'_, G>,
        legal: &mut Vec<G::Action>,
        buffers: &mut Buffers,
        rng: &mut Rng,
    ) -> Played<G::Action> {
        match self.draw(ply, rng) {
            Some(action) => Played { action, listed: false },
            None => self.choose_from_list(ply, legal, buffers, rng),
        }
    }

    /// α followed in a playout by a list of the legal actions, for which there is room.
    fn choose_from_list(
        &self,
        ply: &Ply<'_, G>,
        legal: &mut Vec<G::Action>,
        buffers: &mut Buffers,
        rng: &mut Rng,
    ) -> Played<G::Action> {
        list_playout(ply.state, legal);
        let chosen = self.choose(&Ply { legal, ..*ply }, buffers, rng);
        Played { action: legal[chosen], listed: true }
    }

    /// How an action is found where there is no tree node.
    fn in_playouts(&self) -> InPlayouts {
        InPlayouts::Listed
    }

    /// Whether this is the baseline, whose unvisited actions come first.
    fn is_baseline(&self) -> bool {
        false
    }

    /// Whether this bias decides among the actions that the baseline has not visited, which come first all the same.
    fn orders_unvisited(&self) -> bool {
        false
    }

    /// Itself, if it is progressive history: beside plain UCT there is a quicker loop for that.
    fn history(&self) -> Option<&ProgressiveHistory> {
        None
    }

    /// ξ and ω: updates the records of a finished iteration.
    fn capture(&self, iteration: &Iteration<'_, G>, scratch: &mut Scratch);

    /// θ: the information of a record of this strategy. `node` is the slot of the record's history where it has one.
    fn recall(&self, game: &G, record: &Record<G::Action>, node: Option<u32>) -> Option<Information<G::Action>>;

    /// The table of its records, where they are kept in one: then what follows is provided.
    fn records(&self) -> Option<&Records> {
        None
    }

    fn records_mut(&mut self) -> Option<&mut Records> {
        None
    }

    /// Whether [`Strategy::maintain`] is due; `slots` is how many slots the trees have room for.
    fn is_due(&self, slots: usize) -> bool {
        let _ = slots;
        self.records().is_some_and(Records::is_crowded)
    }

    /// Grows tables, or counts what [`Strategy::capture`] has left to count, between two iterations.
    fn maintain(&mut self, slots: usize, quota: &Quota) {
        let _ = slots;
        if let Some(records) = self.records_mut() {
            records.maintain(quota);
        }
    }

    /// Prepares for a search: forgets what is not kept.
    fn begin(&mut self, start: Start) {
        let _ = start;
        if let Some(records) = self.records_mut() {
            records.clear();
        }
    }

    /// Follows a tree whose slots have new numbers; `moved[old]` is 0 for slots that are gone.
    fn remap(&mut self, moved: &[u32]) {
        let _ = moved;
    }

    /// The memory of its records.
    fn bytes(&self) -> usize {
        self.records().map_or(0, Records::bytes)
    }
}
