//! Waxwing: Monte Carlo tree search composed from information capture and reuse strategies.

pub mod agent;
pub mod game;
mod icarus;
pub mod knowledge;
mod random;
pub mod search;

pub use agent::{Agent, Expression};
pub use game::{Game, Notation, Player, Reward, Turn};
pub use icarus::{Gives, Information, Phase, Record};
pub use random::Rng;
pub use search::{Control, Limits, Report};
