//! What a classical search is to do, and what the game lets it do.

use super::depth::{self, Depth};
use crate::game::Game;
use crate::knowledge::Knowledge;

/// What the players are taken to want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// Each of two the opposite of the other: alpha-beta.
    Duel,
    /// All others the opposite of the one who searches.
    Paranoid,
    /// The same, and only one of them replies to each of his moves.
    BestReply,
    /// Each the most for himself; and among equal actions the worst for the one who searches, or the first.
    MaxN { paranoid_ties: bool },
}

/// The options of a classical search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub method: Method,
    /// Which of the game's evaluations.
    pub evaluation: usize,
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
    /// The first way to weigh actions.
    Weights,
    /// What they are worth as moves.
    Values,
}

/// The options, and what the game offers for them.
pub(super) struct Plan<G: Game> {
    pub options: Options,
    pub knowledge: &'static dyn Knowledge<G>,
    pub likeness: Likeness,
    pub probabilities: &'static [f32],
    /// What the categories cost; empty if every action costs a ply.
    pub costs: Vec<Depth>,
    /// The seed of the noise.
    pub seed: u64,
}

impl<G: Game> Plan<G> {
    pub fn new(options: Options) -> Plan<G> {
        let knowledge = G::knowledge();
        let probabilities = knowledge.category_probabilities();
        let likeness = match () {
            () if !options.categories => Likeness::Unknown,
            () if !probabilities.is_empty() => Likeness::Categories,
            () if !knowledge.weightings().is_empty() => Likeness::Weights,
            () if knowledge.values_moves() => Likeness::Values,
            () => Likeness::Unknown,
        };
        let costs =
            if options.depths == Depths::Fixed { Vec::new() } else { depth::costs(options.depths, probabilities) };
        Plan { options, knowledge, likeness, probabilities, costs, seed: 0 }
    }

    /// A score's evaluation on the scale from -1 to 1, on which those of maxⁿ are from the start.
    pub fn scaled(&self, evaluation: f32) -> f32 {
        match self.options.method {
            Method::MaxN { .. } => evaluation,
            _ => self.knowledge.scale(self.options.evaluation, evaluation),
        }
    }

    /// Whether the categories of actions are needed.
    #[inline]
    pub fn wants_categories(&self) -> bool {
        self.likeness == Likeness::Categories || !self.costs.is_empty()
    }
}
