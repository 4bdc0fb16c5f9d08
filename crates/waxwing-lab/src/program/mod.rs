//! Agents that are programs of their own: `gtp("gnugo --mode gtp")`.
//!
//! [`with_programs`] tells a workshop how they are made. A program is started anew for each game and ended with it, with everything that it has started (`group.rs`). One that crashes, takes
//! too long, prints too much or plays what is not legal has failed.

mod answer;
#[cfg(unix)]
mod group;
mod hostile;
#[cfg(unix)]
mod pipe;
#[cfg(not(unix))]
#[path = "elsewhere.rs"]
mod pipe;
#[cfg(all(test, unix))]
mod tests;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use waxwing::agent::{Call, ExpressionError};
use waxwing::{Budget, Expression, Limits, Player};
use waxwing_workshop::{GameEntry, GaveUp, MoveError, OutsidePlayer, PlayerView, ToMove, Workshop};

use answer::{Trouble, quoted};
#[cfg(unix)]
pub use group::end_programs;
pub use hostile::{HOSTILE_PROGRAMS, HostileProgram, surviving_processes};
use pipe::Pipe;
#[cfg(not(unix))]
pub use pipe::end_programs;

/// The workshop with programs: `gtp("…")` plays Go by the Go Text Protocol.
///
/// ```
/// let workshop = waxwing_lab::with_programs(waxwing_games::standard());
/// let error = workshop.open("othello")?.agent("gtp(\"gnugo --mode gtp\")").err().unwrap();
/// assert_eq!(error.message(), "programs of the Go Text Protocol play only `go`");
/// # Ok::<(), waxwing::agent::ExpressionError>(())
/// ```
pub fn with_programs(workshop: Workshop) -> Workshop {
    workshop.outsider("gtp", Arc::new(build))
}

fn build(expression: &Expression, game: &GameEntry) -> Result<Box<dyn OutsidePlayer>, ExpressionError> {
    let call = program_call(expression).expect("the workshop asks for programs only");
    if game.name != "go" {
        return Err(call.error("programs of the Go Text Protocol play only `go`"));
    }
    Ok(Box::new(Program::new(call, expression.budget)?))
}

/// Whether an expression is that of a program.
pub(crate) fn is_program(expression: &Expression) -> bool {
    program_call(expression).is_some()
}

