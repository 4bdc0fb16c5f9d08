//! A line of play of some game: where it began, and each move with the state that it led to.
//!
//! [`Line`] is the typed half of a [`Position`](crate::Position). It is compiled once for each game, in the crate that calls
//! [`GameKind::new`](crate::GameKind::new) with the game's type; everything above holds `dyn AnyLine`.

use std::any::Any;
use std::hint::black_box;

use waxwing::game::{Fault, PerftError, check_notated_game, perft, perft_divide};
use waxwing::knowledge::{Categories, FeatureFile, FeatureWeights, Learning, Offers, Trajectory};
#[cfg(not(target_family = "wasm"))]
use waxwing::knowledge::{Course, Teacher, TeacherError};
use waxwing::{Expression, Notation, Player, Reward, Rng, Turn, agent::ExpressionError};

use crate::ownership::{self, Ownership};
use crate::typed::{ErasedAgent, TypedAgent};

/// What can be done with a line of play without knowing its game. Moves are texts in the game's notation.
pub(crate) trait AnyLine: Any + Send + Sync {
    fn copy(&self) -> Box<dyn AnyLine>;
    /// The line as `Any`, for what must be of the same game.
    fn as_any(&self) -> &dyn Any;

    fn players(&self) -> usize;
    fn player_name(&self, player: Player) -> String;
    fn hidden(&self) -> bool;
    fn turn(&self) -> Turn;
    fn legal(&self) -> Vec<String>;
    fn outcomes(&self) -> Vec<(String, f64)>;
    fn action_space(&self) -> usize;
    /// The number of a move, legal or not.
    fn index_of(&self, text: &str) -> Result<u64, String>;
    /// The legal moves by their numbers.
    fn legal_indices(&self) -> Vec<u64>;
    /// The possible move that a text means, as the game writes it; otherwise says why it is none.
    fn read_move(&self, text: &str) -> Result<String, Impossible>;
    /// Makes a move if it is possible; otherwise says why not.
    fn make(&mut self, text: &str) -> Result<(), Impossible>;
    /// Makes the chance outcome that the generator draws.
    fn sample_chance(&mut self, rng: &mut Rng);
    /// Makes a legal move that the generator draws.
    fn make_random(&mut self, rng: &mut Rng);
    fn take_back(&mut self) -> bool;
    /// How many moves have been made.
    fn len(&self) -> usize;
    /// The moves from this one on, as they were written when they were made.
    fn moves_from(&self, first: usize) -> Vec<String>;
    /// What a player has seen of a move.
    fn seen(&self, index: usize, player: Player) -> Option<String>;
    /// Who was to act before a move.
    fn turn_before(&self, index: usize) -> Turn;

    fn draw(&self, view: Option<Player>) -> String;
    fn rewards(&self) -> Option<Vec<Reward>>;
    /// The score of a game that is over, as it follows the winner.
    fn margin(&self) -> Option<String>;
    /// The line in the form in which programs exchange games of this kind, if there is one.
    fn write_game(&self, names: &[String], resigned: Option<Player>) -> Option<String>;
    fn hash(&self) -> Option<u64>;
    fn determinize(&self, observer: Player, rng: &mut Rng) -> Box<dyn AnyLine>;
    /// The start as one line of text, if the game has one for it.
    fn write_start(&self) -> Option<String>;
    /// A line that starts with the position of a text, in a game with these options.
    fn read_start(&self, text: &str) -> Result<Box<dyn AnyLine>, String>;
    /// A line that starts here.
    fn fresh(&self) -> Box<dyn AnyLine>;

    fn perft(&self, depth: u32) -> Result<u64, PerftError>;
    fn perft_divide(&self, depth: u32) -> Result<Vec<(String, u64)>, PerftError>;
    /// Makes random playouts from here, of one determinization where something is hidden, and returns how many plies they had.
    fn playouts(&self, count: u64, rng: &mut Rng) -> u64;
    /// Who holds each place at the ends of playouts; `None` if the game has no places.
    fn ownership(&self, viewer: Option<Player>, playouts: u64, seed: u64) -> Option<Ownership>;
    fn check(&self, games: usize, seed: u64) -> Result<(), Fault>;

    /// The agent of an expression, with strategies that listen to its searches.
    fn agent(
        &self,
        expression: Expression,
        listeners: Vec<Expression>,
    ) -> Result<Box<dyn ErasedAgent>, ExpressionError>;

