//! What a learned evaluation looks at: what stands in all rectangles of 3×3, 4×2 and 2×4 squares in the mover's view, how many
//! pieces both players have, and how far the foremost have come. Left and right are alike.

use waxwing::Player;
use waxwing::knowledge::{Evaluation, Layout, Squares};

use super::Breakthrough;
use crate::bits;
use crate::data::{self, Kept};
use crate::patterns::{mirrors, representatives, windows};

/// The places beside the squares: the pieces of the viewer and of the other player, and the rows that their foremost have come.
const OWN_PIECES: usize = 64;
const OTHER_PIECES: usize = 65;
const OWN_FOREMOST: usize = 66;
const OTHER_FOREMOST: usize = 67;
const PLACES: usize = 68;

pub(super) struct BreakthroughSquares;

/// Whether it is the usual board. What is known of others is what their scenes say.
#[inline]
pub(super) fn is_usual(state: &Breakthrough) -> bool {
    state.rows == 8 && state.columns == u64::MAX
}

static LEARNED: Kept<Breakthrough> = Kept::new("breakthrough", data::learned_file!("learned.bin"));

/// The evaluation `learned`.
pub(super) fn evaluation() -> Option<Evaluation<Breakthrough>> {
    LEARNED.get(|| Breakthrough::with_size(8, 8))
}

impl Squares<Breakthrough> for BreakthroughSquares {
    fn game(&self) -> String {
        "breakthrough".into()
    }

    fn layout(&self) -> Layout {
        let mut kinds = vec![3; 64];
        kinds.extend([17, 17, 8, 8]);
        let mirrors = mirrors(PLACES);
        let mut tuples = representatives([windows(3, 3), windows(4, 2), windows(2, 4)].concat(), &mirrors);
        tuples.push(vec![OWN_PIECES as u16, OTHER_PIECES as u16]);
        tuples.push(vec![OWN_FOREMOST as u16, OTHER_FOREMOST as u16]);
        Layout::tuples(kinds, 1, &tuples, &mirrors).expect("the rectangles lie on the board")
    }

    #[inline]
    fn viewer(&self, state: &Breakthrough) -> Player {
        Player(state.mover)
    }

    /// The state has the mover's view, which is the viewer's.
    #[inline]
    fn look(&self, state: &Breakthrough, _: Player, places: &mut [u8]) {
        let Breakthrough { own, other, .. } = *state;
        bits::spread(own, 1, places);
        bits::spread(other, 2, places);
        places[OWN_PIECES] = own.count_ones() as u8;
        places[OTHER_PIECES] = other.count_ones() as u8;
        places[OWN_FOREMOST] = 7_u32.saturating_sub(own.leading_zeros() / 8) as u8;
        places[OTHER_FOREMOST] = 7_u32.saturating_sub(other.trailing_zeros() / 8) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::squares;
    use crate::testing::check_learned;

    #[test]
    fn the_file_is_one_for_these_squares_and_left_and_right_are_alike() {
        let evaluation = evaluation().unwrap();
        let mirrored = |pieces| squares(pieces).fold(0, |all, square| all | 1 << (square ^ 7));
        for (state, value) in check_learned(&Breakthrough::with_size(8, 8)) {
            let image = Breakthrough { own: mirrored(state.own), other: mirrored(state.other), ..state.clone() };
            assert_eq!(evaluation.evaluate(&image, Player(state.mover)), value);
        }
    }

    #[test]
    fn foremost_pieces_are_as_far_as_they_have_come() {
        let mut places = [0; PLACES];
        let state = Breakthrough { own: 1 << 8 | 1 << 43, other: 1 << 60 | 1 << 17, ..Breakthrough::with_size(8, 8) };
        BreakthroughSquares.look(&state, Player(0), &mut places);
        assert_eq!(places[OWN_PIECES..], [2, 2, 5, 5]);
        assert!(!is_usual(&Breakthrough::with_size(8, 7)) && !is_usual(&Breakthrough::with_size(7, 8)));
    }
}
