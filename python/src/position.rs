//! Positions: what is on the table, and what can be done.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use pyo3::prelude::*;
use waxwing::{Player, Rng, Turn};
use waxwing_workshop as workshop;
use waxwing_workshop::OpenGame;

use crate::errors::{MoveError, WaxwingError, failed, wrong_expression, wrong_move};
use crate::house;
use crate::state::PyState;
use crate::waiting::{Code, Since, now, to_json, wait};

/// A position of a game. It does not change: a move gives another one.
#[pyclass(frozen, module = "waxwing._waxwing")]
pub struct Position {
    pub game: OpenGame,
    pub position: workshop::Position,
}

/// The start of a game that a text names, such as `breakthrough(rows=6)`.
#[pyfunction]
pub fn open_game(text: &str) -> PyResult<Position> {
    let game = now(|| house::workshop().open(text))?.map_err(wrong_expression)?;
    Ok(Position { position: game.start(), game })
}

impl Position {
    /// The same game in another position.
    fn with(&self, position: workshop::Position) -> Position {
        Position { game: self.game.clone(), position }
    }

    /// Whether the game is written in Python.
    pub fn is_python(&self) -> bool {
        self.in_python(|_| ()).is_some()
    }

    /// Whose code plays by the rules of this game, where agents may have several threads.
    pub fn code(&self) -> Code {
        if self.is_python() { Code::PythonThreads } else { Code::Rust }
    }

    fn in_python<T>(&self, look: impl FnOnce(&Py<PyAny>) -> T) -> Option<T> {
        match (self.position.state::<PyState<false>>(), self.position.state::<PyState<true>>()) {
            (Some(state), _) => Some(look(state.object())),
            (_, Some(state)) => Some(look(state.object())),
            (None, None) => None,
        }
    }

    /// The player of a number.
    pub fn player(&self, number: u8) -> PyResult<Player> {
        let players = self.position.players();
        if usize::from(number) < players {
            return Ok(Player(number));
        }
        Err(failed(format!("there is no player {number}: there are {players}, counted from 0")))
    }

    fn viewer(&self, viewer: Option<u8>) -> PyResult<Option<Player>> {
        viewer.map(|number| self.player(number)).transpose()
    }
}

#[pymethods]
impl Position {
    /// The game with the options that differ from their defaults.
    #[getter]
    fn game_text(&self) -> &str {
        self.position.game_text()
    }

    /// The game's name.
    #[getter]
    fn game_name(&self) -> &str {
        self.game.name()
    }

