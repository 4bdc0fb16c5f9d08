//! A state of a game that is written in Python, as the search sees it.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PySequence;
use waxwing::game::HiddenInformation;
use waxwing::knowledge::{Evaluation, Evaluator, Knowledge};
use waxwing::{Game, Notation, Player, Reward, Rng, Turn};
use waxwing_workshop::Options;

use crate::errors::in_words;
use crate::moves::{PyMove, key_of};
use crate::rules::Rules;
use crate::threads::ask;

/// How a game begins: what makes it of the values of its options.
#[derive(Clone)]
pub struct Start {
    name: String,
    make: Arc<Py<PyAny>>,
}

impl Start {
    pub fn new(name: String, make: Py<PyAny>) -> Start {
        Start { name, make: Arc::new(make) }
    }

    fn begin(&self, py: Python<'_>, options: &Options) -> PyResult<(Rules, Py<PyAny>)> {
        let values: Vec<(&str, &str)> = options.iter().collect();
        let game = self.make.bind(py).call1((values,))?;
        Ok((Rules::new(&game)?, game.call_method0("start")?.unbind()))
    }
}

/// A state. `HIDDEN` says whether the game hides something from players, which searches know by the type.
#[derive(Clone)]
pub struct PyState<const HIDDEN: bool> {
    rules: Shared,
    at: Arc<Moment>,
}

/// The rules that all states of a game share.
#[derive(Clone)]
pub struct Shared(pub Arc<Rules>);

/// What is known of a state. What was asked once is kept, since a search comes through the same states again and again: a call
/// of Python costs more than all else.
struct Moment {
    object: Py<PyAny>,
    turn: OnceLock<Turn>,
    moves: OnceLock<Py<PySequence>>,
    /// The states after moves that were made here. They are kept from the second departure on, so that there are about as many
    /// as a search has nodes; the tail of a playout is not seen again.
    after: Mutex<After>,
}

#[derive(Default)]
struct After {
    departures: u32,
    known: Vec<(PyMove, Arc<Moment>)>,
}

impl Drop for After {
    /// Lets go of the states one by one: a long line of them would need more of the stack than there is.
    fn drop(&mut self) {
        let mut known = std::mem::take(&mut self.known);
        while let Some((_, moment)) = known.pop() {
            if let Some(Moment { after, .. }) = Arc::into_inner(moment) {
                known.append(&mut after.into_inner().unwrap_or_else(PoisonError::into_inner).known);
            }
        }
    }
}

impl Moment {
    fn new(object: Py<PyAny>) -> Arc<Moment> {
        Arc::new(Moment::of(object))
    }

    fn of(object: Py<PyAny>) -> Moment {
        Moment { object, turn: OnceLock::new(), moves: OnceLock::new(), after: Mutex::default() }
    }

    /// Whether no move was made here so far.
    fn is_new(&self) -> bool {
        self.after().departures == 0
    }

    fn after(&self) -> MutexGuard<'_, After> {
        self.after.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known_after(&self, action: PyMove) -> Option<Arc<Moment>> {
        self.after().known.iter().find(|(other, _)| *other == action).map(|(_, moment)| moment.clone())
    }

    fn keep_after(&self, action: PyMove, moment: &Arc<Moment>) {
        let mut after = self.after();
        after.departures = after.departures.saturating_add(1);
        if after.departures > 1 && after.known.iter().all(|(other, _)| *other != action) {
            after.known.push((action, moment.clone()));
        }
    }
}

impl<const HIDDEN: bool> PyState<HIDDEN> {
    /// The start of a game with these options.
    pub fn of(start: &Start, options: &Options) -> Result<PyState<HIDDEN>, String> {
        let (rules, object) =
            Python::attach(|py| start.begin(py, options).map_err(|error| in_words(py, &start.name, error)))?;
        Ok(PyState { rules: Shared(Arc::new(rules)), at: Moment::new(object) })
    }

    /// Another state of the same game.
    pub fn with(&self, object: Py<PyAny>) -> PyState<HIDDEN> {
        PyState { rules: self.rules.clone(), at: Moment::new(object) }
    }

