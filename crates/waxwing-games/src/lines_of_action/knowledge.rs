//! What Lines of Action offers beyond its rules.
//!
//! Episodes: one starts in the initial state and after every capture; its label is the player to move.

use waxwing::Player;
use waxwing::knowledge::{EpisodeLabel, FeatureWeights, Knowledge};

use super::groups::euler_number;
use super::{LinesOfAction, LinesOfActionMove, features};
use crate::bits;

pub(super) struct LinesOfActionKnowledge;

/// In the order of the bits of [`Knowledge::holding`].
const PREDICATES: &[&str] = &[
    "capture",
    "few-groups",
    "other-few-groups",
    "ahead",
    "behind",
    "few-pieces",
    "centred",
    "other-centred",
    "quiet",
];

/// Pieces in so many groups, or fewer, have nearly come together. The groups are counted by the Euler number, so that a
/// hole makes up for one of them.
const FEW_GROUPS: i32 = 2;
/// A player has few pieces up to so many.
const FEW_PIECES: u32 = 6;
/// After so many plies without a capture it is quiet.
const QUIET: u16 = 8;

impl LinesOfAction {
    /// The inner squares: half of the rows and half of the columns, or one more if their number is odd.
    pub(super) fn centre(&self) -> u64 {
        let (size, margin) = (self.board.size, self.board.size / 4);
        let row = (0xff >> (8 - size + 2 * margin)) << margin;
        (margin..size - margin).map(|place| row << (8 * place)).sum()
    }
}

impl Knowledge<LinesOfAction> for LinesOfActionKnowledge {
    fn has_episodes(&self) -> bool {
        true
    }

    #[inline]
    fn episode(&self, state: &LinesOfAction) -> Option<EpisodeLabel> {
        state.is_fresh().then_some(EpisodeLabel::from(state.board.mover))
    }

    fn feature_weights(&self) -> &'static [f32] {
        &features::WEIGHTS
    }

    fn features(&self, state: &LinesOfAction, player: Player, features: &mut Vec<u16>) {
        features::holding(state, player, features);
    }

    fn feature_gains(
        &self,
        weights: &FeatureWeights,
        state: &LinesOfAction,
        actions: &[LinesOfActionMove],
        gains: &mut Vec<f32>,
    ) {
        features::gains(weights, state, actions, gains);
    }

    fn predicates(&self) -> &'static [&'static str] {
        PREDICATES
    }

    fn holding(&self, state: &LinesOfAction) -> u64 {
        let (own, other) = (state.board.own, state.board.other);
        let [own_count, other_count] = [own, other].map(u64::count_ones);
        let centre = state.centre();
        bits::pack([
            state.board.can_capture(),
            euler_number(own) <= FEW_GROUPS,
            euler_number(other) <= FEW_GROUPS,
            own_count > other_count,
            own_count < other_count,
            own_count.min(other_count) <= FEW_PIECES,
            2 * (own & centre).count_ones() > own_count,
            2 * (other & centre).count_ones() > other_count,
            state.history.count() >= QUIET,
        ])
    }
}