    /// The options of the game with their values.
    #[getter]
    fn options(&self) -> Vec<(String, String)> {
        self.position.options().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// How many play.
    #[getter]
    fn players(&self) -> usize {
        self.position.players()
    }

    /// What a player is called.
    fn player_name(&self, player: u8) -> PyResult<String> {
        let player = self.player(player)?;
        now(|| self.position.player_name(player))
    }

    /// Whether the game hides something from players.
    #[getter]
    fn is_hidden(&self) -> bool {
        self.position.is_hidden()
    }

    /// Who acts: the number of a player, -1 for chance, or `None` at the end.
    #[getter]
    fn turn_number(&self) -> PyResult<Option<i64>> {
        Ok(match now(|| self.position.turn())? {
            Turn::Player(player) => Some(i64::from(player.0)),
            Turn::Chance => Some(-1),
            Turn::Over => None,
        })
    }

    /// Whether chance is to act with too many outcomes to list.
    #[getter]
    fn is_deal(&self) -> PyResult<bool> {
        now(|| self.position.is_deal())
    }

    /// The legal moves of the player to move.
    #[getter]
    fn legal(&self) -> PyResult<Vec<String>> {
        now(|| self.position.legal())
    }

    /// The outcomes of chance with their probabilities, if it is to act and they can be listed.
    #[getter]
    fn outcomes(&self) -> PyResult<Vec<(String, f64)>> {
        now(|| self.position.outcomes())
    }

    /// How many moves have a number of their own; 0 if numbers are hashes.
    #[getter]
    fn action_space(&self) -> usize {
        self.position.action_space()
    }

    /// The numbers of the legal moves, in their order: the keys of strategies.
    #[getter]
    fn legal_keys(&self) -> PyResult<Vec<u64>> {
        now(|| self.position.legal_indices())
    }

    /// The number of a move, legal or not.
    fn key_of(&self, text: &str) -> PyResult<u64> {
        now(|| self.position.index_of(text))?.map_err(MoveError::new_err)
    }

    /// The legal move of a number.
    fn move_of(&self, key: u64) -> PyResult<Option<String>> {
        now(|| self.position.move_of(key))
    }

    /// The position after a move or an outcome of chance.
    fn after(&self, text: &str) -> PyResult<Position> {
        let mut position = self.position.clone();
        now(|| position.play(text))?.map_err(wrong_move)?;
        Ok(self.with(position))
    }

    /// The position after the moves of a text. Deals that it leaves out are drawn from the seed.
    fn after_moves(&self, moves: &str, seed: u64) -> PyResult<Position> {
        let mut position = self.position.clone();
        now(|| position.follow(moves, seed))?.map_err(|error| MoveError::new_err(error.to_string()))?;
        Ok(self.with(position))
    }

    /// The position after deals that are drawn from the seed.
    fn after_deals(&self, seed: u64) -> PyResult<Position> {
        let mut position = self.position.clone();
        now(|| position.draw_deals(seed))?;
        Ok(self.with(position))
    }

    /// The position after what chance does, drawn from the seed.
    fn after_chance(&self, seed: u64) -> PyResult<Position> {
        let mut position = self.position.clone();
        now(|| position.pass_chance(&mut Rng::new(seed)))?;
        Ok(self.with(position))
    }

    /// The position after a random move or outcome, drawn from the seed.
    fn after_random(&self, seed: u64) -> PyResult<Position> {
        let mut position = self.position.clone();
        now(|| position.play_random(&mut Rng::new(seed)))?;
        Ok(self.with(position))
    }

    /// The position before the last move.
    fn before(&self) -> PyResult<Position> {
        let mut position = self.position.clone();
        if position.take_back() { Ok(self.with(position)) } else { Err(MoveError::new_err("no move has been made")) }
    }

    /// The position after this many of the moves.
    fn at(&self, moves: usize) -> Position {
        self.with(self.position.at(moves))
    }

    /// The same position without the moves that led to it.
    fn as_start(&self) -> Position {
        self.with(self.position.as_start())
    }

    /// A position that the observer cannot tell from this one, drawn from the seed.
    fn determinized(&self, observer: u8, seed: u64) -> PyResult<Position> {
        let observer = self.player(observer)?;
        now(|| self.with(self.position.determinize(observer, &mut Rng::new(seed))))
    }

    /// All moves since the start, chance outcomes included.
    #[getter]
    fn moves(&self) -> PyResult<Vec<String>> {
        now(|| self.position.moves())
    }

    /// Who made each of the moves, and what a viewer saw of it, as JSON.
    fn history(&self, viewer: Option<u8>) -> PyResult<String> {
        let viewer = self.viewer(viewer)?;
        to_json(&now(|| self.position.history(viewer))?)
    }

    /// A drawing for a terminal, as a viewer sees the position.
    fn drawing(&self, viewer: Option<u8>) -> PyResult<String> {
        let viewer = self.viewer(viewer)?;
        now(|| self.position.draw(viewer))
    }

    /// A picture, as a viewer sees the position.
    fn picture(&self, viewer: Option<u8>) -> PyResult<String> {
        let viewer = self.viewer(viewer)?;
        now(|| self.position.scene(viewer).svg())
    }

    /// What is to be drawn, as a viewer sees it, as JSON.
    fn scene_json(&self, viewer: Option<u8>) -> PyResult<String> {
        let viewer = self.viewer(viewer)?;
        to_json(&now(|| self.position.scene(viewer))?)
    }

    /// What each player gets, if the game is over.
    #[getter]
    fn rewards(&self) -> PyResult<Option<Vec<f64>>> {
        now(|| self.position.rewards())
    }

    /// Who has won, in words, if the game is over.
    #[getter]
    fn result(&self) -> PyResult<Option<String>> {
        now(|| self.position.result())
    }

    /// A number that tells positions apart, if the game has one.
    #[getter]
    fn hash(&self) -> PyResult<Option<u64>> {
        now(|| self.position.hash())
    }

    /// The position as one line that `read` reads back; `None` if the game has no text for it.
    #[getter]
    fn text(&self) -> PyResult<Option<String>> {
        now(|| self.position.text())
    }

    /// The position that a text means in the same game.
    fn read(&self, text: &str) -> PyResult<Position> {
        let read = now(|| self.game.read_position(text))?;
        Ok(self.with(read.map_err(failed)?))
    }

    /// The state of a game that is written in Python; `None` in other games.
    fn state_object(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.in_python(|object| object.clone_ref(py))
    }

    /// The position with a state of a game that is written in Python.
    fn with_state(&self, state: Py<PyAny>) -> PyResult<Position> {
        let (open, hidden) = (self.position.state::<PyState<false>>(), self.position.state::<PyState<true>>());
        let position = match (open, hidden) {
            (Some(own), _) => self.game.position_of(own.with(state)),
            (_, Some(own)) => self.game.position_of(own.with(state)),
            (None, None) => None,
        };
        let position =
            position.ok_or_else(|| failed("only games that are written in Python have states of Python's"))?;
        Ok(self.with(position))
    }

    /// Plays random games by the rules, and finds promises that the game breaks.
    fn check(&self, py: Python<'_>, games: u64, seed: u64) -> PyResult<()> {
        let (stop, since) = (AtomicBool::new(false), Since::now());
        let portions = (0..).zip(in_portions(games, 100, &stop));
        let check = || {
            portions
                .into_iter()
                .try_for_each(|(number, some)| self.position.check(some as usize, seed.wrapping_add(number)))
        };
        let checked = wait(py, self.code(), &stop, check)?;
        checked.or_else(|fault| {
            since.check()?;
            Err(WaxwingError::new_err(fault.to_string()))
        })
    }

    /// How many sequences of this many actions there are.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let stop = AtomicBool::new(false);
        wait(py, self.code(), &stop, || perft(&self.position, depth, &stop))?
    }

