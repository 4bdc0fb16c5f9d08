//! What Focus offers beyond its rules.
//!
//! Episodes: one starts in the initial state and after every move that removes pieces from a stack; its label is the
//! player to move.
//!
//! The evaluation is in `evaluation.rs`, the values of moves in `greedy.rs`. Quiescence search looks at captures of
//! other players' pieces.

use std::sync::Arc;

use waxwing::knowledge::{
    AttributeList, Attributes, Classical, EpisodeLabel, Episodes, Evaluation, Evaluator, Knowledge, MoveValues,
    Predicates, Squares,
};
use waxwing::{Game, Player, Rng};

use super::board::{COUNTS, sum};
use super::{Focus, FocusMove, GameStatus, evaluation, learned};
use crate::bits;

pub(super) struct FocusKnowledge;

/// In the order of the bits of [`Predicates::holding`]; all are said of the mover.
const PREDICATES: &[&str] =
    &["taking", "reserve", "others-reserve", "ahead", "behind", "most-stacks", "full", "others-full"];

/// The squares, of which 64 is the reserve, and how many pieces move.
static ATTRIBUTES: AttributeList<Focus> = AttributeList::<Focus>(&[
    ("from", 65, |_, action| if action.is_from_reserve() { 64 } else { action.from().into() }),
    ("target", 64, |_, action| action.to().into()),
    ("count", COUNTS + 1, |_, action| action.count() as u16),
]);

impl Knowledge<Focus> for FocusKnowledge {
    fn episodes(&self) -> Option<&dyn Episodes<Focus>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<Focus>> {
        Some(self)
    }

    fn evaluations(&self) -> Vec<Evaluation<Focus>> {
        vec![Evaluation::new("stacks", FocusKnowledge)]
    }

    fn move_values(&self) -> Option<&dyn MoveValues<Focus>> {
        Some(self)
    }

    fn squares(&self, state: &Focus) -> Option<Arc<dyn Squares<Focus>>> {
        learned::is_usual(state).then(|| Arc::new(learned::FocusSquares) as _)
    }

    fn attributes(&self) -> Option<&dyn Attributes<Focus>> {
        Some(&ATTRIBUTES)
    }

    fn classical(&self) -> Option<&dyn Classical<Focus>> {
        Some(self)
    }

    fn winning_action(&self, state: &Focus, actions: &[FocusMove]) -> Option<usize> {
        state.find_winning(actions)
    }
}

impl Episodes<Focus> for FocusKnowledge {
    #[inline]
    fn episode(&self, state: &Focus) -> Option<EpisodeLabel> {
        (state.took || state.last == FocusMove::NONE).then_some(EpisodeLabel::from(state.mover))
    }
}

impl Predicates<Focus> for FocusKnowledge {
    fn names(&self) -> Vec<&str> {
        PREDICATES.to_vec()
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
}

impl Evaluator<Focus> for FocusKnowledge {
    #[inline]
    fn evaluate(&self, state: &Focus, player: Player) -> f32 {
        state.points(player)
    }

    #[inline]
    fn scale(&self, value: f32) -> f32 {
        evaluation::scale(value)
    }

    fn evaluate_actions(&self, state: &Focus, actions: &[FocusMove], values: &mut Vec<f32>) {
        if state.outcome == GameStatus::Open {
            state.points_after(actions, values);
        }
    }
}

impl MoveValues<Focus> for FocusKnowledge {
    fn value_actions(&self, state: &Focus, actions: &[FocusMove], values: &mut Vec<f32>) {
        state.move_values(actions, values);
    }

    #[inline]
    fn draw_best(&self, state: &Focus, rng: &mut Rng) -> Option<FocusMove> {
        Some(state.greediest(rng))
    }
}

impl Classical<Focus> for FocusKnowledge {
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
