//! One number that shows whether searches behave as they did: it changes when the visits of any action of any of a fixed
//! set of small searches change.

use waxwing::{Agent, Limits, Notation, Rng, Turn};
use waxwing_games::{Visitor, games};

use crate::bench::first_decision;
use crate::game_text::GameText;

/// The agents that are measured where none are named.
pub const STANDARD_AGENTS: &[&str] =
    &["uct", "rave", "uct > mast", "uct > lgrf", "uct > nast", "uct > epic", "icarus/NRML"];

/// Plies of each search, in tree and playouts together: about as many, so that long games take no longer than short ones.
/// All searches together take a few seconds of one core.
const PLIES: u64 = 60_000;
/// Iterations of each search: enough for a tree of several plies.
const ITERATIONS: std::ops::RangeInclusive<u64> = 50..=1_000;
const SEED: u64 = 1;

/// The number over all games. Agents that a game cannot serve are left out.
pub fn fingerprint() -> u64 {
    searched().number
}

/// What fixed searches did.
#[derive(Default)]
struct Searched {
    number: u64,
    plies: u64,
}

fn searched() -> Searched {
    let texts = games().iter().map(GameText::default_of);
    texts.fold(Searched::default(), |all, game| {
        let searched = game.open(Searches);
        let number = fold(all.number, game.to_string().as_bytes(), searched.number);
        Searched { number, plies: all.plies + searched.plies }
    })
}

/// Searches a game's first decision with every standard agent.
struct Searches;

impl Visitor for Searches {
    type Output = Searched;

    fn visit<G: Notation>(self, start: G) -> Searched {
        let mut searched = Searched::default();
        let start = first_decision(&start, SEED);
        let limits = Limits::iterations((PLIES / length(&start)).clamp(*ITERATIONS.start(), *ITERATIONS.end()));
        for text in STANDARD_AGENTS {
            let Ok(mut agent) = Agent::parse(text, &start) else { continue };
            let report = agent.search(&start, SEED, &limits).expect("a player is to move, and our games keep promises");
            searched.plies += report.plies;
            for action in &report.actions {
                searched.number = fold(searched.number, start.format(action.action).as_bytes(), action.visits);
            }
        }
        searched
    }
}

/// The plies of one random game, at least 1.
fn length<G: Notation>(start: &G) -> u64 {
    let (mut state, mut rng, mut buffer) = (start.clone(), Rng::new(SEED), Vec::new());
    let mut plies = 0;
    loop {
        let action = match state.turn() {
            Turn::Player(_) => state.random_action(&mut rng, &mut buffer),
            Turn::Chance => state.sample_chance(&mut rng),
            Turn::Over => return plies.max(1),
        };
        state.apply(action);
        plies += 1;
    }
}

fn fold(number: u64, text: &[u8], count: u64) -> u64 {
    let number = text.iter().fold(number, |number, &byte| Rng::derive(number, byte.into()));
    Rng::derive(number, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change that means to change searches changes this number, and its commit says so.
    const KNOWN: u64 = 0x589b_e5e7_fdb1_7740;

    #[test]
    fn searches_have_the_fingerprint_that_is_known_and_are_short() {
        let searched = searched();
        assert_eq!(searched.number, KNOWN, "{:#018x}", searched.number);
        // One microsecond a ply is slow: it takes a few seconds, and less than a minute in a build without optimization.
        let searches = (games().len() * STANDARD_AGENTS.len()) as u64;
        assert!(searched.plies < 2 * searches * PLIES, "{}", searched.plies);
    }

    #[test]
    fn every_part_of_a_search_counts() {
        let all = [fold(0, b"d3", 5), fold(0, b"d3", 6), fold(0, b"d4", 5), fold(1, b"d3", 5), fold(0, b"3d", 5)];
        for (i, number) in all.iter().enumerate() {
            assert!(!all[..i].contains(number));
        }
    }
}
