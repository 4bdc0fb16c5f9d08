//! What a classical search is to do, and what the game lets it do.

use super::depth::{self, Depth};
use crate::game::Game;
use crate::knowledge::{Attribute, Categories, EXPERT, Evaluation, Weighting};

/// What the players are taken to want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// Each of two the opposite of the other: alpha-beta.
    Duel,
    /// All others the opposite of the one who searches.
    Paranoid,
    /// The same, and only one of them replies to each move of the player who searches.
    BestReply,
    /// Each wants the most for itself; and among equal actions the worst for the one who searches, or the first.
    MaxN { paranoid_ties: bool },
}

/// The options of a classical search.
#[derive(Clone)]
pub(crate) struct Options<G: Game> {
    pub method: Method,
    pub evaluation: Evaluation<G>,
    /// Whether there is a transposition table.
    pub table: bool,
    /// Whether all successors are looked up in it first (enhanced transposition cut-offs).
    pub successors: bool,
    pub killers: bool,
    pub history: History,
    /// Whether actions are ordered by what the game says of them.
    pub categories: bool,
    /// How many plies a null move saves; 0 for none.
    pub null: u32,
    pub quiescence: bool,
    pub multicut: bool,
    pub depths: Depths,
    /// The most that is added to an evaluation or taken from it.
    pub noise: f32,
}

/// How successes of actions in other positions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum History {
    No,
    /// How often an action was best, the deeper the more.
    Plain,
    /// In proportion to how often it was tried.
    Relative,
}

/// What an action costs of the depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depths {
    /// One ply.
    Fixed,
    /// The less the likelier it is (realization-probability search).
    Realization,
    /// The same within limits, and what was searched less deeply is searched again if it seems good (the enhanced one).
    Enhanced,
}

/// By what knowledge of the game actions are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Likeness {
    Unknown,
    Categories,
    Weights(Weighting),
    /// What they are worth as moves.
    Values,
}

/// The options, and what the game offers for them.
pub(super) struct Plan<G: Game> {
    pub options: Options<G>,
    pub likeness: Likeness,
    /// The attribute that is the category of an action, if its category is needed.
    pub category: Option<Attribute>,
    /// How likely an action of each category is.
    pub probabilities: Vec<f32>,
    /// What the categories cost; empty if every action costs a ply.
    pub costs: Vec<Depth>,
    /// The seed of the noise.
    pub seed: u64,
}

impl<G: Game> Plan<G> {
    pub fn new(options: Options<G>, game: &G) -> Plan<G> {
        let categories = Categories::of(game.knowledge());
        let likeness = if options.categories { Likeness::of(game, categories) } else { Likeness::Unknown };
        let probabilities = categories.map_or(Vec::new(), |categories| categories.probabilities.to_vec());
        let costs =
            if options.depths == Depths::Fixed { Vec::new() } else { depth::costs(options.depths, &probabilities) };
        let is_needed = likeness == Likeness::Categories || !costs.is_empty();
        let category = categories.filter(|_| is_needed).map(|categories| categories.attribute);
        Plan { options, likeness, category, probabilities, costs, seed: 0 }
    }

    /// A score's evaluation on the scale from -1 to 1, on which those of maxⁿ are from the start.
    pub fn scaled(&self, evaluation: f32) -> f32 {
        match self.options.method {
            Method::MaxN { .. } => evaluation,
            _ => self.options.evaluation.scale(evaluation),
        }
    }
}

impl Likeness {
    /// The best that a game has to order actions by.
    fn of<G: Game>(game: &G, categories: Option<Categories<'_>>) -> Likeness {
        if categories.is_some() {
            return Likeness::Categories;
        }
        let knowledge = game.knowledge();
        let weightings = knowledge.weightings().map(|weightings| weightings.all()).unwrap_or_default();
        // Experts say what playouts should do, not which of all legal actions to look at first.
        match weightings.into_iter().find(|&(_, name)| name != EXPERT) {
            Some((weighting, _)) => Likeness::Weights(weighting),
            None if knowledge.move_values().is_some() => Likeness::Values,
            None => Likeness::Unknown,
        }
    }
}
