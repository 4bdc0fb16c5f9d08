//! Sets of openings that come with a game: lines of moves in files of its folder, whose first lines say how they were made.

/// A named set of openings.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OpeningSet {
    /// Its name.
    pub name: &'static str,
    /// An opening a line, its moves separated by spaces; what follows a `#` is a comment.
    pub text: &'static str,
}

const BREAKTHROUGH: &[OpeningSet] =
    &[OpeningSet { name: "breakthrough-20", text: include_str!("breakthrough/openings-20.txt") }];

const LINES_OF_ACTION: &[OpeningSet] =
    &[OpeningSet { name: "loa-100", text: include_str!("lines_of_action/openings-100.txt") }];

/// The sets of the game of this name.
///
/// ```
/// assert_eq!(waxwing_games::openings("breakthrough")[0].name, "breakthrough-20");
/// assert!(waxwing_games::openings("othello").is_empty());
/// ```
pub fn openings(game: &str) -> &'static [OpeningSet] {
    match game {
        "breakthrough" => BREAKTHROUGH,
        "lines-of-action" => LINES_OF_ACTION,
        _ => &[],
    }
}
