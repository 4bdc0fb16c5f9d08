//! The Corrective strategy (Winands and Björnsson 2009, section 4.2, Figure 2): moves are drawn by their categories, but
//! hardly ever one after which the position looks no better than before.
//!
//! ```text
//! v(a) = the evaluation of the state behind a, for the acting player;    v = that of the state itself
//! α(a) = 1                      for the first action with v(a) > bound, if there is one; otherwise
//! α(a) ∝ ε·mean P(category)     if v(a) ≤ v
//! α(a) ∝ P(category of a)       if not
//! ```
//!
//! Readings: the text says "lower" where the figure has `≤`; we follow the figure. "Close to zero" is a share ε of the mean
//! weight of the legal actions, so that it means the same whatever the categories' probabilities are. The first action is
//! that of the legal actions' order, which is random in the tree. Where the tree's policy cannot be followed by itself
//! (proven actions are excluded, values are added), the random part of the evaluation is left out. Nothing is captured.

use super::categories::probabilities;
use super::{Buffers, Gives, Information, Iteration, Ply, Record, Scratch, Strategy, Wants, roulette};
use crate::Rng;
use crate::game::Game;

/// Which evaluation judges moves, when it is sure, and how much it errs on purpose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge {
    pub evaluation: usize,
    /// A value above it means that the game is as good as won.
    pub bound: f32,
    /// A number from `[-noise, noise]` is added to the value of every move that is evaluated.
    pub noise: f32,
}

impl Judge {
    /// Fills a buffer with the values of the actions. Without a generator they have no random part.
    pub fn values<G: Game>(&self, state: &G, actions: &[G::Action], rng: Option<&mut Rng>, values: &mut Vec<f32>) {
        values.clear();
        G::knowledge().evaluate_actions(self.evaluation, state, actions, values);
        if let Some(rng) = rng.filter(|_| self.noise > 0.0) {
            values.iter_mut().for_each(|value| *value += (2.0 * rng.unit() - 1.0) * self.noise);
        }
    }

    /// Where the first value above the bound stands.
    pub fn first_won(&self, values: &[f32]) -> Option<usize> {
        values.iter().position(|&value| value > self.bound)
    }
}

pub(crate) struct Corrective {
    pub judge: Judge,
    pub epsilon: f32,
}

impl Corrective {
    /// Appends the weights of the legal actions to an empty buffer.
    fn weigh<G: Game>(
        &self,
        ply: &Ply<'_, G>,
        rng: Option<&mut Rng>,
        (values, categories): (&mut Vec<f32>, &mut Vec<u16>),
        weights: &mut Vec<f32>,
    ) {
        self.judge.values(ply.state, ply.legal, rng, values);
        if let Some(won) = self.judge.first_won(values) {
            weights.resize(values.len(), 0.0);
            weights[won] = 1.0;
            return;
        }
        let before = G::knowledge().evaluate(self.judge.evaluation, ply.state, ply.player);
        probabilities(ply.state, ply.legal, categories, weights);
        let least = self.epsilon * weights.iter().sum::<f32>() / weights.len() as f32;
        let worse = weights.iter_mut().zip(values).filter(|(_, value)| **value <= before);
        worse.for_each(|(weight, _)| *weight = least);
    }
}

impl<G: Game> Strategy<G> for Corrective {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn wants(&self) -> Wants {
        Wants::default()
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        self.weigh(ply, None, (&mut Vec::new(), &mut Vec::new()), scores);
    }

    fn choose(&self, ply: &Ply<'_, G>, buffers: &mut Buffers, rng: &mut Rng) -> usize {
        let Buffers { scores, values, categories, .. } = buffers;
        scores.clear();
        self.weigh(ply, Some(&mut *rng), (values, categories), scores);
        roulette(scores, rng)
    }

    fn capture(&self, _: &Iteration<'_, G>, _: &mut Scratch) {}

    fn recall(&self, _: &G, _: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        None
    }
}
