//! Why a search gives no report.

use crate::game::{BrokenPromise, MAX_PLAYERS, Turn};

/// Why there is nothing to report of a search.
///
/// ```
/// # use waxwing::doctest::Nim;
/// use waxwing::{Agent, Limits, SearchError, Turn};
///
/// let finished = Nim::new(0);
/// let mut agent = Agent::parse("uct", &finished).unwrap();
/// let error = agent.search(&finished, 1, &Limits::iterations(100)).unwrap_err();
/// assert_eq!(error, SearchError::NoPlayerToMove(Turn::Over));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The game is over, or chance decides: there is nothing to choose.
    #[error("{}: an agent chooses only when a player is to move", why_not(*.0))]
    NoPlayerToMove(Turn),
    /// The game has no players, or more than a search can tell apart.
    #[error("the game has {0} players: from 1 to {MAX_PLAYERS} can be searched for")]
    Players(usize),
    /// The player to move is none of the players.
    #[error("player {player} is to move in a game of {players} players, which are counted from 0")]
    NoSuchPlayer {
        /// The player to move.
        player: u8,
        /// How many players the game has.
        players: usize,
    },
    /// The memory limit is below what the agent has before its first iteration.
    #[error("the agent needs at least {least} bytes of memory, {limit} are allowed")]
    Memory {
        /// The bytes that [`Limits::memory`](crate::Limits::memory) allows.
        limit: usize,
        /// The least that it can do with.
        least: usize,
    },
    /// A tree search was given a number of plies.
    #[error("a tree search has no depth budget: give it iterations or time")]
    DepthBudget,
    /// The search has no end of its own, and no way to be stopped.
    #[error(
        "a search until it is stopped needs a way to stop it: give it iterations or time, or a flag in `Control::stop`"
    )]
    NothingStops,
    /// The game broke a promise during the search.
    #[error(transparent)]
    Game(#[from] BrokenPromise),
}

fn why_not(turn: Turn) -> &'static str {
    match turn {
        Turn::Over => "the game is over",
        Turn::Chance => "chance is to decide",
        Turn::Player(_) => "no action is possible",
    }
}
