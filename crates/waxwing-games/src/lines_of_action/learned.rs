//! What an evaluation that is learned looks at: what stands in all rectangles of 3×3 and 2×4 squares in the mover's view; how many pieces
//! both players have and how many groups; and what the evaluation `mia` says, in steps. All symmetries of the board hold, since
//! nothing depends on where the players began.

use waxwing::Player;
use waxwing::knowledge::{Layout, Squares};

use super::groups::euler_number;
use super::{LinesOfAction, mia};
use crate::bits;
use crate::patterns::{representatives, symmetries, windows};

/// The places beside the squares: the groups of the viewer and of the other player, their pieces, and what `mia` says.
const GROUPS: usize = 64;
const PIECES: usize = 66;
const MIA: usize = 68;
const PLACES: usize = 69;
const MOST_PIECES: u8 = 12;
/// More groups, counted by the Euler number, count as this many.
const MOST_GROUPS: i32 = 9;
/// The steps of a value from 0 to 1.
const STEPS: f32 = 20.0;

pub(super) struct LinesOfActionSquares;

/// Whether it is the usual board. What is known of others is what their scenes say.
#[inline]
pub(super) fn is_usual(state: &LinesOfAction) -> bool {
    state.board.size == 8
}

impl Squares<LinesOfAction> for LinesOfActionSquares {
    fn game(&self) -> String {
        "lines-of-action".into()
    }

    fn layout(&self) -> Layout {
        let mut kinds = vec![3; 64];
        kinds.extend([MOST_GROUPS as u8 + 1; 2]);
        kinds.extend([MOST_PIECES + 1; 2]);
        kinds.push(2 * STEPS as u8 + 1);
        let symmetries = symmetries(PLACES);
        let mut tuples = representatives([windows(3, 3), windows(2, 4)].concat(), &symmetries);
        tuples.push((GROUPS as u16..MIA as u16).collect());
        tuples.push(vec![MIA as u16, GROUPS as u16, GROUPS as u16 + 1]);
        Layout::tuples(kinds, 1, &tuples, &symmetries).expect("the rectangles lie on the board")
    }

    #[inline]
    fn viewer(&self, state: &LinesOfAction) -> Player {
        Player(state.board.mover)
    }

    /// The state has the mover's view, which is the viewer's.
    #[inline]
    fn look(&self, state: &LinesOfAction, viewer: Player, places: &mut [u8]) {
        let sides = [state.board.own, state.board.other];
        for (side, pieces) in sides.into_iter().enumerate() {
            bits::spread(pieces, side as u8 + 1, places);
            places[GROUPS + side] = euler_number(pieces).clamp(0, MOST_GROUPS) as u8;
            places[PIECES + side] = (pieces.count_ones() as u8).min(MOST_PIECES);
        }
        let value = mia::scale(state.points(0, viewer));
        places[MIA] = libm::roundf((value + 1.0) * STEPS) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::after;

    #[test]
    fn both_players_see_pieces_groups_and_what_mia_says() {
        let mut places = [0; PLACES];
        LinesOfActionSquares.look(&LinesOfAction::new(), Player(0), &mut places);
        assert_eq!(places[GROUPS..MIA], [2, 2, 12, 12]);
        assert!((20..=24).contains(&places[MIA]), "Black is to move, and else nobody is ahead");
        let state = after(LinesOfAction::new(), "c1xa3");
        let mut places = [0; PLACES];
        LinesOfActionSquares.look(&state, Player(1), &mut places);
        // White has lost the piece on a3, where there is one of Black's now.
        assert_eq!((places[PIECES], places[PIECES + 1], places[16], places[2]), (11, 12, 2, 0));
        assert_eq!(LinesOfActionSquares.layout().places(), PLACES);
        assert!(is_usual(&state));
    }
}
