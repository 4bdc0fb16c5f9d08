//! What strategies see: one decision of a running iteration, and a finished iteration.

use std::cell::RefCell;

use super::stat::Sharing;
use super::{Memo, Pools};
use crate::game::{Game, MAX_PLAYERS, Player, Reward};
use crate::knowledge::Trajectory;

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

/// The slot of a record that does not exist.
pub(crate) const NO_SLOT: u32 = u32::MAX;

/// The baseline's records of a tree node's legal actions, in the order of the legal actions.
#[derive(Default)]
pub(crate) struct Arms {
    pub slots: Vec<u32>,
    pub visits: Vec<u32>,
    /// Total rewards of the acting player.
    pub rewards: Vec<f32>,
    /// The visits that each has from the start, included above, and the rewards of them (priors).
    pub virtual_visits: u32,
    pub virtual_rewards: Vec<f32>,
    /// How often each was available; one number where that is the same for all.
    pub available: Vec<u32>,
    /// What the game's knowledge says about them, by kind of hint.
    pub hints: Vec<Vec<f32>>,
}

impl Arms {
    pub fn clear(&mut self) {
        self.slots.clear();
        self.visits.clear();
        self.rewards.clear();
        self.virtual_visits = 0;
        self.virtual_rewards.clear();
        self.available.clear();
        self.hints.iter_mut().for_each(Vec::clear);
    }

    /// The acting player's mean reward after a visited action.
    #[inline]
    pub fn mean(&self, arm: usize) -> f32 {
        self.rewards[arm] / self.visits[arm] as f32
    }
}

/// One decision of a running iteration, as a policy sees it.
pub(crate) struct Ply<'a, G: Game> {
    pub state: &'a G,
    pub player: Player,
    /// The baseline's visits of the current node: 0 in a playout.
    pub visits: u32,
    /// How many decisions of the playout came before this one; none in the tree, and none with hidden information while a
    /// player's tree is still followed.
    pub playout_ply: Option<u32>,
    /// The slot of the current node in the acting player's tree, or [`NO_SLOT`] in a playout.
    pub node: u32,
    /// The legal actions; empty when [`Strategy::play`](super::Strategy::play) is asked.
    pub legal: &'a [G::Action],
    /// What the baseline knows of them; empty in a playout.
    pub arms: &'a Arms,
    pub history: History<'a, G::Action>,
    /// The key of the position-in-episode, in the acting player's eyes.
    pub position: u64,
    /// The predicates that hold.
    pub predicates: u64,
}

impl<G: Game> Ply<'_, G> {
    /// Whether a remembered action can be chosen here: any legal one in the tree, in a playout one of those it chooses from.
    #[inline]
    pub fn allows(&self, action: G::Action) -> bool {
        if self.node == NO_SLOT { self.state.is_playout_action(action) } else { self.state.is_legal(action) }
    }
}

/// What has happened before a ply, in one player's eyes.
#[derive(Clone, Copy)]
pub(crate) struct History<'a, A> {
    /// The steps of this iteration so far, and where those of the descent were made.
    // Vectors, not slices: one word each, and nothing is read before it is needed.
    pub steps: &'a Vec<Step<A>>,
    pub places: &'a Vec<Place>,
    /// Slots and keys of the legal actions of the selection nodes, and where each step's begin, as in [`Iteration`].
    pub arms: &'a Vec<(u32, u64)>,
    pub arm_starts: &'a Vec<u32>,
    /// The keys of all moves the player has seen, those before the root included.
    pub seen: &'a Vec<u64>,
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
    /// The positions of that one before the root.
    pub trail: Vec<u64>,
    pub memo: Memo,
    /// The pools of pool-RAVE.
    pub pools: RefCell<Pools>,
}

impl Course {
    pub fn clear(&mut self) {
        self.positions.clear();
        self.episodes.clear();
        self.episodes.push(0);
        self.memo.clear();
        self.pools.get_mut().clear();
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
    /// The predicates of all plies.
    pub predicates: &'a [u64],
    pub course: &'a Course,
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

/// Room that a thread lends to capture functions.
#[derive(Default)]
pub(crate) struct Scratch {
    /// Counts by (player, key): all zero between two uses.
    dense: Vec<u32>,
    sparse: rustc_hash::FxHashMap<(u8, u64), u32>,
    pub trajectory: Trajectory,
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

    /// Sets all counters to zero, if none but those of these steps have been raised.
    pub fn reset<A>(&mut self, space: usize, steps: &[Step<A>]) {
        // The table can be large, and an iteration touches little of it.
        if space > 0 {
            for step in steps {
                if let Some(player) = step.player {
                    *self.count(space, player, step.key) = 0;
                }
            }
        }
        self.sparse.clear();
    }
}
