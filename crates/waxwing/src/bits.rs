//! Sets of squares as words of bits, for boards with rows of up to eight squares: counting, choosing and listing the set
//! bits without branches on the board.
//!
//! ```
//! use waxwing::bits::Ranked;
//! let squares = Ranked::new(0b1_0010_1000);
//! assert_eq!((squares.count(), squares.select(0), squares.select(2)), (3, 3, 8));
//! ```
//!
//! The default x86-64 target has no instruction that counts bits, so the counts of the eight bytes are computed side by
//! side in one word; their running sums then say in which byte the k-th bit lies, and a small table where in that byte.

use std::num::NonZero;

use crate::Rng;

/// A word with the same byte everywhere.
pub const fn repeat(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// `POSITIONS[byte][k]`: where the k-th set bit of the byte is. Entries past the last one are 0.
static POSITIONS: [[u8; 8]; 256] = positions();

const fn positions() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][found] = bit as u8;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// The number of set bits in each byte.
#[inline(always)]
pub const fn byte_counts(bits: u64) -> u64 {
    let pairs = bits - ((bits >> 1) & repeat(0x55));
    let nibbles = (pairs & repeat(0x33)) + ((pairs >> 2) & repeat(0x33));
    (nibbles + (nibbles >> 4)) & repeat(0x0f)
}

/// Writes a number to the places of a set's squares.
#[inline]
pub fn spread(set: u64, number: u8, places: &mut [u8]) {
    squares(set).for_each(|square| places[usize::from(square)] = number);
}

/// A word with bit `i` set where the i-th answer is yes.
#[inline(always)]
pub fn pack<const COUNT: usize>(answers: [bool; COUNT]) -> u64 {
    answers.iter().enumerate().fold(0, |bits, (place, &answer)| bits | u64::from(answer) << place)
}

/// The squares of a set, in ascending order.
#[inline(always)]
pub fn squares(set: u64) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        let some = NonZero::new(left)?;
        left &= left - 1;
        Some(some.trailing_zeros() as u8)
    })
}

/// A number that tells positions apart which differ in one of these words.
#[inline]
pub fn hash<const WORDS: usize>(words: [u64; WORDS]) -> u64 {
    words.into_iter().fold(0, Rng::derive)
}

/// A set of squares with the running sums of its byte counts, ready to be counted and chosen from.
#[derive(Clone, Copy)]
pub struct Ranked {
    bits: u64,
    /// Byte `i` counts the set bits of bytes `0..=i`.
    sums: u64,
}

impl Ranked {
    #[inline(always)]
    pub fn new(bits: u64) -> Self {
        Ranked { bits, sums: byte_counts(bits).wrapping_mul(repeat(1)) }
    }

    /// The number of set bits.
    #[inline(always)]
    pub fn count(self) -> usize {
        (self.sums >> 56) as usize
    }

    /// The square of the k-th set bit, counted from 0; `k` is below the count.
    #[inline(always)]
    pub fn select(self, k: usize) -> u8 {
        let k = k as u64;
        // A byte of the difference keeps its high bit where the sum is at most k; counts stay below 128, so no borrow
        // crosses a byte. The first byte without it holds the bit.
        let at_most_k = ((k * repeat(1)) | repeat(0x80)) - self.sums;
        // (The last byte always does in the end: saying so spares a test for an empty word.)
        let shift = ((!at_most_k & repeat(0x80)) | 1 << 63).trailing_zeros() & 56;
        let before = ((self.sums << 8) >> shift) & 0xff;
        let byte = (self.bits >> shift) as u8;
        shift as u8 + POSITIONS[usize::from(byte)][((k - before) & 7) as usize]
    }
}

/// Several words side by side, ready to be chosen from as one set.
#[derive(Clone, Copy)]
pub struct RankedWords<const WORDS: usize> {
    words: [Ranked; WORDS],
    /// How many set bits lie before each word.
    before: [usize; WORDS],
    count: usize,
}

impl<const WORDS: usize> RankedWords<WORDS> {
    #[inline(always)]
    pub fn new(words: [u64; WORDS]) -> Self {
        let words = words.map(Ranked::new);
        let mut count = 0;
        let before = words.map(|word| {
            count += word.count();
            count - word.count()
        });
        RankedWords { words, before, count }
    }

