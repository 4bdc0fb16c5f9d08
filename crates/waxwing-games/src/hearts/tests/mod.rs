mod database;
mod drawing;
mod hidden;
mod looking;
mod reference;
mod rules;

use waxwing::{Game, Notation, Player, Rng, Turn};

use super::cards::{HEARTS, QUEEN};
use super::{Hearts, HeartsMove, Passing, Rules};

/// The usual rules.
const USUAL: Rules = Rules { limit: 50, ranks: 13, passing: Passing::Cycle, breaking: HEARTS };

/// Rules of all kinds, one for each number.
fn some_rules(number: usize) -> Rules {
    let passing = [Passing::Cycle, Passing::Always(number as u8 / 3 % 4)][number % 2];
    let breaking = if number.is_multiple_of(3) { HEARTS } else { HEARTS | QUEEN };
    Rules { limit: [50, 1, 27, 100][number % 4], ranks: 3 + (number % 11) as u8, passing, breaking }
}

/// The state after these moves, in a game that starts with a deal.
fn after(rules: Rules, moves: &str) -> Hearts {
    moves.split_whitespace().fold(Hearts::with(rules), |mut state, text| {
        let action = state.parse(text).unwrap();
        let is_possible = matches!(state.turn(), Turn::Chance) || state.is_legal(action);
        assert!(is_possible, "{text} in\n{}", state.draw(None));
        state.apply(action);
        state
    })
}

fn legal(state: &Hearts) -> Vec<HeartsMove> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    actions
}

fn legal_texts(state: &Hearts) -> Vec<String> {
    legal(state).into_iter().map(|action| state.format(action)).collect()
}

/// Who is to act.
fn mover(state: &Hearts) -> Option<Player> {
    match state.turn() {
        Turn::Player(player) => Some(player),
        Turn::Chance | Turn::Over => None,
    }
}

/// A random action or outcome.
fn random_step(state: &Hearts, rng: &mut Rng) -> HeartsMove {
    match state.turn() {
        Turn::Player(_) => state.random_action(rng, &mut Vec::new()),
        Turn::Chance | Turn::Over => state.sample_chance(rng),
    }
}

/// Whether counts that should be equal are so, as far as chance allows: by the mean and the deviation of chi-square.
fn are_uniform(counts: &[usize]) -> bool {
    let expected = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
    let statistic: f64 = counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    let freedom = (counts.len() - 1) as f64;
    statistic < freedom + 4.0 * (2.0 * freedom).sqrt() + 10.0
}
