mod beliefs;
mod database;
mod drawing;
mod hidden;
mod looking;
mod reference;
mod rules;

use waxwing::{Game, Notation, Player, Rng, Turn};

use super::cards::{HEARTS, QUEEN};
use super::{Hearts, HeartsMove, Passing, Rules};
use crate::testing::{self, legal};

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
    testing::after(Hearts::with(rules), moves)
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

/// Fails if counts that should be equal are not so, as far as chance allows.
fn assert_uniform(counts: &[usize]) {
    let expected = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
    testing::assert_frequencies(counts.iter().map(|&count| (count, expected)));
}
