//! The `waxwing` command. Each verb is a file of `verbs/`: it reads its options, calls a library, and shows the answer.
//!
//! Where to start reading: `verbs/search.rs` for the way of one command; `options.rs` for what verbs have in common;
//! `failure.rs` for exit codes.

// Where the error stream cannot be written, `eprintln!` would panic: `failure::tell` does not.
#![warn(clippy::print_stderr)]

mod failure;
mod interrupt;
mod live;
mod openings;
mod options;
mod output;
mod prepare;
mod records;
mod show;
mod verbs;

use std::process::ExitCode;

use clap::Parser;

const AFTER_HELP: &str = "\
Examples:
  waxwing search othello 'uct > mast with solver'
  waxwing play 'breakthrough(rows=6, columns=6)' 'rave > mast @1s'
  waxwing match othello 'rave > mast + nast' uct --games 200 --iterations 2000

Exit codes: 0 ok, 1 failed, 2 wrong usage, 130 interrupted.";

/// A workshop for Monte Carlo tree search: agents composed from text, compared and explained on games.
///
/// An agent is an expression such as `uct > mast` (`waxwing agents` lists its words, `waxwing explain` takes it apart);
/// a game is a name with options, such as `othello` or `breakthrough(rows=6, columns=4)` (`waxwing games`).
#[derive(Parser)]
#[command(name = "waxwing", version = waxwing_lab::VERSION, max_term_width = 110)]
#[command(after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    verb: verbs::Verb,
}

fn main() -> ExitCode {
    match Cli::parse().verb.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