    /// How many plies so many random playouts have together.
    fn playouts(&self, py: Python<'_>, count: u64, seed: u64) -> PyResult<u64> {
        let (stop, mut rng) = (AtomicBool::new(false), Rng::new(seed));
        wait(py, self.code(), &stop, || {
            in_portions(count, 256, &stop).map(|some| self.position.playouts(some, &mut rng)).sum()
        })
    }

    fn __len__(&self) -> usize {
        self.position.len()
    }
}

/// A number in portions of this size, until it is told to stop.
pub fn in_portions(count: u64, size: u64, stop: &AtomicBool) -> impl Iterator<Item = u64> {
    let portions = (0..count.div_ceil(size)).map(move |portion| size.min(count - portion * size));
    portions.take_while(|_| !stop.load(Relaxed))
}

/// How many sequences of this many actions there are, as far as they were counted before it is told to stop.
fn perft(position: &workshop::Position, depth: u32, stop: &AtomicBool) -> PyResult<u64> {
    if depth <= 3 || position.is_deal() {
        return position.perft(depth).map_err(failed);
    }
    let actions = match position.turn() {
        Turn::Player(_) => position.legal(),
        Turn::Chance => position.outcomes().into_iter().map(|(outcome, _)| outcome).collect(),
        Turn::Over => return Ok(0),
    };
    let branch = |action: String| {
        let mut next = position.clone();
        next.play(&action).map_err(wrong_move)?;
        perft(&next, depth - 1, stop)
    };
    actions.into_iter().take_while(|_| !stop.load(Relaxed)).map(branch).sum()
}
