//! What is hidden from the persons at a table is in no message: two states that a person cannot tell apart are the same in every
//! byte that the person's client receives.

mod common;

use common::{Client, last, timeless};
use serde_json::{Value, json};
use waxwing::{Player, Rng, Turn};
use waxwing_workshop::{OpenGame, Position};

const GAMES: [&str; 4] = ["hearts(limit=10)", "dou-di-zhu", "confrontation", "dou-di-zhu(kitty=shown)"];

/// A position after some random moves.
fn random_position(game: &OpenGame, moves: usize, rng: &mut Rng) -> Position {
    let mut position = game.start();
    position.pass_chance(rng);
    for _ in 0..moves {
        position.play_random(rng);
    }
    position.pass_chance(rng);
    position
}

/// Two texts of positions that this player cannot tell apart, where it has seen the same of the way there: none.
fn twins(position: &Position, player: Player, rng: &mut Rng) -> Option<[String; 2]> {
    let other = position.determinize(player, rng);
    let twins = [position.as_start().text()?, other.text()?];
    (twins[0] != twins[1] && !position.is_over()).then_some(twins)
}

/// A client in a seat of a game that begins with a position; agents have the other seats.
fn seated(game: &str, position: &str, seat: usize, players: usize, agent: &str) -> Client {
    let mut client = Client::new();
    let seats: Vec<Option<&str>> = (0..players).map(|other| (other != seat).then_some(agent)).collect();
    let answers =
        client.ask(json!({"id": 1, "type": "open", "game": game, "seats": seats, "seed": "5", "position": position}));
    assert_ne!(answers[0]["type"], "error", "{answers:#?}");
    client
}

/// Everything that can be asked without a move, right and wrong.
fn questions() -> Vec<Value> {
    let mut questions = vec![
        json!({"type": "position"}),
        json!({"type": "tree", "depth": 3, "children": 5}),
        json!({"type": "tree", "depth": 2, "children": 5, "observer": 0}),
        json!({"type": "tree", "depth": 2, "children": 5, "observer": 1}),
        json!({"type": "tree", "path": ["KS"], "depth": 1, "children": 5}),
        json!({"type": "records", "most": 20}),
        json!({"type": "ownership", "playouts": 20}),
        json!({"type": "beside", "one": "pass", "other": "KS"}),
        json!({"type": "why"}),
        json!({"type": "steps", "agent": "uct > mast", "first": 3, "count": 3}),
        json!({"type": "review", "agent": "uct @20"}),
        json!({"type": "goto", "ply": 1_000}),
        json!({"type": "seat", "seat": 0, "agent": null}),
        json!({"type": "seat", "seat": 1, "agent": null}),
        json!({"type": "seat", "seat": 0, "agent": "uct"}),
    ];
    for form in ["svg", "moves", "sgf", "json"] {
        questions.push(json!({"type": "export", "form": form}));
    }
    for text in
        ["", "pass", "AS", "KS", "QH", "2C", "2C,7H,AS", "wW", "3", "34567", "exchange", "deal:", "1", "got:2C,3C,4C"]
    {
        if text != "pass" {
            questions.push(json!({"type": "play", "move": format!("{text}?")}));
        }
    }
    questions
}

/// Whether both clients have heard the same. Fails if they have heard something else before their persons saw different things
/// happen.
#[track_caller]
fn are_alike(clients: &[Client; 2], what: &str) -> bool {
    let heard = clients.each_ref().map(|client| client.heard.iter().map(timeless));
    let [one, other] = heard;
    let difference = one.zip(other).find(|(one, other)| one != other);
    let Some((one, other)) = difference else {
        let [one, other] = clients.each_ref().map(|client| client.heard.len());
        assert_eq!(one, other, "{what}: one client hears more than the other");
        return true;
    };
    let is_seen = one["history"] != other["history"];
    assert!(is_seen, "{what}:\n{one}\n{other}");
    false
}

/// Asks both clients, and returns the answer if it is the same for both.
fn ask_both(clients: &mut [Client; 2], request: &Value) -> Option<Value> {
    let [answer, _] = clients.each_mut().map(|client| client.ask(request.clone()));
    clients.iter_mut().for_each(|client| drop(client.wait_for_analysis()));
    let is_alike = are_alike(clients, &request.to_string());
    is_alike.then(|| answer.last().cloned().unwrap_or(Value::Null))
}

/// Asks both clients everything there is to ask.
fn question_both(clients: &mut [Client; 2]) {
    for question in questions() {
        assert!(ask_both(clients, &question).is_some(), "{question} is answered by what has happened");
    }
}

/// Two clients whose persons cannot tell their games apart: everything that they can ask, before and after a move. Returns whether
/// the person could move.
fn compare(mut clients: [Client; 2], is_persons_turn: bool, rng: &mut Rng) -> Option<()> {
    are_alike(&clients, "open").then_some(())?;
    question_both(&mut clients);
    if !is_persons_turn {
        return None;
    }
    ask_both(&mut clients, &json!({"id": 2, "type": "think", "agent": "uct > mast @60", "seed": "3"}))?;
    question_both(&mut clients);
    let shown = ask_both(&mut clients, &json!({"type": "position"}))?;
    let legal = shown["moves"].as_array().expect("it is the person's turn");
    let chosen = &legal[rng.below(legal.len())]["text"];
    let is_alike = ask_both(&mut clients, &json!({"id": 3, "type": "play", "move": chosen})).is_some();
    if is_alike {
        question_both(&mut clients);
        for back in [json!({"type": "goto", "ply": 0}), json!({"type": "goto", "ply": 1}), json!({"type": "undo"})] {
            ask_both(&mut clients, &back);
        }
    }
    Some(())
}

