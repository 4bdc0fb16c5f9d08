//! `--position` and `--moves`: where something begins.

use clap::Args;
use waxwing_workshop::{OpenGame, Position};

use crate::failure::Failure;

/// Where games begin.
#[derive(Args, Debug)]
pub struct StartOption {
    /// Begin with this position instead of the start: a text of the game's own, or `start`, and perhaps ` moves ` with moves
    /// behind it; `state --json` has one
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
}

impl StartOption {
    /// Whether a position is given.
    pub fn is_given(&self) -> bool {
        self.position.is_some()
    }

    /// The position, if one is given, which may be the end of a game.
    fn read_any(&self, game: &OpenGame) -> Result<Option<Position>, Failure> {
        self.position.as_ref().map(|text| game.read_position(text).map_err(Failure::usage)).transpose()
    }

    /// The position to go on from, if one is given.
    pub fn read(&self, game: &OpenGame) -> Result<Option<Position>, Failure> {
        match self.read_any(game)? {
            Some(position) if position.is_over() => {
                Err(Failure::usage("the game is over in this position: there is nothing to play"))
            }
            position => Ok(position),
        }
    }

    /// As it was typed, with a space before it.
    pub fn typed(&self) -> String {
        self.position.as_ref().map_or(String::new(), |text| format!(" --position '{text}'"))
    }
}

/// A position of a game.
#[derive(Args, Debug)]
pub struct PlaceOptions {
    #[command(flatten)]
    start: StartOption,
    /// Moves from there, separated by spaces
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
}

impl PlaceOptions {
    /// The position after the moves. Deals that they leave out are drawn from the seed.
    pub fn reach(&self, game: &OpenGame, seed: u64) -> Result<Position, Failure> {
        let mut position = self.start.read_any(game)?.unwrap_or_else(|| game.start());
        position.follow(&self.moves, seed)?;
        Ok(position)
    }
}
