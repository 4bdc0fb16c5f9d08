//! Matches from openings and over pairs, tournaments, and what is learned before: their reports and files.

mod common;

use std::fs;
use std::path::PathBuf;

use common::{assert_fields, json, printed, timeless, waxwing};

const GAME: &str = "breakthrough(rows=5, columns=4)";

/// A file of this test run.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn a_match_begins_with_its_openings_and_does_not_depend_on_jobs() {
    let path = file("two-openings.txt");
    fs::write(&path, "# two openings\na2a3 b4b3\n\nc2c3 d4xc3\n").unwrap();
    let openings = path.to_str().unwrap();
    let play = |jobs: &str| {
        let agents =
            ["match", GAME, "uct > mast", "rave", "--games", "9", "--iterations", "60", "--openings", openings];
        json(&[&agents[..], &["-j", jobs]].concat())
    };
    let report = play("1");
    assert_fields(&report, "game agents games seed openings results elapsed_s");
    assert_eq!((&report["games"], report["openings"].as_str()), (&10.into(), Some(openings)));
    assert_eq!(timeless(report), timeless(play("3")));
    let named = ["match", "breakthrough", "random", "random", "--games", "42", "--openings", "breakthrough-20"];
    assert!(printed(&named).contains("openings breakthrough-20"));
}

#[test]
fn a_wrong_opening_is_named_with_its_file_and_line() {
    for (name, text, part) in [
        ("illegal.txt", "a2a3\na2a3 a2a3\n", "illegal.txt:2: move 2: `a2a3` is not"),
        ("over.txt", "\na2a3 b4b3 a3b4 d4d3 b4xa5", "over.txt:2: the opening ends the game"),
        ("nothing.txt", "# nothing\n", "nothing.txt: there are no openings in it"),
        ("bytes.txt", "\u{1b}[2J", "bytes.txt:1: move 1"),
    ] {
        let path = file(name);
        fs::write(&path, text).unwrap();
        let output = waxwing(&["match", GAME, "uct", "uct", "--openings", path.to_str().unwrap()]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {message}");
        assert!(message.contains(part) && !message.contains('\u{1b}'), "{name} should say `{part}`: {message}");
    }
}

#[test]
fn decided_pairs_are_counted_whatever_runs_at_once() {
    let play = |jobs: &str| {
        let game = "kalah(houses=4, stones=3, start=random)";
        let agents = ["match", game, "uct @100", "uct @20", "--pairs", "decided", "--games", "15"];
        json(&[&agents[..], &["-j", jobs]].concat())
    };
    let report = play("1");
    assert_fields(&report, "game agents games seed pairs results elapsed_s");
    assert_fields(&report["pairs"], "decided discarded");
    let pairs = ["decided", "discarded"].map(|kind| report["pairs"][kind].as_u64().unwrap());
    assert_eq!(pairs[0], 15);
    assert_eq!(report["games"].as_u64(), Some(2 * (pairs[0] + pairs[1])));
    let [wins, losses] = ["wins", "losses"].map(|kind| report["results"][0][kind].as_u64().unwrap());
    assert_eq!(wins + losses, 15);
    assert_eq!(timeless(report), timeless(play("3")));
}

#[test]
fn pairs_that_nobody_wins_end_with_a_note() {
    let game = "breakthrough(rows=4, columns=2)";
    let text = printed(&["match", game, "uct with solver", "uct with solver", "--pairs", "decided", "--games", "1"]);
    assert!(text.contains("decided pairs: 0, discarded: 100, 200 games"), "{text}");
    assert!(text.contains("given up: hardly any pair is decided, after 0 of 1 decided pairs"), "{text}");
}

#[test]
fn a_tournament_has_its_rounds_and_does_not_depend_on_jobs() {
    let tune = ["tune", GAME, "uct(c={c}) > {p}", "--over", "c=0.1,0.5,2", "--over", "p=uct,mast"];
    let tune = [&tune[..], &["--games", "8", "--iterations", "30"]].concat();
    let report = json(&[&tune[..], &["-j", "1"]].concat());
    assert_fields(&report, "game agents values games seed rounds winner elapsed_s");
    let agents = report["agents"].as_array().unwrap();
    assert_eq!((agents.len(), agents[1].as_str()), (6, Some("uct(c=0.1) > mast")));
    let rounds = report["rounds"].as_array().unwrap();
    let sizes: Vec<usize> = rounds.iter().map(|round| round["encounters"].as_array().unwrap().len()).collect();
    assert_eq!(sizes, [3, 1, 1]);
    assert_fields(&rounds[0]["encounters"][0], "players wins");
    assert_eq!(rounds[0]["encounters"][2]["players"], serde_json::json!([2, 3]));
    assert!(rounds[1]["bye"].is_u64());
    let again = json(&[&tune[..], &["-j", "3"]].concat());
    assert_eq!(report["values"][1], serde_json::json!({"c": "0.1", "p": "mast"}));
    let place = report["winner"].as_u64().unwrap() as usize;
    let winner = agents[place].as_str().unwrap().to_owned();
    let [c, p] = ["c", "p"].map(|name| report["values"][place][name].as_str().unwrap().to_owned());
    assert_eq!(timeless(report), timeless(again));
    let text = printed(&tune);
    assert!(text.contains("Round 3") && text.contains("has a bye"), "{text}");
    let chosen = format!("\nWinner: {winner}\n  c={c} of 0.1, 0.5, 2\n  p={p} of uct, mast\n");
    assert!(text.ends_with(&chosen), "{text}");
}

#[test]
fn a_winner_that_has_the_default_is_shown_with_its_value() {
    let text = printed(&["tune", GAME, "uct(c={c})", "--over", "c=0.7,0.70", "--games", "2", "--iterations", "1"]);
    assert!(text.contains("\nWinner: uct\n  c=0.7"), "{text}");
}

#[test]
fn openings_are_learned_into_a_file_that_a_match_reads() {
    let path = file("learned.txt");
    let name = path.to_str().unwrap();
    let learn = ["learn", "openings", GAME, "--plies", "2", "--count", "4", "--agent", "uct", "--iterations", "100"];
    let summary = printed(&[&learn[..], &["-o", name]].concat());
    assert!(summary.starts_with("4 openings of ") && summary.trim_end().ends_with(name), "{summary}");
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text, printed(&learn), "without a file they go to the output");
    assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), 4);
    json(&["match", GAME, "random", "random", "--games", "8", "--openings", name]);
}

#[test]
fn nothing_is_left_of_a_file_that_was_not_finished() {
    let path = file("unfinished.txt");
    let learn = ["learn", "openings", GAME, "--agent", "random", "-o", path.to_str().unwrap()];
    assert_eq!(waxwing(&learn).status.code(), Some(2));
    assert!(!path.exists() && !file("unfinished.txt.part").exists());
}
