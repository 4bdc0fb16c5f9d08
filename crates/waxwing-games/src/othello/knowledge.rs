//! What Othello offers beyond its rules.
//!
//! Episodes (EPIC, eq. 22 of the ICARUS paper): one starts in the initial state and whenever the last move was to one of
//! the edge squares; its label is the player to move.

use std::sync::Arc;

use waxwing::knowledge::{
    AttributeList, Attributes, EpisodeLabel, Episodes, Evaluation, Evaluator, Knowledge, Predicates, Squares,
};
use waxwing::{Player, Reward};

use super::learned::{self, OthelloSquares};

use super::{Game, Othello, OthelloMove, board};
use crate::bits;

pub(super) struct OthelloKnowledge;

/// In the order of the bits of [`Predicates::holding`].
const PREDICATES: &[&str] =
    &["corner", "edge", "other-corner", "must-pass", "few-moves", "opening", "middle", "endgame"];

/// A player with at most this many moves has few.
const FEW_MOVES: u32 = 3;

/// The values of the squares of one quarter of the board, from the corner inwards; a classic of Othello programs. Small
/// boards use the outer part of it.
const SQUARE_VALUES: [[i16; 4]; 4] = [[120, -20, 20, 5], [-20, -40, -5, -5], [20, -5, 15, 3], [5, -5, 3, 3]];
/// The difference in square values that counts as half a win; a corner with its neighbourhood is about that much.
const HALF_WIN: f32 = 200.0;

impl<const N: usize> Othello<N> {
    pub(super) const CORNERS: u64 = (1 | 1 << (N - 1)) * (1 | 1 << (8 * (N - 1)));
    /// The 28 outermost squares (fewer on small boards).
    pub(super) const EDGE: u64 = Self::BOARD & ((bits::repeat(1) * (1 | 1 << (N - 1))) | 0xff | 0xff << (8 * (N - 1)));
    /// The value of the discs in a row, for each set of them and each distance of the row from the edge.
    const ROW_VALUES: &'static [[i16; 256]; 4] = &row_values(N);

    /// The sum of the square values under a set of discs.
    #[inline(always)]
    fn square_values(discs: u64) -> i32 {
        let value = |row: usize| {
            let discs = (discs >> (8 * row)) as u8;
            i32::from(Self::ROW_VALUES[row.min(N - 1 - row)][usize::from(discs)])
        };
        (0..N).map(value).sum()
    }
}

const fn row_values(columns: usize) -> [[i16; 256]; 4] {
    let mut table = [[0; 256]; 4];
    let mut place = 0;
    while place < 4 * 256 * columns {
        let (row, discs, column) = (place / columns / 256, place / columns % 256, place % columns);
        let from_edge = if column < columns / 2 { column } else { columns - 1 - column };
        if discs >> column & 1 == 1 {
            table[row][discs] += SQUARE_VALUES[row][from_edge];
        }
        place += 1;
    }
    table
}

impl<const N: usize> Knowledge<Othello<N>> for OthelloKnowledge {
    fn episodes(&self) -> Option<&dyn Episodes<Othello<N>>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<Othello<N>>> {
        Some(self)
    }

    fn evaluations(&self) -> Vec<Evaluation<Othello<N>>> {
        let mut evaluations = vec![Evaluation::new("squares", OthelloKnowledge)];
        evaluations.extend(learned::evaluation::<N>());
        evaluations
    }

    fn squares(&self, _: &Othello<N>) -> Option<Arc<dyn Squares<Othello<N>>>> {
        (N == 8).then(|| Arc::new(OthelloSquares) as _)
    }

    /// The square, or 64 for a pass.
    fn attributes(&self) -> Option<&dyn Attributes<Othello<N>>> {
        Some(
            &const { AttributeList::<Othello<N>>(&[("target", 65, |_, action| action.square().unwrap_or(64).into())]) },
        )
    }
}

impl<const N: usize> Episodes<Othello<N>> for OthelloKnowledge {
    #[inline]
    fn episode(&self, state: &Othello<N>) -> Option<EpisodeLabel> {
        let on_edge = state.last.square().is_some_and(|square| Othello::<N>::EDGE >> square & 1 == 1);
        (on_edge || state.last == OthelloMove::NONE).then_some(EpisodeLabel::from(state.mover))
    }
}

impl<const N: usize> Predicates<Othello<N>> for OthelloKnowledge {
    fn names(&self) -> Vec<&str> {
        PREDICATES.to_vec()
    }

    fn holding(&self, state: &Othello<N>) -> u64 {
        let moves = state.moves();
        let other_moves = board::mobility(state.other, state.own);
        let discs = (state.own | state.other).count_ones() as usize;
        // Thirds of the discs that are put on the board.
        let third = (discs - 4) * 3 / (N * N - 4);
        bits::pack([
            moves & Othello::<N>::CORNERS != 0,
            moves & Othello::<N>::EDGE != 0,
            other_moves & Othello::<N>::CORNERS != 0,
            moves == 0,
            moves.count_ones() <= FEW_MOVES,
            third == 0,
            third == 1,
            third >= 2,
        ])
    }
}

impl<const N: usize> Evaluator<Othello<N>> for OthelloKnowledge {
    fn evaluate(&self, state: &Othello<N>, player: Player) -> f32 {
        if state.is_over() {
            return match state.reward(player) {
                Reward::WIN => 1.0,
                Reward::LOSS => -1.0,
                _ => 0.0,
            };
        }
        let difference = Othello::<N>::square_values(state.own) - Othello::<N>::square_values(state.other);
        let difference = difference as f32;
        let value = difference / (difference.abs() + HALF_WIN);
        if player.0 == state.mover { value } else { -value }
    }
}
