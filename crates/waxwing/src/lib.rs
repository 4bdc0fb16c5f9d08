//! Waxwing: Monte Carlo tree search composed from information capture and reuse strategies.
//!
//! Where to start reading:
//! - to give a game a player, [`Game`] and [`Agent`];
//! - to compose agents, [`Expression`] and [`agent::catalogue`];
//! - to write a strategy, [`strategy`];
//! - to see how a search works, [`search`], which points at the files in order.

pub mod agent;
pub mod bits;
mod classical;
#[doc(hidden)]
pub mod doctest;
pub mod game;
mod icarus;
pub mod knowledge;
pub mod panics;
mod random;
mod ranked;
pub mod search;
pub mod strategy;
pub mod thinking;
pub mod time;

pub use agent::{Agent, Expression};
pub use game::{Game, Notation, Player, Reward, Turn};
pub use icarus::{Gives, Information, Phase, Record};
pub use random::Rng;
pub use thinking::{Budget, Control, Limits, Report, SearchError};

/// The README's example is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// So is the strategy of this page.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/writing-a-strategy.md")]
struct WritingAStrategy;
