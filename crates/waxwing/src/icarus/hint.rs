//! Hints: what the game's knowledge says about the actions of a node, one number for each.
//!
//! They depend on the state alone, so where nothing is hidden they are asked for once, when a node gets its children, and
//! kept beside them. With hidden information the same node is another state in each determinization: then they are asked
//! for at every visit.

use crate::game::Game;
use crate::knowledge::{Evaluation, Weighting};

/// A kind of hint.
pub(crate) enum Hint<G: Game> {
    /// How good the state behind the action is for the acting player, by this evaluation, in `[0, 1]`.
    Evaluation(Evaluation<G>),
    /// Its weight.
    Weight(Weighting),
    /// How often the acting player may be expected to win after it, in `[0, 1]`.
    Prior,
}

impl<G: Game> PartialEq for Hint<G> {
    fn eq(&self, other: &Hint<G>) -> bool {
        match (self, other) {
            (Hint::Evaluation(one), Hint::Evaluation(other)) => one == other,
            (Hint::Weight(one), Hint::Weight(other)) => one == other,
            (Hint::Prior, Hint::Prior) => true,
            _ => false,
        }
    }
}

impl<G: Game> Hint<G> {
    /// Appends the hints about the actions of a state to an empty buffer.
    pub fn about(&self, state: &G, actions: &[G::Action], hints: &mut Vec<f32>) {
        let knowledge = state.knowledge();
        match self {
            Hint::Evaluation(evaluation) => {
                evaluation.evaluate_actions(state, actions, hints);
                hints.iter_mut().for_each(|hint| *hint = (evaluation.scale(*hint) + 1.0) / 2.0);
            }
            Hint::Weight(weighting) => {
                if let Some(weightings) = knowledge.weightings() {
                    weightings.weigh(*weighting, state, actions, hints);
                }
            }
            Hint::Prior => {
                if let Some(priors) = knowledge.priors() {
                    priors.win_rates(state, actions, hints);
                }
            }
        }
    }
}
