//! The notation of a game that has one.

use super::{Check, FaultKind};
use crate::game::{Game, Notation, Player};

/// The methods of [`Notation`], for checks that do without where a game has none.
pub(super) struct Notes<G: Game> {
    pub(super) format: fn(&G, G::Action) -> String,
    pub(super) parse: fn(&G, &str) -> Result<G::Action, String>,
    pub(super) draw: fn(&G, Option<Player>) -> String,
    pub(super) places: fn(&G) -> Vec<String>,
    pub(super) holders: fn(&G, &mut Vec<Option<Player>>),
    pub(super) write_position: fn(&G) -> Option<String>,
    pub(super) read_position: fn(&G, &str) -> Result<G, String>,
}

impl<G: Notation> Notes<G> {
    pub(super) fn of_game() -> Self {
        Notes {
            format: G::format,
            parse: G::parse,
            draw: G::draw,
            places: G::places,
            holders: G::holders,
            write_position: G::write_position,
            read_position: G::read_position,
        }
    }
}

impl<G: Game> Check<'_, G> {
    /// The drawing for a viewer, where the game has drawings.
    pub(super) fn drawing(&self, state: &G, view: Option<Player>) -> Option<String> {
        self.notes.as_ref().map(|notes| (notes.draw)(state, view))
    }

    /// What is written can be read again.
    pub(super) fn check_text(&self, state: &G, action: G::Action) -> Result<(), FaultKind> {
        let Some(notes) = &self.notes else { return Ok(()) };
        let text = (notes.format)(state, action);
        if text.is_empty() || text.contains(char::is_whitespace) {
            return Err(FaultKind::Text(text));
        }
        match (notes.parse)(state, &text) {
            Ok(read) if read == action => Ok(()),
            Ok(read) => Err(FaultKind::RoundTrip(text, format!("{read:?}, which is not {action:?}"))),
            Err(message) => Err(FaultKind::RoundTrip(text, format!("an error: {message}"))),
        }
    }
}