/// Refuses what no game can serve: what [`Expression::check`] refuses, and what is not a command.
///
/// ```
/// let expression = waxwing::Expression::parse("gtp(\"gnugo\") @5000")?;
/// let error = waxwing_lab::check_agent_alone(&expression).unwrap_err();
/// assert_eq!(error.message(), "a program has no budget of iterations or depth");
/// # Ok::<(), waxwing::agent::ExpressionError>(())
/// ```
pub fn check_agent_alone(expression: &Expression) -> Result<(), ExpressionError> {
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
    /// Where it runs, from its first move on.
    pipe: Option<Pipe>,
    /// What it has not been told yet. It is told when it is to move: only then can waiting for it be stopped.
    untold: Vec<String>,
    /// Why it cannot go on, if it cannot.
    failure: Option<String>,
    /// The move that it has chosen, which it knows already when all agents are told.
    chosen: Option<String>,
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
        Ok(Program { words, timeout, told_time: None, pipe: None, untold: Vec::new(), failure: None, chosen: None })
    }

    /// Starts the program if it does not run, and tells it what it has not been told.
    fn catch_up(&mut self, stop: Option<&AtomicBool>) -> Result<(), String> {
        if self.pipe.is_none() {
            self.pipe = Some(Pipe::open(&self.words)?);
        }
        for command in std::mem::take(&mut self.untold) {
            self.ask(&command, stop).map_err(Trouble::reason)?;
        }
        Ok(())
    }

    /// Passes on how long a move may take, in whole seconds. A program that knows no clock plays without.
    fn set_time(&mut self, budget: Budget, stop: Option<&AtomicBool>) -> Result<(), String> {
        let Budget::Time(time) = budget else { return Ok(()) };
        if self.told_time.replace(time) == Some(time) {
            return Ok(());
        }
        let seconds = time.as_secs_f64().ceil().max(1.0);
        match self.ask(&format!("time_settings 0 {seconds} 1"), stop) {
            Ok(_) | Err(Trouble::Refused(_)) => Ok(()),
            Err(Trouble::Failed(reason)) => Err(reason),
        }
    }

    fn ask(&mut self, command: &str, stop: Option<&AtomicBool>) -> Result<String, Trouble> {
        let named = |reason: String| format!("`{}`: {reason}", self.words[0]);
        let pipe = self.pipe.as_mut().ok_or_else(|| Trouble::Failed(named("it does not run".to_owned())))?;
        pipe.ask(command, self.timeout, stop).map_err(|trouble| match trouble {
            Trouble::Refused(reason) => Trouble::Refused(named(reason)),
            Trouble::Failed(reason) => Trouble::Failed(named(reason)),
        })
    }

    /// A move that the program chose, and made on its board, was not made at the table.
    fn take_back(&mut self) {
        if self.chosen.take().is_some() {
            self.untold.push("undo".to_owned());
        }
    }

    /// The program's move in a position in which it is to move.
    fn genmove(&mut self, view: &PlayerView<'_>, budget: Budget, stop: Option<&AtomicBool>) -> Result<String, GaveUp> {
        self.take_back();
        let ready = self.catch_up(stop).and_then(|()| self.set_time(budget, stop));
        ready.map_err(GaveUp::Failed)?;
        let colour = colour(view.turn().into());
        let answer = self.ask(&format!("genmove {colour}"), stop);
        let answer = answer.map_err(|trouble| GaveUp::Failed(trouble.reason()))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(GaveUp::Resigned);
        }
        view.read_move(&answer).map_err(|error| {
            let reason = if matches!(error, MoveError::Unreadable { .. }) { "not a move" } else { "illegal move" };
            GaveUp::Failed(format!("`{}` played `{}`: {reason}", self.words[0], quoted(&answer)))
        })
    }
}

impl OutsidePlayer for Program {
    fn start(&mut self, view: &PlayerView<'_>, _: u64) {
        if let Some(pipe) = self.pipe.take() {
            pipe.quit();
        }
        (self.failure, self.chosen, self.told_time) = (None, None, None);
        let option = |name: &str| view.option(name).unwrap_or_default().to_owned();
        let (size, komi) = (option("size"), option("komi"));
        self.untold = vec![format!("boardsize {size}"), "clear_board".to_owned(), format!("komi {komi}")];
    }

    fn observe(&mut self, view: &PlayerView<'_>) {
        let Some((by, text)) = view.last_seen().and_then(|seen| Some((seen.by, seen.text?))) else { return };
        if self.chosen.as_ref() == Some(&text) {
            self.chosen = None;
            return;
        }
        self.take_back();
        self.untold.push(format!("play {} {text}", colour(by)));
    }

    fn choose(&mut self, view: &PlayerView<'_>, limits: &Limits, stop: Option<&AtomicBool>) -> Result<String, GaveUp> {
        if let Some(reason) = &self.failure {
            return Err(GaveUp::Failed(reason.clone()));
        }
        let chosen = self.genmove(view, limits.budget, stop);
        match &chosen {
            Ok(text) => self.chosen = Some(text.clone()),
            Err(GaveUp::Failed(reason)) => {
                // Nothing is asked of a program after that.
                self.pipe = None;
                self.failure = Some(reason.clone());
            }
            Err(GaveUp::Resigned) => {}
        }
        chosen
    }

    fn try_out(&mut self, view: &PlayerView<'_>) -> Result<(), String> {
        self.start(view, 0);
        self.catch_up(None)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(pipe) = self.pipe.take() {
            pipe.quit();
        }
    }
}

fn colour(player: ToMove) -> &'static str {
    if player == ToMove::Player(Player(1)) { "white" } else { "black" }
}
