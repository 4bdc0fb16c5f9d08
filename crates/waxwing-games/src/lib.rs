//! The games of the papers.
//!
//! Where to start reading: to play a game by its name, [`open`]; to use one as a type, its struct below; to see how a
//! game is written, `breakthrough/mod.rs`, with its rules in words at the top, its notation and its knowledge beside it.

mod bits;
mod breakthrough;
mod confrontation;
mod grid;
mod othello;
mod registry;

pub use breakthrough::{Breakthrough, BreakthroughMove};
pub use confrontation::{Confrontation, ConfrontationMove};
pub use othello::{Othello, OthelloMove};
pub use registry::{GameEntry, GameError, OptionEntry, TextValues, Values, Visitor, find, games, open};
