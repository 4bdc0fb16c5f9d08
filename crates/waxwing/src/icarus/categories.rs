//! Playouts by move categories (Winands and Björnsson 2009, sections 3.2 and 5.2: No-Bound): an action is drawn in
//! proportion to how likely a good player is to choose an action of its category, α(a) ∝ P(category of a).
//!
//! Nothing is captured.

use super::{Buffers, Gives, InPlayouts, Information, Iteration, Ply, Record, Scratch, Strategy, Wants, roulette};
use crate::Rng;
use crate::game::Game;

pub(crate) struct Categories;

/// Appends the probabilities of the actions' categories to an empty buffer.
pub(super) fn probabilities<G: Game>(
    state: &G,
    legal: &[G::Action],
    categories: &mut Vec<u16>,
    probabilities: &mut Vec<f32>,
) {
    let knowledge = G::knowledge();
    categories.clear();
    knowledge.categorize(state, legal, categories);
    let known = knowledge.category_probabilities();
    probabilities.extend(categories.iter().map(|&category| known[usize::from(category)]));
}

impl<G: Game> Strategy<G> for Categories {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn wants(&self) -> Wants {
        Wants::default()
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        probabilities(ply.state, ply.legal, &mut Vec::new(), scores);
    }

    fn in_playouts(&self) -> InPlayouts {
        InPlayouts::Plays
    }

    fn draw(&self, ply: &Ply<'_, G>, rng: &mut Rng) -> Option<G::Action> {
        G::knowledge().draw_by_category(ply.state, rng)
    }

    fn choose(&self, ply: &Ply<'_, G>, buffers: &mut Buffers, rng: &mut Rng) -> usize {
        buffers.scores.clear();
        probabilities(ply.state, ply.legal, &mut buffers.categories, &mut buffers.scores);
        roulette(&buffers.scores, rng)
    }

    fn capture(&self, _: &Iteration<'_, G>, _: &mut Scratch) {}

    fn recall(&self, _: &G, _: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        None
    }
}
