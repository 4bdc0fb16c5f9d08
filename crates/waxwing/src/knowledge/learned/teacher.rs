//! TD(λ) from games of a model with itself.
//!
//! The player to act chooses what leads to the best state by the model, or with probability ε anything. A finished game is gone
//! through from its end: the goal of the last state is the result, that of another one (1-λ)·V' + λ·G' of the state after it, and
//! V of the best successor where something else was tried, so that no state is blamed for an experiment. V moves towards the goal.
//!
//! Everything random in a game follows from the seed and the game's number, so a teacher whose state was kept between two games
//! goes on as if it had never stopped.

use std::hash::Hasher;
use std::sync::Arc;

use rustc_hash::{FxHashSet, FxHasher};

use super::layout::Layout;
use super::model::{self, LearningModel, View, win_rate};
use super::{LearnedFile, Squares, squares_of};
use crate::Rng;
use crate::game::{Game, Player, Turn};
use crate::knowledge::Evaluation;

/// A game that is longer teaches nothing: it may never end.
const MOST_PLIES: usize = 10_000;
/// Games against an opponent begin with up to this many random actions, so that they differ.
const MOST_RANDOM: usize = 6;

/// How a model is taught.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// How many games there are in all: steps become smaller to the end of the last one.
    pub games: u64,
    /// How far a result reaches back: with 1, all states learn from the end of the game alone.
    pub lambda: f32,
    /// How large the first steps are.
    pub rate: f32,
    /// How often something else than the best action is tried.
    pub explore: f32,
    /// Everything random follows from it.
    pub seed: u64,
}

/// Whom the model is tried against: it looks as far ahead as the model, one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Chooses at random.
    Random,
    /// Chooses by the game's default evaluation.
    Evaluation,
}

/// How games against an opponent ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// How many were played.
    pub games: u64,
    /// How many the model has won.
    pub wins: u64,
    /// How many were drawn.
    pub draws: u64,
}

impl Tried {
    /// The share of points of the model.
    pub fn score(&self) -> f64 {
        (self.wins as f64 + 0.5 * self.draws as f64) / self.games.max(1) as f64
    }
}

/// Why a game cannot be taught.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TeacherError {
    /// Something is hidden.
    #[error("something is hidden in this game: an evaluation is learned where both players see everything")]
    Hidden,
    /// More or fewer than two play.
    #[error("an evaluation is learned for two players; this game has {0}")]
    Players(usize),
    /// Nothing is known of its places.
    #[error(
        "nothing says what stands where in this game: it has no scene with places, and its knowledge has no squares"
    )]
    NoSquares,
    /// What was kept is not of a teacher like this one.
    #[error("what was kept is not of this game with these options")]
    State,
}

/// A model with its teacher.
pub struct Teacher<G: Game> {
    start: G,
    squares: Arc<dyn Squares<G>>,
    layout: Layout,
    model: Box<dyn LearningModel>,
    course: Course,
    played: u64,
    /// Since the last [`Teacher::mean_error`]: Σ (G - V)², and how many states.
    errors: f64,
    states: u64,
    room: Vec<u8>,
}

/// A state of a game that is learned from.
struct Sample {
    places: Box<[u8]>,
    stage: usize,
    viewer: Player,
    /// V for the first player.
    value: f32,
    /// V of the best successor for the first player, where something else was tried.
    instead: Option<f32>,
}

impl<G: Game> Teacher<G> {
    /// A teacher of a model that knows nothing, for games that begin here. Fails where nothing can be taught.
    pub fn new(start: &G, course: Course) -> Result<Teacher<G>, TeacherError> {
        if G::HIDDEN {
            return Err(TeacherError::Hidden);
        }
        if start.players() != 2 {
            return Err(TeacherError::Players(start.players()));
        }
        let squares = squares_of(start).ok_or(TeacherError::NoSquares)?;
        let layout = squares.layout();
        let model = model::beginner(&layout, Rng::derive(course.seed, u64::MAX));
        let room = vec![0; layout.places()];
        Ok(Teacher { start: start.clone(), squares, layout, model, course, played: 0, errors: 0.0, states: 0, room })
    }

    /// How many games have been played.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// How many weights the model has.
    pub fn weights(&self) -> usize {
        self.layout.weights()
    }

    /// Plays the next game, and learns from it.
    pub fn play(&mut self) {
        let mut rng = Rng::new(Rng::derive(self.course.seed, self.played));
        if let Some((samples, result)) = self.game(&mut rng) {
            self.learn(&samples, result);
        }
        self.played += 1;
    }

