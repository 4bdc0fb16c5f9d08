//! Strategies that are written in Python, for trying an idea. Each ply and each iteration is copied into objects of Python's, so
//! that a playout costs what Python costs.

use pyo3::prelude::*;
use waxwing::Player;
use waxwing::agent::catalogue::{Entry, Giving, Parameter};
use waxwing::strategy::{self, Built, Gives, Learner, Needs, Quota, Start, Store};

use crate::errors::{failed, in_words};
use crate::threads::ask;

/// One decision of a running iteration.
///
/// `keys` are the keys of the legal actions, in the order of the scores that a strategy gives: numbers that are the same for the
/// same action everywhere. `visits` and `rewards` are what the tree knows of them, `None` in a playout.
#[pyclass(frozen, module = "waxwing", get_all)]
#[derive(Clone)]
pub struct Ply {
    /// Who decides.
    player: u8,
    /// The visits of the node; 0 in a playout.
    node_visits: u32,
    /// Whether there is no node: the policy is followed in a playout.
    is_playout: bool,
    /// The keys of the legal actions.
    keys: Vec<u64>,
    /// How often each of them was visited.
    visits: Option<Vec<u32>>,
    /// The player's total reward after each of them.
    rewards: Option<Vec<f32>>,
    /// The keys of what the player has seen since the root, most recent last.
    seen: Vec<u64>,
}

/// A finished iteration.
#[pyclass(frozen, module = "waxwing", get_all)]
pub struct Iteration {
    /// The steps from the root to the end: who acted (`None` is chance) and the key of the action.
    steps: Vec<Step>,
    /// How many of the steps were made in the descent; the later ones belong to the playout.
    descent: usize,
    /// What each player got.
    rewards: Vec<f64>,
}

#[pymethods]
impl Ply {
    /// A decision that is made up, to try a strategy with.
    #[new]
    #[pyo3(signature = (player, node_visits, is_playout, keys, visits = None, rewards = None, seen = Vec::new()))]
    fn new(
        player: u8,
        node_visits: u32,
        is_playout: bool,
        keys: Vec<u64>,
        visits: Option<Vec<u32>>,
        rewards: Option<Vec<f32>>,
        seen: Vec<u64>,
    ) -> Ply {
        Ply { player, node_visits, is_playout, keys, visits, rewards, seen }
    }

    fn __getnewargs__(&self) -> PlyParts {
        let Ply { player, node_visits, is_playout, keys, visits, rewards, seen } = self.clone();
        (player, node_visits, is_playout, keys, visits, rewards, seen)
    }
}

type PlyParts = (u8, u32, bool, Vec<u64>, Option<Vec<u32>>, Option<Vec<f32>>, Vec<u64>);

#[pymethods]
impl Iteration {
    /// An iteration that is made up, to try a strategy with.
    #[new]
    fn new(steps: Vec<Step>, descent: usize, rewards: Vec<f64>) -> Iteration {
        Iteration { steps, descent, rewards }
    }

    fn __getnewargs__(&self) -> (Vec<Step>, usize, Vec<f64>) {
        (self.steps.clone(), self.descent, self.rewards.clone())
    }
}

/// Who acted (`None` is chance), and the key of the action.
type Step = (Option<u8>, u64);

/// The entry of a strategy that `make` makes of the values of its parameters.
pub fn entry_of(
    name: &str,
    about: String,
    parameters: Vec<(String, f64, f64, f64, String)>,
    weights: bool,
    make: Py<PyAny>,
) -> Entry {
    let whose = name.to_owned();
    let names: Vec<String> = parameters.iter().map(|(name, ..)| name.clone()).collect();
    let parameters = parameters
        .into_iter()
        .map(|(name, default, least, greatest, about)| Parameter::number(name, default, least, greatest, about));
    let (giving, gives) = if weights { (Giving::Weights, Gives::Weights) } else { (Giving::Values, Gives::Values) };
    Entry::strategy(name.to_owned(), about).taking(parameters).giving(giving).built_by(move |setting| {
        let values: Vec<(&str, f32)> = names.iter().map(|name| (&**name, setting.number(name))).collect();
        let made = Python::attach(|py| {
            make.bind(py).call1((values,)).map(Bound::unbind).map_err(|error| in_words(py, &whose, error))
        });
        let object = made.map_err(|reason| setting.call().error(reason))?;
        Ok(Built::strategy(InPython { object, gives }))
    })
}

/// A strategy behind an object of a class that extends `waxwing.Strategy`.
struct InPython {
    object: Py<PyAny>,
    gives: Gives,
}

impl Learner for InPython {
    type Thread = ();

    fn needs(&self) -> Needs {
        Needs::steps().and_moves()
    }

    fn capture(&self, iteration: &strategy::Iteration<'_>, (): &mut ()) {
        let steps = iteration.steps().iter().map(|step| (step.player.map(|player| player.0), step.key)).collect();
        let rewards = (0..iteration.players()).map(|player| iteration.reward(Player(player as u8)).value()).collect();
        let iteration = Iteration { steps, descent: iteration.descent(), rewards };
        ask(|py| self.object.call_method1(py, "capture", (iteration,)));
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(self)
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        Some(self)
    }
}

impl strategy::Strategy for InPython {
    fn gives(&self) -> Gives {
        self.gives
    }

    fn score(&self, ply: &strategy::Ply<'_>, (): &mut (), scores: &mut Vec<f32>) {
        let count = ply.count();
        let known = !ply.is_playout();
        let ply = Ply {
            player: ply.player.0,
            node_visits: ply.visits,
            is_playout: ply.is_playout(),
            keys: ply.keys().to_vec(),
            visits: known.then(|| ply.arm_visits().to_vec()),
            rewards: known.then(|| ply.arm_rewards().to_vec()),
            seen: ply.moves(false).to_vec(),
        };
        ask(|py| {
            let given: Vec<f32> = self.object.call_method1(py, "score", (ply,))?.extract(py)?;
            if given.len() != count {
                return Err(failed(format!("`score` gives {} numbers for {count} actions", given.len())));
            }
            if let Some(wrong) = given.iter().find(|score| self.is_wrong(**score)) {
                return Err(failed(format!(
                    "`score` gives {wrong}: a value is a number, a weight one that is not negative"
                )));
            }
            scores.extend(given);
            Ok(())
        });
    }
}

impl InPython {
    fn is_wrong(&self, score: f32) -> bool {
        score.is_nan() || self.gives == Gives::Weights && !(0.0..f32::INFINITY).contains(&score)
    }
}

impl Store for InPython {
    /// What Python keeps is Python's.
    fn bytes(&self) -> usize {
        0
    }

    fn maintain(&mut self, _: usize, _: &Quota) {}

    fn begin(&mut self, start: Start) {
        ask(|py| self.object.call_method1(py, "begin", (start.new_game,)));
    }
}
