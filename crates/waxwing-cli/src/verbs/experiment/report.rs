//! `waxwing experiment report`

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use waxwing_lab::{Report, ReportFormat, Store, report_experiments, report_pages};

use super::files::{self, Version};
use crate::failure::Failure;
use crate::output::write_whole;
use crate::show;

#[derive(Args)]
pub struct WriteReport {
    /// The store
    store: PathBuf,
    /// Experiment files, or folders of them
    #[arg(default_value = "experiments", value_name = "FILE")]
    files: Vec<PathBuf>,
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
    pub fn run(self) -> Result<(), Failure> {
        let mut experiments = files::read(&self.files)?;
        self.version.apply(&mut experiments)?;
        let store = Store::open(&self.store)?;
        let mut reports = report_experiments(&store, &experiments)?;
        for (report, experiment) in reports.iter_mut().zip(&experiments) {
            report.scale = self.version.note_for(experiment);
        }
        if self.json {
            return show::print_json(&reports);
        }
        let played = reports.iter().filter(|report| report.has_games()).count();
        if played == 0 {
            return Err(self.nothing(&store, &reports)?);
        }
        let formats: Vec<ReportFormat> = self.format.iter().map(|format| format.meant()).collect();
        let pages = report_pages(&reports, &self.out, &formats).map_err(std::io::Error::other)?;
        std::fs::create_dir_all(&self.out)
            .map_err(|error| Failure::Usage(format!("`{}` cannot be made: {error}", self.out.display())))?;
        for (path, bytes) in &pages {
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

    /// Why there is nothing to report: the store may have the same cells with other budgets.
    fn nothing(&self, store: &Store, reports: &[Report]) -> Result<Failure, Failure> {
        let status = store.status()?;
        let is_known = |name: &str| status.iter().any(|cell| cell.experiment == name && cell.games > 0);
        let hint = match reports.iter().find(|report| is_known(&report.name)) {
            Some(report) => format!(
                "it has games of `{}` with other budgets: give `--budget` or `--reproduction` as they were run",
                report.name
            ),
            None => "`waxwing experiment status` lists what it has".into(),
        };
        Ok(Failure::Usage(format!("the store `{}` has no games of these experiments; {hint}", self.store.display())))
    }
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