    /// A game with itself: its states, and the first player's reward.
    fn game(&mut self, rng: &mut Rng) -> Option<(Vec<Sample>, f32)> {
        let (mut state, mut samples, mut plies) = (self.start.clone(), Vec::<Sample>::new(), 0);
        loop {
            if self.squares.is_settled(&state) {
                samples.push(self.sample(&state));
            }
            let line = match state.turn() {
                Turn::Over => return Some((samples, state.reward(Player(0)).value() as f32)),
                Turn::Chance => vec![state.sample_chance(rng)],
                Turn::Player(player) => {
                    let choice = self.choose(&state, player, rng);
                    if self.course.explore > 0.0 && rng.unit() < self.course.explore {
                        if let Some(last) = samples.last_mut() {
                            last.instead = Some(for_first(choice.value, player));
                        }
                        let mut actions = Vec::new();
                        state.legal_actions(&mut actions);
                        vec![actions[rng.below(actions.len())]]
                    } else {
                        choice.line
                    }
                }
            };
            plies += line.len();
            if plies > MOST_PLIES || line.is_empty() {
                return None;
            }
            line.into_iter().for_each(|action| state.apply(action));
        }
    }

    fn sample(&mut self, state: &G) -> Sample {
        let viewer = self.squares.viewer(state);
        let value = self.value(state, viewer);
        let stage = self.squares.stage(state, viewer);
        Sample { places: self.room[..].into(), stage, viewer, value: for_first(value, viewer), instead: None }
    }

    /// V of a state for the player in whose view it is looked at; its contents stay in the room.
    fn value(&mut self, state: &G, viewer: Player) -> f32 {
        self.room.fill(0);
        self.squares.look(state, viewer, &mut self.room);
        win_rate(self.model.value(View { stage: self.squares.stage(state, viewer), places: &self.room }))
    }

    /// V of a state for the player in whose view it is looked at.
    #[cfg(test)]
    pub(super) fn value_of(&mut self, state: &G) -> f32 {
        self.value(state, self.squares.viewer(state))
    }

    /// The best way to the next states that the model says something about.
    fn choose(&mut self, state: &G, player: Player, rng: &mut Rng) -> Choice<G::Action> {
        let squares = self.squares.clone();
        let mut judge = |state: &G| {
            if state.turn() == Turn::Over {
                return state.reward(player).value() as f32;
            }
            let viewer = squares.viewer(state);
            let value = self.value(state, viewer);
            if viewer == player { value } else { 1.0 - value }
        };
        Chooser::new(&*squares, player, &mut judge).best(state, rng)
    }

    fn learn(&mut self, samples: &[Sample], result: f32) {
        let Course { lambda, rate, games, .. } = self.course;
        let left = 1.0 - self.played as f32 / games.max(1) as f32;
        let (mut next, mut goal) = (result, result);
        for sample in samples.iter().rev() {
            goal = sample.instead.unwrap_or((1.0 - lambda) * next + lambda * goal);
            next = sample.value;
            let error = if sample.viewer.0 == 0 { goal - sample.value } else { sample.value - goal };
            let view = View { stage: sample.stage, places: &sample.places };
            self.model.learn(view, error, rate * left.max(0.0));
            self.errors += f64::from(error * error);
            self.states += 1;
        }
    }

    /// √ of the mean of (G - V)² since it was asked last.
    pub fn mean_error(&mut self) -> f64 {
        let mean = self.errors / self.states.max(1) as f64;
        (self.errors, self.states) = (0.0, 0);
        libm::sqrt(mean)
    }

    /// Plays games against an opponent, in pairs with the same random beginning, each player once in each seat. `None` if the
    /// game has no such opponent. Nothing is learned from them.
    pub fn try_against(&mut self, opponent: Opponent, games: u64, seed: u64) -> Option<Tried> {
        let evaluation = match opponent {
            Opponent::Random => None,
            Opponent::Evaluation => Some(self.start.knowledge().evaluations().into_iter().find(is_not_learned)?),
        };
        let mut tried = Tried::default();
        for number in 0..games {
            let seat = Player((number % 2) as u8);
            let mut rng = Rng::new(Rng::derive(seed, number / 2));
            let Some(points) = self.against(evaluation.as_ref(), seat, &mut rng) else { continue };
            tried.games += 1;
            tried.wins += u64::from(points > 0.5);
            tried.draws += u64::from(points == 0.5);
        }
        Some(tried)
    }

    /// A game with the model in a seat: its reward.
    fn against(&mut self, evaluation: Option<&Evaluation<G>>, seat: Player, rng: &mut Rng) -> Option<f64> {
        let (mut state, mut actions, mut plies) = (self.start.clone(), Vec::new(), 0);
        let random = rng.below(MOST_RANDOM + 1);
        while plies < MOST_PLIES {
            let line = match state.turn() {
                Turn::Over => return Some(state.reward(seat).value()),
                Turn::Chance => vec![state.sample_chance(rng)],
                Turn::Player(player) if player == seat && plies >= random => self.choose(&state, player, rng).line,
                Turn::Player(player) => match evaluation.filter(|_| plies >= random) {
                    Some(evaluation) => {
                        let mut judge = |state: &G| evaluation.evaluate(state, player);
                        Chooser::new(&*self.squares, player, &mut judge).best(&state, rng).line
                    }
                    None => vec![state.random_action(rng, &mut actions)],
                },
            };
            plies += line.len().max(1);
            line.into_iter().for_each(|action| state.apply(action));
        }
        None
    }

