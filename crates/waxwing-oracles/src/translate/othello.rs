//! Othello. OpenSpiel ends a game when neither player can move; in Waxwing both pass first.

use std::collections::BTreeSet;

use waxwing::{Player, Turn};

use crate::play::{Decision, Offer, Play, win_or_loss};
use crate::transcript::SpielGame;

/// Squares have the same names in both programs, and so has the pass.
pub fn translate(games: &[SpielGame]) -> Result<Vec<Play>, String> {
    games.iter().map(translate_game).collect()
}

fn translate_game(game: &SpielGame) -> Result<Play, String> {
    let mut decisions = Vec::with_capacity(game.states.len() + 2);
    for state in &game.states {
        let player = state.player.ok_or("there is no chance in Othello")?;
        decisions.push(Decision::renamed(player, state, |action| Ok(action.to_owned()))?);
    }
    let discs = 4 + decisions.iter().filter(|decision| decision.chosen != "pass").count();
    let last = game.states.last().and_then(|state| state.player);
    if let (Some(last), true) = (last, discs < 64) {
        decisions.extend([1 - last, last].map(pass));
    }
    Ok(Play { seeds: vec![game.seed], decisions, rewards: Some(win_or_loss(game)) })
}

fn pass(player: u8) -> Decision {
    let pass = || "pass".to_owned();
    Decision { turn: Turn::Player(Player(player)), offer: Offer::Moves(BTreeSet::from([pass()])), chosen: pass() }
}
