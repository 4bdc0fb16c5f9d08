//! The `waxwing` command. Each verb is a file of `verbs/`: it reads its options, calls a library, and shows the answer.
//!
//! Where to start reading: `verbs/search.rs` for the way of one command; `options.rs` for what verbs have in common;
//! `failure.rs` for exit codes.

// Where the error stream cannot be written, `eprintln!` would panic: `failure::tell` does not.
#![warn(clippy::print_stderr)]

mod failure;
mod forfeits;
mod interrupt;
mod live;
mod openings;
mod options;
mod output;
mod prepare;
mod records;
mod show;
mod verbs;

use std::any::TypeId;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser};

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

/// The command line. What follows an option is its value, also with a hyphen before it, so that the option says what
/// is wrong with `--memory -64MB`. Paths are the exception: a forgotten one must not give a file the name of the next option.
fn command() -> Command {
    fn with_hyphens(command: Command) -> Command {
        command
            .mut_args(|arg| if is_plain_option(&arg) { arg.allow_hyphen_values(true) } else { arg })
            .mut_subcommands(with_hyphens)
    }
    with_hyphens(Cli::command())
}

fn is_plain_option(arg: &Arg) -> bool {
    let is_path = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
    !arg.is_positional() && arg.get_action().takes_values() && !is_path
}

fn main() -> ExitCode {
    let cli = Cli::from_arg_matches(&command().get_matches()).unwrap_or_else(|error| error.exit());
    match cli.verb.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All verbs and verbs of verbs that do something, with the words that call them.
    fn verbs(command: &Command, words: &str, found: &mut Vec<(String, Command)>) {
        for verb in command.get_subcommands() {
            let words = format!("{words}{} ", verb.get_name());
            match verb.has_subcommands() {
                true => verbs(verb, &words, found),
                false => found.push((words.trim_end().to_owned(), verb.clone())),
            }
        }
    }

    fn all_verbs() -> Vec<(String, Command)> {
        let mut found = Vec::new();
        verbs(&command(), "", &mut found);
        assert!(found.len() > 20, "{}", found.len());
        found
    }

    #[test]
    fn every_verb_prints_json_but_those_that_hold_a_conversation() {
        for (words, verb) in all_verbs() {
            let has_json = verb.get_arguments().any(|arg| arg.get_long() == Some("json"));
            assert_eq!(has_json, !["play", "gtp"].contains(&words.as_str()), "{words}");
        }
    }

    #[test]
    fn every_option_takes_what_follows_it() {
        for (words, verb) in all_verbs() {
            for option in verb.get_opts().filter(|option| option.get_action().takes_values()) {
                let is_path = ["FILE", "FOLDER", "STORE"].contains(&option.get_value_names().unwrap()[0].as_str());
                assert_eq!(option.is_allow_hyphen_values_set(), !is_path, "{words}: {option}");
            }
        }
    }
}
