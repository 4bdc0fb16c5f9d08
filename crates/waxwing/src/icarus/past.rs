//! Predicate-average sampling (section 4.3.3): MAST with one record for each predicate that held when the action was played.
//!
//! ```text
//! R = predicates × A × players    Θ = (q, n)
//! α(a) ∝ e^(v(a)/τ),    v(a) = max over the predicates p that hold of q/n of (p, a),    1 if none has n ≥ min
//! ```
//!
//! The maximum over predicates follows Finnsson and Björnsson (2010); the paper leaves the combination open. A state in
//! which no predicate holds captures nothing, and the choice there is uniform.

use super::table::Records;
use super::{Gives, Information, Iteration, Ply, Record, Scratch, Strategy, Wants};
use crate::game::{Game, Player};

pub(crate) struct Past {
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
    pub fn new<G: Game>(game: &G, tau: f32, min: u32) -> Past {
        // One number to the base of the larger of the two spaces each: predicates are few beside actions.
        let space = game.action_space();
        let radix = if space == 0 { 0 } else { space.max(G::knowledge().predicates().len()) };
        Past { tau, min, records: Records::new(game.players(), radix, 2, 0) }
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

impl<G: Game> Strategy<G> for Past {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn wants(&self) -> Wants {
        Wants { steps: true, predicates: true, ..Wants::default() }
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        scores.extend(ply.legal.iter().map(|&action| {
            let value = self.value(ply.player, ply.predicates, ply.state.action_index(action));
            libm::expf((value - 1.0) / self.tau)
        }));
    }

    fn capture(&self, iteration: &Iteration<'_, G>, _: &mut Scratch) {
        for (index, player, step) in iteration.decisions() {
            for predicate in holding(iteration.predicates[index]) {
                if let Some(record) = self.records.entry(self.key(player, predicate, step.key), iteration.sharing) {
                    record.add(iteration.reward(player), iteration.sharing);
                }
            }
        }
    }

    fn recall(&self, game: &G, record: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        let &Record::Predicate { player, predicate, action } = record else { return None };
        Some(self.records.information(self.key(player, predicate as u64, game.action_index(action)), false))
    }

    fn records(&self) -> Option<&Records> {
        Some(&self.records)
    }

    fn records_mut(&mut self) -> Option<&mut Records> {
        Some(&mut self.records)
    }
}
