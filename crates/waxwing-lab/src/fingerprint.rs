//! One number that shows whether searches behave as they did: it changes when the visits of any action of any of a fixed
//! set of small searches change.

use waxwing::{Limits, Rng};
use waxwing_workshop::{OpenGame, Position, Workshop};

use crate::bench::first_decision;

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
pub fn fingerprint(workshop: &Workshop) -> u64 {
    searched(workshop).number
}

/// What fixed searches did.
#[derive(Default)]
struct Searched {
    number: u64,
    plies: u64,
}

fn searched(workshop: &Workshop) -> Searched {
    workshop.games().fold(Searched::default(), |all, entry| {
        let game = workshop.open(&entry.name).expect("a game opens by its name");
        let searched = searched_in(&game);
        let number = fold(all.number, game.text().as_bytes(), searched.number);
        Searched { number, plies: all.plies + searched.plies }
    })
}

fn searched_in(game: &OpenGame) -> Searched {
    let mut searched = Searched::default();
    let start = first_decision(game, SEED);
    let limits = Limits::iterations((PLIES / length(&start)).clamp(*ITERATIONS.start(), *ITERATIONS.end()));
    for text in STANDARD_AGENTS {
        let Ok(mut agent) = game.agent(text) else { continue };
        let thought =
            agent.search(&start, SEED, &limits).expect("a player is to move, and the game keeps its promises");
        searched.plies += thought.plies;
        for action in &thought.actions {
            searched.number = fold(searched.number, action.action.as_bytes(), action.visits);
        }
    }
    searched
}

/// The plies of a random game.
fn length(start: &Position) -> u64 {
    let (mut position, mut rng) = (start.clone(), Rng::new(SEED));
    while !position.is_over() {
        position.play_random(&mut rng);
    }
    ((position.len() - start.len()) as u64).max(1)
}

fn fold(number: u64, text: &[u8], count: u64) -> u64 {
    let number = text.iter().fold(number, |number, &byte| Rng::derive(number, byte.into()));
    Rng::derive(number, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use waxwing_games::standard;

    /// A change that means to change searches changes this number, and its commit says so.
    const KNOWN: u64 = 0x589b_e5e7_fdb1_7740;

    #[test]
    fn searches_have_the_fingerprint_that_is_known_and_are_short() {
        let searched = searched(&standard());
        assert_eq!(searched.number, KNOWN, "{:#018x}", searched.number);
        // One microsecond a ply is slow: it takes a few seconds, and less than a minute in a build without optimization.
        let searches = (standard().games().count() * STANDARD_AGENTS.len()) as u64;
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
