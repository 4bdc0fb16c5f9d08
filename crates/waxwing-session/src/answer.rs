//! What is said when something cannot be done.

use waxwing::agent::ExpressionError;
use waxwing_workshop::{AgentError, ThinkError};

use crate::messages::{ErrorView, Say};

/// A refusal, with nothing done.
pub(crate) type Refusal = Box<ErrorView>;

/// What is said at once, or why nothing is.
pub(crate) type Outcome = Result<Vec<Say>, Refusal>;

/// A refusal in one sentence.
pub(crate) fn refusal(message: impl Into<String>) -> Refusal {
    Box::new(ErrorView { message: message.into(), field: None, place: None, help: None })
}

/// Adds which part of the request it is about.
pub(crate) trait About {
    fn about(self, field: impl Into<String>) -> Refusal;
}

impl About for Refusal {
    fn about(mut self, field: impl Into<String>) -> Refusal {
        self.field = Some(field.into());
        self
    }
}

impl From<ExpressionError> for Box<ErrorView> {
    fn from(error: ExpressionError) -> Refusal {
        let span = error.span();
        Box::new(ErrorView {
            message: error.message().to_owned(),
            field: None,
            place: Some((span.start, span.end)),
            help: error.help().map(str::to_owned),
        })
    }
}

impl From<AgentError> for Box<ErrorView> {
    fn from(error: AgentError) -> Refusal {
        match error {
            AgentError::Expression(error) => error.into(),
            other => refusal(other.to_string()),
        }
    }
}

impl From<ThinkError> for Box<ErrorView> {
    fn from(error: ThinkError) -> Refusal {
        refusal(error.to_string())
    }
}
