//! What a learned evaluation looks at: the men and kings in all rectangles of 3×4 and 4×3 squares (six dark ones), in the view of
//! the player to move, and how many men and kings both have. A turn of several jumps is looked at when it is over.

use waxwing::knowledge::{Evaluation, Layout, Squares};
use waxwing::{Game, Player, Turn};

use super::board::place;
use super::{ALL, Checkers};
use crate::bits;
use crate::data::{self, Kept};

/// The places beside the dark squares: men and kings of the viewer, then of the other player.
const COUNTS: usize = 32;
const PLACES: usize = 36;
/// More kings than this count as this many.
const MOST_KINGS: u32 = 4;

pub(super) struct CheckersSquares;

/// Whether it is the usual board. What is known of others is what their scenes say.
#[inline]
pub(super) fn is_usual(state: &Checkers) -> bool {
    state.board.squares == u32::MAX
}

static LEARNED: Kept<Checkers> = Kept::new("checkers", data::learned_file!("learned.bin"));

/// The evaluation `learned`.
pub(super) fn evaluation() -> Option<Evaluation<Checkers>> {
    LEARNED.get(Checkers::new)
}

/// The dark squares in all rectangles of this many rows and columns.
fn windows(rows: i8, columns: i8) -> Vec<Vec<u16>> {
    let corners = (0..=8 - rows).flat_map(|row| (0..=8 - columns).map(move |column| (row, column)));
    let window = |(first_row, first_column): (i8, i8)| {
        let is_inside = |square: &u16| {
            let (row, column) = place(*square as u8);
            (first_row..first_row + rows).contains(&row) && (first_column..first_column + columns).contains(&column)
        };
        (0..32).filter(is_inside).collect()
    };
    corners.map(window).collect()
}

impl Squares<Checkers> for CheckersSquares {
    fn game(&self) -> String {
        "checkers".into()
    }

    fn layout(&self) -> Layout {
        let mut kinds = vec![5; COUNTS];
        kinds.extend([13, MOST_KINGS as u8 + 1, 13, MOST_KINGS as u8 + 1]);
        let mut tuples = [windows(3, 4), windows(4, 3)].concat();
        tuples.push((COUNTS as u16..PLACES as u16).collect());
        Layout::tuples(kinds, 1, &tuples, &[]).expect("the rectangles lie on the board")
    }

    #[inline]
    fn viewer(&self, state: &Checkers) -> Player {
        Player(state.board.mover)
    }

    #[inline]
    fn look(&self, state: &Checkers, viewer: Player, places: &mut [u8]) {
        let board = &state.board;
        let sides = [
            [board.own & !board.kings, board.own & board.kings],
            [board.other & !board.kings, board.other & board.kings],
        ];
        for (side, pieces) in sides.into_iter().enumerate() {
            for (kind, set) in pieces.into_iter().enumerate() {
                // Black sits at the top, where the numbers begin; for White the board is turned by half.
                let set = if viewer.0 == 0 { set } else { set.reverse_bits() };
                bits::spread(set.into(), (1 + 2 * side + kind) as u8, places);
                let most = if kind == 0 { 12 } else { MOST_KINGS };
                places[COUNTS + 2 * side + kind] = set.count_ones().min(most) as u8;
            }
        }
    }

    #[inline]
    fn is_settled(&self, state: &Checkers) -> bool {
        state.active == ALL && matches!(state.turn(), Turn::Player(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check_learned;

    #[test]
    fn the_file_is_one_for_these_squares_and_both_players_see_the_same_from_their_sides() {
        let evaluation = evaluation().unwrap();
        for (state, value) in check_learned(&Checkers::new()) {
            let mut turned = state.clone();
            let board = &mut turned.board;
            for set in [&mut board.own, &mut board.other, &mut board.kings] {
                *set = set.reverse_bits();
            }
            board.mover ^= 1;
            assert_eq!(evaluation.evaluate(&turned, Player(turned.board.mover)), value);
        }
    }

    #[test]
    fn rectangles_have_six_dark_squares() {
        let windows = [windows(3, 4), windows(4, 3)].concat();
        assert!(windows.len() == 60 && windows.iter().all(|window| window.len() == 6));
        assert_eq!(windows[0], [0, 1, 4, 5, 8, 9]);
    }
}
