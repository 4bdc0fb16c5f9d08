//! Statistics by a player and actions, and how long they are kept.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{StatTable, mix};
use crate::bits::squares;
use crate::game::{Player, SetWords};
use crate::icarus::Information;
use crate::icarus::quota::Quota;
use crate::icarus::stat::{Sharing, Stat};

/// Statistics by a player and some actions: an array where their keys are few, open addressing where they are not. It grows
/// between iterations, within the [`Quota`].
pub struct Records {
    table: StatTable,
    /// Keys are numbers to this base in a dense table; 0 in a sparse one, where their bits are mixed.
    radix: u64,
    /// A bit for each record, set if it has been marked, in rows of whole words; nothing where marks are not kept.
    /// Those who keep them mark every record that they write to.
    marks: Vec<AtomicU64>,
    words_of_row: usize,
    pub(crate) lifetime: Lifetime,
}

/// How long records are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lifetime {
    /// For one search.
    #[default]
    Search,
    /// As long as the slots of the tree have their numbers: for records whose keys contain them.
    Tree,
    /// For one game.
    Game,
}

impl Records {
    /// Room for keys of one player and `parts` numbers below `radix` (0: any numbers). The owner's word of each record begins
    /// as `initial`.
    pub fn new(players: usize, radix: usize, parts: u32, initial: u32) -> Records {
        let size = radix.checked_pow(parts).and_then(|size| size.checked_mul(players)).unwrap_or(usize::MAX);
        let table = StatTable::new(size, initial);
        let radix = if table.is_dense() { radix as u64 } else { 0 };
        Records { table, radix, marks: Vec::new(), words_of_row: 0, lifetime: Lifetime::Search }
    }

    /// The same, kept for as long as this.
    pub fn kept_for(self, lifetime: Lifetime) -> Records {
        Records { lifetime, ..self }
    }

    /// The same with marks, if the table is dense.
    pub(crate) fn with_marks(mut self) -> Records {
        if self.table.is_dense() {
            self.words_of_row = (self.radix as usize).div_ceil(64);
            let rows = self.table.stats.len() / self.radix as usize;
            // What is behind the end of the last row is asked for too.
            self.marks = (0..rows * self.words_of_row + SetWords::default().len()).map(|_| AtomicU64::new(0)).collect();
        }
        self
    }

    /// The key that begins with a player.
    #[inline]
    pub fn start(&self, player: Player) -> u64 {
        u64::from(player.0)
    }

    /// A key with one more part.
    #[inline]
    pub fn extend(&self, key: u64, part: u64) -> u64 {
        if self.radix == 0 { mix(key, part) } else { key * self.radix + part }
    }

    /// The record of a key, if it has one.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<&Stat> {
        self.table.get(key)
    }

    /// The record of a key, made if it is not there; nothing when the table is full and may not grow.
    #[inline(always)]
    pub fn entry(&self, key: u64, sharing: Sharing) -> Option<&Stat> {
        self.table.entry(key, sharing)
    }

    /// The records whose keys begin with this one and have one part more.
    #[inline]
    pub(crate) fn row(&self, key: u64) -> Row<'_> {
        debug_assert!(self.table.is_dense() || self.radix == 0, "the records of slots have no rows");
        let start = (key * self.radix) as usize;
        let dense = self.table.stats.get(start..start + self.radix as usize).unwrap_or(&[]);
        Row { dense, table: &self.table, key }
    }

    /// The row of a key in a dense table, and its part there; in a sparse one, where rows have no marks, some numbers.
    pub(crate) fn divide(&self, key: u64) -> (u64, u64) {
        let radix = self.radix.max(1);
        (key / radix, key % radix)
    }

    /// Marks a record of a row.
    #[inline]
    pub(crate) fn mark(&self, key: u64, part: u64, sharing: Sharing) {
        if let Some(word) = self.marks.get(key as usize * self.words_of_row + part as usize / 64) {
            let (marked, bit) = (word.load(Relaxed), 1 << (part % 64));
            match sharing {
                Sharing::Alone => word.store(marked | bit, Relaxed),
                // Threads need not wait for each other where there is nothing to write.
                Sharing::Shared if marked & bit != 0 => {}
                Sharing::Shared => _ = word.fetch_or(bit, Relaxed),
            }
        }
    }

    /// The marks of a row from this part on, a multiple of 64; those behind its end have no meaning. Nothing where marks are
    /// not kept.
    #[inline]
    pub(crate) fn marks(&self, key: u64, first: usize) -> Option<SetWords> {
        let start = key as usize * self.words_of_row + first / 64;
        let mut words = SetWords::default();
        let marks = self.marks.get(start..start + words.len())?;
        for (word, mark) in words.iter_mut().zip(marks) {
            *word = mark.load(Relaxed);
        }
        Some(words)
    }

    /// Whether keys are numbers that an array has places for.
    pub(crate) fn is_dense(&self) -> bool {
        self.table.is_dense()
    }

    /// Whether it asks to grow.
    #[inline]
    pub fn is_crowded(&self) -> bool {
        self.table.is_crowded()
    }

    /// Room for records of a slot and a number below `radix`, which follow a tree whose slots have new numbers: keys begin with
    /// the number of the slot, and [`Records::extend`] adds the other. [`Records::row`] is not for them.
    pub(crate) fn of_slots(radix: u64, initial: u32) -> Records {
        let table = StatTable::new(0, initial);
        Records { table, radix, marks: Vec::new(), words_of_row: 0, lifetime: Lifetime::Tree }
    }

    /// Lets the records of slots follow the slots, whose new numbers these are, if they are not gone; forgets the records that do
    /// not begin with a slot.
    pub(crate) fn follow(&mut self, moved: &[Option<u32>]) {
        if self.radix == 0 || self.table.is_dense() {
            return self.clear();
        }
        let radix = self.radix;
        self.table.rename(|key| {
            let slot = moved.get((key / radix) as usize).copied().flatten()?;
            Some(u64::from(slot) * radix + key % radix)
        });
    }

    /// Grows if it asks to and the quota allows it.
    pub fn maintain(&mut self, quota: &Quota) {
        if self.table.is_crowded() {
            self.table.grow(quota);
        }
    }

    /// Forgets every record; the memory stays.
    pub fn clear(&mut self) {
        if self.marks.is_empty() {
            return self.table.clear();
        }
        let rows = self.table.stats.chunks_exact_mut(self.radix as usize);
        for (row, marks) in rows.zip(self.marks.chunks_exact_mut(self.words_of_row)) {
            // What is not marked is as it was. A short search leaves most records so.
            for (records, word) in row.chunks_mut(64).zip(marks) {
                squares(std::mem::take(word.get_mut()))
                    .for_each(|place| records[usize::from(place)] = Stat::with_extra(self.table.initial));
            }
        }
    }

    /// The memory of the table.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + self.marks.len() * size_of::<AtomicU64>()
    }

    /// The information of a record, for [`Learner::recall`](crate::strategy::Learner::recall).
    pub fn information<A>(&self, key: u64, counts_availability: bool) -> Information<A> {
        match self.get(key) {
            Some(stat) => stat.information(counts_availability),
            None => Information::Statistics { sum: 0.0, visits: 0, available: counts_availability.then_some(0) },
        }
    }
}

