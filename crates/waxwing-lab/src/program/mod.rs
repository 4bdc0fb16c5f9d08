//! Agents that are programs of their own: `gtp("gnugo --mode gtp")`, `program("waxwing engine othello uct")`.
//!
//! [`with_programs`] tells a workshop how they are made. A program is started anew for each game and ended with it, with everything
//! that it has started (`group.rs`). One that crashes, takes too long, prints too much or plays what is not legal has failed.
//! `gtp.rs` speaks the Go Text Protocol, `messages.rs` the messages of docs/protocol.md.

mod answer;
#[cfg(unix)]
mod group;
mod gtp;
mod hostile;
mod messages;
#[cfg(unix)]
mod pipe;
#[cfg(not(unix))]
#[path = "elsewhere.rs"]
mod pipe;
mod runner;
#[cfg(all(test, unix))]
mod tests;

use std::sync::Arc;

use waxwing::Expression;
use waxwing::agent::{Call, ExpressionError};
use waxwing_workshop::{GameEntry, OutsidePlayer, Workshop};

use crate::gtp::BoardGame;
#[cfg(unix)]
pub use group::end_programs;
use gtp::GtpPlayer;
pub use hostile::{HOSTILE_PROGRAMS, HostileProgram, surviving_processes};
use messages::MessagePlayer;
#[cfg(not(unix))]
pub use pipe::end_programs;

/// The workshop with programs: `gtp("…")` plays by the Go Text Protocol, `program("…")` by Waxwing's messages.
///
/// ```
/// let workshop = waxwing_lab::with_programs(waxwing_games::standard());
/// let error = workshop.open("hearts")?.agent("gtp(\"gnugo --mode gtp\")").err().unwrap();
/// assert!(error.message().starts_with("programs of the Go Text Protocol play only"));
/// # Ok::<(), waxwing::agent::ExpressionError>(())
/// ```
pub fn with_programs(workshop: Workshop) -> Workshop {
    workshop.outsider("gtp", Arc::new(build)).outsider("program", Arc::new(build))
}

fn build(expression: &Expression, game: &GameEntry) -> Result<Box<dyn OutsidePlayer>, ExpressionError> {
    let call = program_call(expression).expect("the workshop asks for programs only");
    if call.name() == "gtp" && BoardGame::find(&game.name).is_none() {
        let games = BoardGame::names();
        return Err(call.error(format!("programs of the Go Text Protocol play only {games}")));
    }
    player(call, expression)
}

fn player(call: &Call, expression: &Expression) -> Result<Box<dyn OutsidePlayer>, ExpressionError> {
    Ok(match call.name() {
        "gtp" => Box::new(GtpPlayer::new(call, expression.budget)?),
        _ => Box::new(MessagePlayer::new(call)?),
    })
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
/// assert_eq!(error.message(), "a program of the Go Text Protocol has no budget of iterations or depth");
/// # Ok::<(), waxwing::agent::ExpressionError>(())
/// ```
pub fn check_agent_alone(expression: &Expression) -> Result<(), ExpressionError> {
    expression.check()?;
    program_call(expression).map_or(Ok(()), |call| player(call, expression).map(drop))
}

fn program_call(expression: &Expression) -> Option<&Call> {
    expression.player().filter(|player| ["gtp", "program"].contains(&player.name()))
}
