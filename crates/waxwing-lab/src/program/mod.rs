//! Agents that are programs of their own: `gtp("gnugo --mode gtp")`.
//!
//! [`build_agent`] makes any agent; it is the one place that knows which expressions stand for programs. A program is
//! started anew for each game and ended with it. One that crashes, takes too long or plays what is not legal has lost.

mod pipe;
#[cfg(test)]
mod tests;

use std::any::Any;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use waxwing::agent::{Budget, Call, ExpressionError, Outsider};
use waxwing::search::GaveUp;
use waxwing::{Agent, Expression, Game, Limits, Notation, Player, Turn};
use waxwing_games::{Go, GoMove};

use pipe::Pipe;

/// The agent of an expression. Programs are not started before their first game.
pub fn build_agent<G: Game>(expression: Expression, game: &G) -> Result<Agent<G>, ExpressionError> {
    let Some(call) = program_call(&expression) else { return Agent::new(expression, game) };
    let Some(go) = (game as &dyn Any).downcast_ref::<Go>() else {
        return Err(call.error("programs of the Go Text Protocol play only `go`"));
    };
    let program = Box::new(Program::new(call, expression.budget)?);
    let agent: Box<dyn Any> = Box::new(Agent::outsider(expression, program, go));
    Ok(*agent.downcast::<Agent<G>>().expect("the game is Go"))
}

/// Builds an agent to see whether it will work: a program is started and must answer.
pub fn try_agent<G: Game>(expression: &Expression, game: &G) -> Result<(), ExpressionError> {
    build_agent(expression.clone(), game)?;
    let (Some(call), Some(go)) = (program_call(expression), (game as &dyn Any).downcast_ref::<Go>()) else {
        return Ok(());
    };
    let mut program = Program::new(call, expression.budget)?;
    program.begin(go).map_err(|reason| call.error_at("command", reason))
}

/// Refuses what no game can serve: what [`Expression::check`] refuses, and what is not a command.
pub(crate) fn check_agent_alone(expression: &Expression) -> Result<(), ExpressionError> {
    expression.check()?;
    program_call(expression).map_or(Ok(()), |call| Program::new(call, expression.budget).map(drop))
}

fn program_call(expression: &Expression) -> Option<&Call> {
    expression.player().filter(|player| player.name() == "gtp")
}

/// A program that plays Go.
struct Program {
    /// The program and its arguments.
    words: Vec<String>,
    timeout: Duration,
    /// The time for a move that it was told of.
    told_time: Option<Duration>,
    pipe: Option<Pipe>,
    /// Why it cannot go on, if it cannot.
    failure: Option<String>,
    /// Whose turn it was before the next move that is observed.
    mover: Option<Player>,
    /// The move that it has chosen, which it knows already when everybody is told.
    chosen: Option<GoMove>,
}

impl Program {
    fn new(call: &Call, budget: Option<Budget>) -> Result<Program, ExpressionError> {
        let words = shlex::split(call.text("command")).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| {
            call.error_at("command", "this is not a command").with_help("write `gtp(\"gnugo --mode gtp\")`")
        })?;
        if let Some(Budget::Iterations(_) | Budget::Depth(_)) = budget {
            return Err(call.error("a program has no budget of iterations or depth").with_help("give it time: `@1s`"));
        }
        let timeout = Duration::from_secs_f64(call.number("timeout"));
        Ok(Program { words, timeout, told_time: None, pipe: None, failure: None, mover: None, chosen: None })
    }

    /// Starts the program and sets the board up.
    fn begin(&mut self, game: &Go) -> Result<(), String> {
        // The one of the last game ends first.
        self.pipe = None;
        self.pipe = Some(Pipe::open(&self.words)?);
        self.ask(&format!("boardsize {}", game.size()), None)?;
        self.ask("clear_board", None)?;
        self.ask(&format!("komi {}", game.komi()), None).map(drop)
    }

    /// Passes on how long a move may take, in whole seconds. A program that knows no clock plays without.
    fn set_time(&mut self, budget: Budget) {
        if let Budget::Time(time) = budget
            && self.told_time.replace(time) != Some(time)
        {
            let seconds = time.as_secs_f64().ceil().max(1.0);
            let _ = self.ask(&format!("time_settings 0 {seconds} 1"), None);
        }
    }

    fn ask(&mut self, command: &str, stop: Option<&AtomicBool>) -> Result<String, String> {
        let pipe = self.pipe.as_mut().ok_or("the program does not run")?;
        let answer = pipe.ask(command, self.timeout, stop);
        answer.map_err(|reason| format!("`{}`: {reason}", self.words[0]))
    }

    /// A move that the program chose, and made on its board, was not made at the table.
    fn take_back(&mut self) -> Result<(), String> {
        if self.chosen.take().is_some() {
            self.ask("undo", None)?;
        }
        Ok(())
    }

    /// Keeps the first failure: nothing is asked of a program after that.
    fn fail(&mut self, reason: String) {
        self.pipe = None;
        self.failure.get_or_insert(reason);
    }

    fn genmove(&mut self, position: &Go, stop: Option<&AtomicBool>) -> Result<GoMove, GaveUp> {
        let colour = colour(position.turn());
        let answer = self.ask(&format!("genmove {colour}"), stop).map_err(GaveUp::Failed)?;
        let answer = answer.trim();
        if answer.eq_ignore_ascii_case("resign") {
            return Err(GaveUp::Resigned);
        }
        let wrong = |reason: &str| GaveUp::Failed(format!("`{}` played `{answer}`: {reason}", self.words[0]));
        let action = position.parse(answer).map_err(|_| wrong("not a move"))?;
        if position.is_legal(action) { Ok(action) } else { Err(wrong("illegal move")) }
    }
}

impl Outsider<Go> for Program {
    fn start(&mut self, game: &Go, _: u64) {
        (self.failure, self.chosen, self.told_time) = (None, None, None);
        self.mover = mover(game);
        if let Err(reason) = self.begin(game) {
            self.fail(reason);
        }
    }

    fn observe(&mut self, seen: Option<GoMove>, after: &Go) {
        let before = std::mem::replace(&mut self.mover, mover(after));
        let (Some(action), Some(player)) = (seen, before) else { return };
        if self.failure.is_some() {
            return;
        }
        if self.chosen == Some(action) {
            self.chosen = None;
            return;
        }
        let text = after.format(action);
        let told = self.take_back();
        let told = told.and_then(|()| self.ask(&format!("play {} {text}", colour(Turn::Player(player))), None));
        if let Err(reason) = told {
            self.fail(format!("{reason} (told of {text})"));
        }
    }

    fn choose(&mut self, position: &Go, limits: &Limits, stop: Option<&AtomicBool>) -> Result<GoMove, GaveUp> {
        if let Some(reason) = &self.failure {
            return Err(GaveUp::Failed(reason.clone()));
        }
        self.set_time(limits.budget);
        let ready = self.take_back().map_err(GaveUp::Failed);
        let chosen = ready.and_then(|()| self.genmove(position, stop));
        match &chosen {
            Ok(action) => self.chosen = Some(*action),
            Err(GaveUp::Failed(reason)) => self.fail(reason.clone()),
            Err(GaveUp::Resigned) => {}
        }
        chosen
    }
}

fn mover(state: &Go) -> Option<Player> {
    if let Turn::Player(player) = state.turn() { Some(player) } else { None }
}

fn colour(turn: Turn) -> &'static str {
    if turn == Turn::Player(Player(1)) { "white" } else { "black" }
}
