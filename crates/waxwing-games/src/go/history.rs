//! The positions of a game so far, as 64-bit hashes, for the rules that none may come up again.
//!
//! Most moves lead to more stones than there ever were and so to a new position; a few bits tell most of the others.

use super::MOST_PLIES;

/// The positions before the first move and after each.
const MOST: usize = MOST_PLIES + 1;
/// The words of the filter.
const WORDS: usize = 32;

/// The hashes; what lies behind their count has no meaning.
#[derive(Debug)]
pub(super) struct History {
    /// A bit for each class of positions: whether one of them has come up.
    classes: [u64; WORDS],
    /// The most stones that any position had.
    most_stones: u16,
    count: u16,
    hashes: [u64; MOST],
}

impl Clone for History {
    fn clone(&self) -> Self {
        History { ..*self }
    }

    #[inline]
    fn clone_from(&mut self, other: &Self) {
        let count = usize::from(other.count);
        self.hashes[..count].copy_from_slice(&other.hashes[..count]);
        (self.classes, self.most_stones, self.count) = (other.classes, other.most_stones, other.count);
    }
}

impl History {
    pub(super) fn new() -> Self {
        History { classes: [0; WORDS], most_stones: 0, count: 0, hashes: [0; MOST] }
    }

    #[inline]
    pub(super) fn push(&mut self, hash: u64, stones: u16) {
        // (The game is over before the room is full.)
        if let Some(place) = self.hashes.get_mut(usize::from(self.count)) {
            *place = hash;
            self.count += 1;
        }
        self.most_stones = self.most_stones.max(stones);
        let (word, bit) = class(hash);
        self.classes[word] |= bit;
    }

    /// Whether the position of this hash, with this many stones, has come up.
    #[inline]
    pub(super) fn contains(&self, hash: u64, stones: u16) -> bool {
        let (word, bit) = class(hash);
        stones <= self.most_stones
            && self.classes[word] & bit != 0
            && self.hashes[..usize::from(self.count)].contains(&hash)
    }
}

/// The word and the bit of a position's class.
#[inline]
fn class(hash: u64) -> (usize, u64) {
    (hash as usize >> 6 & (WORDS - 1), 1 << (hash & 63))
}
