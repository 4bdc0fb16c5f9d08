//! Experiments whose games are played by processes elsewhere, in lots: what gives them out, and what plays them.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use waxwing_lab::{self as lab, Dispatch, LotError, RunOptions};

use crate::errors::failed;
use crate::house;
use crate::lab::{Experiment, chosen};
use crate::settings::{self, time};
use crate::waiting::{Code, Since, wait};

/// What a lot is for those who carry it: its number, the threads of its agents, how many games it has, and what it says.
type GivenLot<'py> = (u64, usize, usize, Bound<'py, PyBytes>);

/// A run whose games are given out in lots.
#[pyclass(frozen, module = "waxwing._waxwing")]
pub struct Lots {
    dispatch: Mutex<Option<Dispatch>>,
}

#[pymethods]
impl Lots {
    /// Begins a run of what the store in a file does not have yet.
    #[new]
    #[pyo3(signature = (path, experiments, cells, scale, seconds, retry))]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        experiments: Vec<Py<Experiment>>,
        cells: Vec<String>,
        scale: f64,
        seconds: Option<f64>,
        retry: bool,
    ) -> PyResult<Lots> {
        let experiments: Vec<lab::Experiment> = experiments.iter().map(|one| one.get().inner()).collect();
        let chosen = chosen(&experiments, &cells)?;
        let mut options = RunOptions::default();
        options.scale = settings::scale(scale)?;
        options.time = seconds.map(time).transpose()?;
        options.retry = retry;
        let begun = py.detach(|| {
            let store = lab::Store::create(&house::workshop(), &path)?;
            Dispatch::begin(store, &chosen, &options)
        });
        Ok(Lots { dispatch: Mutex::new(Some(begun.map_err(failed)?)) })
    }

    /// A lot that takes about this many seconds, for one of this many players; `None` if there is nothing to give out now.
    fn give<'py>(&self, py: Python<'py>, seconds: f64, players: usize) -> PyResult<Option<GivenLot<'py>>> {
        let seconds = time(seconds)?;
        let given = self.with(py, |dispatch| dispatch.give(seconds, players))?;
        Ok(given.map(|lot| (lot.number, lot.threads, lot.games, PyBytes::new(py, &lot.bytes))))
    }

    /// Writes down games that have been played.
    fn take(&self, py: Python<'_>, batch: &[u8]) -> PyResult<()> {
        self.with(py, |dispatch| dispatch.take(batch))
    }

    /// Takes a lot back; what was not played of it is given out again.
    fn end(&self, py: Python<'_>, lot: u64) -> PyResult<()> {
        self.with(py, |dispatch| dispatch.end(lot))
    }

    /// Shows that this run is alive; returns whether all is done.
    fn look(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, Dispatch::look)
    }

    /// Whether its time is over.
    #[getter]
    fn late(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |dispatch| Ok(dispatch.is_late()))
    }

    /// How many games are finished, how many there will be, how many of them were played and how many failed in this run, and
    /// how many lots are out.
    fn progress(&self, py: Python<'_>) -> PyResult<(u64, u64, u64, u64, usize)> {
        self.with(py, |dispatch| {
            let now = dispatch.progress();
            Ok((now.finished(), now.wanted(), now.played, now.failed, dispatch.lots_out()))
        })
    }

    /// Ends the run. What is out is free for other runs.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(self.lock().take()));
    }
}

impl Lots {
    fn lock(&self) -> MutexGuard<'_, Option<Dispatch>> {
        self.dispatch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something without Python's lock.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Dispatch) -> Result<T, LotError> + Send,
    ) -> PyResult<T> {
        py.detach(|| self.lock().as_mut().map(work)).ok_or_else(|| failed("this run has ended"))?.map_err(failed)
    }
}

/// A lot, where it is played.
#[pyclass(frozen, module = "waxwing._waxwing")]
pub struct Lot {
    lot: Mutex<lab::Lot>,
}

#[pymethods]
impl Lot {
    /// The lot that a run elsewhere has given out.
    #[new]
    fn new(content: &[u8]) -> PyResult<Lot> {
        Ok(Lot { lot: Mutex::new(lab::Lot::read(&house::workshop(), content).map_err(failed)?) })
    }

    /// Plays games for this many seconds, and returns those that are finished, for the run that gave the lot out.
    fn play<'py>(&self, py: Python<'py>, seconds: f64) -> PyResult<Bound<'py, PyBytes>> {
        let seconds = Duration::try_from_secs_f64(seconds).map_err(failed)?;
        let (stop, since) = (AtomicBool::new(false), Since::now());
        let batch = wait(py, Code::PythonThreads, &stop, || self.lock().play(seconds, &stop))?;
        since.check()?;
        Ok(PyBytes::new(py, &batch))
    }

    /// Whether all its games are played.
    #[getter]
    fn done(&self) -> bool {
        self.lock().is_done()
    }
}

impl Lot {
    fn lock(&self) -> MutexGuard<'_, lab::Lot> {
        self.lot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
