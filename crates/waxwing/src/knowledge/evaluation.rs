//! How good states are: evaluators, which a game offers by name, or which come from a file.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::game::{Game, Player, Turn};

/// Judges states. A game's own evaluations are evaluators, and so are those that are loaded from files.
pub trait Evaluator<G: Game>: Send + Sync + 'static {
    /// How good a state is for a player, in the evaluator's own units. A won game is worth the most that it can give, a
    /// lost one the least.
    fn evaluate(&self, state: &G, player: Player) -> f32;

    /// A value as a number in `[-1, 1]`, where ±1 is a won or lost game. An evaluator whose own units are these needs
    /// nothing else.
    #[inline]
    fn scale(&self, value: f32) -> f32 {
        value
    }

    /// How good the states behind the actions are for the acting player, in the evaluator's own units. A quicker version
    /// than the provided one must say the same, except that it need not see draws that depend on the moves before.
    fn evaluate_actions(&self, state: &G, actions: &[G::Action], values: &mut Vec<f32>) {
        let Turn::Player(player) = state.turn() else { return };
        values.extend(actions.iter().map(|&action| {
            let mut after = state.clone();
            after.apply(action);
            self.evaluate(&after, player)
        }));
    }

    /// How good a state would be for the acting player if that player could wait: nothing changes but whose turn it is.
    /// This is what the values of [`Evaluator::evaluate_actions`] are compared with to see whether an action improves
    /// the state. An evaluator to which the right to move is worth something must say otherwise than the provided method.
    #[inline]
    fn evaluate_waiting(&self, state: &G) -> f32 {
        let Turn::Player(player) = state.turn() else { return 0.0 };
        self.evaluate(state, player)
    }

    /// How good a state in which the game is over would be if the game were not: what the evaluator says without the
    /// result, in its own units. The provided method has no other opinion than [`Evaluator::evaluate`]. The option
    /// `im(ended=evaluation)` asks for it.
    fn evaluate_ended(&self, state: &G, player: Player) -> f32 {
        self.evaluate(state, player)
    }

    /// Whether it can be used: an agent that needs it asks once, before it is built. The error says what is missing, and
    /// how to get it. An evaluation must never be replaced by another one instead.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }
}

/// An evaluator with its name.
#[derive(Clone)]
pub struct Evaluation<G: Game> {
    origin: Origin,
    evaluator: Arc<dyn Evaluator<G>>,
}

/// Where an evaluation comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    Game(Cow<'static, str>),
    File(String),
}

impl<G: Game> Evaluation<G> {
    /// An evaluation that a game offers by a name.
    pub fn new(name: impl Into<Cow<'static, str>>, evaluator: impl Evaluator<G>) -> Evaluation<G> {
        Evaluation { origin: Origin::Game(name.into()), evaluator: Arc::new(evaluator) }
    }

    /// An evaluation that a game offers by a name and keeps.
    pub(crate) fn shared(name: &'static str, evaluator: Arc<dyn Evaluator<G>>) -> Evaluation<G> {
        Evaluation { origin: Origin::Game(name.into()), evaluator }
    }

    /// An evaluation that comes from a file.
    pub(crate) fn of_file(path: &str, evaluator: Arc<dyn Evaluator<G>>) -> Evaluation<G> {
        Evaluation { origin: Origin::File(path.to_owned()), evaluator }
    }

    /// Its name, or the path of its file.
    pub fn name(&self) -> &str {
        match &self.origin {
            Origin::Game(name) => name,
            Origin::File(path) => path,
        }
    }

    /// The value of a state for a player in `[-1, 1]`.
    #[inline]
    pub fn scaled(&self, state: &G, player: Player) -> f32 {
        self.scale(self.evaluate(state, player))
    }
}

impl<G: Game> Deref for Evaluation<G> {
    type Target = dyn Evaluator<G>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        &*self.evaluator
    }
}

/// Two evaluations of one game are the same if they come from the same place.
impl<G: Game> PartialEq for Evaluation<G> {
    fn eq(&self, other: &Evaluation<G>) -> bool {
        self.origin == other.origin
    }
}

impl<G: Game> fmt::Debug for Evaluation<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.origin)
    }
}

/// An [`Evaluation`] without the game's type: what a strategy keeps, and asks a [`Ply`](crate::strategy::Ply) about.
#[derive(Clone)]
pub struct AnyEvaluation {
    name: Arc<str>,
    evaluation: Arc<dyn Any + Send + Sync>,
}

impl AnyEvaluation {
    pub(crate) fn new<G: Game>(evaluation: Evaluation<G>) -> AnyEvaluation {
        AnyEvaluation { name: evaluation.name().into(), evaluation: Arc::new(evaluation) }
    }

    /// Its name, or the path of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The evaluation of a game, which must be the one it was made for.
    #[inline]
    pub(crate) fn of<G: Game>(&self) -> &Evaluation<G> {
        self.evaluation.downcast_ref().expect("a strategy is used for the game that it was built for")
    }
}
