//! The places of a board, and who holds them.

use std::collections::HashSet;

use super::{Check, FaultKind};
use crate::game::{Game, Player, Turn};

/// What is remembered of places.
#[derive(Default)]
pub(super) struct Places {
    /// What they are called, once that was asked.
    names: Option<Vec<String>>,
    /// Room for those who hold them.
    holders: Vec<Option<Player>>,
}

impl<G: Game> Check<'_, G> {
    /// Every place has a name of its own, and a player of the game holds it, or none does.
    pub(super) fn check_places(&mut self, state: &G) -> Result<(), FaultKind> {
        let Some(notes) = &self.notes else { return Ok(()) };
        let Places { names, holders } = &mut self.places;
        let names = match names {
            Some(names) => names,
            None => names.insert(named(&(notes.places)(self.start))?),
        };
        // The names are not written for every state: they take longer than all else.
        if state.turn() == Turn::Over && (notes.places)(state) != *names {
            return Err(FaultKind::PlacesChange);
        }
        holders.clear();
        (notes.holders)(state, holders);
        if holders.len() != names.len() {
            return Err(FaultKind::PlaceCount(names.len(), holders.len()));
        }
        let players = state.players();
        let stranger = names.iter().zip(holders).find_map(|(name, holder)| {
            holder.filter(|player| player.index() >= players).map(|player| (name.clone(), player))
        });
        stranger.map_or(Ok(()), |(name, player)| Err(FaultKind::PlaceHolder(name, player.0, players)))
    }
}

/// The names, each of which is one, and no two alike.
fn named(names: &[String]) -> Result<Vec<String>, FaultKind> {
    let mut seen = HashSet::new();
    match names.iter().find(|&name| name.is_empty() || name.contains(char::is_whitespace) || !seen.insert(name)) {
        Some(name) => Err(FaultKind::PlaceName(name.clone())),
        None => Ok(names.to_vec()),
    }
}
