//! The list of games, and how to open one by its name.
//!
//! Each game declares its [`GameEntry`] and its `start` in its own folder; the list at the end of this file names the
//! folders.

use std::sync::atomic::AtomicBool;

use waxwing::Notation;
#[cfg(debug_assertions)]
use waxwing::{Agent, Control, Limits};

use crate::chinese_checkers::tables::{self, TableError};
use crate::{
    backgammon, breakthrough, checkers, chinese_checkers, confrontation, dou_di_zhu, focus, go, hearts, kalah,
    lines_of_action, othello,
};

/// What there is to know about a game before it is opened.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct GameEntry {
    /// Its name.
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    /// The game in a few words.
    pub description: &'static str,
    /// The rules in a few lines, for somebody who has never played it.
    pub rules: &'static str,
    /// What the symbols of its drawings mean.
    pub legend: &'static str,
    /// What can be set.
    pub options: &'static [OptionEntry],
}

/// An option of a game.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OptionEntry {
    /// Its name.
    pub name: &'static str,
    /// The value it has when it is not given.
    pub default: &'static str,
    /// The values it can have.
    pub values: Values,
}

/// The values an option can have.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// Whole numbers, both ends included.
    Range(u8, u8),
    /// One of these words.
    Words(&'static [&'static str]),
    /// A text that the game reads, such as a deal or a set-up.
    Text(TextValues),
}

/// Texts that a game reads itself.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct TextValues {
    /// What the texts are, in words.
    pub form: &'static str,
    /// Some of them.
    pub examples: &'static [&'static str],
    /// What is wrong with a text, if something is.
    pub check: fn(&str) -> Result<(), String>,
}

impl Values {
    /// Whether the text is one of the values.
    pub(crate) fn contain(self, text: &str) -> bool {
        self.check(text).is_ok()
    }

    /// Why the text is not one of the values, if it is not.
    fn check(self, text: &str) -> Result<(), String> {
        let found = match self {
            Values::Range(low, high) => text.parse().is_ok_and(|number: u8| (low..=high).contains(&number)),
            Values::Words(words) => words.contains(&text),
            Values::Text(texts) => return (texts.check)(text),
        };
        if found { Ok(()) } else { Err(self.to_string()) }
    }
}

impl std::fmt::Display for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Values::Range(low, high) => write!(f, "a whole number from {low} to {high}"),
            Values::Words(words) => write!(f, "one of {}", words.join(", ")),
            Values::Text(texts) => f.write_str(texts.form),
        }
    }
}

/// Why a game cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// There is no game of this name.
    #[error("there is no game `{name}`; {suggestion}")]
    UnknownGame {
        /// The name that was asked for.
        name: String,
        /// The game that looks like it, or all games there are, in words.
        suggestion: String,
    },
    /// The game has no option of this name.
    #[error("`{game}` has no option `{option}`; {offered}")]
    UnknownOption {
        /// The game.
        game: &'static str,
        /// The option that was asked for.
        option: String,
        /// What the game offers, in words.
        offered: String,
    },
    /// The option is given twice.
    #[error("the option `{option}` of `{game}` is given twice")]
    RepeatedOption {
        /// The game.
        game: &'static str,
        /// The option.
        option: &'static str,
    },
    /// The option cannot have this value.
    #[error("`{option}={value}` is not possible in `{game}`: {reason}")]
    BadValue {
        /// The game.
        game: &'static str,
        /// The option.
        option: &'static str,
        /// The value that was given.
        value: String,
        /// What is wrong with it, or what it can be.
        reason: String,
    },
}

/// The options of one game: checked, and complete with their defaults.
pub(crate) struct Options {
    values: Vec<(&'static str, String)>,
}

impl Options {
    fn new(entry: &'static GameEntry, given: &[(String, String)]) -> Result<Self, GameError> {
        let mut values: Vec<(&'static str, String)> = Vec::new();
        for (name, value) in given {
            let option = entry.option(name)?;
            if values.iter().any(|(seen, _)| *seen == option.name) {
                return Err(GameError::RepeatedOption { game: entry.name, option: option.name });
            }
            option.values.check(value).map_err(|reason| {
                let reason = match option.values {
                    Values::Text(_) => reason,
                    Values::Range(..) | Values::Words(_) => format!("`{}` is {reason}", option.name),
                };
                GameError::BadValue { game: entry.name, option: option.name, value: value.clone(), reason }
            })?;
            values.push((option.name, value.clone()));
        }
        Ok(Options { values })
    }

    /// The value of an option that is a word.
    pub(crate) fn word<'a>(&'a self, option: &'a OptionEntry) -> &'a str {
        self.values.iter().find(|(name, _)| *name == option.name).map_or(option.default, |(_, value)| value)
    }

    /// The value of an option that is a number.
    pub(crate) fn number(&self, option: &OptionEntry) -> u8 {
        self.word(option).parse().expect("values are checked against the range when the options are read")
    }
}

impl GameEntry {
    fn option(&self, name: &str) -> Result<&'static OptionEntry, GameError> {
        self.options.iter().find(|option| option.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.options.iter().map(|option| option.name).collect();
            let offered = match names.as_slice() {
                [] => "it has none".to_owned(),
                names => format!("it has {}", names.join(", ")),
            };
            GameError::UnknownOption { game: self.name, option: name.to_owned(), offered }
        })
    }

    /// How far a text is from the game's nearest name, from 0 (unlike) to 1 (the same).
    fn likeness(&self, text: &str) -> f64 {
        let names = self.aliases.iter().chain([&self.name]);
        names.map(|name| strsim::jaro_winkler(name, text)).fold(0.0, f64::max)
    }
}

/// What is done with a game once its type is known.
pub trait Visitor {
    /// What comes out of it.
    type Output;

