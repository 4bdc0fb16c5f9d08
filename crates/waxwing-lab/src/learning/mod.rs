//! Learning before any game is played: openings that give no player an advantage, how likely the categories of moves
//! are, and what features are worth.

mod categories;
mod features;
mod openings;
mod self_play;

pub use categories::{Counts, learn_categories};
pub use features::{Lessons, learn_features};
pub use openings::{FoundOpenings, OpeningSearch, find_openings};
pub use self_play::SelfPlay;

use waxwing::agent::ExpressionError;
use waxwing_workshop::ThinkError;

/// Why nothing can be learned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LearningError {
    /// The game cannot serve the agent.
    #[error(transparent)]
    Agent(#[from] ExpressionError),
    /// The agent's search failed.
    #[error(transparent)]
    Search(#[from] ThinkError),
    /// The game has no categories of moves.
    #[error("`{game}` has no categories of moves to learn about")]
    NoCategories {
        /// The game.
        game: String,
    },
    /// The game has no features.
    #[error("`{game}` has no features to learn about")]
    NoFeatures {
        /// The game.
        game: String,
    },
    /// An opening is balanced between two players.
    #[error("an opening is balanced between two players; `{game}` has {players}")]
    NotForTwo {
        /// The game.
        game: String,
        /// How many players it has.
        players: usize,
    },
    /// The agent does not say how good its moves are.
    #[error("`{agent}` does not search, so it cannot tell a balanced opening from another")]
    NoValue {
        /// The agent.
        agent: String,
    },
    /// There are fewer openings than were asked for.
    #[error(
        "only {found} of {wanted} openings found: {draws} lines in a row led to a position seen before or gave a player more \
         than {balance}"
    )]
    TooFew {
        /// How many there are.
        found: usize,
        /// How many were asked for.
        wanted: usize,
        /// After how many lines in vain it gave up.
        draws: u64,
        /// How far from one half a value may be.
        balance: f64,
    },
}