    /// The same for words of which often only the first is not empty.
    #[inline(always)]
    pub fn new_sparse(words: [u64; WORDS]) -> Self {
        if words[1..].iter().any(|&word| word != 0) {
            return RankedWords::new(words);
        }
        let first = Ranked::new(words[0]);
        let (mut words, mut before) = ([Ranked { bits: 0, sums: 0 }; WORDS], [first.count(); WORDS]);
        (words[0], before[0]) = (first, 0);
        RankedWords { words, before, count: first.count() }
    }

    /// The number of set bits.
    #[inline(always)]
    pub fn count(self) -> usize {
        self.count
    }

    /// A set bit, uniformly: its word, and its place there. There is at least one.
    #[inline(always)]
    pub fn draw(self, rng: &mut Rng) -> (usize, u8) {
        self.select(rng.below(self.count))
    }

    /// The k-th set bit: its word, and its place there. `k` is below their number.
    #[inline(always)]
    pub fn select(self, k: usize) -> (usize, u8) {
        let (mut word, mut before) = (0, 0);
        for number in 1..WORDS {
            let is_beyond = k >= self.before[number];
            word += usize::from(is_beyond);
            before = if is_beyond { self.before[number] } else { before };
        }
        (word, self.words[word].select(k - before))
    }
}

/// A list is written eight entries at a time: this much room is needed behind its end.
pub const SPARE: usize = 8;

/// Writes what `make` gives for the squares of the set bits, in ascending order, to `room[start..]`; returns where they
/// end. What lies behind has no meaning.
///
/// Every row takes the same time, however many bits it has: no branch depends on the board.
#[inline(always)]
pub fn list<T: Copy>(bits: u64, room: &mut [T], start: usize, make: impl Fn(u8) -> T) -> usize {
    let counts = byte_counts(bits);
    let mut end = start;
    for row in 0..8 {
        let byte = (bits >> (8 * row)) as u8;
        let positions = u64::from_le_bytes(POSITIONS[usize::from(byte)]) + repeat(8 * row);
        let slots: &mut [T; SPARE] = (&mut room[end..end + SPARE]).try_into().expect("the slice has this length");
        for (slot, position) in slots.iter_mut().zip(positions.to_le_bytes()) {
            *slot = make(position);
        }
        end += (counts >> (8 * row)) as usize & 15;
    }
    end
}

/// Appends room for `ROOM` items to a vector, lets `fill` write its first items, and cuts it down to the number that
/// it returns. The items are written in place, as copying them right after would wait for each of the small writes.
#[inline(always)]
pub fn extend<T: Copy, const ROOM: usize>(items: &mut Vec<T>, blank: T, fill: impl FnOnce(&mut [T; ROOM]) -> usize) {
    let start = items.len();
    items.extend_from_slice(&[blank; ROOM]);
    let room = items.last_chunk_mut().expect("the room has just been appended");
    let length = fill(room);
    items.truncate(start + length);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_choosing_and_listing_agree_with_a_loop_over_the_bits() {
        let mut rng = Rng::new(1);
        let random = (0..2000).map(|_| rng.next_u64() & rng.next_u64()).collect::<Vec<_>>();
        for bits in random.into_iter().chain([0, 1, u64::MAX, 1 << 63, 0xff, 0xff << 56]) {
            let squares: Vec<u8> = (0..64).filter(|&square| bits >> square & 1 == 1).collect();
            let ranked = Ranked::new(bits);
            assert_eq!(ranked.count(), squares.len());
            assert!(squares.iter().enumerate().all(|(k, &square)| ranked.select(k) == square));
            let words = RankedWords::new([bits, 0, !bits]);
            let places = squares
                .iter()
                .map(|&square| (0, square))
                .chain((0..64).filter(|square| bits >> square & 1 == 0).map(|square| (2, square)));
            assert!(places.enumerate().all(|(k, place)| words.select(k) == place));
            let sparse = RankedWords::new_sparse([bits, 0]);
            assert_eq!(sparse.count(), squares.len());
            assert!(squares.iter().enumerate().all(|(k, &square)| sparse.select(k) == (0, square)));
            let mut room = [0; 1 + 64 + SPARE];
            let end = list(bits, &mut room, 1, |square| square);
            assert_eq!(room[1..end], squares);
        }
    }
}
