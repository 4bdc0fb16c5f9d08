//! What there is: games, strategies, presets, players from outside.

use std::fmt;
use std::sync::Arc;

use waxwing::Expression;
use waxwing::agent::ExpressionError;
use waxwing::agent::catalogue::{Catalogue, CatalogueError, Entry};

use crate::declared;
use crate::entry::{GameEntry, GameError};
use crate::kind::GameKind;
use crate::levels;
use crate::opened::OpenGame;
use crate::outside::OutsidePlayer;

/// The games and agents that a program knows. A new workshop has every strategy of the library and no game.
///
/// ```
/// # use waxwing::doctest::Nim;
/// use waxwing::Limits;
/// use waxwing_workshop::{GameEntry, GameKind, Workshop};
///
/// let nim = GameEntry::new("nim", "take one to three stones; the last one wins");
/// let workshop = Workshop::new().game(GameKind::new(nim, |_| Ok(Nim::new(21))))?;
/// let game = workshop.open("nim")?;
/// let thought = game.agent("uct > mast with solver")?.search(&game.start(), 1, &Limits::iterations(10_000))?;
/// assert_eq!(thought.best, "1"); // leaves a multiple of four
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Workshop {
    games: Vec<Arc<GameKind>>,
    catalogue: Catalogue,
    outsiders: Vec<(String, OutsideBuilder)>,
}

/// Makes a player from outside of an expression, for a game of which it knows what is said of it. The values of its options
/// are in the view that the player starts with.
pub type OutsideBuilder =
    Arc<dyn Fn(&Expression, &GameEntry) -> Result<Box<dyn OutsidePlayer>, ExpressionError> + Send + Sync>;

/// Why something cannot be added to a workshop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WorkshopError {
    /// A game has this name already.
    #[error("there are two games of the name `{0}`")]
    NameTaken(String),
    /// The name cannot be written in an expression.
    #[error("`{0}` is not a name: names are lower case letters and digits, with hyphens between them")]
    NotAName(String),
    /// A line of its players is no level with an agent.
    #[error("the players of `{game}`: {reason}")]
    Players {
        /// The game.
        game: String,
        /// What is wrong.
        reason: String,
    },
    /// A line of what its levels are worth is of another form.
    #[error("the strength of `{game}`: {reason}")]
    Strength {
        /// The game.
        game: String,
        /// What is wrong.
        reason: String,
    },
}

impl Default for Workshop {
    fn default() -> Workshop {
        Workshop::new()
    }
}

impl fmt::Debug for Workshop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.games().map(|game| &game.name)).finish()
    }
}

impl Workshop {
    /// All strategies of the library, and no game.
    pub fn new() -> Workshop {
        Workshop { games: Vec::new(), catalogue: Catalogue::built_in(), outsiders: Vec::new() }
    }

    /// Adds a strategy. Fails if its name is taken, or its entry is not well-formed.
    pub fn strategy(self, entry: Entry) -> Result<Workshop, CatalogueError> {
        Ok(Workshop { catalogue: self.catalogue.with(entry)?, ..self })
    }

    /// The names that expressions may use.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// Adds a game. Fails if one of its names is taken, or is no name, or if a line of its players is no level with an agent.
    pub fn game(mut self, kind: GameKind) -> Result<Workshop, WorkshopError> {
        for name in kind.entry().names() {
            if !is_name(name) {
                return Err(WorkshopError::NotAName(name.to_owned()));
            }
            if self.games().any(|game| game.names().any(|other| other == name)) {
                return Err(WorkshopError::NameTaken(name.to_owned()));
            }
        }
        let name = || kind.entry().name.to_string();
        if let Some(reason) = levels::agents(&kind.entry().players).find_map(Result::err) {
            return Err(WorkshopError::Players { game: name(), reason });
        }
        if let Some(reason) = declared::measured(&kind.entry().strength).find_map(Result::err) {
            return Err(WorkshopError::Strength { game: name(), reason });
        }
        self.games.push(Arc::new(kind));
        Ok(self)
    }

