//! One decision of a running iteration, as a strategy sees it.

use super::situation::{Drawing, Judgement};
use super::{Situation, Step};
use crate::Rng;
use crate::game::{Player, SetWords};
use crate::icarus::{Arms, Log, NO_SLOT, Phase};
use crate::knowledge::{AnyEvaluation, Attribute, FeatureWeights, Weighting};

/// One decision of a running iteration.
pub struct Ply<'a> {
    /// Who decides.
    pub player: Player,
    /// The baseline's visits of the current node: 0 in a playout.
    pub visits: u32,
    /// How many decisions of the playout came before this one; none in the tree, and none with hidden information while a
    /// player's tree is still followed.
    pub playout_ply: Option<u32>,
    /// Where the current node lies.
    pub(crate) phase: Phase,
    /// The slot of the current node in the acting player's tree, or [`NO_SLOT`] in a playout.
    pub(crate) node: u32,
    /// What the baseline knows of the legal actions; empty in a playout.
    pub(crate) arms: &'a Arms,
    pub(crate) log: &'a Log,
    pub(crate) situation: &'a dyn Situation,
}

/// What a strategy plays in a playout. A [`Ply`] makes it.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    pub(crate) chosen: Chosen,
    pub(crate) wins: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Chosen {
    /// A place among the legal actions.
    Place(usize),
    /// An index of the set.
    Index(usize),
    /// What the ply has drawn last.
    Drawn,
}

impl Move {
    pub(crate) const DRAWN: Move = Move { chosen: Chosen::Drawn, wins: false };

    /// The legal action at a place.
    #[inline]
    pub fn at(place: usize) -> Move {
        Move { chosen: Chosen::Place(place), wins: false }
    }

    /// The action with an index of [`Ply::set`].
    #[inline]
    pub fn in_set(index: usize) -> Move {
        Move { chosen: Chosen::Index(index), wins: false }
    }

    /// The same move; after it the playout is over, and the acting player has won, unless the game's own rewards say
    /// otherwise. Where a tree is followed, nothing ends.
    pub fn that_wins(self) -> Move {
        Move { wins: true, ..self }
    }
}

impl<'a> Ply<'a> {
    /// Whether there is no tree node: the policy is followed in a playout.
    #[inline]
    pub fn is_playout(&self) -> bool {
        self.node == NO_SLOT
    }

    /// The slot of the current node in the acting player's tree.
    #[inline]
    pub fn node(&self) -> Option<u32> {
        (self.node != NO_SLOT).then_some(self.node)
    }

    /// How many legal actions there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.situation.count()
    }

    /// The keys of the legal actions.
    #[inline]
    pub fn keys(&self) -> &'a [u64] {
        self.situation.keys()
    }

    /// The key of the legal action at a place, for strategies that look at few of them.
    #[inline]
    pub fn key(&self, place: usize) -> u64 {
        self.situation.key(place)
    }

    /// The actions of a playout as a set, in games that have them as bits: the index of the lowest bit, a multiple of 64,
    /// and the bits. Such games always give it.
    #[inline]
    pub fn set(&self) -> Option<(usize, SetWords)> {
        self.situation.set()
    }

    /// A bit for each action index of a playout: where it is 0, the action is not possible now. Nothing where the game does
    /// not tell.
    #[inline]
    pub fn open(&self) -> &'a [u64] {
        self.situation.open()
    }

    /// Any action of a playout, uniformly.
    #[inline]
    pub fn any(&self, rng: &mut Rng) -> Move {
        self.situation.draw_any(rng);
        Move::DRAWN
    }

    /// The action of a key that has been remembered ([`Iteration::remember`](super::Iteration::remember)), if it is possible
    /// here. Needs [`Needs::and_replies`](super::Needs::and_replies).
    #[inline]
    pub fn recall(&self, key: u64) -> Option<Move> {
        self.situation.recall(key).then_some(Move::DRAWN)
    }

    /// The visits that the baseline has of the legal actions, in their order; empty in a playout.
    pub fn arm_visits(&self) -> &'a [u32] {
        &self.arms.visits
    }

    /// The acting player's total rewards after them; empty in a playout.
    pub fn arm_rewards(&self) -> &'a [f32] {
        &self.arms.rewards
    }

    /// The slots of the records beside the tree; empty in a playout.
    pub fn arm_slots(&self) -> &'a [u32] {
        &self.arms.slots
    }

    /// The keys of the moves that the acting player has seen, most recent last: since the root, or (`prefix`) since the
    /// start of the game. Needs [`Needs::and_moves`](super::Needs::and_moves).
    #[inline]
    pub fn moves(&self, prefix: bool) -> &'a [u64] {
        self.log.moves(self.player, prefix)
    }

    /// The steps of this iteration so far. Needs [`Needs::steps`](super::Needs::steps).
    #[inline]
    pub fn steps(&self) -> &'a [Step] {
        &self.log.steps
    }

    /// The key of the position-in-episode, in the acting player's eyes. Needs [`Needs::and_episodes`](super::Needs::and_episodes).
    #[inline]
    pub fn position(&self) -> u64 {
        self.log.position(self.player)
    }

    /// The number of the iteration within its thread: notes of an earlier one are out of date.
    #[inline]
    pub fn iteration(&self) -> u64 {
        self.log.number
    }

    /// Whether something is hidden from some player.
    #[inline]
    pub fn is_hidden(&self) -> bool {
        self.log.hidden
    }

    /// The predicates that hold: bit `i` for the i-th.
    pub fn predicates(&self) -> u64 {
        self.situation.predicates()
    }
}

