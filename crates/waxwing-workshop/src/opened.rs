//! A game that is opened: `othello`, `breakthrough(rows=6, columns=4)`.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use waxwing::agent::syntax::{RawArgument, RawCall};
use waxwing::agent::{ExpressionError, Value, parse_call};
use waxwing::{Expression, Notation};

use crate::agent::AnyAgent;
use crate::entry::{GameEntry, GameError, OptionEntry, Options, Values};
use crate::kind::{GameKind, PrepareError};
use crate::line::Line;
use crate::position::{Face, Position, PositionError};
use crate::recorded::{GameInRecord, RecordError, RecordedGame};
use crate::workshop::Workshop;

/// A game with its options, ready to be played. It prints with its name and the options that differ from their defaults.
///
/// ```
/// # use waxwing_workshop::doctest::nim;
/// assert_eq!(nim().open("nim(heap=21)")?.to_string(), "nim");
/// let error = nim().open("nim(heap=999)").unwrap_err();
/// assert!(error.message().contains("a whole number from 1 to 100"));
/// # Ok::<(), waxwing::agent::ExpressionError>(())
/// ```
#[derive(Clone)]
pub struct OpenGame {
    workshop: Workshop,
    kind: Arc<GameKind>,
    options: Options,
    start: Position,
}

impl OpenGame {
    pub(crate) fn read(workshop: &Workshop, text: &str) -> Result<OpenGame, ExpressionError> {
        let call = parse_call(text).map_err(|error| explain_quotes(workshop, text, error))?;
        let at = |error| place(&call, &error);
        let kind = workshop.find(&call.name.text).map_err(at)?.clone();
        let given = call.arguments.iter().map(|argument| option(&call, argument)).collect::<Result<Vec<_>, _>>()?;
        OpenGame::new(workshop, kind, &given).map_err(at)
    }

    /// The game with the options that are given.
    fn new(workshop: &Workshop, kind: Arc<GameKind>, given: &[(String, String)]) -> Result<OpenGame, GameError> {
        let options = Options::new(kind.entry(), given)?;
        let refused = |reason| GameError::Refused { game: kind.entry().name.to_string(), reason };
        let line = kind.start(&options).map_err(refused)?;
        let text = canonical(kind.entry(), &options, |_| true);
        let entry = Arc::new(kind.entry().clone());
        let face = Face { text, entry, options: options.clone(), scenes: kind.scenes() };
        Ok(OpenGame { workshop: workshop.clone(), options, start: Position::new(Arc::new(face), line), kind })
    }

    /// What there is to know about the game.
    pub fn entry(&self) -> &GameEntry {
        self.kind.entry()
    }

    /// The game's name without its options.
    pub fn name(&self) -> &str {
        &self.entry().name
    }

    /// The game with the options that differ from their defaults.
    pub fn text(&self) -> &str {
        self.start.game_text()
    }

    /// The values of all options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The position in which the game starts.
    pub fn start(&self) -> Position {
        self.start.clone()
    }

    /// The position of a text: `start`, `start moves …`, or the game's own text for a position, perhaps with ` then …`. What
    /// [`Position::text`] writes is read back so that everything goes on alike.
    pub fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        Position::read(&self.start, text)
    }

    /// What the form is called in which programs for this game exchange records, if it can be read: `SGF`.
    pub fn record_form(&self) -> Option<&str> {
        self.kind.records().map(|form| &*form.name)
    }

    /// The game of a record, with the options that the record decides, and otherwise with those of this game.
    pub fn read_record(&self, text: &str) -> Result<RecordedGame, RecordError> {
        let form = self.kind.records().ok_or_else(|| RecordError::NoForm { game: self.name().to_owned() })?;
        let refused = |reason| RecordError::Refused { form: form.name.to_string(), reason };
        let GameInRecord { options, beginning, moves, names, result } =
            (form.read)(text, &self.options).map_err(refused)?;
        let is_decided = |name: &str| options.iter().any(|(decided, _)| decided == name);
        let left = self.options.iter().filter(|(name, _)| !is_decided(name));
        let given: Vec<(String, String)> =
            left.map(|(name, value)| (name.to_owned(), value.to_owned())).chain(options.clone()).collect();
        let game = OpenGame::new(&self.workshop, self.kind.clone(), &given);
        let game = game.map_err(|error| refused(error.to_string()))?;
        let beginning = beginning.map_or_else(|| Ok(game.start()), |text| game.read_position(&text));
        let mut position = beginning.map_err(|error| refused(error.to_string()))?;
        for (index, text) in moves.iter().enumerate() {
            position.play(text).map_err(|error| refused(format!("move {}: {error}", index + 1)))?;
        }
        Ok(RecordedGame { position, names, result })
    }

    /// A state of this game as a start; `None` if it is of another type than the game's.
    ///
    /// What is compiled for the state's type is compiled where this is called: call it in the crate of the game.
    pub fn position_of<G: Notation>(&self, state: G) -> Option<Position> {
        Line::<G>::of(self.start.line())?;
        Some(self.start.with_line(Box::new(Line::new(state))))
    }

    /// How many players the game has.
    pub fn players(&self) -> usize {
        self.start.players()
    }

    /// The workshop that the game was opened in.
    pub fn workshop(&self) -> &Workshop {
        &self.workshop
    }

    /// The agent of an expression's text, or of a level. The error points at what is wrong, or what the game cannot serve.
    pub fn agent(&self, text: &str) -> Result<AnyAgent, ExpressionError> {
        self.build(&self.expression(text)?)
    }

    /// The agent of an expression. The error points at what the game cannot serve.
    pub fn build(&self, expression: &Expression) -> Result<AnyAgent, ExpressionError> {
        match self.workshop.outside_builder(expression) {
            Some(build) => Ok(AnyAgent::outside(self.text(), build(expression, self.entry())?, expression.clone())),
            None => Ok(AnyAgent::own(self.text(), self.start.line().agent(expression.clone(), Vec::new())?)),
        }
    }

    /// The agent of an expression, with strategies that learn from its searches and choose nothing. The error points at what the
    /// game cannot serve, also in what listens.
    pub fn build_listened_to(
        &self,
        expression: &Expression,
        listeners: Vec<Expression>,
    ) -> Result<AnyAgent, ExpressionError> {
        match self.workshop.outside_builder(expression) {
            Some(_) => self.build(expression),
            None => Ok(AnyAgent::own(self.text(), self.start.line().agent(expression.clone(), listeners)?)),
        }
    }

    /// Makes sure that an agent can play the game at all; a program is started and asked.
    pub fn try_agent(&self, expression: &Expression) -> Result<(), ExpressionError> {
        let mut agent = self.build(expression)?;
        agent.try_out(&self.start).map_err(|reason| match expression.player() {
            Some(player) => player.error(reason),
            None => unreachable!("only players from outside are tried out"),
        })
    }

    /// Gets ready what takes long to compute: see [`GameKind::prepare`].
    pub fn prepare(
        &self,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Option<String>, PrepareError> {
        self.kind.prepare(cancel, progress)
    }
}

