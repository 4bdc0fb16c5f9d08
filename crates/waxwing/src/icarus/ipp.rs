//! Informed playouts (Lanctot et al. 2014, section 4.2, the improved playout policy): an action is drawn in proportion to a
//! weight that the game knows, α(a) ∝ w(a).
//!
//! What wins at once, or must be played lest the other player does, is the game's to say: it leaves nothing to the other
//! actions then. Nothing is captured.

use super::{Gives, InPlayouts, Information, Iteration, Ply, Record, Scratch, Strategy, Wants};
use crate::Rng;
use crate::game::Game;

pub(crate) struct InformedPlayouts {
    pub weighting: usize,
}

impl<G: Game> Strategy<G> for InformedPlayouts {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn wants(&self) -> Wants {
        Wants::default()
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        G::knowledge().weigh(self.weighting, ply.state, ply.legal, scores);
    }

    fn in_playouts(&self) -> InPlayouts {
        InPlayouts::Plays
    }

    fn draw(&self, ply: &Ply<'_, G>, rng: &mut Rng) -> Option<G::Action> {
        G::knowledge().draw_weighted(self.weighting, ply.state, rng)
    }

    fn capture(&self, _: &Iteration<'_, G>, _: &mut Scratch) {}

    fn recall(&self, _: &G, _: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        None
    }
}
