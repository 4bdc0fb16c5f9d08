//! `waxwing experiment run`

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use waxwing_lab::{Cell, Experiment, ResultsFolder, RunOptions, RunProgress, Shard, Store, run_experiments};
use waxwing_workshop::Until;

use super::files::{self, Version};
use super::plan::{self, Playing};
use super::progress::RunDisplay;
use super::{results, store};
use crate::context::Context;
use crate::failure::{Failure, tell};
use crate::interrupt;
use crate::options::{Jobs, time};
use crate::show::{self, dim};

#[derive(Args)]
pub struct Run {
    /// Experiment files, or folders of them; with a plan and without these, the files of the folder above the plan's
    #[arg(required_unless_present = "plan", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A plan: which cells of which files come first, and how many games they have. Its folder is that of the results where
    /// no other is given
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scale", "budget", "reproduction", "shard", "until", "cells", "central"])]
    plan: Option<PathBuf>,
    /// Begin no game after so much time, such as `2h`
    #[arg(long = "for", value_name = "TIME", value_parser = time)]
    duration: Option<Duration>,
    /// The store that the games go to
    #[arg(long, value_name = "STORE", default_value = "results.sqlite")]
    out: PathBuf,
    /// The folder of results: what is in it is not played again, and what is played is added to it. Without this it is the
    /// folder `results` beside the first file, if there is one; `none` is no folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "shard")]
    results: Option<PathBuf>,
    /// Play only this part of the games that the files ask for, such as 0.05
    #[arg(long, value_name = "X", value_parser = scale, default_value = "1")]
    scale: f64,
    #[command(flatten)]
    version: Version,
    #[command(flatten)]
    jobs: Jobs,
    /// Play the K-th of N parts, on a machine of its own; `merge` joins their stores
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Stop a cell when enough is known: `width=3%` (of an interval that holds at any time) or `sprt(0.5, 0.55)`
    #[arg(long, value_name = "RULE", conflicts_with = "shard")]
    until: Option<Until>,
    /// Only cells whose label contains this text (in any case); give it again for another text
    #[arg(long, value_name = "TEXT")]
    cells: Vec<String>,
    /// Only the central cells of each experiment
    #[arg(long)]
    central: bool,
    /// Give a game up after so much time, such as `600s`; it is noted as failed
    #[arg(long, value_name = "TIME", value_parser = time)]
    longest: Option<Duration>,
    /// Play games again that failed before
    #[arg(long)]
    retry: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Run {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        if let Some(plan) = &self.plan {
            return self.play(context, plan);
        }
        let mut experiments = files::read(&context.workshop, &self.files)?;
        self.version.apply(&mut experiments)?;
        let cells = self.chosen(&experiments)?;
        let stop = interrupt::watch();
        let mut store = Store::create(&context.workshop, &self.out)?;
        let folder = if self.shard.is_some() { None } else { results::folder(self.results.as_deref(), &experiments) };
        let mut results = folder.map(|folder| ResultsFolder::open(&context.workshop, &folder)).transpose()?;
        let options = self.options();
        let mut progress = RunDisplay::new(self.json);
        let last = run_experiments(&mut store, results.as_mut(), &cells, &options, stop, &mut |now| {
            progress.show(now);
        });
        progress.clear();
        let last = last?;
        let mut status = store.status()?;
        status.retain(|status| last.cells.iter().any(|cell| cell.cell == status.cell));
        let cells: BTreeSet<i64> = last.cells.iter().map(|cell| cell.cell).collect();
        let claimed = cells.into_iter().map(|cell| store.claimed(cell)).sum::<Result<u64, _>>()?;
        self.notes(&store, results.as_ref(), &last, claimed).iter().for_each(|note| tell(&dim(note)));
        if self.json {
            show::print_json(&status)?
        } else {
            show::print(&store::described(&status))?
        }
        if let Some(results) = results.as_mut().filter(|_| !self.json) {
            show::print(&results::described(&results::rows(results, &experiments)?))?;
        }
        interrupt::outcome()?;
        match last.cells.iter().map(|cell| cell.failed).sum() {
            0 => Ok(()),
            failed => Err(Failure::Failed(format!(
                "{} of these cells failed, now or before, and are in no score; `waxwing experiment status` lists them, \
                 `--retry` plays them again",
                show::plural(failed, "game")
            ))),
        }
    }

