//! What is known about the actions out of a position, however the game gives its actions.

use super::lists::Lists;
use super::roots::Roots;
use super::sets::Sets;
use crate::game::{Game, Reward, SetWords};
use crate::icarus::{Quota, REWARD_UNIT};

/// The edges of one position: `size` places from `first` on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub first: u32,
    pub size: u32,
    pub used: u32,
}

impl Block {
    /// No edges and no room for any.
    pub const NONE: Block = Block { first: 0, size: 0, used: 0 };
}

/// q (in fixed point), n and m of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Statistics {
    pub sum: i64,
    pub visits: u32,
    pub available: u32,
}

/// The statistics of an action, with what a visit changes of its value.
#[derive(Clone, Copy)]
pub(super) struct Arm {
    pub statistics: Statistics,
    /// q/n, or infinite.
    mean: f32,
    /// c/√n.
    scale: f32,
}

impl Arm {
    pub const UNVISITED: Arm =
        Arm { statistics: Statistics { sum: 0, visits: 0, available: 0 }, mean: f32::INFINITY, scale: 0.0 };

    /// The value of an action that was available so often beside what its statistics say.
    #[inline]
    pub fn value(&self, more: u32, roots: Roots) -> f32 {
        self.mean + self.scale * roots.of(self.statistics.available + more)
    }

    #[inline]
    pub fn visit(&mut self, reward: Reward, c: f32) {
        let Statistics { sum, visits, .. } = &mut self.statistics;
        *sum += reward.bits();
        *visits += 1;
        // A division and a root that do not wait for each other.
        let (share, root) = (1.0 / *visits as f32, (*visits as f32).sqrt());
        self.mean = *sum as f32 * REWARD_UNIT * share;
        self.scale = c * root * share;
    }
}

/// What there was to choose from.
#[derive(Clone, Copy)]
pub(super) enum Available<'a, A> {
    List(&'a [A]),
    Set { first: usize, words: SetWords },
}

pub(super) enum Edges {
    Lists(Lists),
    /// Where the game gives sets of actions in playouts.
    Sets(Sets),
}

impl Edges {
    pub fn new<G: Game>(game: &G, c: f32) -> Edges {
        match game.action_space() {
            space if space > 0 && game.playout_set().is_some() => Edges::Sets(Sets::new(space, c)),
            space => Edges::Lists(Lists::new(space, c)),
        }
    }

    pub fn clear(&mut self) {
        match self {
            Edges::Lists(lists) => lists.clear(),
            Edges::Sets(sets) => sets.clear(),
        }
    }

    pub fn bytes(&self) -> usize {
        match self {
            Edges::Lists(lists) => lists.bytes(),
            Edges::Sets(sets) => sets.bytes(),
        }
    }

    /// A block for a position with these actions, if memory allows.
    pub fn make<A>(&mut self, available: &Available<'_, A>, quota: &Quota) -> Option<Block> {
        match (self, available) {
            (Edges::Lists(lists), Available::List(actions)) => lists.make(actions.len(), quota),
            (Edges::Sets(sets), _) => sets.make(quota),
            (Edges::Lists(_), Available::Set { .. }) => unreachable!("sets are noted where edges are kept by sets"),
        }
    }

    /// The value of an action.
    #[inline]
    pub fn value(&self, block: Block, key: u64) -> f32 {
        match self {
            Edges::Lists(lists) => lists.value(block, key),
            Edges::Sets(sets) => sets.value(block, key),
        }
    }

    pub fn statistics(&self, block: Block, key: u64) -> Statistics {
        match self {
            Edges::Lists(lists) => lists.statistics(block, key),
            Edges::Sets(sets) => sets.statistics(block, key),
        }
    }

    /// One pass: all these actions were available, one was played. Actions that do not fit into memory stay unknown.
    /// Returns whether the block has changed.
    #[inline]
    pub fn count<G: Game>(
        &mut self,
        block: &mut Block,
        game: &G,
        available: Available<'_, G::Action>,
        chosen: u64,
        reward: Reward,
        quota: &Quota,
    ) -> bool {
        match (self, available) {
            (Edges::Lists(lists), Available::List(legal)) => lists.count(block, game, legal, chosen, reward, quota),
            (Edges::Sets(sets), Available::List(legal)) => {
                let keys = legal.iter().map(|&action| game.action_index(action));
                sets.count_list(*block, keys, chosen, reward, quota);
                false
            }
            (Edges::Sets(sets), Available::Set { first, words }) => {
                sets.count(*block, first, words, chosen, reward, quota);
                false
            }
            (Edges::Lists(_), Available::Set { .. }) => unreachable!("sets are noted where edges are kept by sets"),
        }
    }
}
