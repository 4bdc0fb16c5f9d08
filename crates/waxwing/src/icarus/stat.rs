//! Counters that threads may share.
//!
//! Everything a search writes while it runs is an atomic with relaxed ordering. A search of one thread uses plain loads
//! and stores of them, which cost what ordinary memory costs; threads that share a tree use fetch-and-add. Counters are
//! independent of each other, so no ordering between them is needed: a reader may see a visit before its reward, which
//! virtual loss makes it see anyway.

use std::sync::atomic::{AtomicI64, AtomicU32, Ordering::Relaxed};

use super::Information;
use crate::game::Reward;

/// Whether other threads write the same records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// No: records are written with plain loads and stores.
    Alone,
    /// Yes: they are added to by atomic instructions.
    Shared,
}

#[inline]
fn add_i64(cell: &AtomicI64, amount: i64, sharing: Sharing) {
    match sharing {
        Sharing::Alone => cell.store(cell.load(Relaxed) + amount, Relaxed),
        // A lost game adds nothing, and takes the line from no other thread.
        Sharing::Shared if amount == 0 => {}
        Sharing::Shared => _ = cell.fetch_add(amount, Relaxed),
    }
}

#[inline]
pub(crate) fn add_u32(cell: &AtomicU32, amount: u32, sharing: Sharing) {
    match sharing {
        Sharing::Alone => cell.store(cell.load(Relaxed) + amount, Relaxed),
        Sharing::Shared if amount == 0 => {}
        Sharing::Shared => _ = cell.fetch_add(amount, Relaxed),
    }
}

/// The information of one record: a total reward, a visit count, and one more word whose meaning is its owner's
/// (an availability count, a weight computed once per update instead of once per use, a link of the tree).
#[derive(Default)]
pub struct Stat {
    sum: AtomicI64,
    visits: AtomicU32,
    extra: AtomicU32,
}

/// Turns a sum of fixed-point rewards into a sum of rewards.
pub(crate) const REWARD_UNIT: f32 = 1.0 / (1u32 << 31) as f32;

impl Stat {
    /// A record without visits whose own word is this.
    pub fn with_extra(extra: u32) -> Stat {
        Stat { extra: AtomicU32::new(extra), ..Stat::default() }
    }

    /// How often it was visited.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Sets the visits.
    #[inline]
    pub(crate) fn set_visits(&self, visits: u32) {
        self.visits.store(visits, Relaxed);
    }

    /// The total reward in fixed point.
    #[inline]
    pub fn fixed_sum(&self) -> i64 {
        self.sum.load(Relaxed)
    }

    /// The total reward in fixed point, and the visits.
    #[inline]
    pub fn reward_and_visits(&self) -> (i64, u32) {
        (self.fixed_sum(), self.visits())
    }

    /// The mean reward of a visited record.
    #[inline]
    pub fn mean(&self) -> f32 {
        self.fixed_sum() as f32 * REWARD_UNIT / self.visits() as f32
    }

    /// The total reward by this many visits.
    #[inline]
    pub(crate) fn mean_of(&self, visits: u32) -> f32 {
        self.fixed_sum() as f32 * REWARD_UNIT / visits as f32
    }

    /// Adds a visit with its reward.
    #[inline]
    pub fn add(&self, reward: Reward, sharing: Sharing) {
        add_i64(&self.sum, reward.bits(), sharing);
        add_u32(&self.visits, 1, sharing);
    }

    /// Counts a visit whose reward is not known yet, and returns how many there were before it.
    #[inline]
    pub(crate) fn claim_visit(&self) -> u32 {
        self.visits.fetch_add(1, Relaxed)
    }

    /// Takes back a visit that was claimed.
    pub(crate) fn release_visit(&self) {
        self.visits.fetch_sub(1, Relaxed);
    }

    /// The reward of a visit that has been counted.
    #[inline]
    pub(crate) fn add_reward(&self, reward: Reward, sharing: Sharing) {
        add_i64(&self.sum, reward.bits(), sharing);
    }

    /// A visit without a reward.
    #[inline]
    pub(crate) fn add_visit(&self, sharing: Sharing) {
        add_u32(&self.visits, 1, sharing);
    }

    /// The same reward several times.
    #[inline]
    pub fn add_times(&self, reward: Reward, times: u32, sharing: Sharing) {
        add_i64(&self.sum, reward.bits() * i64::from(times), sharing);
        add_u32(&self.visits, times, sharing);
    }

    /// Adds what a thread has counted for itself: visits with their total reward in fixed point.
    #[inline]
    pub(crate) fn add_sum(&self, reward: i64, visits: u32) {
        add_i64(&self.sum, reward, Sharing::Shared);
        add_u32(&self.visits, visits, Sharing::Shared);
    }

    /// The word whose meaning is the owner's.
    #[inline]
    pub(crate) fn own_word(&self) -> &AtomicU32 {
        &self.extra
    }

    /// The owner's word as a count.
    #[inline]
    pub fn count(&self) -> u32 {
        self.extra.load(Relaxed)
    }

    /// Adds to that count.
    #[inline]
    pub fn add_count(&self, amount: u32, sharing: Sharing) {
        add_u32(&self.extra, amount, sharing);
    }

    /// The owner's word as a number.
    #[inline]
    pub fn weight(&self) -> f32 {
        f32::from_bits(self.extra.load(Relaxed))
    }

    /// Sets that number.
    #[inline]
    pub fn set_weight(&self, weight: f32) {
        self.extra.store(weight.to_bits(), Relaxed);
    }

    /// A word of the strategy's own in place of a total reward: 0 at first.
    #[inline]
    pub fn word(&self) -> u64 {
        self.sum.load(Relaxed) as u64
    }

    /// Adds a visit, and changes the word by how many visits there are now.
    pub(crate) fn change_word(&self, sharing: Sharing, change: impl Fn(u64, u32) -> u64) {
        add_u32(&self.visits, 1, sharing);
        let visits = self.visits();
        match sharing {
            Sharing::Alone => self.set_word(change(self.word(), visits)),
            Sharing::Shared => {
                let changed = |word: i64| Some(change(word as u64, visits) as i64);
                _ = self.sum.fetch_update(Relaxed, Relaxed, changed);
            }
        }
    }

    /// Sets the word in place of a total reward.
    #[inline]
    pub fn set_word(&self, word: u64) {
        self.sum.store(word as i64, Relaxed);
    }

    pub fn information<A>(&self, counts_availability: bool) -> Information<A> {
        Information::Statistics {
            sum: self.sum.load(Relaxed) as f64 / Reward::WIN.bits() as f64,
            visits: self.visits().into(),
            available: counts_availability.then(|| self.count().into()),
        }
    }

    /// Takes over what another record has.
    pub(crate) fn copy_from(&self, other: &Stat) {
        self.sum.store(other.sum.load(Relaxed), Relaxed);
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.extra.store(other.extra.load(Relaxed), Relaxed);
    }
}
