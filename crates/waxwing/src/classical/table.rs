//! The transposition table: what is known of positions, by their hash.
//!
//! An entry takes 16 bytes, and two of them form a bucket: the first is kept for the deeper search, the second takes whatever
//! comes. The table begins small and doubles as it fills, up to its share of the memory; so a short search stays in the
//! processor's cache.
//!
//! It is kept from move to move of a game. Entries of earlier searches still guide, but what they took for certain is forgotten:
//! positions that have been on the board since then may have made a draw by repetition of what was won. Within one search
//! certain wins need no such care: each leads to ends that come nearer with every ply, so no position of the way comes
//! twice, and those that were there before the search are the same for all of it.

use super::depth::Depth;
use super::score::{Score, Window};

/// Which side of the truth a score is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The position is worth this much or less.
    Most = 1,
    /// This much or more.
    Least = 2,
    Exact = 3,
}

impl Bound {
    /// What a search with this window has found out by a score.
    #[inline]
    pub fn of(score: Score, window: Window) -> Bound {
        match () {
            () if score >= window.beta => Bound::Least,
            () if score <= window.alpha => Bound::Most,
            () => Bound::Exact,
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Seen from the position itself: [`Score::seen_from_position`].
    pub score: Score,
    pub bound: Bound,
    /// How deep the search was, [`Depth::CERTAIN`] for what holds at any depth; nothing at all for what is out of date.
    pub depth: Depth,
    /// The place of the best action in the list of legal ones.
    pub action: u16,
}

impl Entry {
    /// Whether it answers what a search of this depth with this window asks. The score is the one seen from the root.
    #[inline]
    pub fn answers(&self, depth: Depth, score: Score, window: Window) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Least => score >= window.beta,
                Bound::Most => score <= window.alpha,
            }
    }
}

/// The word of a score, a depth, a bound and the search that found them; and the word of the check and the action.
type Packed = [u64; 2];

/// Two entries; a word for what was found is never 0.
type Bucket = [u64; 4];

/// The bits of the hash that an entry has beside its place.
const CHECK: u64 = !0xffff;

/// The number of buckets that a table starts with. From here on their number and the check together tell the whole
/// hash.
const FIRST_BUCKETS: usize = 1 << 16;

/// Entries by hash.
pub(super) struct TranspositionTable {
    /// A power of two of them.
    buckets: Vec<Bucket>,
    /// The most there may be.
    most: usize,
    used: usize,
    /// The number of the search.
    search: u8,
    /// How many searches before this one belong to the same game.
    earlier: u8,
}

impl TranspositionTable {
    /// The bytes of the smallest table.
    pub const LEAST: usize = size_of::<Bucket>();

    /// An empty table of at most this many bytes, but no less than [`TranspositionTable::LEAST`].
    pub fn new(bytes: usize) -> TranspositionTable {
        let most = (bytes / size_of::<Bucket>()).max(1);
        let most = 1 << most.ilog2();
        TranspositionTable { buckets: vec![[0; 4]; most.min(FIRST_BUCKETS)], most, used: 0, search: 0, earlier: 0 }
    }

    /// A new search begins, perhaps of another game.
    pub fn begin(&mut self, new_game: bool) {
        if self.search == u8::MAX {
            self.buckets.fill([0; 4]);
            (self.search, self.used) = (0, 0);
        }
        self.search += 1;
        self.earlier = if new_game { 0 } else { self.earlier.saturating_add(1) };
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Whether most of the entries that it may have are in use, so that new ones displace others.
    pub fn is_full(&self) -> bool {
        2 * self.used >= 3 * self.most
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        hash as usize & (self.buckets.len() - 1)
    }

    /// What is known of a position.
    #[inline]
    pub fn find(&self, hash: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.place(hash)];
        let found = (0..2).find(|&half| (bucket[2 * half] ^ hash) & CHECK == 0 && bucket[2 * half + 1] != 0)?;
        let (first, second) = (bucket[2 * found], bucket[2 * found + 1]);
        let age = self.search.wrapping_sub(second as u8);
        if age > self.earlier {
            return None;
        }
        let depth = Depth::unpack((second >> 16) as u16);
        Some(Entry {
            score: Score::from_bits((second >> 32) as u32),
            bound: match second >> 8 & 3 {
                1 => Bound::Most,
                2 => Bound::Least,
                _ => Bound::Exact,
            },
            depth: if age > 0 && depth == Depth::CERTAIN { Depth::NONE } else { depth },
            action: first as u16,
        })
    }

