//! A finished iteration, as a strategy captures from it.

use crate::game::{MAX_PLAYERS, Player, Reward};
use crate::icarus::{Log, Phase, Place, Sharing};
use crate::knowledge::{FeatureWeights, Learning, Trajectory};

/// One action of an iteration.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The key of the action.
    pub key: u64,
    /// Who acted; `None` is chance.
    pub player: Option<Player>,
}

/// What a strategy captures from: a finished iteration.
pub struct Iteration<'a> {
    /// Whether other threads write the same records.
    pub sharing: Sharing,
    pub(crate) log: &'a Log,
    pub(crate) rewards: &'a [Reward; MAX_PLAYERS],
    pub(crate) players: usize,
    pub(crate) action_space: usize,
    pub(crate) replay: &'a dyn Replay,
}

/// The actions of the iteration, and the states that they lead through.
pub(crate) trait Replay {
    /// Lets the weights of features learn from the iteration, in one player's view.
    fn teach(&self, weights: &FeatureWeights, learning: Learning, outcome: (Player, Reward), room: &mut Trajectory);

    /// Keeps the action of a step behind its key, if there is room. Returns whether it is kept.
    fn remember(&self, index: usize, key: u64) -> bool;
}

impl<'a> Iteration<'a> {
    /// How many play.
    pub fn players(&self) -> usize {
        self.players
    }

    /// How many actions the game has: their keys are smaller. 0 if keys may be any numbers.
    pub fn action_space(&self) -> usize {
        self.action_space
    }

    /// All steps from the root to the end.
    #[inline]
    pub fn steps(&self) -> &'a [Step] {
        &self.log.steps
    }

    /// How many of the steps were made in the descent; all later ones belong to the playout.
    #[inline]
    pub fn descent(&self) -> usize {
        self.log.places.len()
    }

    /// The players' steps with their index, chance's left out.
    #[inline]
    pub fn decisions(&self) -> impl Iterator<Item = (usize, Player, &'a Step)> {
        self.log.steps.iter().enumerate().filter_map(|(index, step)| Some((index, step.player?, step)))
    }

    /// Where a step was made.
    #[inline]
    pub(crate) fn place(&self, index: usize) -> Place {
        self.log.places.get(index).copied().unwrap_or(Place::PLAYOUT)
    }

    /// The phase of the node that a step was made in.
    pub fn phase(&self, index: usize) -> Phase {
        self.place(index).phase
    }

    /// What the player gets at the end.
    #[inline]
    pub fn reward(&self, player: Player) -> Reward {
        self.rewards[player.index()]
    }

    /// The keys of the moves that the player who made a step had seen before it: since the root, or (`prefix`) since the
    /// start of the game.
    #[inline]
    pub fn moves_before(&self, index: usize, player: Player, prefix: bool) -> &'a [u64] {
        self.log.moves_before(index, player, prefix)
    }

    /// The keys of the legal actions at a step.
    #[inline]
    pub fn legal(&self, index: usize) -> &'a [u64] {
        &self.log.legal_keys[self.log.legal_starts[index] as usize..self.log.legal_starts[index + 1] as usize]
    }

    /// The slots and keys of the legal actions at a step, if it was made in a selection node.
    #[inline]
    pub fn arms(&self, index: usize) -> &'a [(u32, u64)] {
        self.log.arms_of(index)
    }

    /// The predicates that held at a step: bit `i` for the i-th.
    pub fn predicates(&self, index: usize) -> u64 {
        self.log.predicates[index]
    }

    /// Whether something is hidden from some player.
    pub fn is_hidden(&self) -> bool {
        self.log.hidden
    }

    /// Keeps the action of a step, so that [`Ply::recall`](super::Ply::recall) can play it by its key. Returns false if there
    /// is no room for it. Needs [`Needs::and_replies`](super::Needs::and_replies).
    #[inline]
    pub fn remember(&self, index: usize) -> bool {
        self.replay.remember(index, self.log.steps[index].key)
    }

    /// Lets the weights of features learn from the iteration, in one player's view. `room` can be used again.
    pub fn teach(&self, weights: &FeatureWeights, learning: Learning, player: Player, room: &mut Trajectory) {
        self.replay.teach(weights, learning, (player, self.reward(player)), room);
    }
}
