use std::collections::HashMap;

use waxwing::knowledge::{
    Classical as _, Episodes as _, Evaluator as _, Knowledge as _, MoveValues as _, Predicates as _,
};
use waxwing::{Game, Notation, Player, Reward, Rng, Turn};

use super::super::knowledge::FocusKnowledge;
use super::super::{Focus, FocusMove, MOST_PLIES};
use super::reference::Reference;
use super::{KINDS, choose, position, states};
use crate::testing::{after, assert_frequencies, legal};

fn values(state: &Focus) -> Vec<f32> {
    let mut values = Vec::new();
    FocusKnowledge.value_actions(state, &legal(state), &mut values);
    values
}

/// The actions of the greatest value.
fn best(state: &Focus) -> Vec<FocusMove> {
    let values = values(state);
    let most = values.iter().copied().fold(f32::MIN, f32::max);
    legal(state).into_iter().zip(values).filter(|&(_, value)| value == most).map(|(action, _)| action).collect()
}

#[test]
fn moves_are_worth_what_making_them_shows() {
    for (players, reserve) in KINDS {
        let (mut rng, mut compared) = (Rng::new(players as u64), 0);
        for game in 0..12 {
            let mut state = Focus::new(players, reserve).unwrap();
            let mut reference = Reference::new(players, reserve);
            while state.turn() != Turn::Over {
                if rng.below(8) == 0 {
                    for (action, value) in legal(&state).into_iter().zip(values(&state)) {
                        let expected = reference.value(&state.format(action)) as f32 / (players - 1) as f32;
                        assert_eq!(value, expected, "{} in\n{}", state.format(action), state.draw(None));
                        compared += 1;
                    }
                }
                let action = choose(&state, [0.0, 0.5, 0.95][game % 3], &mut rng);
                reference.apply(&state.format(action));
                state.apply(action);
            }
        }
        assert!(compared > 10_000, "{compared}");
    }
}

#[test]
fn the_greediest_move_has_the_greatest_value() {
    for (players, reserve) in KINDS {
        let states = states(players, reserve, 60, 3);
        let mut rng = Rng::new(5);
        assert!(states.len() > 5000);
        for state in states {
            let best = best(&state);
            let drawn = FocusKnowledge.draw_best(&state, &mut rng).unwrap();
            assert!(best.contains(&drawn), "{} in\n{}", state.format(drawn), state.draw(None));
        }
    }
}

#[test]
fn all_greediest_moves_are_drawn_equally_often() {
    for (players, reserve) in KINDS {
        let mut rng = Rng::new(6);
        for state in states(players, reserve, 9, 67) {
            let (best, mut counts) = (best(&state), HashMap::new());
            let draws = 60 * best.len();
            for _ in 0..draws {
                *counts.entry(state.greediest(&mut rng)).or_insert(0) += 1;
            }
            assert_eq!(counts.len(), best.len(), "{}", state.draw(None));
            if best.len() > 1 {
                assert_frequencies(best.iter().map(|action| (counts[action], 60.0)));
            }
        }
    }
}

#[test]
fn moves_of_all_kinds_can_be_the_greediest() {
    let greediest = |players, stacks: &str, reserve| {
        let state = position(players, stacks, [reserve, 0, 0, 0]);
        let mut texts: Vec<String> = best(&state).iter().map(|&action| state.format(action)).collect();
        texts.sort();
        let mut rng = Rng::new(1);
        assert!((0..50).all(|_| texts.contains(&state.format(state.greediest(&mut rng)))));
        texts.join(" ")
    };
    // A capture, and the same from the reserve, which leaves no square.
    assert_eq!(greediest(2, "d4:BBBBB d5:A h6:B", 0), "d5-d4");
    assert_eq!(greediest(2, "d4:BBBBB d5:A h6:B", 1), "*d4");
    // Two players: an own piece back to the reserve for a stack is worth less than another's stack covered.
    assert_eq!(greediest(2, "d4:ABBBA d5:BA e5:AA f5:B h6:B", 0), "e5-f5");
    // Three players: it is worth the same.
    assert_eq!(greediest(3, "d4:ABBBA d5:BA e5:AA f5:B h6:C", 0), "d5-d4 e5-f5");
    // With nothing of one's own beneath, it is better to leave a square than to yield a stack.
    assert_eq!(greediest(2, "c1:BA c2:A b2:A d1:A d2:B", 0), "c2-d2 d1-d2");
}

