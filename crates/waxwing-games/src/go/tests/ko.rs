//! Positions that may not come up again.

use waxwing::{Game, Notation, Turn};

use super::super::rules::{Ko, Rules};
use super::super::{Go, GoMove};
use super::random_stone;
use crate::testing;

fn with(size: u8, ko: Ko) -> Go {
    Go::with_rules(size, Rules { ko, ..Rules::USUAL })
}

fn is_legal(state: &Go, text: &str) -> bool {
    state.is_legal(state.parse(text).unwrap())
}

const ALL: [Ko; 3] = [Ko::Positional, Ko::Situational, Ko::Simple];

#[test]
fn a_ko_may_not_be_taken_back_at_once() {
    for ko in ALL {
        let moves = "B3 C3 A2 D2 B1 C1 pass B2 C2";
        let state = testing::after(with(5, ko), moves);
        assert!(!is_legal(&state, "B2"), "{ko:?}");
        let later = testing::after(with(5, ko), &format!("{moves} E5 A5"));
        assert!(is_legal(&later, "B2"), "{ko:?}");
    }
}

#[test]
fn a_capture_of_two_may_be_answered_by_a_capture_of_one() {
    // Black sends two stones and takes one back: the position is that of three plies before, with the other player to
    // move.
    let moves = "A2 B4 C4 D3 B1 B2 C3 C2 A3 D1 C1 A1";
    let legal = ALL.map(|ko| is_legal(&testing::after(with(4, ko), moves), "B1"));
    assert_eq!(legal, [false, true, true]);
    // White passes, and Black would send two stones again: that position has come up with White to move.
    let again = format!("{moves} B1 pass");
    let legal = [Ko::Situational, Ko::Simple].map(|ko| is_legal(&testing::after(with(4, ko), &again), "C1"));
    assert_eq!(legal, [false, true]);
}

/// Puts the stones of a drawing on the board, in turn, with passes where one player has more of them; Black is to move.
fn arranged(mut state: Go, rows: &[&str]) -> Go {
    let of = |colour| {
        let places =
            rows.iter().rev().enumerate().flat_map(|(row, line)| {
                line.split_whitespace().enumerate().map(move |(column, sign)| (row, column, sign))
            });
        let names = places
            .filter(move |&(_, _, sign)| sign == colour)
            .map(|(row, column, _)| format!("{}{}", &"ABCDEFGHJ"[column..=column], row + 1));
        names.collect::<Vec<String>>()
    };
    let (black, white) = (of("X"), of("O"));
    for ply in 0..2 * black.len().max(white.len()) {
        let stones = if ply % 2 == 0 { &black } else { &white };
        let text = stones.get(ply / 2).map_or("pass", String::as_str);
        state = testing::after(state, text);
    }
    state
}

#[test]
fn three_kos_go_round_only_with_the_simple_rule() {
    let rows = [
        ". X O . . . X O .",
        "X O . O . X O . O",
        ". X O . . . X O .",
        ". . . . . . . . .",
        ". X O . . . . . .",
        "X . X O . . . . .",
        ". X O . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
    ];
    for ko in ALL {
        let start = arranged(with(9, ko), &rows);
        let mut state = testing::after(start.clone(), "C8 B4 H8 B8 C4");
        assert_eq!(is_legal(&state, "G8"), ko == Ko::Simple, "{ko:?}");
        state.apply(state.parse("G8").unwrap());
        assert_eq!(state.board.hash, start.board.hash);
        assert_eq!(state.turn(), start.turn());
    }
}

#[test]
fn a_position_that_plain_moves_lead_to_can_be_an_old_one_too() {
    // Whatever is legal with the simple rule and not with a superko leads to an old position, and the other way round.
    let mut forbidden = 0;
    for seed in 0..300 {
        let mut rng = waxwing::Rng::new(seed);
        let (mut state, mut seen) = (with(3, Ko::Positional), vec![0]);
        while state.turn() != Turn::Over {
            let simple = Go { rules: Rules { ko: Ko::Simple, ..state.rules }, ..state.clone() };
            for action in testing::legal(&simple) {
                let mut after = simple.clone();
                after.apply(action);
                let old = seen.contains(&after.board.hash) && action != GoMove::PASS;
                assert_eq!(state.is_legal(action), !old);
                forbidden += u32::from(old);
            }
            state.apply(random_stone(&state, &mut rng));
            seen.push(state.board.hash);
        }
    }
    assert!(forbidden > 50, "{forbidden}");
}

#[test]
fn two_passes_end_the_game_and_a_pass_lifts_the_ko() {
    let state = testing::after(with(5, Ko::Simple), "B3 C3 A2 D2 B1 C1 pass B2 C2");
    assert!(!is_legal(&state, "B2"));
    let mut passed = testing::after(state, "pass");
    assert!(passed.turn() != Turn::Over && is_legal(&passed, "B2"));
    passed.apply(passed.parse("pass").unwrap());
    assert_eq!(passed.turn(), Turn::Over);
}
