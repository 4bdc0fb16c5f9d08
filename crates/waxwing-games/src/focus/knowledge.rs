//! What Focus offers beyond its rules.
//!
//! Episodes: one starts in the initial state and after every move that removes pieces from a stack; its label is the
//! player to move.
//!
//! The evaluation is in `evaluation.rs`, the values of moves in `greedy.rs`. Quiescence search looks at captures of
//! other players' pieces.

use waxwing::knowledge::{EpisodeLabel, Knowledge};
use waxwing::{Game, Player, Rng};

use super::board::{COUNTS, sum};
use super::{Focus, FocusMove, GameStatus, evaluation};
use crate::bits;

pub(super) struct FocusKnowledge;

/// In the order of the bits of [`Knowledge::holding`]; all are said of the mover.
const PREDICATES: &[&str] =
    &["taking", "reserve", "others-reserve", "ahead", "behind", "most-stacks", "full", "others-full"];

impl Knowledge<Focus> for FocusKnowledge {
    fn has_episodes(&self) -> bool {
        true
    }

    #[inline]
    fn episode(&self, state: &Focus) -> Option<EpisodeLabel> {
        (state.took || state.last == FocusMove::NONE).then_some(EpisodeLabel::from(state.mover))
    }

    fn predicates(&self) -> &'static [&'static str] {
        PREDICATES
    }

    fn holding(&self, state: &Focus) -> u64 {
        let mover = state.mover;
        let others = || (0..state.players).filter(|&other| other != mover);
        let own_captured = sum(state.captured_by(mover));
        let most_captured = others().map(|other| sum(state.captured_by(other))).max().unwrap_or(0);
        let stacks = |player| state.board.owned(player).count_ones();
        let full = state.board.tall(COUNTS);
        bits::pack([
            state.can_take(),
            state.reserve(mover) > 0,
            others().any(|other| state.reserve(other) > 0),
            own_captured > most_captured,
            own_captured < most_captured,
            others().all(|other| stacks(other) < stacks(mover)),
            full & state.board.owned(mover) != 0,
            full & state.others() != 0,
        ])
    }

    fn evaluations(&self) -> &'static [&'static str] {
        &["stacks"]
    }

    #[inline]
    fn evaluate(&self, _: usize, state: &Focus, player: Player) -> f32 {
        state.points(player)
    }

    #[inline]
    fn scale(&self, _: usize, value: f32) -> f32 {
        evaluation::scale(value)
    }

    fn evaluate_actions(&self, _: usize, state: &Focus, actions: &[FocusMove], values: &mut Vec<f32>) {
        if state.outcome == GameStatus::Open {
            state.points_after(actions, values);
        }
    }

    fn winning_action(&self, state: &Focus, actions: &[FocusMove]) -> Option<usize> {
        state.find_winning(actions)
    }

    fn values_moves(&self) -> bool {
        true
    }

    fn value_actions(&self, state: &Focus, actions: &[FocusMove], values: &mut Vec<f32>) {
        state.move_values(actions, values);
    }

    #[inline]
    fn draw_greediest(&self, state: &Focus, rng: &mut Rng) -> Option<FocusMove> {
        Some(state.greediest(rng))
    }

    fn with_mover(&self, state: &Focus, player: Player) -> Option<Focus> {
        let can_move = state.outcome == GameStatus::Open && player.0 < state.players && state.can_move(player.0);
        can_move.then(|| Focus { mover: player.0, ..state.clone() })
    }

    fn noisy_actions(&self, state: &Focus, actions: &mut Vec<FocusMove>) {
        if state.outcome != GameStatus::Open || !state.can_take() {
            return;
        }
        state.legal_actions(actions);
        actions.retain(|action| {
            let removed = state.board.removed(action.to(), action.count());
            removed & !(0xff << (8 * state.mover)) != 0
        });
    }
}
