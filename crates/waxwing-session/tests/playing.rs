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

/// A client at a table of Othello, after these moves.
fn othello(seats: [Option<&str>; 2], moves: &str) -> (Client, serde_json::Value) {
    let mut client = Client::new();
    let open = json!({"id": 1, "type": "open", "game": "othello", "seats": seats, "seed": "7", "moves": moves});
    let position = client.ask(open).remove(0);
    assert_eq!(position["type"], "position", "{position:#}");
    (client, position)
}

#[test]
fn going_back_keeps_the_moves_ahead_until_another_is_played() {
    let (mut client, position) = othello([None, None], "d3 c3 c4 c5");
    assert_eq!((&position["ply"], &position["plies"], &position["can_undo"]), (&json!(4), &json!(4), &json!(true)));
    let back = client.one(json!({"type": "goto", "ply": 1}), "position");
    assert_eq!((&back["ply"], &back["plies"], &back["to_move"]), (&json!(1), &json!(4), &json!(1)));
    assert_eq!(back["share"]["moves"], "d3");
    let forth = client.one(json!({"type": "goto", "ply": 4}), "position");
    assert_eq!(forth["text"], position["text"]);
    client.one(json!({"type": "goto", "ply": 5}), "error");
    client.one(json!({"type": "goto", "ply": 1}), "position");
    let branch = client.one(json!({"type": "play", "move": "e3"}), "position");
    assert_eq!((&branch["ply"], &branch["plies"], &branch["share"]["moves"]), (&json!(2), &json!(2), &json!("d3 e3")));
}

#[test]
fn an_agent_thinks_at_the_end_of_the_line_only() {
    let (mut client, _) = othello([None, Some("uct @40")], "");
    client.ask(json!({"type": "play", "move": "d3"}));
    let said = client.wait();
    let answered = last(&said, "position").clone();
    let back = client.one(json!({"type": "goto", "ply": 1}), "position");
    assert!(back["thinking"].is_null() && !client.session.is_busy());
    let again = client.one(json!({"type": "resume"}), "position");
    assert_eq!((&again["thinking"], &again["plies"]), (&json!(1), &json!(1)));
    let said = client.wait();
    assert_eq!(last(&said, "position")["text"], answered["text"], "the same seed gives the same answer again");
    let undone = client.one(json!({"type": "undo"}), "position");
    assert_eq!((&undone["ply"], &undone["plies"], &undone["can_undo"]), (&json!(0), &json!(0), &json!(false)));
    client.one(json!({"type": "undo"}), "error");
}

#[test]
fn stop_lets_the_agent_move_now_and_ends_an_analysis() {
    let (mut client, _) = othello([None, Some("uct @until-stopped")], "");
    client.ask(json!({"id": 5, "type": "play", "move": "d3"}));
    client.one(json!({"type": "think", "agent": "uct"}), "error");
    client.one(json!({"type": "play", "move": "c3"}), "error");
    (0..3).for_each(|_| drop(client.advance()));
    let said = client.ask(json!({"id": 6, "type": "stop"}));
    let kinds: Vec<_> =
        said.iter().map(|answer| (answer["type"].as_str().unwrap(), answer["id"].as_u64().unwrap())).collect();
    assert_eq!(kinds, [("thought", 5), ("position", 5), ("done", 6)]);
    assert_eq!(said[0]["thought"]["stopped"], "interrupted");
    client.ask(json!({"id": 7, "type": "think", "agent": "uct", "budget": "until-stopped"}));
    assert_eq!(client.advance()[0]["type"], "progress");
    let said = client.ask(json!({"id": 8, "type": "play", "move": said[1]["moves"][0]["text"]}));
    assert_eq!(
        (&said[0]["type"], &said[0]["id"], &said[1]["type"]),
        (&json!("thought"), &json!(7), &json!("position"))
    );
}

