//! Expert playouts (Fabbri et al. 2014, section IV-C): an action is drawn as the game's expert rules say, α(a) ∝ w(a).
//!
//! The rules are the game's, and so is what remains where none of them applies. Nothing is captured.

use super::{Gives, InPlayouts, Information, Iteration, Ply, Record, Scratch, Strategy, Wants};
use crate::Rng;
use crate::game::Game;

pub(crate) struct ExpertPlayouts;

impl<G: Game> Strategy<G> for ExpertPlayouts {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn wants(&self) -> Wants {
        Wants::default()
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        G::knowledge().expert_weights(ply.state, ply.legal, scores);
    }

    fn in_playouts(&self) -> InPlayouts {
        InPlayouts::Plays
    }

    fn draw(&self, ply: &Ply<'_, G>, rng: &mut Rng) -> Option<G::Action> {
        G::knowledge().draw_expert(ply.state, rng)
    }

    fn capture(&self, _: &Iteration<'_, G>, _: &mut Scratch) {}

    fn recall(&self, _: &G, _: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        None
    }
}
