//! What there is to know about a game before it is opened: its name, options, rules in a few lines.

use std::borrow::Cow;
use std::fmt;

/// A text that a program was compiled with, or one that was made when it ran.
pub type Text = Cow<'static, str>;

/// What there is to know about a game before it is opened.
///
/// ```
/// use waxwing_workshop::{GameEntry, OptionEntry, Values};
///
/// let entry = GameEntry::new("nim", "take one to three stones; the last one wins")
///     .option(OptionEntry::new("heap", "21", Values::Range(1, 100)))
///     .rules("Two players take one, two or three stones in turn. The player who takes the last stone wins.");
/// assert_eq!(entry.signature(), "nim(heap=21)");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameEntry {
    /// Its name, lower case with hyphens.
    pub name: Text,
    /// Other names it answers to.
    pub aliases: Cow<'static, [Text]>,
    /// The game in a few words.
    pub description: Text,
    /// What can be set.
    pub options: Cow<'static, [OptionEntry]>,
    /// The rules in a few lines, for a person who does not know the game.
    pub rules: Text,
    /// What the symbols of its drawing mean.
    pub legend: Text,
    /// Agents for each [`Level`](crate::Level), a line each: `hard  uct > mast @1s`. Of those of a level the first that the
    /// game can serve with its options plays; a general one if there is none.
    pub players: Text,
    /// What the levels were worth against each other when they were measured, a line each; `cargo xtask levels` writes those of our
    /// own games.
    pub strength: Text,
    /// Sets of openings that come with the game.
    pub openings: Cow<'static, [OpeningSet]>,
    /// The roles in which the ICARUS paper studies the game, by the names of their players; none if it does so in each seat.
    /// `None` if the game is not one of that study.
    pub study: Option<Cow<'static, [Text]>>,
}

/// A named set of openings that comes with a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OpeningSet {
    /// Its name.
    pub name: Text,
    /// An opening a line, its moves separated by spaces; what follows a `#` is a comment.
    pub text: Text,
}

impl OpeningSet {
    /// A set of this name, a line of moves for each opening.
    pub const fn new(name: &'static str, text: &'static str) -> OpeningSet {
        OpeningSet { name: Cow::Borrowed(name), text: Cow::Borrowed(text) }
    }
}

impl GameEntry {
    /// A game without options.
    pub fn new(name: impl Into<Text>, description: impl Into<Text>) -> GameEntry {
        GameEntry { name: name.into(), description: description.into(), ..GameEntry::BLANK }
    }

    /// An entry that says nothing, to write others in constants.
    const BLANK: GameEntry = GameEntry {
        name: Cow::Borrowed(""),
        aliases: Cow::Borrowed(&[]),
        description: Cow::Borrowed(""),
        options: Cow::Borrowed(&[]),
        rules: Cow::Borrowed(""),
        legend: Cow::Borrowed(""),
        players: Cow::Borrowed(""),
        strength: Cow::Borrowed(""),
        openings: Cow::Borrowed(&[]),
        study: None,
    };

    /// Adds another name that the game answers to.
    pub fn alias(mut self, name: impl Into<Text>) -> GameEntry {
        self.aliases.to_mut().push(name.into());
        self
    }

    /// Adds an option.
    pub fn option(mut self, option: OptionEntry) -> GameEntry {
        self.options.to_mut().push(option);
        self
    }

    /// Adds a set of openings.
    pub fn opening_set(mut self, set: OpeningSet) -> GameEntry {
        self.openings.to_mut().push(set);
        self
    }

    /// Says that the game is one of the ICARUS paper's study, in these roles; without roles, in each seat in turn.
    pub fn studied_as(self, roles: &[&'static str]) -> GameEntry {
        GameEntry { study: Some(texts(roles)), ..self }
    }

    /// Says the rules in a few lines.
    pub fn rules(self, rules: impl Into<Text>) -> GameEntry {
        GameEntry { rules: rules.into(), ..self }
    }

    /// Says what the symbols of the drawing mean.
    pub fn legend(self, legend: impl Into<Text>) -> GameEntry {
        GameEntry { legend: legend.into(), ..self }
    }

    /// Says which agents play at each level: see [`GameEntry::players`](GameEntry#structfield.players).
    pub fn players(self, players: impl Into<Text>) -> GameEntry {
        GameEntry { players: players.into(), ..self }
    }

    /// Says what the levels are worth against each other: see [`OpenGame::declared`](crate::OpenGame::declared).
    pub fn strength(self, strength: impl Into<Text>) -> GameEntry {
        GameEntry { strength: strength.into(), ..self }
    }

    /// All names that the game answers to, its own first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.name).chain(self.aliases.iter()).map(|name| &**name)
    }

    /// The name with all options and their defaults: `breakthrough(rows=8, columns=8)`.
    pub fn signature(&self) -> String {
        let options: Vec<String> =
            self.options.iter().map(|option| format!("{}={}", option.name, option.default)).collect();
        if options.is_empty() { self.name.to_string() } else { format!("{}({})", self.name, options.join(", ")) }
    }

    /// How much a text is like the game's nearest name, from 0 (unlike) to 1 (the same).
    pub(crate) fn likeness(&self, text: &str) -> f64 {
        self.names().map(|name| strsim::jaro_winkler(name, text)).fold(0.0, f64::max)
    }

