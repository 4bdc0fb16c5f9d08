//! `--position`: a command goes on from a position as it does from the moves that lead there.

mod common;

use common::{json, printed, timeless, waxwing, waxwing_with};

/// Games, moves that lead somewhere, and moves from there.
const GAMES: [(&str, &str, &str); 4] = [
    ("othello", "d3 c5", "d6"),
    ("breakthrough(rows=6, columns=4)", "a2a3", "b5b4"),
    ("backgammon", "31 8/5 6/5", "21"),
    ("hearts(ranks=3, passing=none)", "deal:A.K..Q/K.A.Q./Q..AK./.Q..AK", "QC"),
];

#[test]
fn a_position_is_where_its_moves_lead() {
    for (game, moves, more) in GAMES {
        let position = format!("start moves {moves}");
        let all = format!("{moves} {more}");
        let from = |verb: &[&str], place: &[&str]| printed(&[verb, &[game], place].concat());
        assert_eq!(from(&["state"], &["--position", &position]), from(&["state"], &["--moves", moves]));
        let there = from(&["state"], &["--moves", &all]);
        assert_eq!(from(&["state"], &["--position", &position, "--moves", more]), there);
        let text = json(&["state", game, "--moves", &all])["position"].as_str().unwrap().to_owned();
        assert_eq!(from(&["state"], &["--position", &text]), there, "{text}");
    }
}

#[test]
fn a_search_and_a_count_of_a_position_are_those_after_its_moves() {
    for verb in [&["search", "othello", "rave > mast @300"][..], &["perft", "othello", "3", "--divide"]] {
        let from = |place: &[&str]| timeless(json(&[verb, place].concat()));
        assert_eq!(from(&["--position", "start moves d3", "--moves", "c5"]), from(&["--moves", "d3 c5"]));
    }
}

#[test]
fn games_begin_with_the_position() {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/positions.jsonl");
    let place = ["--position", "start moves d3 c5"];
    let game = ["match", "othello", "uct", "random", "--iterations", "20", "--games", "4", "--records", file];
    printed(&[&game[..], &place].concat());
    let records = std::fs::read_to_string(file).unwrap();
    assert_eq!(records.lines().count(), 4);
    for line in records.lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(record["moves"].as_str().unwrap().starts_with("d3 c5 "), "{record}");
    }
    let tune = ["tune", "othello", "uct(c={c})", "--over", "c=0.1,1", "--games", "2", "--iterations", "20"];
    printed(&[&tune[..], &place].concat());
    printed(&[&["bench", "othello", "--agent", "uct", "--iterations", "50", "--rounds", "1"][..], &place].concat());
    let output = waxwing_with(&[&["play", "othello", "random", "--seed", "1"][..], &place].concat(), b"undo\nquit\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("There is nothing to undo."), "the moves of the position are not the person's: {text}");
    let board = printed(&["state", "othello", "--moves", "d3 c5"]);
    assert!(text.contains(board.split("\n\n").next().unwrap()), "{text}");
}

#[test]
fn what_is_no_position_is_refused() {
    let over = "start moves a2xb3 a4xb3 b2xa3 b4xa3 b1b2 a3xb2 a1xb2 b3a2 b2a3 a2b1";
    let small = "breakthrough(rows=4,columns=2)";
    let commands: &[(&[&str], &str)] = &[
        (&["state", "othello", "--position", "nonsense"], "a position is `start`"),
        (&["state", "othello", "--position", ""], "a position is `start`"),
        (&["search", "othello", "uct", "--position", "start moves d3 z9"], "move 2: `z9`"),
        (&["perft", "othello", "1", "--position", "start moves d3 d3"], "move 2: `d3` is not a legal move here"),
        (&["search", small, "uct", "--position", over], "the game is over"),
        (&["play", small, "uct", "--position", over], "the game is over"),
        (&["match", small, "uct", "uct", "--position", over], "the game is over"),
        (&["bench", small, "--position", over], "the game is over"),
        (&["bench", "--position", "start"], "a position is of one game"),
        (&["match", "go", "uct", "uct", "--position", "start", "--records", "x.sgf"], "begin with the start"),
    ];
    for (arguments, part) in commands {
        let output = waxwing(arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(output.stdout.is_empty() && message.contains(part), "{arguments:?} should say `{part}`: {message}");
    }
}

#[test]
fn a_view_that_hides_something_has_no_text_of_the_position() {
    let moves = "deal:A.K..Q/K.A.Q./Q..AK./.Q..AK";
    let state =
        |view: &[&str]| json(&[&["state", "hearts(ranks=3, passing=none)", "--moves", moves][..], view].concat());
    assert_eq!(state(&[])["position"], format!("start moves {moves}"));
    assert_eq!(state(&["--view", "0"]).get("position"), None);
}
