//! What is known about the actions out of a position, where the game gives them as sets of bits.
//!
//! A position has a [`Word`] for every 64 actions of the game. A pass counts all actions of its set as available at once:
//! there is a byte for each, eight of them are added to in one sum, and before one of them is full they are emptied into the
//! [`Arm`]s. Arms come in rows of 64, made when the first of them is visited. As long as an action is unvisited, a choice reads
//! nothing but which ones are.

use super::edges::{Block, Statistics};
use super::index::afford;
use super::roots::Roots;
use crate::Rng;
use crate::bits::{RankedWords, squares};
use crate::game::{ActionSet, Reward, SetWords};
use crate::icarus::{Quota, REWARD_UNIT};

/// A byte cannot count further.
const FULL: u32 = 255;

/// 64 actions of a position.
#[derive(Clone, Copy)]
struct Word {
    visited: u64,
    /// The row of their arms. The first of all rows stands for none: nothing is ever written there.
    row: u32,
    /// How many passes the bytes have counted.
    passes: u32,
    /// How often each was available, beside what its arm says.
    available: [u8; 64],
}

const UNPASSED: Word = Word { visited: 0, row: 0, passes: 0, available: [0; 64] };

#[derive(Clone, Copy)]
struct Arm {
    /// q in fixed point.
    sum: i64,
    visits: u32,
    /// What the bytes have counted and do not hold any more.
    available: u32,
    /// q/n, or infinite.
    mean: f32,
    /// c/√n.
    scale: f32,
}

type Row = [Arm; 64];

const UNVISITED: Arm = Arm { sum: 0, visits: 0, available: 0, mean: f32::INFINITY, scale: 0.0 };

/// `SPREAD[byte]` has a byte of 1 for every bit of the byte.
static SPREAD: [u64; 256] = spread();

const fn spread() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
}

pub(super) struct Sets {
    words: Vec<Word>,
    rows: Vec<Row>,
    c: f32,
    roots: Roots,
    /// How many words a position has.
    width: usize,
}

impl Sets {
    /// For a game with so many actions.
    pub fn new(action_space: usize, c: f32) -> Sets {
        Sets { words: Vec::new(), rows: Vec::new(), c, roots: Roots::get(), width: action_space.div_ceil(64) }
    }

