//! The baseline (Specification 1): UCB1 over the records of the tree itself.
//!
//! ```text
//! v(q, n, m) = q/n + c·√(ln m / n)    if n > 0,    +∞ otherwise
//! ```
//!
//! `m` is how often the action was available. Where nothing is hidden that is the visits of the parent, less one below
//! the root (the visit that made the parent did not look at its children); with hidden information it is counted.
//! The records are the tree's, which keeps them whether `uct` is named in an expression or not.

use super::ucb::{bonus, ucb1};
use super::{Gives, InPlayouts, Information, Iteration, Ply, Record, Scratch, Start, Strategy, Wants};
use crate::game::Game;

pub(crate) struct Uct {
    pub c: f32,
}

impl<G: Game> Strategy<G> for Uct {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn wants(&self) -> Wants {
        Wants::default()
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        let arms = ply.arms;
        // In a playout no action has a record, so all are +∞ and the choice is uniform.
        let arm_count = arms.slots.len();
        let value = |arm: usize| match arms.visits.get(arm) {
            Some(&visits) if visits > 0 => ucb1(arms.mean(arm), visits, bonus(self.c, arms.available[arm])),
            _ => f32::INFINITY,
        };
        debug_assert!(arm_count == 0 || arm_count == ply.legal.len());
        scores.extend((0..ply.legal.len()).map(value));
    }

    fn in_playouts(&self) -> InPlayouts {
        InPlayouts::Uniform
    }

    fn is_baseline(&self) -> bool {
        true
    }

    fn capture(&self, _: &Iteration<'_, G>, _: &mut Scratch) {}

    fn recall(&self, _: &G, _: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        None
    }

    fn begin(&mut self, _: Start) {}

    fn bytes(&self) -> usize {
        0
    }
}
