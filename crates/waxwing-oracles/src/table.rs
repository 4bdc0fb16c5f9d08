//! Which games are compared, and how many.

use std::fmt;

use waxwing::agent::ExpressionError;
use waxwing_games::standard;
use waxwing_workshop::Position;

use crate::translate::{Translation, backgammon, breakthrough, checkers, go, hearts, kalah, lines_of_action, othello};

/// One game in both programs.
#[derive(Clone, Debug)]
pub struct Entry {
    /// OpenSpiel's game, with its parameters.
    pub spiel: String,
    /// Waxwing's name of it.
    pub game: &'static str,
    /// Waxwing's options.
    pub options: Vec<(String, String)>,
    /// How many games OpenSpiel plays.
    pub games: u32,
    /// Whether the translation reads OpenSpiel's drawings.
    pub boards: bool,
    /// From one to the other.
    pub translation: Translation,
}

impl Entry {
    fn new(spiel: impl Into<String>, game: &'static str, games: u32, translation: Translation) -> Self {
        Entry { spiel: spiel.into(), game, options: Vec::new(), games, boards: false, translation }
    }

    fn with(mut self, options: &[(&str, &str)]) -> Self {
        self.options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        self
    }

    fn with_boards(mut self) -> Self {
        self.boards = true;
        self
    }

    /// The position that Waxwing's game starts with.
    pub fn start(&self) -> Result<Position, ExpressionError> {
        Ok(standard().open(&format!("{}({})", self.game, self.options()))?.start())
    }

    fn options(&self) -> String {
        let options: Vec<String> = self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        options.join(", ")
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spiel)?;
        if self.options.is_empty() { Ok(()) } else { write!(f, ", ours with {}", self.options()) }
    }
}

/// Every comparison there is.
pub fn entries() -> Vec<Entry> {
    let mut entries = vec![
        Entry::new("backgammon", "backgammon", 1000, backgammon::translate),
        Entry::new("checkers", "checkers", 2000, checkers::translate).with_boards(),
        Entry::new("checkers", "checkers", 2000, checkers::translate_with_draws)
            .with(&[("draw", "captures"), ("repetition", "none")]),
        Entry::new("hearts(qs_breaks_hearts=false)", "hearts", 1000, hearts::translate),
        Entry::new("hearts", "hearts", 1000, hearts::translate).with(&[("queen-breaks", "yes")]),
        Entry::new("mancala", "kalah", 3000, kalah::translate).with(&[("capture", "standard")]),
        Entry::new("lines_of_action", "lines-of-action", 1000, lines_of_action::translate)
            .with(&[("both", "mover"), ("stuck", "loss"), ("repetition", "2")])
            .with_boards(),
        Entry::new("othello", "othello", 3000, othello::translate),
    ];
    entries.extend(breakthrough_boards());
    entries.extend(go_boards());
    entries
}

/// Boards of Go, each with the number of plies after which Waxwing ends a game.
fn go_boards() -> impl Iterator<Item = Entry> {
    [(3, "0.5", 100, 1000), (5, "7.5", 100, 1000), (9, "7.5", 243, 300), (13, "6.5", 507, 50), (19, "7.5", 1083, 20)]
        .into_iter()
        .map(|(size, komi, plies, games)| {
            let spiel = format!("go(board_size={size},komi={komi},max_game_length={plies})");
            let options = [("size", &*size.to_string()), ("komi", komi), ("ko", "simple")];
            Entry::new(spiel, "go", games, go::translate).with(&options)
        })
}

/// The boards of Breakthrough that both programs have. On less than six rows OpenSpiel starts with one row of pieces for
/// each player, which is another game.
fn breakthrough_boards() -> Vec<Entry> {
    let translations: [(u8, Translation); 3] =
        [(6, breakthrough::translate::<6>), (7, breakthrough::translate::<7>), (8, breakthrough::translate::<8>)];
    let mut entries = Vec::new();
    for (rows, translation) in translations {
        for columns in 2..=8 {
            let games = if (rows, columns) == (8, 8) { 2000 } else { 150 };
            let spiel = format!("breakthrough(rows={rows},columns={columns})");
            let options = [("rows", &*rows.to_string()), ("columns", &*columns.to_string())];
            entries.push(Entry::new(spiel, "breakthrough", games, translation).with(&options));
        }
    }
    entries
}
