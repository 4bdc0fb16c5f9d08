//! `--openings NAME|FILE`: a set that comes with the game, or a file.

use std::io::ErrorKind;

use clap::Args;
use waxwing_workshop::{OpenGame, Openings, Position};

use crate::failure::Failure;

/// Lines of moves that games begin with.
#[derive(Args, Debug)]
pub struct OpeningsOption {
    /// Begin groups of games with openings, in order and again from the first: a set of the game, or a file with a line of
    /// moves for each
    #[arg(long = "openings", value_name = "NAME|FILE")]
    source: Option<String>,
}

impl OpeningsOption {
    /// The openings, if there are to be any. They are played from the start, or from the position that is given.
    pub fn read(&self, game: &OpenGame, position: Option<&Position>) -> Result<Option<Openings>, Failure> {
        let Some(source) = &self.source else { return Ok(None) };
        let text = match game.entry().openings.iter().find(|set| set.name == *source) {
            Some(set) => set.text.to_string(),
            None => std::fs::read_to_string(source).map_err(|error| match error.kind() {
                ErrorKind::NotFound => Failure::Usage(unknown(game, source)),
                _ => Failure::Usage(format!("the openings `{source}` cannot be read: {error}")),
            })?,
        };
        let start = position.map_or_else(|| game.start(), Clone::clone);
        Openings::read(source, &text, &start).map(Some).map_err(Failure::usage)
    }

    /// What was typed, if anything was.
    pub fn name(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// As it was typed, with a space before it.
    pub fn typed(&self) -> String {
        self.source.as_ref().map_or(String::new(), |source| format!(" --openings '{source}'"))
    }
}

fn unknown(game: &OpenGame, source: &str) -> String {
    let names: Vec<&str> = game.entry().openings.iter().map(|set| &*set.name).collect();
    let sets = if names.is_empty() { "which has none".to_owned() } else { format!("which has {}", names.join(", ")) };
    format!("`{source}` is neither a file nor a set of openings of `{}`, {sets}", game.name())
}
