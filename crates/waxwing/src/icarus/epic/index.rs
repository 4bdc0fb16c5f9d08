//! Positions by key: open addressing into a list of nodes.

use crate::icarus::Quota;

/// Half of a key in the high bits, and the number of the node with that key, plus one, in the low ones.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Entry(u64);

impl Entry {
    const EMPTY: Entry = Entry(0);

    #[inline]
    fn new(key: u64, node: u32) -> Entry {
        Entry(key << 32 | u64::from(node + 1))
    }

    #[inline]
    fn may_have(self, key: u64) -> bool {
        self.0 >> 32 == key & 0xFFFF_FFFF
    }

    #[inline]
    fn node(self) -> u32 {
        self.0 as u32 - 1
    }
}

pub(super) struct Index {
    entries: Vec<Entry>,
    len: usize,
}

const START: usize = 1 << 12;

impl Index {
    pub fn new() -> Index {
        Index { entries: vec![Entry::EMPTY; START], len: 0 }
    }

    pub fn clear(&mut self) {
        self.entries.fill(Entry::EMPTY);
        self.len = 0;
    }

    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
    }

    /// The last bits of a key are in the entry: its place is told by the first.
    #[inline]
    fn place(&self, key: u64) -> usize {
        (key >> (64 - self.entries.len().trailing_zeros())) as usize
    }

    /// The node with this key; `key_of` tells the key of a node.
    #[inline]
    pub fn find(&self, key: u64, key_of: impl Fn(u32) -> u64) -> Option<u32> {
        let mask = self.entries.len() - 1;
        let mut place = self.place(key);
        loop {
            let entry = self.entries[place & mask];
            if entry == Entry::EMPTY {
                return None;
            }
            if entry.may_have(key) && key_of(entry.node()) == key {
                return Some(entry.node());
            }
            place += 1;
        }
    }

    /// Whether there is room for one more node, or memory to make it.
    pub fn afford(&mut self, quota: &Quota, key_of: impl Fn(u32) -> u64) -> bool {
        if (self.len + 1) * 4 <= self.entries.len() * 3 {
            return true;
        }
        // Both tables exist while one is copied into the other.
        let larger = self.entries.len() * 2;
        if !quota.take(larger * size_of::<Entry>()) {
            return false;
        }
        let old = std::mem::replace(&mut self.entries, vec![Entry::EMPTY; larger]);
        self.len = 0;
        for entry in old.iter().filter(|&&entry| entry != Entry::EMPTY) {
            self.insert(key_of(entry.node()), entry.node());
        }
        quota.give_back(old.len() * size_of::<Entry>());
        true
    }

    /// Adds a node whose key is not there; [`Index::afford`] has said that there is room.
    pub fn insert(&mut self, key: u64, node: u32) {
        let mask = self.entries.len() - 1;
        let mut place = self.place(key) & mask;
        while self.entries[place] != Entry::EMPTY {
            place = (place + 1) & mask;
        }
        self.entries[place] = Entry::new(key, node);
        self.len += 1;
    }
}

/// Makes room for more items if memory allows. Returns whether there is room.
#[inline]
pub(super) fn afford<T>(items: &mut Vec<T>, more: usize, quota: &Quota) -> bool {
    items.len() + more <= items.capacity() || grow(items, more, quota)
}

#[cold]
fn grow<T>(items: &mut Vec<T>, more: usize, quota: &Quota) -> bool {
    let (len, capacity) = (items.len(), items.capacity());
    let larger = (capacity * 2).max(len + more).max(64);
    // Items are numbered with 32 bits. While they move, they exist twice.
    let granted = larger < u32::MAX as usize && quota.take(larger * size_of::<T>());
    if granted {
        items.reserve_exact(larger - len);
        quota.give_back(capacity * size_of::<T>());
    }
    granted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn every_key_is_found_while_the_index_grows() {
        let quota = Quota::new(1 << 24);
        let mut rng = Rng::new(2);
        let (mut index, mut keys) = (Index::new(), Vec::new());
        for node in 0..20_000 {
            // Every other key has the same last half as the one before.
            let key = if node % 2 == 0 { rng.next_u64() } else { keys[node - 1] ^ 1 << 63 };
            assert!(index.afford(&quota, |node| keys[node as usize]));
            keys.push(key);
            index.insert(key, node as u32);
        }
        assert_eq!(quota.used() + START * 8, index.bytes());
        let key_of = |node: u32| keys[node as usize];
        assert!((0..20_000).all(|node| index.find(keys[node as usize], key_of) == Some(node)));
        assert_eq!(index.find(rng.next_u64(), key_of), None);
    }

    #[test]
    fn a_full_index_refuses() {
        let quota = Quota::new(0);
        let mut index = Index::new();
        let key = |node: u32| u64::from(node) << 40;
        let count =
            (0..10_000).take_while(|&node| index.afford(&quota, key).then(|| index.insert(key(node), node)).is_some());
        assert_eq!(count.count(), START * 3 / 4);
    }
}
