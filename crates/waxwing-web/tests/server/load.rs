//! Fifty visitors search and two hundred ask now and then, while one floods the server, one reads nothing and one talks garbage.
//!
//! `WAXWING_LOAD_SECONDS` says for how long, ten seconds if it is not said; `WAXWING_LOAD_P95_MS` what most answers may take.
//! `cargo xtask test --all` does it for a minute, with the release profile and the bound of 50 ms. Where no bound is said, other
//! programs may need the cores too, such as the tests beside this one: then an answer may take as much longer as the threads that it
//! wakes come late.

use std::env;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use waxwing_web::{Server, Settings};

use crate::running::Running;
use crate::visitor::Visitor;

const SEARCHING: usize = 50;
const IDLE: usize = 200;

/// What a visitor has found.
enum Found {
    /// How long answers took that need no search.
    Answers(Vec<Duration>),
    /// Finished searches, and the most others that one had to wait for.
    Searches { done: usize, waiting: u64 },
    /// Nothing to count.
    Mischief,
}

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().and_then(|text| text.parse().ok())
}

/// What most answers may take where nobody else needs the cores.
const QUIET: Duration = Duration::from_millis(50);
/// The threads that an answer wakes one after the other: the server's, one that works, the server's again, and the visitor's.
const WOKEN: u32 = 4;

/// By how much most threads come late that are to wake, until the test is over.
fn lateness(end: Instant) -> Duration {
    let pause = Duration::from_millis(5);
    let mut late = Vec::new();
    while Instant::now() < end {
        let begun = Instant::now();
        thread::sleep(pause);
        late.push(begun.elapsed().saturating_sub(pause));
    }
    late.sort();
    share_of(&late, 0.95)
}

/// What this share of some sorted times is not above.
fn share_of(times: &[Duration], share: f64) -> Duration {
    times[((times.len() - 1) as f64 * share) as usize]
}

#[tokio::test]
async fn many_visitors_are_served_at_once() {
    let seconds = number("WAXWING_LOAD_SECONDS").unwrap_or(10);
    let bound = number("WAXWING_LOAD_P95_MS").map(Duration::from_millis);
    let mut settings = Settings { port: Some(0), ..Settings::default() };
    settings.bounds.memory = 16 << 20;
    let mut running = Running::start(Server::bind(waxwing_games::standard(), settings).unwrap());
    let server = running.server;
    let end = Instant::now() + Duration::from_secs(seconds);
    let late = thread::spawn(move || lateness(end));
    let mut visitors = JoinSet::new();
    for _ in 0..SEARCHING {
        visitors.spawn(search(server, end));
    }
    for number in 0..IDLE {
        visitors.spawn(ask_now_and_then(server, end, number as u64));
    }
    visitors.spawn(flood(server, end));
    visitors.spawn(stall(server, end));
    visitors.spawn(talk_garbage(server, end));
    // When everybody has arrived and searched something.
    sleep(Duration::from_secs(seconds) * 2 / 5).await;
    let before = resident();
    let after = tokio::spawn(async move {
        sleep(end.saturating_duration_since(Instant::now()).mul_f64(0.95)).await;
        resident()
    });
    let count = running.count();
    assert!(count.clients >= SEARCHING + IDLE, "{count:?}");

    let (mut answers, mut done, mut waiting) = (Vec::new(), Vec::new(), 0);
    while let Some(found) = visitors.join_next().await {
        match found.expect("no visitor fails") {
            Found::Answers(times) => answers.extend(times),
            Found::Searches { done: count, waiting: most } => {
                done.push(count);
                waiting = waiting.max(most);
            }
            Found::Mischief => {}
        }
    }
    let after = after.await.expect("nothing can go wrong");
    let late = late.join().expect("nothing can go wrong");
    let most = bound.unwrap_or(QUIET + WOKEN * late);
    answers.sort();
    let at = |share: f64| share_of(&answers, share);
    let (least, best) = (done.iter().min().unwrap(), done.iter().max().unwrap());
    println!(
        "{} answers: median {:?}, p95 {:?} of {most:?}, worst {:?}; threads wake late by {late:?}; {} searches, {least} to {best} a visitor; \
         {:?} of memory, before {:?}",
        answers.len(),
        at(0.5),
        at(0.95),
        at(1.0),
        done.iter().sum::<usize>(),
        after,
        before
    );
    assert!(answers.len() > IDLE * seconds as usize / 4, "{}", answers.len());
    assert!(at(0.95) < most, "p95 is {:?} of {most:?}", at(0.95));
    assert!(*least > 0 && *best <= 3 * least + 3, "searches share the cores: {done:?}");
    assert!(waiting > SEARCHING as u64 / 4, "searches tell their place: {waiting}");
    if let (Some(before), Some(after)) = (before, after) {
        assert!(after < before + before / 10 + (16 << 20), "memory grows from {before} to {after}");
    }
    running.wait_for(|count| count.clients == 0 && count.searching == 0).await;
    assert!(running.end() < Duration::from_secs(1));
}

