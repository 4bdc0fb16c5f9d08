//! What can be learned from games, for games to know.

pub mod categories;
