//! Uniform: every legal action with the same probability, in the tree as in playouts.
//!
//! It is a policy of its own, not the baseline: in the tree it looks at no visits, so that unvisited actions do not come
//! first. In playouts it is what `uct` is there. Nothing is captured.

use super::{Buffers, Gives, InPlayouts, Information, Iteration, Ply, Record, Scratch, Strategy, Wants};
use crate::Rng;
use crate::game::Game;

pub(crate) struct Uniform;

impl<G: Game> Strategy<G> for Uniform {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn wants(&self) -> Wants {
        Wants::default()
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        scores.resize(ply.legal.len(), 1.0);
    }

    fn choose(&self, ply: &Ply<'_, G>, _: &mut Buffers, rng: &mut Rng) -> usize {
        rng.below(ply.legal.len())
    }

    fn in_playouts(&self) -> InPlayouts {
        InPlayouts::Uniform
    }

    fn capture(&self, _: &Iteration<'_, G>, _: &mut Scratch) {}

    fn recall(&self, _: &G, _: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        None
    }
}
