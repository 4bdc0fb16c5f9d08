//! Positions and games as texts.

use waxwing::Player;

use super::{Beginning, Position};
use crate::replay::ReplayError;

impl Position {
    /// The position as one line of text, which [`OpenGame::read_position`](crate::OpenGame::read_position) reads: where its
    /// moves begin (`start`, or the game's own text), and then the moves. It says everything, what is hidden too. `None` if
    /// the moves begin elsewhere than the game and the game has no text for that.
    ///
    /// ```
    /// # use waxwing_workshop::doctest::nim;
    /// let game = nim().open("nim(heap=5)")?;
    /// let mut position = game.start();
    /// position.follow("2 1", 1)?;
    /// assert_eq!(position.text().as_deref(), Some("start moves 2 1"));
    /// assert_eq!(position.as_start().text().as_deref(), Some("2 stones, player 0 to move"));
    /// assert_eq!(game.read_position("start moves 2 1")?.legal(), ["1", "2"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn text(&self) -> Option<String> {
        let moves = self.moves().join(" ");
        let (beginning, joint) = match self.beginning {
            Beginning::Game => (GAME_START.to_owned(), MOVES),
            Beginning::Elsewhere => (self.beginning()?, THEN),
        };
        Some(if moves.is_empty() { beginning } else { format!("{beginning}{joint}{moves}") })
    }

    /// Where the moves begin, as a text that [`OpenGame::read_position`](crate::OpenGame::read_position) reads; `None` if that
    /// is the start of the game, or a position that the game has no text for.
    pub fn beginning(&self) -> Option<String> {
        match self.beginning {
            Beginning::Game => None,
            Beginning::Elsewhere => self.line.write_start(),
        }
    }

    /// The position of a text, in the game of this one.
    pub(crate) fn read(start: &Position, text: &str) -> Result<Position, PositionError> {
        let text = text.trim();
        let of_game = text.strip_prefix(GAME_START).filter(|rest| rest.is_empty() || rest.starts_with(MOVES));
        let (mut position, moves) = match of_game {
            Some(rest) => (start.clone(), rest.strip_prefix(MOVES).unwrap_or_default()),
            None => {
                let (beginning, moves) = text.rsplit_once(THEN).unwrap_or((text, ""));
                let line = start.line.read_start(beginning).map_err(PositionError::Beginning)?;
                (start.with_line(line), moves)
            }
        };
        position.play_all(moves)?;
        Ok(position)
    }

    /// Makes moves, none of which is left out.
    fn play_all(&mut self, moves: &str) -> Result<(), ReplayError> {
        let mut moves = moves.split_whitespace().enumerate();
        moves.try_for_each(|(index, text)| self.play(text).map_err(|error| ReplayError { number: index + 1, error }))
    }

    /// The game so far in the form in which programs for it exchange records, such as SGF. `names` are those who play;
    /// `resigned` has given up in the end. `None` if the game has no such form.
    pub fn write_game(&self, names: &[String], resigned: Option<Player>) -> Option<String> {
        self.line.write_game(names, resigned)
    }
}

/// What a position's text begins with if its moves begin with the game, and what is before the moves then.
const GAME_START: &str = "start";
const MOVES: &str = " moves ";
/// What is before the moves that follow a text of the game's own, which may have moves in it too.
const THEN: &str = " then ";

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// Where it begins cannot be read, for this reason.
    #[error(
        "{0}; a position is `start` or `start moves …`, or a text of the game's own, with ` then …` behind it where moves follow"
    )]
    Beginning(String),
    /// A move cannot be made.
    #[error(transparent)]
    Moves(#[from] ReplayError),
}