    pub fn clear(&mut self) {
        self.words.clear();
        self.rows.clear();
    }

    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<Word>() + self.rows.capacity() * size_of::<Row>()
    }

    /// The words of a new position, if memory allows.
    pub fn make(&mut self, quota: &Quota) -> Option<Block> {
        if self.rows.is_empty() {
            self.make_row(quota)?;
        }
        afford(&mut self.words, self.width, quota).then(|| {
            let first = self.words.len();
            self.words.resize(first + self.width, UNPASSED);
            Block { first: first as u32, ..Block::NONE }
        })
    }

    fn make_row(&mut self, quota: &Quota) -> Option<u32> {
        afford(&mut self.rows, 1, quota).then(|| {
            self.rows.push([UNVISITED; 64]);
            self.rows.len() as u32 - 1
        })
    }

    #[inline]
    fn arm(&self, word: &Word, place: usize) -> &Arm {
        &self.rows[word.row as usize][place % 64]
    }

    #[inline]
    fn value_at(&self, word: &Word, place: usize) -> f32 {
        let arm = self.arm(word, place);
        arm.mean + arm.scale * self.roots.of(arm.available + u32::from(word.available[place % 64]))
    }

    /// The value of an action.
    pub fn value(&self, block: Block, key: u64) -> f32 {
        self.value_at(&self.words[block.first as usize + key as usize / 64], key as usize % 64)
    }

    /// The index of an action of the set with the highest value, ties broken uniformly.
    #[inline]
    pub fn best<A>(&self, block: Block, set: &ActionSet<A>, rng: &mut Rng) -> usize {
        let words = &self.words[block.first as usize + set.first / 64..];
        let unvisited: SetWords =
            std::array::from_fn(|word| set.words[word] & !words.get(word).map_or(u64::MAX, |known| known.visited));
        if unvisited.iter().any(|&word| word != 0) {
            let (word, place) = RankedWords::new_sparse(unvisited).draw(rng);
            return set.index(word, place);
        }
        set.first + self.highest(words, set.words, rng) as usize
    }

    /// The bit with the highest value, ties broken uniformly.
    ///
    /// No value is negative, so that their bits are ordered like numbers. The loop keeps the two highest of them and branches on none.
    #[inline]
    fn highest(&self, words: &[Word], set: SetWords, rng: &mut Rng) -> u32 {
        let (mut best, mut second) = (0u64, 0u32);
        self.each(words, set, |bit, value| {
            second = second.max(value.min((best >> 32) as u32));
            best = best.max(u64::from(value) << 32 | u64::from(bit));
        });
        let high = (best >> 32) as u32;
        if second != high { best as u32 } else { self.draw_of_equals(words, set, high, rng) }
    }

    #[cold]
    fn draw_of_equals(&self, words: &[Word], set: SetWords, high: u32, rng: &mut Rng) -> u32 {
        let mut equals = SetWords::default();
        self.each(words, set, |bit, value| equals[bit as usize / 64] |= u64::from(value == high) << (bit % 64));
        let (word, place) = RankedWords::new_sparse(equals).draw(rng);
        64 * word as u32 + u32::from(place)
    }

    /// Every bit of a set with the bits of its value.
    #[inline]
    fn each(&self, words: &[Word], set: SetWords, mut each: impl FnMut(u32, u32)) {
        for (number, (bits, word)) in set.into_iter().zip(words).enumerate() {
            for place in squares(bits) {
                each(64 * number as u32 + u32::from(place), self.value_at(word, place.into()).to_bits());
            }
        }
    }

    pub fn statistics(&self, block: Block, key: u64) -> Statistics {
        let (word, place) = (&self.words[block.first as usize + key as usize / 64], key as usize % 64);
        let &Arm { sum, visits, available, .. } = self.arm(word, place);
        Statistics { sum, visits, available: available + u32::from(word.available[place]) }
    }

    /// One pass: every action of the set was available, one was played.
    #[inline]
    pub fn count(&mut self, block: Block, first: usize, set: SetWords, chosen: u64, reward: Reward, quota: &Quota) {
        let at = block.first as usize + first / 64;
        for (number, bits) in set.into_iter().enumerate() {
            if bits != 0 {
                self.count_word(at + number, bits, quota);
            }
        }
        self.visit(block, chosen, reward, quota);
    }

    /// The same for a list.
    pub fn count_list(
        &mut self,
        block: Block,
        keys: impl Iterator<Item = u64>,
        chosen: u64,
        reward: Reward,
        quota: &Quota,
    ) {
        for key in keys {
            self.count_word(block.first as usize + key as usize / 64, 1 << (key % 64), quota);
        }
        self.visit(block, chosen, reward, quota);
    }

    /// Counts actions of a word as available, as long as memory allows.
    #[inline]
    fn count_word(&mut self, at: usize, bits: u64, quota: &Quota) {
        if self.words[at].passes == FULL && !self.empty_bytes(at, quota) {
            return;
        }
        let word = &mut self.words[at];
        word.passes += 1;
        for (row, counts) in word.available.as_chunks_mut().0.iter_mut().enumerate() {
            *counts = (u64::from_le_bytes(*counts) + SPREAD[(bits >> (8 * row)) as usize & 0xff]).to_le_bytes();
        }
    }

    /// Adds what the bytes of a word have counted to its arms. Returns whether memory allowed it.
    #[cold]
    fn empty_bytes(&mut self, at: usize, quota: &Quota) -> bool {
        let Some(row) = self.row_to_write(at, quota) else { return false };
        let Word { available, passes, .. } = &mut self.words[at];
        for (arm, count) in self.rows[row].iter_mut().zip(available) {
            arm.available += u32::from(std::mem::take(count));
        }
        *passes = 0;
        true
    }

    /// The row of a word's arms, made if there is none and memory allows it.
    #[inline]
    fn row_to_write(&mut self, at: usize, quota: &Quota) -> Option<usize> {
        if self.words[at].row == 0 {
            self.words[at].row = self.make_row(quota)?;
        }
        Some(self.words[at].row as usize)
    }

    #[inline]
    fn visit(&mut self, block: Block, chosen: u64, reward: Reward, quota: &Quota) {
        let (at, place) = (block.first as usize + chosen as usize / 64, chosen as usize % 64);
        let Some(row) = self.row_to_write(at, quota) else { return };
        self.words[at].visited |= 1 << place;
        let arm = &mut self.rows[row][place];
        arm.sum += reward.bits();
        arm.visits += 1;
        let share = 1.0 / arm.visits as f32;
        arm.mean = arm.sum as f32 * REWARD_UNIT * share;
        arm.scale = self.c * share.sqrt();
    }
}
