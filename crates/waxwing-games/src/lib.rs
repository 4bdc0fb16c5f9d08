//! The games of the papers.
//!
//! Where to start reading: to play a game by its name, [`standard`]; to use one as a type, its struct below; to see how a
//! game is written, `breakthrough/mod.rs`, with its rules in words at the top, its notation and its knowledge beside it.

mod backgammon;
mod breakthrough;
mod checkers;
pub mod chinese_checkers;
mod confrontation;
mod data;
mod dou_di_zhu;
mod focus;
mod go;
mod grid;
mod hand;
mod hearts;
mod kalah;
mod lines_of_action;
mod othello;
mod patterns;
mod position;
mod registry;
mod status;
#[cfg(test)]
mod testing;

use waxwing::bits;

pub use backgammon::{Backgammon, BackgammonMove};
pub use breakthrough::{Breakthrough, BreakthroughMove};
pub use checkers::{Checkers, CheckersMove};
pub use chinese_checkers::{ChineseCheckers, ChineseCheckersMove};
pub use confrontation::{Confrontation, ConfrontationMove};
pub use data::provide_learned;
pub use dou_di_zhu::{DouDiZhu, DouDiZhuMove};
pub use focus::{Focus, FocusMove};
pub use go::{Go, GoMove, GoRecord, GoStep, SgfError};
pub use hearts::{Hearts, HeartsCard, HeartsDeal, HeartsMove, HeartsThree, hearts_round_scores};
pub use kalah::{Kalah, KalahMove};
pub use lines_of_action::{LINES_OF_ACTION_FEATURES, LinesOfAction, LinesOfActionMove};
pub use othello::{Othello, OthelloMove};
pub use registry::standard;
