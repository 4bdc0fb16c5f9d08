//! The Go player behind the protocol: a board on which stones are set up and colours move as they like.

use waxwing::agent::ExpressionError;
use waxwing::{Budget, Expression};
use waxwing_games::{Go, GoStep};
use waxwing_workshop::{AnyAgent, OpenGame};

use super::clock::Clock;
use super::line::Line;
use super::steps::Steps;
use super::{Answer, Options, Speaks, commands};

/// A Go player behind the protocol.
pub(super) struct GoEngine {
    pub(super) options: Options,
    pub(super) game: OpenGame,
    pub(super) agent: AnyAgent,
    /// The expression's budget, which the agent is handed with each move: an analysis has none.
    pub(super) budget: Option<Budget>,
    pub(super) steps: Steps,
    pub(super) clock: Clock,
    /// The agent has not seen how the game came here.
    pub(super) is_stale: bool,
    pub(super) games: u64,
    /// For each colour, its moves in a row that looked lost.
    pub(super) hopeless: [u32; 2],
    pub(super) quits: bool,
}

impl GoEngine {
    pub(super) fn new(
        game: &OpenGame,
        start: Go,
        expression: &Expression,
        options: Options,
    ) -> Result<GoEngine, ExpressionError> {
        let mut unlimited = expression.clone();
        let budget = unlimited.budget.take();
        let agent = game.build(&unlimited)?;
        Ok(GoEngine {
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

    /// Makes a step on the board, and notes whether the agent can follow.
    pub(super) fn make(&mut self, step: GoStep) -> Result<(), String> {
        let in_turn = self.steps.make(step)?;
        self.is_stale |= !in_turn || !matches!(step, GoStep::Play(..));
        Ok(())
    }

    /// Begins a new game.
    pub(super) fn restart(&mut self) {
        self.games += 1;
        self.hopeless = [0; 2];
        self.is_stale = true;
        self.clock.restart();
    }
}

impl Speaks for GoEngine {
    fn answer_line(&mut self, line: &Line, answer: &mut Answer<'_, '_>) -> Result<String, String> {
        match commands::find(&line.command) {
            Some(command) => (command.run)(self, &line.arguments, answer),
            None => Err("unknown command".to_owned()),
        }
    }

    fn has_quit(&self) -> bool {
        self.quits
    }
}
