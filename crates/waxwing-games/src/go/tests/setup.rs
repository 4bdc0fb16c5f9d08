//! Steps besides the moves of a game.

use super::*;
use crate::GoStep;

fn at(state: &Go, text: &str) -> GoMove {
    state.parse(text).unwrap()
}

#[test]
fn a_colour_may_move_several_times_and_after_two_passes() {
    let mut state = Go::new(5, 0.5).unwrap();
    for (player, text) in [(0, "C3"), (0, "C4"), (0, "pass"), (0, "pass"), (1, "pass"), (1, "B2"), (0, "pass")] {
        let step = GoStep::Play(Player(player), at(&state, text));
        state.step(step).unwrap_or_else(|reason| panic!("{player} {text}: {reason}"));
    }
    assert_eq!((state.area(Player(0)), state.area(Player(1))), (2, 1));
    assert_eq!(state.turn(), Turn::Player(Player(1)));
    state.step(GoStep::Play(Player(1), GoMove::PASS)).unwrap();
    assert_eq!(state.turn(), Turn::Over);
    state.step(GoStep::Turn(Player(0))).unwrap();
    assert_eq!(state.turn(), Turn::Player(Player(0)));
}

#[test]
fn captures_and_ko_hold_for_moves_out_of_turn() {
    // A ko at B3 and C3.
    let mut state = after(5, "B4 C4 A3 D3 B2 C2 C3 B3");
    assert_eq!(state.captured(Player(0)), 1);
    let back = GoStep::Play(Player(0), at(&state, "C3"));
    let before = state.draw(None);
    assert_eq!(state.step(back), Err("illegal move"));
    assert_eq!(state.draw(None), before);
    // White moves twice: the position of before does not come up again by what is on the board now.
    state.step(GoStep::Play(Player(1), at(&state, "E5"))).unwrap();
    assert!(state.is_in_turn(back));
    state.step(back).unwrap();
}

#[test]
fn stones_are_set_up_where_they_have_a_liberty_and_the_other_player_moves() {
    let mut state = Go::new(3, 0.5).unwrap();
    for text in ["A2", "B1"] {
        state.step(GoStep::Place(Player(1), at(&state, text))).unwrap();
    }
    assert_eq!(state.turn(), Turn::Player(Player(0)));
    let corner = at(&state, "A1");
    assert_eq!(state.step(GoStep::Place(Player(0), corner)), Err("the stone captures or has no liberty"));
    let there = at(&state, "A2");
    assert_eq!(state.step(GoStep::Place(Player(0), there)), Err("there is no empty point"));
    assert_eq!(state.step(GoStep::Place(Player(0), GoMove::PASS)), Err("there is no empty point"));
    assert_eq!(state.set_komi(0.25).map_err(|message| message.contains("half points")), Err(true));
    state.set_komi(-3.0).unwrap();
    assert_eq!((state.komi(), state.with_size(7).unwrap().komi()), (-3.0, -3.0));
    assert!(state.with_size(20).is_err() && state.with_size(1).is_err());
}

#[test]
fn a_position_is_written_with_what_was_set_up() {
    let mut state = Go::new(5, 0.5).unwrap();
    let at = |text: &str| Go::new(5, 0.5).unwrap().parse(text).unwrap();
    for step in [
        GoStep::Place(Player(0), at("C3")),
        GoStep::Place(Player(0), at("D4")),
        GoStep::Turn(Player(1)),
        GoStep::Play(Player(1), at("A1")),
        GoStep::Play(Player(1), at("B2")),
    ] {
        state.step(step).unwrap();
    }
    let text = "5/5/5/5/5 X moves +C3 turn:X +D4 A1 turn:O B2";
    assert_eq!(state.write_position().as_deref(), Some(text));
    let read = state.read_position(text).unwrap();
    assert_eq!(read.write_position().as_deref(), Some(text));
    assert_eq!((read.draw(None), read.position_hash()), (state.draw(None), state.position_hash()));
    let (mut one, mut other) = (Vec::new(), Vec::new());
    state.playout_actions(&mut one);
    read.playout_actions(&mut other);
    assert_eq!(one, other);
}

#[test]
fn a_position_in_the_middle_of_a_playout_has_no_text() {
    let mut state = Go::new(5, 0.5).unwrap();
    state.playout(&mut waxwing::Rng::new(1), &mut Vec::new(), 3);
    assert_eq!(state.write_position(), None);
}
