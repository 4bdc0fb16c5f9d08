//! Games by messages: moves, agents that answer, ways back, seats.

mod common;

use common::{Client, last};
use serde_json::json;

#[test]
fn a_session_says_what_there_is() {
    let mut client = Client::new();
    let welcome = client.one(json!({"id": 1, "type": "hello", "version": 1}), "welcome");
    assert_eq!(welcome["games"].as_array().unwrap().len(), 12);
    assert!(welcome["games"].as_array().unwrap().iter().all(|game| !game["scene"]["places"].is_null()));
    let error = client.one(json!({"id": 2, "type": "hello", "version": 9}), "error");
    assert!(error["message"].as_str().unwrap().contains("version 1"));
}

#[test]
fn an_agent_answers_a_persons_move() {
    let mut client = Client::new();
    let open = json!({"id": 1, "type": "open", "game": "othello", "seats": [null, "uct @100"], "seed": "7"});
    let position = client.one(open, "position");
    assert_eq!((&position["viewer"], &position["to_move"]), (&json!(0), &json!(0)));
    assert_eq!(position["moves"][0], json!({"text": "d3", "touches": ["d3"]}));
    let position = client.one(json!({"id": 2, "type": "play", "move": "d3"}), "position");
    assert_eq!((&position["thinking"], &position["moves"]), (&json!(1), &json!([])));
    let said = client.wait();
    assert_eq!(said.iter().filter(|answer| answer["type"] == "progress").count(), 3);
    let thought = last(&said, "thought");
    assert_eq!(
        (&thought["id"], &thought["chooses"], &thought["thought"]["iterations"]),
        (&json!(2), &json!(true), &json!(100))
    );
    let position = last(&said, "position");
    assert_eq!(position["last"]["text"], thought["thought"]["best"]);
    assert_eq!((&position["ply"], &position["to_move"]), (&json!(2), &json!(0)));
}
