mod agreement;
mod expert;
mod ko;
mod recorded;
mod reference;
mod setup;
mod sgf;
mod solved;

use waxwing::game::check_notated_game;
use waxwing::knowledge::{Episodes as _, Evaluator as _, Predicates as _};
use waxwing::{Game, Notation, Player, Reward, Rng, Turn};

use super::knowledge::GoKnowledge;
use super::rules::{Ko, Rules};
use super::{Go, GoMove};
use crate::testing;

fn after(size: u8, moves: &str) -> Go {
    testing::after(Go::new(size, 7.5).unwrap(), moves)
}

#[test]
fn all_rules_together_keep_the_promises_of_a_game() {
    for ko in [Ko::Positional, Ko::Situational, Ko::Simple] {
        let rules = Rules { komi: 0, ko, suicide: true };
        check_notated_game(&Go::with_rules(4, rules), 100, 2).unwrap();
    }
}

#[test]
fn points_are_written_without_an_i_and_read_in_either_case() {
    let state = Go::new(19, 7.5).unwrap();
    let texts = testing::texts(&state);
    assert_eq!(texts.len(), 362);
    assert!(!texts.iter().any(|text| text.contains('I')));
    for (text, place) in [("a1", (0, 0)), ("H8", (7, 7)), ("j9", (8, 8)), ("T19", (18, 18)), ("k10", (9, 9))] {
        assert_eq!(state.parse(text).unwrap().place(), Some(place));
    }
    assert_eq!(state.parse("PASS"), Ok(GoMove::PASS));
    for text in ["", "I5", "A0", "A20", "U1", "A", "11", "A01", "A+1", "äa", "D4 ", "pas", "é4", "A300"] {
        let message = format!("`{text}` is not a move; a move is a point from A1 to T19, or `pass`");
        assert_eq!(state.parse(text), Err(message));
    }
    assert!(Go::new(9, 7.5).unwrap().parse("K1").unwrap_err().ends_with("from A1 to J9, or `pass`"));
}

#[test]
fn indices_count_the_points_row_by_row_with_the_pass_last() {
    for size in 2..=19 {
        let state = Go::new(size, 7.5).unwrap();
        let indices: Vec<u64> = testing::legal(&state).iter().map(|&action| state.action_index(action)).collect();
        assert_eq!(indices, (0..state.action_space() as u64).collect::<Vec<_>>());
    }
}

#[test]
fn any_move_can_be_asked_about() {
    let state = after(5, "C3");
    let elsewhere = (0..19).flat_map(|row| (0..19).filter_map(move |column| GoMove::new(column, row)));
    let legal = elsewhere.filter(|&action| state.is_legal(action)).count();
    assert_eq!(legal, 24);
    assert!(!state.is_legal(GoMove::NONE) && !state.is_playout_action(GoMove::NONE));
    for number in 0..=u16::MAX {
        let action = GoMove::at(number);
        state.is_playout_action(action);
        assert!(!state.is_legal(action) || state.action_index(action) <= 25);
        state.owner(action);
        state.stone(action);
    }
}

#[test]
fn the_drawing_shows_stones_stars_captures_and_the_last_move() {
    let expected = [
        "   A B C D E F G H J",
        " 9 · · · · · · · · · 9",
        " 8 · · · · · · · · · 8",
        " 7 · · + · · · + · · 7",
        " 6 · · · · · · · · · 6",
        " 5 · · · · + · · · · 5",
        " 4 · · · · · · · · · 4",
        " 3 · · + · · · + · · 3",
        " 2 ● · · · · · · · · 2",
        " 1 ·›● · · · · · · ○ 1",
        "   A B C D E F G H J",
        "  captured: ● 0   ○ 1   komi 7.5\n",
    ];
    assert_eq!(after(9, "A2 A1 pass J1 B1").draw(None), expected.join("\n"));
    let stars = |size: u8| Go::new(size, 0.0).unwrap().draw(None).matches('+').count();
    assert_eq!([2, 5, 7, 8, 9, 13, 14, 19].map(stars), [0, 0, 5, 4, 5, 5, 4, 9]);
}

#[test]
fn suicide_is_a_matter_of_the_rules_and_never_of_a_single_stone() {
    let moves = "pass A3 pass B2 A1 C1 A2 pass";
    for suicide in [false, true] {
        let state = testing::after(Go::with_rules(3, Rules { suicide, ..Rules::USUAL }), moves);
        let action = state.parse("B1").unwrap();
        assert_eq!(state.is_legal(action), suicide);
        assert!(!state.is_playout_action(action));
        if suicide {
            let mut dead = state.clone();
            dead.apply(action);
            assert_eq!((dead.captured(Player(0)), dead.area(Player(0)), dead.area(Player(1))), (3, 0, 9));
            // A single stone in the space that is left.
            let alone = testing::after(dead, "A1");
            assert!(!alone.is_legal(alone.parse("A2").unwrap()));
        }
    }
}

