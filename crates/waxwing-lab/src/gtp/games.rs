//! The games that are played by the protocol: Go, and other games of boards with coordinates.

use waxwing::Player;

/// A game as the protocol knows it. Its moves are as we write them.
pub(crate) struct BoardGame {
    /// Our name.
    pub name: &'static str,
    /// Its name for `set_game`.
    pub title: &'static str,
    /// The size of the board, where it has one size.
    size: Option<u32>,
}

const GAMES: [BoardGame; 5] = [
    BoardGame { name: "go", title: "Go", size: None },
    BoardGame { name: "othello", title: "Othello", size: Some(8) },
    BoardGame { name: "breakthrough", title: "Breakthrough", size: None },
    BoardGame { name: "lines-of-action", title: "Lines of Action", size: Some(8) },
    BoardGame { name: "focus", title: "Focus", size: Some(8) },
];

impl BoardGame {
    /// The game of our name, if the protocol plays it.
    pub fn find(name: &str) -> Option<&'static BoardGame> {
        GAMES.iter().find(|game| game.name == name)
    }

    /// The names of all, for messages.
    pub fn names() -> String {
        GAMES.each_ref().map(|game| format!("`{}`", game.name)).join(", ")
    }

    /// The size of a square board with these options; `None` if it is not square.
    pub fn size<'a>(&self, option: impl Fn(&str) -> Option<&'a str>) -> Option<u32> {
        let number = |name: &str| option(name)?.parse().ok();
        let sides = [number("rows"), number("columns")];
        self.size.or(number("size")).or(sides[0].filter(|_| sides[0] == sides[1]))
    }

    /// The colour of a player: by its name where that is a colour, otherwise the first is black.
    pub fn colour(player: Player, name: &str) -> &'static str {
        match (name, player) {
            ("White", _) => "white",
            ("Black", _) | (_, Player(0)) => "black",
            _ => "white",
        }
    }
}