    /// What the game offers beyond its rules.
    fn offers(&self) -> Offers;
    /// The categories of the legal moves before a move, and that of the move itself.
    fn categories_at(&self, index: usize) -> Option<(Vec<u16>, Option<u16>)>;
    /// A file of weights for the features of the states, if they have any.
    fn feature_file(&self, weights: Vec<f32>) -> Option<FeatureFile>;
    /// Learns from this line, which is a finished game.
    fn learn_features(&self, weights: &FeatureWeights, learning: Learning, room: &mut Trajectory);
    /// A teacher of an evaluation, for games that begin here.
    #[cfg(not(target_family = "wasm"))]
    fn teacher(&self, course: Course) -> Result<Box<dyn crate::AnyTeacher>, TeacherError>;
}

/// Why a move cannot be made.
pub(crate) enum Impossible {
    /// The text is no move at all, for this reason.
    Unreadable(String),
    /// It is one, but not here.
    Illegal,
}

/// A start and the moves made since.
#[derive(Clone)]
pub(crate) struct Line<G: Notation> {
    pub start: G,
    pub steps: Vec<(G::Action, G)>,
}

impl<G: Notation> Line<G> {
    pub fn new(start: G) -> Line<G> {
        Line { start, steps: Vec::new() }
    }

    /// The line behind the erased one, if it is of this game.
    pub fn of(line: &dyn AnyLine) -> Option<&Line<G>> {
        line.as_any().downcast_ref()
    }

    pub fn state(&self) -> &G {
        self.before(self.steps.len())
    }

    /// The state before a move, or after the last one.
    pub fn before(&self, index: usize) -> &G {
        if index == 0 { &self.start } else { &self.steps[index - 1].1 }
    }

    /// The action that a text means, which is possible now.
    fn possible(&self, text: &str) -> Result<G::Action, Impossible> {
        let state = self.state();
        let action = state.parse(text).map_err(Impossible::Unreadable)?;
        let possible = match state.turn() {
            Turn::Player(_) => state.is_legal(action),
            Turn::Chance => state.is_outcome(action),
            Turn::Over => false,
        };
        if possible { Ok(action) } else { Err(Impossible::Illegal) }
    }

    fn apply(&mut self, action: G::Action) {
        let mut after = self.state().clone();
        after.apply(action);
        self.steps.push((action, after));
    }
}

fn listed_outcomes<G: Notation>(state: &G) -> Vec<(G::Action, f64)> {
    let mut outcomes = Vec::new();
    if state.turn() == Turn::Chance {
        state.chance_outcomes(&mut outcomes);
    }
    outcomes
}

/// The legal actions of the player to move; none if no player is.
pub(crate) fn legal_actions<G: Notation>(state: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    if let Turn::Player(_) = state.turn() {
        state.legal_actions(&mut actions);
    }
    actions
}

impl<G: Notation> AnyLine for Line<G> {
    fn copy(&self) -> Box<dyn AnyLine> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn players(&self) -> usize {
        self.start.players()
    }

    fn player_name(&self, player: Player) -> String {
        self.start.player_name(player)
    }

    fn hidden(&self) -> bool {
        G::HIDDEN
    }

    fn turn(&self) -> Turn {
        self.state().turn()
    }

    fn legal(&self) -> Vec<String> {
        let state = self.state();
        legal_actions(state).into_iter().map(|action| state.format(action)).collect()
    }

    fn outcomes(&self) -> Vec<(String, f64)> {
        let state = self.state();
        let outcomes = listed_outcomes(state).into_iter();
        outcomes.map(|(action, probability)| (state.format(action), probability)).collect()
    }

    fn action_space(&self) -> usize {
        self.start.action_space()
    }

    fn index_of(&self, text: &str) -> Result<u64, String> {
        let state = self.state();
        state.parse(text).map(|action| state.action_index(action))
    }

    fn legal_indices(&self) -> Vec<u64> {
        let state = self.state();
        legal_actions(state).into_iter().map(|action| state.action_index(action)).collect()
    }

    fn read_move(&self, text: &str) -> Result<String, Impossible> {
        self.possible(text).map(|action| self.state().format(action))
    }

    fn make(&mut self, text: &str) -> Result<(), Impossible> {
        let action = self.possible(text)?;
        self.apply(action);
        Ok(())
    }

    fn sample_chance(&mut self, rng: &mut Rng) {
        let outcome = self.state().sample_chance(rng);
        self.apply(outcome);
    }

    fn make_random(&mut self, rng: &mut Rng) {
        let action = self.state().random_action(rng, &mut Vec::new());
        self.apply(action);
    }

    fn take_back(&mut self) -> bool {
        self.steps.pop().is_some()
    }

    fn len(&self) -> usize {
        self.steps.len()
    }

    fn moves_from(&self, first: usize) -> Vec<String> {
        (first..self.steps.len()).map(|index| self.before(index).format(self.steps[index].0)).collect()
    }

