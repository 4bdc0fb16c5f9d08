//! The baseline (Specification 1): UCB1 over the records of the tree itself.
//!
//! ```text
//! v(q, n, m) = q/n + c·√(ln m / n)    if n > 0,    +∞ otherwise
//! ```
//!
//! `m` is how often the action was available. Where nothing is hidden that is the visits of the parent, less one below
//! the root (the visit that made the parent did not look at its children); with hidden information it is counted.
//! The records are the tree's, which keeps them whether `uct` is named in an expression or not.

use super::{Gives, NO_SLOT, parameters, ucb::bonus};
use crate::agent::catalogue::{Entry, Giving};
use crate::strategy::{Built, Learner, Needs, Opinion, Ply, Strategy};

pub(super) fn entry() -> Entry {
    let about = "the baseline: UCB1 on the statistics of each node, subset-armed where actions come and go";
    Entry::strategy("uct", about)
        .cited("Kocsis and Szepesvári 2006; ICARUS Specification 1")
        .in_papers(&["baseline", "subset-armed"])
        .taking([parameters::c()])
        .giving(Giving::Values)
        .built_by(|setting| Ok(Built::strategy(Uct { c: setting.number("c") })))
}

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

impl Learner for Uct {
    type Thread = ();

    fn needs(&self) -> Needs {
        Needs::default()
    }

    fn opinions(&self, ply: &Ply<'_>, opinions: &mut Vec<Option<Opinion>>) {
        let arms = ply.arm_slots().iter().zip(ply.arm_visits().iter().zip(ply.arm_rewards()));
        opinions.extend(arms.map(|(&slot, (&visits, &reward))| {
            let value = if visits > 0 { reward / visits as f32 } else { 0.0 };
            (slot != NO_SLOT).then_some(Opinion { value, visits, record: slot.into() })
        }));
    }
}

impl Strategy for Uct {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn score(&self, ply: &Ply<'_>, (): &mut (), scores: &mut Vec<f32>) {
        let arms = ply.arms.rewards.iter().zip(&ply.arms.visits);
        match ply.arms.available[..] {
            // In a playout no action has a record, so all are +∞ and the choice is uniform.
            [] => scores.resize(ply.count(), f32::INFINITY),
            [trials] => {
                let bonus = bonus(self.c, trials);
                scores.extend(arms.map(|(&reward, &visits)| value(reward, visits, bonus)));
            }
            ref available => scores.extend(
                arms.zip(available).map(|((&reward, &visits), &trials)| value(reward, visits, bonus(self.c, trials))),
            ),
        }
    }

    fn is_uniform_in_playouts(&self) -> bool {
        true
    }

    fn baseline(&self) -> Option<f32> {
        Some(self.c)
    }
}
