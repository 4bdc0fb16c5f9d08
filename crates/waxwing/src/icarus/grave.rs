//! Generalised rapid action value estimation (Cazenave, 2015; not one of the five papers): like RAVE, but the all-moves
//! average of an action is read at the nearest node above that has been visited often enough to be trusted.
//!
//! ```text
//! R = histories × A × players    Θ = (q, n)
//! v(a) = (1-β)·q/n + β·q̃/ñ,    β = ñ / (ñ + n + bias·ñ·n)
//! ```
//!
//! (q, n) is the baseline's record of the action, (q̃, ñ) that of (reference, action), where the reference is the current
//! node or its nearest ancestor with `ref` visits or more (the root if there is none). An action that neither knows is
//! worth 1. There is no exploration term, and an unvisited action with a low all-moves average need not be tried first.
//! Where there is no tree node, in a playout, the choice is uniform. With hidden information the references
//! are the nodes of the acting player's own tree, and only that player's actions count.

use super::pending::Pending;
use super::table::{Lifetime, Records};
use super::{Gives, Information, NO_SLOT, Place, Record, mix};
use crate::agent::catalogue::{Entry, Giving, Parameter};
use crate::game::Player;
use crate::strategy::{Built, Iteration, Learner, Needs, Opinion, Ply, Step, Store, Strategy};

pub(super) fn entry() -> Entry {
    let about =
        "generalized RAVE: AMAF values of the nearest ancestor with enough visits stand in for a young node's own";
    Entry::strategy("grave", about)
        .cited("Cazenave 2015")
        .taking([
            Parameter::integer("ref", 50, 0, 1_000_000_000, "visits a node needs for its own AMAF values to be used"),
            Parameter::number("bias", 1e-5, 0.0, 1e6, "how fast a node's own mean outweighs the AMAF value"),
        ])
        .giving(Giving::Values)
        .built_by(|setting| {
            let (reference, bias) = (setting.integer("ref") as u32, setting.number("bias"));
            Ok(Built::strategy(Grave { reference, bias, records: Records::new(1, 0, 1, 0).kept_for(Lifetime::Tree) }))
        })
}

struct Grave {
    reference: u32,
    bias: f32,
    records: Records,
}

impl Grave {
    #[inline]
    fn key(&self, node: u32, player: Player, action: u64) -> u64 {
        mix(mix(u64::from(node), u64::from(player.0)), action)
    }

    /// The node whose all-moves averages are used.
    fn reference(&self, ply: &Ply<'_>) -> u32 {
        if ply.visits >= self.reference {
            return ply.node;
        }
        let own = |(step, place): &(&Step, &Place)| {
            place.node != NO_SLOT && step.player.is_some_and(|player| !ply.is_hidden() || player == ply.player)
        };
        let above = || ply.steps().iter().zip(&ply.log.places).filter(own).map(|(_, place)| place);
        let trusted = above().rev().find(|place| place.visits >= self.reference);
        trusted.or_else(|| above().next()).map_or(ply.node, |place| place.node)
    }
}

impl Learner for Grave {
    type Thread = Pending;

    fn needs(&self) -> Needs {
        Needs::steps()
    }

    fn capture(&self, iteration: &Iteration<'_>, pending: &mut Pending) {
        for (index, owner, _) in iteration.decisions() {
            let node = iteration.place(index).node;
            if node == NO_SLOT {
                continue;
            }
            for step in &iteration.steps()[index..] {
                let is_seen = |&player: &Player| !iteration.is_hidden() || player == owner;
                let Some(player) = step.player.filter(is_seen) else { continue };
                let (key, counting) = (self.key(node, player, step.key), (iteration.sharing, &mut *pending));
                self.records.add(key, iteration.reward(player), counting, |_, _| {});
            }
        }
    }

    fn settle(&self, pending: &mut Pending) {
        self.records.settle(pending, |_, _| {});
    }

    fn recall(&self, record: &Record<u64>, node: Option<u32>) -> Option<Information<u64>> {
        let &Record::Below { player, action, .. } = record else { return None };
        Some(self.records.information(self.key(node?, player, action), false))
    }

    fn opinions(&self, ply: &Ply<'_>, opinions: &mut Vec<Option<Opinion>>) {
        if !ply.is_playout() {
            let reference = self.reference(ply);
            let below = |&action: &u64| Some(self.records.opinion(self.key(reference, ply.player, action)));
            opinions.extend(ply.keys().iter().map(below));
        }
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(&self.records)
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        Some(&mut self.records)
    }
}

impl Strategy for Grave {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn score(&self, ply: &Ply<'_>, _: &mut Pending, scores: &mut Vec<f32>) {
        if ply.is_playout() {
            scores.resize(ply.count(), 1.0);
            return;
        }
        let reference = self.reference(ply);
        scores.extend(ply.keys().iter().enumerate().map(|(arm, &action)| {
            let key = self.key(reference, ply.player, action);
            let visits = ply.arms.visits.get(arm).copied().unwrap_or(0);
            let all_moves = self.records.get(key).filter(|record| record.visits() > 0);
            match (visits, all_moves) {
                (0, None) => 1.0,
                (_, None) => ply.arms.mean(arm),
                (0, Some(record)) => record.mean(),
                (_, Some(record)) => {
                    let (n, all) = (visits as f32, record.visits() as f32);
                    let beta = all / (all + n + self.bias * all * n);
                    (1.0 - beta) * ply.arms.mean(arm) + beta * record.mean()
                }
            }
        }));
    }

    fn is_uniform_in_playouts(&self) -> bool {
        true
    }
}
