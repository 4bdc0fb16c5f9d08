//! What a learned evaluation looks at: the patterns of Logistello (Buro 1997), how many moves both players have, and how many
//! squares are empty. The weights are in `learned.bin`, with the command that made them in its first lines.

use std::any::Any;

use waxwing::Player;
use waxwing::knowledge::{Evaluation, Layout, Squares};

use super::{Othello, board};
use crate::bits;
use crate::data::{self, Kept};
use crate::patterns::symmetries;

/// The places beside the squares: the moves of the viewer and of the other player, and the empty squares.
const OWN_MOVES: usize = 64;
const OTHER_MOVES: usize = 65;
const EMPTY: usize = 66;
const PLACES: usize = 67;
/// More moves than this count as this many.
const MOST_MOVES: u8 = 15;
/// Discs that are put on the board in a stage.
const IN_A_STAGE: u32 = 10;
const STAGES: usize = 6;

static LEARNED: Kept<Othello> = Kept::new("othello", data::learned_file!("learned.bin"));

/// The evaluation `learned`, which there is for the whole board.
pub(super) fn evaluation<const N: usize>() -> Option<Evaluation<Othello<N>>> {
    // The type is looked at first: there is no need to read what is for another one.
    (N == 8).then_some(())?;
    (&LEARNED.get(Othello::new)? as &dyn Any).downcast_ref().cloned()
}

pub(super) struct OthelloSquares;

/// The tuples; their images on the other sides of the board share weights.
fn tuples() -> Vec<Vec<u16>> {
    let line = |first: u16, step: u16, length: u16| (0..length).map(|place| first + step * place).collect::<Vec<_>>();
    let rows = [8, 16, 24].map(|first| line(first, 1, 8));
    let diagonals = [4, 5, 6, 7, 8].map(|length| line(8 - length, 9, length));
    let edge = [line(0, 1, 8), vec![9, 14]].concat();
    let corners = [
        [line(0, 1, 5), line(8, 1, 5)].concat(),
        [line(0, 1, 3), line(8, 1, 3), line(16, 1, 3)].concat(),
        vec![OWN_MOVES as u16, OTHER_MOVES as u16],
        vec![EMPTY as u16],
    ];
    rows.into_iter().chain(diagonals).chain([edge]).chain(corners).collect()
}

impl<const N: usize> Squares<Othello<N>> for OthelloSquares {
    fn game(&self) -> String {
        "othello".into()
    }

    fn layout(&self) -> Layout {
        let mut kinds = vec![3; 64];
        kinds.extend([MOST_MOVES + 1, MOST_MOVES + 1, 61]);
        Layout::tuples(kinds, STAGES, &tuples(), &symmetries(PLACES)).expect("the patterns lie on the board")
    }

    #[inline]
    fn viewer(&self, state: &Othello<N>) -> Player {
        Player(state.mover)
    }

    #[inline]
    fn stage(&self, state: &Othello<N>, _: Player) -> usize {
        let discs = (state.own | state.other).count_ones();
        ((discs.saturating_sub(4) / IN_A_STAGE) as usize).min(STAGES - 1)
    }

    #[inline]
    fn look(&self, state: &Othello<N>, viewer: Player, places: &mut [u8]) {
        let [own, other] = [viewer, Player(1 - viewer.0)].map(|player| state.discs(player));
        bits::spread(own, 1, places);
        bits::spread(other, 2, places);
        let moves = |own, other| (board::mobility(own, other).count_ones() as u8).min(MOST_MOVES);
        places[OWN_MOVES] = moves(own, other);
        places[OTHER_MOVES] = moves(other, own);
        places[EMPTY] = 60_u8.min((own | other).count_zeros() as u8);
    }
}

#[cfg(test)]
mod tests {
    use waxwing::{Agent, Game, Limits, Rng, Turn};

    use super::*;

    /// A state after some random moves.
    fn after(moves: usize, seed: u64) -> Othello {
        let (mut state, mut rng, mut actions) = (Othello::new(), Rng::new(seed), Vec::new());
        for _ in 0..moves {
            let action = state.random_action(&mut rng, &mut actions);
            state.apply(action);
        }
        state
    }

    #[test]
    fn the_file_is_one_for_these_tuples_and_only_the_whole_board_has_it() {
        assert!(evaluation::<8>().is_some(), "learned.bin is to be learned anew");
        assert!(evaluation::<6>().is_none());
        let layout = Squares::<Othello>::layout(&OthelloSquares);
        assert_eq!((layout.places(), layout.weights()), (PLACES, 685_164));
    }

    #[test]
    fn symmetric_positions_are_worth_the_same_and_the_opposite_to_the_other_player() {
        let evaluation = evaluation::<8>().unwrap();
        for moves in (5..55).step_by(7) {
            let state = after(moves, 3);
            let value = evaluation.evaluate(&state, Player(0));
            assert_eq!(evaluation.evaluate(&state, Player(1)), -value);
            for symmetry in symmetries(PLACES) {
                let image = |set| bits::squares(set).fold(0, |all, square| all | 1 << symmetry[usize::from(square)]);
                let turned = Othello { own: image(state.own), other: image(state.other), ..state.clone() };
                assert_eq!(evaluation.evaluate(&turned, Player(0)), value);
            }
        }
    }

    #[test]
    fn it_plays_better_than_the_squares_by_far() {
        let start = after(0, 0);
        let [learned, squares] = ["ab(eval=learned) @500", "ab(eval=squares) @500"];
        let mut points = 0.0;
        for game in 0..20 {
            let mut agents = if game % 2 == 0 { [learned, squares] } else { [squares, learned] }
                .map(|text| Agent::parse(text, &start).unwrap());
            let mut state = after(6, game / 2);
            while let Turn::Player(player) = state.turn() {
                let report = agents[player.index()].search(&state, game, &Limits::iterations(500)).unwrap();
                state.apply(report.best);
            }
            points += state.reward(Player((game % 2) as u8)).value();
        }
        assert!(points >= 16.0, "{points} of 20");
    }
}
