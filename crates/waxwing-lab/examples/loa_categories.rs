//! Writes the probabilities of the categories of moves in Lines of Action again, from games of `uct` against itself.

use std::path::Path;

use waxwing::{Agent, Game, Limits, Rng, Turn};
use waxwing_games::LinesOfAction;
use waxwing_lab::learning::categories::Counts;

const GAMES: u64 = 300;
const ITERATIONS: u64 = 200;
const SEED: u64 = 2010;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = LinesOfAction::new();
    let mut agent = Agent::parse("uct", &start)?;
    let limits = Limits::iterations(ITERATIONS).threads(1);
    let mut counts = Counts::new(LinesOfAction::knowledge().category_probabilities().len());
    let mut positions = 0;
    for game in 0..GAMES {
        let mut state = start.clone();
        while state.turn() != Turn::Over {
            let chosen = agent.search(&state, Rng::derive(SEED, game << 16 | positions), &limits).best;
            counts.add(&state, chosen);
            state.apply(chosen);
            positions += 1;
        }
    }
    let text = format!(
        "# How likely a move of each category is to be played where one is available.\n\
         # Written by `cargo run --release -p waxwing-lab --example loa_categories`: {positions} positions of {GAMES} games of\n\
         # `uct` against itself, at {ITERATIONS} iterations, with the seed {SEED}.\n\
         # category | (played + 1) / (available + 20) | played | available\n{counts}"
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../waxwing-games/src/lines_of_action/mia/categories.txt");
    std::fs::write(path, text)?;
    println!("{positions} positions");
    Ok(())
}
