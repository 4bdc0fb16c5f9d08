//! What one thread remembers of a running iteration from ply to ply.

use std::cell::{Cell, RefCell};

use crate::game::{ActionSet, SetWords};

/// A choice from a set in a playout, at a position that was known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub step: u32,
    /// The position's node if it has edges, or [`Choice::NO_NODE`].
    pub node: u32,
    /// The set.
    pub first: u32,
    pub words: SetWords,
}

impl Choice {
    pub const NO_NODE: u32 = u32::MAX;
}

#[derive(Default)]
pub(crate) struct Memo {
    /// The strategy that this was noted for, told by its address.
    owner: Cell<usize>,
    /// The step at which the episode began that the iteration is lost in, plus one.
    lost: Cell<usize>,
    /// The last step at a position that was passed more than once, plus one.
    often: Cell<usize>,
    choices: RefCell<Vec<Choice>>,
}

impl Memo {
    /// Prepares for the next iteration.
    pub fn clear(&self) {
        self.lost.set(0);
        self.often.set(0);
        self.choices.borrow_mut().clear();
    }

    /// Whether the iteration has left what is known in the episode that began at this step.
    #[inline]
    pub fn is_lost(&self, episode: usize) -> bool {
        self.lost.get() == episode + 1
    }

    #[inline]
    pub(super) fn lose(&self, episode: usize) {
        self.lost.set(episode + 1);
    }

    /// Whether the step before this one was at a position that was passed more than once.
    #[inline]
    pub(super) fn comes_from_often(&self, step: usize) -> bool {
        self.often.get() == step
    }

    #[inline]
    pub(super) fn pass_often(&self, step: usize) {
        self.often.set(step + 1);
    }

    #[inline]
    pub(super) fn choose<A>(&self, step: usize, node: u32, set: &ActionSet<A>) {
        let choice = Choice { step: step as u32, node, first: set.first as u32, words: set.words };
        self.choices.borrow_mut().push(choice);
    }

    /// Forgets what another strategy has noted.
    #[inline]
    pub(super) fn claim(&self, owner: usize) {
        if self.owner.replace(owner) != owner {
            self.clear();
        }
    }

    /// Copies the choices that were noted for this strategy.
    pub(super) fn copy_choices(&self, owner: usize, choices: &mut Vec<Choice>) {
        choices.clear();
        if self.owner.get() == owner {
            choices.extend_from_slice(&self.choices.borrow());
        }
    }
}
