//! Pool-RAVE (Rimmel, Teytaud and Teytaud 2010): playouts prefer what AMAF likes best near the end of the descent.
//!
//! ```text
//! s = the last selection node of the descent in which the acting player chose, if it has been visited often enough
//! pool = the k actions with the greatest AMAF means at s, among those with enough AMAF visits
//! α = with probability p uniform over the legal actions of the pool.  Otherwise, and where there are none, what `else` chooses
//! ```
//!
//! Readings: each player has a pool of his own, from his own node; equals stay in the order of the node. The records are those of
//! [`Amaf`], kept for this strategy alone, whatever the tree policy keeps.

use super::amaf::Amaf;
use super::book::Book;
use super::quota::Quota;
use super::stat::Stat;
use super::{
    Gives, History, Information, Iteration, NO_SLOT, Phase, Ply, REWARD_UNIT, Record, Scratch, Start, Strategy, Wants,
};
use crate::Rng;
use crate::game::{Game, MAX_PLAYERS, Player};

/// What the parameters say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pooling {
    pub p: f32,
    pub k: usize,
    /// The visits that a node must have, and the AMAF visits that its actions must have.
    pub least: u32,
}

pub(crate) struct PoolRave<A> {
    how: Pooling,
    amaf: Amaf,
    book: Book<A>,
}

/// The pools of an iteration, found when they are first asked for.
#[derive(Default)]
pub(crate) struct Pools {
    /// The strategy that they were found for, told by its address.
    owner: usize,
    known: [bool; MAX_PLAYERS],
    keys: [Vec<u64>; MAX_PLAYERS],
    /// Room for the means of a node's actions.
    rated: Vec<(f32, u64)>,
}

impl Pools {
    pub fn clear(&mut self) {
        self.known = [false; MAX_PLAYERS];
    }
}

impl<A: Copy> PoolRave<A> {
    pub fn new<G: Game<Action = A>>(game: &G, how: Pooling) -> PoolRave<A> {
        PoolRave { how, amaf: Amaf::new(0.0, true), book: Book::new(game.action_space()) }
    }

    /// The slots and keys of the actions of the node that a player's pool comes from.
    fn node<'a, G: Game<Action = A>>(&self, player: Player, history: &History<'a, G::Action>) -> &'a [(u32, u64)] {
        let chose = |&index: &usize| {
            let place = history.places[index];
            let is_his = history.steps[index].player == Some(player);
            is_his && place.phase == Phase::Selection && place.visits >= self.how.least
        };
        match (0..history.places.len()).rev().find(chose) {
            Some(index) => &history.arms[history.arm_starts[index] as usize..history.arm_starts[index + 1] as usize],
            None => &[],
        }
    }

    /// The keys of the pool, best first.
    fn fill(&self, node: &[(u32, u64)], rated: &mut Vec<(f32, u64)>, pool: &mut Vec<u64>) {
        rated.clear();
        for &(slot, key) in node {
            let (sum, visits) = self.amaf.record(slot).map_or((0, 0), Stat::reward_and_visits);
            if visits >= self.how.least {
                rated.push((sum as f32 * REWARD_UNIT / visits as f32, key));
            }
        }
        rated.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        pool.clear();
        pool.extend(rated.iter().take(self.how.k).map(|&(_, key)| key));
    }
}

impl<G: Game> Strategy<G> for PoolRave<G::Action> {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn wants(&self) -> Wants {
        Strategy::<G>::wants(&self.amaf)
    }

    fn score(&self, _: &Ply<'_, G>, _: &mut Vec<f32>) {
        unreachable!("a pool always has another policy behind it, and is asked for an action only")
    }

    fn draw(&self, ply: &Ply<'_, G>, rng: &mut Rng) -> Option<G::Action> {
        if rng.unit() >= self.how.p {
            return None;
        }
        let mut pools = ply.history.course.pools.borrow_mut();
        let owner = std::ptr::from_ref(self).addr();
        if pools.owner != owner {
            *pools = Pools { owner, ..Pools::default() };
        }
        let player = ply.player.index();
        // In the tree the descent goes on, and the pool with it.
        if !pools.known[player] || ply.node != NO_SLOT {
            let Pools { keys, rated, .. } = &mut *pools;
            self.fill(self.node::<G>(ply.player, &ply.history), rated, &mut keys[player]);
            pools.known[player] = ply.node == NO_SLOT;
        }
        let actions = || pools.keys[player].iter().filter_map(|&key| self.book.action(key));
        let possible = || actions().filter(|&action| ply.allows(action));
        possible().nth(rng.below(possible().count()))
    }

    fn capture(&self, iteration: &Iteration<'_, G>, scratch: &mut Scratch) {
        for (_, _, step) in iteration.decisions() {
            self.book.learn(step.key, step.action);
        }
        self.amaf.capture(iteration, scratch);
    }

    fn recall(&self, game: &G, record: &Record<G::Action>, node: Option<u32>) -> Option<Information<G::Action>> {
        self.amaf.recall(game, record, node)
    }

    fn is_due(&self, slots: usize) -> bool {
        Strategy::<G>::is_due(&self.amaf, slots) || self.book.is_crowded()
    }

    fn maintain(&mut self, slots: usize, quota: &Quota) {
        Strategy::<G>::maintain(&mut self.amaf, slots, quota);
        self.book.maintain(quota);
    }

    fn begin(&mut self, start: Start) {
        Strategy::<G>::begin(&mut self.amaf, start);
    }

    fn remap(&mut self, moved: &[u32]) {
        Strategy::<G>::remap(&mut self.amaf, moved);
    }

    fn bytes(&self) -> usize {
        Strategy::<G>::bytes(&self.amaf) + self.book.bytes()
    }
}
