//! Writes the probabilities of the categories of moves in Lines of Action again, from games of its evaluation `mia`, two
//! plies deep, against itself.
//!
//! (Games of `uct` with few iterations last four times as long and tell good moves from bad ones hardly at all.)

use std::path::Path;

use waxwing::{Game, Player, Rng, Turn};
use waxwing_games::{LinesOfAction, LinesOfActionMove};
use waxwing_lab::learning::categories::Counts;

const GAMES: u64 = 3000;
const SEED: u64 = 2010;
/// A game begins with so many random plies at least, and with up to as many more. They are not counted.
const RANDOM_PLIES: usize = 4;
/// `mia` among the evaluations.
const EVALUATION: usize = 0;

fn main() -> std::io::Result<()> {
    let mut counts = Counts::new(LinesOfAction::knowledge().category_probabilities().len());
    let mut positions = 0;
    for game in 0..GAMES {
        let mut rng = Rng::new(Rng::derive(SEED, game));
        let mut state = LinesOfAction::new();
        for _ in 0..RANDOM_PLIES + rng.below(RANDOM_PLIES + 1) {
            state.apply(state.random_action(&mut rng, &mut Vec::new()));
        }
        while let Turn::Player(player) = state.turn() {
            let chosen = best(&state, player, &mut rng);
            counts.add(&state, chosen);
            state.apply(chosen);
            positions += 1;
        }
    }
    let text = format!(
        "# How likely a move of each category is to be played where one is available.\n\
         # Written by `cargo run --release -p waxwing-lab --example loa_categories`: {positions} positions of {GAMES} games of the\n\
         # evaluation `mia`, two plies deep, against itself, with the seed {SEED}.\n\
         # category | (played + 1) / (available + 20) | played | available\n{counts}"
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../waxwing-games/src/lines_of_action/mia/categories.txt");
    println!("{positions} positions");
    std::fs::write(path, text)
}

/// The action after which the best reply is the least good; one of them, if there are several.
fn best(state: &LinesOfAction, player: Player, rng: &mut Rng) -> LinesOfActionMove {
    let knowledge = LinesOfAction::knowledge();
    let (mut actions, mut replies, mut values) = (Vec::new(), Vec::new(), Vec::new());
    state.legal_actions(&mut actions);
    rng.shuffle(&mut actions);
    let worst: Vec<f32> = actions
        .iter()
        .map(|&action| {
            let mut after = state.clone();
            after.apply(action);
            if after.turn() == Turn::Over {
                return knowledge.evaluate(EVALUATION, &after, player);
            }
            replies.clear();
            values.clear();
            after.legal_actions(&mut replies);
            knowledge.evaluate_actions(EVALUATION, &after, &replies, &mut values);
            -values.iter().copied().fold(f32::NEG_INFINITY, f32::max)
        })
        .collect();
    let best = (0..actions.len()).max_by(|&a, &b| worst[a].total_cmp(&worst[b]));
    actions[best.expect("there is always an action")]
}
