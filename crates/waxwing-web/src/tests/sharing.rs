//! Many visitors at once: searches take turns, and nobody takes more than a share.

use std::time::{Duration, Instant};

use serde_json::json;

use super::visitor::Visitor;
use super::{end_of, house};

#[tokio::test]
async fn searches_take_turns_and_tell_their_place() {
    let house = house(|bounds| {
        bounds.workers = 1;
        bounds.slice = Duration::from_millis(4);
    });
    let mut visitors = Vec::new();
    for _ in 0..5 {
        let mut visitor = Visitor::connect(house.running.server).await;
        visitor.say(r#"{"type": "search"}"#).await;
        visitors.push(visitor);
    }
    let mut waiting = 0;
    for visitor in &mut visitors {
        while visitor.hear_of("news").await["slices"].as_u64().unwrap() < 30 {}
        waiting = waiting.max(visitor.hear_of("news").await["waiting"].as_u64().unwrap());
    }
    assert_eq!(waiting, 4);
    let mut slices = Vec::new();
    for visitor in &mut visitors {
        slices.push(visitor.ask(json!({"type": "stop"})).await["slices"].as_u64().unwrap());
    }
    // The first is asked first, and each that stops leaves its turns to the others.
    let (least, most) = (slices.iter().min().unwrap(), slices.iter().max().unwrap());
    assert!(most - least < 30, "{slices:?}");
}

#[tokio::test]
async fn a_question_does_not_wait_for_the_searches_of_others() {
    let house = house(|bounds| {
        bounds.workers = 1;
        // So long that a question would notice.
        bounds.slice = Duration::from_millis(700);
    });
    let mut searching = [Visitor::connect(house.running.server).await, Visitor::connect(house.running.server).await];
    for visitor in &mut searching {
        visitor.say(r#"{"type": "search"}"#).await;
    }
    searching[0].hear_of("news").await;
    let mut visitor = Visitor::connect(house.running.server).await;
    let begun = Instant::now();
    for _ in 0..20 {
        visitor.ask(json!({"type": "anything"})).await;
    }
    assert!(begun.elapsed() < Duration::from_millis(700), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_flood_is_slowed_down_and_hurts_nobody() {
    let house = house(|bounds| {
        bounds.requests_at_once = 20.0;
        bounds.requests_per_second = 100.0;
    });
    let mut flood = Visitor::connect(house.running.server).await;
    let mut other = Visitor::connect(house.running.server).await;
    let begun = Instant::now();
    for id in 0..70 {
        flood.say(&json!({"type": "anything", "id": id}).to_string()).await;
    }
    other.ask(json!({"type": "anything"})).await;
    assert!(begun.elapsed() < Duration::from_millis(450), "the other visitor waited {:?}", begun.elapsed());
    for id in 0..70 {
        assert_eq!(flood.hear().await.unwrap()["id"], id, "nothing is lost");
    }
    assert!(begun.elapsed() >= Duration::from_millis(490), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_visitor_that_does_not_read_stops_its_own_search_and_is_dropped() {
    let house = house(|bounds| {
        bounds.stalled = Duration::from_millis(1500);
        bounds.slice = Duration::from_millis(1);
    });
    let mut stalled = Visitor::connect(house.running.server).await;
    stalled.say(r#"{"type": "talk"}"#).await;
    let mut other = Visitor::connect(house.running.server).await;
    other.ask(json!({"type": "anything"})).await;
    house.running.wait_for(|count| count.clients == 1).await;
    // What it was sent before: some megabytes that the system holds, and no more than the outbox.
    let said = end_of(&mut stalled).await;
    assert!(said.len() < 60, "{}", said.len());
}

#[tokio::test]
async fn a_search_that_is_stopped_has_no_more_turns() {
    let house = house(|bounds| bounds.slice = Duration::from_millis(1));
    let mut visitor = Visitor::connect(house.running.server).await;
    for _ in 0..30 {
        visitor.say(r#"{"type": "search"}"#).await;
        visitor.hear_of("news").await;
        let stopped = visitor.ask(json!({"type": "stop"})).await["slices"].clone();
        tokio::time::sleep(Duration::from_millis(5)).await;
        assert_eq!(visitor.ask(json!({"type": "anything"})).await["slices"], stopped);
    }
}
