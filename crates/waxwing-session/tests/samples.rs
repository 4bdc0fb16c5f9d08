//! A sample of every answer, `samples.json`, which the page's types are checked against.
//!
//! `WAXWING_BLESS=1 cargo test -p waxwing-session --test samples` writes the file anew.

mod common;

use std::collections::BTreeMap;
use std::{env, fs};

use common::Client;
use serde_json::{Value, json};
use waxwing_session::Settings;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/samples.json");

/// The first items of all lists, and 0 for what depends on the machine.
fn shortened(value: &Value) -> Value {
    match value {
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .map(|(name, value)| {
                    let is_measured = ["elapsed_s", "iterations_per_second", "bytes"].contains(&name.as_str());
                    (name.clone(), if is_measured { json!(0) } else { shortened(value) })
                })
                .collect(),
        ),
        Value::Array(values) => Value::Array(values.iter().take(2).map(shortened).collect()),
        other => other.clone(),
    }
}

/// A client who has asked for everything.
fn conversation() -> Vec<Value> {
    let mut client = Client::with(Settings::own(1));
    let othello = json!({"type": "open", "game": "othello", "seats": [null, "uct @60"], "seed": "7", "budget": "50"});
    let hearts = json!({"type": "open", "table": 1, "game": "hearts", "seats": [null, "easy", "random", "random"]});
    for request in [
        json!({"type": "hello", "version": 1}),
        json!({"type": "explain", "game": "othello", "agent": "rave(k=100) > 2 mast + 1 nast with solver"}),
        json!({"type": "explain", "game": "othello", "agent": "uct > msat"}),
        json!({"type": "preview", "game": "kalah"}),
        json!({"type": "read", "game": "go", "text": "(;SZ[9]HA[2]AB[gc][cg];W[ee];B[dd])"}),
        othello,
        json!({"type": "play", "move": "d3"}),
        json!({"type": "think", "agent": "rave > mast with solver @100"}),
        json!({"type": "tree", "depth": 2, "children": 2}),
        json!({"type": "records", "most": 3}),
        json!({"type": "ownership", "playouts": 20}),
        json!({"type": "why"}),
        json!({"type": "steps", "agent": "uct > mast", "first": 12, "count": 1, "frames": true}),
        json!({"type": "review", "agent": "uct @30"}),
        json!({"type": "export", "form": "moves"}),
        json!({"type": "resign", "seat": 0}),
        json!({"type": "stop"}),
        hearts,
    ] {
        client.ask(request);
        client.wait();
    }
    let thought = common::last(&client.heard, "thought").clone();
    let actions = &thought["thought"]["actions"];
    client.ask(json!({"type": "goto", "ply": 2}));
    client.ask(json!({"type": "beside", "one": actions[0]["action"], "other": actions[1]["action"]}));
    client.heard
}

#[test]
fn the_pages_samples_are_what_a_session_says() {
    let mut samples: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for answer in conversation() {
        let kind = samples.entry(answer["type"].as_str().expect("answers have a type").to_owned()).or_default();
        // Positions have many faces: with persons and agents to move, with secrets, at the end.
        if kind.len() < if answer["type"] == "position" { 8 } else { 2 } {
            kind.push(shortened(&answer));
        }
    }
    assert!(samples.len() == 17, "{:?}", samples.keys());
    let text = serde_json::to_string_pretty(&samples).expect("samples are JSON") + "\n";
    if env::var_os("WAXWING_BLESS").is_some() {
        fs::create_dir_all(std::path::Path::new(FILE).parent().expect("it has a folder"))
            .expect("a folder can be made");
        fs::write(FILE, &text).expect("the file can be written");
    }
    let known = fs::read_to_string(FILE).unwrap_or_default();
    assert!(known == text, "samples.json is out of date: write it with WAXWING_BLESS=1");
}
