//! One set of checks for any game: random games are played, and every promise of [`Game`] and [`Notation`] is held
//! against every state on the way.
//!
//! `rules.rs` checks the states in which a player acts, `chance.rs` those in which chance does, `draws.rs` whether random
//! actions are uniform, `playouts.rs` whole playouts, `notes.rs` the notation of moves, `positions.rs` that of positions,
//! `places.rs` the places of a board and who holds them,
//! `knowledge.rs` the names and numbers of what is known beyond the rules.
//! `hidden.rs` checks what players do not see, with the information sets of `information.rs` and the comparison of states in
//! `likeness.rs`.

mod chance;
mod draws;
mod fault;
mod hidden;
mod information;
mod knowledge;
mod likeness;
mod notes;
mod places;
mod playouts;
mod positions;
mod rules;
#[cfg(test)]
mod tests;

pub use fault::{Fault, FaultKind};

use std::collections::{HashMap, HashSet};

use super::{Game, MAX_PLAYERS, Notation, Turn};
use crate::Rng;
use crate::panics::caught;
use draws::UNIFORM_STATES;
use hidden::Hidden;
use notes::Notes;
use places::Places;
use playouts::Sample;
use positions::Positions;

/// A game that has not ended after this number of plies is taken for one that never ends.
const MAX_PLIES: usize = 100_000;
/// How many of the actions seen earlier are tried in each state, where most of them are illegal.
const RECALLED: usize = 16;
/// Deviations beyond this number of standard errors are faults; by chance alone one in a billion would be.
const STANDARD_ERRORS: f64 = 6.0;

/// Plays random games from a start and checks at every state that the game keeps what [`Game`] promises. Returns the first
/// fault, with the moves that lead to it. Panics of the game are faults, too.
///
/// The same seed plays the same games. A game with a notation is checked by [`check_notated_game`], which does all this
/// and more.
///
/// Where something is hidden, the checks are strongest for a small version of the game (a deck of a few cards) whose chance
/// events are all listed by [`Game::chance_outcomes`]: what a player can know is then worked out completely.
///
/// ```
/// # use waxwing::doctest::Nim;
/// waxwing::game::check_game(&Nim::new(21), 100, 7).unwrap();
/// ```
pub fn check_game<G: Game>(start: &G, games: usize, seed: u64) -> Result<(), Fault> {
    Check::new(start, None, seed).run(games)
}

/// Does all that [`check_game`] does and checks what [`Notation`] promises: that moves and positions are read as they are
/// written, and that a drawing for a player shows neither more nor less than what that player knows.
///
/// ```
/// # use waxwing::doctest::Nim;
/// waxwing::game::check_notated_game(&Nim::new(21), 100, 7).unwrap();
/// ```
pub fn check_notated_game<G: Notation>(start: &G, games: usize, seed: u64) -> Result<(), Fault> {
    Check::new(start, Some(Notes::of_game()), seed).run(games)
}

/// What is remembered from state to state.
struct Check<'a, G: Game> {
    start: &'a G,
    notes: Option<Notes<G>>,
    rng: Rng,
    /// The actions of the current game.
    path: Vec<G::Action>,
    /// The actions seen so far in all games, by their index and in the order of their appearance.
    by_index: HashMap<u64, G::Action>,
    seen: Vec<G::Action>,
    /// The outcomes of chance events that are not listed.
    unlisted: HashSet<G::Action>,
    /// How many more states are tested for uniform draws, of the legal actions and of those of playouts.
    uniform_states: [usize; 2],
    hidden: Hidden<G>,
    positions: Positions,
    places: Places,
    /// The ends of playouts that were made step by step, and of those that the game made.
    stepped: Sample,
    played: Sample,
}

impl<'a, G: Game> Check<'a, G> {
    fn new(start: &'a G, notes: Option<Notes<G>>, seed: u64) -> Self {
        Check {
            start,
            notes,
            rng: Rng::new(seed),
            path: Vec::new(),
            by_index: HashMap::new(),
            seen: Vec::new(),
            unlisted: HashSet::new(),
            uniform_states: [UNIFORM_STATES; 2],
            hidden: Hidden::new(seed),
            positions: Positions::new(seed),
            places: Places::default(),
            stepped: Sample::new(),
            played: Sample::new(),
        }
    }

    fn run(mut self, games: usize) -> Result<(), Fault> {
        for _ in 0..games {
            let outcome = caught(|| self.check_once()).unwrap_or_else(|panic| Err(FaultKind::Panicked(panic)));
            outcome.map_err(|kind| self.fault(kind))?;
        }
        self.path.clear();
        if let Some((kind, path)) = self.hidden.verdict() {
            self.path = path;
            return Err(self.fault(kind));
        }
        self.played.differs_from(&self.stepped).map_or(Ok(()), |kind| Err(self.fault(kind)))
    }

    /// A game with checks all the way, and two playouts to compare with each other.
    fn check_once(&mut self) -> Result<(), FaultKind> {
        self.random_game()?;
        let (end, plies) = self.stepped_playout()?;
        self.stepped.add(&end, plies);
        let (end, plies) = self.playout()?;
        self.played.add(&end, plies);
        Ok(())
    }

    /// Plays a game with checks all the way.
    fn random_game(&mut self) -> Result<(), FaultKind> {
        let mut state = self.start.clone();
        self.path.clear();
        self.begin_sets();
        self.check_offers()?;
        for _ in 0..MAX_PLIES {
            rules::check_players(&state)?;
            self.check_position(&state)?;
            self.check_places(&state)?;
            let action = match state.turn() {
                Turn::Over => return self.check_end(&state),
                Turn::Player(player) => self.check_player(&state, player)?,
                Turn::Chance => self.check_chance(&state)?,
            };
            self.check_action(&state, action)?;
            self.advance_sets(&state, action);
            self.path.push(action);
            state.apply(action);
        }
        Err(FaultKind::Endless)
    }

    /// The action as a player would write it, or as Rust does where the game has no notation.
    fn text(&self, state: &G, action: G::Action) -> String {
        self.notes.as_ref().map_or_else(|| format!("{action:?}"), |notes| (notes.format)(state, action))
    }

    /// A fault at the end of the path.
    fn fault(&self, kind: FaultKind) -> Fault {
        // A game with a fault may also fail at writing its moves down, or at making them again.
        let texts = caught(|| {
            let mut state = self.start.clone();
            let mut texts = Vec::with_capacity(self.path.len());
            for (place, &action) in self.path.iter().enumerate() {
                texts.push(self.text(&state, action));
                // The last one is not made again: it may be what the game panics at.
                if place + 1 < self.path.len() {
                    state.apply(action);
                }
            }
            texts
        });
        let moves = texts.unwrap_or_else(|_| self.path.iter().map(|action| format!("{action:?}")).collect());
        Fault { kind, moves }
    }
}
