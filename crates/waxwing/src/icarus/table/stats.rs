//! Statistics by key.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::icarus::quota::Quota;
use crate::icarus::stat::{Sharing, Stat};

/// Statistics by key: an array where keys are small numbers, open addressing where they are not.
pub(crate) struct StatTable {
    /// The keys of an open-addressing table (0 is empty), or nothing for an array.
    keys: Vec<AtomicU64>,
    pub(super) stats: Vec<Stat>,
    /// Occupied places of an open-addressing table.
    len: AtomicUsize,
    /// The word every record starts with.
    pub(super) initial: u32,
}

/// Arrays larger than this are not worth their cache misses: what is used of them is sparse.
const DENSE_LIMIT: usize = 1 << 19;
/// Between half full, when a table asks to grow, and seven eighths, when it refuses, it takes the records of one iteration.
const SPARSE_START: usize = 1 << 14;

impl StatTable {
    /// A table for keys below `size`, or for any keys if `size` is 0 or more than an array is good for.
    pub fn new(size: usize, initial: u32) -> StatTable {
        let dense = size > 0 && size <= DENSE_LIMIT;
        let places = if dense { size } else { SPARSE_START };
        let keys = if dense { Vec::new() } else { (0..places).map(|_| AtomicU64::new(0)).collect() };
        StatTable { keys, stats: fresh(places, initial), len: AtomicUsize::new(0), initial }
    }

    /// Whether the keys must be below the size that was asked for.
    #[inline]
    pub fn is_dense(&self) -> bool {
        self.keys.is_empty()
    }

    /// The record of a key, if it has one.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<&Stat> {
        if self.is_dense() { self.stats.get(key as usize) } else { self.find(key) }
    }

    fn find(&self, key: u64) -> Option<&Stat> {
        let (place, found) = self.probe(key)?;
        found.then(|| &self.stats[place])
    }

    /// The record of a key, made if it is not there; nothing when the table is full and may not grow.
    #[inline(always)]
    pub fn entry(&self, key: u64, sharing: Sharing) -> Option<&Stat> {
        if self.is_dense() { self.stats.get(key as usize) } else { self.find_or_make(key, sharing) }
    }

    fn find_or_make(&self, key: u64, sharing: Sharing) -> Option<&Stat> {
        loop {
            let (place, found) = self.probe(key)?;
            if found {
                return Some(&self.stats[place]);
            }
            // An eighth always stays free: a search for a missing key ends at a free place, and must find one soon.
            if self.len.load(Relaxed) * 8 >= self.keys.len() * 7 {
                return None;
            }
            self.claim(place, key, sharing);
        }
    }

    /// The place of a key and whether it is there already, or nothing if there is no free place for it.
    #[inline]
    fn probe(&self, key: u64) -> Option<(usize, bool)> {
        let mask = self.keys.len() - 1;
        let mut place = spread(key) & mask;
        for _ in 0..=mask {
            match self.keys[place].load(Relaxed) {
                0 => return Some((place, false)),
                held if held == nonzero(key) => return Some((place, true)),
                _ => place = (place + 1) & mask,
            }
        }
        None
    }

    /// Puts the key into a free place, unless another thread was faster.
    fn claim(&self, place: usize, key: u64, sharing: Sharing) {
        match sharing {
            Sharing::Alone => {
                self.keys[place].store(nonzero(key), Relaxed);
                self.len.store(self.len.load(Relaxed) + 1, Relaxed);
            }
            Sharing::Shared => {
                if self.keys[place].compare_exchange(0, nonzero(key), Relaxed, Relaxed).is_ok() {
                    self.len.fetch_add(1, Relaxed);
                }
            }
        }
    }

    /// Whether [`StatTable::grow`] is due.
    #[inline]
    pub fn is_crowded(&self) -> bool {
        !self.is_dense() && self.len.load(Relaxed) * 2 > self.keys.len()
    }

    /// Doubles an open-addressing table if memory allows.
    pub fn grow(&mut self, quota: &Quota) {
        let places = self.keys.len() * 2;
        let before = self.bytes();
        // Old and new table exist side by side for a moment.
        if !quota.take(places * Self::PLACE) {
            return;
        }
        let old_keys = std::mem::replace(&mut self.keys, (0..places).map(|_| AtomicU64::new(0)).collect());
        let old_stats = std::mem::replace(&mut self.stats, fresh(places, self.initial));
        for (key, stat) in old_keys.iter().zip(&old_stats) {
            let key = key.load(Relaxed);
            if key != 0 {
                let (place, _) = self.probe(key).expect("the new table is half empty");
                self.keys[place].store(key, Relaxed);
                self.stats[place].copy_from(stat);
            }
        }
        quota.give_back(before);
    }

    /// Gives the records of an open-addressing table other keys; those that get none are forgotten.
    pub(super) fn rename(&mut self, new: impl Fn(u64) -> Option<u64>) {
        let places = self.keys.len();
        let old_keys = std::mem::replace(&mut self.keys, (0..places).map(|_| AtomicU64::new(0)).collect());
        let old_stats = std::mem::replace(&mut self.stats, fresh(places, self.initial));
        self.len = AtomicUsize::new(0);
        let held = old_keys.iter().zip(&old_stats).map(|(key, stat)| (key.load(Relaxed), stat));
        for (key, stat) in held.filter(|&(key, _)| key != 0) {
            if let Some(renamed) = new(key).and_then(|key| self.find_or_make(key, Sharing::Alone)) {
                renamed.copy_from(stat);
            }
        }
    }

    const PLACE: usize = size_of::<AtomicU64>() + size_of::<Stat>();

    pub fn bytes(&self) -> usize {
        self.keys.len() * size_of::<AtomicU64>() + self.stats.len() * size_of::<Stat>()
    }

    /// Forgets every record; the memory stays.
    pub fn clear(&mut self) {
        self.keys.iter_mut().for_each(|key| *key.get_mut() = 0);
        self.stats.iter_mut().for_each(|stat| *stat = Stat::with_extra(self.initial));
        self.len = AtomicUsize::new(0);
    }
}

