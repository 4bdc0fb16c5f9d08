//! The rules of a game that is written in Python: an object with a few methods.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyList, PySequence, PyTuple};
use waxwing::game::MAX_PLAYERS;
use waxwing::{Player, Reward, Rng, Turn};

use crate::errors::failed;
use crate::moves::{PyMove, SeenMoves, plain_text};
use crate::random::Random;

/// What a game answers as whose turn it is, where chance is to act.
pub const CHANCE: i64 = -1;

/// The most legal moves of a state.
const MOST_MOVES: usize = 1_000_000;

/// The methods of a game, bound to it: they are looked up once.
struct Methods {
    turn: Py<PyAny>,
    moves: Py<PyAny>,
    play: Py<PyAny>,
    rewards: Py<PyAny>,
    chance: Option<Py<PyAny>>,
    sample: Option<Py<PyAny>>,
    is_legal: Option<Py<PyAny>>,
    determinize: Option<Py<PyAny>>,
    observe: Option<Py<PyAny>>,
    evaluate: Option<Py<PyAny>>,
    key: Option<Py<PyAny>>,
    copy: Option<Py<PyAny>>,
    write: Option<Py<PyAny>>,
    read: Option<Py<PyAny>>,
    draw: Py<PyAny>,
    player_name: Py<PyAny>,
}

/// A game with its options, and the moves that have been seen in it.
pub struct Rules {
    players: usize,
    methods: Methods,
    /// The numbers of the moves that have been seen.
    numbers: Py<PyDict>,
    moves: Mutex<SeenMoves>,
}

type State<'a, 'py> = &'a Bound<'py, PyAny>;

