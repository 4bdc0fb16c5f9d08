//! What a game may offer beyond its rules. Each part is optional.
//!
//! A game hands out its [`Knowledge`] ([`Game::knowledge`]), and that hands out its parts: what a game does not offer, it does
//! not implement. A strategy that needs what a game does not offer is refused when the agent is built, with a message that
//! lists what the game does offer ([`Offers`]).
//!
//! Whatever is asked about the actions of a state is asked about all of them in one call: the game looks at the state
//! once, and need not make the moves to judge them. `actions` are legal actions of the acting player, all of them or some;
//! what is said about them is appended to an empty buffer, in their order.

mod attributes;
mod beliefs;
mod evaluation;
mod features;
mod file;
mod learned;
mod offers;
mod parts;
mod weighting;

pub use attributes::{Attribute, AttributeList, Attributes, ListedAttribute};
pub use beliefs::Beliefs;
pub use evaluation::{AnyEvaluation, Evaluation, Evaluator};
pub use features::{FeatureWeights, Features, Learning, Trajectory};
pub(crate) use file::load;
pub use file::{EvaluationFileError, FeatureFile};
pub use learned::{
    Code, Course, Layout, LayoutError, LearnedFile, Opponent, Squares, Teacher, TeacherError, Tried, learned,
    lend_squares, squares_of,
};
pub use offers::Offers;
pub use parts::{Classical, EpisodeLabel, Episodes, MoveValues, Predicates, Priors};
pub(crate) use parts::{episode, holding};
pub use weighting::{Categories, EXPERT, Weighting, Weightings};

use std::sync::Arc;

use crate::game::{Game, Reward, Turn};

/// Domain knowledge of a game: the parts that it offers.
///
/// It is asked of a position, and may differ between positions of one type: a type that plays many games answers for the
/// one at hand. What belongs to one game must not change from move to move.
///
/// ```
/// use waxwing::knowledge::{Evaluation, Evaluator, Knowledge, Offers};
/// use waxwing::{Game, Player, Reward, Turn};
///
/// # #[derive(Clone)]
/// # struct Nim { heap: u8, mover: u8 }
/// impl Game for Nim {
///     fn knowledge(&self) -> &dyn Knowledge<Nim> { &NimKnowledge }
/// #     type Action = u8;
/// #     fn players(&self) -> usize { 2 }
/// #     fn turn(&self) -> Turn { if self.heap == 0 { Turn::Over } else { Turn::Player(Player(self.mover)) } }
/// #     fn legal_actions(&self, actions: &mut Vec<u8>) { actions.extend(1..=self.heap.min(3)); }
/// #     fn apply(&mut self, taken: u8) { self.heap -= taken; self.mover = 1 - self.mover; }
/// #     fn reward(&self, player: Player) -> Reward { if player.0 == self.mover { Reward::LOSS } else { Reward::WIN } }
///     // … and the rules
/// }
///
/// struct NimKnowledge;
///
/// impl Knowledge<Nim> for NimKnowledge {
///     fn evaluations(&self) -> Vec<Evaluation<Nim>> { vec![Evaluation::new("fours", Fours)] }
/// }
///
/// /// Whoever leaves a multiple of four is ahead.
/// struct Fours;
///
/// impl Evaluator<Nim> for Fours {
///     fn evaluate(&self, state: &Nim, player: Player) -> f32 {
///         let mover_loses = state.heap % 4 == 0;
///         if mover_loses == (player.0 == state.mover) { -1.0 } else { 1.0 }
///     }
/// }
/// assert_eq!(Offers::of(&Nim { heap: 9, mover: 0 }).to_string(), "it offers evaluations (fours)");
/// ```
pub trait Knowledge<G: Game> {
    /// How the game is divided into episodes (EPIC).
    fn episodes(&self) -> Option<&dyn Episodes<G>> {
        None
    }

    /// What may hold in a state (predicate-average sampling).
    fn predicates(&self) -> Option<&dyn Predicates<G>> {
        None
    }

    /// How good states are, by names that are unique; the first is the default.
    fn evaluations(&self) -> Vec<Evaluation<G>> {
        Vec::new()
    }

    /// By what weights playouts may draw actions: informed playouts, experts, categories of moves.
    fn weightings(&self) -> Option<&dyn Weightings<G>> {
        None
    }

    /// What actions are worth as moves, which may differ from the evaluation of where they lead.
    fn move_values(&self) -> Option<&dyn MoveValues<G>> {
        None
    }

    /// How often a player may be expected to win after an action.
    fn priors(&self) -> Option<&dyn Priors<G>> {
        None
    }

    /// The features of states (FAST, and evaluations that are learned).
    fn features(&self) -> Option<&dyn Features<G>> {
        None
    }

    /// What the actions of players say of what they hide (`belief`).
    fn beliefs(&self) -> Option<&dyn Beliefs<G>> {
        None
    }

    /// What stands where, for evaluations that are learned. It is asked once for a game, and then used for all its positions.
    fn squares(&self, _: &G) -> Option<Arc<dyn Squares<G>>> {
        None
    }

    /// What actions are like: where they go, what they move.
    fn attributes(&self) -> Option<&dyn Attributes<G>> {
        None
    }

    /// What alpha-beta and its relatives like to know.
    fn classical(&self) -> Option<&dyn Classical<G>> {
        None
    }

    /// Where in `actions` there is one with which the acting player wins at once, if there is one. A quicker version than the
    /// provided one must say the same.
    fn winning_action(&self, state: &G, actions: &[G::Action]) -> Option<usize> {
        let Turn::Player(player) = state.turn() else { return None };
        actions.iter().position(|&action| {
            let mut after = state.clone();
            after.apply(action);
            after.turn() == Turn::Over && after.reward(player) == Reward::WIN
        })
    }
}

/// The knowledge of a game that has nothing but rules.
pub struct NoKnowledge;

impl<G: Game> Knowledge<G> for NoKnowledge {}
