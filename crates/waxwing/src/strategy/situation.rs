//! What a ply knows of its game, without the game's type.

use crate::Rng;
use crate::game::{Player, SetWords};
use crate::knowledge::{AnyEvaluation, Attribute, FeatureWeights, Weighting};

/// The state of a decision and its legal actions. A list of them is made when it is first asked for.
pub(crate) trait Situation {
    /// How many legal actions there are.
    fn count(&self) -> usize;

    /// The key of one of them.
    fn key(&self, place: usize) -> u64;

    /// The keys of all of them.
    fn keys(&self) -> &[u64];

    /// The actions of a playout as a set: the index of its lowest bit, and its bits.
    fn set(&self) -> Option<(usize, SetWords)>;

    /// A bit for each action that may be possible in a playout; nothing where the game does not tell.
    fn open(&self) -> &[u64];

    /// Whether a remembered action is possible here. If it is, it is kept as the one that was drawn.
    fn recall(&self, key: u64) -> bool;

    /// Draws any action of a playout, and keeps it.
    fn draw_any(&self, rng: &mut Rng);

    /// Lets the game draw an action without a list of them, and keeps it. Returns whether the game knows how.
    fn draw_known(&self, by: Drawing, rng: &mut Rng) -> bool;

    /// What the game says about the legal actions at these places, or about all of them.
    fn judge(&self, judgement: Judgement<'_>, places: Option<&[usize]>, values: &mut Vec<f32>);

    /// The numbers that an attribute has for the legal actions.
    fn describe(&self, attribute: Attribute, numbers: &mut Vec<u16>);

    /// The place of an action that wins at once.
    fn winning(&self) -> Option<usize>;

    /// How good the state is for a player.
    fn evaluate(&self, evaluation: &AnyEvaluation, player: Player) -> f32;

    /// How good the state would be for the acting player if it were the other player's turn.
    fn evaluate_waiting(&self, evaluation: &AnyEvaluation) -> f32;

    /// The predicates that hold.
    fn predicates(&self) -> u64;
}

/// By what the game draws.
#[derive(Clone, Copy)]
pub(crate) enum Drawing {
    Weighting(Weighting),
    /// One of the greatest value as moves.
    BestMove,
}

/// What the game is asked about actions.
#[derive(Clone, Copy)]
pub(crate) enum Judgement<'a> {
    /// The evaluation of the states behind them.
    Evaluation(&'a AnyEvaluation),
    Weighting(Weighting),
    /// Their values as moves.
    Moves,
    /// What they gain by features of these weights.
    Features(&'a FeatureWeights),
}
