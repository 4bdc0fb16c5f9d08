//! The published puzzle that is one of the example set-ups, solved.

use std::collections::HashMap;

use super::super::setup::PUZZLE;
use super::*;

/// Whether the Wardens win whatever the Legion does and chance brings. Both know all pieces; where cards are put down,
/// the Wardens' one must be right against every card of the Legion.
fn wins(state: &Confrontation, table: &mut HashMap<Confrontation, bool>) -> bool {
    if state.turn() == Turn::Over {
        return winner(state) == Some(WARDENS);
    }
    // What has been seen before, and how long ago, changes nothing here.
    let mut key = state.clone();
    key.turns = 0;
    key.suspects = [[0; 16]; 2];
    if let Some(&known) = table.get(&key) {
        return known;
    }
    let next = |text: &String| {
        let mut next = state.clone();
        next.apply(state.parse(text).unwrap());
        next
    };
    let won = match state.turn() {
        Turn::Player(Player(0)) => options(state).iter().any(|text| wins(&next(text), table)),
        _ if state.phase == Phase::LegionCard && !state.sage_fights() => winning_card(state, table).is_some(),
        _ => options(state).iter().all(|text| wins(&next(text), table)),
    };
    table.insert(key, won);
    won
}

/// A card of the Wardens that wins against all cards of the Legion.
fn winning_card(state: &Confrontation, table: &mut HashMap<Confrontation, bool>) -> Option<String> {
    let answers = |legion: &String| {
        let mut next = state.clone();
        next.apply(state.parse(legion).unwrap());
        next
    };
    let legion_cards: Vec<Confrontation> = options(state).iter().map(answers).collect();
    options(&legion_cards[0]).into_iter().find(|card| {
        legion_cards.iter().all(|answered| {
            let mut next = answered.clone();
            next.apply(answered.parse(card).unwrap());
            wins(&next, table)
        })
    })
}

#[test]
fn the_puzzle_is_won_by_force_with_a_squire_who_falls_back() {
    let mut table = HashMap::new();
    assert!(wins(&state(PUZZLE), &mut table));
    let attack = after(PUZZLE, "squire:13 battle:squire-raiders");
    assert_eq!(winning_card(&attack, &mut table), Some("card:fall-back".to_owned()));
    for card in ["1", "2", "3", "sidestep"] {
        let fallen_back = format!("squire:13 battle:squire-raiders card:{card} card:fall-back shows:{card}");
        let state = after(PUZZLE, &fallen_back);
        assert_eq!(options(&state), ["retreat:10", "retreat:11"]);
        assert!(wins(&after(PUZZLE, &format!("{fallen_back} retreat:11")), &mut table));
    }
}

#[test]
fn no_other_first_move_of_the_puzzle_wins() {
    let mut table = HashMap::new();
    let winning: Vec<String> =
        options(&state(PUZZLE)).into_iter().filter(|text| wins(&after(PUZZLE, text), &mut table)).collect();
    assert_eq!(winning, ["squire:13"]);
}
