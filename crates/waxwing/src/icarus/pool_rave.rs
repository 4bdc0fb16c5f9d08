//! Pool-RAVE (Rimmel, Teytaud and Teytaud 2010): playouts prefer what AMAF likes best near the end of the descent.
//!
//! ```text
//! s = the last selection node of the descent in which the acting player chose, if it has been visited often enough
//! pool = the k actions with the greatest AMAF means at s, among those with enough AMAF visits
//! α = with probability p uniform over the legal actions of the pool.  Otherwise, and where there are none, what `else` chooses
//! ```
//!
//! Readings: each player has a pool of its own, from its own node; equals stay in the order of the node. The records
//! are those of [`Amaf`], kept for this strategy alone, whatever the tree policy keeps.

use super::amaf::{Amaf, AmafThread};
use super::quota::Quota;
use super::stat::Stat;
use super::{Information, Log, Phase, REWARD_UNIT, Record, parameters};
use crate::Rng;
use crate::agent::catalogue::{Entry, Parameter};
use crate::game::{MAX_PLAYERS, Player};
use crate::strategy::{Built, Iteration, Learner, Move, Needs, Opinion, Ply, ReplySource, Start, Store};

pub(super) fn entry() -> Entry {
    let about = "pool-RAVE: moves that AMAF likes best at the last well-known node of the descent";
    Entry::strategy("pool-rave", about)
        .cited("Rimmel, Teytaud and Teytaud 2010")
        .in_papers(&["pool-rave"])
        .taking([
            Parameter::number("p", 0.5, 0.0, 1.0, "how often a move of the pool is played"),
            Parameter::integer("k", 20, 1, 1000, "how many moves the pool has at most"),
            Parameter::integer(
                "least",
                50,
                1,
                1_000_000,
                "visits of the node, and AMAF visits of the moves, that make them known",
            ),
            parameters::otherwise(),
        ])
        .built_by(|setting| {
            let pool = PoolRave {
                p: setting.number("p"),
                k: setting.integer("k") as usize,
                least: setting.integer("least") as u32,
                amaf: Amaf::new(0.0, true),
            };
            Ok(Built::replies(pool, setting.call().policy("else")))
        })
}

struct PoolRave {
    p: f32,
    k: usize,
    /// The visits that a node must have, and the AMAF visits that its actions must have.
    least: u32,
    amaf: Amaf,
}

/// The pools of an iteration, found when they are first asked for.
#[derive(Default)]
struct Pools {
    /// The number of the iteration.
    iteration: u64,
    known: [bool; MAX_PLAYERS],
    keys: [Vec<u64>; MAX_PLAYERS],
    /// Room for the means of a node's actions.
    rated: Vec<(f32, u64)>,
}

impl PoolRave {
    /// The slots and keys of the actions of the node that a player's pool comes from.
    fn node<'a>(&self, player: Player, log: &'a Log) -> &'a [(u32, u64)] {
        let chose = |&index: &usize| {
            let place = log.places[index];
            let is_own = log.steps[index].player == Some(player);
            is_own && place.phase == Phase::Selection && place.visits >= self.least
        };
        match (0..log.places.len()).rev().find(chose) {
            Some(index) => log.arms_of(index),
            None => &[],
        }
    }

    /// The keys of the pool, best first.
    fn fill(&self, node: &[(u32, u64)], rated: &mut Vec<(f32, u64)>, pool: &mut Vec<u64>) {
        rated.clear();
        for &(slot, key) in node {
            let (sum, visits) = self.amaf.record(slot).map_or((0, 0), Stat::reward_and_visits);
            if visits >= self.least {
                rated.push((sum as f32 * REWARD_UNIT / visits as f32, key));
            }
        }
        rated.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        pool.clear();
        pool.extend(rated.iter().take(self.k).map(|&(_, key)| key));
    }
}

/// What a thread keeps: the pools, and what [`Amaf`] needs.
#[derive(Default)]
struct Kept {
    pools: Pools,
    amaf: AmafThread,
}

impl Learner for PoolRave {
    type Thread = Kept;

    fn needs(&self) -> Needs {
        self.amaf.needs().and_replies()
    }

    fn capture(&self, iteration: &Iteration<'_>, kept: &mut Kept) {
        self.amaf.capture(iteration, &mut kept.amaf);
        // An action without room is in no pool until it is played again.
        iteration.decisions().for_each(|(index, ..)| _ = iteration.remember(index));
    }

    fn settle(&self, kept: &mut Kept) {
        self.amaf.settle(&mut kept.amaf);
    }

    fn recall(&self, record: &Record<u64>, node: Option<u32>) -> Option<Information<u64>> {
        self.amaf.recall(record, node)
    }

    fn opinions(&self, ply: &Ply<'_>, opinions: &mut Vec<Option<Opinion>>) {
        self.amaf.opinions(ply, opinions);
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(self)
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        Some(self)
    }
}

impl ReplySource for PoolRave {
    fn reply(&self, ply: &Ply<'_>, kept: &mut Kept, rng: &mut Rng) -> Option<Move> {
        if rng.unit() >= self.p {
            return None;
        }
        let pools = &mut kept.pools;
        if pools.iteration != ply.iteration() {
            pools.iteration = ply.iteration();
            pools.known = [false; MAX_PLAYERS];
        }
        let player = ply.player.index();
        // In the tree the descent goes on, and the pool with it.
        if !pools.known[player] || !ply.is_playout() {
            let Pools { keys, rated, .. } = pools;
            self.fill(self.node(ply.player, ply.log), rated, &mut keys[player]);
            pools.known[player] = ply.is_playout();
        }
        let possible = || pools.keys[player].iter().filter(|&&key| ply.recall(key).is_some());
        let &key = possible().nth(rng.below(possible().count()))?;
        ply.recall(key)
    }
}

impl Store for PoolRave {
    fn bytes(&self) -> usize {
        self.amaf.bytes()
    }

    fn is_due(&self, slots: usize) -> bool {
        self.amaf.is_due(slots)
    }

    fn maintain(&mut self, slots: usize, quota: &Quota) {
        self.amaf.maintain(slots, quota);
    }

    fn begin(&mut self, start: Start) {
        self.amaf.begin(start);
    }

    fn remap(&mut self, moved: &[Option<u32>]) {
        self.amaf.remap(moved);
    }
}
