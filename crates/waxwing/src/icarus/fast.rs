//! Features-to-action sampling (section 4.3.3; Finnsson and Björnsson 2010): what the features of a state are worth is
//! learned by TD(λ), and an action is as good as the features that it wins and loses.
//!
//! ```text
//! R = features    Θ = θ_f, what it is worth to a player that f holds for him    θ_initial: learned before the search
//! α(a) ∝ e^(Q(a)/τ),    Q(a) = Σ θ_f that hold after a - Σ θ_f that hold before
//! ω: TD(λ) over the states of the playout, for every player in his own view (FeatureWeights::learn)
//! ```
//!
//! All players share the weights. `online=no` uses what was learned before the search as it is.

use super::{Gives, Information, Iteration, Ply, Record, Scratch, Start, Strategy, Wants};
use crate::game::{Game, Player};
use crate::knowledge::{FeatureWeights, Learning};

pub(crate) struct Fast {
    tau: f32,
    /// `None` where nothing is learned during the search.
    learning: Option<Learning>,
    initial: &'static [f32],
    weights: FeatureWeights,
}

impl Fast {
    pub fn new<G: Game>(tau: f32, learning: Option<Learning>) -> Fast {
        let initial = G::knowledge().feature_weights();
        Fast { tau, learning, initial, weights: FeatureWeights::new(initial) }
    }
}

impl<G: Game> Strategy<G> for Fast {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn wants(&self) -> Wants {
        Wants { steps: self.learning.is_some(), ..Wants::default() }
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        G::knowledge().feature_gains(&self.weights, ply.state, ply.legal, scores);
        // Relative to the best, so that no exponent overflows.
        let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        scores.iter_mut().for_each(|score| *score = libm::expf((*score - best) / self.tau));
    }

    fn capture(&self, iteration: &Iteration<'_, G>, scratch: &mut Scratch) {
        let Some(learning) = self.learning else { return };
        for player in (0..iteration.root.players()).map(|player| Player(player as u8)) {
            let actions = iteration.steps.iter().map(|step| step.action);
            let outcome = (player, iteration.reward(player));
            self.weights.learn(iteration.root, actions, outcome, learning, &mut scratch.trajectory);
        }
    }

    fn recall(&self, _: &G, record: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        let &Record::Feature { feature } = record else { return None };
        let known = usize::from(feature) < self.weights.len();
        known.then(|| Information::Weight(self.weights.get(feature).into()))
    }

    fn begin(&mut self, _: Start) {
        self.weights = FeatureWeights::new(self.initial);
    }

    fn bytes(&self) -> usize {
        self.weights.len() * size_of::<f32>()
    }
}
