//! `waxwing experiment status` and `replay`

use std::path::{Path, PathBuf};

use clap::Args;
use waxwing_lab::{CellStatus, CellTrees, Mean, ReplayedGame, ResultsFolder, replay_game};

use super::files::{self, Version};
use super::{health, results};
use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;
use crate::show::{self, dim, fraction, heading, interval};

#[derive(Args)]
pub struct Status {
    /// The store
    #[arg(required_unless_present = "results")]
    store: Option<PathBuf>,
    /// Experiment files whose rows are shown, or folders of them; without any, those beside the folder of results
    #[arg(value_name = "FILE", requires = "results")]
    files: Vec<PathBuf>,
    /// Show the rows of results files in this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "trees")]
    results: Option<PathBuf>,
    #[command(flatten)]
    version: Version,
    /// Show instead what the searches of each cell's first agent were like; it reads all games
    #[arg(long)]
    trees: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Status {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        if let Some(folder) = &self.results {
            return self.rows(context, folder);
        }
        let Some(path) = &self.store else { return Ok(()) };
        self.games(context, path)
    }

    /// Shows the rows of a folder.
    fn rows(&self, context: &Context, folder: &Path) -> Result<(), Failure> {
        // Without a store, what stands in its place is a file.
        let given: Vec<PathBuf> = self.store.iter().chain(&self.files).cloned().collect();
        let mut experiments = files::read(&context.workshop, &results::files_of(folder, &given))?;
        self.version.apply(&mut experiments)?;
        let rows = results::rows(&mut ResultsFolder::open(&context.workshop, folder)?, &experiments)?;
        if self.json { show::print_json(&rows) } else { show::print(&results::described(&rows)) }
    }

    fn games(&self, context: &Context, path: &Path) -> Result<(), Failure> {
        const FAILURES: u32 = 10;
        let store = health::open(context, path)?;
        let snapshot = store.snapshot()?;
        if self.trees {
            let trees = snapshot.trees()?;
            if self.json {
                show::print_json(&trees)?
            } else {
                show::print(&searches(&trees))?
            }
            return health::told(&snapshot);
        }
        let status = snapshot.status()?;
        if self.json {
            show::print_json(&status)?;
            return health::told(&snapshot);
        }
        let failures = snapshot.failures(FAILURES)?;
        let failures: String = failures.iter().map(|(id, message)| format!("  game {id}: {message}\n")).collect();
        let failures = if failures.is_empty() { failures } else { format!("\n{}\n{failures}", heading("failed")) };
        show::print(&(described(&status) + &failures))?;
        health::told(&snapshot)
    }
}

/// A table for each experiment.
pub fn described(status: &[CellStatus]) -> String {
    let mut text = String::new();
    for cells in status.chunk_by(|a, b| a.experiment == b.experiment) {
        let columns = ["id", "cell", ">games", ">of", ">win rate", "95 %", ">score", "95 %", ">failed"];
        let mut table = show::TextTable::new(&columns);
        cells.iter().for_each(|cell| table.row(row(cell)));
        let gap = if text.is_empty() { "" } else { "\n" };
        text += &format!("{gap}{}\n{}", heading(&cells[0].experiment), table.text());
    }
    text
}

/// A table of searches for each experiment.
fn searches(trees: &[CellTrees]) -> String {
    let mut text = String::new();
    for cells in trees.chunk_by(|a, b| a.experiment == b.experiment) {
        let columns = ["id", "cell", ">games", ">chosen visits", "95 %", ">value", "95 %", ">depth", "95 %"];
        let mut table = show::TextTable::new(&columns);
        for cell in cells {
            let (id, label, games) = (cell.cell.to_string(), cell.label.clone(), show::thousands(cell.games));
            let [visits, value, depth] = [cell.visits, cell.value, cell.depth].map(mean);
            table.row([[id, label, games].as_slice(), &visits, &value, &depth].concat());
        }
        let gap = if text.is_empty() { "" } else { "\n" };
        text += &format!("{gap}{}\n{}", heading(&cells[0].experiment), table.text());
    }
    text
}

fn mean(mean: Option<Mean>) -> [String; 2] {
    [fraction(mean.map(|mean| mean.mean)), mean.map_or_else(String::new, |mean| interval(mean.ci95))]
}

fn row(cell: &CellStatus) -> [String; 9] {
    let standing = &cell.standing;
    [
        cell.cell.to_string(),
        cell.label.clone(),
        show::thousands(standing.counted()),
        show::thousands(cell.wanted),
        fraction(standing.win_rate),
        interval(standing.ci95),
        fraction(standing.score),
        interval(standing.score_ci95),
        show::thousands(cell.failed),
    ]
}

#[derive(Args)]
pub struct Replay {
    /// The store
    store: PathBuf,
    /// The game: the id of its cell and its number, such as `3:17`
    id: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Replay {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let store = health::open(context, &self.store)?;
        let snapshot = store.snapshot()?;
        let game = replay_game(&snapshot, &self.id, interrupt::watch_closely())?.ok_or(Failure::Interrupted)?;
        if self.json {
            show::print_json(&game)?
        } else {
            show::print(&replayed(&game))?
        }
        let differs = "it went otherwise than the store says: another version, or a broken promise of reproducibility";
        if game.same { Ok(()) } else { Err(Failure::failed(differs)) }
    }
}

fn replayed(game: &ReplayedGame) -> String {
    let how = if game.by_seed { "played again by its seeds" } else { "by the moves that were kept" };
    let seats: String = game.agents.iter().zip(&game.rewards).enumerate().map(seat).collect();
    let from = dim(format!("{how}; version {}", game.version));
    format!(
        "{} · {from}\n{seats}\n{}\n\n{}\n",
        heading(format!("{} {}", game.game, game.id)),
        game.moves,
        game.position.trim_end()
    )
}

fn seat((number, (agent, reward)): (usize, (&String, &f64))) -> String {
    format!("  seat {number}: {agent}, reward {reward}\n")
}