#[test]
fn seats_change_hands_and_persons_give_up() {
    let (mut client, _) = othello([None, None], "d3");
    let position = client.one(json!({"type": "seat", "seat": 1, "agent": "uct @30"}), "position");
    assert_eq!((&position["thinking"], &position["seats"][1]["agent"]), (&json!(1), &json!("uct @30")));
    client.wait();
    let position = client.one(json!({"type": "seat", "seat": 1, "agent": null}), "position");
    assert_eq!(position["seats"][1], json!({"name": "White"}));
    client.one(json!({"type": "seat", "seat": 7, "agent": null}), "error");
    let position = client.one(json!({"type": "resign", "seat": 0}), "position");
    assert_eq!((&position["result"], &position["rewards"]), (&json!("Black resigns, White wins"), &json!([0.0, 1.0])));
    assert_eq!((&position["to_move"], &position["moves"]), (&json!(null), &json!([])));
    client.one(json!({"type": "play", "move": "c3"}), "error");
    let position = client.one(json!({"type": "undo"}), "position");
    assert!(position["result"].is_null());
}

#[test]
fn chance_follows_from_the_seed_and_every_event_is_shown() {
    let open = json!({"id": 1, "type": "open", "game": "backgammon", "seats": [null, null], "seed": "3"});
    let mut client = Client::new();
    let position = client.one(open.clone(), "position");
    assert!(!position["moves"].as_array().unwrap().is_empty(), "the dice have been thrown");
    let mut shown = position;
    for _ in 0..6 {
        let text = shown["moves"][0]["text"].clone();
        let said = client.ask(json!({"type": "play", "move": text}));
        if said.len() == 2 {
            assert_eq!(said[0]["to_move"], "chance", "the move is shown before the dice");
        }
        shown = said.last().unwrap().clone();
    }
    let moves = shown["share"]["moves"].clone();
    let again =
        json!({"type": "open", "table": 2, "game": "backgammon", "seats": [null, null], "seed": "3", "moves": moves});
    assert_eq!(client.ask(again)[0]["text"], shown["text"]);
}

#[test]
fn agents_play_each_other_at_tables_in_turn() {
    let mut client = Client::new();
    for table in 0..3 {
        let open = json!({"id": table, "table": table, "type": "open", "game": "breakthrough(rows=5, columns=4)",
            "seats": ["uct @25", "random"], "seed": "1"});
        client.one(open, "position");
    }
    let turns: Vec<_> = (0..6).map(|_| client.advance()[0]["table"].clone()).collect();
    assert_eq!(turns, [1, 2, 0, 1, 2, 0]);
    let said = client.wait();
    let ends: Vec<_> = said.iter().filter(|answer| answer["result"].is_string()).collect();
    assert_eq!(ends.len(), 3);
    assert!(ends.iter().all(|end| end["history"] == ends[0]["history"]), "one seed, one game");
    client.one(json!({"type": "close", "table": 1}), "done");
    client.one(json!({"type": "position", "table": 1}), "error");
}

#[test]
fn a_table_that_waits_is_told_every_move_and_asked_for_its_own() {
    let mut client = Client::new();
    let seats = ["uct @60 with reuse"; 2].map(|agent| agent.replace(" @60 with reuse", " with reuse @60"));
    let open = json!({"type": "open", "game": "othello", "seats": seats, "seed": "2", "waits": true});
    client.one(open, "position");
    assert!(!client.session.is_busy(), "nobody thinks until asked");
    client.one(json!({"type": "play", "move": "d3"}), "error");
    client.one(json!({"type": "observe", "move": "d3"}), "position");
    assert!(client.ask(json!({"id": 3, "type": "choose"})).is_empty());
    let said = client.wait();
    assert!(said.iter().all(|answer| answer["type"] != "position"), "the move is not made before it is observed");
    let best = last(&said, "thought")["thought"]["best"].clone();
    let position = client.one(json!({"type": "observe", "move": best}), "position");
    assert_eq!(position["ply"], 2);
    client.one(json!({"type": "observe", "move": "a1"}), "error");
    let waits = json!({"type": "open", "game": "kalah", "seats": [null, "uct"]});
    client.one(waits, "position");
    client.one(json!({"type": "observe", "move": "1"}), "error");
}
