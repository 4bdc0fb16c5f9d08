//! Learning before any game is played: openings that give no player an advantage, how likely the categories of moves
//! are, what features are worth, and evaluations.

mod categories;
mod evaluation;
mod features;
mod openings;
mod self_play;

pub use categories::{Counts, learn_categories};
pub use evaluation::{
    Curve, CurvePoint, EvaluationLessons, EvaluationOutcome, LearnedEvaluation, kept_beside, learn_evaluation,
};
pub use features::{Lessons, learn_features};
pub use openings::{FoundOpenings, OpeningSearch, find_openings};
pub use self_play::SelfPlay;

use waxwing::agent::ExpressionError;
use waxwing::knowledge::TeacherError;
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
    /// No evaluation can be learned.
    #[error("no evaluation can be learned for `{game}`: {reason}")]
    NoEvaluation {
        /// The game.
        game: String,
        /// Why.
        reason: TeacherError,
    },
    /// What was kept is of another run.
    #[error(
        "`{file}` is of another game or of other options, or damaged: give the same options, or remove it to begin anew"
    )]
    OtherLessons {
        /// The file.
        file: String,
    },
    /// What was learned cannot be kept.
    #[error("`{file}`, from which learning would go on, cannot be read or written: {reason}")]
    Keeping {
        /// The file.
        file: String,
        /// Why.
        reason: String,
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
