//! Minds: agents that think about positions, and can be looked into afterwards.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use waxwing::Turn;
use waxwing::search::TreeScope;
use waxwing::thinking::Slice;
use waxwing_workshop::{AnyAgent, GaveUp, Ownership, ThinkError, Thought, Watch, Why, WhyError};

use crate::errors::{SearchError, cannot_think, failed, wrong_expression};
use crate::house::expression_in;
use crate::position::{Position, in_portions};
use crate::settings::limits;
use crate::waiting::{Code, now, raise, to_json, wait};

const CHANCE_ACTS: &str = "chance is to act: no player has to think (`roll` of the position draws what it does)";

/// After how many random playouts it is asked whether to go on.
const PORTION: u64 = 10_000;

/// An agent of a game: it thinks, and keeps the tree and the records of its last search.
#[pyclass(frozen, module = "waxwing._waxwing")]
pub struct Mind {
    agent: Mutex<AnyAgent>,
    code: Code,
}

impl Mind {
    /// The agent, as soon as no other thread uses it: whoever waits for it does not keep Python's lock.
    fn agent(&self) -> MutexGuard<'_, AnyAgent> {
        Python::attach(|py| self.agent.lock_py_attached(py)).unwrap_or_else(PoisonError::into_inner)
    }

    /// Thinks without Python's lock, and tells `progress` of it now and then.
    fn think(
        &self,
        py: Python<'_>,
        progress: Option<&Py<PyAny>>,
        work: impl FnOnce(&mut AnyAgent, Watch<'_>) -> Result<Thought, ThinkError> + Send,
    ) -> PyResult<String> {
        let stop = AtomicBool::new(false);
        let mut tell = progress.map(|progress| {
            move |thought: &Thought| {
                let told = to_json(thought).and_then(|json| Python::attach(|py| progress.call1(py, (json,))));
                if let Err(error) = told {
                    raise(error);
                }
            }
        });
        let thought = wait(py, self.code, &stop, || {
            let progress = tell.as_mut().map(|tell| tell as &mut dyn FnMut(&Thought));
            work(&mut self.agent(), Watch { stop: Some(&stop), progress })
        })?;
        let thought = thought.map_err(cannot_think)?;
        match &thought.gave_up {
            None => to_json(&thought),
            Some(GaveUp::Resigned) => Err(SearchError::new_err(format!("{} resigns", thought.agent))),
            Some(GaveUp::Failed(reason)) => Err(SearchError::new_err(format!("{}: {reason}", thought.agent))),
        }
    }
}

#[pymethods]
impl Mind {
    /// The agent of an expression, or of a level, for the game of a position.
    #[new]
    fn new(py: Python<'_>, position: &Position, expression: &str) -> PyResult<Mind> {
        let agent = py
            .detach(|| now(|| position.game.build(&expression_in(&position.game, expression)?)))?
            .map_err(wrong_expression)?;
        let code = code_of(position, &agent);
        Ok(Mind { agent: Mutex::new(agent), code })
    }

    /// The expression as it is printed.
    #[getter]
    fn expression(&self) -> String {
        self.agent().expression().to_string()
    }

    /// Sits down to a new game in a seat. It is told of the moves that the position has.
    fn sit(&self, position: &Position, seat: u8, seed: u64) -> PyResult<()> {
        let seat = position.player(seat)?;
        now(|| self.agent().start(&position.position, seat, seed))?.map_err(cannot_think)
    }

    /// Is told of the moves of the position that it does not know yet.
    fn follow(&self, position: &Position) -> PyResult<()> {
        now(|| self.agent().follow(&position.position))?.map_err(cannot_think)
    }

    /// Searches a position from a seed, as a game of its own. Returns what it thinks as JSON.
    #[pyo3(signature = (position, seed, iterations, seconds, threads, memory, progress))]
    #[expect(clippy::too_many_arguments, reason = "the file agent.py gives them names and defaults")]
    fn search(
        &self,
        py: Python<'_>,
        position: &Position,
        seed: u64,
        iterations: Option<u64>,
        seconds: Option<f64>,
        threads: Option<usize>,
        memory: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let limits = limits(iterations, seconds, threads, memory)?;
        let position = &position.position;
        let seat = match now(|| position.turn())? {
            Turn::Player(player) => player,
            Turn::Chance => return Err(SearchError::new_err(CHANCE_ACTS)),
            Turn::Over => return Err(SearchError::new_err("the game is over")),
        };
        self.think(py, progress.as_ref(), |agent, watch| {
            agent.start(position, seat, seed)?;
            agent.think(position, &limits, watch)
        })
    }

