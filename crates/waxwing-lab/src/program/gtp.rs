//! A program that plays by the Go Text Protocol: Go, and other games of boards with coordinates.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use waxwing::agent::{Call, ExpressionError};
use waxwing::{Budget, Limits, Player};
use waxwing_workshop::{GaveUp, MoveError, OutsidePlayer, PlayerView, ToMove};

use super::answer::{Answer, Trouble, quoted};
use super::runner::Runner;
use crate::gtp::BoardGame;

/// A program that is asked by the Go Text Protocol.
pub(super) struct GtpPlayer {
    runner: Runner,
    /// The time for a move that it was told of.
    told_time: Option<Duration>,
    /// What it has not been told yet. It is told when it is to move: only then can waiting for it be stopped.
    untold: Vec<Untold>,
    /// The move that it has chosen, which it knows already when all agents are told.
    chosen: Option<String>,
}

/// A command that was not sent yet.
struct Untold {
    command: String,
    /// Whether the program may refuse it.
    may_refuse: bool,
}

impl GtpPlayer {
    pub fn new(call: &Call, budget: Option<Budget>) -> Result<GtpPlayer, ExpressionError> {
        if let Some(Budget::Iterations(_) | Budget::Depth(_)) = budget {
            let error = call.error("a program of the Go Text Protocol has no budget of iterations or depth");
            return Err(error.with_help("give it time: `@1s`"));
        }
        let runner = Runner::new(call, b"quit\n")?;
        Ok(GtpPlayer { runner, told_time: None, untold: Vec::new(), chosen: None })
    }

    fn tell_later(&mut self, command: String) {
        self.untold.push(Untold { command, may_refuse: false });
    }

    /// Starts the program if it does not run, and tells it what it has not been told.
    fn catch_up(&mut self, stop: Option<&AtomicBool>) -> Result<(), String> {
        self.runner.run()?;
        for Untold { command, may_refuse } in std::mem::take(&mut self.untold) {
            match self.ask(&command, stop) {
                Err(Trouble::Refused(_)) if may_refuse => {}
                other => drop(other.map_err(Trouble::reason)?),
            }
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
        let mut answer = Answer::default();
        self.runner.ask(command, command, &mut answer, stop)?;
        answer.read(command).map_err(|reason| Trouble::Refused(format!("`{}`: {reason}", self.runner.name())))
    }

    /// A move that the program chose, and made on its board, was not made at the table.
    fn take_back(&mut self) {
        if self.chosen.take().is_some() {
            self.tell_later("undo".to_owned());
        }
    }

    /// The program's move in a position in which it is to move.
    fn genmove(&mut self, view: &PlayerView<'_>, budget: Budget, stop: Option<&AtomicBool>) -> Result<String, GaveUp> {
        self.take_back();
        let ready = self.catch_up(stop).and_then(|()| self.set_time(budget, stop));
        ready.map_err(GaveUp::Failed)?;
        let colour = colour(view, view.turn().into());
        let answer = self.ask(&format!("genmove {colour}"), stop);
        let answer = answer.map_err(|trouble| GaveUp::Failed(trouble.reason()))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(GaveUp::Resigned);
        }
        let text = if view.entry().name == "go" { answer.clone() } else { answer.to_lowercase() };
        view.read_move(&text).map_err(|error| {
            let reason = if matches!(error, MoveError::Unreadable { .. }) { "not a move" } else { "illegal move" };
            GaveUp::Failed(format!("`{}` played `{}`: {reason}", self.runner.name(), quoted(&answer)))
        })
    }
}

impl OutsidePlayer for GtpPlayer {
    fn start(&mut self, view: &PlayerView<'_>, _: u64) {
        self.runner.end();
        (self.chosen, self.told_time) = (None, None);
        self.untold.clear();
        let known = BoardGame::find(&view.entry().name).expect("it is built for these games");
        if known.name != "go" {
            // Programs of one game need not know that there are others.
            self.untold.push(Untold { command: format!("set_game {}", known.title), may_refuse: true });
        }
        if let Some(size) = known.size(|name| view.option(name)) {
            self.tell_later(format!("boardsize {size}"));
        }
        self.tell_later("clear_board".to_owned());
        if let Some(komi) = view.option("komi") {
            self.tell_later(format!("komi {komi}"));
        }
    }

    fn observe(&mut self, view: &PlayerView<'_>) {
        let Some((by, text)) = view.last_seen().and_then(|seen| Some((seen.by, seen.text?))) else { return };
        if self.chosen.as_ref() == Some(&text) {
            self.chosen = None;
            return;
        }
        self.take_back();
        // In Go a pass is a choice. Elsewhere it is forced, and some programs do not want to hear of it.
        let may_refuse = text == "pass" && view.entry().name != "go";
        self.untold.push(Untold { command: format!("play {} {text}", colour(view, by)), may_refuse });
    }

    fn choose(&mut self, view: &PlayerView<'_>, limits: &Limits, stop: Option<&AtomicBool>) -> Result<String, GaveUp> {
        let chosen = self.genmove(view, limits.budget, stop);
        if let Ok(text) = &chosen {
            self.chosen = Some(text.clone());
        }
        self.runner.note(chosen)
    }

    fn try_out(&mut self, view: &PlayerView<'_>) -> Result<(), String> {
        if view.players() != 2 {
            return Err("the Go Text Protocol is for two players".to_owned());
        }
        self.start(view, 0);
        self.catch_up(None)
    }
}

/// The colour of who acts.
fn colour(view: &PlayerView<'_>, by: ToMove) -> &'static str {
    let player = if let ToMove::Player(player) = by { player } else { Player(0) };
    BoardGame::colour(player, &view.player_name(player))
}
