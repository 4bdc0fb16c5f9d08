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
mod bias;
mod epic;
mod epic_strict;
mod grave;
mod lgr;
mod mast;
mod nast;
mod past;
mod policy;
mod table;
mod tiles;
mod ucb;
mod uct;
mod unpruning;

pub(crate) use amaf::Amaf;
pub(crate) use bias::{Fading, ProgressiveBias, ProgressiveHistory};
pub(crate) use epic::{Epic, Memo, episode_of, episode_start};
pub(crate) use epic_strict::StrictEpic;
pub(crate) use grave::Grave;
pub(crate) use lgr::LastGoodReply;
pub(crate) use mast::{Mast, MastPolicy};
pub(crate) use nast::Nast;
pub(crate) use past::Past;
pub(crate) use policy::{Policy, Schedule, Weights};
pub(crate) use table::{Quota, REWARD_UNIT, Sharing, add_i64, add_u32, mix};
pub(crate) use tiles::Tiles;
pub(crate) use ucb::{Buffers, argmax, bonus, roulette};
pub(crate) use uct::Uct;
pub(crate) use unpruning::ProgressiveUnpruning;

use crate::Rng;
use crate::game::{Game, MAX_PLAYERS, Player, Reward};
use crate::knowledge::EpisodeLabel;

/// Where in an iteration a node lies, told by the baseline's visit counts (section 4.2). The root is in the tree from
/// the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The node and all its legal children have been visited.
    Selection,
    /// The node has been visited, some legal child has not.
    Expansion,
    /// The node has not been visited: the playout.
    Simulation,
}

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
    pub fn join(self, other: Wants) -> Wants {
        Wants {
            steps: self.steps || other.steps,
            legal: self.legal || other.legal,
            lists: self.lists || other.lists,
            arms: self.arms || other.arms,
            episodes: self.episodes || other.episodes,
            predicates: self.predicates || other.predicates,
        }
    }
}

/// The slot of a record that does not exist.
pub(crate) const NO_SLOT: u32 = u32::MAX;

/// The baseline's records of a tree node's legal actions, in the order of the legal actions.
#[derive(Default)]
pub(crate) struct Arms {
    pub slots: Vec<u32>,
    pub visits: Vec<u32>,
    /// Fixed-point sums of the acting player's rewards.
    pub sums: Vec<i64>,
    pub available: Vec<u32>,
}

impl Arms {
    pub fn clear(&mut self) {
        self.slots.clear();
        self.visits.clear();
        self.sums.clear();
        self.available.clear();
    }

    /// The acting player's mean reward after a visited action.
    #[inline]
    pub fn mean(&self, arm: usize) -> f32 {
        self.sums[arm] as f32 * REWARD_UNIT / self.visits[arm] as f32
    }
}

/// One decision of a running iteration, as a policy sees it.
pub(crate) struct Ply<'a, G: Game> {
    pub state: &'a G,
    pub player: Player,
    /// The baseline's visits of the current node: 0 in a playout.
    pub visits: u32,
    /// The slot of the current node in the acting player's tree, or [`NO_SLOT`] in a playout.
    pub node: u32,
    /// The legal actions; empty when [`Strategy::shortcut`] is asked.
    pub legal: &'a [G::Action],
    /// What the baseline knows of them; empty in a playout.
    pub arms: &'a Arms,
    pub history: History<'a, G::Action>,
    /// The key of the position-in-episode, in the acting player's eyes.
    pub position: u64,
    /// The predicates that hold.
    pub predicates: u64,
}

/// What has happened before a ply, in one player's eyes.
#[derive(Clone, Copy)]
pub(crate) struct History<'a, A> {
    /// The steps of this iteration so far, and where those of the descent were made.
    pub steps: &'a [Step<A>],
    pub places: &'a [Place],
    /// The keys of all moves the player has seen, those before the root included.
    pub seen: &'a [u64],
    /// How many of them lie before the root.
    pub before_root: usize,
    pub course: &'a Course,
}

impl<'a, A> History<'a, A> {
    /// The keys of the moves seen, most recent last: since the root, or (`prefix`) since the start of the game.
    #[inline]
    pub fn moves(&self, prefix: bool) -> &'a [u64] {
        if prefix { self.seen } else { &self.seen[self.before_root..] }
    }
}

/// How an iteration is divided into episodes.
#[derive(Default)]
pub(crate) struct Course {
    /// The position-in-episode at every step, in the acting player's eyes.
    pub positions: Vec<u64>,
    /// The steps at which episodes began; the first is 0, where the search found one under way.
    pub episodes: Vec<u32>,
    pub memo: Memo,
}

