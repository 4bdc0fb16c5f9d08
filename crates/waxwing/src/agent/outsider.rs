//! A player that is no part of this library, at the table like any other.

use std::sync::atomic::AtomicBool;

use crate::game::Game;
use crate::thinking::{GaveUp, Limits};

/// A player from outside: a program behind a pipe, a person, a player of the developer's own. [`Agent::outsider`] gives it a
/// seat.
///
/// [`Agent::outsider`]: super::Agent::outsider
pub trait Outsider<G: Game>: Send {
    /// Sits down to a new game.
    fn start(&mut self, game: &G, seed: u64);

    /// Is told of a move, its own included: what it saw of it, and the state that it led to.
    fn observe(&mut self, seen: Option<G::Action>, after: &G);

    /// Chooses a legal action, or gives the game up. It should give up soon after `stop` is set.
    fn choose(&mut self, position: &G, limits: &Limits, stop: Option<&AtomicBool>) -> Result<G::Action, GaveUp>;
}
