//! Features of states: what they are worth, and how that is learned from games by TD(λ).

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::game::{Game, Player, Reward, Turn};

/// The features of a game's states.
pub trait Features<G: Game> {
    /// The name of the game, which files of weights have, so that those of another game are refused.
    fn game(&self) -> &str;

    /// What the features are worth to a player for whom they hold, before anything is learned (FAST); the number of features
    /// is the length of the list.
    fn initial(&self) -> &[f32];

    /// The features that hold in a state, in a player's view, each once. Those of the players are the same where they mean
    /// the same: a piece of one's own in a corner is one feature, whoever the player is.
    fn holding(&self, state: &G, player: Player, features: &mut Vec<u16>);

    /// What the acting player gains by each action: the weights of the features that hold afterwards, less those of the
    /// features that hold now. A quicker version than the provided one must say the same, but for rounding.
    fn gains(&self, weights: &FeatureWeights, state: &G, actions: &[G::Action], gains: &mut Vec<f32>) {
        let Turn::Player(player) = state.turn() else { return };
        let mut held = Vec::new();
        let mut total = |state: &G| -> f32 {
            held.clear();
            self.holding(state, player, &mut held);
            held.iter().map(|&feature| weights.get(feature)).sum()
        };
        let before = total(state);
        gains.extend(actions.iter().map(|&action| {
            let mut after = state.clone();
            after.apply(action);
            total(&after) - before
        }));
    }
}

/// The weights of a game's features. Threads that search one tree share them.
///
/// ```
/// use waxwing::knowledge::FeatureWeights;
///
/// let weights = FeatureWeights::new(&[0.5, -1.0]);
/// assert_eq!(weights.get(1), -1.0);
/// ```
pub struct FeatureWeights(Vec<AtomicU32>);

/// How TD(λ) learns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Learning {
    /// How far a result reaches back: with 1, all states learn from the end of the game alone.
    pub lambda: f32,
    /// How large a step is.
    pub rate: f32,
}

/// The states of a game in one player's view. It is room that can be used again.
#[derive(Default)]
pub struct Trajectory {
    /// The features that hold, state after state, and where each state's end.
    features: Vec<u16>,
    ends: Vec<u32>,
    /// V of each state.
    values: Vec<f32>,
    /// The features of one state.
    held: Vec<u16>,
}

impl FeatureWeights {
    /// Weights to begin with.
    pub fn new(initial: &[f32]) -> FeatureWeights {
        FeatureWeights(initial.iter().map(|weight| AtomicU32::new(weight.to_bits())).collect())
    }

    /// How many features there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What a feature is worth.
    #[inline]
    pub fn get(&self, feature: u16) -> f32 {
        f32::from_bits(self.0[usize::from(feature)].load(Relaxed))
    }

    /// All weights, in the order of the features.
    pub fn to_vec(&self) -> Vec<f32> {
        self.0.iter().map(|weight| f32::from_bits(weight.load(Relaxed))).collect()
    }

    /// Learns from a finished game, in one player's view: where it started, what was played, and what the player got.
    ///
    /// The value of a state is V = σ(Σ θ_f); each feature that held in it moves by `rate·(G - V)·V·(1 - V)`, where the goal
    /// G of the last state is the reward, and that of another one `(1-λ)·V' + λ·G'` of the next state. The last state learns
    /// too: what holds at the end of won games is worth reaching. All values are those before the game (the forward view of
    /// TD(λ), which needs no traces).
    pub fn learn<G: Game>(
        &self,
        start: &G,
        actions: impl Iterator<Item = G::Action>,
        (player, reward): (Player, Reward),
        learning: Learning,
        room: &mut Trajectory,
    ) {
        self.follow(start, actions, player, room);
        let Trajectory { features, ends, values, .. } = room;
        let mut goal = reward.value() as f32;
        for (place, &value) in values.iter().enumerate().rev() {
            if let Some(&next) = values.get(place + 1) {
                goal = (1.0 - learning.lambda) * next + learning.lambda * goal;
            }
            let change = learning.rate * (goal - value) * value * (1.0 - value);
            let start = if place == 0 { 0 } else { ends[place - 1] as usize };
            for &feature in &features[start..ends[place] as usize] {
                let weight = self.get(feature) + change;
                self.0[usize::from(feature)].store(weight.to_bits(), Relaxed);
            }
        }
    }

    /// The states from the first to the last, with their values.
    fn follow<G: Game>(
        &self,
        start: &G,
        actions: impl Iterator<Item = G::Action>,
        player: Player,
        room: &mut Trajectory,
    ) {
        let Trajectory { features, ends, values, held } = room;
        features.clear();
        ends.clear();
        values.clear();
        let mut see = |state: &G| {
            held.clear();
            if let Some(features) = state.knowledge().features() {
                features.holding(state, player, held);
            }
            let sum: f32 = held.iter().map(|&feature| self.get(feature)).sum();
            values.push(1.0 / (1.0 + libm::expf(-sum)));
            features.extend_from_slice(held);
            ends.push(features.len() as u32);
        };
        let mut state = start.clone();
        see(&state);
        for action in actions {
            state.apply(action);
            see(&state);
        }
    }
}