/// Bytes of this process in memory, where the system says so.
fn resident() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(text.split(' ').nth(1)?.parse::<usize>().ok()? * 4096)
}

async fn with_a_game(server: SocketAddr, game: &str) -> Visitor {
    let mut visitor = Visitor::connect(server).await;
    let said = visitor.ask(json!({"type": "open", "game": game, "seats": [null, null], "seed": "1"})).await;
    assert_eq!(said["type"], "position", "{said}");
    visitor
}

async fn search(server: SocketAddr, end: Instant) -> Found {
    let mut visitor = with_a_game(server, "othello").await;
    let (mut done, mut waiting) = (0, 0);
    while Instant::now() < end {
        visitor.say(r#"{"id": 9, "type": "think", "agent": "uct > mast @6000"}"#).await;
        loop {
            let said = visitor.hear().await.expect("the server goes on");
            waiting = waiting.max(said["waiting"].as_u64().unwrap_or(0));
            match said["type"].as_str() {
                Some("thought") => break,
                Some("progress" | "waiting") => {}
                _ => panic!("{said}"),
            }
        }
        done += 1;
    }
    Found::Searches { done, waiting }
}

async fn ask_now_and_then(server: SocketAddr, end: Instant, number: u64) -> Found {
    let mut visitor = with_a_game(server, "breakthrough").await;
    let mut times = Vec::new();
    sleep(Duration::from_millis(number * 5)).await;
    let asks = [
        json!({"type": "position"}),
        json!({"type": "play", "move": "a2a3"}),
        json!({"type": "explain", "game": "breakthrough", "agent": "uct > mast with solver"}),
        json!({"type": "undo"}),
        json!({"type": "explain", "game": "breakthrough", "agent": "uct > mist"}),
    ];
    for ask in asks.iter().cycle() {
        if Instant::now() >= end {
            break;
        }
        let begun = Instant::now();
        let said: Value = visitor.ask(ask.clone()).await;
        times.push(begun.elapsed());
        assert!(said["type"].is_string());
        sleep(Duration::from_millis(1000)).await;
    }
    Found::Answers(times)
}

/// Asks without a pause. It is slowed down, and answered.
async fn flood(server: SocketAddr, end: Instant) -> Found {
    let Visitor { socket, .. } = with_a_game(server, "othello").await;
    let (mut out, mut back) = socket.split();
    let asking = async {
        while Instant::now() < end {
            let asked = out.send(Message::text(r#"{"id": 1, "type": "position"}"#));
            if timeout(Duration::from_millis(200), asked).await.is_ok_and(|sent| sent.is_err()) {
                panic!("a flood is slowed down, not refused");
            }
        }
    };
    let listening = async {
        let mut count = 0;
        while Instant::now() < end {
            count += usize::from(timeout(Duration::from_millis(200), back.next()).await.is_ok());
        }
        count
    };
    let ((), count) = tokio::join!(asking, listening);
    assert!(count > 20, "{count}");
    Found::Mischief
}

/// Asks for a lot, and reads nothing of it. Comes back when the server hangs up.
async fn stall(server: SocketAddr, end: Instant) -> Found {
    while Instant::now() < end {
        let mut visitor = with_a_game(server, "go(size=19)").await;
        visitor.say(r#"{"id": 1, "type": "think", "agent": "uct", "budget": "until-stopped"}"#).await;
        while Instant::now() < end {
            let asked = visitor.socket.send(Message::text(r#"{"id": 1, "type": "hello", "version": 1}"#));
            // One that waits in vain may still be heard; one that fails is not.
            if timeout(Duration::from_millis(100), asked).await.is_ok_and(|sent| sent.is_err()) {
                break;
            }
            sleep(Duration::from_millis(10)).await;
        }
    }
    Found::Mischief
}

/// Says what nobody can read, and comes back when the server hangs up.
async fn talk_garbage(server: SocketAddr, end: Instant) -> Found {
    let long = "[".repeat(300_000);
    let deep = "[".repeat(100_000);
    let texts = ["", "{", "null", "\u{0}", "{\"type\": \"open\"}", "{\"type\": 1}", &deep, &long, "{\"id\": -1}"];
    let mut messages: Vec<Message> = texts.iter().map(|text| Message::text(*text)).collect();
    messages.push(Message::binary(vec![255; 1000]));
    messages.push(Message::Pong(vec![0; 100].into()));
    'visits: while Instant::now() < end {
        let Visitor { mut socket, .. } = Visitor::connect(server).await;
        for message in messages.iter().cycle().take(100) {
            let sent = timeout(Duration::from_millis(200), socket.send(message.clone())).await;
            if Instant::now() >= end || sent.is_ok_and(|sent| sent.is_err()) {
                continue 'visits;
            }
            let _ = timeout(Duration::from_millis(10), socket.next()).await;
        }
    }
    Found::Mischief
}