    fn options(&self) -> RunOptions {
        let mut options = RunOptions::default();
        options.jobs = self.jobs.number();
        options.scale = self.scale;
        options.shard = self.shard.unwrap_or(Shard::WHOLE);
        options.until = self.until;
        options.time = self.duration;
        options.longest = self.longest;
        options.retry = self.retry;
        options
    }

    /// Plays the next piece of a plan.
    fn play(&self, context: &Context, path: &Path) -> Result<(), Failure> {
        let beside = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let mut experiments = files::read(&context.workshop, &results::files_of(beside, &self.files))?;
        self.version.apply(&mut experiments)?;
        let plan = plan::read(context, path, &experiments)?;
        let folder = self.results.as_deref().unwrap_or(beside);
        if folder == Path::new("none") {
            return Err(Failure::Usage(
                "a plan goes by the results that are there; `--results` cannot be `none`".into(),
            ));
        }
        let mut store = Store::create(&context.workshop, &self.out)?;
        let mut results = ResultsFolder::open(&context.workshop, folder)?;
        let playing = Playing { store: &mut store, results: &mut results, options: &self.options(), json: self.json };
        playing.play(&plan, &experiments)
    }

    fn chosen<'e>(&self, experiments: &'e [Experiment]) -> Result<Vec<(&'e Experiment, &'e Cell)>, Failure> {
        let wanted: Vec<String> = self.cells.iter().map(|text| text.to_lowercase()).collect();
        let is_wanted = |cell: &Cell| {
            let label = cell.label.to_lowercase();
            let named = wanted.is_empty() || wanted.iter().any(|text| label.contains(text));
            named && cell.games > 0 && (cell.central || !self.central)
        };
        let all = experiments.iter().flat_map(|experiment| experiment.cells.iter().map(move |cell| (experiment, cell)));
        let chosen: Vec<_> = all.filter(|(_, cell)| is_wanted(cell)).collect();
        if chosen.is_empty() {
            return Err(Failure::Usage(
                "no cell has such a label; `waxwing experiment list --json` has the central ones".into(),
            ));
        }
        Ok(chosen)
    }

    /// What a reader of the result must know.
    fn notes(&self, store: &Store, results: Option<&ResultsFolder>, last: &RunProgress, claimed: u64) -> Vec<String> {
        let mut notes = vec![format!(
            "{} played in {}, in {}",
            show::plural(last.played, "game"),
            show::seconds(last.elapsed.as_secs_f64()),
            self.out.display()
        )];
        if self.scale != 1.0 {
            notes.push(format!("scale {}: this part of the games that the files ask for", self.scale));
        }
        notes.extend(self.version.note());
        if let Some(results) = results {
            notes.push(format!("results in {}", results.path().display()));
        }
        for reason in &last.refused {
            notes.push(format!("not in the results: {reason}; with another `--out` they are played again"));
        }
        if last.missing() > 0 {
            let elsewhere = match claimed.min(last.missing()) {
                0 => String::new(),
                claimed => format!(", {} being played by another run", show::thousands(claimed)),
            };
            notes.push(format!("{} missing{elsewhere}", show::plural(last.missing(), "game")));
        }
        if store.was_renewed() {
            notes.push("the store had format 1; its games have checksums from now on".into());
        }
        notes
    }
}

fn scale(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| *number > 0.0 && *number <= 1000.0);
    number.ok_or_else(|| "expected a number above 0, such as 0.05".into())
}
