//! What one thread remembers of a running iteration from ply to ply.

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
pub(super) struct Memo {
    /// The number of the iteration that this was noted in.
    iteration: u64,
    /// The step at which the episode began that the iteration is lost in, plus one.
    lost: usize,
    /// The last step at a position that was passed more than once, plus one.
    often: usize,
    choices: Vec<Choice>,
}

impl Memo {
    /// Forgets what was noted in an earlier iteration.
    #[inline]
    pub fn follow(&mut self, iteration: u64) {
        if self.iteration != iteration {
            self.iteration = iteration;
            self.lost = 0;
            self.often = 0;
            self.choices.clear();
        }
    }

    /// Whether the iteration has left what is known in the episode that began at this step.
    #[inline]
    pub fn is_lost(&self, episode: usize) -> bool {
        self.lost == episode + 1
    }

    #[inline]
    pub fn lose(&mut self, episode: usize) {
        self.lost = episode + 1;
    }

    /// Whether the step before this one was at a position that was passed more than once.
    #[inline]
    pub fn comes_from_often(&self, step: usize) -> bool {
        self.often == step
    }

    #[inline]
    pub fn pass_often(&mut self, step: usize) {
        self.often = step + 1;
    }

    #[inline]
    pub fn choose<A>(&mut self, step: usize, words_at: u32, set: &ActionSet<A>) {
        self.choices.push(Choice { step: step as u32, words_at, first: set.first as u32, words: set.words });
    }

    /// Hands over the choices that were noted in this iteration, for a list that is not needed any more.
    pub fn take_choices(&mut self, iteration: u64, choices: &mut Vec<Choice>) {
        choices.clear();
        if self.iteration == iteration {
            std::mem::swap(choices, &mut self.choices);
        }
    }
}
