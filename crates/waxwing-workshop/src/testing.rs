//! What the tests of several modules need.

use crate::doctest::Nim;
use crate::{GameEntry, GameKind};

/// Nim under another entry.
pub fn kind(entry: GameEntry) -> GameKind {
    GameKind::new(entry, |_| Ok(Nim { heap: 3, mover: 0, last_loses: false }))
}