fn fresh(places: usize, initial: u32) -> Vec<Stat> {
    (0..places).map(|_| Stat::with_extra(initial)).collect()
}

/// Keys are stored as they are, except 0, which means empty.
#[inline]
fn nonzero(key: u64) -> u64 {
    if key == 0 { 0x5851_F42D_4C95_7F2D } else { key }
}

#[inline]
fn spread(key: u64) -> usize {
    let key = nonzero(key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (key ^ (key >> 32)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;
    use crate::game::Reward;
    use std::collections::HashMap;

    #[test]
    fn a_sparse_table_keeps_every_record_while_it_grows() {
        let quota = Quota::new(1 << 30);
        let mut table = StatTable::new(0, 0);
        let mut expected: HashMap<u64, u32> = HashMap::new();
        let mut rng = Rng::new(3);
        for _ in 0..50_000 {
            let key = rng.next_u64() % 20_000;
            table.entry(key, Sharing::Alone).expect("it grows").add(Reward::WIN, Sharing::Alone);
            *expected.entry(key).or_default() += 1;
            if table.is_crowded() {
                table.grow(&quota);
            }
        }
        assert_eq!(table.len.load(Relaxed), expected.len());
        for (&key, &count) in &expected {
            let stat = table.get(key).expect("it was entered");
            assert_eq!((stat.visits(), stat.fixed_sum()), (count, Reward::WIN.bits() * i64::from(count)));
        }
        assert!(table.get(20_001).is_none());
    }

    #[test]
    fn a_full_table_refuses_new_records_and_keeps_the_old() {
        let quota = Quota::new(0);
        let mut table = StatTable::new(0, 0);
        let kept = (0..20_000).filter(|&key| table.entry(key, Sharing::Alone).is_some()).count();
        table.grow(&quota);
        assert_eq!(kept, SPARSE_START / 8 * 7);
        assert!(table.get(0).is_some());
    }
}