#[test]
fn two_states_that_a_person_cannot_tell_apart_are_alike_in_every_message() {
    let mut rng = Rng::new(11);
    for name in GAMES {
        let game = waxwing_games::standard().open(name).expect("it is a game");
        let (mut pairs, mut turns) = (0, 0);
        for moves in (0..24).step_by(2) {
            let position = random_position(&game, moves, &mut rng);
            let seat = rng.below(game.players());
            let Some(twins) = twins(&position, Player(seat as u8), &mut rng) else { continue };
            pairs += 1;
            let clients = twins.map(|text| seated(name, &text, seat, game.players(), "uct @15"));
            let is_persons_turn = position.turn() == Turn::Player(Player(seat as u8));
            turns += usize::from(compare(clients, is_persons_turn, &mut rng).is_some());
        }
        assert!(pairs > 6 && turns > 2, "{name}: {pairs} pairs, {turns} turns");
    }
}

#[test]
fn what_was_hidden_is_told_after_the_end() {
    for name in GAMES {
        let mut client = Client::new();
        let players = waxwing_games::standard().open(name).unwrap().players();
        let seats: Vec<Option<&str>> = (0..players).map(|seat| (seat > 0).then_some("random")).collect();
        let mut shown = client.ask(json!({"type": "open", "game": name, "seats": seats, "seed": "4"}));
        while last(&shown, "position")["result"].is_null() {
            let position = last(&shown, "position");
            assert!(position["share"]["seed"].is_null() && position["share"]["moves"].is_null(), "{position:#}");
            let text = position["moves"][0]["text"].clone();
            if !text.is_null() {
                client.ask(json!({"type": "play", "move": text}));
            }
            client.wait();
            shown = client.ask(json!({"type": "position"}));
        }
        let position = last(&shown, "position").clone();
        assert_eq!((&position["share"]["seed"], &position["revealed"]), (&json!("4"), &json!(true)));
        let replayed = client.one(json!({"type": "goto", "ply": 3}), "position");
        assert_eq!((&replayed["ply"], &replayed["moves"]), (&json!(3), &json!([])));
        client.one(json!({"type": "undo"}), "error");
        // The shared game is the same game.
        let share = &position["share"];
        let open = json!({"type": "open", "table": 1, "game": share["game"], "seats": share["seats"], "seed": share["seed"],
            "moves": share["moves"]});
        let again = client.one(open, "position");
        assert_eq!((&again["text"], &again["history"]), (&position["text"], &position["history"]), "{name}");
    }
}

#[test]
fn persons_at_one_table_see_each_their_own() {
    let mut client = Client::new();
    let open = json!({"type": "open", "game": "dou-di-zhu", "seats": [null, null, null], "seed": "1"});
    let mut position = client.one(open, "position");
    for _ in 0..6 {
        assert_eq!(position["viewer"], position["to_move"]);
        let text = position["moves"][0]["text"].clone();
        position = client.one(json!({"type": "play", "move": text}), "position");
        client.one(json!({"type": "goto", "ply": 1}), "error");
        client.one(json!({"type": "records", "most": 5}), "error");
    }
}

#[test]
fn a_person_who_has_seen_a_hand_gets_no_other_seat_of_that_deal() {
    for name in GAMES {
        let players = waxwing_games::standard().open(name).unwrap().players();
        let seats: Vec<Option<&str>> = (0..players).map(|seat| (seat > 0).then_some("random")).collect();
        let mut client = Client::new();
        client.ask(json!({"type": "open", "game": name, "seats": seats, "seed": "6"}));
        client.wait();
        let before = client.one(json!({"type": "position"}), "position");
        for (seat, agent) in [(0, json!("random")), (1, json!(null)), (players - 1, json!(null))] {
            client.one(json!({"type": "seat", "seat": seat, "agent": agent}), "error");
        }
        assert_eq!(client.one(json!({"type": "position"}), "position"), before, "{name}");
        // Another agent in an agent's seat sees what the one before it saw, and tells nothing.
        client.ask(json!({"type": "seat", "seat": 1, "agent": "uct @5"}));
        client.wait();
        let after = client.one(json!({"type": "position"}), "position");
        assert_eq!((&after["viewer"], &after["scene"]), (&before["viewer"], &before["scene"]), "{name}");
    }
}

/// Whoever could leave a seat for another would have seen two hands.
#[test]
fn nobody_changes_seats_where_something_is_hidden() {
    for game in GAMES {
        let players = waxwing_games::standard().open(game).unwrap().players();
        let seats: Vec<Option<&str>> = (0..players).map(|seat| (seat > 0).then_some("random")).collect();
        let mut client = Client::new();
        client.ask(json!({"type": "open", "game": game, "seats": seats, "seed": "5"}));
        for asked in [json!({"seat": 0, "agent": "random"}), json!({"seat": 1, "agent": null})] {
            let request = json!({"type": "seat", "seat": asked["seat"], "agent": asked["agent"]});
            let refused = client.ask(request);
            assert_eq!(refused[0]["type"], "error", "{game}: {refused:?}");
            assert!(refused[0]["message"].as_str().unwrap().contains("where something is hidden"), "{refused:?}");
        }
        // Who plays an agent's seat may change.
        let other = client.ask(json!({"type": "seat", "seat": 1, "agent": "uct @5"}));
        assert_eq!(other[0]["type"], "position", "{game}: {other:?}");
    }
}