    fn seen(&self, index: usize, player: Player) -> Option<String> {
        let before = self.before(index);
        before.observe(self.steps[index].0, player).map(|seen| before.format(seen))
    }

    fn turn_before(&self, index: usize) -> Turn {
        self.before(index).turn()
    }

    fn draw(&self, view: Option<Player>) -> String {
        self.state().draw(view)
    }

    fn rewards(&self) -> Option<Vec<Reward>> {
        let state = self.state();
        (state.turn() == Turn::Over)
            .then(|| (0..state.players()).map(|player| state.reward(Player(player as u8))).collect())
    }

    fn margin(&self) -> Option<String> {
        let state = self.state();
        if state.turn() == Turn::Over { state.margin() } else { None }
    }

    fn write_game(&self, names: &[String], resigned: Option<Player>) -> Option<String> {
        let actions: Vec<G::Action> = self.steps.iter().map(|&(action, _)| action).collect();
        self.start.write_game(&actions, names, resigned)
    }

    fn hash(&self) -> Option<u64> {
        self.state().position_hash()
    }

    fn determinize(&self, observer: Player, rng: &mut Rng) -> Box<dyn AnyLine> {
        Box::new(Line::new(if G::HIDDEN { self.state().determinize(observer, rng) } else { self.state().clone() }))
    }

    fn write_start(&self) -> Option<String> {
        self.start.write_position()
    }

    fn read_start(&self, text: &str) -> Result<Box<dyn AnyLine>, String> {
        Ok(Box::new(Line::new(self.start.read_position(text)?)))
    }

    fn fresh(&self) -> Box<dyn AnyLine> {
        Box::new(Line::new(self.state().clone()))
    }

    fn perft(&self, depth: u32) -> Result<u64, PerftError> {
        perft(self.state(), depth)
    }

    fn perft_divide(&self, depth: u32) -> Result<Vec<(String, u64)>, PerftError> {
        let branches = perft_divide(self.state(), depth)?.into_iter();
        Ok(branches.map(|(action, nodes)| (self.state().format(action), nodes)).collect())
    }

    fn playouts(&self, count: u64, rng: &mut Rng) -> u64 {
        let (determinized, mut buffer);
        let state = match self.state().turn() {
            Turn::Player(player) if G::HIDDEN => {
                determinized = self.state().determinize(player, rng);
                &determinized
            }
            _ => self.state(),
        };
        buffer = Vec::new();
        (0..count).map(|_| u64::from(black_box(state.clone()).playout(rng, &mut buffer, u32::MAX))).sum()
    }

    fn ownership(&self, viewer: Option<Player>, playouts: u64, seed: u64) -> Option<Ownership> {
        ownership::of_playouts(self.state(), viewer, playouts, seed)
    }

    fn check(&self, games: usize, seed: u64) -> Result<(), Fault> {
        check_notated_game(&self.start, games, seed)
    }

    fn agent(
        &self,
        expression: Expression,
        listeners: Vec<Expression>,
    ) -> Result<Box<dyn ErasedAgent>, ExpressionError> {
        Ok(Box::new(TypedAgent::new(expression, listeners, &self.start)?))
    }

    fn offers(&self) -> Offers {
        Offers::of(&self.start)
    }

    fn categories_at(&self, index: usize) -> Option<(Vec<u16>, Option<u16>)> {
        let (state, chosen) = (self.before(index), self.steps[index].0);
        let Turn::Player(_) = state.turn() else { return None };
        let (actions, mut categories) = (legal_actions(state), Vec::new());
        let (known, attributes) = (Categories::of(state.knowledge())?, state.knowledge().attributes()?);
        attributes.describe(known.attribute, state, &actions, &mut categories);
        let place = actions.iter().position(|&action| action == chosen);
        Some((categories.clone(), place.map(|place| categories[place])))
    }

    fn feature_file(&self, weights: Vec<f32>) -> Option<FeatureFile> {
        let game = self.start.knowledge().features()?.game().to_owned();
        Some(FeatureFile { game, weights })
    }

    fn learn_features(&self, weights: &FeatureWeights, learning: Learning, room: &mut Trajectory) {
        let Some(rewards) = self.rewards() else { return };
        for (player, reward) in rewards.into_iter().enumerate() {
            let actions = self.steps.iter().map(|&(action, _)| action);
            weights.learn(&self.start, actions, (Player(player as u8), reward), learning, room);
        }
    }

    #[cfg(not(target_family = "wasm"))]
    fn teacher(&self, course: Course) -> Result<Box<dyn crate::AnyTeacher>, TeacherError> {
        Ok(Box::new(Teacher::new(self.state(), course)?))
    }
}
