use std::collections::{BTreeMap, BTreeSet};

use waxwing::knowledge::{Attributes as _, Categories, Classical as _, Episodes as _, Knowledge as _, Predicates as _};
use waxwing::{Game, Notation, Reward, Rng, Turn};

use super::super::knowledge::LinesOfActionKnowledge;
use super::{
    LinesOfAction, LinesOfActionMove, MOST_PLIES, Rules, after, all_rules, list, position, random_position, start,
};
use crate::testing::legal;

#[test]
fn an_episode_starts_at_the_beginning_and_after_a_capture() {
    let episode = |moves| LinesOfActionKnowledge.episode(&after(LinesOfAction::new(), moves));
    assert_eq!(episode(""), Some(0));
    assert_eq!(episode("d1-d3"), None);
    assert_eq!(episode("c1xa3"), Some(1));
    assert_eq!(episode("c1xa3 a4-c4"), None);
    assert_eq!(episode("d1-d3 a3xc1"), Some(0));
}

#[test]
fn predicates_hold_where_they_should() {
    let names = LinesOfActionKnowledge.names();
    let holding = |state: &LinesOfAction| -> Vec<&str> {
        let bits = LinesOfActionKnowledge.holding(state);
        names.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1).map(|(_, &name)| name).collect()
    };
    let state = LinesOfAction::new();
    assert_eq!(holding(&state), ["capture", "few-groups", "other-few-groups"]);
    assert_eq!(holding(&after(state.clone(), "c1xa3")), ["capture", "behind"]);
    let quiet = "d1-d3 a4-c4 e1-e3 a5-c5 d3-d1 c4-a4 e3-e1 h5-f5";
    assert_eq!(holding(&after(state, quiet)).last(), Some(&"quiet"));
    let centred = position("c3 d4 f5 h1", "a2 a8 h6", Rules::USUAL);
    assert_eq!(holding(&centred), ["ahead", "few-pieces", "centred"]);
    for size in 4..=8 {
        let centre = start(size, Rules::USUAL).centre();
        let width = u32::from(size - size / 4 * 2);
        assert_eq!(centre.count_ones(), width * width);
    }
}

#[test]
fn a_winning_action_is_found_where_there_is_one() {
    let mut rng = Rng::new(21);
    let (mut found, mut none) = (0, 0);
    for (size, rules) in [8, 5, 6, 4, 7].into_iter().cycle().zip(all_rules().cycle()).take(6000) {
        let (mut state, _) = random_position(&mut rng, size, rules);
        state.plies = if rng.below(20) == 0 { MOST_PLIES - 1 } else { 0 };
        let actions = legal(&state);
        let wins = |&action: &LinesOfActionMove| {
            let mut after = state.clone();
            after.apply(action);
            after.turn() == Turn::Over && after.reward(waxwing::Player(0)) == Reward::WIN
        };
        let expected = actions.iter().position(wins);
        assert_eq!(LinesOfActionKnowledge.winning_action(&state, &actions), expected, "{}", state.draw(None));
        *(if expected.is_some() { &mut found } else { &mut none }) += 1;
    }
    assert!(found > 500 && none > 500, "{found} {none}");
    let stuck = position("b1 a2 b2 g8 h7 e7", "a1 h8", Rules { stuck_loses: true, ..Rules::USUAL });
    let action = stuck.parse("e7-g7").unwrap();
    assert_eq!(LinesOfActionKnowledge.winning_action(&stuck, &[action]), Some(0));
    let over = after(stuck, "e7-g7");
    assert_eq!(LinesOfActionKnowledge.winning_action(&over, &[action]), None);
}

fn categorize(state: &LinesOfAction, actions: &[LinesOfActionMove], categories: &mut Vec<u16>) {
    let category = Categories::of(state.knowledge()).unwrap().attribute;
    LinesOfActionKnowledge.describe(category, state, actions, categories);
}

