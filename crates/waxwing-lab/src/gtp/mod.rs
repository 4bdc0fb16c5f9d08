//! Waxwing as a program for Go clients: version 2 of the Go Text Protocol, with the extensions that clients ask for.
//!
//! An [`Engine`] takes a line and answers it; it starts no threads and reads no streams, so that any line can be tried on
//! it. Where to start reading: `commands.rs` has the list of commands; `think.rs` how moves are chosen and analysed;
//! `steps.rs` the game on the board; `docs/gtp.md` how to use it.
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
mod clock;
mod commands;
mod handicap;
mod line;
mod status;
mod steps;
#[cfg(test)]
mod tests;
mod think;

use std::sync::atomic::AtomicBool;

use waxwing::agent::{ExpressionError, Span};
use waxwing::{Budget, Expression, Limits};
use waxwing_games::GoStep;
use waxwing_workshop::{AnyAgent, OpenGame};

use crate::go::go_of;
use clock::Clock;
use line::{Line, opening};
use steps::Steps;

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

/// A Go player behind the protocol.
pub struct Engine {
    options: Options,
    game: OpenGame,
    agent: AnyAgent,
    /// The expression's budget, which the agent is handed with each move: an analysis has none.
    budget: Option<Budget>,
    steps: Steps,
    clock: Clock,
    /// The agent has not seen how the game came here.
    is_stale: bool,
    games: u64,
    /// For each colour, its moves in a row that looked lost.
    hopeless: [u32; 2],
    quits: bool,
}

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

impl Answer<'_, '_> {
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

impl Engine {
    /// An engine with an agent, which begins with a game's rules and size of the board.
    pub fn new(game: &OpenGame, expression: &Expression, options: Options) -> Result<Engine, ExpressionError> {
        let Some(start) = go_of(game) else {
            let text = game.text();
            return Err(ExpressionError::new(
                text,
                Span { start: 0, end: text.len() },
                "the Go Text Protocol plays only `go`",
            ));
        };
        expression.check_ends()?;
        game.try_agent(expression)?;
        let mut unlimited = expression.clone();
        let budget = unlimited.budget.take();
        let agent = game.build(&unlimited)?;
        Ok(Engine {
            options,
            game: game.clone(),
            agent,
            budget,
            steps: Steps::new(start),
            clock: Clock::default(),
            is_stale: true,
            games: 0,
            hopeless: [0; 2],
            quits: false,
        })
    }

    /// Handles a line; returns whether the engine goes on.
    pub fn handle(&mut self, text: &str, client: &mut Client<'_>) -> bool {
        let Some(line) = Line::read(text) else { return !self.quits };
        let mut answer = Answer { client, id: line.id, is_open: false };
        let result = match commands::find(&line.command) {
            Some(command) => (command.run)(self, &line.arguments, &mut answer),
            None => Err("unknown command".to_owned()),
        };
        answer.finish(result);
        !self.quits
    }

    /// The whole answer to a line. An analysis ends as soon as it has begun.
    pub fn answer(&mut self, text: &str) -> String {
        let mut printed = String::new();
        let (waiting, gone) = (AtomicBool::new(true), AtomicBool::new(false));
        self.handle(text, &mut Client { waiting: &waiting, gone: &gone, print: &mut |text| printed += text });
        printed
    }

    /// Makes a step on the board, and notes whether the agent can follow.
    fn make(&mut self, step: GoStep) -> Result<(), String> {
        let in_turn = self.steps.make(step)?;
        self.is_stale |= !in_turn || !matches!(step, GoStep::Play(..));
        Ok(())
    }

    /// Begins a new game.
    fn restart(&mut self) {
        self.games += 1;
        self.hopeless = [0; 2];
        self.is_stale = true;
        self.clock.restart();
    }
}
