//! What an evaluation of the game of two that is learned looks at: the stacks on any two squares from which one can reach the other, each
//! with the owners of all its pieces; what both players have captured and have in reserve; and how many stacks they have. All
//! symmetries of the board hold.

use waxwing::Player;
use waxwing::knowledge::{Layout, Squares};

use super::Focus;
use super::board::{BOARD, COUNTS, EMPTY, sum};
use crate::bits;
use crate::patterns::{representatives, symmetries};

/// The places beside the squares, the viewer's first: captured pieces, pieces in reserve, stacks.
const CAPTURED: usize = 64;
const RESERVES: usize = 66;
const STACKS: usize = 68;
const PLACES: usize = 70;
/// Whoever has captured this many has won.
const MOST_CAPTURED: u8 = 6;
/// More pieces in reserve, and more stacks, count as this many.
const MOST_RESERVE: u8 = 7;
const MOST_STACKS: u8 = 24;
/// An empty square, and each order of the owners of one to five pieces.
const CONTENTS: u8 = (2 << COUNTS) - 1;

/// `SEEN[stack]`: what a stack is in the view of the first player, and of the second.
static SEEN: [[u8; 2]; 2 << (2 * COUNTS)] = seen();

/// Pieces become one bit each, set for the viewer's; a 1 before them, as in the stack itself, tells heights apart.
const fn seen() -> [[u8; 2]; 2 << (2 * COUNTS)] {
    let mut table = [[0; 2]; 2 << (2 * COUNTS)];
    let mut stack = EMPTY as usize;
    while stack < table.len() {
        let mut viewer = 0;
        while viewer < 2 {
            let (mut left, mut seen, mut bit) = (stack, 0, 1);
            while left > EMPTY as usize {
                if left & 3 == viewer {
                    seen |= bit;
                }
                bit <<= 1;
                left >>= 2;
            }
            table[stack][viewer] = (seen | bit) as u8 - 1;
            viewer += 1;
        }
        stack += 1;
    }
    table
}

pub(super) struct FocusSquares;

/// Whether it is the game of two. What is known of others is what their scenes say.
#[inline]
pub(super) fn is_usual(state: &Focus) -> bool {
    state.players == 2
}

/// Any two squares of the board that are at most five apart in a row or a column.
fn pairs() -> Vec<Vec<u16>> {
    let on_board = |place: u16| BOARD >> place & 1 == 1;
    let across = |first: u16| (first + 1..64.min(first + 6)).filter(move |second| second / 8 == first / 8);
    let up = |first: u16| (1..6).map(move |steps| first + 8 * steps).filter(|&second| second < 64);
    let from = |first: u16| across(first).chain(up(first)).map(move |second| vec![first, second]);
    (0..64).filter(|&first| on_board(first)).flat_map(from).filter(|pair| on_board(pair[1])).collect()
}

impl Squares<Focus> for FocusSquares {
    fn game(&self) -> String {
        "focus".into()
    }

    fn layout(&self) -> Layout {
        let mut kinds: Vec<u8> = (0..64).map(|square| if BOARD >> square & 1 == 1 { CONTENTS } else { 1 }).collect();
        for most in [MOST_CAPTURED, MOST_RESERVE, MOST_STACKS] {
            kinds.extend([most + 1; 2]);
        }
        let symmetries = symmetries(PLACES);
        let mut tuples = representatives(pairs(), &symmetries);
        tuples.push((CAPTURED as u16..STACKS as u16).collect());
        tuples.push(vec![STACKS as u16, STACKS as u16 + 1]);
        Layout::tuples(kinds, 1, &tuples, &symmetries).expect("the pairs lie on the board")
    }

    #[inline]
    fn viewer(&self, state: &Focus) -> Player {
        Player(state.mover)
    }

    #[inline]
    fn look(&self, state: &Focus, viewer: Player, places: &mut [u8]) {
        let viewer = viewer.0 & 1;
        for square in bits::squares(state.board.occupied()) {
            places[usize::from(square)] = SEEN[usize::from(state.board.stack(square))][usize::from(viewer)];
        }
        for (side, player) in [viewer, 1 - viewer].into_iter().enumerate() {
            places[CAPTURED + side] = (sum(state.captured_by(player)) as u8).min(MOST_CAPTURED);
            places[RESERVES + side] = state.reserve(player).min(MOST_RESERVE);
            places[STACKS + side] = (state.board.owned(player).count_ones() as u8).min(MOST_STACKS);
        }
    }
}

#[cfg(test)]
mod tests {
    use waxwing::{Game, Rng, Turn};

    use super::super::board::Board;
    use super::*;

    /// With all pieces of one player the other's, and the other way round.
    fn exchanged(state: &Focus) -> Focus {
        let exchanged = |square: u8| {
            let (stack, mut left, mut bits) = (state.board.stack(square), state.board.stack(square), 0);
            while left > EMPTY {
                (bits, left) = (bits << 2 | 1, left >> 2);
            }
            stack ^ bits
        };
        let stacks =
            std::array::from_fn(|square| if BOARD >> square & 1 == 1 { exchanged(square as u8) } else { EMPTY });
        let owners = |captured: u32| captured >> 8 & 0xff | (captured & 0xff) << 8;
        let [first, second, ..] = state.captured;
        Focus {
            board: Board::new(stacks),
            captured: [owners(second), owners(first), 0, 0],
            reserves: [state.reserves[1], state.reserves[0], 0, 0],
            mover: 1 - state.mover,
            ..state.clone()
        }
    }

    fn look(state: &Focus) -> [u8; PLACES] {
        let mut places = [0; PLACES];
        FocusSquares.look(state, Player(state.mover), &mut places);
        places
    }

    #[test]
    fn both_players_see_the_same_from_their_sides() {
        let (mut state, mut rng, mut buffer) = (Focus::with_players(2, 0), Rng::new(1), Vec::new());
        let layout = FocusSquares.layout();
        assert_eq!((layout.places(), is_usual(&state), is_usual(&Focus::with_players(3, 1))), (PLACES, true, false));
        while state.turn() != Turn::Over {
            assert_eq!(look(&state), look(&exchanged(&state)));
            let action = state.random_action(&mut rng, &mut buffer);
            state.apply(action);
        }
        assert!(look(&state)[CAPTURED..STACKS].iter().any(|&pieces| pieces > 0));
    }

    #[test]
    fn stacks_are_told_apart_by_the_owners_of_all_pieces() {
        // Of two pieces the top one is in the lowest bits: the second player's on the first one's.
        assert_eq!(SEEN[usize::from(EMPTY)], [0, 0]);
        assert_eq!([SEEN[0b100], SEEN[0b101]], [[2, 1], [1, 2]]);
        assert_eq!(SEEN[0b1_0001], [5, 4]);
        let contents = SEEN.iter().flatten().copied().max();
        assert_eq!(contents, Some(CONTENTS - 1));
    }
}
