//! A game in Waxwing's notation, as the oracle says it must go.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use waxwing::{Player, Turn};

use crate::transcript::{SpielGame, SpielState};

/// A game to be followed with Waxwing's rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// The seeds of the oracle's games it was made of.
    pub seeds: Vec<u64>,
    /// What happens, in order.
    pub decisions: Vec<Decision>,
    /// The rewards at the end; `None` where the oracle stops and Waxwing's game goes on.
    pub rewards: Option<Vec<f64>>,
}

/// One state of a game and what is done in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// Who acts.
    pub turn: Turn,
    /// What can be done.
    pub offer: Offer,
    /// What is done.
    pub chosen: String,
}

/// What can be done in a state.
#[derive(Clone, Debug, PartialEq)]
pub enum Offer {
    /// A player's legal moves.
    Moves(BTreeSet<String>),
    /// Outcomes of chance with their probabilities.
    Outcomes(BTreeMap<String, f64>),
    /// Outcomes of chance that are too many to list.
    Unlisted,
}

impl Offer {
    /// How many moves or outcomes are listed.
    pub fn len(&self) -> usize {
        match self {
            Offer::Moves(moves) => moves.len(),
            Offer::Outcomes(outcomes) => outcomes.len(),
            Offer::Unlisted => 0,
        }
    }
}

impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Offer::Moves(moves) => f.write_str(&moves.iter().map(String::as_str).collect::<Vec<_>>().join(" ")),
            Offer::Outcomes(outcomes) => {
                let texts: Vec<String> = outcomes.iter().map(|(text, p)| format!("{text}:{p:.4}")).collect();
                f.write_str(&texts.join(" "))
            }
            Offer::Unlisted => f.write_str("outcomes that are not listed"),
        }
    }
}

impl Decision {
    /// A player's choice among moves. The words of the oracle are renamed one by one.
    pub fn renamed(
        player: u8,
        state: &SpielState,
        rename: impl Fn(&str) -> Result<String, String>,
    ) -> Result<Decision, String> {
        let moves: Result<_, _> = state.actions.iter().map(|action| rename(action)).collect();
        Ok(Decision {
            turn: Turn::Player(Player(player)),
            offer: Offer::Moves(moves?),
            chosen: rename(state.action())?,
        })
    }
}

/// The rewards of a game that pays 1, 0 or -1.
pub fn win_or_loss(game: &SpielGame) -> Vec<f64> {
    game.returns.iter().map(|value| (value + 1.0) / 2.0).collect()
}