    /// Does it, with the start of a game.
    fn visit<G: Notation>(self, start: G) -> Self::Output;
}

/// The game of this name or alias, if there is one.
pub fn find(name: &str) -> Result<&'static GameEntry, GameError> {
    let found = games().iter().find(|game| game.name == name || game.aliases.contains(&name));
    found.ok_or_else(|| {
        let alike = games().iter().filter(|game| game.likeness(name) > 0.75);
        let nearest = alike.max_by(|a, b| a.likeness(name).total_cmp(&b.likeness(name)));
        let suggestion = nearest.map_or_else(
            || format!("there are {}", games().iter().map(|game| game.name).collect::<Vec<_>>().join(", ")),
            |game| format!("did you mean `{}`?", game.name),
        );
        GameError::UnknownGame { name: name.to_owned(), suggestion }
    })
}

/// Gets ready what a game's knowledge needs and takes long to compute, so that no search waits for it: the distance table of
/// Chinese Checkers. Other games need nothing.
///
/// `progress` is told how much is done, out of how much. What did not work, though searches can do without, is returned as
/// a message for the user; the error is that the work was cancelled.
pub fn prepare(
    game: &GameEntry,
    cancel: &AtomicBool,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Option<String>, TableError> {
    if game.name == chinese_checkers::ENTRY.name { tables::prepare(cancel, progress) } else { Ok(None) }
}

/// Declares the list of games from the names of their modules.
macro_rules! games {
    ($($game:ident),* $(,)?) => {
        /// All games, in the order of their names.
        pub fn games() -> &'static [GameEntry] {
            const GAMES: &[GameEntry] = &[$($game::ENTRY),*];
            GAMES
        }

        /// Opens a game by its name, with options by theirs, and hands its start to the visitor.
        ///
        /// ```
        /// use waxwing::{Game, Notation};
        /// use waxwing_games::{Visitor, open};
        ///
        /// struct Players;
        ///
        /// impl Visitor for Players {
        ///     type Output = usize;
        ///     fn visit<G: Notation>(self, start: G) -> usize { start.players() }
        /// }
        ///
        /// assert_eq!(open("othello", &[], Players), Ok(2));
        /// let error = open("breakthru", &[], Players).unwrap_err();
        /// assert_eq!(error.to_string(), "there is no game `breakthru`; did you mean `breakthrough`?");
        /// ```
        pub fn open<V: Visitor>(name: &str, options: &[(String, String)], visitor: V) -> Result<V::Output, GameError> {
            let entry = find(name)?;
            let options = Options::new(entry, options)?;
            $(if entry.name == $game::ENTRY.name {
                return Ok(visitor.visit($game::start(&options)));
            })*
            unreachable!("every listed game is opened above")
        }

        /// A search of every game, which nobody calls. Without much optimisation a crate uses what a crate below it has
        /// compiled: so the strategies are compiled for every game here, and not again in each program and each test.
        #[cfg(debug_assertions)]
        #[used]
        static SEARCHES: &[fn(&Options)] = &[$(|options| search($game::start(options))),*];
    };
}

#[cfg(debug_assertions)]
fn search<G: Notation>(start: G) {
    if let Ok(mut agent) = Agent::parse("uct", &start) {
        agent.start(&start, 0);
        let _ = agent.think(&start, &Limits::iterations(1), &mut Control::default());
    }
}

games! { backgammon, breakthrough, checkers, chinese_checkers, confrontation, dou_di_zhu, focus, go, hearts, kalah, lines_of_action, othello }

#[cfg(test)]
mod tests {
    use super::*;

    struct Drawing;

    impl Visitor for Drawing {
        type Output = String;
        fn visit<G: Notation>(self, start: G) -> String {
            start.draw(None)
        }
    }

    fn given(options: &[(&str, &str)]) -> Vec<(String, String)> {
        options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    fn message(name: &str, options: &[(&str, &str)]) -> String {
        open(name, &given(options), Drawing).unwrap_err().to_string()
    }

    #[test]
    fn every_game_opens_by_each_of_its_names_with_its_defaults() {
        for entry in games() {
            let defaults: Vec<_> = entry.options.iter().map(|option| (option.name, option.default)).collect();
            let drawing = open(entry.name, &[], Drawing).unwrap();
            for name in entry.aliases.iter().chain([&entry.name]) {
                assert_eq!(open(name, &given(&defaults), Drawing).unwrap(), drawing);
            }
        }
        assert!(games().is_sorted_by_key(|game| game.name));
    }

    #[test]
    fn options_change_the_game() {
        let drawing = open("breakthrough", &given(&[("rows", "5"), ("columns", "3")]), Drawing).unwrap();
        assert_ne!(drawing, open("breakthrough", &[], Drawing).unwrap());
    }

    #[test]
    fn a_wrong_name_or_option_is_answered_with_what_would_be_right() {
        assert_eq!(message("otelo", &[]), "there is no game `otelo`; did you mean `othello`?");
        assert_eq!(message("othello", &[("rows", "6")]), "`othello` has no option `rows`; it has none");
        let unknown = message("breakthrough", &[("size", "6")]);
        assert_eq!(unknown, "`breakthrough` has no option `size`; it has rows, columns");
        for value in ["3", "9", "", "-4", "eight", "4.0", "99999999999"] {
            let bad = message("breakthrough", &[("rows", value)]);
            assert_eq!(
                bad,
                format!("`rows={value}` is not possible in `breakthrough`: `rows` is a whole number from 4 to 8")
            );
        }
        let twice = message("breakthrough", &[("rows", "4"), ("rows", "5")]);
        assert_eq!(twice, "the option `rows` of `breakthrough` is given twice");
    }
}
