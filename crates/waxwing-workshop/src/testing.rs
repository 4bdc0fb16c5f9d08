//! What the tests of several modules need.

use waxwing::doctest::Nim;

use crate::{GameEntry, GameKind};

/// Nim under another entry.
pub fn kind(entry: GameEntry) -> GameKind {
    GameKind::new(entry, |_| Ok(Nim::new(3)))
}
