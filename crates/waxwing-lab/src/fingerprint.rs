//! One number that shows whether searches behave as they did: it changes when the visits of any action of any of a fixed
//! set of small searches change.

use waxwing::{Agent, Limits, Notation, Rng};
use waxwing_games::{Visitor, games};

use crate::bench::first_decision;
use crate::game_text::GameText;

/// The agents that are measured where none are named.
pub const STANDARD_AGENTS: &[&str] =
    &["uct", "rave", "uct > mast", "uct > lgrf", "uct > nast", "uct > epic", "icarus/NRML"];

/// Iterations of each search: enough for a tree of several plies, few enough to take no time.
const ITERATIONS: u64 = 1_000;
const SEED: u64 = 1;

/// The number over all games. Agents that a game cannot serve are left out.
pub fn fingerprint() -> u64 {
    let texts = games().iter().map(GameText::default_of);
    texts.fold(0, |number, game| fold(number, game.to_string().as_bytes(), game.open(Searches)))
}

/// Searches a game's first decision with every standard agent.
struct Searches;

impl Visitor for Searches {
    type Output = u64;

    fn visit<G: Notation>(self, start: G) -> u64 {
        let mut number = 0;
        let start = first_decision(&start, SEED);
        for text in STANDARD_AGENTS {
            let Ok(mut agent) = Agent::parse(text, &start) else { continue };
            let limits = Limits::iterations(ITERATIONS);
            let report = agent.search(&start, SEED, &limits).expect("a player is to move, and our games keep promises");
            for action in &report.actions {
                number = fold(number, start.format(action.action).as_bytes(), action.visits);
            }
        }
        number
    }
}

fn fold(number: u64, text: &[u8], count: u64) -> u64 {
    let number = text.iter().fold(number, |number, &byte| Rng::derive(number, byte.into()));
    Rng::derive(number, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_searches_have_the_same_fingerprint() {
        assert_eq!(fingerprint(), fingerprint());
    }

    #[test]
    fn every_part_of_a_search_counts() {
        let all = [fold(0, b"d3", 5), fold(0, b"d3", 6), fold(0, b"d4", 5), fold(1, b"d3", 5), fold(0, b"3d", 5)];
        for (i, number) in all.iter().enumerate() {
            assert!(!all[..i].contains(number));
        }
    }
}
