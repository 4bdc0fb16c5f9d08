//! What one thread has counted and not yet added to the records that it shares with others.
//!
//! Threads that add to the same counters at every ply wait for each other's cache lines, and two of them are hardly faster than
//! one. So each thread adds up for itself, by key, in a small buffer, and hands the sums over now and then: when another key
//! needs the place, and whenever the buffer has taken a sixteenth of all that the thread has ever counted. A search that has
//! just begun learns at once, then; a long one learns a little later.

use super::stat::{Sharing, Stat};
use super::table::Records;
use crate::game::Reward;

/// Sums that wait to be added to shared records. It belongs to one thread, as its [`Learner::Thread`](crate::strategy::Learner::Thread)
/// or a part of it.
#[derive(Default)]
pub struct Pending {
    /// Sums by key, each in the only place where its key may be. A thread that shares nothing needs none.
    sums: Vec<Sum>,
    /// How often it was added to: since the sums were handed over, and before.
    new: u64,
    old: u64,
}

/// What a key has gathered. Without visits the place is free.
#[derive(Clone, Copy, Default)]
struct Sum {
    key: u64,
    reward: i64,
    visits: u32,
}

const PLACES: usize = 1 << 14;
/// Sums are handed over after a sixteenth of what was counted before, but not more seldom than this.
const SHARE: u64 = 16;
const MOST: u64 = 1 << 17;

impl Pending {
    /// Adds visits with their total reward to what a key has gathered. `hand_over` gets the key, the total reward and the
    /// visits of all that may wait no longer.
    #[inline]
    pub(super) fn add(&mut self, key: u64, reward: i64, visits: u32, mut hand_over: impl FnMut(u64, i64, u32)) {
        if self.sums.is_empty() {
            self.sums.resize(PLACES, Sum::default());
        }
        let sum = &mut self.sums[key as usize % PLACES];
        if sum.key != key {
            if sum.visits > 0 {
                hand_over(sum.key, sum.reward, sum.visits);
            }
            *sum = Sum { key, ..Sum::default() };
        }
        sum.reward += reward;
        sum.visits += visits;
        self.new += 1;
        if self.new > (self.old / SHARE).min(MOST) {
            self.hand_over(hand_over);
        }
    }

    /// Hands over everything.
    pub(super) fn hand_over(&mut self, mut each: impl FnMut(u64, i64, u32)) {
        for sum in self.sums.iter_mut().filter(|sum| sum.visits > 0) {
            each(sum.key, sum.reward, sum.visits);
            *sum = Sum::default();
        }
        self.old += std::mem::take(&mut self.new);
    }
}

impl Records {
    /// Adds a visit with its reward to the record of a key, which is made if it is not there and fits; `changed` is called
    /// with the record and its key whenever its sums have changed. Threads that share the records count in `pending` first:
    /// [`Records::settle`] adds the rest.
    #[inline]
    pub fn add(&self, key: u64, reward: Reward, counting: (Sharing, &mut Pending), changed: impl Fn(u64, &Stat)) {
        self.add_times(key, (reward, 1), counting, changed);
    }

    /// The same for several visits with one reward.
    #[inline]
    pub(super) fn add_times(
        &self,
        key: u64,
        (reward, times): (Reward, u32),
        (sharing, pending): (Sharing, &mut Pending),
        changed: impl Fn(u64, &Stat),
    ) {
        match sharing {
            Sharing::Alone => {
                if let Some(stat) = self.entry(key, sharing) {
                    stat.add_times(reward, times, sharing);
                    changed(key, stat);
                }
            }
            Sharing::Shared => pending.add(key, reward.bits() * i64::from(times), times, |key, reward, visits| {
                self.hand_over((key, reward, visits), &changed);
            }),
        }
    }

    /// Adds what a thread has counted for itself to the records, for [`Learner::settle`](crate::strategy::Learner::settle).
    pub fn settle(&self, pending: &mut Pending, changed: impl Fn(u64, &Stat)) {
        pending.hand_over(|key, reward, visits| self.hand_over((key, reward, visits), &changed));
    }

    fn hand_over(&self, (key, reward, visits): (u64, i64, u32), changed: &impl Fn(u64, &Stat)) {
        if let Some(stat) = self.entry(key, Sharing::Shared) {
            stat.add_sum(reward, visits);
            changed(key, stat);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::game::Player;

    #[test]
    fn what_several_threads_count_for_themselves_adds_up() {
        for (radix, parts) in [(65, 1), (65, 2), (0, 2)] {
            let records = Records::new(2, radix, parts, 0);
            let keys = |rng: &mut Rng| {
                let start = records.start(Player(rng.below(2) as u8));
                (0..parts).fold(start, |key, _| records.extend(key, rng.below(65) as u64))
            };
            let count = |seed: u64| {
                let (mut rng, mut pending) = (Rng::new(seed), Pending::default());
                for _ in 0..50_000 {
                    records.add(keys(&mut rng), Reward::DRAW, (Sharing::Shared, &mut pending), |_, _| {});
                }
                records.settle(&mut pending, |_, stat| stat.set_weight(stat.mean()));
            };
            std::thread::scope(|scope| {
                for seed in [1, 2, 3] {
                    scope.spawn(move || count(seed));
                }
            });
            let mut expected = std::collections::HashMap::<u64, u32>::new();
            for seed in [1, 2, 3] {
                let mut rng = Rng::new(seed);
                (0..50_000).for_each(|_| *expected.entry(keys(&mut rng)).or_default() += 1);
            }
            for (key, visits) in expected {
                let stat = records.get(key).expect("every key has a record");
                assert_eq!((stat.visits(), stat.fixed_sum()), (visits, i64::from(visits) * Reward::DRAW.bits()));
            }
        }
    }

    #[test]
    fn the_first_counts_are_handed_over_at_once_and_later_ones_wait() {
        let (records, mut pending) = (Records::new(2, 65, 1, 0), Pending::default());
        let mut visits = || {
            records.add(3, Reward::WIN, (Sharing::Shared, &mut pending), |_, _| {});
            records.get(3).expect("it is dense").visits()
        };
        assert_eq!((0..16).map(|_| visits()).collect::<Vec<_>>(), (1..=16).collect::<Vec<_>>());
        let late = (0..10_000).map(|_| visits()).zip(17..).filter(|&(known, made)| known < made).count();
        assert!((9_000..10_000).contains(&late), "{late} of 10,000 waited");
    }
}
