//! Experiments: declared sets of matches, whose games are kept in a store.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use pyo3::prelude::*;
use serde_json::{Value, json};
use waxwing_lab as lab;
use waxwing_lab::{
    Cell, ReportFormat, ResultsError, RunOptions, RunProgress, report_experiments, report_pages, run_experiments,
};

use crate::errors::failed;
use crate::house;
use crate::settings::{self, time};
use crate::waiting::{Code, Since, to_json, wait};

/// The version of the engine, with its commit where it was built from a checkout.
#[pyfunction]
pub fn version() -> &'static str {
    lab::VERSION
}

/// An experiment that a file declares.
#[pyclass(frozen, module = "waxwing._waxwing")]
#[derive(Clone)]
pub struct Experiment {
    experiment: lab::Experiment,
    text: String,
    /// The budgets that it was given, one after the other.
    budgets: Vec<String>,
}

impl Experiment {
    /// The experiment itself.
    pub fn inner(&self) -> lab::Experiment {
        self.experiment.clone()
    }
}

/// Those cells of experiments that have one of these labels, or all cells if there are none; each label must be that of a cell.
pub fn chosen<'e>(
    experiments: &'e [lab::Experiment],
    labels: &[String],
) -> PyResult<Vec<(&'e lab::Experiment, &'e Cell)>> {
    let all = || experiments.iter().flat_map(|experiment| experiment.cells.iter().map(move |cell| (experiment, cell)));
    if let Some(unknown) = labels.iter().find(|label| all().all(|(_, cell)| cell.label != **label)) {
        return Err(failed(format!(
            "there is no cell with the label `{unknown}`; `cells` of the experiment lists all"
        )));
    }
    Ok(all().filter(|(_, cell)| cell.games > 0 && (labels.is_empty() || labels.contains(&cell.label))).collect())
}

#[pymethods]
impl Experiment {
    /// The experiment of a text; `file` is said in errors, and openings are looked for beside it.
    #[new]
    fn new(file: &str, text: String) -> PyResult<Experiment> {
        let experiment = lab::Experiment::read(&house::workshop(), file, &text).map_err(failed)?;
        Ok(Experiment { experiment, text, budgets: Vec::new() })
    }

    /// The file, its text, and the budgets that were given to it.
    #[getter]
    fn origin(&self) -> (String, String, Vec<String>) {
        (self.experiment.file.clone(), self.text.clone(), self.budgets.clone())
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.experiment.name
    }

    /// What it is about.
    #[getter]
    fn title(&self) -> &str {
        &self.experiment.title
    }

    /// What is played, as JSON.
    #[getter]
    fn cells(&self) -> PyResult<String> {
        let cell = |cell: &Cell| {
            json!({
                "label": cell.label, "row": cell.row, "column": cell.column, "game": cell.game(), "agents": cell.agents(),
                "budget": cell.budget(), "games": cell.games, "published": cell.published, "central": cell.central,
            })
        };
        to_json(&self.experiment.cells.iter().map(cell).collect::<Vec<Value>>())
    }

    /// The same experiment with another budget, such as `500` or `10%`.
    fn with_budget(&self, budget: &str) -> PyResult<Experiment> {
        let mut other = self.clone();
        other.experiment.set_budget(budget).map_err(failed)?;
        other.budgets.push(budget.to_owned());
        Ok(other)
    }
}

/// A store of games.
#[pyclass(frozen, module = "waxwing._waxwing")]
pub struct Store {
    path: PathBuf,
}

#[pymethods]
impl Store {
    /// The store in a file, which is made when games are played.
    #[new]
    fn new(path: PathBuf) -> Store {
        Store { path }
    }

