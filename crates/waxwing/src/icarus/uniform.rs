//! Uniform: every legal action with the same probability, in the tree as in playouts.
//!
//! It is a policy of its own, not the baseline: in the tree it looks at no visits, so that unvisited actions do not come
//! first. In playouts it is what `uct` is there. Nothing is captured.

use super::Gives;
use crate::Rng;
use crate::agent::catalogue::Entry;
use crate::strategy::{Built, Learner, Needs, Ply, Strategy};

pub(super) fn entry() -> Entry {
    let about = "any legal action with the same probability: `uct > uniform` has random playouts, as `uct` alone has";
    Entry::strategy("uniform", about).cited("common practice").built_by(|_| Ok(Built::strategy(Uniform)))
}

struct Uniform;

impl Learner for Uniform {
    type Thread = ();

    fn needs(&self) -> Needs {
        Needs::default()
    }
}

impl Strategy for Uniform {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn score(&self, ply: &Ply<'_>, (): &mut (), scores: &mut Vec<f32>) {
        scores.resize(ply.count(), 1.0);
    }

    fn choose(&self, ply: &Ply<'_>, (): &mut (), rng: &mut Rng) -> Option<usize> {
        Some(rng.below(ply.count()))
    }

    fn is_uniform_in_playouts(&self) -> bool {
        true
    }
}