    /// Chooses a move in the game that it sits in. An only move is played without a search. Returns what it thinks as JSON.
    #[pyo3(signature = (position, iterations, seconds, threads, memory, progress))]
    #[expect(clippy::too_many_arguments, reason = "the file agent.py gives them names and defaults")]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Position,
        iterations: Option<u64>,
        seconds: Option<f64>,
        threads: Option<usize>,
        memory: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let limits = limits(iterations, seconds, threads, memory)?;
        self.think(py, progress.as_ref(), |agent, watch| agent.choose(&position.position, &limits, watch))
    }

    /// What the tree of the last search holds behind these moves from its root, as JSON; `None` if there is no such node.
    #[pyo3(signature = (path, depth, children, observer = None))]
    fn tree(&self, path: Vec<String>, depth: u32, children: usize, observer: Option<u8>) -> PyResult<Option<String>> {
        let mut scope = TreeScope::default().depth(depth).children(children);
        if let Some(observer) = observer {
            scope = scope.observer(waxwing::Player(observer));
        }
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        now(|| self.agent().tree(&path, &scope))?.map(|tree| to_json(&tree)).transpose()
    }

    /// What the strategies of the last search have learned, strongest first, as JSON.
    fn records(&self, most: usize) -> PyResult<String> {
        to_json(&now(|| self.agent().records(most))?)
    }

    /// Who holds each place of the board at the ends of uniform playouts, as JSON; `None` if the game has no places.
    fn ownership(&self, py: Python<'_>, playouts: u64, seed: u64) -> PyResult<Option<String>> {
        let stop = AtomicBool::new(false);
        let found = wait(py, self.code, &stop, || {
            let agent = self.agent();
            let portions = (0..).zip(in_portions(playouts.max(1), PORTION, &stop));
            let found = portions.map_while(|(number, some)| agent.ownership(some, seed.wrapping_add(number)));
            found.reduce(Ownership::and)
        })?;
        found.map(|found| to_json(&found)).transpose()
    }
}

/// Whose code an agent runs in a game. A strategy in Python could be part of any agent: those of the house are known by their
/// names.
fn code_of(position: &Position, agent: &AnyAgent) -> Code {
    let expression = agent.expression();
    let has_threads = ["tree", "root"].iter().any(|option| expression.option(option).is_some());
    match position.is_python() || crate::house::in_python(&expression.to_string()) {
        false => Code::Rust,
        true if has_threads => Code::PythonThreads,
        true => Code::Python,
    }
}

/// Which part of an agent made it choose its move, as JSON: the same search without each of them, and, if a move is named, how that
/// stands beside the chosen one.
#[pyfunction]
#[pyo3(signature = (position, expression, seed, iterations, other = None))]
pub fn why(
    py: Python<'_>,
    position: &Position,
    expression: &str,
    seed: u64,
    iterations: u64,
    other: Option<String>,
) -> PyResult<String> {
    let expression = expression_in(&position.game, expression).map_err(wrong_expression)?;
    let stop = AtomicBool::new(false);
    let limits = limits(Some(iterations), None, None, None)?;
    let asked = wait(py, position.code(), &stop, || {
        let mut why = Why::new(&position.game, &position.position, &expression, seed, &limits)?;
        while why.advance(Slice::REST, Watch::stopped_by(&stop))? {}
        let beside = other.map(|other| why.beside(&other));
        Ok::<_, WhyError>((why.report(), beside))
    })?;
    let (report, beside) = asked.map_err(|error| match error {
        WhyError::Agent(error) => wrong_expression(error),
        WhyError::Think(error) => cannot_think(error),
        other => failed(other),
    })?;
    let beside = beside.transpose().map_err(failed)?;
    to_json(&serde_json::json!({ "report": report, "beside": beside }))
}
