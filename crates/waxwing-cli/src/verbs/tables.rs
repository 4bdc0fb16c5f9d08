//! `waxwing tables`

use std::time::Instant;

use clap::{Args, Subcommand};
use serde::Serialize;
use waxwing_games::chinese_checkers::tables::{self, Board, TableError};

use crate::failure::Failure;
use crate::show::{self, dim, heading};
use crate::{interrupt, prepare};

#[derive(Args)]
pub struct Tables {
    #[command(subcommand)]
    what: What,
}

/// What can be done with tables.
#[derive(Subcommand)]
enum What {
    /// Show where the tables are, how large, and in what state
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Build a table, unless it is there already
    ///
    /// Chinese Checkers builds its small table by itself when it is played; the large one, for the evaluation `star`, is
    /// built only here.
    Build(Named),
    /// Read all of a table and compare it with its checksum and what is known about it
    Verify(Named),
}

#[derive(Args)]
struct Named {
    /// The table: `chinese-checkers-49`, seconds and 14 MB, or `chinese-checkers-73`, a minute or two and 170 MB
    #[arg(default_value = "chinese-checkers-49")]
    name: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    path: Option<String>,
    configurations: usize,
    state: String,
}

#[derive(Serialize)]
struct Built {
    name: &'static str,
    path: String,
    /// Whether it was not there before.
    built: bool,
    elapsed_s: f64,
}

#[derive(Serialize)]
struct Checked {
    name: &'static str,
    path: String,
    /// The number of configurations with each distance, from 0.
    distances: Vec<u64>,
    elapsed_s: f64,
}

impl Tables {
    pub fn run(self) -> Result<(), Failure> {
        match self.what {
            What::List { json } => list(json),
            What::Build(named) => named.build(),
            What::Verify(named) => named.verify(),
        }
    }
}

fn list(json: bool) -> Result<(), Failure> {
    let listed = Board::ALL.map(Listed::of);
    if json {
        return show::print_json(&listed);
    }
    let mut table = show::TextTable::new(&["table", ">configurations", ">size", "state", "path"]);
    for Listed { name, path, configurations, state } in listed {
        let (count, size) = (show::thousands(configurations as u64), show::bytes(configurations));
        table.row([heading(name), count, size, state, dim(path.unwrap_or("-".to_owned()))]);
    }
    show::print(&table.text())
}

impl Listed {
    fn of(board: Board) -> Listed {
        let state = match tables::check(board) {
            Ok(()) => "ready".to_owned(),
            Err(TableError::Missing { .. } | TableError::NoDirectory) => "not built".to_owned(),
            Err(TableError::Damaged { reason, .. }) => format!("damaged: {reason}"),
            Err(error) => error.to_string(),
        };
        let path = tables::path(board).ok().map(|path| path.display().to_string());
        Listed { name: board.name(), path, configurations: board.entries(), state }
    }
}

impl Named {
    fn build(self) -> Result<(), Failure> {
        let begun = Instant::now();
        let board = Board::find(&self.name).map_err(Failure::usage)?;
        let built = prepare::with_bar(|stop, progress| tables::build(board, stop, progress));
        let built = built.map_err(|error| match error {
            TableError::Cancelled => Failure::Interrupted,
            other => Failure::failed(other),
        })?;
        let (name, path, elapsed_s) = (board.name(), place(board), begun.elapsed().as_secs_f64());
        if self.json {
            return show::print_json(&Built { name, path, built, elapsed_s });
        }
        let done = if built { format!("built in {}", show::seconds(elapsed_s)) } else { "is there already".to_owned() };
        show::print(&format!("{} {done}\n  {}\n", heading(name), dim(path)))
    }

    fn verify(self) -> Result<(), Failure> {
        interrupt::end_at_once();
        let begun = Instant::now();
        let board = Board::find(&self.name).map_err(Failure::usage)?;
        let verified = tables::verify(board).map_err(Failure::failed)?;
        let (name, path, elapsed_s) = (board.name(), place(board), begun.elapsed().as_secs_f64());
        if self.json {
            return show::print_json(&Checked { name, path, distances: verified.histogram, elapsed_s });
        }
        let mut table = show::TextTable::new(&[">distance", ">configurations"]);
        for (distance, &count) in verified.histogram.iter().enumerate() {
            table.row([distance.to_string(), show::thousands(count)]);
        }
        show::print(&format!("{} is as it should be\n  {}\n\n{}", heading(name), dim(path), table.text()))
    }
}

fn place(board: Board) -> String {
    tables::path(board).map_or_else(|error| error.to_string(), |path| path.display().to_string())
}
