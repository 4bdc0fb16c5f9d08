//! What holds in every state of random games.

use std::collections::HashMap;

use waxwing::{Game, Player, Reward, Rng, Turn};

use super::super::action::Roll;
use super::super::board::Side;
use super::super::{Backgammon, BackgammonMove};
use super::{legal, outcomes};

/// The places of all checkers of a side.
fn checkers(side: &Side) -> Vec<u8> {
    (0..=25).flat_map(|point| std::iter::repeat_n(point, usize::from(side.count(point)))).collect()
}

fn for_states_of_random_games(count: usize, mut visit: impl FnMut(&Backgammon)) {
    let mut rng = Rng::new(8);
    for game in 0..count {
        let mut state = if game % 2 == 0 { Backgammon::new() } else { Backgammon::small(1 + game / 2 % 15).unwrap() };
        let mut buffer = Vec::new();
        loop {
            visit(&state);
            let action = match state.turn() {
                Turn::Player(_) => state.random_action(&mut rng, &mut buffer),
                Turn::Chance => state.sample_chance(&mut rng),
                Turn::Over => break,
            };
            state.apply(action);
        }
    }
}

#[test]
fn no_checker_is_lost_and_no_point_is_shared() {
    for_states_of_random_games(400, |state| {
        let [white, black] = &state.sides;
        assert_eq!(checkers(white).len(), checkers(black).len());
        assert!((1..=24).all(|point| white.count(point) == 0 || black.count(25 - point) == 0));
        for (side, other) in [(white, black), (black, white)] {
            let held = |point: &u8| (1..=24).contains(point) && side.count(*point) >= 2;
            let blots = |point: &u8| (1..=24).contains(point) && side.count(*point) == 1;
            let seen = |points: Vec<u8>| points.into_iter().fold(0, |bits, point| bits | 1 << (25 - point));
            assert_eq!(side.held(), seen((0..=25).filter(held).collect()));
            assert_eq!(side.blots(), seen((0..=25).filter(blots).collect()));
            assert_eq!(side.pips(), checkers(side).into_iter().map(u16::from).sum::<u16>());
            assert_eq!(side.is_home(), checkers(side).iter().all(|&point| point <= 6));
            assert!(!(side.is_done() && other.is_done()));
        }
    });
}

#[test]
fn exactly_the_listed_actions_are_legal() {
    for_states_of_random_games(60, |state| {
        let listed = legal(state);
        let steps = (0..=25).flat_map(|source| (1..=6).map(move |die| BackgammonMove::step(source, die)));
        let rolls = Roll::all(true).map(|(roll, _)| BackgammonMove::from(roll));
        for action in steps.chain(rolls).chain([BackgammonMove::NONE]) {
            assert_eq!(state.is_legal(action), listed.contains(&action));
        }
    });
}

#[test]
fn games_end_long_before_they_are_drawn() {
    for_states_of_random_games(600, |state| assert!(state.turns < 600));
}

#[test]
fn a_playout_makes_the_choices_of_random_action_and_sample_chance() {
    for seed in 0..300 {
        let start = Backgammon::with_options(1 + (seed % 15) as u8, seed % 2 == 0);
        let (mut quick, mut quick_rng) = (start.clone(), Rng::new(seed));
        let (mut slow, mut slow_rng) = (start, Rng::new(seed));
        let mut plies = 0;
        loop {
            let action = match slow.turn() {
                Turn::Player(_) => slow.random_action(&mut slow_rng, &mut Vec::new()),
                Turn::Chance => slow.sample_chance(&mut slow_rng),
                Turn::Over => break,
            };
            slow.apply(action);
            plies += 1;
        }
        assert_eq!(quick.playout(&mut quick_rng, &mut Vec::new(), u32::MAX), plies);
        assert_eq!(quick, slow);
        assert_eq!(quick_rng.next_u64(), slow_rng.next_u64());
    }
}

#[test]
fn rolls_are_drawn_with_the_probabilities_that_are_listed() {
    const DRAWS: usize = 36_000;
    let mut rng = Rng::new(4);
    for state in [Backgammon::new(), Backgammon::with_options(15, true)] {
        let mut counts: HashMap<BackgammonMove, f64> = HashMap::new();
        (0..DRAWS).for_each(|_| *counts.entry(state.sample_chance(&mut rng)).or_default() += 1.0);
        let mut listed = Vec::new();
        state.chance_outcomes(&mut listed);
        assert_eq!(counts.len(), listed.len());
        for (roll, probability) in listed {
            let expected = probability * DRAWS as f64;
            assert!((counts[&roll] - expected).abs() < 5.0 * expected.sqrt(), "{roll:?}");
        }
    }
}

/// The probability that White wins if both players move at random.
fn chance_of_white(state: &Backgammon, known: &mut HashMap<Backgammon, f64>) -> f64 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let mut after = |action| {
        let mut next = state.clone();
        next.apply(action);
        // The turns played make no difference to a game that ends so soon.
        next.turns = next.turns.min(1);
        chance_of_white(&next, known)
    };
    let value = match state.turn() {
        Turn::Over => state.reward(Player(0)).value(),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            state.chance_outcomes(&mut outcomes);
            outcomes.into_iter().map(|(roll, probability)| probability * after(roll)).sum()
        }
        Turn::Player(_) => {
            let actions = legal(state);
            let count = actions.len() as f64;
            actions.into_iter().map(|action| after(action) / count).sum()
        }
    };
    known.insert(state.clone(), value);
    value
}

#[test]
fn playouts_win_as_often_as_chance_says() {
    const PLAYOUTS: u32 = 40_000;
    let start = Backgammon::small(1).unwrap();
    let chance = chance_of_white(&start, &mut HashMap::new());
    let mut rng = Rng::new(2);
    let won = (0..PLAYOUTS).filter(|_| {
        let mut state = start.clone();
        state.playout(&mut rng, &mut Vec::new(), u32::MAX);
        state.reward(Player(0)) == Reward::WIN
    });
    let won = won.count() as f64 / f64::from(PLAYOUTS);
    let error = (chance * (1.0 - chance) / f64::from(PLAYOUTS)).sqrt();
    assert!((won - chance).abs() < 4.0 * error, "{won} {chance}");
    assert_eq!(outcomes(&start).len(), 15);
}
