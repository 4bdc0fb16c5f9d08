//! The dialogues of docs/protocol.md are what a session says, and speak of every message.

use std::collections::BTreeSet;

use waxwing::thinking::Slice;
use waxwing_session::{Answer, Session, Settings};

const PAGE: &str = include_str!("../../../docs/protocol.md");

/// The lines of all dialogues, each with its number on the page.
fn dialogues() -> Vec<Vec<(usize, &'static str)>> {
    let mut dialogues = Vec::new();
    let mut lines = (1..).zip(PAGE.lines());
    while lines.any(|(_, line)| line == "```dialogue") {
        dialogues.push(lines.by_ref().take_while(|(_, line)| *line != "```").collect());
    }
    dialogues
}

/// An answer as JSON, with 0.0 for what depends on the machine's speed.
fn timeless(answer: &Answer) -> String {
    let mut text = answer.to_json();
    for field in ["\"elapsed_s\":", "\"iterations_per_second\":"] {
        let mut from = 0;
        while let Some(found) = text[from..].find(field) {
            let begin = from + found + field.len();
            let length = text[begin..].find([',', '}']).expect("a number ends");
            text.replace_range(begin..begin + length, "0.0");
            from = begin;
        }
    }
    text
}

/// Whether a line of the page, in which `…` stands for anything, is what was said.
fn is_said(line: &str, said: &str) -> bool {
    let mut parts = line.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(last) = parts.next_back() else { return line == said };
    let Some(mut rest) = said.strip_prefix(first) else { return false };
    for part in parts {
        let Some(found) = rest.find(part) else { return false };
        rest = &rest[found + part.len()..];
    }
    rest.ends_with(last)
}

/// Asks a request of the page, and returns all that is said until nothing goes on any more.
fn ask(session: &mut Session, request: &str) -> Vec<String> {
    let mut answers = session.ask(request);
    while session.is_busy() {
        answers.extend(session.advance(Slice::iterations(100_000)));
    }
    answers.iter().map(timeless).collect()
}

#[test]
fn every_dialogue_is_what_a_session_says() {
    for dialogue in dialogues() {
        // Dialogues that begin with another number go on where the last one ended.
        assert!(dialogue[0].1.starts_with("> "), "line {}", dialogue[0].0);
    }
    let (mut session, mut lines) = (None, dialogues().into_iter().flatten().peekable());
    while let Some((number, line)) = lines.next() {
        let request = line.strip_prefix("> ").unwrap_or_else(|| panic!("line {number}: a request is expected"));
        if request.starts_with("{\"id\":1,") {
            session = None;
        }
        let session = session.get_or_insert_with(|| {
            let mut settings = Settings::own(1);
            settings.player = Some("uct > mast with reuse".to_owned());
            Session::new(waxwing_games::standard(), settings)
        });
        let said = ask(session, request);
        let mut heard = said.iter();
        while let Some((number, line)) = lines.next_if(|(_, line)| line.starts_with("< ")) {
            let said = heard.next().unwrap_or_else(|| panic!("line {number}: nothing more is said"));
            assert!(is_said(&line[2..], said), "docs/protocol.md, line {number}: said is\n{said}");
        }
        let rest: Vec<&String> = heard.collect();
        assert!(rest.is_empty(), "docs/protocol.md, line {number}: said is also\n{rest:#?}");
    }
}

#[test]
fn every_message_is_shown() {
    let page: BTreeSet<&str> = dialogues()
        .iter()
        .flatten()
        .filter_map(|(_, line)| {
            let begin = line.find("\"type\":\"")? + 8;
            line[begin..].split('"').next()
        })
        .collect();
    let error = Session::new(waxwing_games::standard(), Settings::own(1)).ask("{\"type\":\"?\"}")[0].to_json();
    // "… unknown variant `?`, expected one of `hello`, `explain`, …"
    let known: Vec<&str> = error.split("expected one of").nth(1).unwrap().split('`').skip(1).step_by(2).collect();
    assert!(known.len() > 20, "{error}");
    let missing: Vec<&&str> = known.iter().filter(|kind| !page.contains(**kind)).collect();
    assert!(missing.is_empty(), "docs/protocol.md shows no {missing:?}");
    for kind in [
        "welcome",
        "explained",
        "position",
        "thought",
        "tree",
        "records",
        "ownership",
        "beside",
        "why",
        "steps",
        "review",
        "exported",
        "done",
        "error",
        "preview",
        "recorded",
    ] {
        assert!(page.contains(kind), "docs/protocol.md shows no answer `{kind}`");
    }
}

#[test]
fn an_ellipsis_stands_for_anything() {
    assert!(is_said("{\"a\":1,…}", "{\"a\":1,\"b\":2}") && is_said("ab", "ab") && is_said("a…", "abc"));
    assert!(!is_said("{\"a\":1,…}", "{\"a\":2,\"b\":2}") && !is_said("ab", "abc") && !is_said("a…c", "ab"));
}
