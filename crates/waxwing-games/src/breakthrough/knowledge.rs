//! What Breakthrough offers beyond its rules.
//!
//! Episodes: one starts in the initial state and after every capture; its label is the player to move.
//!
//! Evaluations, weights and priors are those of the implicit minimax paper: see `evaluation.rs` and `weights.rs`.

use waxwing::knowledge::{EpisodeLabel, FeatureWeights, Knowledge};
use waxwing::{Player, Rng};

use super::weights::WEIGHTINGS;
use super::{Breakthrough, BreakthroughMove, features};
use crate::bits;

pub(super) struct BreakthroughKnowledge;

/// In the order of the bits of [`Knowledge::holding`].
const PREDICATES: &[&str] = &["capture", "win", "threatened", "home-capture", "ahead", "behind", "past-middle"];

impl Knowledge<Breakthrough> for BreakthroughKnowledge {
    fn has_episodes(&self) -> bool {
        true
    }

    #[inline]
    fn episode(&self, state: &Breakthrough) -> Option<EpisodeLabel> {
        (state.captured || state.last == BreakthroughMove::NONE).then_some(EpisodeLabel::from(state.mover))
    }

    fn predicates(&self) -> &'static [&'static str] {
        PREDICATES
    }

    fn holding(&self, state: &Breakthrough) -> u64 {
        let captures = state.captures();
        let (own, other) = (state.own.count_ones(), state.other.count_ones());
        let before_home = 0xff << 8;
        bits::pack([
            captures != 0,
            state.has_winning_move(state.winning_squares()),
            state.other & before_home != 0,
            captures & before_home != 0,
            own > other,
            own < other,
            state.own >> (8 * state.rows.div_ceil(2)) != 0,
        ])
    }

    fn feature_weights(&self) -> &'static [f32] {
        &features::WEIGHTS
    }

    fn features(&self, state: &Breakthrough, player: Player, features: &mut Vec<u16>) {
        features::holding(state, player, features);
    }

    fn feature_gains(
        &self,
        weights: &FeatureWeights,
        state: &Breakthrough,
        actions: &[BreakthroughMove],
        gains: &mut Vec<f32>,
    ) {
        features::gains(weights, state, actions, gains);
    }

    fn evaluations(&self) -> &'static [&'static str] {
        &["ms", "lh"]
    }

    #[inline]
    fn evaluate(&self, evaluation: usize, state: &Breakthrough, player: Player) -> f32 {
        let value = match evaluation {
            _ if state.is_over() => -1.0,
            0 => state.ms(),
            _ => state.lh(),
        };
        if player.0 == state.mover { value } else { -value }
    }

    fn evaluate_actions(
        &self,
        evaluation: usize,
        state: &Breakthrough,
        actions: &[BreakthroughMove],
        values: &mut Vec<f32>,
    ) {
        match evaluation {
            0 => state.ms_of_actions(actions, values),
            _ => state.lh_of_actions(actions, values),
        }
    }

    fn winning_action(&self, state: &Breakthrough, actions: &[BreakthroughMove]) -> Option<usize> {
        state.find_winning(actions)
    }

    fn weightings(&self) -> &'static [&'static str] {
        WEIGHTINGS
    }

    fn weigh(&self, weighting: usize, state: &Breakthrough, actions: &[BreakthroughMove], weights: &mut Vec<f32>) {
        state.weigh_actions(weighting, actions, weights);
    }

    fn draw_weighted(&self, weighting: usize, state: &Breakthrough, rng: &mut Rng) -> Option<BreakthroughMove> {
        Some(state.draw_weighted(weighting, rng))
    }

    fn has_priors(&self) -> bool {
        true
    }

    fn priors(&self, state: &Breakthrough, actions: &[BreakthroughMove], rates: &mut Vec<f32>) {
        state.rate_actions(actions, rates);
    }
}
