//! A game in a file: everything that is needed to go on with it, with the same dice and the same answers.

use std::path::Path;

use serde::{Deserialize, Serialize};
use waxwing::Budget;
use waxwing_workshop::{OpenGame, Position, Table};

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
    /// How much agents think that do not say it themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<String>,
    /// Where the game began, if that is not its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// All moves and what chance did, also what is hidden from the person.
    pub moves: String,
    /// How many of them had been made when the agents last began anew, since moves were taken back.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub begun: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl SavedGame {
    /// The state of a game after its moves.
    pub fn new(table: &Table, seat: u8, agents: Vec<String>, seed: u64, budget: Budget) -> SavedGame {
        let position = table.position();
        SavedGame {
            waxwing_game: FORM,
            game: position.game_text().to_owned(),
            seat,
            agents,
            seed: seed.to_string(),
            budget: Some(budget.to_string()),
            position: position.beginning(),
            moves: position.moves().join(" "),
            begun: table.begun(),
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

    /// How much agents think that do not say it themselves, where the file tells it.
    pub fn budget(&self) -> Result<Option<Budget>, Failure> {
        self.budget.as_deref().map(|text| text.parse().map_err(Failure::usage)).transpose()
    }

    /// Where the game began.
    pub fn beginning(&self, game: &OpenGame) -> Result<Position, Failure> {
        self.position.as_ref().map_or_else(|| Ok(game.start()), |text| game.read_position(text).map_err(Failure::usage))
    }
}
