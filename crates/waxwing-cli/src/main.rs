//! The `waxwing` command: all verbs for the games of the papers.

use std::process::ExitCode;

fn main() -> ExitCode {
    waxwing_cli::run(waxwing_games::standard())
}
