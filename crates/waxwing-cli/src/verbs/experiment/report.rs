//! `waxwing experiment report`

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use waxwing_lab::{Experiment, Report, ReportFormat, ResultsFolder, Snapshot, report_experiments, report_pages};

use super::files::{self, Version};
use super::{health, results};
use crate::context::Context;
use crate::failure::{Failure, warn};
use crate::interrupt;
use crate::output::write_whole;
use crate::show;

#[derive(Args)]
pub struct WriteReport {
    /// The store; with `--results` it may be left out
    #[arg(required_unless_present = "results")]
    store: Option<PathBuf>,
    /// Experiment files, or folders of them, instead of those that the store has kept, or that lie beside the folder of
    /// results
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The folder of results whose rows count, with what the store has beyond them
    #[arg(long, value_name = "FOLDER")]
    results: Option<PathBuf>,
    /// The folder that the pages go to
    #[arg(long, value_name = "FOLDER", default_value = "report")]
    out: PathBuf,
    #[command(flatten)]
    version: Version,
    /// Kinds of files
    #[arg(long, value_enum, value_delimiter = ',', default_value = "html,md,svg,png")]
    format: Vec<Format>,
    /// Print JSON instead of writing files
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Html,
    Md,
    Svg,
    Png,
}

impl WriteReport {
    pub fn run(mut self, context: &Context) -> Result<(), Failure> {
        // Where there are results, a file may stand in the place of the store.
        let is_file = |path: &PathBuf| path.is_dir() || path.extension().is_some_and(|ending| ending == "toml");
        if let Some(file) = self.store.take_if(|path| self.results.is_some() && is_file(path)) {
            self.files.insert(0, file);
        }
        let store = self.store.as_ref().map(|path| health::open(context, path)).transpose()?;
        let snapshot = store.as_ref().map(|store| store.snapshot()).transpose()?;
        self.report(context, snapshot.as_ref())?;
        snapshot.map_or(Ok(()), |snapshot| health::told(&snapshot))
    }

    fn report(&self, context: &Context, snapshot: Option<&Snapshot<'_>>) -> Result<(), Failure> {
        let mut experiments = match (&self.results, snapshot) {
            (Some(folder), _) => files::read(&context.workshop, &results::files_of(folder, &self.files))?,
            (None, Some(snapshot)) if self.files.is_empty() => self.kept(snapshot)?,
            _ => files::read(&context.workshop, &self.files)?,
        };
        self.version.apply(&mut experiments)?;
        let mut results = match &self.results {
            Some(folder) => Some(ResultsFolder::open(&context.workshop, folder)?),
            None => None,
        };
        let mut reports = report_experiments(snapshot, results.as_mut(), &experiments)?;
        for (report, experiment) in reports.iter_mut().zip(&experiments) {
            report.scale = self.version.note_for(experiment);
        }
        if self.json {
            return show::print_json(&reports);
        }
        let played = reports.iter().filter(|report| report.has_games()).count();
        // A ledger of results says what is claimed and not played yet.
        if let Some(snapshot) = snapshot.filter(|_| played == 0 && self.results.is_none()) {
            return Err(nothing(snapshot, &reports)?);
        }
        let formats: Vec<ReportFormat> = self.format.iter().map(|format| format.meant()).collect();
        let pages = report_pages(&reports, &self.out, &formats).map_err(std::io::Error::other)?;
        std::fs::create_dir_all(&self.out)
            .map_err(|error| Failure::Usage(format!("`{}` cannot be made: {error}", self.out.display())))?;
        for (path, bytes) in &pages {
            interrupt::outcome()?;
            write_whole(path, bytes)?;
        }
        show::print(&format!(
            "{} of {} with games; {} written to {}\n",
            played,
            show::plural(reports.len() as u64, "experiment"),
            show::plural(pages.len() as u64, "file"),
            self.out.display()
        ))
    }

    /// The experiments whose files the store has kept.
    fn kept(&self, snapshot: &Snapshot<'_>) -> Result<Vec<Experiment>, Failure> {
        let experiments = snapshot.experiments()?;
        let is_kept = |name: &str| experiments.iter().any(|experiment| experiment.name == name);
        let status = snapshot.status()?;
        let mut others: Vec<&str> = status.iter().map(|cell| cell.experiment.as_str()).collect();
        others.dedup();
        others.retain(|name| !is_kept(name));
        let path = snapshot.path().display();
        let how = format!("give the files as well: `waxwing experiment report {path} FILE…`");
        match (&experiments[..], snapshot.format()) {
            ([], 1) => {
                Err(Failure::Usage(format!("the store `{path}` has format 1, which keeps no experiment files; {how}")))
            }
            ([], _) => Err(Failure::Usage(format!("the store `{path}` has kept no experiment files; {how}"))),
            _ => {
                others.iter().for_each(|name| warn(&format!("the store has not kept the file of `{name}`; {how}")));
                Ok(experiments)
            }
        }
    }
}

/// Why there is nothing to report: the store may have the same cells with other budgets.
fn nothing(snapshot: &Snapshot<'_>, reports: &[Report]) -> Result<Failure, Failure> {
    let status = snapshot.status()?;
    let is_known = |name: &str| status.iter().any(|cell| cell.experiment == name && cell.games > 0);
    let hint = match reports.iter().find(|report| is_known(&report.name)) {
        Some(report) => format!(
            "it has games of `{}` with other budgets: give `--budget` or `--reproduction` as they were run",
            report.name
        ),
        None => "`waxwing experiment status` lists what it has".into(),
    };
    Ok(Failure::Usage(format!("the store `{}` has no games of these experiments; {hint}", snapshot.path().display())))
}

impl Format {
    fn meant(self) -> ReportFormat {
        match self {
            Format::Html => ReportFormat::Html,
            Format::Md => ReportFormat::Markdown,
            Format::Svg => ReportFormat::Svg,
            Format::Png => ReportFormat::Png,
        }
    }
}
