//! What is noted of a running iteration, without the game's type: what strategies see of it.

use super::lexicon::Lexicon;
use super::stat::Sharing;
use crate::game::{Game, MAX_PLAYERS, Player, list_playout};
use crate::knowledge::Attribute;
use crate::search::Facts;
use crate::strategy::{Iteration, Ply, Step};

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

impl Phase {
    /// The phase in one word, such as `selection`.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Selection => "selection",
            Phase::Expansion => "expansion",
            Phase::Simulation => "simulation",
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

/// What has been noted of an iteration.
#[derive(Default)]
pub(crate) struct Log {
    /// The number of the iteration in its thread.
    pub number: u64,
    /// Whether something is hidden: then each player has a view of its own.
    pub hidden: bool,
    pub steps: Vec<Step>,
    /// Where the steps of the descent were made; all later ones belong to the playout.
    pub places: Vec<Place>,
    /// The keys of the moves that each player has seen; the first list is everybody's where nothing is hidden.
    pub seen: [Vec<u64>; MAX_PLAYERS],
    /// How much the acting player had seen before each step, where something is hidden.
    pub seen_before: Vec<u32>,
    /// How many of the moves lie before the root.
    pub before_root: usize,
    /// The keys of the legal actions of all plies, and where each ply's begin (one entry more than plies).
    pub legal_keys: Vec<u64>,
    pub legal_starts: Vec<u32>,
    /// Slots and keys of the legal actions of the selection nodes, likewise, for the steps of the descent.
    pub arms: Vec<(u32, u64)>,
    pub arm_starts: Vec<u32>,
    /// The current position-in-episode of each view.
    pub position: [u64; MAX_PLAYERS],
    /// The position-in-episode at every step, in the acting player's eyes.
    pub positions: Vec<u64>,
    /// The steps at which episodes began; the first is 0, where the search found one under way.
    pub episodes: Vec<u32>,
    /// The positions of that one before the root.
    pub trail: Vec<u64>,
    /// The predicates of all plies.
    pub predicates: Vec<u64>,
    /// What the game says of the action of every step, as many numbers each as attributes are needed.
    pub attributes: Vec<u16>,
    /// The same of the legal actions, as `legal_starts` divides them: of each ply one attribute after the other.
    pub legal_attributes: Vec<u16>,
    /// Which attributes are needed: a bit for each.
    pub asked: u64,
}

impl Log {
    /// Prepares for the next iteration, which begins at this position-in-episode.
    pub fn clear(&mut self, root_position: u64) {
        self.number += 1;
        self.steps.clear();
        self.places.clear();
        self.seen.iter_mut().for_each(|seen| seen.truncate(self.before_root));
        self.seen_before.clear();
        self.legal_keys.clear();
        self.legal_starts.clear();
        self.legal_starts.push(0);
        self.arms.clear();
        self.arm_starts.clear();
        self.arm_starts.push(0);
        self.position = [root_position; MAX_PLAYERS];
        self.positions.clear();
        self.episodes.clear();
        self.episodes.push(0);
        self.predicates.clear();
        self.attributes.clear();
        self.legal_attributes.clear();
    }

    #[inline]
    fn view(&self, player: Player) -> usize {
        if self.hidden { player.index() } else { 0 }
    }

    /// The position-in-episode, in a player's eyes.
    #[inline]
    pub fn position(&self, player: Player) -> u64 {
        self.position[self.view(player)]
    }

    /// The keys of the moves that a player has seen, most recent last: since the root, or (`prefix`) since the start of the
    /// game.
    #[inline]
    pub fn moves(&self, player: Player, prefix: bool) -> &[u64] {
        let seen = &self.seen[self.view(player)];
        if prefix { seen } else { &seen[self.before_root..] }
    }

    /// Those that the player who made a step had seen before it.
    #[inline]
    pub fn moves_before(&self, index: usize, player: Player, prefix: bool) -> &[u64] {
        let start = if prefix { 0 } else { self.before_root };
        let end = if self.hidden { self.seen_before[index] as usize } else { self.before_root + index };
        &self.seen[self.view(player)][start..end]
    }

