use waxwing::{Notation, Player};

use super::super::{Focus, FocusMove};
use super::position;
use crate::testing::after;

#[test]
fn a_move_that_is_written_wrongly_is_answered_with_what_would_be_right() {
    let state = Focus::new(2, 1).unwrap();
    let message = |text: &str| state.parse(text).unwrap_err();
    let form = "a move is two squares, `c3-c5`, or a square for a piece from the reserve, `*d4`";
    for text in ["", "c3", "c3c5", "c3-c9", "i3-i4", "C3-C5", "c3–c5", "*", "*d", "*d44", "*i4", "pass"] {
        assert_eq!(message(text), format!("`{text}` is not a move; {form}"));
    }
    for (text, square) in [("*a1", "a1"), ("*h7", "h7"), ("b1-c1", "b1"), ("a6-a7", "a7"), ("g8-f8", "g8")] {
        assert_eq!(message(text), format!("`{text}` is not a move; {square} is cut off the board"));
    }
    for text in ["c3-d4", "c3-c3", "a3-g3", "c1-c8"] {
        let way = "pieces go along their row or column, as many squares as there are, 1 to 5";
        assert_eq!(message(text), format!("`{text}` is not a move; {way}"));
    }
    assert_eq!(state.parse("c3-c5"), Ok(FocusMove::new(18, 0, 2)));
    assert_eq!(state.parse("*d4"), Ok(FocusMove::from_reserve(27)));
}

#[test]
fn the_drawing_shows_stacks_from_the_top_and_what_lies_beside_the_board() {
    let state = Focus { captured: [0, 2, 0, 0], ..position(2, "c3:BBABA c6:ABBB f6:B a5:A", [0; 4]) };
    let expected = [
        "    a      b      c      d      e      f      g      h",
        " 8                ·      ·      ·      ·                   8",
        " 7         ·      ·      ·      ·      ·      ·            7",
        " 6  ·      ·     ›Ababb  ·      ·      B      ·      ·     6",
        " 5  A      ·      ·      ·      ·      ·      ·      ·     5",
        " 4  ·      ·      ·      ·      ·      ·      ·      ·     4",
        " 3  ·      ·     ›Bb     ·      ·      ·      ·      ·     3",
        " 2         ·      ·      ·      ·      ·      ·            2",
        " 1                ·      ·      ·      ·                   1",
        "    a      b      c      d      e      f      g      h",
        "  A: 2 stacks, 1 in reserve, captured 1b",
        "  B: 2 stacks, 0 in reserve, captured 2a\n",
    ];
    assert_eq!(after(state, "c3-c6").draw(None), expected.join("\n"));
    let four = Focus::new(4, 1).unwrap();
    assert!(!four.draw(Some(Player(0))).contains('›'));
    assert_eq!(four.player_name(Player(3)), "D");
}
