//! A game as text: `othello`, `breakthrough(rows=6, columns=4)`.

use std::fmt;

use waxwing::agent::syntax::{RawArgument, RawCall};
use waxwing::agent::{ExpressionError, parse_call};
use waxwing_games::{GameEntry, GameError, OptionEntry, Values, Visitor, find, open};

/// A game with its options, checked. It prints with its name and the options that differ from their defaults.
#[derive(Clone, Debug)]
pub struct GameText {
    entry: &'static GameEntry,
    options: Vec<(String, String)>,
}

impl GameText {
    /// Reads a game. The error points at the place in the text.
    ///
    /// ```
    /// use waxwing_lab::GameText;
    ///
    /// assert_eq!(GameText::parse("breakthrough(columns=4, rows=8)")?.to_string(), "breakthrough(columns=4)");
    /// let error = GameText::parse("breakthrough(rows=99)").unwrap_err();
    /// assert!(error.message().contains("a whole number from 4 to 8"));
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    pub fn parse(text: &str) -> Result<GameText, ExpressionError> {
        let call = parse_call(text).map_err(|error| explain_quotes(text, error))?;
        let entry = find(&call.name.text).map_err(|error| place(&call, error))?;
        let options = call.arguments.iter().map(|argument| option(&call, argument)).collect::<Result<_, _>>()?;
        let game = GameText { entry, options };
        open(entry.name, &game.options, Nothing).map_err(|error| place(&call, error))?;
        Ok(game)
    }

    /// A game with its default options.
    pub fn default_of(entry: &'static GameEntry) -> GameText {
        GameText { entry, options: Vec::new() }
    }

    /// The game's name without its options.
    pub fn name(&self) -> &'static str {
        self.entry.name
    }

    /// What the list of games says about it.
    pub fn entry(&self) -> &'static GameEntry {
        self.entry
    }

    /// Hands the start of the game to the visitor.
    pub fn open<V: Visitor>(&self, visitor: V) -> V::Output {
        open(self.entry.name, &self.options, visitor).expect("parsing has opened the game before")
    }
}

impl fmt::Display for GameText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let given = |name: &str| self.options.iter().find(|(given, _)| given == name).map(|(_, value)| value);
        let options: Vec<String> = self
            .entry
            .options
            .iter()
            .filter_map(|option| Some((option, given(option.name)?)))
            .filter(|(option, value)| *value != option.default)
            .map(|(option, value)| match option.values {
                Values::Text(_) => format!("{}=\"{value}\"", option.name),
                Values::Range(..) | Values::Words(_) => format!("{}={value}", option.name),
            })
            .collect();
        f.write_str(self.entry.name)?;
        if options.is_empty() { Ok(()) } else { write!(f, "({})", options.join(", ")) }
    }
}

/// A deal or a set-up is rarely a word or a number: who writes one may not know that it goes in quotes.
fn explain_quotes(text: &str, error: ExpressionError) -> ExpressionError {
    let name = text.split('(').next().unwrap_or_default().trim();
    let options = find(name).map_or(&[][..], |entry| entry.options);
    let is_named = |option: &&OptionEntry| text.contains(option.name) && matches!(option.values, Values::Text(_));
    match options.iter().find(is_named) {
        Some(option) if !text.contains('"') => {
            error.with_help(format!("a text goes in double quotes: {}=\"…\"", option.name))
        }
        _ => error,
    }
}

fn option(call: &RawCall, argument: &RawArgument) -> Result<(String, String), ExpressionError> {
    let Some(name) = &argument.name else {
        let error = call.error(argument.span, "an option of a game has a name");
        return Err(error.with_help(format!("write `name={}`", argument.value.text)));
    };
    let value = argument.value.quoted().unwrap_or(&argument.value.text);
    Ok((name.text.clone(), value.to_owned()))
}

/// The error at the part of the text that it is about.
fn place(call: &RawCall, error: GameError) -> ExpressionError {
    let named = |option: &str| {
        let mut arguments = call.arguments.iter().rev();
        arguments.find(|argument| argument.name.as_ref().is_some_and(|name| name.text == option))
    };
    let about = match &error {
        GameError::UnknownOption { option, .. } => named(option),
        GameError::RepeatedOption { option, .. } | GameError::BadValue { option, .. } => named(option),
        _ => None,
    };
    let span = match (&error, about) {
        (_, Some(argument)) => argument.span,
        (GameError::UnknownGame { .. }, None) => call.name.span,
        _ => call.span,
    };
    call.error(span, error.to_string())
}

struct Nothing;

impl Visitor for Nothing {
    type Output = ();
    fn visit<G: waxwing::Notation>(self, _: G) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        GameText::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn defaults_are_left_out_and_options_have_one_order() {
        let canonical = |text: &str| GameText::parse(text).unwrap().to_string();
        assert_eq!(canonical("othello()"), "othello");
        assert_eq!(canonical("breakthrough(columns=5, rows=6)"), "breakthrough(rows=6, columns=5)");
        assert_eq!(canonical("breakthrough(rows=8, columns=\"8\")"), "breakthrough");
    }

    #[test]
    fn errors_point_at_their_place() {
        assert_eq!(error("otelo"), "there is no game `otelo`; did you mean `othello`?\n  otelo\n  ^^^^^");
        assert!(error("othello(rows=6)").ends_with("  othello(rows=6)\n          ^^^^^^"));
        assert!(error("breakthrough(rows=6, rows=5)").ends_with("\n                       ^^^^^^"));
        assert!(error("breakthrough(6)").contains("help: write `name=6`"));
        assert!(error("breakthrough(rows=").contains("expected"));
    }
}
