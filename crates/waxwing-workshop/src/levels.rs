//! Levels of strength: the agents that a newcomer can play against without knowing what an expression is.
//!
//! A game says in a few lines which agents it has for each level ([`GameEntry::players`](crate::GameEntry)), a line each:
//!
//! ```text
//! # What follows a `#` is a comment. Of the agents of a level the first that the game can serve with its options plays.
//! easy    uct @200
//! medium  icarus/N with solver @200ms
//! medium  icarus/N @200ms
//! ```
//!
//! Where a game says nothing, or can serve nothing of what it says, [`GENERAL`] has agents for any game.

use std::fmt;
use std::str::FromStr;

use waxwing::Expression;
use waxwing::agent::ExpressionError;
use waxwing::agent::catalogue::LEVELS;

use crate::opened::OpenGame;

/// A level of strength.
///
/// ```
/// use waxwing_workshop::Level;
///
/// assert_eq!("hard".parse(), Ok(Level::Hard));
/// let error = "hrad".parse::<Level>().unwrap_err();
/// assert_eq!(error.to_string(), "there is no level `hrad`: levels are easy, medium, hard, best");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Some hundred iterations of something plain.
    Easy,
    /// A little of what suits the game: hundreds or thousands of iterations in our games, a fifth of a second in others.
    Medium,
    /// Several times as much, or a stronger agent; a second in games that are not ours.
    Hard,
    /// The strongest agent that is known for the game, for about a second; three seconds in games that are not ours.
    Best,
}

/// There is no level of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no level `{0}`: levels are {all}", all = Level::names())]
pub struct UnknownLevel(pub String);

/// The agents of games that say nothing of their own. What is proven is worth having; hidden information has no proofs.
const GENERAL: &str = "
    easy    uct @200
    medium  uct > mast with solver @200ms
    medium  uct > mast @200ms
    hard    uct > mast with solver @1s
    hard    uct > mast @1s
    best    uct > mast with solver @3s
    best    uct > mast @3s
";

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Best];

    /// The level that a newcomer meets who asks for none.
    pub const USUAL: Level = Level::Medium;

    /// Its name, which no strategy has.
    pub fn name(self) -> &'static str {
        LEVELS[self as usize]
    }

    /// The names of all levels.
    pub(crate) fn names() -> String {
        LEVELS.join(", ")
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        Level::ALL.into_iter().find(|level| level.name() == text).ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

/// The agents of a game's text, in their order. Fails at a line that begins with no level or has no agent; expressions are not
/// looked at.
pub(crate) fn agents(text: &str) -> impl Iterator<Item = Result<(Level, &str), String>> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty()).map(|line| {
        let (level, agent) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let level = level.parse().map_err(|error: UnknownLevel| error.to_string())?;
        if agent.trim().is_empty() { Err(format!("`{level}` has no agent")) } else { Ok((level, agent.trim())) }
    })
}

/// The agents of a level in a game's text.
fn of_level(text: &str, level: Level) -> impl Iterator<Item = &str> {
    agents(text).flatten().filter(move |(of, _)| *of == level).map(|(_, agent)| agent)
}

impl OpenGame {
    /// The agent of a level, with its budget: the first of the game's own agents that this game can serve with its options, or
    /// a general one.
    ///
    /// ```
    /// # use waxwing_workshop::doctest::nim;
    /// use waxwing_workshop::Level;
    ///
    /// assert_eq!(nim().open("nim")?.level(Level::Hard)?.to_string(), "uct > mast with solver @1s");
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    ///
    /// Fails if an agent of the game's own is no expression, or has no budget that ends.
    pub fn level(&self, level: Level) -> Result<Expression, ExpressionError> {
        let mut refused = None;
        for text in of_level(&self.entry().players, level).chain(of_level(GENERAL, level)) {
            let expression = self.limited(text)?;
            match self.build(&expression) {
                Ok(_) => return Ok(expression),
                Err(error) => refused = Some(error),
            }
        }
        Err(refused.expect("there are general agents of every level"))
    }

    /// Who gives hints and is looked into: the game's strongest agent up to [`Level::Hard`] that is no classical player, or a
    /// general one, with its budget. A classical player may be stronger, but has no visits, tree and records to show.
    ///
    /// ```
    /// # use waxwing_workshop::doctest::nim;
    /// assert_eq!(nim().open("nim")?.adviser().to_string(), "uct > mast with solver @1s");
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    pub fn adviser(&self) -> Expression {
        let own = |level| of_level(&self.entry().players, level);
        let texts = own(Level::Hard).chain(own(Level::Medium)).chain(of_level(GENERAL, Level::Hard));
        let mut searches = texts.filter_map(|text| self.limited(text).ok()).filter(|agent| agent.player().is_none());
        searches.find(|agent| self.build(agent).is_ok()).expect("there is a general search that any game can serve")
    }

    /// An agent that has a budget with an end.
    fn limited(&self, text: &str) -> Result<Expression, ExpressionError> {
        let expression = self.workshop().expression(text)?;
        if expression.budget.is_none() {
            return Err(self.unlimited(text));
        }
        expression.check_ends()?;
        Ok(expression)
    }

    fn unlimited(&self, text: &str) -> ExpressionError {
        let span = waxwing::agent::Span { start: 0, end: text.len() };
        ExpressionError::new(text, span, format!("an agent of a level of `{}` has no budget", self.name()))
    }

