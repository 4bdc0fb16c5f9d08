//! Messages on the standard streams: docs/protocol.md as another program would use it.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use common::command;
use serde_json::{Value, json};

/// A running engine.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        let words = [&["engine"], arguments].concat();
        let mut child = command(&words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Engine { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The next answer that is no progress.
    fn hear(&mut self) -> Value {
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the engine has ended");
            let answer: Value = serde_json::from_str(&line).unwrap();
            if answer["type"] != "progress" {
                return answer;
            }
        }
    }

    /// Closes the input, and returns what was still said.
    fn end(mut self) -> Vec<Value> {
        self.input = None;
        let rest = self.output.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        rest
    }
}

/// An answer without how long it took, which is another time each time.
fn timeless(answer: &str) -> String {
    let mut parts = answer.split("\"elapsed_s\":");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "\"elapsed_s\":0.0" + &part[part.find([',', '}']).unwrap_or(0)..])
}

/// Fails unless an answer has all that the line of the page shows, in its order; `…` stands for anything.
#[track_caller]
fn assert_said(line: &str, answer: &str) {
    let text = timeless(answer);
    let mut rest = text.as_str();
    for part in line.split('…') {
        let found = rest.find(part).unwrap_or_else(|| panic!("{part} is not in {answer}"));
        rest = &rest[found + part.len()..];
    }
}

#[test]
fn the_dialogue_of_the_page_is_what_the_engine_says() {
    let page = include_str!("../../../docs/protocol.md");
    let dialogue = page.lines().skip_while(|line| *line != "```dialogue").skip(1).take_while(|line| *line != "```");
    let mut engine = Engine::start(&[]);
    let mut heard = 0;
    for line in dialogue {
        match line.split_at(2) {
            ("> ", request) => engine.send(request),
            (_, said) => {
                let mut text = String::new();
                while text.is_empty() || text.contains("\"type\":\"progress\"") {
                    text.clear();
                    assert!(engine.output.read_line(&mut text).unwrap() > 0);
                }
                assert_said(said, text.trim_end());
                heard += 1;
            }
        }
    }
    assert!(heard > 6);
    assert!(engine.end().is_empty());
}

#[test]
fn a_program_plays_a_whole_game_by_observing_and_choosing() {
    let mut engine =
        Engine::start(&["kalah(houses=3, stones=2)", "uct > mast with reuse", "--iterations", "50", "--seed", "4"]);
    let mut position = engine.hear();
    while !position["to_move"].is_null() {
        engine.send(&json!({"id": 1, "type": "choose"}).to_string());
        let thought = engine.hear();
        assert_eq!((&thought["type"], &thought["thought"]["iterations"]), (&json!("thought"), &json!(50)), "{thought}");
        engine.send(&json!({"id": 2, "type": "observe", "move": thought["thought"]["best"]}).to_string());
        position = engine.hear();
    }
    assert!(position["result"].is_string());
    assert!(engine.end().is_empty());
}

#[test]
fn a_search_until_stopped_is_stopped_by_a_message_and_by_the_end_of_the_input() {
    let mut engine = Engine::start(&["--memory", "64MB"]);
    engine.send(r#"{"id": 1, "type": "open", "game": "othello", "seats": [null, null]}"#);
    let think = r#"{"id": 2, "type": "think", "agent": "uct", "budget": "until-stopped"}"#;
    engine.send(think);
    assert_eq!(engine.hear()["type"], "position");
    engine.send(r#"{"id": 3, "type": "stop"}"#);
    assert_eq!((&engine.hear()["type"], &engine.hear()["type"]), (&json!("thought"), &json!("done")));
    engine.send("nonsense");
    assert_eq!(engine.hear()["type"], "error");
    engine.send(think);
    let rest = engine.end();
    assert_eq!(rest.last().unwrap()["type"], "thought");
}

#[test]
fn what_cannot_be_opened_is_wrong_usage() {
    for arguments in [&["engine", "othelo", "uct"][..], &["engine", "othello", "utc"], &["engine", "othello"]] {
        let output = command(arguments).stdin(Stdio::null()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

/// The Python programs of the page, in their order.
fn python_code() -> Vec<String> {
    let page = include_str!("../../../docs/protocol.md");
    let blocks = page.split("```python\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap().to_owned()).collect()
}

fn has_python() -> bool {
    let is_there = std::process::Command::new("python3").arg("--version").output().is_ok();
    if !is_there {
        eprintln!("== python3: SKIPPED, NOT CHECKED: it is not installed");
    }
    is_there
}

#[test]
fn the_client_of_the_page_plays_a_game() {
    if !has_python() {
        return;
    }
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_waxwing")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let code = &python_code()[0];
    let output = std::process::Command::new("python3").args(["-c", code]).env("PATH", path).output().unwrap();
    let (said, complained) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("wins") || said.contains("drawn"), "{said}{complained}");
}

#[test]
fn the_program_of_the_page_is_seated_in_games_with_and_without_secrets() {
    if !has_python() {
        return;
    }
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("player of the page.py");
    std::fs::write(&file, &python_code()[1]).unwrap();
    let agent = format!("program(\"python3 '{}'\")", file.display());
    for game in ["othello", "dou-di-zhu", "backgammon"] {
        let design: &[&str] = if game == "dou-di-zhu" { &["--design", "one-vs-rest"] } else { &[] };
        let report = common::json(&[&["match", game, &agent, "random", "--games", "2"], design].concat());
        assert_eq!((report.get("failed"), report["games"].as_u64() >= Some(2)), (None, true), "{report}");
    }
}
