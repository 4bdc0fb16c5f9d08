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
//! Where there is no tree node, in a playout, the choice is uniform. With hidden information the references are the nodes of the acting player's own tree, and only his actions count.

use super::table::Records;
use super::{
    Gives, InPlayouts, Information, Iteration, NO_SLOT, Place, Ply, Record, Scratch, Start, Step, Strategy, Wants, mix,
};
use crate::game::{Game, Player};

pub(crate) struct Grave {
    reference: u32,
    bias: f32,
    records: Records,
}

impl Grave {
    pub fn new(reference: u32, bias: f32) -> Grave {
        Grave { reference, bias, records: Records::new(1, 0, 1, 0) }
    }

    #[inline]
    fn key(&self, node: u32, player: Player, action: u64) -> u64 {
        mix(mix(u64::from(node), u64::from(player.0)), action)
    }

    /// The node whose all-moves averages are used.
    fn reference<G: Game>(&self, ply: &Ply<'_, G>) -> u32 {
        if ply.visits >= self.reference {
            return ply.node;
        }
        let own = |(step, place): &(&Step<G::Action>, &Place)| {
            place.node != NO_SLOT && step.player.is_some_and(|player| !G::HIDDEN || player == ply.player)
        };
        let above = || ply.history.steps.iter().zip(ply.history.places).filter(own).map(|(_, place)| place);
        let trusted = above().rev().find(|place| place.visits >= self.reference);
        trusted.or_else(|| above().next()).map_or(ply.node, |place| place.node)
    }
}

impl<G: Game> Strategy<G> for Grave {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn wants(&self) -> Wants {
        Wants { steps: true, ..Wants::default() }
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        if ply.node == NO_SLOT {
            scores.extend(ply.legal.iter().map(|_| 1.0));
            return;
        }
        let reference = self.reference(ply);
        scores.extend(ply.legal.iter().enumerate().map(|(arm, &action)| {
            let key = self.key(reference, ply.player, ply.state.action_index(action));
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

    fn in_playouts(&self) -> InPlayouts {
        InPlayouts::Uniform
    }

    fn capture(&self, iteration: &Iteration<'_, G>, _: &mut Scratch) {
        for (index, owner, _) in iteration.decisions() {
            let node = iteration.place(index).node;
            if node == NO_SLOT {
                continue;
            }
            for step in &iteration.steps[index..] {
                let Some(player) = step.player.filter(|&player| !G::HIDDEN || player == owner) else { continue };
                if let Some(record) = self.records.entry(self.key(node, player, step.key), iteration.sharing) {
                    record.add(iteration.reward(player), iteration.sharing);
                }
            }
        }
    }

    fn recall(&self, game: &G, record: &Record<G::Action>, node: Option<u32>) -> Option<Information<G::Action>> {
        let &Record::Below { player, action, .. } = record else { return None };
        Some(self.records.information(self.key(node?, player, game.action_index(action)), false))
    }

    fn begin(&mut self, start: Start) {
        if start.new_tree {
            self.records.clear();
        }
    }

    fn remap(&mut self, _: &[u32]) {
        // The keys contain slots, which have new numbers now: the averages start anew below the new root.
        self.records.clear();
    }

    fn records(&self) -> Option<&Records> {
        Some(&self.records)
    }

    fn records_mut(&mut self) -> Option<&mut Records> {
        Some(&mut self.records)
    }
}
