//! Waxwing as a program for Go clients, and for clients of other board games: version 2 of the Go Text Protocol, with the
//! extensions that clients ask for.
//!
//! An [`Engine`] takes a line and answers it; it starts no threads and reads no streams, so that any line can be tried on
//! it. Where to start reading: `commands.rs` has the list of commands for Go; `think.rs` how moves are chosen and analysed;
//! `steps.rs` the game on the board; `board.rs` all of it for the other games of `games.rs`; `docs/gtp.md` how to use it.
//!
//! ```
//! use waxwing::Limits;
//! use waxwing_lab::gtp::{Engine, Options};
//!
//! let workshop = waxwing_games::standard();
//! let agent = workshop.expression("uct @100")?;
//! let mut engine = Engine::new(&workshop.open("go")?, &agent, Options::new(Limits::iterations(100), 1))?;
//! assert_eq!(engine.answer("7 play black D4"), "=7\n\n");
//! assert_eq!(engine.answer("play white D4"), "? illegal move\n\n");
//! # Ok::<(), waxwing::agent::ExpressionError>(())
//! ```

mod analysis;
mod board;
#[cfg(test)]
mod board_tests;
mod clock;
mod commands;
mod games;
mod go;
mod handicap;
mod line;
mod status;
mod steps;
#[cfg(test)]
mod tests;
mod think;

use std::sync::atomic::AtomicBool;

use waxwing::agent::{ExpressionError, Span};
use waxwing::{Expression, Limits};
use waxwing_workshop::{OpenGame, Watch};

use crate::go::go_of;
use board::BoardEngine;
pub(crate) use games::BoardGame;
use go::GoEngine;
use line::{Line, opening};

/// How an engine plays, besides its agent.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Options {
    /// What a move may use if neither the expression nor a clock says.
    pub limits: Limits,
    /// The seed of everything random.
    pub seed: u64,
    /// Resign when the agent's value was below this for three of its moves in a row.
    pub resign: Option<f64>,
}

impl Options {
    /// An engine that never resigns.
    pub fn new(limits: Limits, seed: u64) -> Options {
        Options { limits, seed, resign: None }
    }
}

/// A player behind the protocol.
pub struct Engine(Box<dyn Speaks>);

/// The world outside, while a command is handled.
pub struct Client<'a> {
    /// Set when another command waits, which ends an analysis.
    pub waiting: &'a AtomicBool,
    /// Set when the client is gone, which ends all thinking.
    pub gone: &'a AtomicBool,
    /// Takes what is to be printed.
    pub print: &'a mut dyn FnMut(&str),
}

/// An answer on its way: most are given at once, an analysis line by line.
struct Answer<'a, 'b> {
    client: &'a mut Client<'b>,
    id: String,
    is_open: bool,
}

impl<'b> Answer<'_, 'b> {
    /// Thinking goes on as long as there is a client.
    fn while_heard(&self) -> Watch<'b> {
        Watch::stopped_by(self.client.gone)
    }

    /// A line of an answer that goes on.
    fn stream(&mut self, line: &str) {
        self.open();
        (self.client.print)(&format!("{line}\n"));
    }

    /// Tells the client that the command is accepted.
    fn open(&mut self) {
        if !std::mem::replace(&mut self.is_open, true) {
            (self.client.print)(&format!("{}\n", opening(true, &self.id)));
        }
    }

    fn finish(self, result: Result<String, String>) {
        let text = match (&result, self.is_open) {
            (Ok(text) | Err(text), true) if text.is_empty() => "\n".to_owned(),
            (Ok(text) | Err(text), true) => format!("{text}\n\n"),
            (Ok(text) | Err(text), false) => {
                let opening = opening(result.is_ok(), &self.id);
                let space = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
                format!("{opening}{space}{text}\n\n")
            }
        };
        (self.client.print)(&text);
    }
}

/// What answers commands.
trait Speaks: Send {
    /// Does what a command asks for.
    fn answer_line(&mut self, line: &Line, answer: &mut Answer<'_, '_>) -> Result<String, String>;

    /// Whether it was told to quit.
    fn has_quit(&self) -> bool;

    /// Handles a line; returns whether the engine goes on.
    fn handle(&mut self, text: &str, client: &mut Client<'_>) -> bool {
        if let Some(line) = Line::read(text) {
            let mut answer = Answer { client, id: line.id.clone(), is_open: false };
            let result = self.answer_line(&line, &mut answer);
            answer.finish(result);
        }
        !self.has_quit()
    }

    /// The whole answer to a line. An analysis ends as soon as it has begun.
    fn answer(&mut self, text: &str) -> String {
        let mut printed = String::new();
        let (waiting, gone) = (AtomicBool::new(true), AtomicBool::new(false));
        self.handle(text, &mut Client { waiting: &waiting, gone: &gone, print: &mut |text| printed += text });
        printed
    }
}

impl Engine {
    /// An engine with an agent, which begins with a game's rules and size of the board. Fails for games without a board of
    /// coordinates, and for what the game cannot serve.
    pub fn new(game: &OpenGame, expression: &Expression, options: Options) -> Result<Engine, ExpressionError> {
        check_game(game)?;
        expression.check_ends()?;
        game.try_agent(expression)?;
        Ok(Engine(match go_of(game) {
            Some(start) => Box::new(GoEngine::new(game, start, expression, options)?),
            None => Box::new(BoardEngine::new(game, expression, options)?),
        }))
    }

    /// Handles a line; returns whether the engine goes on.
    pub fn handle(&mut self, text: &str, client: &mut Client<'_>) -> bool {
        self.0.handle(text, client)
    }

    /// The whole answer to a line. An analysis ends as soon as it has begun.
    pub fn answer(&mut self, text: &str) -> String {
        self.0.answer(text)
    }
}

/// Refuses games that are not played by the protocol.
fn check_game(game: &OpenGame) -> Result<(), ExpressionError> {
    let text = game.text();
    let refused = |message: String| Err(ExpressionError::new(text, Span { start: 0, end: text.len() }, message));
    if BoardGame::find(game.name()).is_none() {
        return refused(format!("the Go Text Protocol plays only {}", BoardGame::names()));
    }
    if game.players() != 2 {
        return refused(format!("the Go Text Protocol is for two players, and {text} has {}", game.players()));
    }
    Ok(())
}
