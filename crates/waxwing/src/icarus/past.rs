//! Predicate-average sampling (section 4.3.3): MAST with one record for each predicate that held when the action was played.
//!
//! ```text
//! R = predicates × A × players    Θ = (q, n)
//! α(a) ∝ e^(v(a)/τ),    v(a) = max over the predicates p that hold of q/n of (p, a),    1 if none has n ≥ min
//! ```
//!
//! The maximum over predicates follows Finnsson and Björnsson (2010); the paper leaves the combination open. A state in
//! which no predicate holds captures nothing, and the choice there is uniform.

use super::pending::Pending;
use super::table::Records;
use super::{Gives, Information, Record, parameters};
use crate::agent::catalogue::{Entry, Need, Parameter};
use crate::game::Player;
use crate::strategy::{Built, Iteration, Learner, Needs, Opinion, Ply, Setting, Store, Strategy};

pub(super) fn entry() -> Entry {
    let about =
        "predicate-average sampling: averages of an action apart for each predicate that held when it was played";
    Entry::strategy("past", about)
        .cited("Finnsson and Björnsson 2010")
        .in_papers(&["past"])
        .taking([
            parameters::tau(1.0),
            Parameter::integer(
                "min",
                1,
                1,
                1_000_000_000,
                "visits a predicate and action need for their average to count",
            ),
        ])
        .needing([Need::Predicates])
        .built_by(|setting| Ok(Built::strategy(Past::new(setting))))
}

struct Past {
    tau: f32,
    min: u32,
    records: Records,
}

/// The numbers of the predicates in a set of bits.
fn holding(set: u64) -> impl Iterator<Item = u64> {
    std::iter::successors((set != 0).then_some(set), |&rest| Some(rest & (rest - 1)).filter(|&rest| rest != 0))
        .map(|rest| rest.trailing_zeros().into())
}

impl Past {
    fn new(setting: &Setting<'_>) -> Past {
        // One number to the base of the larger of the two spaces each: predicates are few beside actions.
        let space = setting.action_space();
        let radix = if space == 0 { 0 } else { space.max(setting.offered().predicates.len()) };
        let records = Records::new(setting.players(), radix, 2, 0);
        Past { tau: setting.number("tau"), min: setting.integer("min") as u32, records }
    }

    #[inline]
    fn key(&self, player: Player, predicate: u64, action: u64) -> u64 {
        self.records.extend(self.records.extend(self.records.start(player), predicate), action)
    }

    fn value(&self, player: Player, predicates: u64, action: u64) -> f32 {
        holding(predicates)
            .filter_map(|predicate| self.records.get(self.key(player, predicate, action)))
            .filter(|record| record.visits() >= self.min.max(1))
            .map(|record| record.mean())
            .reduce(f32::max)
            .unwrap_or(1.0)
    }
}

impl Learner for Past {
    type Thread = Pending;

    fn needs(&self) -> Needs {
        Needs::steps().and_predicates()
    }

    fn capture(&self, iteration: &Iteration<'_>, pending: &mut Pending) {
        for (index, player, step) in iteration.decisions() {
            for predicate in holding(iteration.predicates(index)) {
                let (key, counting) = (self.key(player, predicate, step.key), (iteration.sharing, &mut *pending));
                self.records.add(key, iteration.reward(player), counting, |_, _| {});
            }
        }
    }

    fn settle(&self, pending: &mut Pending) {
        self.records.settle(pending, |_, _| {});
    }

    fn recall(&self, record: &Record<u64>, _: Option<u32>) -> Option<Information<u64>> {
        let &Record::Predicate { player, predicate, action } = record else { return None };
        Some(self.records.information(self.key(player, predicate as u64, action), false))
    }

    /// The record that [`Past::value`] follows.
    fn opinions(&self, ply: &Ply<'_>, opinions: &mut Vec<Option<Opinion>>) {
        let predicates = ply.predicates();
        let highest = |&action: &u64| {
            let records =
                holding(predicates).map(|predicate| self.records.opinion(self.key(ply.player, predicate, action)));
            let known = records.filter(|record| record.visits >= self.min.max(1));
            known.max_by(|one, other| one.value.total_cmp(&other.value))
        };
        opinions.extend(ply.keys().iter().map(highest));
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(&self.records)
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        Some(&mut self.records)
    }
}

impl Strategy for Past {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn score(&self, ply: &Ply<'_>, _: &mut Pending, scores: &mut Vec<f32>) {
        let predicates = ply.predicates();
        scores.extend(ply.keys().iter().map(|&action| {
            let value = self.value(ply.player, predicates, action);
            libm::expf((value - 1.0) / self.tau)
        }));
    }
}
