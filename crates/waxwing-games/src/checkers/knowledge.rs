//! What Checkers offers beyond its rules.
//!
//! Episodes (EPIC, eq. 21 of the ICARUS paper): one starts in the initial state and wherever a capture can be made that
//! does not go on with a turn; its label is the player to move.
//!
//! The evaluation `material` counts 1 for a man and 1½ for a king; a player's lead of δ is worth tanh(δ / 4). A won
//! game is 1, a lost one -1, a drawn one 0.

use std::sync::{Arc, LazyLock};

use waxwing::Player;
use waxwing::knowledge::{
    AttributeList, Attributes, EpisodeLabel, Episodes, Evaluation, Evaluator, FeatureWeights, Features, Knowledge,
    Predicates, Squares,
};

use super::learned::{self, CheckersSquares};
use super::{ALL, Checkers, CheckersMove, features};
use crate::bits;

/// What is offered depends on the board: there is a learned evaluation for the usual one.
#[derive(Clone, Copy)]
pub(super) struct CheckersKnowledge {
    is_usual: bool,
}

impl CheckersKnowledge {
    pub(super) const USUAL: &'static CheckersKnowledge = &CheckersKnowledge { is_usual: true };
    const OTHER: &'static CheckersKnowledge = &CheckersKnowledge { is_usual: false };

    #[inline]
    pub(super) fn of(state: &Checkers) -> &'static CheckersKnowledge {
        if learned::is_usual(state) { CheckersKnowledge::USUAL } else { CheckersKnowledge::OTHER }
    }
}

/// In the order of the bits of [`Predicates::holding`].
const PREDICATES: &[&str] =
    &["capture", "chain", "threatened", "can-crown", "king", "other-king", "ahead", "behind", "few-pieces", "quiet"];

/// The players have few pieces if one in this many squares, or fewer, holds one.
const FEW: u32 = 4;
/// After this many plies without a capture or a man's move it is quiet.
const QUIET: u8 = 8;

/// The most half men that a player can have: twelve kings.
const MOST_HALVES: i32 = 12 * 3;

/// The values of `material` for all leads, in half men.
static MATERIAL: LazyLock<[f32; 2 * MOST_HALVES as usize + 1]> =
    LazyLock::new(|| std::array::from_fn(|place| libm::tanh(f64::from(place as i32 - MOST_HALVES) / 8.0) as f32));

impl Checkers {
    /// Whether the other player could capture if it were that player's turn.
    fn is_threatened(&self) -> bool {
        let mut board = self.board;
        board.pass_on();
        board.jumps(board.own).any()
    }

    /// Whether the mover can crown a man now.
    fn can_crown(&self) -> bool {
        let rows_before = |bits: u32| {
            let crowning = self.board.crowning;
            if self.board.mover == 0 { crowning >> bits } else { crowning << bits }
        };
        let men = self.board.own & self.active & !self.board.kings;
        if self.jumps().any() {
            self.board.jumps(men & rows_before(8)).any()
        } else {
            self.board.steps(men & rows_before(4)).any()
        }
    }

    /// The material of the player to move, less the other's, in half men.
    #[inline]
    fn lead(&self) -> i32 {
        let halves = |pieces: u32| (2 * pieces.count_ones() + (pieces & self.board.kings).count_ones()) as i32;
        halves(self.board.own) - halves(self.board.other)
    }
}

/// The last square of a turn, and whether a king moves.
static ATTRIBUTES: AttributeList<Checkers> = AttributeList::<Checkers>(&[
    ("from", 32, |_, action| u16::from(action.number() & 31)),
    ("target", 32, |_, action| action.path().last().unwrap_or(0).into()),
    ("piece", 2, |state, action| (state.board.kings >> (action.number() & 31) & 1) as u16),
    ("capture", 2, |_, action| action.is_jump().into()),
]);

impl Knowledge<Checkers> for CheckersKnowledge {
    fn episodes(&self) -> Option<&dyn Episodes<Checkers>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<Checkers>> {
        Some(self)
    }

    fn evaluations(&self) -> Vec<Evaluation<Checkers>> {
        let mut evaluations = vec![Evaluation::new("material", *self)];
        evaluations.extend(self.is_usual.then(learned::evaluation).flatten());
        evaluations
    }

    fn features(&self) -> Option<&dyn Features<Checkers>> {
        Some(self)
    }

    fn squares(&self, state: &Checkers) -> Option<Arc<dyn Squares<Checkers>>> {
        learned::is_usual(state).then(|| Arc::new(CheckersSquares) as _)
    }

    fn attributes(&self) -> Option<&dyn Attributes<Checkers>> {
        Some(&ATTRIBUTES)
    }
}

impl Episodes<Checkers> for CheckersKnowledge {
    #[inline]
    fn episode(&self, state: &Checkers) -> Option<EpisodeLabel> {
        let starts = state.last == CheckersMove::NONE || (state.active == ALL && state.jumps().any());
        starts.then_some(EpisodeLabel::from(state.board.mover))
    }
}

impl Predicates<Checkers> for CheckersKnowledge {
    fn names(&self) -> Vec<&str> {
        PREDICATES.to_vec()
    }

    fn holding(&self, state: &Checkers) -> u64 {
        let board = &state.board;
        let lead = state.lead();
        let pieces = (board.own | board.other).count_ones();
        bits::pack([
            state.jumps().any(),
            state.active != ALL,
            state.is_threatened(),
            state.can_crown(),
            board.own & board.kings != 0,
            board.other & board.kings != 0,
            lead > 0,
            lead < 0,
            FEW * pieces <= board.squares.count_ones(),
            state.history.count() >= QUIET,
        ])
    }
}

impl Evaluator<Checkers> for CheckersKnowledge {
    #[inline]
    fn evaluate(&self, state: &Checkers, player: Player) -> f32 {
        let value = match () {
            () if state.drawn => 0.0,
            () if state.is_over() => -1.0,
            () => MATERIAL[(state.lead() + MOST_HALVES) as usize],
        };
        if player.0 == state.board.mover { value } else { -value }
    }
}

impl Features<Checkers> for CheckersKnowledge {
    fn game(&self) -> &str {
        "checkers"
    }

    fn initial(&self) -> &[f32] {
        &features::WEIGHTS
    }

    fn holding(&self, state: &Checkers, player: Player, features: &mut Vec<u16>) {
        features::holding(state, player, features);
    }

    fn gains(&self, weights: &FeatureWeights, state: &Checkers, actions: &[CheckersMove], gains: &mut Vec<f32>) {
        features::gains(weights, state, actions, gains);
    }
}
