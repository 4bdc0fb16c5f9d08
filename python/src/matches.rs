//! Matches between agents.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use waxwing::Expression;
use waxwing_workshop::{
    Design, Forfeits, GameRecord, MatchPlan, MatchReport, Openings, Results, Setting, Sprt, Until, Verdict, fix_role,
    run_match, seats_of, share,
};

use crate::errors::{failed, wrong_expression};
use crate::house;
use crate::position::Position;
use crate::settings::{self, limits};
use crate::waiting::{Code, to_json, wait};

/// Plays a match from a position, and returns its result as JSON. `progress` is told after each game how many there are and how
/// many there will be, and of the result so far; it may say that this is enough.
#[pyfunction]
#[pyo3(signature = (position, agents, games, seed, jobs, design, role, openings, until, iterations, seconds, memory, progress))]
#[expect(clippy::too_many_arguments, reason = "the file games.py gives them names and defaults")]
pub fn play_match(
    py: Python<'_>,
    position: &Position,
    agents: Vec<String>,
    games: u64,
    seed: u64,
    jobs: Option<usize>,
    design: Option<&str>,
    role: Option<&str>,
    openings: Option<&str>,
    until: Option<&str>,
    iterations: Option<u64>,
    seconds: Option<f64>,
    memory: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let agents = agents.iter().map(|agent| house::expression_in(&position.game, agent)).collect::<Result<Vec<_>, _>>();
    let agents = agents.map_err(wrong_expression)?;
    let code = match agents.iter().any(|agent| house::in_python(&agent.to_string())) {
        true => Code::PythonThreads,
        false => position.code(),
    };
    let limits = limits(iterations, seconds, Some(1), memory)?;
    let plan = plan(position, agents, design, role, games, seed, jobs_of(code, jobs)?, limits)?;
    let openings =
        openings.map(|text| Openings::read("openings", text, &position.position)).transpose().map_err(failed)?;
    let begun = Some(&position.position).filter(|position| position.text().as_deref() != Some("start"));
    let setting = Setting { position: begun, openings: openings.as_ref(), ..Setting::new(&position.game) };
    let until = until.map(str::parse::<Until>).transpose().map_err(failed)?;
    let inspector = Inspector { plan: &plan, known: Mutex::default() };
    let witness = |number: u64, record: &GameRecord| inspector.see(number, record);
    let setting = setting.before(&witness);
    let stop = AtomicBool::new(false);
    let mut told = Ok(());
    let report = wait(py, code, &stop, || {
        run_match(&setting, &plan, &stop, &mut |report| {
            if told.is_ok() {
                told = tell(progress.as_ref(), &plan, report, &stop);
            }
            if told.is_err() || until.is_some_and(|until| until.is_reached(inspector.results())) {
                stop.store(true, Relaxed);
            }
        })
    })?;
    told?;
    let verdict = until.and_then(|until| verdict(until, inspector.results()));
    to_json(&serde_json::json!({ "report": report.map_err(wrong_expression)?, "verdict": verdict }))
}

/// What a sequential test says, if that was to end the match.
fn verdict(until: Until, results: Results) -> Option<&'static str> {
    let Until::Sprt(test) = until else { return None };
    Some(match Sprt::verdict(test, results) {
        Verdict::Open => "open",
        Verdict::Low => "low",
        Verdict::High => "high",
    })
}

/// Counts whole groups of games, in their order: what may be looked at at any time. Games of a group share their deals.
struct Inspector<'a> {
    plan: &'a MatchPlan,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    results: Results,
    /// How many groups are in the results.
    groups: u64,
    /// Groups that are not whole, or come after one that is not: their games, and what the first agent got in them.
    ahead: BTreeMap<u64, (usize, f64)>,
}

impl Inspector<'_> {
    fn see(&self, number: u64, record: &GameRecord) {
        let size = self.plan.group;
        let reward = share(&record.rewards, seats_of(self.plan.game(number).1, 0));
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let group = known.ahead.entry(number / size as u64).or_default();
        *group = (group.0 + 1, group.1 + reward);
        loop {
            let next = known.groups;
            let Some((_, sum)) = known.ahead.get(&next).copied().filter(|(games, _)| *games == size) else { break };
            known.ahead.remove(&next);
            known.results.add(sum / size as f64);
            known.groups += 1;
        }
    }

    fn results(&self) -> Results {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).results
    }
}

/// How many games at once: games in Python exclude each other anyway.
fn jobs_of(code: Code, jobs: Option<usize>) -> PyResult<usize> {
    match (jobs.map(settings::jobs).transpose()?, code) {
        (_, Code::Python | Code::PythonThreads) => Ok(1),
        (Some(jobs), Code::Rust) => Ok(jobs),
        (None, Code::Rust) => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}

fn tell(progress: Option<&Py<PyAny>>, plan: &MatchPlan, report: &MatchReport, stop: &AtomicBool) -> PyResult<()> {
    let Some(progress) = progress else { return Ok(()) };
    let json = to_json(report)?;
    Python::attach(|py| {
        if progress.call1(py, (report.played(), plan.total(), json))?.is_truthy(py)? {
            stop.store(true, Relaxed);
        }
        Ok(())
    })
}

#[expect(clippy::too_many_arguments, reason = "they are the fields of a plan")]
fn plan(
    position: &Position,
    agents: Vec<Expression>,
    design: Option<&str>,
    role: Option<&str>,
    games: u64,
    seed: u64,
    jobs: usize,
    limits: waxwing::Limits,
) -> PyResult<MatchPlan> {
    let (number, seats) = (agents.len(), position.game.players());
    let design = match design {
        None => Design::default_for(number, seats),
        Some("balanced") => Design::Balanced,
        Some("one-vs-rest") => Design::OneVersusRest,
        Some(other) => return Err(failed(format!("there is no design `{other}`: `balanced` or `one-vs-rest`"))),
    };
    let mut assignments = design.assignments(number, seats).map_err(failed)?;
    if let Some(role) = role {
        fix_role(&mut assignments, position.game.start().find_player(role).map_err(failed)?);
    }
    let group = assignments.len();
    Ok(MatchPlan { agents, assignments, group, games, seed, jobs, limits, forfeits: Forfeits::Apart })
}
