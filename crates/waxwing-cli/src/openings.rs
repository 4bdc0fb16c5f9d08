//! `--openings NAME|FILE`: a set that comes with the game, or a file.

use std::io::ErrorKind;

use clap::Args;
use waxwing::Notation;
use waxwing_games::openings;
use waxwing_lab::{GameText, Openings};

use crate::failure::Failure;

/// Where games begin.
#[derive(Args, Debug)]
pub struct OpeningsOption {
    /// Begin groups of games with openings, in order and again from the first: a set of the game, or a file with a line of
    /// moves for each
    #[arg(long = "openings", value_name = "NAME|FILE")]
    source: Option<String>,
}

impl OpeningsOption {
    /// The openings, if there are to be any.
    pub fn read<G: Notation>(&self, game: &GameText, start: &G) -> Result<Option<Openings<G>>, Failure> {
        let Some(source) = &self.source else { return Ok(None) };
        let sets = openings(game.name());
        let text = match sets.iter().find(|set| set.name == source) {
            Some(set) => set.text.to_owned(),
            None => std::fs::read_to_string(source).map_err(|error| match error.kind() {
                ErrorKind::NotFound => Failure::Usage(unknown(game, source)),
                _ => Failure::Usage(format!("the openings `{source}` cannot be read: {error}")),
            })?,
        };
        Openings::read(source, &text, start).map(Some).map_err(Failure::usage)
    }

    /// As it was typed, with a space before it.
    pub fn typed(&self) -> String {
        self.source.as_ref().map_or(String::new(), |source| format!(" --openings '{source}'"))
    }
}

fn unknown(game: &GameText, source: &str) -> String {
    let names: Vec<&str> = openings(game.name()).iter().map(|set| set.name).collect();
    let sets = if names.is_empty() { "which has none".to_owned() } else { format!("which has {}", names.join(", ")) };
    format!("`{source}` is neither a file nor a set of openings of `{}`, {sets}", game.name())
}
