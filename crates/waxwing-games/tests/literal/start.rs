//! The start of a game with its options, in the game's own type.

use waxwing::Notation;
use waxwing_games::standard;

/// The start of the game that a text such as `checkers(size=4)` means.
pub fn start<G: Notation>(text: &str) -> G {
    let start = standard().open(text).unwrap_or_else(|error| panic!("{error}")).start();
    start.state::<G>().unwrap_or_else(|| panic!("{text} is a game of another type")).clone()
}
