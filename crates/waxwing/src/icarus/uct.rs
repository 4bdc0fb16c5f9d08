//! The baseline (Specification 1): UCB1 over the records of the tree itself.
//!
//! ```text
//! v(q, n, m) = q/n + c·√(ln m / n)    if n > 0,    +∞ otherwise
//! ```
//!
//! `m` is how often the action was available. Where nothing is hidden that is the visits of the parent, less one below
//! the root (the visit that made the parent did not look at its children); with hidden information it is counted.
//! The records are the tree's, which keeps them whether `uct` is named in an expression or not.

use super::ucb::bonus;
use super::{Gives, InPlayouts, Information, Iteration, Ply, Record, Scratch, Strategy, Wants};
use crate::game::Game;

/// v(q, n, m), without a branch: several are computed at a time.
#[inline(always)]
fn value(reward: f32, visits: u32, bonus: f32) -> f32 {
    // Visits fit 31 bits, and signed numbers are converted faster.
    let share = 1.0 / (visits as i32) as f32;
    let value = reward * share + bonus * share.sqrt();
    if visits > 0 { value } else { f32::INFINITY }
}

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
        let arms = ply.arms.rewards.iter().zip(&ply.arms.visits);
        match ply.arms.available[..] {
            // In a playout no action has a record, so all are +∞ and the choice is uniform.
            [] => scores.resize(ply.legal.len(), f32::INFINITY),
            [trials] => {
                let bonus = bonus(self.c, trials);
                scores.extend(arms.map(|(&reward, &visits)| value(reward, visits, bonus)));
            }
            ref available => scores.extend(
                arms.zip(available).map(|((&reward, &visits), &trials)| value(reward, visits, bonus(self.c, trials))),
            ),
        }
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
}