    /// Lets players from outside play where an expression names this player of the catalogue, such as `gtp`.
    pub fn outsider(mut self, player: &str, build: OutsideBuilder) -> Workshop {
        self.outsiders.push((player.to_owned(), build));
        self
    }

    /// What is said of the games, in the order in which they were added.
    pub fn games(&self) -> impl Iterator<Item = &GameEntry> {
        self.games.iter().map(|kind| kind.entry())
    }

    /// The game of this name or alias, if there is one.
    pub fn find(&self, name: &str) -> Result<&Arc<GameKind>, GameError> {
        let found = self.games.iter().find(|kind| kind.entry().names().any(|other| other == name));
        found.ok_or_else(|| {
            let alike = self.games().filter(|game| game.likeness(name) > 0.75);
            let nearest = alike.max_by(|a, b| a.likeness(name).total_cmp(&b.likeness(name)));
            let all = || self.games().map(|game| &*game.name).collect::<Vec<_>>().join(", ");
            let suggestion =
                nearest.map_or_else(|| format!("there are {}", all()), |game| format!("did you mean `{}`?", game.name));
            GameError::UnknownGame { name: name.to_owned(), suggestion }
        })
    }

    /// Opens a game by a text such as `breakthrough(rows=6, columns=4)`. The error points at the place in the text.
    pub fn open(&self, text: &str) -> Result<OpenGame, ExpressionError> {
        OpenGame::read(self, text)
    }

    /// Reads an expression with the names that this workshop knows.
    pub fn expression(&self, text: &str) -> Result<Expression, ExpressionError> {
        Expression::parse_with(text, &self.catalogue)
    }

    /// How players from outside are made for an expression, if it names one.
    pub(crate) fn outside_builder(&self, expression: &Expression) -> Option<&OutsideBuilder> {
        let name = expression.player()?.name();
        self.outsiders.iter().find(|(player, _)| player == name).map(|(_, build)| build)
    }
}

fn is_name(text: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty() && part.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
    };
    text.starts_with(|letter: char| letter.is_ascii_lowercase()) && text.split('-').all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctest::nim;
    use crate::testing::kind;

    fn message(text: &str) -> String {
        nim().open(text).expect_err("it is wrong").message().to_owned()
    }

    #[test]
    fn a_wrong_name_or_option_is_answered_with_what_would_be_right() {
        assert_eq!(message("nimm"), "there is no game `nimm`; did you mean `nim`?");
        assert_eq!(message("chess"), "there is no game `chess`; there are nim");
        assert_eq!(message("nim(size=6)"), "`nim` has no option `size`; it has heap, last");
        for value in ["0", "101", "\"\"", "eight", "4.5", "99999999999"] {
            let bare = value.trim_matches('"');
            let reason = "`heap` is a whole number from 1 to 100";
            assert_eq!(
                message(&format!("nim(heap={value})")),
                format!("`heap={bare}` is not possible in `nim`: {reason}")
            );
        }
        assert_eq!(message("nim(heap=4, heap=5)"), "the option `heap` of `nim` is given twice");
        assert_eq!(message("nim(heap=1, last=loses)"), "`nim` cannot be opened: the only stone loses at once");
    }

    #[test]
    fn names_are_names_and_belong_to_one_game() {
        let add = |entry: GameEntry| nim().game(kind(entry)).err();
        assert_eq!(add(GameEntry::new("nim", "again")), Some(WorkshopError::NameTaken("nim".into())));
        assert_eq!(add(GameEntry::new("other", "").alias("nim")), Some(WorkshopError::NameTaken("nim".into())));
        for name in ["", "Nim", "two words", "-", "a-", "3d", "a--b", "nim(1)"] {
            assert_eq!(add(GameEntry::new(name.to_owned(), "")), Some(WorkshopError::NotAName(name.into())));
        }
        assert_eq!(add(GameEntry::new("connect-4", "")), None);
    }
}