/// What the game knows. What it does not offer says nothing.
impl Ply<'_> {
    /// How good the state is for a player, in the evaluation's own units.
    pub fn evaluate(&self, evaluation: &AnyEvaluation, player: Player) -> f32 {
        self.situation.evaluate(evaluation, player)
    }

    /// How good the state would be for the acting player if nothing changed but the turn, in the evaluation's own units: an
    /// action whose successor is worth more than this improves the state.
    pub fn evaluate_waiting(&self, evaluation: &AnyEvaluation) -> f32 {
        self.situation.evaluate_waiting(evaluation)
    }

    /// Appends the evaluations of the states behind the legal actions to an empty buffer.
    pub fn evaluations(&self, evaluation: &AnyEvaluation, values: &mut Vec<f32>) {
        self.situation.judge(Judgement::Evaluation(evaluation), None, values);
    }

    /// The same for the legal actions at these places.
    pub fn evaluations_at(&self, evaluation: &AnyEvaluation, places: &[usize], values: &mut Vec<f32>) {
        self.situation.judge(Judgement::Evaluation(evaluation), Some(places), values);
    }

    /// Appends the weights of the legal actions by a weighting.
    pub fn weights(&self, weighting: Weighting, weights: &mut Vec<f32>) {
        self.situation.judge(Judgement::Weighting(weighting), None, weights);
    }

    /// Appends the values of the legal actions as moves.
    pub fn move_values(&self, values: &mut Vec<f32>) {
        self.situation.judge(Judgement::Moves, None, values);
    }

    /// Appends what the acting player gains by each legal action, by features of these weights.
    pub fn feature_gains(&self, weights: &FeatureWeights, gains: &mut Vec<f32>) {
        self.situation.judge(Judgement::Features(weights), None, gains);
    }

    /// Appends the numbers that an attribute has for the legal actions.
    pub fn attribute(&self, attribute: Attribute, numbers: &mut Vec<u16>) {
        self.situation.describe(attribute, numbers);
    }

    /// The place of a legal action with which the acting player wins at once, if there is one.
    pub fn winning(&self) -> Option<usize> {
        self.situation.winning()
    }

    /// A move of a playout drawn by a weighting without a list; `None` means that the game knows no such way.
    pub fn draw(&self, weighting: Weighting, rng: &mut Rng) -> Option<Move> {
        self.situation.draw_known(Drawing::Weighting(weighting), rng).then_some(Move::DRAWN)
    }

    /// One of the moves of the greatest value as moves, likewise.
    pub fn draw_best_move(&self, rng: &mut Rng) -> Option<Move> {
        self.situation.draw_known(Drawing::BestMove, rng).then_some(Move::DRAWN)
    }
}
