//! Why moves cannot be made.

use waxwing::Turn;

/// Why a move cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The game does not understand the text.
    #[error("{reason}")]
    Unreadable {
        /// What the game says.
        reason: String,
    },
    /// The move is not possible here.
    #[error("`{text}` is not {what} here; {}", listed(.legal))]
    Illegal {
        /// The text, shortened.
        text: String,
        /// `a legal move`, or `a possible outcome` of a chance event.
        what: &'static str,
        /// What would be possible.
        legal: Vec<String>,
    },
    /// The game has ended before.
    #[error("`{text}` comes after the end of the game")]
    AfterEnd {
        /// The text, shortened.
        text: String,
    },
}

impl MoveError {
    pub(crate) fn unreadable(text: &str, reason: &str) -> MoveError {
        // The game's message quotes the text, which can be of any length.
        MoveError::Unreadable { reason: reason.replace(text, &shortened(text)) }
    }

    pub(crate) fn illegal(text: &str, turn: Turn, legal: Vec<String>) -> MoveError {
        let what = if turn == Turn::Chance { "a possible outcome" } else { "a legal move" };
        MoveError::Illegal { text: shortened(text), what, legal }
    }

    pub(crate) fn after_end(text: &str) -> MoveError {
        MoveError::AfterEnd { text: shortened(text) }
    }
}

/// Why a list of moves cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}: {error}")]
#[non_exhaustive]
pub struct ReplayError {
    /// Which text of the list, counted from 1.
    pub number: usize,
    /// What is wrong with it.
    pub error: MoveError,
}

fn shortened(text: &str) -> String {
    const LENGTH: usize = 40;
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn listed(legal: &[String]) -> String {
    const MOST: usize = 12;
    let shown = legal[..legal.len().min(MOST)].join(", ");
    match legal.len() {
        0..=MOST => format!("legal: {shown}"),
        more => format!("legal: {shown} and {} more", more - MOST),
    }
}
