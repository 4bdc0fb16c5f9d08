//! Waxwing: Monte Carlo tree search composed from information capture and reuse strategies.

pub mod agent;
pub mod game;
pub mod knowledge;
mod random;

pub use agent::Expression;
pub use game::{Game, Notation, Player, Reward, Turn};
pub use random::Rng;