#[test]
fn evaluations_of_actions_are_those_of_the_states_behind_them() {
    for (players, reserve) in KINDS {
        for mut state in states(players, reserve, 24, 11) {
            for plies in [state.plies, MOST_PLIES - 1] {
                state.plies = plies;
                let Turn::Player(mover) = state.turn() else { unreachable!("the game lasts") };
                let (actions, mut values) = (legal(&state), Vec::new());
                FocusKnowledge.evaluate_actions(&state, &actions, &mut values);
                let ends: Vec<Focus> = actions.iter().map(|&action| applied(&state, action)).collect();
                let expected: Vec<f32> = ends.iter().map(|end| FocusKnowledge.evaluate(end, mover)).collect();
                assert_eq!(values, expected, "{}", state.draw(None));
                let won = |end: &Focus| end.turn() == Turn::Over && end.reward(mover) == Reward::WIN;
                assert_eq!(FocusKnowledge.winning_action(&state, &actions), ends.iter().position(won));
                let captures = |&(_, end): &(&FocusMove, &Focus)| end.captured != state.captured;
                let noisy: Vec<FocusMove> = actions.iter().zip(&ends).filter(captures).map(|(&a, _)| a).collect();
                let mut found = Vec::new();
                FocusKnowledge.noisy_actions(&state, &mut found);
                assert_eq!(found, noisy);
            }
        }
    }
}

fn applied(state: &Focus, action: FocusMove) -> Focus {
    let mut after = state.clone();
    after.apply(action);
    after
}

#[test]
fn a_lead_is_worth_points_and_a_won_game_the_most() {
    let evaluate = |state: &Focus, player| FocusKnowledge.evaluate(state, Player(player));
    // 4 and 1 captured, 2 and 0 in reserve, 3 and 2 stacks.
    let stacks = "d4:B d3:A e5:A f5:BA c8:AB";
    let state = Focus { captured: [4 << 8, 1, 0, 0], ..position(2, stacks, [2, 0, 0, 0]) };
    assert_eq!([0, 1].map(|player| evaluate(&state, player)), [37.0, -37.0]);
    // Of three players the best captures count, and the mean of the rest: stacks 3, 2 and 1, reserves 2, 0 and 1.
    let stacks = format!("{stacks} e8:C");
    let state = Focus { captured: [4 << 8, 1, 2, 0], ..position(3, &stacks, [2, 0, 1, 0]) };
    assert_eq!([0, 1, 2].map(|player| evaluate(&state, player)), [26.0, -34.5, -21.5]);
    let won = after(position(2, "d4:B d3:A", [0; 4]), "d3-d4");
    assert_eq!([0, 1].map(|player| FocusKnowledge.scale(evaluate(&won, player))), [1.0, -1.0]);
    assert!(FocusKnowledge.scale(37.0) < 0.9 && FocusKnowledge.scale(37.0) > 0.8);
}

#[test]
fn episodes_begin_at_the_start_and_after_pieces_are_taken() {
    let episode = |state: &Focus| FocusKnowledge.episode(state);
    let state = Focus::new(2, 1).unwrap();
    assert_eq!(episode(&state), Some(0));
    assert_eq!(episode(&after(state, "b7-b6")), None);
    let taken = after(position(2, "d4:BBBBB d5:A h6:B", [0; 4]), "d5-d4");
    assert_eq!(episode(&taken), Some(1));
    assert_eq!(episode(&after(taken, "h6-h5")), None);
}

#[test]
fn predicates_say_how_the_mover_stands() {
    let holding = |state: &Focus| {
        let holds = FocusKnowledge.holding(state);
        let names = FocusKnowledge.names().into_iter().enumerate();
        names.filter(|(i, _)| holds >> i & 1 == 1).map(|(_, name)| name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(holding(&Focus::new(2, 1).unwrap()), "");
    let state = Focus { captured: [1 << 8, 0, 0, 0], ..position(2, "d4:BBBBB d5:A e5:A h6:AAAAA", [1, 0, 0, 0]) };
    assert_eq!(holding(&state), "taking reserve ahead most-stacks full others-full");
    assert_eq!(holding(&after(state, "e5-e6")), "others-reserve behind full others-full");
}
