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

use super::pending::Pending;
use super::quota::Quota;
use super::stat::{Sharing, Stat};
use super::table::SlotTable;
use super::ucb::{bonus, ucb1};
use super::{Arms, Counts, Gives, Information, REWARD_UNIT, Record, Schedule, Uct, Weights, parameters};
use crate::agent::catalogue::{Entry, Giving, Parameter};
use crate::game::Reward;
use crate::strategy::{Built, Composed, Iteration, Learner, Needs, Opinion, Ply, Start, Store, Strategy};

pub(super) fn entry() -> Entry {
    let about = "all moves as first: an action's value at a node from every playout in which its player chose it later";
    Entry::strategy("amaf", about)
        .cited("Brügmann 1993; ICARUS Specification 2")
        .in_papers(&["amaf"])
        .taking([parameters::c(), parameters::own()])
        .giving(Giving::Values)
        .built_by(|setting| Ok(Built::strategy(Amaf::new(setting.number("c"), setting.flag("own")))))
}

/// Equation 14: `blend([rave(k)] amaf, uct)`.
pub(super) fn rave_entry() -> Entry {
    let about = "rapid action value estimation: AMAF while a node is young, UCT as its visits grow; short for blend([rave] amaf, uct)";
    Entry::strategy("rave", about)
        .cited("Gelly and Silver 2007; ICARUS Equation 14")
        .in_papers(&["rave"])
        .taking([
            Parameter::positive("k", 250.0, 1e9, "equivalence parameter: the visits after which AMAF weighs one half"),
            parameters::c(),
            Parameter::number("amaf-c", 0.7, 0.0, 1e6, "exploration constant of the AMAF part"),
            parameters::own(),
        ])
        .giving(Giving::Values)
        .built_by(|setting| {
            let amaf = Amaf::new(setting.number("amaf-c"), setting.flag("own"));
            let parts = vec![Built::strategy(amaf), Built::strategy(Uct { c: setting.number("c") })];
            let schedule = Schedule::Rave { k: setting.number("k") };
            Ok(Built(Composed::Blend(Weights::Scheduled { part: 0, schedule, parts: 2 }, parts)))
        })
}

/// The visits from which on threads often meet at a node.
const BUSY: u32 = 64;

/// What a thread keeps: counters of one iteration, and what it has not added to the records yet.
#[derive(Default)]
pub(crate) struct AmafThread {
    counts: Counts,
    pending: Pending,
}

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

    /// Adds the reward to the records of a node's actions, as often as each was played.
    #[inline]
    fn add(&self, arms: &[(u32, u64)], reward: Reward, mut times: impl FnMut(u64) -> u32) {
        for &(slot, key) in arms {
            // Adding nothing costs less than asking each time whether there is something to add.
            let times = times(key);
            if let Some(record) = self.records.get(slot) {
                record.add_times(reward, times, Sharing::Alone);
            }
        }
    }

    /// Does so where threads share the records. What a thread counts at a node with many visits waits with it, since threads
    /// often meet there.
    fn add_shared(
        &self,
        arms: &[(u32, u64)],
        reward: Reward,
        mut times: impl FnMut(u64) -> u32,
        mut pending: Option<&mut Pending>,
    ) {
        for &(slot, key) in arms {
            let times = times(key);
            if times == 0 {
                continue;
            }
            let sum = reward.bits() * i64::from(times);
            match &mut pending {
                Some(pending) => pending.add(slot.into(), sum, times, |slot, sum, n| self.hand_over(slot, sum, n)),
                None => self.hand_over(slot.into(), sum, times),
            }
        }
    }

    fn hand_over(&self, slot: u64, sum: i64, visits: u32) {
        if let Some(record) = self.records.get(slot as u32) {
            record.add_sum(sum, visits);
        }
    }

    /// What is known of the history of a slot.
    #[inline]
    pub fn record(&self, slot: u32) -> Option<&Stat> {
        self.records.get(slot)
    }
}

impl Learner for Amaf {
    type Thread = AmafThread;

    fn needs(&self) -> Needs {
        Needs::steps().and_arms()
    }

    fn capture(&self, iteration: &Iteration<'_>, AmafThread { counts, pending }: &mut AmafThread) {
        // From the last step to the first: the counters hold how often each player plays each action from here on.
        let (descent, playout) = iteration.steps().split_at(iteration.descent());
        counts.reserve(iteration);
        for step in playout {
            if let Some(player) = step.player {
                *counts.of(player, step.key) += 1;
            }
        }
        for (index, step) in descent.iter().enumerate().rev() {
            let Some(player) = step.player else { continue };
            *counts.of(player, step.key) += u32::from(self.own);
            let (reward, arms) = (iteration.reward(player), iteration.arms(index));
            if iteration.sharing == Sharing::Alone {
                self.add(arms, reward, |key| *counts.of(player, key));
            } else {
                let waits = iteration.place(index).visits >= BUSY;
                self.add_shared(arms, reward, |key| *counts.of(player, key), waits.then_some(&mut *pending));
            }
            *counts.of(player, step.key) += u32::from(!self.own);
        }
        counts.reset(iteration.steps());
    }

    fn settle(&self, AmafThread { pending, .. }: &mut AmafThread) {
        pending.hand_over(|slot, sum, visits| self.hand_over(slot, sum, visits));
    }

    fn recall(&self, record: &Record<u64>, node: Option<u32>) -> Option<Information<u64>> {
        let Record::History { .. } = record else { return None };
        Some(self.records.get(node?)?.information(false))
    }

    fn opinions(&self, ply: &Ply<'_>, opinions: &mut Vec<Option<Opinion>>) {
        opinions.extend(ply.arm_slots().iter().map(|&slot| Some(Opinion::of(self.records.get(slot), slot.into()))));
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(self)
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        Some(self)
    }
}

impl Strategy for Amaf {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn score(&self, ply: &Ply<'_>, _: &mut AmafThread, scores: &mut Vec<f32>) {
        let Arms { slots, virtual_visits, virtual_rewards, .. } = ply.arms;
        let mut all = 0;
        for &slot in slots {
            all += self.records.get(slot).map_or(0, Stat::visits) + virtual_visits;
        }
        let bonus = bonus(self.c, all);
        for (arm, &slot) in slots.iter().enumerate() {
            let (sum, visits) = self.records.get(slot).map_or((0, 0), Stat::reward_and_visits);
            let (sum, visits) = (sum as f32 * REWARD_UNIT, visits + virtual_visits);
            let won = virtual_rewards.get(arm).copied().unwrap_or(0.0);
            scores.push(if visits == 0 { f32::INFINITY } else { ucb1((sum + won) / visits as f32, visits, bonus) });
        }
        // In a playout there is no node, and no action has a record.
        scores.resize(ply.count(), f32::INFINITY);
    }

    fn is_uniform_in_playouts(&self) -> bool {
        true
    }
}

impl Store for Amaf {
    fn bytes(&self) -> usize {
        self.records.bytes()
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

    fn remap(&mut self, moved: &[Option<u32>]) {
        self.records.remap(moved);
    }
}
