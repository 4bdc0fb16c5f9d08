//! Games that go on from records.

use waxwing::Turn;
use waxwing_workshop::RecordedGame;

use super::*;
use crate::standard;

fn read(text: &str) -> Result<RecordedGame, String> {
    standard().open("go").unwrap().read_record(text).map_err(|error| error.to_string())
}

fn recorded(text: &str) -> RecordedGame {
    read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn size_komi_players_and_the_main_line_are_those_of_the_record() {
    let text = "(;GM[1]FF[4]SZ[5]KM[6.5]PB[Ann]PW[Bob]RE[B+R];B[cc];W[bb](;B[];W[tt])(;B[aa]))";
    let RecordedGame { position, names, result, .. } = recorded(text);
    assert_eq!(position.game_text(), "go(size=5, komi=\"6.5\")");
    assert_eq!(position.beginning(), None);
    assert_eq!(position.moves(), ["C3", "B4", "pass", "pass"]);
    assert!(position.is_over());
    assert_eq!((names, &result[..]), (vec!["Ann".to_owned(), "Bob".to_owned()], "B+R"));
}

#[test]
fn handicap_stones_are_where_the_moves_begin() {
    let position = recorded("(;SZ[9]KM[0]HA[2]AB[gc][cg]AW[aa]PL[W];W[ee];B[dd])").position;
    assert_eq!(position.beginning().as_deref(), Some("O8/9/6X2/9/9/9/2X6/9/9 O"));
    assert_eq!(position.moves(), ["E5", "D6"]);
    assert_eq!(position.at(0).turn(), Turn::Player(Player(1)));
    // It is opened by what a session tells of it.
    let game = standard().open(position.game_text()).unwrap();
    let mut again = game.read_position(&position.beginning().unwrap()).unwrap();
    again.follow(&position.moves().join(" "), 1).unwrap();
    assert_eq!(again.draw(None), position.draw(None));
}

#[test]
fn moves_begin_behind_the_last_step_out_of_turn() {
    let position = recorded("(;SZ[5];B[cc];W[bb];W[dd];B[aa])").position;
    assert_eq!(position.beginning().as_deref(), Some("5/5/5/5/5 X moves C3 B4 turn:O D2"));
    assert_eq!(position.moves(), ["A5"]);
    assert_eq!(position.draw(None).matches(['●', '○']).count(), 4 + 2, "four stones, and one each in the line below");
}

#[test]
fn more_passes_than_end_a_game_are_left_out_and_board_sizes_up_to_nineteen_are_read() {
    let position = recorded("(;SZ[19];B[pd];W[dp];B[tt];W[];B[tt])").position;
    assert_eq!(position.moves(), ["Q16", "D4", "pass", "pass"]);
    assert!(recorded("(;GM[1];B[aa])").position.game_text().contains("19"));
    // A pass between stones that are set up and moves is a move.
    assert_eq!(recorded("(;SZ[5]PL[B];B[];W[cc])").position.moves(), ["pass", "C3"]);
}

#[test]
fn what_cannot_be_is_refused_with_its_place() {
    let message = |text: &str| read(text).unwrap_err();
    assert_eq!(message("(;SZ[5]\n;B[cc]\n;W[cc])"), "this SGF cannot be read: line 3, column 2: `W[cc]`: illegal move");
    assert!(message("(;SZ[5];B[zz])").contains("line 1, column 9: `zz` is not a point"));
    assert!(message("(;SZ[5]KM[1.3])").contains("line 1, column 8: the komi 1.3"));
    assert!(message("D4 F6").contains("there is no game"));
    assert!(message("(;SZ[25])").contains("from 2 to 19"));
}

#[test]
fn what_is_written_is_read() {
    let mut position = standard().open("go(size=7, komi=\"0.5\")").unwrap().start();
    let mut rng = Rng::new(3);
    while !position.is_over() {
        position.play_random(&mut rng);
    }
    let text = position.write_game(&["a".to_owned(), "b".to_owned()], None).unwrap();
    let read = recorded(&text);
    assert_eq!(read.position.text(), position.text());
    assert_eq!((read.position.game_text(), read.names.len()), (position.game_text(), 2));
    assert!(read.result.starts_with(['B', 'W']), "{}", read.result);
}

#[test]
fn rules_that_a_record_does_not_tell_are_those_of_the_game() {
    // White fills the last liberty of its two stones in the corner.
    let filled = "(;SZ[5];B[ca];W[aa];B[bb];W[ee];B[ab];W[ba])";
    assert!(read(filled).unwrap_err().contains("illegal move"));
    let lenient = standard().open("go(suicide=yes)").unwrap();
    assert_eq!(lenient.read_record(filled).unwrap().position.game_text(), "go(size=5, suicide=yes)");
}
