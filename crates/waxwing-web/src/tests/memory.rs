//! Searches share the memory.

use serde_json::json;

use super::planted::MEMORY;
use super::visitor::Visitor;
use super::{end_of, house};

/// A server with memory for one search.
fn small() -> super::House {
    house(|bounds| (bounds.memory, bounds.all_memory) = (MEMORY, MEMORY))
}

#[tokio::test]
async fn a_search_that_is_done_gives_its_memory_to_the_next() {
    let house = small();
    let mut first = Visitor::connect(house.running.server).await;
    first.say(r#"{"type": "search"}"#).await;
    first.hear_of("news").await;
    first.ask(json!({"type": "stop"})).await;
    let mut second = Visitor::connect(house.running.server).await;
    second.say(r#"{"type": "search"}"#).await;
    second.hear_of("news").await;
    assert_eq!(house.running.count().searching, 1);
    assert_eq!(first.ask(json!({"type": "anything"})).await["forgotten"], 1);
}

#[tokio::test]
async fn a_search_that_finds_no_memory_waits_and_says_so() {
    let house = small();
    let mut visitors = Vec::new();
    for place in 0..3 {
        let mut visitor = Visitor::connect(house.running.server).await;
        visitor.say(r#"{"type": "search"}"#).await;
        if place > 0 {
            assert_eq!(visitor.hear_of("waiting").await["ahead"], place);
        }
        visitors.push(visitor);
    }
    visitors[0].hear_of("news").await;
    visitors[0].ask(json!({"type": "stop"})).await;
    visitors[1].hear_of("news").await;
    assert_eq!(visitors[2].hear_of("waiting").await["ahead"], 1);
    // One that leaves makes room as well.
    drop(visitors.remove(1));
    visitors[1].hear_of("news").await;
    house.running.wait_for(|count| count.hall == 0 && count.searching == 1).await;
}

#[tokio::test]
async fn a_search_that_is_stopped_while_it_waits_leaves_the_hall() {
    let house = small();
    let mut visitors = [Visitor::connect(house.running.server).await, Visitor::connect(house.running.server).await];
    visitors[0].say(r#"{"type": "search"}"#).await;
    visitors[0].hear_of("news").await;
    visitors[1].say(r#"{"type": "search"}"#).await;
    visitors[1].hear_of("waiting").await;
    visitors[1].ask(json!({"type": "stop"})).await;
    house.running.wait_for(|count| count.hall == 0).await;
}

#[tokio::test]
async fn a_search_of_somebody_away_makes_room() {
    let house = small();
    let mut away = Visitor::with_key(house.running.server, "?session=0123456789abcdef").await;
    away.say(r#"{"type": "search"}"#).await;
    away.hear_of("news").await;
    drop(away);
    let mut visitor = Visitor::connect(house.running.server).await;
    visitor.say(r#"{"type": "search"}"#).await;
    visitor.hear_of("news").await;
    house.running.wait_for(|count| count.clients == 1).await;
}

#[tokio::test]
async fn a_session_that_takes_too_much_is_ended() {
    let house = house(|bounds| (bounds.memory, bounds.all_memory) = (MEMORY, 10 * MEMORY));
    let mut modest = Visitor::connect(house.running.server).await;
    modest.say(r#"{"type": "search"}"#).await;
    modest.hear_of("news").await;
    let mut greedy = Visitor::connect(house.running.server).await;
    greedy.say(r#"{"type": "grow"}"#).await;
    let said = end_of(&mut greedy).await;
    assert!(said.last().unwrap()["message"].as_str().unwrap().contains("needs the memory"), "{said:?}");
    modest.ask(json!({"type": "stop"})).await;
    house.running.wait_for(|count| count.clients == 1).await;
}
