//! What a game may offer beyond its rules: episodes, predicates, evaluations, weights and categories of moves, the moves of
//! experts, priors, and what alpha-beta likes to know. Each is optional.
//!
//! A strategy that needs what a game does not offer is refused when the agent is built, with a message that lists what
//! the game does offer.
//!
//! Whatever is asked about the actions of a state is asked about all of them in one call: the game looks at the state
//! once, and need not make the moves to judge them.

mod features;

pub use features::{FeatureWeights, Learning, Trajectory};

use crate::Rng;
use crate::game::{Game, Player, Reward, Turn};

/// The label of an episode's first state (EPIC, section 5.1 of the ICARUS paper).
pub type EpisodeLabel = u32;

/// Domain knowledge of a game. Everything has an answer that means "not offered".
///
/// `actions` are legal actions of the acting player, all of them or some; what is said about them is appended to an
/// empty buffer, in their order.
pub trait Knowledge<G: Game>: Sync {
    /// Whether the game is divided into episodes.
    fn has_episodes(&self) -> bool {
        false
    }

    /// The label if an episode starts in this state, `None` if the current one goes on (the continuation label).
    fn episode(&self, state: &G) -> Option<EpisodeLabel> {
        let _ = state;
        None
    }

    /// The names of the predicates that may hold in a state (predicate-average sampling).
    fn predicates(&self) -> &'static [&'static str] {
        &[]
    }

    /// Which predicates hold: bit `i` for the i-th name, at most 64.
    fn holding(&self, state: &G) -> u64 {
        let _ = state;
        0
    }

    /// The names of the evaluation functions; the first is the default.
    fn evaluations(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether the evaluation of this index can be used: an agent that needs it asks once, before it is built. The error says
    /// what is missing, and how to get it. An evaluation must never be replaced by another one instead.
    fn check_evaluation(&self, evaluation: usize) -> Result<(), String> {
        let _ = evaluation;
        Ok(())
    }

    /// How good a state is for a player by the evaluation of this index, in the evaluation's own units. A won game is worth
    /// the most that the evaluation can give, a lost one the least.
    fn evaluate(&self, evaluation: usize, state: &G, player: Player) -> f32 {
        let _ = (evaluation, state, player);
        0.0
    }

    /// A value of the evaluation as a number in `[-1, 1]`, where ±1 is a won or lost game. An evaluation whose own units are
    /// these needs nothing else.
    #[inline]
    fn scale(&self, evaluation: usize, value: f32) -> f32 {
        let _ = evaluation;
        value
    }

    /// How good the states behind the actions are for the acting player, in the evaluation's own units. A quicker version
    /// than the provided one must say the same, except that it need not see draws that depend on the moves before.
    fn evaluate_actions(&self, evaluation: usize, state: &G, actions: &[G::Action], values: &mut Vec<f32>) {
        let Turn::Player(player) = state.turn() else { return };
        values.extend(actions.iter().map(|&action| {
            let mut after = state.clone();
            after.apply(action);
            self.evaluate(evaluation, &after, player)
        }));
    }

    /// Where in `actions` stands one with which the acting player wins at once, if there is one.
    fn winning_action(&self, state: &G, actions: &[G::Action]) -> Option<usize> {
        let Turn::Player(player) = state.turn() else { return None };
        actions.iter().position(|&action| {
            let mut after = state.clone();
            after.apply(action);
            after.turn() == Turn::Over && after.reward(player) == Reward::WIN
        })
    }

    /// Whether the game values moves by what they do, which may differ from the evaluation of where they lead.
    fn values_moves(&self) -> bool {
        false
    }

    /// What the actions are worth to the acting player, as moves: only their order matters.
    fn value_actions(&self, state: &G, actions: &[G::Action], values: &mut Vec<f32>) {
        let _ = (state, actions, values);
    }

    /// One of the legal actions of the greatest value as moves, drawn uniformly among equals, without a list of them;
    /// `None` means that the game knows no such way.
    fn draw_greediest(&self, state: &G, rng: &mut Rng) -> Option<G::Action> {
        let _ = (state, rng);
        None
    }

    /// The names of the ways to weigh actions in informed playouts; the first is the default.
    fn weightings(&self) -> &'static [&'static str] {
        &[]
    }

    /// The weights of the actions in an informed playout: not negative, and not all zero for all legal actions. Actions
    /// that win at once, or that must be played lest the other player does, leave nothing to the others.
    fn weigh(&self, weighting: usize, state: &G, actions: &[G::Action], weights: &mut Vec<f32>) {
        let _ = (weighting, state, actions, weights);
    }

    /// A legal action drawn by these weights without a list of them; `None` means that the game knows no such way.
    fn draw_weighted(&self, weighting: usize, state: &G, rng: &mut Rng) -> Option<G::Action> {
        let _ = (weighting, state, rng);
        None
    }

    /// Whether the game knows how an expert would go on in a playout.
    fn has_expert(&self) -> bool {
        false
    }

    /// The weights by which expert playouts draw the actions: not negative, and not all zero for all that a playout chooses
    /// from. The weight of an action does not depend on which others are asked about.
    fn expert_weights(&self, state: &G, actions: &[G::Action], weights: &mut Vec<f32>) {
        let _ = (state, actions, weights);
    }

    /// An action of a playout drawn by these weights, without a list of them; `None` means that the game knows no such way.
    fn draw_expert(&self, state: &G, rng: &mut Rng) -> Option<G::Action> {
        let _ = (state, rng);
        None
    }

    /// How likely an action of each category is to be chosen by a good player where one is available; the number of
    /// categories is the length of the list.
    fn category_probabilities(&self) -> &'static [f32] {
        &[]
    }

    /// A legal action drawn by the probabilities of the actions' categories without a list of them; `None` means that the
    /// game knows no such way.
    fn draw_by_category(&self, state: &G, rng: &mut Rng) -> Option<G::Action> {
        let _ = (state, rng);
        None
    }

    /// The categories of the actions.
    fn categorize(&self, state: &G, actions: &[G::Action], categories: &mut Vec<u16>) {
        let _ = (state, actions, categories);
    }

    /// What the features of states are worth to a player for whom they hold, before anything is learned (FAST); the number
    /// of features is the length of the list.
    fn feature_weights(&self) -> &'static [f32] {
        &[]
    }

    /// The features that hold in a state, in a player's view, each once. Those of the players are the same where they mean
    /// the same: a piece of his own in a corner is one feature, whoever he is.
    fn features(&self, state: &G, player: Player, features: &mut Vec<u16>) {
        let _ = (state, player, features);
    }

    /// What the acting player gains by each action: the weights of the features that hold afterwards, less those of the
    /// features that hold now. A quicker version than the provided one must say the same, but for rounding.
    fn feature_gains(&self, weights: &FeatureWeights, state: &G, actions: &[G::Action], gains: &mut Vec<f32>) {
        let Turn::Player(player) = state.turn() else { return };
        let mut held = Vec::new();
        let mut total = |state: &G| -> f32 {
            held.clear();
            self.features(state, player, &mut held);
            held.iter().map(|&feature| weights.get(feature)).sum()
        };
        let before = total(state);
        gains.extend(actions.iter().map(|&action| {
            let mut after = state.clone();
            after.apply(action);
            total(&after) - before
        }));
    }

    /// Whether the game knows prior win rates of actions.
    fn has_priors(&self) -> bool {
        false
    }

    /// How often the acting player may be expected to win after each action, in `[0, 1]`.
    fn priors(&self, state: &G, actions: &[G::Action], rates: &mut Vec<f32>) {
        let _ = (state, actions, rates);
    }

    /// The state as it were if the acting player had passed, for null moves; `None` where that would be no position of
    /// the game.
    fn after_null_move(&self, state: &G) -> Option<G> {
        let _ = state;
        None
    }

    /// The state as it were if it were this player's turn, for best-reply search with several players; `None` where that
    /// would be no position of the game: in the middle of a turn, or if he has no action. Its hash tells whose turn it is.
    fn with_mover(&self, state: &G, player: Player) -> Option<G> {
        let _ = (state, player);
        None
    }

    /// The legal actions that quiescence search looks at: those after which an evaluation should not be trusted yet.
    fn noisy_actions(&self, state: &G, actions: &mut Vec<G::Action>) {
        let _ = (state, actions);
    }
}

/// The knowledge of a game that has nothing but rules.
pub struct NoKnowledge;

impl<G: Game> Knowledge<G> for NoKnowledge {}
