//! How moves are written and read, and the drawing.

use waxwing::Notation;

use super::super::{Backgammon, BackgammonMove};
use super::{after, legal, moves, position};

#[test]
fn moves_are_written_in_the_movers_view_with_a_star_for_a_hit() {
    assert_eq!(moves(&after(Backgammon::new(), "65")), "8/2 13/7 24/18 8/3 13/8");
    let hitting = after(Backgammon::new(), "61 13/7 8/7 43 24/20 24/21");
    assert_eq!(moves(&after(hitting, "41")), "6/2 7/3 8/4* 13/9 24/20 6/5* 7/6 8/7 24/23");
    let entering = position(&[(25, 1), (6, 1)], &[(3, 1)]);
    assert_eq!(moves(&after(entering, "32")), "bar/22* bar/23");
}

#[test]
fn the_star_may_be_left_out_but_not_made_up() {
    let state = after(position(&[(8, 1), (6, 1)], &[(20, 1)]), "32");
    let hit = BackgammonMove::step(8, 3);
    assert_eq!(state.parse("8/5*"), Ok(hit));
    assert_eq!(state.parse("8/5"), Ok(hit));
    assert_eq!(state.parse("8/6*").unwrap_err(), "`8/6*`: nothing is hit on 6; write 8/6");
}

#[test]
fn a_roll_is_written_with_the_larger_die_first_and_read_either_way() {
    let state = Backgammon::new();
    let roll = state.parse("13").unwrap();
    assert_eq!(state.format(roll), "31");
    assert_eq!(state.parse("31"), Ok(roll));
    let message = "`8/5` is not a roll; the dice are about to be rolled: `31` is a three and a one";
    assert_eq!(state.parse("8/5").unwrap_err(), message);
    for text in ["", "3", "311", "30", "70", "3 1", "１１", "3-1"] {
        assert!(state.parse(text).is_err_and(|message| message.contains(&format!("`{text}` is not a roll"))));
    }
}

#[test]
fn the_die_is_said_where_either_bears_off_the_same_checker() {
    let state = after(position(&[(4, 2)], &[(1, 1)]), "65");
    assert_eq!(moves(&state), "4/off(6) 4/off(5)");
    assert_eq!(legal(&state), [BackgammonMove::step(4, 6), BackgammonMove::step(4, 5)]);
    let message = "`4/off` can be played with either die: write `4/off(6)` or `4/off(5)`";
    assert_eq!(state.parse("4/off").unwrap_err(), message);
    // With one die left there is nothing to say, but it may be said.
    let state = after(state, "4/off(5)");
    assert_eq!(moves(&state), "4/off");
    assert_eq!(state.parse("4/off(6)"), state.parse("4/off"));
    // The smaller die bears off as well, but only the larger one may here.
    let state = after(position(&[(4, 1), (2, 1)], &[(1, 1)]), "43");
    assert_eq!(moves(&state), "4/off 4/1");
}

#[test]
fn a_move_that_is_written_wrongly_is_answered_with_what_would_be_right() {
    let state = after(Backgammon::new(), "31");
    let message = |text: &str| state.parse(text).unwrap_err();
    for text in ["", "8", "/", "8/", "/5", "8-5", "08/5", "8/05", "8/5**", "+8/5", "26/20", "0/off", "Bar/20", "8/bar"]
    {
        let wanted =
            "is not a move; a move is two points such as `8/5`, or `bar/20` to come in, or `6/off` to bear off";
        assert_eq!(message(text), format!("`{text}` {wanted}"));
    }
    for text in ["6/off(7)", "6/off(", "6/off()", "6/offf", "6/off*", "6/off(6)x"] {
        assert!(message(text).starts_with(&format!("`{text}` is not a move; a move is two points")), "{text}");
    }
    for text in ["8/8", "5/8", "13/5", "bar/18"] {
        let wanted = format!("`{text}` is not a move; a checker moves by one die, 1 to 6 points towards point 1");
        assert_eq!(message(text), wanted);
    }
    let wanted = "`8/off` is not a move; only a checker on one of the points 1 to 6 is borne off";
    assert_eq!(message("8/off"), wanted);
    let wanted = "`6/off(5)` is not a move; to bear off from point 6 takes a die from 6 to 6";
    assert_eq!(message("6/off(5)"), wanted);
}

#[test]
fn the_drawing_numbers_the_points_for_the_player_to_move() {
    let white = after(Backgammon::new(), "31");
    let expected = [
        " 13 14 15 16 17 18 │bar│ 19 20 21 22 23 24 │off",
        "  ○  ·  ·  ·  ●  · │   │  ●  ·  ·  ·  ·  ○ │",
        "  ○           ●    │   │  ●              ○ │",
        "  ○           ●    │   │  ●                │",
        "  ○                │   │  ●                │",
        "  ○                │   │  ●                │",
        "                   │   │                   │",
        "  ●                │   │  ○                │",
        "  ●                │   │  ○                │",
        "  ●           ○    │   │  ○                │",
        "  ●           ○    │   │  ○              ● │",
        "  ●  ·  ·  ·  ○  · │   │  ○  ·  ·  ·  ·  ● │",
        " 12 11 10  9  8  7 │bar│  6  5  4  3  2  1 │off",
        " ○ 167 pips   ● 167 pips   dice to play: 3 1\n",
    ];
    assert_eq!(white.draw(None), expected.join("\n"));
    let black = after(white, "8/5 6/5");
    assert!(black.draw(None).starts_with(" 12 11 10  9  8  7 │bar│  6  5  4  3  2  1 │off\n"));
    assert!(black.draw(None).ends_with(" ○ 163 pips   ● 167 pips\n"));
}

#[test]
fn the_drawing_counts_high_stacks_and_shows_what_is_on_the_bar_and_off() {
    let state = after(position(&[(25, 2), (6, 7), (0, 6)], &[(25, 1), (1, 3), (0, 11)]), "44");
    let expected = [
        " 13 14 15 16 17 18 │bar│ 19 20 21 22 23 24 │off",
        "  ·  ·  ·  ·  ·  · │ ○ │  ·  ·  ·  ·  ·  ● │ ●",
        "                   │ ○ │                 ● │ ●",
        "                   │   │                 ● │ ●",
        "                   │   │                   │ ●",
        "                   │   │                   │11",
        "                   │   │                   │",
        "                   │   │  7                │ 6",
        "                   │   │  ○                │ ○",
        "                   │   │  ○                │ ○",
        "                   │   │  ○                │ ○",
        "  ·  ·  ·  ·  ·  · │ ● │  ○  ·  ·  ·  ·  · │ ○",
        " 12 11 10  9  8  7 │bar│  6  5  4  3  2  1 │off",
        " ○ 92 pips   ● 28 pips   dice to play: 4 4 4 4\n",
    ];
    assert_eq!(state.draw(None), expected.join("\n"));
}
