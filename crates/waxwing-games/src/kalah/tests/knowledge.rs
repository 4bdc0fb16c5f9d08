//! Episodes, predicates and the evaluation.

use waxwing::knowledge::{Episodes as _, Evaluator as _, Predicates as _};
use waxwing::{Game, Rng, Turn};

use super::super::knowledge::KalahKnowledge;
use super::{NORTH, SOUTH, after, pits, position, start};
use crate::kalah::Kalah;
use crate::testing::legal;

#[test]
fn an_episode_is_a_whole_turn() {
    let episode = |moves| KalahKnowledge::USUAL.episode(&after(start(6, 4, true), moves));
    assert_eq!(episode(""), Some(0));
    assert_eq!(episode("3"), None);
    assert_eq!(episode("3 6"), Some(1));
    assert_eq!(episode("1"), Some(1));
    assert_eq!(episode("1 1"), Some(0));
    assert_eq!(episode("1 3"), None);
}

fn holding(state: &Kalah) -> Vec<&'static str> {
    let (names, bits) = (KalahKnowledge::USUAL.names(), KalahKnowledge::USUAL.holding(state));
    names.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1).map(|(_, &name)| name).collect()
}

#[test]
fn predicates_hold_where_they_should() {
    assert_eq!(holding(&start(6, 4, true)), ["again"]);
    assert_eq!(holding(&after(start(6, 4, true), "3")), ["extra", "ahead"]);
    assert_eq!(holding(&after(start(6, 4, true), "3 6")), ["again", "threatened", "behind"]);
    let stones = |state: Kalah, stones| Kalah { stones, ..state };
    // South's first house captures five seeds; nothing of North's ends in an empty house.
    let capture = stones(position(&[1, 0, 5], &[0, 5, 1]), 2);
    assert_eq!(holding(&capture), ["capture"]);
    // The other way round, it is North who can.
    assert_eq!(holding(&stones(position(&[0, 5, 2], &[1, 0, 4]), 2)), ["threatened"]);
    // A seed that captures nothing but itself is no capture.
    assert!(holding(&stones(position(&[1, 0, 5], &[5, 0, 1]), 2)).is_empty());
    let captured = after(stones(position(&[1, 0, 1], &[0, 9, 1]), 2), "1");
    assert_eq!(pits(&captured), [vec![0, 0, 1, 10], vec![0, 0, 1, 0]]);
    assert_eq!(holding(&captured), ["again", "behind", "decided", "few-seeds"]);
}

#[test]
fn the_evaluation_is_the_difference_of_the_stores() {
    let mut rng = Rng::new(2);
    for (houses, stones) in [(6, 4), (6, 6), (2, 1), (3, 3)].into_iter().cycle().take(400) {
        let mut state = start(houses, stones, rng.below(2) == 0);
        loop {
            let [south, north] = [SOUTH, NORTH].map(|player| KalahKnowledge::USUAL.evaluate(&state, player));
            let [own, other] = pits(&state).map(|row| i32::from(*row.last().unwrap()));
            let over = state.turn() == Turn::Over;
            let value = if over { f64::from((own - other).signum()) } else { (f64::from(own - other) / 10.0).tanh() };
            assert!((f64::from(south) - value).abs() < 1e-6 && north == -south, "{own}:{other} {south} {north}");
            if over {
                break;
            }
            state.apply(state.random_action(&mut rng, &mut Vec::new()));
        }
    }
}

#[test]
fn moves_are_evaluated_as_if_they_were_made() {
    let mut rng = Rng::new(4);
    for (houses, stones) in [(6, 4), (6, 6), (2, 1), (3, 3)].into_iter().cycle().take(400) {
        let mut state = start(houses, stones, rng.below(2) == 0);
        while let Turn::Player(player) = state.turn() {
            let actions = legal(&state);
            let mut values = Vec::new();
            KalahKnowledge::USUAL.evaluate_actions(&state, &actions, &mut values);
            let made = |&action| {
                let mut next = state.clone();
                next.apply(action);
                KalahKnowledge::USUAL.evaluate(&next, player)
            };
            assert_eq!(values, actions.iter().map(made).collect::<Vec<f32>>(), "{:?}", pits(&state));
            state.apply(actions[rng.below(actions.len())]);
        }
    }
}

#[test]
fn an_ended_game_is_worth_the_stores_before_the_sweep() {
    let rules = start(3, 3, true);
    // South's last seed goes to the store, and North keeps nine.
    let before = rules.read("0,0,1/4,3,2 5/3 south").unwrap();
    let ended = after(before, "3");
    assert_eq!(ended.turn(), Turn::Over);
    assert_eq!(pits(&ended), [vec![0, 0, 0, 6], vec![0, 0, 0, 12]]);
    let values = |state: &Kalah| [SOUTH, NORTH].map(|player| KalahKnowledge::USUAL.evaluate_ended(state, player));
    let lead = 0.3_f32.tanh();
    for (value, expected) in values(&ended).into_iter().zip([lead, -lead]) {
        assert!((value - expected).abs() < 1e-6, "{value} {expected}");
    }
    assert_eq!(KalahKnowledge::USUAL.evaluate(&ended, SOUTH), -1.0);
    // The text has what the seeds alone do not tell.
    let text = "0,0,0/0,0,0 6/12 south south:3 swept:north:9";
    assert_eq!(ended.written(), text);
    assert_eq!(rules.read(text).unwrap(), ended);
    let other = rules.read("0,0,0/0,0,0 6/12 south south:3").unwrap();
    assert_ne!(other, ended);
    assert_eq!(other.written(), "0,0,0/0,0,0 6/12 south south:3");
    assert!((values(&other)[0] - (-0.6_f32).tanh()).abs() < 1e-6);
    assert_eq!([&ended, &other].map(|state| state.reward(SOUTH)), [waxwing::Reward::LOSS; 2]);
    // What was swept makes no other position, and is not taken for the player to move.
    assert_eq!(ended.position_hash(), other.position_hash());
    let swept = rules.read("0,0,0/0,0,0 6/12 south swept:south:1").unwrap();
    let turned = rules.read("0,0,0/0,0,0 12/6 north").unwrap();
    assert_ne!(swept.position_hash(), turned.position_hash());
    for wrong in [
        "0,0,0/0,0,0 6/12 south swept:north:13",
        "0,0,0/0,0,0 6/12 south swept:north:0",
        "0,0,0/0,0,0 6/12 south swept:west:1",
        "0,0,0/0,0,0 6/12 south swept:north:1 south:3",
        "0,0,1/4,3,2 5/3 south swept:north:1",
    ] {
        assert!(rules.read(wrong).is_err(), "{wrong}");
    }
}
