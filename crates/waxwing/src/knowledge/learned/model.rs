//! What both models have in common.

use super::layer::{LayerLearning, LayerPlaying};
use super::layout::{Form, Layout};
use super::tuples::{TupleLearning, TuplePlaying};

/// What a model looks at: the contents of the places, at a stage of the game.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub stage: usize,
    pub places: &'a [u8],
}

/// A model that learns. Its values are x, where V = σ(x).
pub(super) trait LearningModel: Send {
    fn value(&self, view: View<'_>) -> f32;
    /// Moves V towards a goal: `error` is the goal less V.
    fn learn(&mut self, view: View<'_>, error: f32, rate: f32);
    /// All weights, in the order in which files have them.
    fn weights(&self) -> Vec<f32>;
    /// All that it remembers: a model that takes it back with `restore` goes on as this one does.
    fn state(&self) -> Vec<f32>;
    /// Returns whether the state was one of a model like this.
    fn restore(&mut self, state: &[f32]) -> bool;
}

/// A model that is asked in searches.
pub(super) trait PlayingModel: Send + Sync {
    fn value(&self, view: View<'_>) -> f32;
}

/// A model that knows nothing yet.
pub(super) fn beginner(layout: &Layout, seed: u64) -> Box<dyn LearningModel> {
    match &layout.form {
        Form::Tuples(shapes) => Box::new(TupleLearning::new(layout, shapes)),
        Form::Layer { .. } => Box::new(LayerLearning::new(layout, seed)),
    }
}

/// A model with these weights, of which there are as many as the layout has.
pub(super) fn player(layout: &Layout, weights: &[f32]) -> Box<dyn PlayingModel> {
    match &layout.form {
        Form::Tuples(shapes) => Box::new(TuplePlaying::new(layout, shapes, weights)),
        Form::Layer { .. } => Box::new(LayerPlaying::new(layout, weights)),
    }
}

/// V = σ(x).
#[inline]
pub(super) fn win_rate(value: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-value))
}
