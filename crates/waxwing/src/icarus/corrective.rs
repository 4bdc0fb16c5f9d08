//! The Corrective strategy (Winands and Björnsson 2009, section 4.2, Figure 2): moves are drawn by their categories, but
//! hardly ever one after which the position looks no better than before.
//!
//! ```text
//! v(a) = the evaluation of the state behind a, for the acting player;    v = that of the state itself, the other to move
//! α(a) = 1                      for the first action with v(a) > bound, if there is one; otherwise
//! α(a) ∝ ε·mean P(category)     if v(a) ≤ v
//! α(a) ∝ P(category of a)       if not
//! ```
//!
//! Readings: behind an action it is the other player's turn, so v is the state's evaluation with the other player to move too:
//! otherwise an action would have to make up for the right to move, which counts in the evaluation, before it improves
//! anything. The text says "lower" where the figure has `≤`; we follow the figure. "Close to zero" is a share ε of the mean
//! weight of the legal actions, so that it means the same whatever the categories' probabilities are. The first action is
//! that of the legal actions' order, which is random in the tree. Where the tree's policy cannot be followed by itself
//! (proven actions are excluded, values are added), the random part of the evaluation is left out. Nothing is captured.

use super::{Gives, roulette};
use crate::Rng;
use crate::agent::ExpressionError;
use crate::agent::catalogue::{Entry, Need, Parameter};
use crate::knowledge::{AnyEvaluation, Weighting};
use crate::strategy::{Built, Learner, Needs, Ply, Setting, Strategy};

pub(super) fn entry() -> Entry {
    let about = "categories corrected by evaluation: moves that do not improve the position are hardly ever drawn";
    Entry::strategy("corrective", about)
        .cited("Winands and Björnsson 2009, Figure 2")
        .in_papers(&["corrective", "evaluation-noise"])
        .taking([bound(), small_weight(), Parameter::evaluation(), noise()])
        .needing([Need::Evaluation, Need::Categories])
        .built_by(|setting| Ok(Built::strategy(Corrective::of(setting)?)))
}

/// The paper's 700 points, in points of our evaluation `mia`: with it playouts are as long as the paper's
/// (`docs/papers.md#cutoff`).
pub(crate) const USUAL_BOUND: f64 = 150.0;

pub(super) fn bound() -> Parameter {
    let about = "evaluation, in its own units, above which the game is as good as won";
    Parameter::number("bound", USUAL_BOUND, 0.0, 1e6, about)
}

pub(super) fn small_weight() -> Parameter {
    let about = "weight of moves that improve nothing, as a share of the mean weight";
    Parameter::number("epsilon", 0.001, 0.0, 1.0, about)
}

pub(super) fn noise() -> Parameter {
    let about = "random part of the evaluation of a move, up to so much either way, in its own units";
    Parameter::number("noise", 0.0, 0.0, 1e6, about)
}

/// Which evaluation judges moves, when it is sure, and how much it errs on purpose.
pub(super) struct MoveJudge {
    pub evaluation: AnyEvaluation,
    /// A value above it means that the game is as good as won.
    pub bound: f32,
    /// A number from `[-noise, noise]` is added to the value of every move that is evaluated.
    pub noise: f32,
}

impl MoveJudge {
    pub fn of(setting: &Setting<'_>) -> Result<MoveJudge, ExpressionError> {
        let (bound, noise) = (setting.number("bound"), setting.number("noise"));
        Ok(MoveJudge { evaluation: setting.evaluation()?, bound, noise })
    }

    /// Fills a buffer with the values of the legal actions at these places, or of all of them. Without a generator they
    /// have no random part.
    pub fn values(&self, ply: &Ply<'_>, places: Option<&[usize]>, rng: Option<&mut Rng>, values: &mut Vec<f32>) {
        values.clear();
        match places {
            Some(places) => ply.evaluations_at(&self.evaluation, places, values),
            None => ply.evaluations(&self.evaluation, values),
        }
        if let Some(rng) = rng.filter(|_| self.noise > 0.0) {
            values.iter_mut().for_each(|value| *value += (2.0 * rng.unit() - 1.0) * self.noise);
        }
    }

    /// The place of the first value above the bound.
    pub fn first_won(&self, values: &[f32]) -> Option<usize> {
        values.iter().position(|&value| value > self.bound)
    }
}

/// Room for what the game says about actions.
#[derive(Default)]
pub(super) struct Opinions {
    pub values: Vec<f32>,
    pub weights: Vec<f32>,
}

pub(super) struct Corrective {
    judge: MoveJudge,
    categories: Weighting,
    epsilon: f32,
}

impl Corrective {
    pub fn of(setting: &Setting<'_>) -> Result<Corrective, ExpressionError> {
        let (judge, categories) = (MoveJudge::of(setting)?, setting.category_weighting()?);
        Ok(Corrective { judge, categories, epsilon: setting.number("epsilon") })
    }

    /// Appends the weights of the legal actions to an empty buffer.
    fn weigh(&self, ply: &Ply<'_>, rng: Option<&mut Rng>, room: &mut Opinions, weights: &mut Vec<f32>) {
        let values = &mut room.values;
        self.judge.values(ply, None, rng, values);
        if let Some(won) = self.judge.first_won(values) {
            weights.resize(values.len(), 0.0);
            weights[won] = 1.0;
            return;
        }
        let before = ply.evaluate_waiting(&self.judge.evaluation);
        ply.weights(self.categories, weights);
        let least = self.epsilon * weights.iter().sum::<f32>() / weights.len() as f32;
        let worse = weights.iter_mut().zip(values).filter(|(_, value)| **value <= before);
        worse.for_each(|(weight, _)| *weight = least);
    }
}

impl Learner for Corrective {
    type Thread = Opinions;

    fn needs(&self) -> Needs {
        Needs::default()
    }
}

impl Strategy for Corrective {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn score(&self, ply: &Ply<'_>, room: &mut Opinions, scores: &mut Vec<f32>) {
        self.weigh(ply, None, room, scores);
    }

    fn choose(&self, ply: &Ply<'_>, room: &mut Opinions, rng: &mut Rng) -> Option<usize> {
        let mut weights = std::mem::take(&mut room.weights);
        weights.clear();
        self.weigh(ply, Some(&mut *rng), room, &mut weights);
        let chosen = roulette(&weights, rng);
        room.weights = weights;
        Some(chosen)
    }
}
