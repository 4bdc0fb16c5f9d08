//! `waxwing experiment run --plan`: the steps of a plan, one after the other.

use std::path::Path;

use serde::Serialize;
use waxwing_lab::{Experiment, Plan, ResultsFolder, RunOptions, StepProgress, Store, run_plan};

use super::files;
use super::progress::RunDisplay;
use crate::context::Context;
use crate::failure::{Failure, tell, warn};
use crate::interrupt;
use crate::show::{self, dim};

/// Where games go, and how they are played.
pub struct Playing<'a> {
    pub store: &'a mut Store,
    pub results: &'a mut ResultsFolder,
    pub options: &'a RunOptions,
    pub json: bool,
}

/// A step as it is printed.
#[derive(Serialize)]
struct Line {
    about: String,
    cells: usize,
    complete: usize,
    games: u64,
    missing: u64,
    played: u64,
    failed: u64,
}

#[derive(Serialize)]
struct Played {
    steps: Vec<Line>,
    of: usize,
    hours: f64,
}

/// Reads a plan of some experiments.
pub fn read(context: &Context, path: &Path, experiments: &[Experiment]) -> Result<Plan, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| files::unreadable(path, &error))?;
    Plan::read(&context.workshop, &path.display().to_string(), &text, experiments).map_err(Failure::usage)
}

impl Playing<'_> {
    /// Plays what is missing, and prints how far each step has come.
    pub fn play(self, plan: &Plan, experiments: &[Experiment]) -> Result<(), Failure> {
        let stop = interrupt::watch();
        let (mut display, mut about) = (RunDisplay::new(self.json), String::new());
        let played = run_plan(self.store, self.results, plan, experiments, self.options, stop, &mut |step, now| {
            if about != step.about {
                display.clear();
                display = RunDisplay::new(self.json);
                about.clone_from(&step.about);
                tell(&dim(&about));
            }
            display.show(now);
        });
        display.clear();
        let played = played?;
        for reason in played.iter().flat_map(|step| &step.progress.refused) {
            warn(&format!("not in the results: {reason}"));
        }
        let steps: Vec<Line> = played.iter().map(line).collect();
        let failed: u64 = steps.iter().map(|step| step.failed).sum();
        let played = Played { steps, of: plan.steps.len(), hours: plan.hours_spent(self.results)? };
        if self.json {
            show::print_json(&played)?
        } else {
            show::print(&described(&played))?
        }
        interrupt::outcome()?;
        match failed {
            0 => Ok(()),
            failed => Err(Failure::Failed(format!("{} failed and are in no score", show::plural(failed, "game")))),
        }
    }
}

fn line(step: &StepProgress) -> Line {
    let cells = &step.progress.cells;
    Line {
        about: step.about.clone(),
        cells: cells.len(),
        complete: cells.iter().filter(|cell| cell.is_complete()).count(),
        games: cells.iter().map(|cell| cell.finished).sum(),
        missing: step.progress.missing(),
        played: step.progress.played,
        failed: cells.iter().map(|cell| cell.failed).sum(),
    }
}

fn described(played: &Played) -> String {
    let mut table = show::TextTable::new(&["step", ">cells", ">complete", ">games", ">missing", ">played now"]);
    for step in &played.steps {
        let counts = [step.cells as u64, step.complete as u64, step.games, step.missing, step.played];
        table.row([&[step.about.clone()][..], &counts.map(show::thousands)].concat());
    }
    let reached = format!("{} of {} steps reached", played.steps.len(), played.of);
    format!("{}\n{reached}, {:.2} hours of processor time in the results\n", table.text(), played.hours)
}
