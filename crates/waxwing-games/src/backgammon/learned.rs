//! What a learned evaluation looks at before a roll: the checkers on the points, on the bar and off, in the view of the player who
//! is to roll, with the inputs of TD-Gammon (Tesauro 1995) and how far both have to go. Races have weights of their own. The
//! weights are in `learned.bin`, with the command that made them in its first lines.
//!
//! In the middle of a turn a state is worth what it would be if the turn ended there. Where all checkers of both players are at
//! home, nothing is estimated: the table of `bear_off.rs` knows.

use waxwing::knowledge::{Code, Evaluation, Evaluator, Layout, Squares};
use waxwing::{Game, Player, Turn};

use super::board::{BAR, OFF, Side};
use super::{Backgammon, OVER, bear_off};
use crate::data::{self, Kept};

/// The places behind those of the points 1 to 24: what is on the bar, off, and how far it is home, of both players.
const BARS: usize = 24;
const OFFS: usize = 26;
const PIPS: usize = 28;
const PLACES: usize = 30;
/// The most checkers of a player; more than this many of the other player's are on a point from here on.
const CHECKERS: u8 = 15;
/// Who is further from home counts as so far.
const MOST_PIPS: u16 = 250;
/// Units of the hidden layer.
const HIDDEN: usize = 64;
/// The inputs of a point: four for the checkers of each player.
const OF_POINT: u16 = 8;

static LEARNED: Kept<Backgammon> = Kept::new("backgammon", data::learned_file!("learned.bin"));

/// The evaluation `learned`.
pub(super) fn evaluation() -> Option<Evaluation<Backgammon>> {
    Some(Evaluation::new("learned", WithBearOff { layer: LEARNED.get(Backgammon::new)? }))
}

/// What was learned, and the table for the end of races.
struct WithBearOff {
    layer: Evaluation<Backgammon>,
}

impl Evaluator<Backgammon> for WithBearOff {
    fn evaluate(&self, state: &Backgammon, player: Player) -> f32 {
        let roller = BackgammonSquares.viewer(state);
        let [own, other] = [roller.index(), 1 - roller.index()].map(|side| &state.sides[side]);
        match bear_off::win_rate(own, other) {
            Some(rate) if !state.is_over() => (2.0 * rate - 1.0) * if roller == player { 1.0 } else { -1.0 },
            _ => self.layer.evaluate(state, player),
        }
    }
}

pub(super) struct BackgammonSquares;

/// The inputs that a content of a place sets.
fn code(place: usize, content: u8) -> Code {
    if content == 0 {
        return Code::new();
    }
    let count = f32::from(content);
    let single = |input: usize, value: f32| vec![(BARS as u16 * OF_POINT + (input - BARS) as u16, value)];
    match place {
        0..BARS => {
            let (side, count) = if content <= CHECKERS { (0, content) } else { (4, content - CHECKERS) };
            let first = place as u16 * OF_POINT + side;
            let mut code = vec![(first + u16::from(count > 1), 1.0)];
            if count > 2 {
                code.push((first + 2, 1.0));
            }
            if count > 3 {
                code.push((first + 3, f32::from(count - 3) / 2.0));
            }
            code
        }
        BARS..OFFS => single(place, count / 2.0),
        OFFS..PIPS => single(place, count / 15.0),
        _ => single(place, count / 100.0),
    }
}

impl Squares<Backgammon> for BackgammonSquares {
    fn game(&self) -> String {
        "backgammon".into()
    }

    fn layout(&self) -> Layout {
        let mut kinds = vec![2 * CHECKERS + 1; BARS];
        kinds.extend([CHECKERS + 1; PIPS - BARS]);
        kinds.extend([MOST_PIPS as u8 + 1; PLACES - PIPS]);
        Layout::layer(kinds, 2, HIDDEN, code).expect("the numbers are within bounds")
    }

    #[inline]
    fn viewer(&self, state: &Backgammon) -> Player {
        // A turn that is not over is looked at as if it were.
        let rolls = state.left == 0 || state.left == OVER;
        Player(if rolls { state.mover } else { state.mover ^ 1 })
    }

    #[inline]
    fn stage(&self, state: &Backgammon, _: Player) -> usize {
        usize::from(state.is_race())
    }