#[test]
fn the_score_decides_and_half_of_a_half_point_is_no_komi() {
    let ends = |komi| testing::after(Go::new(5, komi).unwrap(), "C3 pass pass");
    assert_eq!(ends(24.5).reward(Player(0)), Reward::WIN);
    assert_eq!(ends(25.0).reward(Player(0)), Reward::DRAW);
    assert_eq!(ends(25.5).reward(Player(0)), Reward::LOSS);
    assert_eq!(ends(25.5).reward(Player(1)), Reward::WIN);
    assert_eq!(ends(-3.5).score(), 28.5);
    for komi in [0.25, f64::NAN, f64::INFINITY, 1e9, -362.0] {
        assert!(Go::new(5, komi).is_err(), "{komi}");
    }
    assert!(Go::new(1, 0.0).is_err() && Go::new(20, 0.0).is_err());
}

/// A random action that is no pass, where one is found soon.
fn random_stone(state: &Go, rng: &mut Rng) -> GoMove {
    let mut draws = std::iter::repeat_with(|| state.random_action(rng, &mut Vec::new())).take(50);
    draws.find(|&action| action != GoMove::PASS).unwrap_or(GoMove::PASS)
}

#[test]
fn a_game_ends_after_three_plies_for_each_point() {
    let mut rng = Rng::new(1);
    for (size, most) in [(5, 100), (6, 108), (9, 243)] {
        let mut longest = 0;
        for _ in 0..20 {
            let mut state = Go::with_rules(size, Rules { ko: Ko::Simple, ..Rules::USUAL });
            while state.turn() != Turn::Over {
                state.apply(random_stone(&state, &mut rng));
            }
            longest = longest.max(state.plies);
        }
        assert_eq!(longest, most);
    }
}

#[test]
fn hashes_tell_positions_apart() {
    for (size, games, positions) in [(3, 1_500, 2_000), (9, 20, 2_000)] {
        let start = Go::with_rules(size, Rules { ko: Ko::Simple, ..Rules::USUAL });
        // How long a game may go on yet is not told apart.
        let board = |state: &Go| {
            let colours: Vec<_> = state.board.points().map(|point| state.board.colour(point)).collect();
            (colours, state.mover, state.passes, state.board.ko, state.plies == super::most_plies(size))
        };
        assert!(testing::check_hashes(&start, games, board) > positions);
    }
}

#[test]
fn predicates_hold_where_they_should() {
    let names = GoKnowledge.names();
    let holding = |state: &Go| -> Vec<&str> {
        let bits = GoKnowledge.holding(state);
        names.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1).map(|(_, &name)| name).collect()
    };
    assert_eq!(holding(&after(5, "")), ["opening"]);
    assert_eq!(holding(&after(5, "pass")), ["other-passed", "opening"]);
    assert_eq!(holding(&after(5, "A1 B1")), ["last-gives-atari", "opening"]);
    assert_eq!(holding(&after(5, "B1 A1")), ["last-in-atari", "opening"]);
    assert_eq!(
        holding(&after(5, "B3 C3 A2 D2 B1 C1 pass B2 C2")),
        ["ko", "last-in-atari", "last-gives-atari", "opening"]
    );
    assert_eq!(holding(&after(3, "B2 A1 A2")), ["last-gives-atari", "middle"]);
}

#[test]
fn an_episode_begins_at_the_start_far_away_and_after_a_pass() {
    let begins = |moves| GoKnowledge.episode(&after(9, moves));
    assert_eq!([begins(""), begins("A1"), begins("pass")], [Some(0), Some(1), Some(1)]);
    assert_eq!([begins("A1 D4"), begins("A1 D1"), begins("E5 C7")], [None; 3]);
    assert_eq!(
        [begins("A1 E1"), begins("A1 A5"), begins("A1 pass"), begins("A1 pass A2")],
        [Some(0), Some(0), Some(0), Some(1)]
    );
}

#[test]
fn the_evaluation_is_the_score_so_far() {
    let value = |state: &Go, player| GoKnowledge.evaluate(state, Player(player));
    let state = testing::after(Go::new(5, 0.5).unwrap(), "C3");
    assert_eq!(value(&state, 0), 24.5 / (24.5 + 6.25));
    assert_eq!(value(&state, 1), -value(&state, 0));
    let won = testing::after(state, "pass pass");
    assert_eq!([value(&won, 0), value(&won, 1)], [1.0, -1.0]);
}