/// A row of [`Records`]: looking several of them up finds the row once.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    /// The row itself, or nothing in a sparse table.
    dense: &'a [Stat],
    table: &'a StatTable,
    key: u64,
}

impl<'a> Row<'a> {
    /// The records by their last part, in a dense table: for loops that must not ask each time.
    #[inline]
    pub fn dense(self) -> Option<&'a [Stat]> {
        (!self.dense.is_empty()).then_some(self.dense)
    }

    #[inline]
    pub fn get(self, part: u64) -> Option<&'a Stat> {
        if self.dense.is_empty() { self.table.get(mix(self.key, part)) } else { self.dense.get(part as usize) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Reward;

    #[test]
    fn marks_are_those_of_their_row_and_clearing_forgets_them_with_the_records() {
        let mut records = Records::new(2, 70, 2, 5).with_marks();
        let row = records.extend(records.start(Player(1)), 69);
        for part in [0, 63, 64, 69] {
            let stat = records.entry(records.extend(row, part), Sharing::Alone).expect("a dense table has all records");
            stat.add(Reward::WIN, Sharing::Alone);
            records.mark(row, part, if part == 0 { Sharing::Alone } else { Sharing::Shared });
        }
        assert_eq!(records.marks(row, 0).map(|[low, high, _]| [low, high]), Some([1 << 63 | 1, 1 << 5 | 1]));
        assert_eq!(records.marks(row - 1, 0).map(|[low, high, _]| [low, high]), Some([0, 0]));
        assert_eq!(records.marks(row, 64).map(|[high, ..]| high), Some(1 << 5 | 1));
        records.clear();
        assert_eq!(records.marks(row, 0), Some([0; 3]));
        let stats = (0..70).filter_map(|part| records.get(records.extend(row, part)));
        assert!(stats.map(|stat| (stat.visits(), stat.count())).all(|stat| stat == (0, 5)));
        assert_eq!(Records::new(2, 0, 2, 0).with_marks().marks(row, 0), None);
    }

    #[test]
    fn records_of_slots_follow_the_slots() {
        let mut records = Records::of_slots(10, 0);
        for slot in 1..=5_u64 {
            for _ in 0..slot {
                records.entry(records.extend(slot, 7), Sharing::Alone).unwrap().add(Reward::WIN, Sharing::Alone);
            }
        }
        // The third slot is the second from now on, the fifth the root, and the others are gone.
        records.follow(&[None, None, None, Some(2), None, Some(0)]);
        let visits = |slot: u64| records.get(records.extend(slot, 7)).map_or(0, Stat::visits);
        assert_eq!([0, 1, 2, 3, 4, 5].map(visits), [5, 0, 3, 0, 0, 0]);
        let mut mixed = Records::new(2, 0, 2, 0).kept_for(Lifetime::Tree);
        mixed.entry(mixed.extend(mixed.start(Player(1)), 3), Sharing::Alone).unwrap().add(Reward::WIN, Sharing::Alone);
        mixed.follow(&[None, None, None, Some(2)]);
        assert!(mixed.get(mixed.extend(mixed.start(Player(1)), 3)).is_none(), "what is mixed cannot follow");
    }
}
