//! `waxwing experiment`

mod check;
mod export;
mod files;
mod health;
mod merge;
mod plan;
mod progress;
mod report;
mod results;
mod run;
mod store;

use clap::{Args, Subcommand};

use crate::context::Context;
use crate::failure::Failure;

#[derive(Args)]
pub struct Experiment {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List experiment files with their cells and games
    List(files::List),
    /// Play what is missing of experiments, game by game into a store
    ///
    /// It can be stopped or killed at any moment: the next run goes on where it was, and nothing is counted twice. Several
    /// runs may share a store.
    Run(run::Run),
    /// Show what a store has, cell by cell, or the rows of results files
    Status(store::Status),
    /// Write pages and figures: what a store and results files have, beside what was published
    ///
    /// A page and a figure for each experiment, and a ledger over all of them, as `index.html` in the folder and as Markdown
    /// beside it.
    Report(report::WriteReport),
    /// Add the games of a store to results files: what it has in whole groups and they have not
    ///
    /// Games of an earlier build are added only if some of each cell, played again, go the same way.
    Collect(results::Collect),
    /// Add the games of other stores to a store, or the rows of other results files (`.csv`) to one, each once
    Merge(merge::Merge),
    /// Write all games of a store as a table
    Export(export::Export),
    /// Verify everything in a store, and repair it
    ///
    /// Checksums tell which games are not what was written; every command leaves those out, names them, and ends with exit code
    /// 1. `--repair` keeps what is intact and plays damaged games again.
    Check(check::Check),
    /// Play a game of a store again, or follow the moves that were kept
    Replay(store::Replay),
}

impl Experiment {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        match self.action {
            Action::List(action) => action.run(context),
            Action::Run(action) => action.run(context),
            Action::Status(action) => action.run(context),
            Action::Report(action) => action.run(context),
            Action::Collect(action) => action.run(context),
            Action::Merge(action) => action.run(context),
            Action::Export(action) => action.run(context),
            Action::Check(action) => action.run(context),
            Action::Replay(action) => action.run(context),
        }
    }
}
