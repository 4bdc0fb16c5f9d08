//! The command line of Waxwing, for the games and strategies of any [`Workshop`].
//!
//! The `waxwing` command is [`run`] with the games of the papers. A program with a game or a strategy of its own has every
//! verb for it (`search`, `play`, `match`, `experiment`, `tune`, `bench`, `explain` and the others) when it calls [`run`] with
//! a workshop that it has added them to:
//!
//! ```no_run
//! use std::process::ExitCode;
//! use waxwing::{Game, Notation, Player, Reward, Turn};
//! use waxwing_workshop::{GameEntry, GameKind, OptionEntry, Values, Workshop};
//!
//! #[derive(Clone)]
//! struct Nim { heap: u8, mover: u8 }
//!
//! impl Game for Nim {
//!     type Action = u8;
//!     fn players(&self) -> usize { 2 }
//!     fn turn(&self) -> Turn { if self.heap == 0 { Turn::Over } else { Turn::Player(Player(self.mover)) } }
//!     fn legal_actions(&self, actions: &mut Vec<u8>) { actions.extend(1..=self.heap.min(3)); }
//!     fn apply(&mut self, taken: u8) { self.heap -= taken; self.mover = 1 - self.mover; }
//!     fn reward(&self, player: Player) -> Reward { if player.0 == self.mover { Reward::LOSS } else { Reward::WIN } }
//! }
//!
//! impl Notation for Nim {
//!     fn format(&self, taken: u8) -> String { taken.to_string() }
//!     fn parse(&self, text: &str) -> Result<u8, String> { text.parse().map_err(|_| format!("`{text}` is not a number")) }
//!     fn draw(&self, _: Option<Player>) -> String { format!("{} stones", self.heap) }
//! }
//!
//! fn main() -> ExitCode {
//!     let nim = GameEntry::new("nim", "take one to three stones; the last one wins")
//!         .option(OptionEntry::new("heap", "21", Values::Range(1, 100)));
//!     let nim = GameKind::new(nim, |options| Ok(Nim { heap: options.number("heap"), mover: 0 }));
//!     waxwing_cli::run(Workshop::new().game(nim).expect("the first game has its name for itself"))
//! }
//! ```
//!
//! `cargo run -- play 'nim(heap=15)' 'uct > mast with solver'` then plays it, and `cargo run -- games` lists it.
//!
//! Each verb is a file of `verbs/`: it reads its options, calls a library, and shows the answer. Where to start reading:
//! `verbs/search.rs` for the way of one command; `context.rs` and `options.rs` for what verbs have in common; `failure.rs` for
//! exit codes.

// Where the error stream cannot be written, `eprintln!` would panic: `failure::tell` does not.
#![warn(clippy::print_stderr)]

mod command;
mod context;
mod failure;
mod forfeits;
mod interrupt;
mod live;
mod openings;
mod options;
mod output;
mod ownership;
mod place;
mod prepare;
mod records;
mod show;
mod stages;
mod thoughts;
mod verbs;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use waxwing_workshop::Workshop;

use crate::context::Context;

/// Runs the command line of this process for the games and strategies of a workshop, and returns its exit code: 0 if all
/// went well, 1 if something failed, 2 for wrong usage, 130 if it was interrupted. Wrong options and `--help` end the process.
///
/// Programs can play in every workshop: `program("…")`, by Waxwing's messages; and where there are Go, Othello or other boards with
/// coordinates also `gtp("gnugo --mode gtp")`, by the Go Text Protocol.
///
/// It handles Ctrl-C, so a process can call it once.
pub fn run(workshop: Workshop) -> ExitCode {
    ExitCode::from(run_with(workshop, std::env::args_os()))
}

/// The same with these arguments, of which the first is the name of the program. Returns the number of the exit code.
pub fn run_with<A: Into<OsString>>(workshop: Workshop, arguments: impl IntoIterator<Item = A>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let program = command::program(arguments.first());
    let context = Context { workshop: waxwing_lab::with_programs(workshop), program };
    let verb = command::parse(&context.workshop, arguments);
    match verb.run(&context) {
        Ok(()) => 0,
        Err(failure) => failure.report(),
    }
}
