//! Folders of results, and `waxwing experiment collect`

use std::path::{Path, PathBuf};

use clap::Args;
use waxwing_lab::{Collected, Experiment, ResultsFolder, RowState, RowStatus, Trust};

use super::files::{self, Version};
use super::health;
use crate::context::Context;
use crate::failure::{Failure, warn};
use crate::interrupt;
use crate::show::{self, heading};

/// The folder that is meant where none is given: `results` beside the first file, if it is there.
pub fn folder(given: Option<&Path>, experiments: &[Experiment]) -> Option<PathBuf> {
    match given {
        Some(folder) if folder == Path::new("none") => None,
        Some(folder) => Some(folder.to_owned()),
        None => {
            let beside = Path::new(&experiments.first()?.file).parent()?.join("results");
            beside.is_dir().then_some(beside)
        }
    }
}

/// The experiment files that a folder of results lies beside, where none are given.
pub fn files_of(folder: &Path, files: &[PathBuf]) -> Vec<PathBuf> {
    let above = match folder.parent() {
        _ if folder == Path::new(".") => Path::new(".."),
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    if files.is_empty() { vec![above.to_owned()] } else { files.to_vec() }
}

/// The rows of some experiments.
pub fn rows(results: &mut ResultsFolder, experiments: &[Experiment]) -> Result<Vec<RowStatus>, Failure> {
    let mut rows = Vec::new();
    for experiment in experiments {
        rows.extend(results.status(experiment)?);
    }
    Ok(rows)
}

/// A table for each experiment.
pub fn described(rows: &[RowStatus]) -> String {
    let mut text = String::new();
    for rows in rows.chunk_by(|a, b| a.experiment == b.experiment) {
        let columns = ["cell", "games", ">won", ">drawn", ">lost", ">hours", "version", "processor", ""];
        let mut table = show::TextTable::new(&columns);
        for row in rows {
            let counts = [row.wins, row.draws, row.losses].map(show::thousands);
            let state = match row.state {
                RowState::Old => "old, not counted",
                RowState::Other => "other settings",
                _ => "",
            };
            let names = [row.cell.clone(), row.games.clone()];
            let rest = [format!("{:.3}", row.hours), row.version.clone(), row.processor.clone(), state.into()];
            table.row([&names[..], &counts, &rest].concat());
        }
        text += &format!("\n{}\n{}", heading(format!("results of {}", rows[0].experiment)), table.text());
    }
    text
}

#[derive(Args)]
pub struct Collect {
    /// The store
    store: PathBuf,
    /// Experiment files, or folders of them; without any, those that lie beside the folder of results
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The folder of results
    #[arg(long, value_name = "FOLDER")]
    results: PathBuf,
    #[command(flatten)]
    version: Version,
    /// Take games of another build too that were played by the clock: they cannot be played again, only followed
    #[arg(long)]
    unverified: bool,
    /// The processor that played games of which the store does not say it
    #[arg(long, value_name = "NAME")]
    processor: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Collect {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let stop = interrupt::watch_closely();
        let mut experiments = files::read(&context.workshop, &files_of(&self.results, &self.files))?;
        self.version.apply(&mut experiments)?;
        let cells: Vec<_> = experiments.iter().flat_map(|one| one.cells.iter().map(move |cell| (one, cell))).collect();
        let store = health::open(context, &self.store)?;
        let snapshot = store.snapshot()?;
        let mut trust = Trust::default();
        trust.unverified = self.unverified;
        trust.processor = self.processor;
        let mut results = ResultsFolder::open(&context.workshop, &self.results)?;
        let collected = results.collect(&snapshot, &cells, &trust, stop)?;
        let Collected { games, cells, refused, .. } = &collected;
        if self.json {
            show::print_json(&collected)?;
        } else {
            let (games, cells) = (show::plural(*games, "game"), show::plural(*cells, "cell"));
            show::print(&format!("{games} of {cells} added to {}\n", self.results.display()))?;
        }
        refused.iter().for_each(|reason| warn(&format!("left out: {reason}")));
        interrupt::outcome()?;
        health::told(&snapshot)?;
        match refused.len() {
            0 => Ok(()),
            count => Err(Failure::failed(format!("games of {} were left out", show::plural(count as u64, "cell")))),
        }
    }
}