impl Course {
    pub fn clear(&mut self) {
        self.positions.clear();
        self.episodes.clear();
        self.episodes.push(0);
        self.memo.clear();
    }

    /// The step at which the current episode began (0: or before).
    #[inline]
    pub fn episode(&self) -> usize {
        self.episodes.last().map_or(0, |&step| step as usize)
    }

    /// Whether the strategy that plays knows nothing about the rest of the episode.
    #[inline]
    pub fn is_lost(&self) -> bool {
        self.memo.is_lost(self.episode())
    }
}

/// One action of an iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<A> {
    /// [`Game::action_index`] of the action.
    pub key: u64,
    pub action: A,
    /// Who acted; `None` is chance.
    pub player: Option<Player>,
}

/// Where a step of the descent was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub phase: Phase,
    /// The node's slot in the tree of the player who acted, or [`NO_SLOT`] if the iteration had left that tree.
    pub node: u32,
    /// The node's visits.
    pub visits: u32,
}

impl Place {
    /// Outside the acting player's tree.
    pub const PLAYOUT: Place = Place { phase: Phase::Simulation, node: NO_SLOT, visits: 0 };
}

/// What a strategy captures from: a finished iteration.
pub(crate) struct Iteration<'a, G: Game> {
    /// The determinization it started from.
    pub root: &'a G,
    pub steps: &'a [Step<G::Action>],
    /// Where the steps of the descent were made; all later ones belong to the playout.
    pub places: &'a [Place],
    pub rewards: &'a [Reward; MAX_PLAYERS],
    /// What each player has seen, as keys; the first list is everybody's where nothing is hidden.
    pub seen: &'a [Vec<u64>],
    /// How many moves the acting player had seen before each step (where something is hidden).
    pub seen_before: &'a [u32],
    /// How many moves lie before the root.
    pub before_root: usize,
    /// The legal actions of all plies (none for those that were not listed), and where each ply's begin (one entry more
    /// than plies).
    pub legal: &'a [G::Action],
    pub legal_starts: &'a [u32],
    /// Slots and keys of the legal actions of the selection nodes, likewise, for the steps of the descent.
    pub arms: &'a [(u32, u64)],
    pub arm_starts: &'a [u32],
    /// Positions-in-episode and predicates of all plies.
    pub positions: &'a [u64],
    pub predicates: &'a [u64],
    /// The steps at which episodes began; the first is 0, where the search found one under way.
    pub episodes: &'a [u32],
    pub sharing: Sharing,
}

impl<'a, G: Game> Iteration<'a, G> {
    /// The players' steps with their index, chance's left out.
    #[inline]
    pub fn decisions(&self) -> impl Iterator<Item = (usize, Player, &'a Step<G::Action>)> {
        self.steps.iter().enumerate().filter_map(|(index, step)| Some((index, step.player?, step)))
    }

    /// Where a step was made.
    #[inline]
    pub fn place(&self, index: usize) -> Place {
        self.places.get(index).copied().unwrap_or(Place::PLAYOUT)
    }

    /// What the player gets at the end.
    #[inline]
    pub fn reward(&self, player: Player) -> Reward {
        self.rewards[player.index()]
    }

    /// The keys of the moves that the player who made a step had seen before it.
    #[inline]
    pub fn moves_before(&self, index: usize, player: Player, prefix: bool) -> &'a [u64] {
        let start = if prefix { 0 } else { self.before_root };
        if G::HIDDEN {
            &self.seen[player.index()][start..self.seen_before[index] as usize]
        } else {
            &self.seen[0][start..self.before_root + index]
        }
    }

    /// The legal actions at a step.
    #[inline]
    pub fn legal(&self, index: usize) -> &'a [G::Action] {
        &self.legal[self.legal_starts[index] as usize..self.legal_starts[index + 1] as usize]
    }

    /// The slots and keys of the legal actions at a step, if it was made in a selection node.
    #[inline]
    pub fn arms(&self, index: usize) -> &'a [(u32, u64)] {
        match self.arm_starts.get(index..index + 2) {
            Some(&[start, end]) => &self.arms[start as usize..end as usize],
            _ => &[],
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
    /// [`Strategy::shortcut`] may know one.
    Shortcut,
    /// From the list of the legal actions.
    Listed,
    /// By [`Strategy::play`], which lists the legal actions where it needs them.
    Plays,
}

/// An action chosen in a playout, and whether the legal actions were listed for it.
pub(crate) struct Played<A> {
    pub action: A,
    pub listed: bool,
}

