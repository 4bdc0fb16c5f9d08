//! Why an agent does nothing.

use waxwing::SearchError;
use waxwing::agent::ExpressionError;

/// Why an expression did not become a choice in a position.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// The game cannot serve it.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    /// Its search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
}
