//! The Go Text Protocol on the standard streams, and records of matches.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::{command, printed, waxwing_with};
use waxwing_games::GoRecord;

const ENGINE: [&str; 5] = ["gtp", "--agent", "uct", "--iterations", "50"];

#[test]
fn lines_are_answered_until_the_client_quits_or_is_gone() {
    for end in ["quit\nname\n", ""] {
        let input = format!("boardsize 5\n7 genmove b\n# nothing\n\nlz-analyze 1\nname\n{end}");
        let output = waxwing_with(&ENGINE, input.as_bytes());
        let text = String::from_utf8(output.stdout).unwrap();
        let answers: Vec<&str> = text.split("\n\n").filter(|answer| !answer.is_empty()).collect();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(
            (answers[0], &answers[1][..3], &answers[2][..1], answers[3]),
            ("=", "=7 ", "=", "= Waxwing"),
            "{text}"
        );
        assert_eq!(answers.len(), if end.is_empty() { 4 } else { 5 }, "{text}");
    }
}

#[test]
fn bytes_that_are_no_text_are_an_unknown_command() {
    let output = waxwing_with(&ENGINE, b"\xff\xfe\x1b[2J\nname");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "? unknown command\n\n= Waxwing\n\n");
}

#[test]
fn an_analysis_ends_with_the_next_line_and_with_a_closed_pipe() {
    let mut child = command(&ENGINE).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let mut line = String::new();
    for command in ["kata-analyze b 1", "1 lz-analyze 1", "lz-analyze 1"] {
        writeln!(input, "{command}").unwrap();
        while !line.starts_with("info move") {
            line.clear();
            assert!(output.read_line(&mut line).unwrap() > 0);
        }
        line.clear();
    }
    drop(output);
    assert!(child.wait().unwrap().success(), "nobody reads any more, though nobody has said so");
}

/// An engine that would think for an hour, while it thinks.
fn thinking(line: &str) -> std::process::Child {
    let agent = ["gtp", "--agent", "uct", "--time", "3600s", "--memory", "64MB"];
    let mut child = command(&agent).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    writeln!(child.stdin.as_mut().unwrap(), "{line}").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "{line}: it thinks");
    child
}

/// Waits for the end of an engine that has no reason to think on.
#[track_caller]
fn assert_ends(mut child: std::process::Child) {
    let began = Instant::now();
    let code = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        if began.elapsed() > Duration::from_secs(30) {
            child.kill().unwrap();
            panic!("it thinks on");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(code, Some(0));
}

const LONG_THOUGHTS: [&str; 4] = ["genmove b", "reg_genmove w", "lz-analyze b 1000", "kata-genmove_analyze b 1000"];

#[test]
fn an_engine_whose_input_ends_stops_thinking() {
    for line in LONG_THOUGHTS {
        let mut child = thinking(line);
        drop(child.stdin.take());
        let mut said = String::new();
        child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(!said.contains("= ") && !said.contains("play "), "half a thought is no move: {said}");
        assert_ends(child);
    }
}

#[test]
fn an_engine_to_which_nobody_listens_stops_thinking() {
    for line in LONG_THOUGHTS {
        let mut child = thinking(line);
        // Its input stays open.
        let _input = child.stdin.take();
        drop(child.stdout.take());
        assert_ends(child);
    }
}

#[test]
fn games_of_a_match_are_written_down() {
    let folder = std::env::temp_dir().join(format!("waxwing-records-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let run = |name: &str| {
        let path = folder.join(name).display().to_string();
        printed(&["match", "go(size=4)", "random", "uct @5", "--games", "4", "--records", &path]);
        std::fs::read_to_string(path).unwrap()
    };
    let lines = run("games.jsonl");
    assert_eq!(lines.lines().count(), 4);
    for line in lines.lines() {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        common::assert_fields(&game, "game number seed seats moves rewards");
        let moves = game["moves"].as_str().unwrap();
        let end = common::json(&["state", "go(size=4)", "--moves", moves]);
        assert_eq!((&end["terminal"], &end["rewards"]), (&true.into(), &game["rewards"]));
    }
    let games = run("games.sgf");
    assert_eq!(games.matches("(;FF[4]").count(), 4);
    assert!(GoRecord::read(&games).unwrap().steps.len() > 2);
    std::fs::remove_dir_all(folder).unwrap();
}
