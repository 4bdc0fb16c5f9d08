//! What a learned evaluation looks at: the seeds in any three houses, in the mover's view, and the lead in the stores with the
//! seeds that are left.

use waxwing::Player;
use waxwing::knowledge::{Evaluation, Layout, Squares};

use super::Kalah;
use super::sowing::MOST_HOUSES;
use crate::data::{self, Kept};

/// The seeds of the board of six houses with four in each.
const SEEDS: u8 = 48;
/// The houses of both players come first.
const HOUSES: usize = 2 * MOST_HOUSES;
const LEAD: usize = HOUSES;
const LEFT: usize = HOUSES + 1;
/// More seeds in a house count as this many.
const MOST_IN_HOUSE: u8 = 12;
/// Who is further ahead has won.
const MOST_LEAD: i16 = 25;

pub(super) struct KalahSquares;

/// Whether it is the usual board, with either rule of captures. What is known of others is what their scenes say.
#[inline]
pub(super) fn is_usual(state: &Kalah) -> bool {
    usize::from(state.houses) == MOST_HOUSES && state.total() == SEEDS
}

static LEARNED: Kept<Kalah> = Kept::new("kalah", data::learned_file!("learned.bin"));

/// The evaluation `learned`.
pub(super) fn evaluation() -> Option<Evaluation<Kalah>> {
    LEARNED.get(|| Kalah::undealt(6, 4))
}

impl Squares<Kalah> for KalahSquares {
    fn game(&self) -> String {
        "kalah".into()
    }

    fn layout(&self) -> Layout {
        let mut kinds = vec![MOST_IN_HOUSE + 1; HOUSES];
        kinds.extend([2 * MOST_LEAD as u8 + 1, SEEDS + 1]);
        let houses = HOUSES as u16;
        let pairs = (0..houses).flat_map(|first| (first + 1..houses).map(move |second| (first, second)));
        let triples =
            pairs.flat_map(|(first, second)| (second + 1..houses).map(move |third| vec![first, second, third]));
        let tuples: Vec<Vec<u16>> = triples.chain([vec![LEAD as u16, LEFT as u16]]).collect();
        Layout::tuples(kinds, 1, &tuples, &[]).expect("the numbers are within bounds")
    }

    #[inline]
    fn viewer(&self, state: &Kalah) -> Player {
        Player(state.mover)
    }

    /// The state has the mover's view, which is the viewer's.
    #[inline]
    fn look(&self, state: &Kalah, _: Player, places: &mut [u8]) {
        let sides = [state.board.own, state.board.other];
        for (side, row) in sides.into_iter().zip(places.chunks_exact_mut(MOST_HOUSES)) {
            (0..).zip(row).for_each(|(house, place)| *place = side.house(house).min(MOST_IN_HOUSE));
        }
        places[LEAD] = (state.lead().clamp(-MOST_LEAD, MOST_LEAD) + MOST_LEAD) as u8;
        places[LEFT] = sides.map(|side| side.seeds()).iter().sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::check_learned;

    #[test]
    fn the_file_is_one_for_these_squares_and_for_both_rules_of_captures() {
        let start = Kalah::new(6, 4).unwrap();
        check_learned(&start);
        check_learned(&Kalah { empty_captures: false, ..start });
        assert!(!is_usual(&Kalah::new(6, 3).unwrap()) && !is_usual(&Kalah::new(5, 4).unwrap()));
    }

    #[test]
    fn houses_stores_and_what_is_left_are_seen_by_the_player_to_move() {
        let mut state = Kalah::new(6, 4).unwrap();
        state.make(5);
        let mut places = [0; HOUSES + 2];
        KalahSquares.look(&state, Player(1), &mut places);
        // South has one seed in its store, and North, whose turn it is, is one behind.
        assert_eq!(places, [5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 4, 0, 24, 47]);
    }
}
