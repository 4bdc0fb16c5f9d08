//! What Breakthrough offers beyond its rules.
//!
//! Episodes: one starts in the initial state and after every capture; its label is the player to move.
//!
//! Evaluations, weights and priors are those of the implicit minimax paper: see `evaluation.rs` and `weights.rs`.

use std::sync::Arc;

use waxwing::knowledge::{
    AttributeList, Attributes, EpisodeLabel, Episodes, Evaluation, Evaluator, FeatureWeights, Features, Knowledge,
    Predicates, Priors, Squares, Weighting, Weightings,
};
use waxwing::{Player, Rng};

use super::learned::{self, BreakthroughSquares};
use super::weights::WEIGHTINGS;
use super::{Breakthrough, BreakthroughMove, features};
use crate::bits;

/// What is offered depends on the board: there is a learned evaluation for the usual one.
#[derive(Clone, Copy)]
pub(super) struct BreakthroughKnowledge {
    is_usual: bool,
}

impl BreakthroughKnowledge {
    pub(super) const USUAL: &'static BreakthroughKnowledge = &BreakthroughKnowledge { is_usual: true };
    const OTHER: &'static BreakthroughKnowledge = &BreakthroughKnowledge { is_usual: false };

    #[inline]
    pub(super) fn of(state: &Breakthrough) -> &'static BreakthroughKnowledge {
        if learned::is_usual(state) { BreakthroughKnowledge::USUAL } else { BreakthroughKnowledge::OTHER }
    }
}

/// In the order of the bits of [`Predicates::holding`].
const PREDICATES: &[&str] = &["capture", "win", "threatened", "home-capture", "ahead", "behind", "past-middle"];

/// The squares are those of the mover's view, whose home row is the lowest.
static ATTRIBUTES: AttributeList<Breakthrough> = AttributeList::<Breakthrough>(&[
    ("from", 64, |state, action| action.step_of(state.mover).1.into()),
    ("target", 64, |state, action| state.destination(action).into()),
    ("capture", 2, |state, action| (state.other >> state.destination(action) & 1) as u16),
]);

impl Knowledge<Breakthrough> for BreakthroughKnowledge {
    fn episodes(&self) -> Option<&dyn Episodes<Breakthrough>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<Breakthrough>> {
        Some(self)
    }

    fn evaluations(&self) -> Vec<Evaluation<Breakthrough>> {
        let mut evaluations =
            vec![Evaluation::new("ms", BoardJudgement::Ms), Evaluation::new("lh", BoardJudgement::Lh)];
        evaluations.extend(self.is_usual.then(learned::evaluation).flatten());
        evaluations
    }

    fn weightings(&self) -> Option<&dyn Weightings<Breakthrough>> {
        Some(self)
    }

    fn priors(&self) -> Option<&dyn Priors<Breakthrough>> {
        Some(self)
    }

    fn features(&self) -> Option<&dyn Features<Breakthrough>> {
        Some(self)
    }

    fn squares(&self, state: &Breakthrough) -> Option<Arc<dyn Squares<Breakthrough>>> {
        learned::is_usual(state).then(|| Arc::new(BreakthroughSquares) as _)
    }

    fn attributes(&self) -> Option<&dyn Attributes<Breakthrough>> {
        Some(&ATTRIBUTES)
    }

    fn winning_action(&self, state: &Breakthrough, actions: &[BreakthroughMove]) -> Option<usize> {
        state.find_winning(actions)
    }
}

impl Episodes<Breakthrough> for BreakthroughKnowledge {
    #[inline]
    fn episode(&self, state: &Breakthrough) -> Option<EpisodeLabel> {
        (state.captured || state.last == BreakthroughMove::NONE).then_some(EpisodeLabel::from(state.mover))
    }
}

impl Predicates<Breakthrough> for BreakthroughKnowledge {
    fn names(&self) -> Vec<&str> {
        PREDICATES.to_vec()
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
}

/// The evaluations of the implicit minimax paper.
#[derive(Clone, Copy)]
pub(super) enum BoardJudgement {
    Ms,
    Lh,
}

impl Evaluator<Breakthrough> for BoardJudgement {
    #[inline]
    fn evaluate(&self, state: &Breakthrough, player: Player) -> f32 {
        let value = match self {
            _ if state.is_over() => -1.0,
            BoardJudgement::Ms => state.ms(),
            BoardJudgement::Lh => state.lh(),
        };
        if player.0 == state.mover { value } else { -value }
    }

    fn evaluate_actions(&self, state: &Breakthrough, actions: &[BreakthroughMove], values: &mut Vec<f32>) {
        match self {
            BoardJudgement::Ms => state.ms_of_actions(actions, values),
            BoardJudgement::Lh => state.lh_of_actions(actions, values),
        }
    }
}

impl Weightings<Breakthrough> for BreakthroughKnowledge {
    fn names(&self) -> Vec<&str> {
        WEIGHTINGS.to_vec()
    }

    fn weigh(&self, weighting: Weighting, state: &Breakthrough, actions: &[BreakthroughMove], weights: &mut Vec<f32>) {
        state.weigh_actions(weighting.index(), actions, weights);
    }

    fn draw(&self, weighting: Weighting, state: &Breakthrough, rng: &mut Rng) -> Option<BreakthroughMove> {
        Some(state.draw_weighted(weighting.index(), rng))
    }
}

impl Priors<Breakthrough> for BreakthroughKnowledge {
    fn win_rates(&self, state: &Breakthrough, actions: &[BreakthroughMove], rates: &mut Vec<f32>) {
        state.rate_actions(actions, rates);
    }
}

impl Features<Breakthrough> for BreakthroughKnowledge {
    fn game(&self) -> &str {
        "breakthrough"
    }

    fn initial(&self) -> &[f32] {
        &features::WEIGHTS
    }

    fn holding(&self, state: &Breakthrough, player: Player, features: &mut Vec<u16>) {
        features::holding(state, player, features);
    }

    fn gains(
        &self,
        weights: &FeatureWeights,
        state: &Breakthrough,
        actions: &[BreakthroughMove],
        gains: &mut Vec<f32>,
    ) {
        features::gains(weights, state, actions, gains);
    }
}
