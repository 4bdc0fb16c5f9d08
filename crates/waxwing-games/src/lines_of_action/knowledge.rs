//! What Lines of Action offers beyond its rules.
//!
//! Episodes: one starts in the initial state and after every capture; its label is the player to move.
//!
//! Evaluations and categories are in [`mia`]. Quiescence search looks at the captures that create or break connections:
//! those that raise the Euler number of the other player, or lower the mover's.

use std::sync::Arc;

use waxwing::knowledge::{
    Attribute, AttributeList, Attributes, Classical, EpisodeLabel, Episodes, Evaluation, Evaluator, FeatureWeights,
    Features, Knowledge, Predicates, Squares, Weighting, Weightings,
};
use waxwing::{Player, Rng};

use super::board::ROOM;
use super::groups::{are_connected, euler_number};
use super::{GameStatus, LinesOfAction, LinesOfActionMove, MOST_PLIES, features, learned, mia};
use crate::bits;

pub(super) struct LinesOfActionKnowledge;

/// In the order of the bits of [`Predicates::holding`].
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

/// The category of a move is its first attribute.
const CATEGORY: Attribute = Attribute::at(0);

/// The other attributes. A pass has the square behind the last.
static OF_SQUARES: AttributeList<LinesOfAction> = AttributeList::<LinesOfAction>(&[
    ("from", 65, |_, action| if action == LinesOfActionMove::PASS { 64 } else { action.from().into() }),
    ("target", 65, |_, action| if action == LinesOfActionMove::PASS { 64 } else { action.to().into() }),
    ("capture", 2, |state, action| {
        let captures = action != LinesOfActionMove::PASS && state.board.other >> action.to() & 1 == 1;
        captures.into()
    }),
]);

/// Pieces in this many groups, or fewer, have nearly come together. The groups are counted by the Euler number, so that
/// a hole makes up for one of them.
const FEW_GROUPS: i32 = 2;
/// A player with at most this many pieces has few.
const FEW_PIECES: u32 = 6;
/// After this many plies without a capture it is quiet.
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
    fn episodes(&self) -> Option<&dyn Episodes<LinesOfAction>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<LinesOfAction>> {
        Some(self)
    }

    fn evaluations(&self) -> Vec<Evaluation<LinesOfAction>> {
        mia::EVALUATIONS.iter().enumerate().map(|(number, &name)| Evaluation::new(name, Mia(number))).collect()
    }

    fn weightings(&self) -> Option<&dyn Weightings<LinesOfAction>> {
        Some(self)
    }

    fn features(&self) -> Option<&dyn Features<LinesOfAction>> {
        Some(self)
    }

    fn squares(&self, state: &LinesOfAction) -> Option<Arc<dyn Squares<LinesOfAction>>> {
        learned::is_usual(state).then(|| Arc::new(learned::LinesOfActionSquares) as _)
    }

    fn attributes(&self) -> Option<&dyn Attributes<LinesOfAction>> {
        Some(self)
    }

    fn classical(&self) -> Option<&dyn Classical<LinesOfAction>> {
        Some(self)
    }

    #[inline]
    fn winning_action(&self, state: &LinesOfAction, actions: &[LinesOfActionMove]) -> Option<usize> {
        if state.outcome != GameStatus::Open {
            return None;
        }
        actions.iter().position(|&action| state.wins(action))
    }
}

impl Episodes<LinesOfAction> for LinesOfActionKnowledge {
    #[inline]
    fn episode(&self, state: &LinesOfAction) -> Option<EpisodeLabel> {
        state.is_fresh().then_some(EpisodeLabel::from(state.board.mover))
    }
}

impl Predicates<LinesOfAction> for LinesOfActionKnowledge {
    fn names(&self) -> Vec<&str> {
        PREDICATES.to_vec()
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

/// One of the evaluations in [`mia`], by its number.
pub(super) struct Mia(pub usize);

impl Evaluator<LinesOfAction> for Mia {
    #[inline]
    fn evaluate(&self, state: &LinesOfAction, player: Player) -> f32 {
        state.points(self.0, player)
    }

    #[inline]
    fn scale(&self, value: f32) -> f32 {
        mia::scale(value)
    }

    #[inline]
    fn evaluate_actions(&self, state: &LinesOfAction, actions: &[LinesOfActionMove], values: &mut Vec<f32>) {
        state.points_after(self.0, actions, values);
    }

    #[inline]
    fn evaluate_waiting(&self, state: &LinesOfAction) -> f32 {
        state.points_waiting(self.0)
    }
}

impl Weightings<LinesOfAction> for LinesOfActionKnowledge {
    fn names(&self) -> Vec<&str> {
        vec!["categories"]
    }

    fn weigh(&self, _: Weighting, state: &LinesOfAction, actions: &[LinesOfActionMove], weights: &mut Vec<f32>) {
        let known = mia::probabilities();
        weights.extend(mia::categories(state, actions).map(|category| known[category]));
    }

    #[inline]
    fn draw(&self, _: Weighting, state: &LinesOfAction, rng: &mut Rng) -> Option<LinesOfActionMove> {
        Some(mia::draw_by_category(state, rng))
    }

    fn by_attribute(&self, _: Weighting) -> Option<(Attribute, &[f32])> {
        Some((CATEGORY, mia::probabilities()))
    }
}

impl Features<LinesOfAction> for LinesOfActionKnowledge {
    fn game(&self) -> &str {
        "lines-of-action"
    }

    fn initial(&self) -> &[f32] {
        &features::WEIGHTS
    }

    fn holding(&self, state: &LinesOfAction, player: Player, features: &mut Vec<u16>) {
        features::holding(state, player, features);
    }

    fn gains(
        &self,
        weights: &FeatureWeights,
        state: &LinesOfAction,
        actions: &[LinesOfActionMove],
        gains: &mut Vec<f32>,
    ) {
        features::gains(weights, state, actions, gains);
    }
}

impl Attributes<LinesOfAction> for LinesOfActionKnowledge {
    fn ranges(&self) -> Vec<(&str, usize)> {
        let mut ranges = vec![("category", mia::probabilities().len())];
        ranges.extend(OF_SQUARES.ranges());
        ranges
    }

    fn describe(
        &self,
        attribute: Attribute,
        state: &LinesOfAction,
        actions: &[LinesOfActionMove],
        numbers: &mut Vec<u16>,
    ) {
        match attribute {
            CATEGORY => numbers.extend(mia::categories(state, actions).map(|category| category as u16)),
            _ => OF_SQUARES.describe(Attribute::at(attribute.index() as u16 - 1), state, actions, numbers),
        }
    }
}

impl Classical<LinesOfAction> for LinesOfActionKnowledge {
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
