//! What one thread remembers of a running iteration from ply to ply.

use std::cell::{Cell, RefCell};

use crate::game::{ActionSet, SetWords};

/// A choice from a set in a playout, at a position that was known, or at the first one of an episode that was not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub step: u32,
    /// Where the words of the position begin if it has any, or one of the two constants below.
    pub words_at: u32,
    /// The set.
    pub first: u32,
    pub words: SetWords,
}

impl Choice {
    /// The position was passed once.
    pub const ONCE: u32 = u32::MAX - 1;
    /// Nothing was known of the position.
    pub const UNKNOWN: u32 = u32::MAX;

    /// Where the words of the position begin, if it has any.
    #[inline]
    pub fn words_at(&self) -> Option<u32> {
        (self.words_at < Choice::ONCE).then_some(self.words_at)
    }
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
    pub(super) fn choose<A>(&self, step: usize, words_at: u32, set: &ActionSet<A>) {
        let choice = Choice { step: step as u32, words_at, first: set.first as u32, words: set.words };
        self.choices.borrow_mut().push(choice);
    }

    /// Forgets what another strategy has noted.
    #[inline]
    pub(super) fn claim(&self, owner: usize) {
        if self.owner.replace(owner) != owner {
            self.clear();
        }
    }

    /// Hands over the choices that were noted for this strategy, for a list that is not needed any more.
    pub(super) fn take_choices(&self, owner: usize, choices: &mut Vec<Choice>) {
        choices.clear();
        if self.owner.get() == owner {
            std::mem::swap(choices, &mut self.choices.borrow_mut());
        }
    }
}
