//! Promises that a game must keep, where a search finds one broken.
//!
//! A broken promise can come to light in the innermost loop, many calls below the search. It leaves that loop by unwinding
//! with the promise as the payload, so that the loops themselves carry no results to check; the agent catches it and
//! returns it as an error. No message is printed on the way. (Where panics abort, this aborts too.)

use super::{Game, Player, Turn};

/// A promise that a game has broken. [`check_game`](super::check_game) finds the moves that lead there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BrokenPromise {
    /// A player is to move, and there is no action to choose from.
    #[error("the game lists no action although {} is to move", acting(*.0))]
    NoActions(Turn),
    /// Chance is to decide, and drew an outcome that it does not list.
    #[error("the game draws a chance outcome that it does not list")]
    UnlistedOutcome,
    /// A determinization has another player to move, or another number of players.
    #[error("a determinization for player {observer} has {} to move, the position itself does not", acting(*.turn))]
    Determinization {
        /// The searching player, who is to move in the position.
        observer: Player,
        /// Who is to move in the determinization.
        turn: Turn,
    },
}

fn acting(turn: Turn) -> String {
    match turn {
        Turn::Player(player) => format!("player {player}"),
        Turn::Chance => "chance".into(),
        Turn::Over => "no one".into(),
    }
}

impl BrokenPromise {
    /// Leaves the search with this promise.
    #[cold]
    #[inline(never)]
    pub(crate) fn raise(self) -> ! {
        std::panic::resume_unwind(Box::new(self))
    }
}

/// Fills the buffer with the legal actions. Raises [`BrokenPromise::NoActions`] if there are none.
#[inline]
pub(crate) fn list_legal<G: Game>(state: &G, actions: &mut Vec<G::Action>) {
    actions.clear();
    state.legal_actions(actions);
    if actions.is_empty() {
        BrokenPromise::NoActions(state.turn()).raise();
    }
}

/// Fills the buffer with the actions that playouts choose from. Raises [`BrokenPromise::NoActions`] if there are none.
#[inline]
pub(crate) fn list_playout<G: Game>(state: &G, actions: &mut Vec<G::Action>) {
    actions.clear();
    state.playout_actions(actions);
    if actions.is_empty() {
        BrokenPromise::NoActions(state.turn()).raise();
    }
}
