//! Any requests, in any order: each is answered, nothing panics, and the same requests have the same answers.

mod common;

use common::{Client, timeless};
use proptest::prelude::*;
use serde_json::{Value, json};
use waxwing_session::Settings;

fn settings() -> Settings {
    let mut settings = Settings::shared(3);
    (settings.bounds.iterations, settings.bounds.traced, settings.bounds.playouts, settings.bounds.memory) =
        (60, 12, 5, 4 << 20);
    settings.bounds.tables = 3;
    settings.bounds.moves = 40;
    settings
}

fn game() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "othello",
        "breakthrough(rows=5, columns=4)",
        "go(size=4)",
        "kalah(houses=3)",
        "backgammon",
        "hearts(limit=5)",
        "dou-di-zhu",
        "confrontation",
        "focus(players=3)",
        "nonsense",
        "go(size=99)",
    ])
}

fn agent() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "uct @30",
        "easy",
        "random",
        "rave > mast + nast with solver",
        "uct @until-stopped",
        "ab @d2",
        "uct @d3",
        "uct @1000000000000",
        "uct with tree(8)",
        "gtp(\"rm -rf /\")",
        "ab(eval=\"/etc/passwd\")",
        "uct >",
        "",
        "person",
    ])
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec!["d3", "a2a3", "A1", "pass", "1", "QS", "", "deal:", "3", "99999999999999999999"])
            .prop_map(str::to_owned),
        ".{0,12}",
    ]
}

fn record() -> impl Strategy<Value = String> {
    prop_oneof![
        text(),
        "\\(;[A-Z]{2}\\[[a-z]{0,2}\\](;[BW]\\[[a-e]{0,2}\\]){0,4}\\)",
        Just("(;SZ[5];B[aa];W[bb])".to_owned())
    ]
}

fn seats() -> impl Strategy<Value = Vec<Option<&'static str>>> {
    prop::collection::vec(prop::option::of(agent()), 0..5)
}

/// A game that gets under way.
fn fitting() -> impl Strategy<Value = Value> {
    let others = vec![Value::Null, json!("uct @20"), json!("random")];
    (game(), prop::sample::select(others), any::<bool>()).prop_map(|(game, other, waits)| {
        let players = waxwing_games::standard().open(game).map_or(2, |game| game.players());
        let mut seats = vec![other; players];
        seats[0] = if waits { json!("uct @5") } else { Value::Null };
        json!({"type": "open", "game": game, "seats": seats, "seed": "9", "waits": waits})
    })
}

fn ask() -> impl Strategy<Value = Value> {
    let numbers = || prop_oneof![0..4_u64, Just(u64::MAX), Just(1_000_000)];
    prop_oneof![
        (game(), seats(), prop::option::of(text()), text()).prop_map(|(game, seats, position, moves)| {
            json!({"type": "open", "game": game, "seats": seats, "seed": "9", "position": position, "moves": moves})
        }),
        fitting(),
        Just(json!({"type": "hello", "version": 1})),
        (game(), agent()).prop_map(|(game, agent)| json!({"type": "explain", "game": game, "agent": agent})),
        game().prop_map(|game| json!({"type": "preview", "game": game})),
        (game(), record()).prop_map(|(game, text)| json!({"type": "read", "game": game, "text": text})),
        Just(json!({"type": "position"})),
        text().prop_map(|text| json!({"type": "play", "move": text})),
        Just(json!({"type": "play", "move": "the first"})),
        text().prop_map(|text| json!({"type": "observe", "move": text})),
        Just(json!({"type": "choose"})),
        Just(json!({"type": "undo"})),
        Just(json!({"type": "resume"})),
        Just(json!({"type": "stop"})),
        Just(json!({"type": "close"})),
        numbers().prop_map(|ply| json!({"type": "goto", "ply": ply})),
        (0..6_u8).prop_map(|seat| json!({"type": "resign", "seat": seat})),
        (0..6_u8, prop::option::of(agent())).prop_map(|(seat, agent)| json!({"type": "seat", "seat": seat, "agent": agent})),
        (agent(), prop::option::of(text())).prop_map(|(agent, budget)| {
            json!({"type": "think", "agent": agent, "budget": budget})
        }),
        (prop::collection::vec(text(), 0..3), numbers(), numbers(), prop::option::of(0..9_u8)).prop_map(
            |(path, depth, children, observer)| {
                json!({"type": "tree", "path": path, "depth": depth % 5_000_000, "children": children, "observer": observer})
            }
        ),
        (numbers(), text()).prop_map(|(most, find)| json!({"type": "records", "most": most, "find": find})),
        numbers().prop_map(|playouts| json!({"type": "ownership", "playouts": playouts})),
        (text(), text()).prop_map(|(one, other)| json!({"type": "beside", "one": one, "other": other})),
        Just(json!({"type": "why"})),
        (agent(), numbers(), numbers()).prop_map(|(agent, first, count)| {
            json!({"type": "steps", "agent": agent, "first": first, "count": count, "frames": count == 1})
        }),
        agent().prop_map(|agent| json!({"type": "review", "agent": agent, "budget": "10"})),
        prop::sample::select(vec!["svg", "moves", "sgf", "json", "png"]).prop_map(|form| json!({"type": "export", "form": form})),
        text().prop_map(Value::String),
        text().prop_map(|kind| json!({"type": kind, "id": -1})),
    ]
}

/// Asks everything, with a slice now and then, and returns what is said.
fn converse(requests: &[(Value, u32, u8)]) -> Vec<Value> {
    let mut client = Client::with(settings());
    for (number, (request, table, slices)) in requests.iter().enumerate() {
        let mut request = request.clone();
        if request["move"] == "the first" {
            let shown = client.ask(json!({"type": "position", "table": table}));
            request["move"] = shown[0]["moves"][0]["text"].clone();
        }
        if let Some(fields) = request.as_object_mut() {
            fields.entry("id").or_insert(json!(number));
            fields.insert("table".to_owned(), json!(table));
        }
        let answers = client.ask(request.clone());
        let waits = ["think", "why", "review", "choose", "records", "ownership", "steps"]
            .iter()
            .any(|kind| request["type"] == *kind);
        assert!(waits || !answers.is_empty(), "{request} is not answered");
        (0..*slices).for_each(|_| drop(client.advance()));
    }
    for _ in 0..200 {
        client.advance();
    }
    client.heard.iter().map(timeless).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_requests_are_answered_and_the_same_ones_alike(
        open in fitting(),
        mut requests in prop::collection::vec((ask(), prop_oneof![6 => Just(0_u32), 1 => 0..5_u32], 0..4_u8), 1..20),
    ) {
        requests.insert(0, (open, 0, 0));
        prop_assert_eq!(converse(&requests), converse(&requests));
    }

    #[test]
    fn any_text_is_answered(text in ".{0,60}") {
        let answers = Client::with(settings()).session.ask(&text);
        prop_assert_eq!(answers.len(), 1);
    }
}

fn can_be_sent<T: Send>(_: &T) {}

#[test]
fn a_session_can_go_to_another_thread_and_refuses_long_requests() {
    let mut client = Client::with(settings());
    can_be_sent(&client.session);
    let long = json!({"type": "play", "move": "x".repeat(100_000)});
    client.one(long, "error");
    client.one(json!({"type": "position"}), "error");
    client.one(json!({"id": 1, "table": 9, "type": "open", "game": "othello", "seats": [null, null]}), "error");
}