/// A choice that needs no list of the legal actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shortcut<A> {
    /// The list is needed.
    None,
    /// The strategy finds out by itself whether it is ([`Strategy::play`]).
    Plays,
    /// Any legal action, uniformly.
    Uniform,
    /// This action, which is legal.
    Play(A),
}

/// Room that a thread lends to capture functions.
#[derive(Default)]
pub(crate) struct Scratch {
    /// Counts by (player, key): all zero between two uses.
    dense: Vec<u32>,
    sparse: rustc_hash::FxHashMap<(u8, u64), u32>,
}

impl Scratch {
    /// Makes room for the counters of a game with so many players and actions.
    pub fn reserve(&mut self, players: usize, space: usize) {
        if self.dense.len() < players * space {
            self.dense.resize(players * space, 0);
        }
    }

    /// The counter of a player's action; `space` is the game's action space, which has been reserved.
    #[inline]
    pub fn count(&mut self, space: usize, player: Player, key: u64) -> &mut u32 {
        if space == 0 {
            return self.sparse.entry((player.0, key)).or_default();
        }
        &mut self.dense[player.index() * space + key as usize]
    }

    /// Sets all counters to zero.
    pub fn reset(&mut self) {
        self.dense.fill(0);
        self.sparse.clear();
    }
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

    /// α once more, where it can be followed without a list of the legal actions. Asked in playouts, and only of strategies
    /// that say so ([`InPlayouts::Shortcut`]).
    #[inline]
    fn shortcut(&self, ply: &Ply<'_, G>) -> Shortcut<G::Action> {
        let _ = ply;
        Shortcut::None
    }

    /// α followed in a playout by strategies that say so ([`InPlayouts::Plays`]). `legal` is room for the list.
    fn play(
        &self,
        ply: &Ply<'_, G>,
        legal: &mut Vec<G::Action>,
        buffers: &mut Buffers,
        rng: &mut Rng,
    ) -> Played<G::Action> {
        legal.clear();
        ply.state.legal_actions(legal);
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

    /// ξ and ω: updates the records of a finished iteration.
    fn capture(&self, iteration: &Iteration<'_, G>, scratch: &mut Scratch);

    /// θ: the information of a record of this strategy. `node` is the slot of the record's history where it has one.
    fn recall(&self, game: &G, record: &Record<G::Action>, node: Option<u32>) -> Option<Information<G::Action>>;

    /// Whether [`Strategy::maintain`] is due; `slots` is how many slots the trees have room for.
    fn is_due(&self, slots: usize) -> bool {
        let _ = slots;
        false
    }

    /// Grows tables, or counts what [`Strategy::capture`] has left to count, between two iterations.
    fn maintain(&mut self, slots: usize, quota: &Quota) {
        let _ = (slots, quota);
    }

    /// Prepares for a search: forgets what is not kept.
    fn begin(&mut self, start: Start);

    /// Follows a tree whose slots have new numbers; `moved[old]` is 0 for slots that are gone.
    fn remap(&mut self, moved: &[u32]) {
        let _ = moved;
    }

    /// The memory of its records.
    fn bytes(&self) -> usize;
}

/// A record, written out: what [`crate::search::Memory::recall`] is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Record<A> {
    /// The moves since the root as the observer saw them (baseline, AMAF).
    History { observer: Player, moves: Vec<A> },
    /// An action of a player (MAST, progressive history).
    Action { player: Player, action: A },
    /// An action of a player in states where a predicate holds (PAST).
    Predicate { player: Player, predicate: usize, action: A },
    /// What the player is to reply to these moves, most recent last (LGR).
    Reply { player: Player, moves: Vec<A> },
    /// Consecutive moves, the last one the player's (NAST).
    Gram { player: Player, moves: Vec<A> },
    /// A position-in-episode: the moves since the episode began, as the player saw them (EPIC). No label: the start of a
    /// game that has none.
    Episode { player: Player, label: Option<EpisodeLabel>, moves: Vec<A> },
    /// Two actions of one player in one playout, in this order (contextual tiles).
    Tile { player: Player, first: A, second: A },
    /// A player's action anywhere below a history (GRAVE).
    Below { observer: Player, moves: Vec<A>, player: Player, action: A },
}

/// What a search has learned about a record.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Information<A> {
    /// Total reward of the player concerned, visits, and (where it is kept) how often the action was available.
    Statistics { sum: f64, visits: u64, available: Option<u64> },
    /// The last good reply.
    Reply(Option<A>),
}
