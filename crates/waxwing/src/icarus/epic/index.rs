//! What is known by key: open addressing.

use crate::icarus::Quota;

/// Values by key, each in one place with its key, so that one look into memory finds both.
pub(super) struct Index<T> {
    entries: Vec<Option<Entry<T>>>,
    len: usize,
}

#[derive(Clone, Copy)]
struct Entry<T> {
    key: u64,
    value: T,
}

const START: usize = 1 << 12;

impl<T: Copy> Index<T> {
    pub fn new() -> Index<T> {
        Index { entries: vec![None; START], len: 0 }
    }

    pub fn clear(&mut self) {
        self.entries.fill(None);
        self.len = 0;
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Option<Entry<T>>>()
    }

    /// The place of a key, or the free one where it would be. Keys are as good as random: their first bits tell it.
    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        let mask = self.entries.len() - 1;
        let mut place = (key >> (64 - self.entries.len().trailing_zeros())) as usize & mask;
        while self.entries[place].as_ref().is_some_and(|entry| entry.key != key) {
            place = (place + 1) & mask;
        }
        place
    }

    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<T> {
        self.entries[self.place(key)].map(|entry| entry.value)
    }

    /// Replaces the value of a key.
    pub fn set(&mut self, key: u64, value: T) {
        let place = self.place(key);
        if let Some(entry) = &mut self.entries[place] {
            entry.value = value;
        }
    }

    /// Adds a key that is not there if memory allows. Returns whether it did.
    pub fn insert(&mut self, key: u64, value: T, quota: &Quota) -> bool {
        let granted = (self.len + 1) * 4 <= self.entries.len() * 3 || self.enlarge(quota);
        if granted {
            let place = self.place(key);
            self.entries[place] = Some(Entry { key, value });
            self.len += 1;
        }
        granted
    }

    #[cold]
    fn enlarge(&mut self, quota: &Quota) -> bool {
        // Both tables exist while one is copied into the other.
        let (before, larger) = (self.bytes(), self.entries.len() * 2);
        let granted = quota.take(2 * before);
        if granted {
            let old = std::mem::replace(&mut self.entries, vec![None; larger]);
            for entry in old.into_iter().flatten() {
                let place = self.place(entry.key);
                self.entries[place] = Some(entry);
            }
            quota.give_back(before);
        }
        granted
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
        let at_first = index.bytes();
        for number in 0..20_000usize {
            // Every other key differs from the one before in its last bit.
            let key = if number % 2 == 0 { rng.next_u64() } else { keys[number - 1] ^ 1 };
            assert!(index.insert(key, number, &quota));
            keys.push(key);
        }
        assert_eq!(quota.used() + at_first, index.bytes());
        assert!((0..20_000).all(|number| index.get(keys[number]) == Some(number)));
        assert_eq!(index.get(rng.next_u64()), None);
        index.set(keys[7], 70);
        assert_eq!((index.get(keys[6]), index.get(keys[7])), (Some(6), Some(70)));
    }

    #[test]
    fn a_full_index_refuses() {
        let quota = Quota::new(0);
        let mut index = Index::new();
        let count = (0..10_000u64).take_while(|&number| index.insert(number << 40, number, &quota)).count();
        assert_eq!(count, START * 3 / 4);
    }
}
