//! A server with real sessions: what a client may not ask for.

use serde_json::json;
use waxwing_web::{Server, Settings};

use crate::running::Running;
use crate::visitor::{Visitor, raw};

fn start(settings: Settings) -> Running {
    let workshop = waxwing_lab::with_programs(waxwing_games::standard());
    Running::start(Server::bind(workshop, Settings { port: Some(0), ..settings }).unwrap())
}

#[tokio::test]
async fn no_client_starts_programs_or_opens_files() {
    let running = start(Settings::default());
    let folder = env!("CARGO_TARGET_TMPDIR");
    let mark = format!("{folder}/started");
    let _ = std::fs::remove_file(&mark);
    let program = format!("gtp(\"touch {mark}\")");
    let mut visitor = Visitor::connect(running.server).await;
    for agent in [program.as_str(), "ab(eval=\"/etc/passwd\")", "uct > ege(0.1, eval=\"/etc/passwd\")"] {
        let open = json!({"type": "open", "game": "go(size=5)", "seats": [agent, null]});
        let explain = json!({"type": "explain", "game": "go(size=5)", "agent": agent});
        let plain = json!({"type": "open", "game": "go(size=5)", "seats": [null, null]});
        let think = json!({"type": "think", "agent": agent});
        let seat = json!({"type": "seat", "seat": 0, "agent": agent});
        let review = json!({"type": "review", "agent": agent});
        let steps = json!({"type": "steps", "agent": agent, "first": 1, "count": 1});
        for ask in [open, explain] {
            let said = visitor.ask(ask.clone()).await;
            let message = said["message"].as_str().unwrap_or_default();
            assert!(message.contains("opens no files and starts no programs"), "{ask}: {said}");
        }
        assert_eq!(visitor.ask(plain).await["type"], "position");
        visitor.ask(json!({"type": "play", "move": "C3"})).await;
        for ask in [think, seat, review, steps] {
            let said = visitor.ask(ask.clone()).await;
            assert_eq!(said["type"], "error", "{ask}: {said}");
            assert!(!said.to_string().contains("root:"), "{said}");
        }
    }
    assert!(!std::path::Path::new(&mark).exists());
}

#[tokio::test]
async fn nobody_can_guess_the_deal_of_a_game() {
    let running = start(Settings::default());
    let mut hands = Vec::new();
    for _ in 0..2 {
        let mut visitor = Visitor::connect(running.server).await;
        let seats = json!([null, "random", "random", "random"]);
        let said = visitor.ask(json!({"type": "open", "game": "hearts", "seats": seats})).await;
        assert_eq!(said["type"], "position", "{said}");
        hands.push(visitor.ask(json!({"type": "position"})).await["text"].to_string());
    }
    assert_ne!(hands[0], hands[1]);
}

#[tokio::test]
async fn a_search_is_watched_and_stopped() {
    let running = start(Settings::default());
    let mut visitor = Visitor::connect(running.server).await;
    visitor.ask(json!({"type": "open", "game": "othello", "seats": [null, null]})).await;
    visitor.say(r#"{"id": 77, "type": "think", "agent": "uct > mast", "budget": "until-stopped"}"#).await;
    let first = visitor.hear_of("progress").await;
    let second = visitor.hear_of("progress").await;
    assert!(second["thought"]["iterations"].as_u64() > first["thought"]["iterations"].as_u64());
    visitor.say(r#"{"id": 78, "type": "stop"}"#).await;
    assert_eq!(visitor.hear_of("thought").await["id"], 77);
    running.wait_for(|count| count.searching == 0).await;
}

#[tokio::test]
async fn the_stores_of_a_folder_are_shown_and_nothing_else_of_it() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("stores");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("secret.txt"), "a secret").unwrap();
    std::fs::write(folder.join("damaged.sqlite"), "this is no store").unwrap();
    make_store(&folder.join("night.sqlite"));
    let running = start(Settings { experiments: Some(folder), ..Settings::default() });
    let server = running.server;
    let get = async |path: &str| {
        raw(server, format!("GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n").as_bytes()).await
    };
    let list = get("/experiments").await;
    let (_, body) = list.split_once("\r\n\r\n").unwrap();
    let stores: Vec<serde_json::Value> = serde_json::from_str(body).unwrap();
    assert_eq!(stores.len(), 2, "{body}");
    assert!(stores[0]["error"].is_string(), "{body}");
    let night = &stores[1];
    assert_eq!((&night["name"], &night["finished"], &night["wanted"]), (&"night.sqlite".into(), &4.into(), &4.into()));
    assert_eq!(night["experiments"][0]["title"], "A title");
    let report = get("/experiments/night.sqlite/report").await;
    assert!(report.starts_with("HTTP/1.1 200") && report.contains("A title"), "{report}");
    assert!(report.contains("frame-ancestors 'self'; sandbox"), "{report}");
    for path in
        ["secret.txt/report", "damaged.sqlite/report", "night.sqlite/other.html", "..%2Fstores%2Fnight.sqlite/report"]
    {
        let answer = get(&format!("/experiments/{path}")).await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
        assert!(!answer.contains("a secret"));
    }
}

fn make_store(path: &std::path::Path) {
    use std::sync::atomic::AtomicBool;
    use waxwing_lab::{Experiment, RunOptions, Store, run_experiments};
    let text = "name = 'small'\ntitle = 'A title'\nsource = 'here'\n[defaults]\ngame = 'breakthrough(rows=4, columns=2)'\n\
                against = 'random'\ngames = 4\nbudget = 20\n[[cell]]\nlabel = 'uct'\nagent = 'uct'\n";
    let workshop = waxwing_games::standard();
    let experiment = Experiment::read(&workshop, "small.toml", text).unwrap();
    let mut store = Store::create(&workshop, path).unwrap();
    let cells: Vec<_> = experiment.cells.iter().map(|cell| (&experiment, cell)).collect();
    let stop = AtomicBool::new(false);
    run_experiments(&mut store, None, &cells, &RunOptions::default(), &stop, &mut |_| {}).unwrap();
}

#[tokio::test]
async fn the_address_is_where_the_page_is() {
    let running = start(Settings::default());
    assert_eq!(running.address, format!("http://{}/", running.server));
    let page = raw(running.server, format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", running.server).as_bytes()).await;
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Waxwing</title>"), "{page}");
}