    /// The state as Python has it.
    pub fn object(&self) -> &Py<PyAny> {
        &self.at.object
    }

    pub fn rules(&self) -> &Rules {
        &self.rules.0
    }

    /// Makes a move in a game that changes its states in place: a state that somebody else has too is copied first.
    fn change(&mut self, action: PyMove) {
        let object = ask(|py| {
            let state = self.at.object.bind(py);
            let own = if Arc::strong_count(&self.at) > 1 { &self.rules().copy(state)? } else { state };
            Ok(self.rules().play(own, action)?.unbind())
        });
        self.at = Moment::new(object);
    }

    /// Makes random moves until chance acts, the game is over, or this many are made; returns how many those are.
    fn play_on(&mut self, rng: &mut Rng, most: u32) -> u32 {
        self.at.after().departures = 1;
        let (moment, plies) = ask(|py| {
            let (rules, mut plies) = (self.rules(), 0);
            let mut moves = self.legal(py)?;
            let mut state = self.at.object.bind(py).clone();
            loop {
                state = rules.play_random(&state, &moves, rng)?;
                plies += 1;
                let turn = rules.turn(&state)?;
                if plies == most || !matches!(turn, Turn::Player(_)) {
                    return Ok((Moment { turn: turn.into(), ..Moment::of(state.unbind()) }, plies));
                }
                moves = rules.moves(&state)?;
            }
        });
        self.at = Arc::new(moment);
        plies
    }

    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySequence>> {
        if let Some(moves) = self.at.moves.get() {
            return Ok(moves.bind(py).clone());
        }
        let moves = self.rules().moves(self.at.object.bind(py))?;
        Ok(self.at.moves.get_or_init(|| moves.unbind()).bind(py).clone())
    }
}

impl<const HIDDEN: bool> Game for PyState<HIDDEN> {
    type Action = PyMove;

    const HIDDEN_INFORMATION: Option<HiddenInformation<Self>> = if HIDDEN {
        Some(HiddenInformation {
            determinize: |state, observer, rng| {
                ask(|py| Ok(state.with(state.rules().determinize(state.at.object.bind(py), observer, rng)?.unbind())))
            },
            observe: |state, action, observer| {
                ask(|py| state.rules().observe(state.at.object.bind(py), action, observer))
            },
        })
    } else {
        None
    };

    fn players(&self) -> usize {
        self.rules().players()
    }

    fn turn(&self) -> Turn {
        // Asked before it is kept: a thread that waited for another one's answer would have Python's lock, which that one needs.
        let turn = self.at.turn.get().copied();
        turn.unwrap_or_else(|| {
            let turn = ask(|py| self.rules().turn(self.at.object.bind(py)));
            *self.at.turn.get_or_init(|| turn)
        })
    }

    fn legal_actions(&self, actions: &mut Vec<PyMove>) {
        ask(|py| self.rules().list(&self.legal(py)?, actions));
    }

    fn apply(&mut self, action: PyMove) {
        if self.rules().copies() {
            return self.change(action);
        }
        let after = self.at.known_after(action).unwrap_or_else(|| {
            let object = ask(|py| Ok(self.rules().play(self.at.object.bind(py), action)?.unbind()));
            let after = Moment::new(object);
            self.at.keep_after(action, &after);
            after
        });
        self.at = after;
    }

    fn reward(&self, player: Player) -> Reward {
        ask(|py| self.rules().rewards(self.at.object.bind(py)))[player.index()]
    }

    fn is_legal(&self, action: PyMove) -> bool {
        ask(|py| {
            if let Some(is_legal) = self.rules().is_legal(self.at.object.bind(py), action)? {
                return Ok(is_legal);
            }
            let mut actions = Vec::new();
            self.rules().list(&self.legal(py)?, &mut actions)?;
            Ok(actions.contains(&action))
        })
    }

    fn random_action(&self, rng: &mut Rng, _: &mut Vec<PyMove>) -> PyMove {
        ask(|py| self.rules().one_of(&self.legal(py)?, rng))
    }

    fn action_index(&self, action: PyMove) -> u64 {
        action.key
    }