    /// All that it needs to go on from here.
    pub fn state(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(self.played.to_le_bytes());
        bytes.extend(self.errors.to_le_bytes());
        bytes.extend(self.states.to_le_bytes());
        bytes.extend(self.model.state().iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// Goes on from what [`Teacher::state`] said of a teacher of the same game and course.
    pub fn restore(&mut self, state: &[u8]) -> Result<(), TeacherError> {
        let (head, rest) = state.split_at_checked(24).ok_or(TeacherError::State)?;
        let word = |index: usize| head[8 * index..][..8].try_into().expect("eight bytes");
        let (numbers, left) = rest.as_chunks::<4>();
        let numbers: Vec<f32> = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        if !left.is_empty() || !self.model.restore(&numbers) {
            return Err(TeacherError::State);
        }
        self.played = u64::from_le_bytes(word(0));
        self.errors = f64::from_le_bytes(word(1));
        self.states = u64::from_le_bytes(word(2));
        Ok(())
    }

    /// The file of what was learned.
    pub fn file(&self) -> LearnedFile {
        LearnedFile::new(self.squares.game(), &self.layout, &self.model.weights())
    }
}

/// What was learned before is no measure of what is learned now.
fn is_not_learned<G: Game>(evaluation: &Evaluation<G>) -> bool {
    evaluation.name() != "learned"
}

/// A player's win rate for the first player.
fn for_first(value: f32, player: Player) -> f32 {
    if player.0 == 0 { value } else { 1.0 - value }
}

/// A way on, and what it is worth to the player who chooses.
struct Choice<A> {
    line: Vec<A>,
    value: f32,
}

/// Looks through a player's actions, and where a turn has several, through all of the turn.
struct Chooser<'a, G: Game> {
    squares: &'a dyn Squares<G>,
    player: Player,
    /// What a state is worth to the player, also one where the game is over.
    judge: &'a mut dyn FnMut(&G) -> f32,
    path: Vec<G::Action>,
    best: Choice<G::Action>,
    /// How many ways are as good as the best one.
    equal: usize,
    /// Positions within the turn, which several orders of actions lead to.
    seen: FxHashSet<u64>,
}

impl<'a, G: Game> Chooser<'a, G> {
    fn new(squares: &'a dyn Squares<G>, player: Player, judge: &'a mut dyn FnMut(&G) -> f32) -> Chooser<'a, G> {
        let best = Choice { line: Vec::new(), value: f32::NEG_INFINITY };
        Chooser { squares, player, judge, path: Vec::new(), best, equal: 0, seen: FxHashSet::default() }
    }

    /// The best way, any of them if there are several.
    fn best(mut self, state: &G, rng: &mut Rng) -> Choice<G::Action> {
        self.look_through(state, rng);
        self.best
    }

    fn look_through(&mut self, state: &G, rng: &mut Rng) {
        let mut actions = Vec::new();
        state.legal_actions(&mut actions);
        if !self.path.is_empty() && !self.seen.insert(self.key(state, &actions)) {
            return;
        }
        for action in actions {
            let mut after = state.clone();
            after.apply(action);
            self.path.push(action);
            self.look_at(after, rng);
            self.path.pop();
        }
    }

    fn look_at(&mut self, mut state: G, rng: &mut Rng) {
        let mut events = 0;
        let value = loop {
            match state.turn() {
                Turn::Over => break (self.judge)(&state),
                _ if self.squares.is_settled(&state) || events == MOST_PLIES => break (self.judge)(&state),
                Turn::Player(player) if player == self.player => return self.look_through(&state, rng),
                Turn::Player(_) => break (self.judge)(&state),
                Turn::Chance => {
                    let outcome = state.sample_chance(rng);
                    state.apply(outcome);
                    events += 1;
                }
            }
        };
        if value > self.best.value {
            self.equal = 0;
        }
        if value >= self.best.value {
            self.equal += 1;
            if self.equal == 1 || rng.below(self.equal) == 0 {
                self.best.line.clone_from(&self.path);
                self.best.value = value;
            }
        }
    }

    fn key(&self, state: &G, actions: &[G::Action]) -> u64 {
        let mut room = [0; super::layout::MOST_PLACES];
        self.squares.look(state, self.player, &mut room);
        let mut hasher = FxHasher::default();
        hasher.write(&room);
        actions.iter().for_each(|&action| hasher.write_u64(state.action_index(action)));
        hasher.finish()
    }
}