    /// Remembers what was found out about a position.
    #[inline]
    pub fn store(&mut self, hash: u64, entry: Entry) {
        let packed = [
            hash & CHECK | u64::from(entry.action),
            u64::from(entry.score.bits()) << 32
                | u64::from(entry.depth.pack()) << 16
                | (entry.bound as u64) << 8
                | u64::from(self.search),
        ];
        let place = self.place(hash);
        self.used += usize::from(insert(&mut self.buckets[place], packed));
        if self.used > self.buckets.len() && 2 * self.buckets.len() <= self.most {
            self.grow();
        }
    }

    /// Doubles the number of buckets. Each shares its entries between two new ones.
    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.buckets);
        self.buckets = vec![[0; 4]; 2 * old.len()];
        for (place, bucket) in old.iter().enumerate() {
            for packed in [[bucket[0], bucket[1]], [bucket[2], bucket[3]]] {
                if packed[1] != 0 {
                    // The check lacks the lowest bits of the hash, which the place has.
                    let place = self.place(packed[0] & CHECK | place as u64 & !CHECK);
                    let half = usize::from(self.buckets[place][1] != 0);
                    self.buckets[place][2 * half..2 * half + 2].copy_from_slice(&packed);
                }
            }
        }
    }
}

/// Puts an entry into a bucket; returns whether it took a free place.
#[inline]
fn insert(bucket: &mut Bucket, packed: Packed) -> bool {
    let depth = |found: u64| (found >> 16) as u16;
    let is_same = |half: usize| (bucket[2 * half] ^ packed[0]) & CHECK == 0 && bucket[2 * half + 1] != 0;
    let is_current = |half: usize| bucket[2 * half + 1] as u8 == packed[1] as u8;
    let certain = Depth::CERTAIN.pack();
    let half = match (0..2).find(|&half| is_same(half)) {
        // A guess does not replace a certainty.
        Some(half) if is_current(half) && depth(bucket[2 * half + 1]) == certain && depth(packed[1]) != certain => {
            return false;
        }
        Some(half) => half,
        None if !is_current(0) => 0,
        None if depth(packed[1]) >= depth(bucket[1]) => {
            let free = bucket[3] == 0;
            (bucket[2], bucket[3]) = (bucket[0], bucket[1]);
            (bucket[0], bucket[1]) = (packed[0], packed[1]);
            return free;
        }
        None => 1,
    };
    let free = bucket[2 * half + 1] == 0;
    (bucket[2 * half], bucket[2 * half + 1]) = (packed[0], packed[1]);
    free
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    fn entry(action: u16, plies: u32) -> Entry {
        Entry { score: Score::of(f32::from(action)), bound: Bound::Least, depth: Depth::plies(plies), action }
    }

    #[test]
    fn what_is_stored_is_found_also_after_the_table_has_grown() {
        let mut table = TranspositionTable::new(64 << 20);
        table.begin(true);
        let mut rng = Rng::new(1);
        let hashes: Vec<u64> = (0..300_000).map(|_| rng.next_u64()).collect();
        for (number, &hash) in hashes.iter().enumerate() {
            table.store(hash, entry(number as u16, 3));
        }
        assert!(table.bytes() > FIRST_BUCKETS * 32 && table.bytes() <= 64 << 20);
        let found =
            hashes.iter().enumerate().filter(|&(number, &hash)| table.find(hash) == Some(entry(number as u16, 3)));
        // A bucket that was given more than two has lost some.
        assert!(found.count() > 240_000);
        let others = (0..300_000).filter(|_| table.find(rng.next_u64()).is_some());
        assert_eq!(others.count(), 0, "nothing is found that was not stored");
    }

    #[test]
    fn a_bucket_keeps_the_deepest_entry_and_the_last() {
        let mut table = TranspositionTable::new(32);
        table.begin(true);
        let hash = |number: u64| number << 32;
        [9, 2, 3, 4]
            .iter()
            .zip(0..)
            .for_each(|(&plies, number)| table.store(hash(number), entry(number as u16, plies)));
        let known: Vec<u64> = (0..4).filter(|&number| table.find(hash(number)).is_some()).collect();
        assert_eq!(known, [0, 3]);
        assert!(table.is_full() && table.bytes() == 32);
    }

    #[test]
    fn certainties_hold_for_their_search_entries_for_their_game() {
        let mut table = TranspositionTable::new(1 << 20);
        table.begin(true);
        let certain = Entry { depth: Depth::CERTAIN, ..entry(5, 0) };
        table.store(7, certain);
        table.store(7, entry(6, 3));
        assert_eq!(table.find(7), Some(certain));
        table.begin(false);
        assert_eq!(table.find(7), Some(Entry { depth: Depth::NONE, ..certain }));
        table.begin(true);
        assert_eq!(table.find(7), None);
        table.store(7, entry(6, 3));
        for _ in 0..300 {
            table.begin(true);
            assert_eq!(table.find(7), None);
        }
    }
}