    /// The states of a playout are not seen again: nothing is kept of them, and their moves go from Python to Python.
    fn playout(&mut self, rng: &mut Rng, buffer: &mut Vec<PyMove>, most: u32) -> u32 {
        let mut plies = 0;
        while plies < most {
            let action = match self.turn() {
                Turn::Player(_) if !self.rules().copies() && self.at.is_new() => {
                    plies += self.play_on(rng, most - plies);
                    continue;
                }
                Turn::Player(_) => self.playout_action(rng, buffer),
                Turn::Chance => self.sample_chance(rng),
                Turn::Over => break,
            };
            self.apply(action);
            plies += 1;
        }
        plies
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(PyMove, f64)>) {
        ask(|py| self.rules().outcomes(self.at.object.bind(py), outcomes));
    }

    fn sample_chance(&self, rng: &mut Rng) -> PyMove {
        ask(|py| {
            let state = self.at.object.bind(py);
            if let Some(drawn) = self.rules().sample(state, rng)? {
                return Ok(drawn);
            }
            let mut outcomes = Vec::new();
            self.rules().outcomes(state, &mut outcomes)?;
            draw(&outcomes, rng).ok_or_else(|| crate::errors::failed("`chance` lists no outcome"))
        })
    }

    /// What is drawn and not listed can be anything that the game reads, if it does not say otherwise by `is_legal`.
    fn is_outcome(&self, action: PyMove) -> bool {
        if self.turn() != Turn::Chance {
            return false;
        }
        if !self.rules().lists_outcomes() {
            return ask(|py| self.rules().is_legal(self.at.object.bind(py), action)).unwrap_or(true);
        }
        let mut outcomes = Vec::new();
        self.chance_outcomes(&mut outcomes);
        outcomes.iter().any(|&(outcome, _)| outcome == action)
    }

    fn position_hash(&self) -> Option<u64> {
        ask(|py| self.rules().key(self.at.object.bind(py))).map(|key| key_of(&key))
    }

    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &self.rules
    }
}

/// Draws one of the outcomes; a single one costs no random number.
fn draw(outcomes: &[(PyMove, f64)], rng: &mut Rng) -> Option<PyMove> {
    let mut left = if outcomes.len() > 1 { f64::from(rng.unit()) } else { 0.0 };
    for &(action, probability) in outcomes {
        left -= probability;
        if left < 0.0 {
            return Some(action);
        }
    }
    outcomes.last().map(|&(action, _)| action)
}

impl<const HIDDEN: bool> Notation for PyState<HIDDEN> {
    fn format(&self, action: PyMove) -> String {
        self.rules().text(action)
    }

    fn parse(&self, text: &str) -> Result<PyMove, String> {
        // Moves are known by their texts once they have been seen: those of this state are seen now.
        ask(|py| match self.turn() {
            Turn::Player(_) => self.rules().list(&self.legal(py)?, &mut Vec::new()),
            Turn::Chance => self.rules().outcomes(self.at.object.bind(py), &mut Vec::new()),
            Turn::Over => Ok(()),
        });
        let read = Python::attach(|py| self.rules().read(py, text).map_err(|error| error.value(py).to_string()))?;
        read.ok_or_else(|| format!("`{text}` is no move of this game"))
    }

    fn draw(&self, view: Option<Player>) -> String {
        ask(|py| self.rules().draw(self.at.object.bind(py), view))
    }

    fn player_name(&self, player: Player) -> String {
        ask(|py| self.rules().player_name(py, player))
    }
}

impl<const HIDDEN: bool> Knowledge<PyState<HIDDEN>> for Shared {
    fn evaluations(&self) -> Vec<Evaluation<PyState<HIDDEN>>> {
        if self.0.evaluates() { vec![Evaluation::new("evaluate", self.clone())] } else { Vec::new() }
    }
}

impl<const HIDDEN: bool> Evaluator<PyState<HIDDEN>> for Shared {
    fn evaluate(&self, state: &PyState<HIDDEN>, player: Player) -> f32 {
        if state.turn() == Turn::Over {
            return (2.0 * state.reward(player).value() - 1.0) as f32;
        }
        ask(|py| self.0.evaluate(state.at.object.bind(py), player))
    }
}
