//! Experiment files, and `waxwing experiment list`

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use waxwing_lab::Experiment;
use waxwing_workshop::Workshop;

use crate::context::Context;
use crate::failure::Failure;
use crate::forfeits::ForfeitsOption;
use crate::show;

#[derive(Args)]
pub struct List {
    /// Files, or folders of them
    #[arg(default_value = "experiments", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Which version of the experiments: as the files have them, smaller, or with other rules for failures.
#[derive(Args)]
pub struct Version {
    /// The budget of a move instead of the files', such as 500 or `1s` (expressions that have one of their own keep it), or
    /// a part of each, such as `10%`
    #[arg(long, value_name = "BUDGET")]
    budget: Option<String>,
    /// The smaller version that each file declares under `[reproduction]`
    #[arg(long, conflicts_with = "budget")]
    reproduction: bool,
    #[command(flatten)]
    forfeits: ForfeitsOption,
}

impl Version {
    pub fn apply(&self, experiments: &mut [Experiment]) -> Result<(), Failure> {
        let change = |experiment: &mut Experiment| {
            experiment.set_forfeits(self.forfeits.chosen());
            match &self.budget {
                Some(budget) => experiment.set_budget(budget),
                None if self.reproduction => experiment.reduce_to_reproduction(),
                None => Ok(()),
            }
        };
        experiments.iter_mut().try_for_each(change).map_err(Failure::Usage)
    }

    /// What a reader of the result must know.
    pub fn note(&self) -> Option<String> {
        match &self.budget {
            Some(budget) => Some(format!("budget {budget} instead of the files'")),
            None => self.reproduction.then(|| "the smaller version of each file's `[reproduction]`".into()),
        }
    }

    /// The same for one experiment.
    pub fn note_for(&self, experiment: &Experiment) -> Option<String> {
        let declared = experiment.reproduction.as_ref().filter(|_| self.reproduction && self.budget.is_none());
        declared.map(waxwing_lab::Reproduction::describe).or_else(|| self.note())
    }
}

#[derive(Serialize)]
struct Line {
    name: String,
    title: String,
    source: String,
    file: String,
    cells: usize,
    games: u64,
    central: Vec<String>,
}

impl List {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let lines: Vec<Line> = read(&context.workshop, &self.files)?.iter().map(line).collect();
        if self.json {
            return show::print_json(&lines);
        }
        let mut table = show::TextTable::new(&["name", ">cells", ">games", "title"]);
        for line in lines {
            table.row([line.name, show::thousands(line.cells as u64), show::thousands(line.games), line.title]);
        }
        show::print(&table.text())
    }
}

fn line(experiment: &Experiment) -> Line {
    let central = experiment.cells.iter().filter(|cell| cell.central);
    Line {
        name: experiment.name.clone(),
        title: experiment.title.clone(),
        source: experiment.source.clone(),
        file: experiment.file.clone(),
        cells: experiment.cells.len(),
        games: experiment.cells.iter().map(|cell| cell.games_at(1.0)).sum(),
        central: central.map(|cell| cell.label.clone()).collect(),
    }
}

/// The experiments of files and folders, in the order of their names within a folder.
pub fn read(workshop: &Workshop, paths: &[PathBuf]) -> Result<Vec<Experiment>, Failure> {
    let mut experiments: Vec<Experiment> = Vec::new();
    for path in paths {
        for file in files(path)? {
            let name = file.display().to_string();
            let text = std::fs::read_to_string(&file).map_err(|error| unreadable(&file, &error))?;
            let experiment = Experiment::read(workshop, &name, &text).map_err(Failure::usage)?;
            if let Some(other) = experiments.iter().find(|other| other.name == experiment.name) {
                return Err(Failure::Usage(format!("{} and {name} have the same name `{}`", other.file, other.name)));
            }
            experiments.push(experiment);
        }
    }
    Ok(experiments)
}

fn files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(|error| unreadable(path, &error))? {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == "toml") {
            files.push(file);
        }
    }
    files.sort();
    if files.is_empty() {
        Err(Failure::Usage(format!("there are no experiments in `{}`", path.display())))
    } else {
        Ok(files)
    }
}

/// A file or folder that the system does not give.
pub fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Usage(format!("`{}` cannot be read: {error}", path.display()))
}
