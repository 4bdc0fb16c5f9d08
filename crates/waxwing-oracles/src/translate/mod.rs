//! From OpenSpiel's words to Waxwing's notation: one file for each game.
//!
//! A translation knows both programs' texts and where their games are cut differently, and nothing else: no rules of
//! Waxwing's are used in it.

pub mod backgammon;
pub mod breakthrough;
pub mod checkers;
pub mod go;
pub mod hearts;
pub mod kalah;
pub mod lines_of_action;
pub mod othello;

use crate::play::Play;
use crate::transcript::SpielGame;

/// Makes games in Waxwing's notation of some that OpenSpiel has played. Mostly one of one, but a game of several rounds
/// may need several. The error says which of OpenSpiel's words is not understood.
pub type Translation = fn(&[SpielGame]) -> Result<Vec<Play>, String>;
