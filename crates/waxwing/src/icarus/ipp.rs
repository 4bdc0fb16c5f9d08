//! Informed playouts (Lanctot et al. 2014, section 4.2, the improved playout policy): an action is drawn in proportion to a
//! weight that the game knows, α(a) ∝ w(a).
//!
//! What wins at once, or must be played lest the other player does, is the game's to say: it leaves nothing to the other
//! actions then. Nothing is captured.

use super::Gives;
use crate::Rng;
use crate::agent::catalogue::{Entry, Need, Parameter};
use crate::knowledge::Weighting;
use crate::strategy::{Built, Learner, Move, Needs, Ply, Strategy};

pub(super) fn entry() -> Entry {
    let about = "informed playouts: actions are drawn by weights that the game knows, decisive ones always";
    Entry::strategy("ipp", about)
        .cited("Lanctot et al. 2014, section 4.2")
        .in_papers(&["ipp"])
        .taking([Parameter::weighting()])
        .needing([Need::Weights])
        .built_by(|setting| Ok(Built::strategy(DrawnByWeight { weighting: setting.weighting()? })))
}

/// α(a) ∝ w(a), by any weighting.
pub(super) struct DrawnByWeight {
    pub weighting: Weighting,
}

impl Learner for DrawnByWeight {
    type Thread = ();

    fn needs(&self) -> Needs {
        Needs::default()
    }
}

impl Strategy for DrawnByWeight {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn score(&self, ply: &Ply<'_>, (): &mut (), scores: &mut Vec<f32>) {
        ply.weights(self.weighting, scores);
    }

    fn play(&self, ply: &Ply<'_>, (): &mut (), rng: &mut Rng) -> Option<Move> {
        ply.draw(self.weighting, rng)
    }
}
