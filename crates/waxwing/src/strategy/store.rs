//! What a search does with the records of a strategy.

use super::{Lifetime, Quota, Records};

/// What goes on from before when a search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The search belongs to another game than the last one.
    pub new_game: bool,
    /// The tree starts anew.
    pub new_tree: bool,
}

/// Records that a search lets grow, forget and follow its tree. [`Records`] is one.
pub trait Store: Send + Sync {
    /// The memory of the records.
    fn bytes(&self) -> usize;

    /// Whether [`Store::maintain`] is due; `slots` is how many slots the trees have room for.
    fn is_due(&self, slots: usize) -> bool {
        let _ = slots;
        false
    }

    /// Grows between two iterations, as far as the quota allows, or counts what [`Learner::capture`](super::Learner::capture)
    /// has left to count.
    fn maintain(&mut self, slots: usize, quota: &Quota) {
        let _ = (slots, quota);
    }

    /// Prepares for a search: forgets what is not kept.
    fn begin(&mut self, start: Start);

    /// Follows a tree whose slots have new numbers, `moved[old]`, and none where they are gone.
    fn remap(&mut self, moved: &[Option<u32>]) {
        let _ = moved;
    }
}

impl Store for Records {
    fn bytes(&self) -> usize {
        Records::bytes(self)
    }

    fn is_due(&self, _: usize) -> bool {
        self.is_crowded()
    }

    fn maintain(&mut self, _: usize, quota: &Quota) {
        Records::maintain(self, quota);
    }

    fn begin(&mut self, start: Start) {
        let is_over = match self.lifetime {
            Lifetime::Search => true,
            Lifetime::Tree => start.new_tree,
            Lifetime::Game => start.new_game,
        };
        if is_over {
            self.clear();
        }
    }

    fn remap(&mut self, moved: &[Option<u32>]) {
        if self.lifetime == Lifetime::Tree {
            self.follow(moved);
        }
    }
}
