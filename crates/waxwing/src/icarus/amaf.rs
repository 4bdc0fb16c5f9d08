//! All moves as first (Specification 2): an action's value at a node is learned from every playout in which the same
//! player plays it at the node or later.
//!
//! ```text
//! v(q, n) = q/n + c·√(ln Σ n / n)    if n > 0,    +∞ otherwise
//! ```
//!
//! Readings: the capture runs over `i ≤ j`, so that the move actually played counts too (`own=no` gives the printed
//! `i < j`); it is restricted to actions of the node's own player; the test for a selection node belongs to the node in
//! which `a_i` is played. An action that occurs several times later is captured each time, as printed. Virtual visits
//! (`priors`) count here as in the tree, as in Gelly and Silver 2007.

use super::quota::Quota;
use super::stat::Stat;
use super::table::SlotTable;
use super::ucb::{bonus, ucb1};
use super::{
    Arms, Gives, InPlayouts, Information, Iteration, Ply, REWARD_UNIT, Record, Scratch, Start, Strategy, Wants,
};
use crate::game::Game;

pub(crate) struct Amaf {
    c: f32,
    own: bool,
    /// Beside the tree: the record of a history has the number of its slot.
    records: SlotTable,
}

impl Amaf {
    pub fn new(c: f32, own: bool) -> Amaf {
        Amaf { c, own, records: SlotTable::default() }
    }

    /// What is known of the history of a slot.
    #[inline]
    pub fn record(&self, slot: u32) -> Option<&Stat> {
        self.records.get(slot)
    }
}

impl<G: Game> Strategy<G> for Amaf {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn wants(&self) -> Wants {
        Wants { steps: true, arms: true, ..Wants::default() }
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        let Arms { slots, virtual_visits, virtual_rewards, .. } = ply.arms;
        let won = virtual_rewards.iter().copied().chain(std::iter::repeat(0.0));
        let record = |slot: &u32| {
            let (sum, visits) = self.records.get(*slot).map_or((0, 0), Stat::reward_and_visits);
            (sum as f32 * REWARD_UNIT, visits + virtual_visits)
        };
        let bonus = bonus(self.c, slots.iter().map(|slot| record(slot).1).sum());
        scores.extend(slots.iter().zip(won).map(|(slot, won)| match record(slot) {
            (_, 0) => f32::INFINITY,
            (sum, visits) => ucb1((sum + won) / visits as f32, visits, bonus),
        }));
        // In a playout there is no node, and no action has a record.
        scores.resize(ply.legal.len(), f32::INFINITY);
    }

    fn in_playouts(&self) -> InPlayouts {
        InPlayouts::Uniform
    }

    fn capture(&self, iteration: &Iteration<'_, G>, scratch: &mut Scratch) {
        let space = iteration.root.action_space();
        // From the last step to the first: the counters hold how often each player plays each action from here on.
        let (descent, playout) = iteration.steps.split_at(iteration.places.len());
        scratch.reserve(iteration.root.players(), space);
        for step in playout {
            if let Some(player) = step.player {
                *scratch.count(space, player, step.key) += 1;
            }
        }
        for (index, step) in descent.iter().enumerate().rev() {
            let Some(player) = step.player else { continue };
            *scratch.count(space, player, step.key) += u32::from(self.own);
            for &(slot, key) in iteration.arms(index) {
                // Adding nothing costs less than asking each time whether there is something to add.
                let times = *scratch.count(space, player, key);
                if let Some(record) = self.records.get(slot) {
                    record.add_times(iteration.reward(player), times, iteration.sharing);
                }
            }
            *scratch.count(space, player, step.key) += u32::from(!self.own);
        }
        scratch.reset(space, iteration.steps);
    }

    fn recall(&self, _: &G, record: &Record<G::Action>, node: Option<u32>) -> Option<Information<G::Action>> {
        let Record::History { .. } = record else { return None };
        Some(self.records.get(node?)?.information(false))
    }

    fn is_due(&self, slots: usize) -> bool {
        self.records.len() < slots
    }

    fn maintain(&mut self, slots: usize, quota: &Quota) {
        self.records.reach(slots, quota);
    }

    fn begin(&mut self, start: Start) {
        if start.new_tree {
            self.records.clear();
        }
    }

    fn remap(&mut self, moved: &[u32]) {
        self.records.remap(moved);
    }

    fn bytes(&self) -> usize {
        self.records.bytes()
    }
}
