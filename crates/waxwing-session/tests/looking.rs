//! Searches by messages: analyses, trees, records, reasons, steps, reviews, exports.

mod common;

use std::time::Duration;

use common::{Client, last};
use serde_json::{Value, json};
use waxwing::thinking::Slice;
use waxwing_session::Settings;

/// An analysis of Othello after two moves.
fn analysed(agent: &str) -> (Client, Value) {
    let mut client = Client::new();
    let open = json!({"id": 1, "type": "open", "game": "othello", "seats": [null, null], "moves": "d3 c3"});
    client.one(open, "position");
    assert!(client.ask(json!({"id": 2, "type": "think", "agent": agent, "seed": "7"})).is_empty());
    let said = client.wait();
    (client, last(&said, "thought").clone())
}

fn texts(list: &Value, field: &str) -> Vec<String> {
    let list = list.as_array().expect("it is a list").iter();
    list.map(|item| item[field].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn an_analysis_is_the_search_of_its_expression_and_seed() {
    let (_, thought) = analysed("rave > mast @400");
    let game = waxwing_games::standard().open("othello").unwrap();
    let mut position = game.start();
    position.follow("d3 c3", 1).unwrap();
    let mut agent = game.agent("rave > mast").unwrap();
    let own = agent.search(&position, 7, &waxwing::Limits::iterations(400)).unwrap();
    let own = serde_json::to_value(&own).unwrap();
    let said = &thought["thought"];
    assert_eq!((&said["best"], &said["actions"], &said["line"]), (&own["best"], &own["actions"], &own["line"]));
    assert_eq!((&thought["seed"], &thought["seat"], &thought["chooses"]), (&json!("7"), &json!(0), &json!(false)));
    assert_eq!(texts(&thought["line"], "text"), own["line"].as_array().unwrap().clone());
    let history = thought["history"].as_array().unwrap();
    assert!(history.len() > 3 && history.last().unwrap()["iterations"] == 400);
}

#[test]
fn a_search_is_looked_at_from_its_beginning_however_long_its_slices_are() {
    let mut session = waxwing_session::Session::new(waxwing_games::standard(), Settings::own(1));
    session.ask(r#"{"type": "open", "game": "othello", "seats": [null, null]}"#);
    session.ask(r#"{"type": "think", "agent": "uct @3000"}"#);
    let mut said = Vec::new();
    while session.is_busy() {
        said = session.advance(Slice::time(Duration::from_secs(60)));
    }
    let thought: Value = serde_json::from_str(&said[0].to_json()).unwrap();
    let moments = thought["history"].as_array().unwrap();
    let made: Vec<u64> = moments.iter().map(|moment| moment["iterations"].as_u64().unwrap()).collect();
    assert!(made[0] <= 16 && made.len() >= 20 && made.last() == Some(&3000), "{made:?}");
    assert!(made.windows(2).skip(8).all(|pair| pair[1] <= pair[0] * 13 / 10), "{made:?}");
}

#[test]
fn an_agents_move_can_be_searched_again_from_the_seed_that_it_says() {
    let mut client = Client::new();
    let open = json!({"type": "open", "game": "othello", "seats": [null, "uct > mast @80"], "seed": "3"});
    client.one(open, "position");
    for text in ["d3", "first"] {
        let shown = client.ask(json!({"type": "position"}));
        let text = if text == "first" { shown[0]["moves"][0]["text"].clone() } else { json!(text) };
        client.ask(json!({"type": "play", "move": text}));
        let said = client.wait();
        let (thought, position) = (last(&said, "thought"), last(&said, "position"));
        let moves = position["share"]["moves"].as_str().unwrap();
        let before = moves.rsplit_once(' ').unwrap().0;
        client.ask(json!({"type": "open", "table": 1, "game": "othello", "seats": [null, null], "moves": before}));
        let agent = json!({"type": "think", "table": 1, "agent": "uct > mast @80", "seed": thought["seed"]});
        assert!(client.ask(agent).is_empty());
        let again = client.wait();
        assert_eq!(last(&again, "thought")["thought"]["actions"], thought["thought"]["actions"]);
    }
}

#[test]
fn a_tree_is_walked_down_with_the_board_at_every_node() {
    let (mut client, thought) = analysed("uct @600");
    let best = thought["thought"]["best"].as_str().unwrap();
    let root = client.one(json!({"type": "tree", "depth": 2, "children": 3}), "tree");
    let node = &root["node"]["children"][0];
    assert_eq!((&node["action"], node["children"].as_array().unwrap().len()), (&json!(best), 3));
    let reply = node["children"][0]["action"].as_str().unwrap();
    let below = client.one(json!({"type": "tree", "path": [best, reply], "depth": 1, "children": 9}), "tree");
    assert_eq!(below["node"]["visits"], node["children"][0]["visits"]);
    assert_eq!(below["scene"]["pieces"].as_array().unwrap().len(), 4 + 4, "four moves have been made");
    let nowhere = client.one(json!({"type": "tree", "path": ["a1", "h8"], "depth": 1, "children": 9}), "tree");
    assert_eq!(nowhere["node"], Value::Null);
}

#[test]
fn records_are_found_and_counted() {
    let (mut client, _) = analysed("uct > mast @200");
    let all = client.one(json!({"type": "records", "most": 5}), "records");
    assert_eq!((all["records"].as_array().unwrap().len(), all["total"].as_u64() > Some(60)), (5, true));
    let found = client.one(json!({"type": "records", "most": 50, "find": "d6"}), "records");
    assert!(texts(&found["records"], "about").iter().all(|about| about == "d6"));
}

#[test]
fn the_reason_of_a_move_is_a_table_of_searches_and_a_second_move() {
    let (mut client, thought) = analysed("rave > mast + nast with solver @150");
    assert!(client.ask(json!({"id": 9, "type": "why"})).is_empty());
    let said = client.wait();
    let tables: Vec<&Value> = said.iter().filter(|answer| answer["type"] == "why").collect();
    let (report, done) = (&tables.last().unwrap()["report"], &tables.last().unwrap()["done"]);
    assert_eq!(
        (done, &report["finished"], &report["whole"]["best"]["action"]),
        (&json!(true), &json!(true), &thought["thought"]["best"])
    );
    assert_eq!(texts(&report["without"], "part"), ["amaf", "mast + nast", "mast", "nast", "solver"]);
    assert!(tables.len() == 6, "a table after each search");
    let other = &thought["thought"]["actions"][1]["action"];
    let beside = client.one(json!({"type": "beside", "one": thought["thought"]["best"], "other": other}), "beside");
    assert_eq!((&beside["one"]["action"], &beside["other"]["action"]), (&thought["thought"]["best"], other));
    assert_eq!(beside["other_line"][0]["touches"][0], *other);
    client.one(json!({"type": "beside", "one": "a1", "other": other}), "error");
}

#[test]
fn steps_show_scores_playout_rewards_and_changed_records() {
    let mut client = Client::new();
    client.one(json!({"type": "open", "game": "othello", "seats": [null, null]}), "position");
    let steps =
        client.one(json!({"type": "steps", "agent": "uct > mast", "seed": "5", "first": 30, "count": 2}), "steps");
    let first = &steps["steps"][0];
    assert_eq!((&first["number"], &first["steps"][0]["phase"]), (&json!(30), &json!("selection")));
    let known = first["steps"][0]["known"].as_array().unwrap();
    assert_eq!(known.iter().map(|known| known["visits"].as_u64().unwrap()).sum::<u64>(), 29, "before the iteration");
    let score = |known: &Value| known["score"].as_f64().unwrap();
    let chosen = known.iter().find(|known| known["action"] == first["steps"][0]["action"]).unwrap();
    assert!(known.iter().all(|known| score(known) <= score(chosen)), "the best score is chosen: {known:#?}");
    let descent = first["descent"].as_u64().unwrap() as usize;
    assert!(descent >= 2 && first["steps"].as_array().unwrap().len() > 40);
    assert_eq!(first["leaf"]["pieces"].as_array().unwrap().len(), 4 + descent);
    assert!(first["steps"][descent]["known"].is_null() && first["steps"][descent]["phase"] == "simulation");
    let changes = first["changes"].as_array().unwrap();
    let is_one_more = |change: &Value| {
        change["after"]["visits"].as_u64().unwrap() == change["before"]["visits"].as_u64().unwrap_or(0) + 1
    };
    assert!(changes.len() > 40 && changes.iter().all(is_one_more), "MAST counts each action of the iteration once");
    client.one(json!({"type": "steps", "agent": "uct", "first": 0, "count": 1}), "error");
    client.one(json!({"type": "steps", "agent": "random", "first": 1, "count": 1}), "error");
}

#[test]
fn a_review_finds_what_random_players_missed() {
    let mut client = Client::new();
    let game = "breakthrough(rows=5, columns=4)";
    client.ask(json!({"type": "open", "game": game, "seats": ["random", "random"], "seed": "2"}));
    let said = client.wait();
    let position = last(&said, "position").clone();
    assert!(position["result"].is_string(), "random players have played to the end");
    let review = json!({"id": 4, "type": "review", "agent": "uct > mast with solver", "budget": "200"});
    assert!(client.ask(review).is_empty());
    let said = client.wait();
    let review = last(&said, "review");
    let reviewed = review["moves"].as_array().unwrap();
    assert_eq!((&review["done"], review["of"].as_u64().unwrap() as usize), (&json!(true), reviewed.len()));
    assert_eq!(reviewed.len() as u64, position["ply"].as_u64().unwrap());
    let last = &reviewed[reviewed.len() - 1];
    assert!(last["played_value"].as_f64() > Some(0.9), "the last move wins: {last:#}");
    assert!(reviewed.iter().any(|reviewed| reviewed["mark"].is_string()), "somebody has let the other through");
}

#[test]
fn a_game_is_exported() {
    let mut client = Client::new();
    let open = json!({"type": "open", "game": "go(size=5)", "seats": [null, "uct @20"], "seed": "1"});
    client.one(open, "position");
    client.ask(json!({"type": "play", "move": "C3"}));
    client.wait();
    let mut export = |form: &str| {
        let exported = client.one(json!({"type": "export", "form": form}), "exported");
        exported["text"].as_str().unwrap().to_owned()
    };
    assert!(export("svg").starts_with("<svg") && export("moves").starts_with("C3 "));
    let record = waxwing_games::GoRecord::read(&export("sgf")).unwrap();
    assert_eq!((record.size, record.steps.len(), &record.names[1][..]), (5, 2, "uct @20"));
    let json: Value = serde_json::from_str(&export("json")).unwrap();
    assert_eq!(json["ply"], 2);
    client.one(json!({"type": "resign", "seat": 0}), "position");
    let sgf = client.one(json!({"type": "export", "form": "sgf"}), "exported");
    assert!(sgf["text"].as_str().unwrap().contains("RE[W+R]"));
    client.one(json!({"type": "open", "game": "othello", "seats": [null, null]}), "position");
    let error = client.one(json!({"type": "export", "form": "sgf"}), "error");
    assert!(error["message"].as_str().unwrap().contains("othello"));
}

#[test]
fn a_record_is_read_and_opens_as_what_it_tells() {
    let mut client = Client::new();
    let text = "(;GM[1]SZ[5]KM[0.5]PB[Ann]AB[bb][dd]RE[W+R];W[cc];B[])";
    let recorded = client.one(json!({"type": "read", "game": "go", "text": text}), "recorded");
    let fields = ["game", "position", "moves", "result"].map(|name| recorded[name].as_str().unwrap());
    assert_eq!(fields, ["go(size=5, komi=\"0.5\")", "5/1X3/5/3X1/5 O", "C3 pass", "W+R"]);
    assert_eq!(recorded["names"], json!(["Ann", ""]));
    let [game, position, moves, _] = fields;
    let open = json!({"type": "open", "game": game, "seats": [null, null], "position": position, "moves": moves});
    let shown = client.one(open, "position");
    assert_eq!((&shown["ply"], &shown["last"]["text"]), (&json!(2), &json!("pass")));
    let error = client.one(json!({"type": "read", "game": "go", "text": "(;SZ[5];B[cc]\n;W[cc])"}), "error");
    assert_eq!(error["field"], "text");
    assert!(error["message"].as_str().unwrap().contains("line 2, column 2: `W[cc]`: illegal move"), "{error:#}");
    let error = client.one(json!({"type": "read", "game": "othello", "text": text}), "error");
    assert!(error["message"].as_str().unwrap().contains("records of othello cannot be read"), "{error:#}");
    let welcome = client.one(json!({"type": "hello", "version": 1}), "welcome");
    let games = welcome["games"].as_array().unwrap();
    let forms: Vec<_> = games.iter().filter(|game| !game["records"].is_null()).map(|game| &game["name"]).collect();
    assert_eq!(forms, ["go"]);
}

#[test]
fn every_strategy_tells_its_own_records() {
    let mut client = Client::new();
    client.one(json!({"type": "open", "game": "othello", "seats": [null, null]}), "position");
    for (agent, of, kind) in [("rave > mast", "rave", "history"), ("grave(ref=5) > mast", "grave(ref=5)", "below")] {
        client.ask(json!({"type": "think", "agent": agent, "budget": "200"}));
        client.wait();
        let records = client.one(json!({"type": "records", "most": 300}), "records");
        let told = |strategy: &str| -> Vec<(String, String)> {
            let text = |record: &Value, name: &str| record[name].as_str().unwrap().to_owned();
            let own = records["records"].as_array().unwrap().iter().filter(|record| record["strategy"] == strategy);
            own.map(|record| (text(record, "kind"), text(record, "about"))).collect()
        };
        let mut at_root = told(of);
        at_root.retain(|(named, _)| named == kind);
        at_root.sort();
        let moves: Vec<&str> = at_root.iter().map(|(_, about)| about.as_str()).collect();
        assert_eq!(moves, ["c4", "d3", "e6", "f5"], "{agent}");
        assert!(told("mast").len() > 50 && told("mast").iter().all(|(kind, _)| kind == "action"), "{agent}");
    }
}

/// A list is made in parts: nothing else waits until it is complete.
#[test]
fn records_are_listed_in_slices_and_anew_when_another_search_begins() {
    let mut client = Client::new();
    client.one(json!({"type": "open", "game": "go", "seats": [null, null]}), "position");
    client.ask(json!({"type": "think", "agent": "uct > nast", "budget": "50"}));
    client.wait();
    client.ask(json!({"type": "records", "most": 2}));
    let mut slices = 0;
    while client.advance().is_empty() {
        slices += 1;
    }
    assert!(slices > 10, "{slices}");
    let whole = last(&client.heard, "records").clone();
    assert!(whole["total"].as_u64() > Some(100), "{whole:#}");
    // The question is overtaken by another search, and answered about that one.
    client.ask(json!({"type": "records", "most": 2}));
    (0..5).for_each(|_| assert!(client.advance().is_empty()));
    client.ask(json!({"type": "think", "agent": "uct", "budget": "50"}));
    client.wait();
    assert_eq!(last(&client.heard, "records")["total"], 0, "`uct` keeps none");
}

#[test]
fn what_is_asked_is_bounded_and_what_is_cut_is_told() {
    let mut settings = Settings::shared(1);
    (settings.bounds.iterations, settings.bounds.nodes) = (100, 500);
    let mut client = Client::with(settings);
    client.one(json!({"type": "open", "game": "othello", "seats": [null, "uct @1000000"]}), "position");
    let shown = client.one(json!({"type": "position"}), "position");
    assert!(shown["seats"][1]["cut"].as_str().unwrap().contains("from 1000000 to 100"));
    client.ask(json!({"type": "think", "agent": "uct", "budget": "until-stopped"}));
    let said = client.wait();
    assert_eq!(last(&said, "thought")["thought"]["iterations"], 100);
    client.ask(json!({"type": "think", "agent": "ab @d60"}));
    let said = client.wait();
    assert!(last(&said, "thought")["cut"].as_str().unwrap().contains("after 500 nodes"));
    for agent in ["gtp(\"gnugo\")", "ab(eval=\"/etc/passwd\")", "uct with tree(2)"] {
        let error = client.one(json!({"type": "think", "agent": agent}), "error");
        assert_eq!(error["field"], "agent", "{error:#}");
    }
}

#[test]
fn errors_point_at_their_place() {
    let mut client = Client::new();
    let error = client.one(json!({"id": 8, "type": "explain", "game": "othello", "agent": "uct > msat"}), "error");
    assert_eq!((&error["id"], &error["field"], &error["place"]), (&json!(8), &json!("agent"), &json!([6, 10])));
    assert_eq!(error["help"], "did you mean `mast`?");
    let explained = client.one(json!({"type": "explain", "game": "othello", "agent": "rave > mast"}), "explained");
    assert_eq!(explained["explanation"]["sections"][1]["title"], "in playouts");
    let error = client.one(json!({"type": "open", "game": "othello", "seats": [null, "utc"]}), "error");
    assert_eq!(error["field"], "seats.1");
    let error = client.one(json!({"id": 4, "type": "dance"}), "error");
    assert!(error["id"] == 4 && error["message"].as_str().unwrap().contains("dance"));
}