impl Rules {
    /// The rules of an object of a class that extends `waxwing.Game`.
    pub fn new(game: &Bound<'_, PyAny>) -> PyResult<Rules> {
        let players: usize = game.getattr("players")?.extract()?;
        if !(1..=MAX_PLAYERS).contains(&players) {
            return Err(failed(format!("a game has 1 to {MAX_PLAYERS} players, not {players}")));
        }
        let method = |name: &str| game.getattr(name).map(Bound::unbind);
        // What the base class has under this name only says what could be there.
        let base = game.py().import("waxwing")?.getattr("Game")?;
        let own = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            let is_own = !game.get_type().getattr(name)?.is(&base.getattr(name)?);
            is_own.then(|| method(name)).transpose()
        };
        let methods = Methods {
            turn: method("turn")?,
            moves: method("moves")?,
            play: method("play")?,
            rewards: method("rewards")?,
            chance: own("chance")?,
            sample: own("sample")?,
            is_legal: own("is_legal")?,
            determinize: own("determinize")?,
            observe: own("observe")?,
            evaluate: own("evaluate")?,
            key: own("key")?,
            copy: own("copy")?,
            write: own("write")?,
            read: own("read")?,
            draw: method("draw")?,
            player_name: method("player_name")?,
        };
        Ok(Rules { players, methods, numbers: PyDict::new(game.py()).unbind(), moves: Mutex::default() })
    }

    pub fn players(&self) -> usize {
        self.players
    }

    pub fn evaluates(&self) -> bool {
        self.methods.evaluate.is_some()
    }

    pub fn copies(&self) -> bool {
        self.methods.copy.is_some()
    }

    fn seen(&self) -> MutexGuard<'_, SeenMoves> {
        self.moves.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The move of an object; one that has not been seen gets its text now. Python's code is never called with the list of
    /// moves at hand: other threads, and the game itself, may look at it meanwhile.
    fn intern(&self, object: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        let py = object.py();
        let known = self.numbers.bind(py).get_item(object).map_err(|error| not_found(object, error))?;
        if let Some(number) = known {
            return Ok(self.seen().at(number.extract()?));
        }
        let text = match &self.methods.write {
            Some(write) => {
                let text = write.bind(py).call1((object,))?;
                text.extract().map_err(|_| wrong_answer("write", &text, "it is a text"))?
            }
            None => plain_text(object)?,
        };
        if text.is_empty() || text.contains(char::is_whitespace) {
            let reason = "a text of a move is a word without spaces: the method `write` gives it";
            return Err(failed(format!("the move {object} is written {text:?}: {reason}")));
        }
        let action = self.seen().add(object, &text);
        let first = self.object(py, action);
        if !first.eq(object)? {
            let reason = "texts tell moves apart: the method `write` gives each its own";
            return Err(failed(format!("the moves {first} and {object} are both written `{text}`: {reason}")));
        }
        self.numbers.bind(py).set_item(object, action.number)?;
        Ok(action)
    }

    pub fn object<'py>(&self, py: Python<'py>, action: PyMove) -> Bound<'py, PyAny> {
        self.seen().object(py, action.number)
    }

    pub fn text(&self, action: PyMove) -> String {
        self.seen().text(action.number).to_owned()
    }

    /// The move of a text, if it has been seen, or if the game reads it.
    pub fn read(&self, py: Python<'_>, text: &str) -> PyResult<Option<PyMove>> {
        if let Some(found) = self.seen().named(text) {
            return Ok(Some(found));
        }
        match &self.methods.read {
            Some(read) => Some(self.intern(&read.bind(py).call1((text,))?)).transpose(),
            None => Ok(None),
        }
    }

    pub fn turn(&self, state: State<'_, '_>) -> PyResult<Turn> {
        let turn = self.methods.turn.bind(state.py()).call1((state,))?;
        if turn.is_none() {
            return Ok(Turn::Over);
        }
        match turn.extract::<i64>() {
            Ok(CHANCE) => Ok(Turn::Chance),
            Ok(player) if (0..self.players as i64).contains(&player) => Ok(Turn::Player(Player(player as u8))),
            _ => {
                let players = self.players;
                Err(failed(format!(
                    "`turn` says {turn:?}: it is a player's number below {players}, `waxwing.CHANCE`, or None at the end"
                )))
            }
        }
    }

    /// The legal moves as a list or a tuple.
    pub fn moves<'py>(&self, state: State<'_, 'py>) -> PyResult<Bound<'py, PySequence>> {
        let moves = self.methods.moves.bind(state.py()).call1((state,))?;
        if moves.is_instance_of::<PyList>() || moves.is_instance_of::<PyTuple>() {
            return Ok(moves.cast_into()?);
        }
        let Ok(each) = moves.try_iter() else {
            return Err(wrong_answer("moves", &moves, "it lists the legal moves"));
        };
        let listed = each.take(MOST_MOVES + 1).collect::<PyResult<Vec<_>>>()?;
        if listed.len() > MOST_MOVES {
            return Err(failed(format!("`moves` lists more than {MOST_MOVES} moves: does it end?")));
        }
        Ok(PyList::new(state.py(), listed)?.into_sequence())
    }

    pub fn list(&self, moves: &Bound<'_, PySequence>, into: &mut Vec<PyMove>) -> PyResult<()> {
        for object in moves.try_iter()? {
            into.push(self.intern(&object?)?);
        }
        Ok(())
    }

    /// One of the moves: the one that a list of all of them would give, though only this one is looked up.
    pub fn one_of(&self, moves: &Bound<'_, PySequence>, rng: &mut Rng) -> PyResult<PyMove> {
        self.intern(&drawn(moves, rng)?)
    }

    /// The state after one of the moves, the one that [`Rules::one_of`] gives.
    pub fn play_random<'py>(
        &self,
        state: State<'_, 'py>,
        moves: &Bound<'py, PySequence>,
        rng: &mut Rng,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.after(state, drawn(moves, rng)?)
    }

    pub fn is_legal(&self, state: State<'_, '_>, action: PyMove) -> PyResult<Option<bool>> {
        let Some(is_legal) = &self.methods.is_legal else { return Ok(None) };
        let object = self.object(state.py(), action);
        is_legal.bind(state.py()).call1((state, object))?.is_truthy().map(Some)
    }

    pub fn play<'py>(&self, state: State<'_, 'py>, action: PyMove) -> PyResult<Bound<'py, PyAny>> {
        self.after(state, self.object(state.py(), action))
    }

    fn after<'py>(&self, state: State<'_, 'py>, object: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let after = self.methods.play.bind(state.py()).call1((state, object))?;
        if after.is_none() {
            return Err(failed("`play` returns None: it returns the state after the move"));
        }
        Ok(after)
    }

    pub fn copy<'py>(&self, state: State<'_, 'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.methods.copy {
            Some(copy) => copy.bind(state.py()).call1((state,)),
            None => Ok(state.clone()),
        }
    }

    pub fn rewards(&self, state: State<'_, '_>) -> PyResult<Vec<Reward>> {
        let answer = self.methods.rewards.bind(state.py()).call1((state,))?;
        let wrong = || wrong_answer("rewards", &answer, "it is a list of numbers, one for each player");
        let numbers = answer.try_iter().ok().filter(|_| !answer.is_instance_of::<PyDict>()).ok_or_else(wrong)?;
        let rewards: Vec<f64> =
            numbers.map(|number| number?.extract().map_err(|_| wrong())).collect::<PyResult<_>>()?;
        let (count, players) = (rewards.len(), self.players);
        if count != players {
            return Err(failed(format!("`rewards` says {count} numbers for {players} players")));
        }
        match rewards.iter().find(|reward| !(0.0..=1.0).contains(*reward)) {
            Some(wrong) => {
                Err(failed(format!("`rewards` says {wrong}: a reward is a number from 0 (lost) to 1 (won)")))
            }
            None => Ok(rewards.into_iter().map(Reward::new).collect()),
        }
    }

    /// The outcomes of chance with their probabilities; none if the game draws them itself.
    pub fn outcomes(&self, state: State<'_, '_>, into: &mut Vec<(PyMove, f64)>) -> PyResult<()> {
        let Some(chance) = &self.methods.chance else {
            return match self.methods.sample {
                Some(_) => Ok(()),
                None => Err(failed("chance is to act, and the game has neither `chance` nor `sample`")),
            };
        };
        for outcome in chance.bind(state.py()).call1((state,))?.try_iter()? {
            let outcome = outcome?;
            let wanted = "it lists outcomes with their probabilities, each as a pair";
            let (object, probability): (Bound<'_, PyAny>, f64) =
                outcome.extract().map_err(|_| wrong_answer("chance", &outcome, wanted))?;
            into.push((self.intern(&object)?, probability));
        }
        Ok(())
    }

    /// Whether the game lists the outcomes of chance.
    pub fn lists_outcomes(&self) -> bool {
        self.methods.chance.is_some()
    }

    /// An outcome that the game draws itself; `None` if it lists them all.
    pub fn sample(&self, state: State<'_, '_>, rng: &mut Rng) -> PyResult<Option<PyMove>> {
        let Some(sample) = &self.methods.sample else { return Ok(None) };
        self.with_random(state.py(), rng, |random| self.intern(&sample.bind(state.py()).call1((state, random))?))
            .map(Some)
    }

    pub fn determinize<'py>(
        &self,
        state: State<'_, 'py>,
        observer: Player,
        rng: &mut Rng,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Some(determinize) = &self.methods.determinize else { return Ok(state.clone()) };
        self.with_random(state.py(), rng, |random| determinize.bind(state.py()).call1((state, observer.0, random)))
    }

    fn with_random<'py, T>(
        &self,
        py: Python<'py>,
        rng: &mut Rng,
        work: impl FnOnce(&Bound<'py, Random>) -> PyResult<T>,
    ) -> PyResult<T> {
        let random = Bound::new(py, Random::of(rng))?;
        let result = work(&random);
        *rng = random.get().state();
        result
    }

    pub fn observe(&self, state: State<'_, '_>, action: PyMove, observer: Player) -> PyResult<Option<PyMove>> {
        let Some(observe) = &self.methods.observe else { return Ok(Some(action)) };
        let object = self.object(state.py(), action);
        let seen = observe.bind(state.py()).call1((state, object, observer.0))?;
        if seen.is_none() { Ok(None) } else { self.intern(&seen).map(Some) }
    }

    pub fn evaluate(&self, state: State<'_, '_>, player: Player) -> PyResult<f32> {
        let Some(evaluate) = &self.methods.evaluate else { return Ok(0.0) };
        let value = evaluate.bind(state.py()).call1((state, player.0))?;
        let number = value.cast::<PyFloat>().map(|value| value.extract()).unwrap_or_else(|_| value.extract());
        let value: f64 = number.map_err(|_| wrong_answer("evaluate", &value, "it is a number from -1 to 1"))?;
        if !(-1.0..=1.0).contains(&value) {
            return Err(failed(format!("`evaluate` says {value}: it is a number from -1 (lost) to 1 (won)")));
        }
        Ok(value as f32)
    }

    /// What tells positions apart, as the game writes it.
    pub fn key(&self, state: State<'_, '_>) -> PyResult<Option<String>> {
        let Some(key) = &self.methods.key else { return Ok(None) };
        Ok(Some(key.bind(state.py()).call1((state,))?.repr()?.to_string()))
    }

    pub fn draw(&self, state: State<'_, '_>, viewer: Option<Player>) -> PyResult<String> {
        let viewer = viewer.map(|player| player.0);
        Ok(self.methods.draw.bind(state.py()).call1((state, viewer))?.str()?.to_string())
    }

    pub fn player_name(&self, py: Python<'_>, player: Player) -> PyResult<String> {
        self.methods.player_name.bind(py).call1((player.0,))?.extract()
    }
}

/// What is said of a method that answers something else than it should.
#[cold]
fn wrong_answer(method: &str, answer: &Bound<'_, PyAny>, wanted: &str) -> PyErr {
    failed(format!("`{method}` says {answer:?}: {wanted}"))
}

/// What is said of a move that cannot be looked up: mostly it is a list, which no dictionary takes.
fn not_found(object: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    match object.hash() {
        Ok(_) => error,
        Err(error) if !error.is_instance_of::<PyTypeError>(object.py()) => error,
        Err(_) => failed(format!("{object} is no move: moves are numbers, texts, tuples, or what else has a hash")),
    }
}

/// One of the moves.
fn drawn<'py>(moves: &Bound<'py, PySequence>, rng: &mut Rng) -> PyResult<Bound<'py, PyAny>> {
    match moves.len()? {
        0 => Err(failed("`moves` lists no move although a player is to move")),
        count => moves.get_item(rng.below(count)),
    }
}
