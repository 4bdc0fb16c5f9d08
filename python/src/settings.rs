//! How much agents may use, as Python says it.

use std::time::Duration;

use pyo3::prelude::*;
use waxwing::{Budget, Limits};

use crate::errors::failed;

/// Iterations for a move if nothing says how many: as on the command line.
const ITERATIONS: u64 = 10_000;

/// The most that agents may use. What is not said is as on the command line.
pub fn limits(
    iterations: Option<u64>,
    seconds: Option<f64>,
    threads: Option<usize>,
    memory: Option<usize>,
) -> PyResult<Limits> {
    let limits = match (iterations, seconds) {
        (Some(_), Some(_)) => return Err(failed("a budget is either `iterations` or `time`")),
        (None, Some(seconds)) => Limits::time(time(seconds)?),
        (Some(0), None) => return Err(failed("a budget of iterations is at least 1")),
        (iterations, None) => Limits::new(Budget::Iterations(iterations.unwrap_or(ITERATIONS))),
    };
    let limits = memory.map_or(limits, |memory| limits.memory(memory));
    Ok(threads.map_or(limits, |threads| limits.threads(threads)))
}

/// A time of so many seconds.
pub fn time(seconds: f64) -> PyResult<Duration> {
    let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| failed(format!("{seconds} is no time in seconds")))
}

/// A part of the games that an experiment asks for.
pub fn scale(scale: f64) -> PyResult<f64> {
    let is_part = scale > 0.0 && scale.is_finite();
    is_part.then_some(scale).ok_or_else(|| failed(format!("`scale` is a number above 0, not {scale}")))
}

/// How many games are played at once.
pub fn jobs(jobs: usize) -> PyResult<usize> {
    if jobs == 0 { Err(failed("at least one game is played at a time")) } else { Ok(jobs) }
}