#[test]
fn every_move_has_a_category_with_a_probability() {
    let probabilities = Categories::of(LinesOfAction::new().knowledge()).unwrap().probabilities.to_vec();
    assert!(probabilities.iter().all(|&probability| probability > 0.0 && probability < 1.0));
    let mut rng = Rng::new(22);
    for size in (4..=8).cycle().take(500) {
        let (state, _) = random_position(&mut rng, size, Rules::USUAL);
        let (actions, mut categories) = (legal(&state), Vec::new());
        categorize(&state, &actions, &mut categories);
        assert_eq!(categories.len(), actions.len());
        assert!(categories.iter().all(|&category| usize::from(category) < probabilities.len()));
    }
    let mut categories = Vec::new();
    let actions = ["c1xa3", "d1-d3", "b1-h1"].map(|text| LinesOfAction::new().parse(text).unwrap());
    categorize(&LinesOfAction::new(), &[actions[0], actions[1], actions[2]], &mut categories);
    // Black's centre of mass is e5, halves rounded up: c1 is four steps from it, a3 too; d3 two; b1 and h1 four.
    assert_eq!(categories, [(25 + 5 + 1) * 13 + 6, (5 + 3) * 13 + 6 + 2, 5 * 13 + 6]);
    categories.clear();
    categorize(&LinesOfAction::new(), &[LinesOfActionMove::PASS], &mut categories);
    assert_eq!(categories, [650]);
}

#[test]
fn noisy_are_captures_that_create_or_break_connections() {
    let noisy = |state: &LinesOfAction| {
        let mut actions = Vec::new();
        LinesOfActionKnowledge.noisy_actions(state, &mut actions);
        actions.into_iter().map(|action| state.format(action)).collect::<BTreeSet<_>>()
    };
    // On c1 the piece touches its own on d2; the white one there was alone.
    let joins = position("a1 d2 h8", "c1 f6 g3", Rules::USUAL);
    assert_eq!(noisy(&joins), list("a1xc1"));
    // Without c1 there is nothing between b2 and d2.
    let breaks = position("a1 h8 h5", "c1 b2 d2 g3", Rules::USUAL);
    assert_eq!(noisy(&breaks), list("a1xc1"));
    let neither = position("a1 h8 h5", "c1 f6 g3", Rules::USUAL);
    assert!(legal(&neither).iter().any(|&action| neither.format(action) == "a1xc1"));
    assert_eq!(noisy(&neither), list(""));
    assert_eq!(noisy(&after(position("a1 c2 d2", "c1 f6", Rules::USUAL), "a1xc1")), list(""));
}

#[test]
fn a_null_move_changes_nothing_but_the_turn() {
    let state = after(LinesOfAction::new(), "d1-d3");
    let null = LinesOfActionKnowledge.after_null_move(&state).unwrap();
    assert_eq!((null.board.own, null.board.other), (state.board.other, state.board.own));
    assert_eq!((null.turn(), null.plies), (Turn::Player(waxwing::Player(0)), 2));
    assert_eq!(null.history.count(), 2, "as after a pass");
    assert!(LinesOfActionKnowledge.after_null_move(&after(null, "e1-e3")).is_some());
    for rules in all_rules() {
        let stuck = position("b1 a2 b2 g8 h7 g7", "a1 h8", rules);
        assert_eq!(LinesOfActionKnowledge.after_null_move(&stuck).is_none(), rules.stuck_loses);
        let over = after(position("a1 c2 d2", "c8 f6", rules), "a1-b1");
        assert!(LinesOfActionKnowledge.after_null_move(&over).is_none());
    }
}

#[test]
fn positions_have_the_same_hash_only_if_they_are_the_same() {
    let hash = |moves| after(LinesOfAction::new(), moves).position_hash().unwrap();
    assert_eq!(hash("d1-d3 a4-c4 e1-e3"), hash("e1-e3 a4-c4 d1-d3"));
    let mut rng = Rng::new(23);
    let mut seen = BTreeMap::new();
    for _ in 0..200 {
        let mut state = LinesOfAction::new();
        while state.turn() != Turn::Over {
            for state in [Some(state.clone()), LinesOfActionKnowledge.after_null_move(&state)].into_iter().flatten() {
                let position = (state.board.own, state.board.other, state.board.mover);
                let earlier = seen.insert(state.position_hash(), position);
                assert!(earlier.is_none_or(|earlier| earlier == position));
            }
            state.apply(state.random_action(&mut rng, &mut Vec::new()));
        }
    }
    assert!(seen.len() > 10_000, "{}", seen.len());
}
