//! Playouts by move categories (Winands and Björnsson 2009, sections 3.2 and 5.2: No-Bound): an action is drawn in
//! proportion to how likely a good player is to choose an action of its category, α(a) ∝ P(category of a).
//!
//! Nothing is captured.

use super::Gives;
use crate::Rng;
use crate::agent::catalogue::{Entry, Need};
use crate::strategy::{Built, Learner, Move, Needs, Ply, Strategy};

pub(super) fn entry() -> Entry {
    let about = "move categories: actions are drawn by how often good players choose an action of their category";
    Entry::strategy("categories", about)
        .cited("Winands and Björnsson 2009; Tsuruoka, Yokoyama and Chikayama 2002")
        .in_papers(&["categories", "move-categories", "transition-probabilities"])
        .needing([Need::Categories])
        .built_by(|_| Ok(Built::strategy(Categories)))
}

struct Categories;

/// Appends the probabilities of the legal actions' categories to an empty buffer.
pub(super) fn probabilities(ply: &Ply<'_>, categories: &mut Vec<u16>, probabilities: &mut Vec<f32>) {
    ply.categories(categories);
    let known = ply.category_probabilities();
    probabilities.extend(categories.iter().map(|&category| known[usize::from(category)]));
}

impl Learner for Categories {
    /// Room for categories.
    type Thread = Vec<u16>;

    fn needs(&self) -> Needs {
        Needs::default()
    }
}

impl Strategy for Categories {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn score(&self, ply: &Ply<'_>, categories: &mut Vec<u16>, scores: &mut Vec<f32>) {
        probabilities(ply, categories, scores);
    }

    fn play(&self, ply: &Ply<'_>, _: &mut Vec<u16>, rng: &mut Rng) -> Option<Move> {
        ply.draw_by_category(rng)
    }
}