    pub(crate) fn find_option(&self, name: &str) -> Result<&OptionEntry, GameError> {
        self.options.iter().find(|option| option.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.options.iter().map(|option| &*option.name).collect();
            let offered = match names.as_slice() {
                [] => "it has none".to_owned(),
                names => format!("it has {}", names.join(", ")),
            };
            GameError::UnknownOption { game: self.name.to_string(), option: name.to_owned(), offered }
        })
    }
}

/// An option of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OptionEntry {
    /// Its name.
    pub name: Text,
    /// The value it has when it is not given.
    pub default: Text,
    /// The values it can have.
    pub values: Values,
}

impl OptionEntry {
    /// An option with its default and the values that it can have.
    pub fn new(name: impl Into<Text>, default: impl Into<Text>, values: Values) -> OptionEntry {
        OptionEntry { name: name.into(), default: default.into(), values }
    }

    /// An option that is known when a program is compiled.
    pub const fn fixed(name: &'static str, default: &'static str, values: Values) -> OptionEntry {
        OptionEntry { name: Cow::Borrowed(name), default: Cow::Borrowed(default), values }
    }
}

/// The values an option can have.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Values {
    /// Whole numbers, both ends included.
    Range(u32, u32),
    /// One of these words.
    Words(Cow<'static, [Text]>),
    /// A text that the game reads, such as a deal or a set-up.
    Text(TextValues),
}

/// Texts that a game reads itself.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TextValues {
    /// What the texts are, in words.
    pub form: Text,
    /// Some of them.
    pub examples: Cow<'static, [Text]>,
    /// What is wrong with a text, if something is.
    pub check: fn(&str) -> Result<(), String>,
}

impl TextValues {
    /// Texts of a form, with a check.
    pub fn new(form: &'static str, examples: &[&'static str], check: fn(&str) -> Result<(), String>) -> TextValues {
        TextValues { form: form.into(), examples: texts(examples), check }
    }
}

fn texts(words: &[&'static str]) -> Cow<'static, [Text]> {
    words.iter().map(|&word| Text::from(word)).collect()
}

impl Values {
    /// One of these words.
    pub fn words(words: &[&'static str]) -> Values {
        Values::Words(texts(words))
    }

    /// Why the text is not one of the values, if it is not.
    pub fn check(&self, text: &str) -> Result<(), String> {
        let found = match self {
            Values::Range(low, high) => text.parse().is_ok_and(|number: u32| (*low..=*high).contains(&number)),
            Values::Words(words) => words.iter().any(|word| word == text),
            Values::Text(texts) => return (texts.check)(text),
        };
        if found { Ok(()) } else { Err(self.to_string()) }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Range(low, high) => write!(f, "a whole number from {low} to {high}"),
            Values::Words(words) => write!(f, "one of {}", words.join(", ")),
            Values::Text(texts) => f.write_str(&texts.form),
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
        game: String,
        /// The option that was asked for.
        option: String,
        /// What the game offers, in words.
        offered: String,
    },
    /// The option is given twice.
    #[error("the option `{option}` of `{game}` is given twice")]
    RepeatedOption {
        /// The game.
        game: String,
        /// The option.
        option: String,
    },
    /// The option cannot have this value.
    #[error("`{option}={value}` is not possible in `{game}`: {reason}")]
    BadValue {
        /// The game.
        game: String,
        /// The option.
        option: String,
        /// The value that was given.
        value: String,
        /// What is wrong with it, or what it can be.
        reason: String,
    },
    /// The game cannot start with these options together.
    #[error("`{game}` cannot be opened: {reason}")]
    Refused {
        /// The game.
        game: String,
        /// Why, in the game's own words.
        reason: String,
    },
}

/// The options of one game: checked, and complete with their defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    values: Vec<(String, String)>,
}

impl Options {
    /// Checks what is given against the options of an entry.
    pub(crate) fn new(entry: &GameEntry, given: &[(String, String)]) -> Result<Options, GameError> {
        let mut options = Options {
            values: entry.options.iter().map(|option| (option.name.to_string(), option.default.to_string())).collect(),
        };
        for (index, (name, value)) in given.iter().enumerate() {
            let option = entry.find_option(name)?;
            if given[..index].iter().any(|(seen, _)| seen == name) {
                return Err(GameError::RepeatedOption { game: entry.name.to_string(), option: name.clone() });
            }
            option.values.check(value).map_err(|reason| {
                let reason = match option.values {
                    Values::Text(_) => reason,
                    Values::Range(..) | Values::Words(_) => format!("`{name}` is {reason}"),
                };
                let (game, option) = (entry.name.to_string(), name.clone());
                GameError::BadValue { game, option, value: value.clone(), reason }
            })?;
            *options.value_mut(name) = value.clone();
        }
        Ok(options)
    }

    fn value_mut(&mut self, name: &str) -> &mut String {
        let found = self.values.iter_mut().find(|(option, _)| option == name);
        &mut found.expect("every option of the entry has a value").1
    }

    /// The value of an option.
    ///
    /// Panics if the game declares no option of this name: the entry and the code that reads it disagree.
    #[track_caller]
    pub fn word(&self, name: &str) -> &str {
        let found = self.values.iter().find(|(option, _)| option == name);
        &found.unwrap_or_else(|| panic!("the game declares no option `{name}`")).1
    }

    /// The value of an option that is a number.
    ///
    /// Panics if the game declares no such option, or one with values that are not whole numbers of this type.
    #[track_caller]
    pub fn number<T: std::str::FromStr>(&self, name: &str) -> T {
        let text = self.word(name);
        text.parse().unwrap_or_else(|_| panic!("the values of `{name}` are not numbers of this type"))
    }

    /// All options with their values, in the order of the entry.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}
