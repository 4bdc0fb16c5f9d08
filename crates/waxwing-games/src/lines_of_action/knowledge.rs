//! What Lines of Action offers beyond its rules.
//!
//! Episodes: one starts in the initial state and after every capture; its label is the player to move.
//!
//! Evaluations and categories are in [`mia`]. Quiescence search looks at the captures that create or break connections:
//! those that raise the Euler number of the other player, or lower the mover's.

use waxwing::knowledge::{EpisodeLabel, FeatureWeights, Knowledge};
use waxwing::{Player, Rng};

use super::board::ROOM;
use super::groups::{are_connected, euler_number};
use super::{GameStatus, LinesOfAction, LinesOfActionMove, MOST_PLIES, features, mia};
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

    /// The pieces of the mover and of the other player after a move, and whether it captures.
    #[inline(always)]
    fn pieces_after(&self, from: u8, to: u8) -> (u64, u64, bool) {
        let target = 1 << (to & 63);
        let (own, other) = (self.board.own ^ (1 << (from & 63) | target), self.board.other & !target);
        (own, other, other != self.board.other)
    }

    /// Whether the mover wins with this action.
    #[inline(always)]
    fn wins(&self, action: LinesOfActionMove) -> bool {
        if action == LinesOfActionMove::PASS {
            return false;
        }
        let (own, other, captures) = self.pieces_after(action.from(), action.to());
        match are_connected(own) {
            true => self.rules.mover_wins || !captures || !are_connected(other),
            false => self.rules.stuck_loses && self.leaves_stuck(action),
        }
    }

    /// Whether the other player has no move after this one, and the game is not over.
    #[cold]
    fn leaves_stuck(&self, action: LinesOfActionMove) -> bool {
        let mut board = self.board;
        let captures = board.go(board.step(action.from(), action.to(), action.direction()));
        let open = self.plies + 1 < MOST_PLIES && !(captures && are_connected(board.other));
        board.pass_on();
        open && !board.can_move()
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

    fn evaluations(&self) -> &'static [&'static str] {
        mia::EVALUATIONS
    }

    #[inline]
    fn evaluate(&self, evaluation: usize, state: &LinesOfAction, player: Player) -> f32 {
        state.points(evaluation, player)
    }

    #[inline]
    fn scale(&self, _: usize, value: f32) -> f32 {
        mia::scale(value)
    }

    #[inline]
    fn evaluate_actions(
        &self,
        evaluation: usize,
        state: &LinesOfAction,
        actions: &[LinesOfActionMove],
        values: &mut Vec<f32>,
    ) {
        state.points_after(evaluation, actions, values);
    }

    #[inline]
    fn winning_action(&self, state: &LinesOfAction, actions: &[LinesOfActionMove]) -> Option<usize> {
        if state.outcome != GameStatus::Open {
            return None;
        }
        actions.iter().position(|&action| state.wins(action))
    }

    fn category_probabilities(&self) -> &'static [f32] {
        mia::probabilities()
    }

    #[inline]
    fn draw_by_category(&self, state: &LinesOfAction, rng: &mut Rng) -> Option<LinesOfActionMove> {
        Some(mia::draw_by_category(state, rng))
    }

    fn categorize(&self, state: &LinesOfAction, actions: &[LinesOfActionMove], categories: &mut Vec<u16>) {
        mia::categorize(state, actions, categories);
    }

    fn after_null_move(&self, state: &LinesOfAction) -> Option<LinesOfAction> {
        if state.outcome != GameStatus::Open {
            return None;
        }
        let mut after = state.clone();
        after.pass();
        (after.outcome == GameStatus::Open).then_some(after)
    }

    fn noisy_actions(&self, state: &LinesOfAction, actions: &mut Vec<LinesOfActionMove>) {
        if state.outcome != GameStatus::Open {
            return;
        }
        let board = &state.board;
        let [own, other] = [board.own, board.other].map(euler_number);
        let mut moves = [LinesOfActionMove::PASS; ROOM];
        let count =
            board.list(&mut moves, |from, direction, to| LinesOfActionMove::new(board.mover, from, direction / 2, to));
        actions.extend(moves[..count].iter().filter(|action| {
            let (own_after, other_after, captures) = state.pieces_after(action.from(), action.to());
            captures && (euler_number(own_after) < own || euler_number(other_after) > other)
        }));
    }
}