    /// The slots and keys of the legal actions at a step, if it was made in a selection node.
    #[inline]
    pub fn arms_of(&self, index: usize) -> &[(u32, u64)] {
        match self.arm_starts.get(index..index + 2) {
            Some(&[start, end]) => &self.arms[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The place of an attribute among those that are needed, and how many these are.
    #[inline]
    fn asked(&self, attribute: Attribute) -> (usize, usize) {
        let before = self.asked & ((1 << attribute.index()) - 1);
        (before.count_ones() as usize, self.asked.count_ones() as usize)
    }

    /// What the game says of the action of a step by an attribute.
    #[inline]
    pub fn attribute_of(&self, index: usize, attribute: Attribute) -> u16 {
        let (place, count) = self.asked(attribute);
        self.attributes[index * count + place]
    }

    /// What it says of the legal actions at a step.
    #[inline]
    pub fn legal_attribute_of(&self, index: usize, attribute: Attribute) -> &[u16] {
        let (place, count) = self.asked(attribute);
        let [start, end] = [index, index + 1].map(|step| self.legal_starts[step] as usize);
        &self.legal_attributes[start * count + place * (end - start)..][..end - start]
    }

    /// The step at which the current episode began (0: or before).
    #[inline]
    pub fn episode(&self) -> usize {
        self.episodes.last().map_or(0, |&step| step as usize)
    }
}

/// A decision with the game's type, for strategies that are compiled for each game.
pub(crate) struct TypedPly<'a, G: Game> {
    pub ply: Ply<'a>,
    pub facts: &'a Facts<'a, G>,
}

impl<'a, G: Game> TypedPly<'a, G> {
    /// The few things that are enough for a quick choice.
    #[inline]
    pub fn moment(&self) -> Moment<'a, G> {
        let Facts { state, lexicon, .. } = *self.facts;
        Moment { state, player: self.ply.player, is_playout: self.ply.is_playout(), log: self.ply.log, lexicon }
    }
}

/// What is at hand when an action is chosen, before anything is listed: strategies that play at every ply of a playout need
/// no more.
pub(crate) struct Moment<'a, G: Game> {
    pub state: &'a G,
    /// Who acts.
    pub player: Player,
    /// Whether there is no tree node.
    pub is_playout: bool,
    pub log: &'a Log,
    pub lexicon: &'a Lexicon<G::Action>,
}

/// The actions that a playout chooses from: listed when they are first asked for.
pub(crate) struct LegalList<'a, A> {
    pub legal: &'a mut Vec<A>,
    pub is_listed: bool,
}

impl<A> LegalList<'_, A> {
    #[inline]
    pub fn of<G: Game<Action = A>>(&mut self, state: &G) -> &[A] {
        if !self.is_listed {
            list_playout(state, self.legal);
            self.is_listed = true;
        }
        self.legal
    }
}

impl<'a, G: Game> Moment<'a, G> {
    /// The keys of the moves that the acting player has seen.
    #[inline]
    pub fn moves(&self, prefix: bool) -> &'a [u64] {
        self.log.moves(self.player, prefix)
    }

    /// Whether an action can be chosen here.
    #[inline]
    pub fn allows(&self, action: G::Action) -> bool {
        if self.is_playout { self.state.is_playout_action(action) } else { self.state.is_legal(action) }
    }

    /// The action of a remembered key, if it can be chosen here.
    #[inline]
    pub fn recall(&self, key: u64) -> Option<G::Action> {
        self.lexicon.action(key).filter(|&action| self.allows(action))
    }
}

/// A finished iteration with the game's type.
pub(crate) struct TypedIteration<'a, G: Game> {
    pub iteration: Iteration<'a>,
    /// The determinization it started from.
    pub root: &'a G,
    /// The actions of its steps.
    pub actions: &'a [G::Action],
    /// The legal actions of all plies, as [`Log::legal_starts`] divides them; none for those that were not listed.
    pub legal: &'a [G::Action],
}

impl<'a, G: Game> TypedIteration<'a, G> {
    #[inline]
    pub fn log(&self) -> &'a Log {
        self.iteration.log
    }

    #[inline]
    pub fn sharing(&self) -> Sharing {
        self.iteration.sharing
    }

    /// The legal actions at a step.
    #[inline]
    pub fn legal(&self, index: usize) -> &'a [G::Action] {
        let starts = &self.log().legal_starts;
        &self.legal[starts[index] as usize..starts[index + 1] as usize]
    }
}

/// How often each player plays each action.
#[derive(Default)]
pub(crate) struct Counts {
    /// By (player, key): all zero between two uses.
    dense: Vec<u32>,
    sparse: rustc_hash::FxHashMap<(u8, u64), u32>,
    space: usize,
}

impl Counts {
    /// Makes room for the counters of the iteration's game.
    pub fn reserve(&mut self, iteration: &Iteration<'_>) {
        self.space = iteration.action_space;
        if self.dense.len() < iteration.players * self.space {
            self.dense.resize(iteration.players * self.space, 0);
        }
    }

    /// The counter of a player's action.
    #[inline(always)]
    pub fn of(&mut self, player: Player, key: u64) -> &mut u32 {
        if self.space == 0 {
            return self.of_any(player, key);
        }
        &mut self.dense[player.index() * self.space + key as usize]
    }

    #[inline(never)]
    fn of_any(&mut self, player: Player, key: u64) -> &mut u32 {
        self.sparse.entry((player.0, key)).or_default()
    }

    /// Sets all counters to zero, if none but those of these steps have been raised.
    pub fn reset(&mut self, steps: &[Step]) {
        // The table can be large, and an iteration touches little of it.
        if self.space > 0 {
            for step in steps {
                if let Some(player) = step.player {
                    *self.of(player, step.key) = 0;
                }
            }
        }
        self.sparse.clear();
    }
}