    /// Plays what is missing. `progress` is told how many games there are, how many there will be, and how many were played now.
    #[pyo3(signature = (experiments, cells, scale, jobs, seconds, retry, progress))]
    #[expect(clippy::too_many_arguments, reason = "the file experiments.py gives them names and defaults")]
    fn run(
        &self,
        py: Python<'_>,
        experiments: Vec<Py<Experiment>>,
        cells: Vec<String>,
        scale: f64,
        jobs: Option<usize>,
        seconds: Option<f64>,
        retry: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let experiments: Vec<lab::Experiment> = experiments.iter().map(|one| one.get().inner()).collect();
        let chosen = chosen(&experiments, &cells)?;
        let mut options = RunOptions::default();
        options.scale = settings::scale(scale)?;
        options.jobs = jobs.map_or(Ok(options.jobs), settings::jobs)?;
        options.retry = retry;
        options.time = seconds.map(time).transpose()?;
        let (stop, since) = (AtomicBool::new(false), Since::now());
        let mut told = Ok(());
        let mut tell = |now: &RunProgress| {
            if told.is_ok() {
                told = since.check().and_then(|()| tell(progress.as_ref(), now));
            }
            if told.is_err() {
                stop.store(true, Relaxed);
            }
        };
        // Games in Python would have to wait for each other, and for Python's lock, in the threads of the run.
        let played = wait(py, Code::Rust, &stop, || {
            let mut store = lab::Store::create(&house::workshop(), &self.path)?;
            run_experiments(&mut store, None, &chosen, &options, &stop, &mut tell).map(drop)
        })?;
        if let Err(raised) = told.and_then(|()| since.check()) {
            // Whoever mends the game that has raised it wants to see its games played.
            py.detach(|| self.forget_failures(&chosen, options)).map_err(failed)?;
            return Err(raised);
        }
        played.map_err(|error: ResultsError| failed(error))
    }

    /// The state of every cell, as JSON.
    fn status(&self, py: Python<'_>) -> PyResult<String> {
        let status = py.detach(|| lab::Store::open(&house::workshop(), &self.path).and_then(|store| store.status()));
        to_json(&status.map_err(failed)?)
    }

    /// What is known of experiments, as JSON.
    fn report(&self, py: Python<'_>, experiments: Vec<Py<Experiment>>) -> PyResult<String> {
        let experiments: Vec<lab::Experiment> = experiments.iter().map(|one| one.get().inner()).collect();
        let reports = py.detach(|| self.reports(&experiments));
        to_json(&reports.map_err(failed)?)
    }

    /// The pages and pictures of a report: paths below a folder, and what is in the files.
    fn pages(
        &self,
        py: Python<'_>,
        experiments: Vec<Py<Experiment>>,
        folder: PathBuf,
        formats: Vec<String>,
    ) -> PyResult<Vec<(PathBuf, Vec<u8>)>> {
        let experiments: Vec<lab::Experiment> = experiments.iter().map(|one| one.get().inner()).collect();
        let formats = formats.iter().map(|format| format_of(format)).collect::<PyResult<Vec<_>>>()?;
        py.detach(|| {
            let reports = self.reports(&experiments).map_err(failed)?;
            report_pages(&reports, &folder, &formats).map_err(failed)
        })
    }
}

impl Store {
    /// Forgets which games have failed: a run does that before it plays, and this one plays nothing.
    fn forget_failures(
        &self,
        cells: &[(&lab::Experiment, &Cell)],
        mut options: RunOptions,
    ) -> Result<(), ResultsError> {
        let mut store = lab::Store::create(&house::workshop(), &self.path)?;
        options.retry = true;
        run_experiments(&mut store, None, cells, &options, &AtomicBool::new(true), &mut |_| {}).map(drop)
    }

    fn reports(&self, experiments: &[lab::Experiment]) -> Result<Vec<lab::Report>, ResultsError> {
        let store = lab::Store::open(&house::workshop(), &self.path)?;
        let snapshot = store.snapshot()?;
        report_experiments(Some(&snapshot), None, experiments)
    }
}

fn format_of(format: &str) -> PyResult<ReportFormat> {
    match format {
        "html" => Ok(ReportFormat::Html),
        "md" => Ok(ReportFormat::Markdown),
        "svg" => Ok(ReportFormat::Svg),
        "png" => Ok(ReportFormat::Png),
        other => Err(failed(format!("there is no format `{other}`: html, md, svg or png"))),
    }
}

fn tell(progress: Option<&Py<PyAny>>, now: &RunProgress) -> PyResult<()> {
    let Some(progress) = progress else { return Ok(()) };
    Python::attach(|py| progress.call1(py, (now.finished(), now.wanted(), now.played))).map(drop)
}
