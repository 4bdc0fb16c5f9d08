//! Statistics by the slots of a tree.

use crate::icarus::quota::Quota;
use crate::icarus::stat::Stat;

/// Statistics beside the tree: one for each slot, by the slot's number.
#[derive(Default)]
pub(crate) struct SlotTable {
    stats: Vec<Stat>,
}

impl SlotTable {
    /// The record of a slot; slots newer than the table have none yet.
    #[inline]
    pub fn get(&self, slot: u32) -> Option<&Stat> {
        self.stats.get(slot as usize)
    }

    /// Makes room for this many slots if memory allows.
    pub fn reach(&mut self, slots: usize, quota: &Quota) {
        let more = slots.saturating_sub(self.stats.len());
        if more > 0 && quota.take(more * size_of::<Stat>()) {
            self.stats.reserve_exact(more);
            self.stats.resize_with(slots, Stat::default);
        }
    }

    /// How many slots it has room for.
    pub fn len(&self) -> usize {
        self.stats.len()
    }

    pub fn bytes(&self) -> usize {
        self.stats.len() * size_of::<Stat>()
    }

    pub fn clear(&mut self) {
        self.stats.iter_mut().for_each(|stat| *stat = Stat::default());
    }

    /// Moves each record to its slot's new number, `moved[old]`, if the slot is not gone.
    pub fn remap(&mut self, moved: &[Option<u32>]) {
        let mut stats: Vec<Stat> = Vec::new();
        stats.resize_with(self.stats.len(), Stat::default);
        for (stat, new) in self.stats.iter().zip(moved) {
            if let Some(new) = *new {
                stats[new as usize].copy_from(stat);
            }
        }
        self.stats = stats;
    }
}
