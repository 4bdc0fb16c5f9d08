//! A game in a file: everything that is needed to go on with it, with the same dice.

use std::path::Path;

use serde::{Deserialize, Serialize};
use waxwing_workshop::{OpenGame, Position};

use crate::failure::Failure;
use crate::output;

/// The form of these files.
const FORM: u32 = 1;

/// What a file says about a game.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGame {
    /// The form of the file.
    pub waxwing_game: u32,
    /// The game with its options.
    pub game: String,
    /// The person's seat.
    pub seat: u8,
    /// The agents of the other seats, in their order.
    pub agents: Vec<String>,
    /// What everything random follows from; a text, since files hold no whole numbers of 64 bits.
    pub seed: String,
    /// Where the game began, if that is not its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// All moves and what chance did, also what is hidden from the person.
    pub moves: String,
}

impl SavedGame {
    /// The state of a game after its moves.
    pub fn new(position: &Position, seat: u8, agents: Vec<String>, seed: u64) -> SavedGame {
        SavedGame {
            waxwing_game: FORM,
            game: position.game_text().to_owned(),
            seat,
            agents,
            seed: seed.to_string(),
            position: position.beginning(),
            moves: position.moves().join(" "),
        }
    }

    /// Writes the file, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let text = toml::to_string(self).map_err(Failure::failed)?;
        output::write_whole(path, text.as_bytes())
    }

    /// Reads a file. Fails if it is no saved game, or one of a form that is not known here.
    pub fn read(path: &Path) -> Result<SavedGame, Failure> {
        let name = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| Failure::usage(format!("{name}: {error}")))?;
        let saved: SavedGame =
            toml::from_str(&text).map_err(|error| Failure::usage(format!("{name} is no saved game: {error}")))?;
        match saved.waxwing_game {
            FORM => Ok(saved),
            form => Err(Failure::usage(format!("{name} has form {form}, and only {FORM} is known"))),
        }
    }

    /// The seed.
    pub fn seed(&self) -> Result<u64, Failure> {
        self.seed.parse().map_err(|_| Failure::usage(format!("`{}` is no seed", self.seed)))
    }

    /// Where the game began.
    pub fn beginning(&self, game: &OpenGame) -> Result<Position, Failure> {
        self.position.as_ref().map_or_else(|| Ok(game.start()), |text| game.read_position(text).map_err(Failure::usage))
    }
}