    #[inline]
    fn look(&self, state: &Backgammon, viewer: Player, places: &mut [u8]) {
        let (own, other) = (&state.sides[viewer.index() & 1], &state.sides[!viewer.index() & 1]);
        for point in 1..BAR {
            let (own, other) = (own.count(point), other.count(BAR - point));
            places[usize::from(point) - 1] = if other > 0 { CHECKERS + other } else { own };
        }
        let pips = |side: &Side| side.pips().min(MOST_PIPS) as u8;
        for (place, side) in [own, other].into_iter().enumerate() {
            places[BARS + place] = side.count(BAR);
            places[OFFS + place] = side.count(OFF);
            places[PIPS + place] = pips(side);
        }
    }

    /// Before a roll.
    #[inline]
    fn is_settled(&self, state: &Backgammon) -> bool {
        state.turn() == Turn::Chance
    }
}

#[cfg(test)]
mod tests {
    use waxwing::{Notation, Rng};

    use super::*;

    fn look(state: &Backgammon, viewer: u8) -> [u8; PLACES] {
        let mut places = [0; PLACES];
        BackgammonSquares.look(state, Player(viewer), &mut places);
        places
    }

    /// White's and Black's checkers on points of their own views; White is to roll.
    fn with(white: &[u8], black: &[u8]) -> Backgammon {
        Backgammon { sides: [Side::on(white), Side::on(black)], turns: 2, ..Backgammon::new() }
    }

    #[test]
    fn the_file_is_one_for_these_inputs() {
        assert!(evaluation().is_some(), "learned.bin is to be learned anew");
    }

    #[test]
    fn both_players_see_the_same_from_their_sides() {
        let start = Backgammon::new();
        let places = look(&start, 0);
        assert_eq!(places, look(&start, 1));
        // Two of one's own on 24, five of the other player's on one's own 19, nothing on the bar or off.
        assert_eq!((places[23], places[18], &places[BARS..PIPS]), (2, 20, &[0; 4][..]));
        assert_eq!(places[PIPS..], [167, 167]);
        let state = with(&[25, 6, 0], &[3, 1]);
        assert_eq!(look(&state, 0)[BARS..], [1, 0, 1, 0, 31, 4]);
        assert_eq!(look(&state, 1)[BARS..], [0, 1, 0, 1, 4, 31]);
        assert_eq!(look(&state, 0)[25 - 3 - 1], CHECKERS + 1);
    }

    #[test]
    fn contents_set_the_inputs_of_the_literature() {
        assert_eq!(code(5, 1), [(40, 1.0)]);
        assert_eq!(code(5, 2), [(41, 1.0)]);
        assert_eq!(code(5, 5), [(41, 1.0), (42, 1.0), (43, 1.0)]);
        assert_eq!(code(5, CHECKERS + 1), [(44, 1.0)]);
        assert_eq!(code(BARS, 1), [(192, 0.5)]);
        assert_eq!(code(PIPS + 1, 50), [(197, 0.5)]);
    }

    #[test]
    fn a_turn_is_looked_at_as_if_it_were_over() {
        let (mut state, mut rng) = (Backgammon::new(), Rng::new(1));
        assert!(BackgammonSquares.is_settled(&state) && BackgammonSquares.viewer(&state) == Player(0));
        let roll = state.sample_chance(&mut rng);
        state.apply(roll);
        assert!(!BackgammonSquares.is_settled(&state) && BackgammonSquares.viewer(&state) == Player(1));
    }

    #[test]
    fn at_home_the_table_knows() {
        // White rolls, and bears its last checker off unless it rolls one of nine of 36.
        let state = with(&[6], &[1, 1]);
        let value = evaluation().unwrap().evaluate(&state, Player(0));
        assert!((value - (2.0 * 27.0 / 36.0 - 1.0)).abs() < 1e-6, "{value}");
        assert_eq!(evaluation().unwrap().evaluate(&state, Player(1)), -value);
    }

    #[test]
    fn what_is_nearly_won_is_worth_much_and_both_views_are_opposite() {
        let evaluation = evaluation().unwrap();
        for (white, black, won) in [
            (&[1_u8; 2][..], &[6_u8; 15][..], true),
            (&[6; 15], &[1; 2], false),
            (
                &[6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 6, 5, 4, 13, 8],
                &[25, 25, 24, 13, 8, 6, 6, 6, 5, 3, 3, 2, 1, 1, 13],
                true,
            ),
        ] {
            let state = with(white, black);
            let value = evaluation.evaluate(&state, Player(0));
            assert_eq!(evaluation.evaluate(&state, Player(1)), -value);
            assert!(if won { value > 0.4 } else { value < -0.4 }, "{}\n{value}", state.draw(None));
        }
    }
}
