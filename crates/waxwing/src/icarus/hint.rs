//! Hints: what the game's knowledge says about the actions of a node, one number for each.
//!
//! They depend on the state alone, so where nothing is hidden they are asked for once, when a node gets its children, and
//! kept beside them. With hidden information the same node is another state in each determinization: then they are asked
//! for at every visit.

use crate::game::Game;

/// A kind of hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hint {
    /// How good the state behind the action is for the acting player, by the evaluation of this index, in `[0, 1]`.
    Evaluation(usize),
    /// How likely a good player is to choose an action of its category.
    Category,
    /// How often the acting player may be expected to win after it, in `[0, 1]`.
    Prior,
}

impl Hint {
    /// Appends the hints about the actions of a state to an empty buffer.
    pub fn about<G: Game>(self, state: &G, actions: &[G::Action], hints: &mut Vec<f32>) {
        let knowledge = G::knowledge();
        match self {
            Hint::Evaluation(evaluation) => {
                knowledge.evaluate_actions(evaluation, state, actions, hints);
                hints.iter_mut().for_each(|hint| *hint = (knowledge.scale(evaluation, *hint) + 1.0) / 2.0);
            }
            Hint::Category => {
                let mut categories = Vec::with_capacity(actions.len());
                knowledge.categorize(state, actions, &mut categories);
                let known = knowledge.category_probabilities();
                hints.extend(categories.iter().map(|&category| known[usize::from(category)]));
            }
            Hint::Prior => knowledge.priors(state, actions, hints),
        }
    }
}