impl fmt::Display for OpenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl fmt::Debug for OpenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OpenGame({self})")
    }
}

/// The name and those of these options that differ from their defaults.
pub(crate) fn canonical(entry: &GameEntry, options: &Options, is_written: impl Fn(&OptionEntry) -> bool) -> String {
    let differs = entry.options.iter().filter(|option| options.word(&option.name) != option.default);
    let differs = differs.filter(|option| is_written(option));
    let written = differs.map(|option| {
        let value = options.word(&option.name);
        match option.values {
            Values::Text(_) => format!("{}={}", option.name, Value::Text(value.to_owned())),
            Values::Range(..) | Values::Words(_) => format!("{}={value}", option.name),
        }
    });
    let written: Vec<String> = written.collect();
    if written.is_empty() { entry.name.to_string() } else { format!("{}({})", entry.name, written.join(", ")) }
}

/// A deal or a set-up is rarely a word or a number: who writes one may not know that it goes in quotes.
fn explain_quotes(workshop: &Workshop, text: &str, error: ExpressionError) -> ExpressionError {
    let name = text.split('(').next().unwrap_or_default().trim();
    let options = workshop.find(name).map_or(&[][..], |kind| &kind.entry().options);
    let is_named = |option: &&OptionEntry| text.contains(&*option.name) && matches!(option.values, Values::Text(_));
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
fn place(call: &RawCall, error: &GameError) -> ExpressionError {
    let named = |option: &str| {
        let mut arguments = call.arguments.iter().rev();
        arguments.find(|argument| argument.name.as_ref().is_some_and(|name| name.text == option))
    };
    let about = match error {
        GameError::UnknownOption { option, .. }
        | GameError::RepeatedOption { option, .. }
        | GameError::BadValue { option, .. } => named(option),
        GameError::UnknownGame { .. } | GameError::Refused { .. } => None,
    };
    let span = match (error, about) {
        (_, Some(argument)) => argument.span,
        (GameError::UnknownGame { .. }, None) => call.name.span,
        _ => call.span,
    };
    call.error(span, error.to_string())
}

#[cfg(test)]
mod tests {
    use crate::doctest::nim;

    fn error(text: &str) -> String {
        nim().open(text).unwrap_err().to_string()
    }

    #[test]
    fn defaults_are_left_out_and_options_have_one_order() {
        let canonical = |text: &str| nim().open(text).unwrap().to_string();
        assert_eq!(canonical("nim()"), "nim");
        assert_eq!(canonical("nim(last=loses, heap=9)"), "nim(heap=9, last=loses)");
        assert_eq!(canonical("nim(heap=\"21\", last=wins)"), "nim");
    }

    #[test]
    fn errors_point_at_their_place() {
        assert_eq!(error("nimm"), "there is no game `nimm`; did you mean `nim`?\n  nimm\n  ^^^^");
        assert!(error("nim(rows=6)").ends_with("  nim(rows=6)\n      ^^^^^^"));
        assert!(error("nim(heap=6, heap=5)").ends_with("\n              ^^^^^^"));
        assert!(error("nim(6)").contains("help: write `name=6`"));
        assert!(error("nim(heap=").contains("expected"));
    }
}
