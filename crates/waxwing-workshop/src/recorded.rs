//! Games from elsewhere, in the form in which programs for a game exchange records, such as SGF.

use crate::entry::{Options, Text};
use crate::position::Position;

/// How records of a game are read.
pub(crate) struct RecordForm {
    /// What the form is called.
    pub name: Text,
    pub read: ReadRecord,
}

/// Reads the text of a record, which may come from anybody. What the record does not say follows from the options. The message
/// about a text that is refused names its place.
pub type ReadRecord = fn(&str, &Options) -> Result<GameInRecord, String>;

/// A game as its record tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameInRecord {
    /// The options that the record decides, such as the size of the board.
    pub options: Vec<(String, String)>,
    /// Where the moves begin, as a text for a position; nothing if that is the start of the game.
    pub beginning: Option<String>,
    /// The moves, as the game writes them.
    pub moves: Vec<String>,
    /// Who played, in the order of the seats; empty where that is not known.
    pub names: Vec<String>,
    /// The result, as the record writes it; empty if that is not known.
    pub result: String,
}

/// A game that was read from its record.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RecordedGame {
    /// The last position, with the moves that led to it.
    pub position: Position,
    /// Who played, in the order of the seats; empty where that is not known.
    pub names: Vec<String>,
    /// The result, as the record writes it; empty if that is not known.
    pub result: String,
}

/// Why a text is not the record of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// No form of records is known for the game.
    #[error("records of {game} cannot be read: the moves as a text can, one after the other")]
    NoForm {
        /// The game.
        game: String,
    },
    /// The text is no record, or the game that it tells is not possible.
    #[error("this {form} cannot be read: {reason}")]
    Refused {
        /// What the form is called.
        form: String,
        /// What is wrong, with its place.
        reason: String,
    },
}
