//! Visitors of every kind, one after the other.

use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use super::visitor::Visitor;
use super::{end_of, house};

#[tokio::test]
async fn a_session_that_panics_ends_alone() {
    let house = house(|_| {});
    let mut other = Visitor::connect(house.running.server).await;
    for kind in ["panic", "doom"] {
        let mut visitor = Visitor::connect(house.running.server).await;
        visitor.say(&json!({"type": kind}).to_string()).await;
        let said = end_of(&mut visitor).await;
        let last = said.last().expect("it is told something");
        assert_eq!(last["type"], "error");
        assert!(last["message"].as_str().unwrap().contains("has failed"), "{last}");
    }
    assert_eq!(other.ask(json!({"type": "anything"})).await["type"], "done");
    house.running.wait_for(|count| count.clients == 1).await;
    assert_eq!(house.alive.load(SeqCst), 1);
}

#[tokio::test]
async fn what_is_too_long_or_no_text_ends_the_conversation() {
    let house = house(|bounds| bounds.message = 1000);
    let long = Message::text("x".repeat(1001));
    for message in [long, Message::binary(vec![1, 2, 3])] {
        let mut visitor = Visitor::connect(house.running.server).await;
        let _ = visitor.socket.send(message).await;
        end_of(&mut visitor).await;
    }
    let mut visitor = Visitor::connect(house.running.server).await;
    visitor.say(&"x".repeat(1000)).await;
    assert_eq!(visitor.hear().await.unwrap()["message"], "not JSON");
}

#[tokio::test]
async fn a_server_that_is_full_says_so() {
    let house = house(|bounds| bounds.clients = 2);
    let mut visitors = [Visitor::connect(house.running.server).await, Visitor::connect(house.running.server).await];
    visitors[1].ask(json!({"type": "anything"})).await;
    let said = end_of(&mut Visitor::connect(house.running.server).await).await;
    assert!(said[0]["message"].as_str().unwrap().contains("try again later"), "{said:?}");
    drop(visitors);
    house.running.wait_for(|count| count.clients == 0).await;
    Visitor::connect(house.running.server).await.ask(json!({"type": "anything"})).await;
}

#[tokio::test]
async fn a_visitor_that_leaves_in_the_middle_of_a_search_leaves_nothing_behind() {
    let house = house(|_| {});
    let mut visitor = Visitor::connect(house.running.server).await;
    visitor.say(r#"{"type": "search"}"#).await;
    visitor.hear_of("news").await;
    drop(visitor);
    house.running.wait_for(|count| count.clients == 0 && count.searching == 0).await;
    while house.alive.load(SeqCst) > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_visitor_that_comes_back_finds_its_session_and_others_do_not() {
    let house = house(|bounds| bounds.away = Duration::from_millis(600));
    let server = house.running.server;
    let key = "?session=0123456789abcdef";
    let mut visitor = Visitor::with_key(server, key).await;
    visitor.say(r#"{"type": "search"}"#).await;
    visitor.hear_of("news").await;
    // Somebody with the same key, at the same time, has a session of its own.
    let mut other = Visitor::with_key(server, key).await;
    assert_eq!(other.ask(json!({"type": "anything"})).await["slices"], 0);
    drop((visitor, other));
    house.running.wait_for(|count| count.clients == 1).await;
    let mut back = Visitor::with_key(server, key).await;
    let slices = back.ask(json!({"type": "anything"})).await["slices"].as_u64().unwrap();
    assert!(slices > 0);
    // Its search goes on.
    assert!(back.hear_of("news").await["slices"].as_u64().unwrap() >= slices);
    drop(back);
    house.running.wait_for(|count| count.clients == 0).await;
    let mut late = Visitor::with_key(server, key).await;
    assert_eq!(late.ask(json!({"type": "anything"})).await["slices"], 0);
}

#[tokio::test]
async fn a_key_that_could_be_guessed_is_none() {
    let house = house(|_| {});
    for key in ["?session=1", "?session=", "?other=0123456789abcdef", "?session=0123456789abcde%66"] {
        let mut visitor = Visitor::with_key(house.running.server, key).await;
        visitor.ask(json!({"type": "anything"})).await;
        drop(visitor);
        house.running.wait_for(|count| count.clients == 0).await;
    }
}

#[tokio::test]
async fn a_silent_visitor_is_dropped() {
    let house = house(|bounds| {
        bounds.ping = Duration::from_millis(50);
        bounds.silent = Duration::from_millis(300);
    });
    // This one reads nothing, so it answers no ping.
    let visitor = Visitor::connect(house.running.server).await;
    house.running.wait_for(|count| count.clients == 1).await;
    house.running.wait_for(|count| count.clients == 0).await;
    drop(visitor);
    // And this one is only quiet.
    let mut quiet = Visitor::connect(house.running.server).await;
    let _ = tokio::time::timeout(Duration::from_millis(900), quiet.socket.next()).await;
    let _ =
        tokio::time::timeout(Duration::from_millis(900), async { while quiet.socket.next().await.is_some() {} }).await;
    assert_eq!(house.running.count().clients, 1);
}

#[tokio::test]
async fn a_visitor_that_asks_nothing_for_long_is_told_to_leave() {
    let house = house(|bounds| {
        bounds.ping = Duration::from_millis(50);
        bounds.idle = Duration::from_millis(300);
    });
    end_of(&mut Visitor::connect(house.running.server).await).await;
    house.running.wait_for(|count| count.clients == 0).await;
}

#[tokio::test]
async fn the_server_ends_within_a_second_whatever_goes_on() {
    let mut house = house(|_| {});
    let mut visitors = Vec::new();
    for kind in ["search", "talk", "hang", "hang", "hang"] {
        let mut visitor = Visitor::connect(house.running.server).await;
        visitor.say(&json!({"type": kind}).to_string()).await;
        visitors.push(visitor);
    }
    visitors[0].hear_of("news").await;
    let time = house.running.end();
    assert!(time < Duration::from_secs(1), "{time:?}");
    end_of(&mut visitors[0]).await;
}
