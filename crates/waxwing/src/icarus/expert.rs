//! Expert playouts (Fabbri et al. 2014, section IV-C): an action is drawn as the game's expert rules say, α(a) ∝ w(a).
//!
//! The rules are the game's, and so is what remains where none of them applies. Nothing is captured.

use super::Gives;
use crate::Rng;
use crate::agent::catalogue::{Entry, Need};
use crate::strategy::{Built, Learner, Move, Needs, Ply, Strategy};

pub(super) fn entry() -> Entry {
    let about = "expert playouts: actions by rules that the game knows, in Go captures, escapes and patterns round the last move";
    Entry::strategy("expert", about)
        .cited("Gelly, Wang, Munos and Teytaud 2006; Fabbri, Armetta, Duchêne and Hassas 2014, section IV")
        .in_papers(&["bhrf-expert"])
        .needing([Need::Expert])
        .built_by(|_| Ok(Built::strategy(ExpertPlayouts)))
}

struct ExpertPlayouts;

impl Learner for ExpertPlayouts {
    type Thread = ();

    fn needs(&self) -> Needs {
        Needs::default()
    }
}

impl Strategy for ExpertPlayouts {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn score(&self, ply: &Ply<'_>, (): &mut (), scores: &mut Vec<f32>) {
        ply.expert_weights(scores);
    }

    fn play(&self, ply: &Ply<'_>, (): &mut (), rng: &mut Rng) -> Option<Move> {
        ply.draw_expert(rng)
    }
}
