//! Openings: lines of moves that games begin with, read from a text.
//!
//! A line of the text is an opening in the game's notation, its moves separated by spaces; what follows a `#` is a comment.

use crate::position::Position;
use crate::replay::ReplayError;

/// Lines of moves that groups of games begin with, one after the other and again from the first.
///
/// ```
/// # use waxwing_workshop::doctest::nim;
/// use waxwing_workshop::Openings;
///
/// let start = nim().open("nim(heap=5)")?.start();
/// let openings = Openings::read("mine", "# two openings\n1 2\n3  # the usual one\n", &start)?;
/// assert_eq!(openings.len(), 2);
/// let error = Openings::read("mine", "1 2\n\n3 3", &start).unwrap_err();
/// assert_eq!(error.to_string(), "mine:3: move 2: `3` is not a legal move here; legal: 1, 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Openings {
    name: String,
    lines: Vec<String>,
}

/// Why a text cannot be read as openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningsError {
    /// An opening cannot be played.
    #[error("{name}:{line}: {fault}")]
    Line {
        /// Where the text comes from.
        name: String,
        /// Its line, counted from 1.
        line: usize,
        /// What is wrong with it.
        fault: OpeningFault,
    },
    /// There is no opening in the text.
    #[error("{name}: there are no openings in it")]
    Empty {
        /// Where the text comes from.
        name: String,
    },
}

/// Why a line of moves is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningFault {
    /// It cannot be followed.
    #[error(transparent)]
    Moves(#[from] ReplayError),
    /// Nothing is left to play.
    #[error("the opening ends the game")]
    Over,
    /// It leaves out a deal, so that it is no single position.
    #[error(
        "a deal is left out: an opening is one position, so it has its deals written out as `waxwing state` shows them"
    )]
    Undealt,
}

impl Openings {
    /// Reads openings from a text; `name` is said in the error and in reports.
    pub fn read(name: &str, text: &str, start: &Position) -> Result<Openings, OpeningsError> {
        let mut lines = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let moves = line.split('#').next().unwrap_or_default();
            if !moves.trim().is_empty() {
                let at_line = |fault| OpeningsError::Line { name: name.to_owned(), line: index + 1, fault };
                lines.push(opening(start, moves).map_err(at_line)?);
            }
        }
        let name = name.to_owned();
        if lines.is_empty() { Err(OpeningsError::Empty { name }) } else { Ok(Openings { name, lines }) }
    }
    /// Where they come from.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many there are; at least one.
    #[expect(clippy::len_without_is_empty, reason = "there is no empty set of openings")]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// The opening of a group of games.
    pub(crate) fn of_group(&self, group: u64) -> &str {
        &self.lines[(group % self.lines.len() as u64) as usize]
    }
}

/// The moves of an opening, checked.
fn opening(start: &Position, moves: &str) -> Result<String, OpeningFault> {
    let mut position = start.clone();
    let first = moves.split_whitespace().next().unwrap_or_default();
    // A deal that is left out would be drawn, and what follows may not even be possible after it.
    if start.is_deal() && start.clone().play(first).is_err() {
        return Err(OpeningFault::Undealt);
    }
    position.follow(moves, 0)?;
    if position.len() - start.len() > moves.split_whitespace().count() {
        return Err(OpeningFault::Undealt);
    }
    if position.is_over() { Err(OpeningFault::Over) } else { Ok(moves.trim().to_owned()) }
}
