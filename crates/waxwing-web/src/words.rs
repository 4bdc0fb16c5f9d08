//! What the server itself says: to clients, as a session would, and to its owner.

use std::io::{self, Write};

use serde::Serialize;

use crate::outbox::Letter;

#[derive(Serialize)]
struct Said<'a> {
    id: u32,
    table: u32,
    #[serde(flatten)]
    say: Say<'a>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Say<'a> {
    Error { message: &'a str },
    Waiting { ahead: usize },
}

/// An error that is about no request.
pub fn error(message: &str) -> Letter {
    Letter::plain(json(Say::Error { message }))
}

/// A search cannot begin yet: this many searches, itself included, wait for memory.
pub fn waiting(ahead: usize) -> String {
    json(Say::Waiting { ahead })
}

fn json(say: Say<'_>) -> String {
    serde_json::to_string(&Said { id: 0, table: 0, say }).expect("these values can be written as JSON")
}

/// Tells the owner of the server something. Where the error stream cannot be written, there is no place to say so.
pub fn log(line: &str) {
    let _ = writeln!(io::stderr(), "waxwing serve: {line}");
}