    /// The agents of all levels, the easiest first. Fails where [`OpenGame::level`] does.
    pub fn levels(&self) -> Result<Vec<(Level, Expression)>, ExpressionError> {
        Level::ALL.into_iter().map(|level| Ok((level, self.level(level)?))).collect()
    }

    /// Reads an agent: the name of a level, or an expression with the names that the workshop knows.
    ///
    /// ```
    /// # use waxwing_workshop::doctest::nim;
    /// let game = nim().open("nim")?;
    /// assert_eq!(game.expression("easy")?.to_string(), "uct @200");
    /// assert_eq!(game.expression("uct > mast")?.to_string(), "uct > mast");
    /// let error = game.expression("hrad").unwrap_err();
    /// assert_eq!(error.help(), Some("did you mean the level `hard`? levels: easy, medium, hard, best"));
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    pub fn expression(&self, text: &str) -> Result<Expression, ExpressionError> {
        let text = text.trim();
        match text.parse() {
            Ok(level) => self.level(level),
            Err(UnknownLevel(_)) => self.workshop().expression(text).map_err(|error| explained(text, error)),
        }
    }
}

/// The error in a text that may have been meant as a level: one word.
fn explained(text: &str, error: ExpressionError) -> ExpressionError {
    if text.is_empty() || !text.chars().all(|letter| letter.is_alphanumeric() || letter == '-') {
        return error;
    }
    let word = text.to_lowercase();
    let alike = |level: &Level| strsim::jaro_winkler(level.name(), &word);
    let nearest = Level::ALL.into_iter().max_by(|one, other| alike(one).total_cmp(&alike(other)));
    let help = match (nearest.filter(|level| alike(level) > 0.8), error.help()) {
        (Some(level), _) => format!("did you mean the level `{level}`? levels: {}", Level::names()),
        (None, Some(help)) => format!("levels: {}; {help}", Level::names()),
        (None, None) => format!("levels: {}", Level::names()),
    };
    error.with_help(help)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctest::nim;
    use crate::testing::kind;
    use crate::{GameEntry, Workshop, WorkshopError};

    fn game_with(players: &'static str) -> Result<OpenGame, WorkshopError> {
        let entry = GameEntry::new("mine", "").players(players);
        Ok(Workshop::new().game(kind(entry))?.open("mine").expect("it has no options"))
    }

    #[test]
    fn the_names_of_levels_are_none_of_the_language() {
        let catalogue = nim().catalogue().clone();
        for level in Level::ALL {
            assert!(catalogue.all_entries().all(|entry| !entry.is_called(level.name())), "{level}");
            assert!(Expression::parse(level.name()).is_err());
            assert_eq!(level.name().parse(), Ok(level));
        }
        assert!(Level::ALL.is_sorted());
    }

    #[test]
    fn the_first_agent_that_the_game_can_serve_plays() {
        let text = "
            # Nim has no episodes, and no evaluation.
            hard    uct > epic @1s
            hard    rave @20ms   # this one works
            hard    uct @5
            easy    ab @d2
        ";
        let game = game_with(text).unwrap();
        let said: Vec<String> =
            game.levels().unwrap().iter().map(|(level, agent)| format!("{level}: {agent}")).collect();
        assert_eq!(
            said,
            [
                "easy: uct @200",
                "medium: uct > mast with solver @200ms",
                "hard: rave @20ms",
                "best: uct > mast with solver @3s"
            ]
        );
    }

    #[test]
    fn the_strongest_search_gives_advice() {
        let adviser = |text| game_with(text).unwrap().adviser().to_string();
        assert_eq!(adviser("hard ab @1s\nmedium uct > nast @5\neasy uct @2"), "uct > nast @5");
        assert_eq!(adviser("hard ab @1s\neasy uct @2"), "uct > mast with solver @1s");
        assert_eq!(adviser("hard ab @1s\nhard uct > epic @1s\nhard rave @20ms\nbest uct @9s"), "rave @20ms");
    }

    #[test]
    fn what_is_wrong_with_a_games_levels_is_said() {
        let refused = |text| game_with(text).expect_err("it is wrong").to_string();
        assert_eq!(
            refused("hard uct @5\nmiddling uct @5"),
            "the players of `mine`: there is no level `middling`: levels are easy, medium, hard, best"
        );
        assert_eq!(refused("hard\n"), "the players of `mine`: `hard` has no agent");
        let failing = |text| game_with(text).unwrap().level(Level::Hard).unwrap_err().message().to_owned();
        assert_eq!(failing("hard utc @5"), "unknown strategy `utc`");
        assert_eq!(failing("hard uct"), "an agent of a level of `mine` has no budget");
        assert!(failing("hard uct @until-stopped").contains("must have an end"));
    }

    #[test]
    fn a_word_that_is_nothing_is_answered_with_the_levels() {
        let help =
            |text: &str| nim().open("nim").unwrap().expression(text).unwrap_err().help().unwrap_or("").to_owned();
        assert_eq!(help("Hard"), "did you mean the level `hard`? levels: easy, medium, hard, best");
        assert_eq!(help("mst"), "levels: easy, medium, hard, best; did you mean `mast`?");
        assert!(help("impossible").starts_with("levels: easy, medium, hard, best; strategies: uct, "));
        assert!(!help("uct > mst").contains("levels"));
    }
}
