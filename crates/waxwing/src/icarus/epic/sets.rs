//! What is known about the actions out of a position, where the game gives them as sets of bits.
//!
//! A position has a [`Word`] for every 64 actions of the game. A pass counts all actions of its set as available at once:
//! there is a byte for each, eight of them are added to in one sum, and before one of them is full they are emptied into the
//! [`Arm`]s. An action gets an arm when it is visited or its byte is emptied; the arms of a word lie side by side. As long as
//! an action is unvisited, a choice reads nothing but which ones are.

use super::edges::{Arm, Block, Statistics};
use super::index::afford;
use super::roots::Roots;
use crate::Rng;
use crate::bits::{RankedWords, squares};
use crate::game::{ActionSet, Reward, SetWords};
use crate::icarus::Quota;
use crate::icarus::highest::Highest;

/// A byte cannot count further.
const FULL: u8 = 255;

/// Stands for no arm.
const NONE: u8 = u8::MAX;
/// How many arms a word has room for at first.
const SMALLEST: u8 = 4;

/// 64 actions of a position.
#[derive(Clone, Copy)]
struct Word {
    visited: u64,
    /// Where their arms begin.
    arms: u32,
    /// How many arms there are, and how many there is room for.
    used: u8,
    room: u8,
    /// How many passes the bytes have counted.
    passes: u8,
    /// How often each was available, beside what its arm says.
    available: [u8; 64],
    /// Which of the arms is each one's, or [`NONE`].
    arm: [u8; 64],
}

const UNPASSED: Word = Word { visited: 0, arms: 0, used: 0, room: 0, passes: 0, available: [0; 64], arm: [NONE; 64] };

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
    arms: Vec<Arm>,
    c: f32,
    roots: Roots,
    /// How many words a position has.
    width: usize,
}

impl Sets {
    /// For a game with this many actions.
    pub fn new(action_space: usize, c: f32) -> Sets {
        Sets { words: Vec::new(), arms: Vec::new(), c, roots: Roots::get(), width: action_space.div_ceil(64) }
    }

    pub fn clear(&mut self) {
        self.words.clear();
        self.arms.clear();
    }

    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<Word>() + self.arms.capacity() * size_of::<Arm>()
    }

    /// The words of a new position, if memory allows.
    pub fn make(&mut self, quota: &Quota) -> Option<Block> {
        afford(&mut self.words, self.width, quota).then(|| {
            let first = self.words.len();
            self.words.resize(first + self.width, UNPASSED);
            Block { first: first as u32, ..Block::NONE }
        })
    }

    /// The arms of a word, and room for more.
    #[inline]
    fn arms_of(&self, word: &Word) -> &[Arm] {
        &self.arms[word.arms as usize..][..word.room.into()]
    }

    /// What is known of an action, beside what its byte has counted.
    fn arm(&self, word: &Word, place: usize) -> &Arm {
        self.arms_of(word).get(usize::from(word.arm[place])).unwrap_or(&Arm::UNVISITED)
    }

    /// The value of an action.
    pub fn value(&self, block: Block, key: u64) -> f32 {
        let (word, place) = (&self.words[block.first as usize + key as usize / 64], key as usize % 64);
        self.arm(word, place).value(word.available[place].into(), self.roots)
    }

    /// The index of an action of the set with the highest value, ties broken uniformly.
    #[inline]
    pub fn best<A>(&self, block: Block, set: &ActionSet<A>, rng: &mut Rng) -> usize {
        let words = &self.words[block.first as usize + set.first / 64..];
        let unvisited: SetWords =
            std::array::from_fn(|word| set.words[word] & !words.get(word).map_or(u64::MAX, |known| known.visited));
        if unvisited.iter().any(|&word| word != 0) {
            return set.draw(unvisited, rng);
        }
        set.first + self.highest(words, set.words, rng) as usize
    }

    /// The bit with the highest value, ties broken uniformly. (As a part of what calls it, the loop has too few registers.)
    #[inline(never)]
    fn highest(&self, words: &[Word], set: SetWords, rng: &mut Rng) -> u32 {
        let mut highest = Highest::NONE;
        self.each(words, set, |bit, value| highest.see(bit, value));
        highest.only().unwrap_or_else(|| self.draw_of_equals(words, set, highest.value, rng))
    }

    #[cold]
    fn draw_of_equals(&self, words: &[Word], set: SetWords, high: f32, rng: &mut Rng) -> u32 {
        let mut equals = SetWords::default();
        self.each(words, set, |bit, value| equals[bit as usize / 64] |= u64::from(value == high) << (bit % 64));
        let (word, place) = RankedWords::new_sparse(equals).draw(rng);
        64 * word as u32 + u32::from(place)
    }

    /// Every bit of a set with its value. All have arms.
    #[inline]
    fn each(&self, words: &[Word], set: SetWords, mut each: impl FnMut(u32, f32)) {
        for (number, (bits, word)) in set.into_iter().zip(words).enumerate() {
            if bits == 0 {
                continue;
            }
            let arms = self.arms_of(word);
            for square in squares(bits) {
                let place = usize::from(square % 64);
                let value = arms[usize::from(word.arm[place])].value(word.available[place].into(), self.roots);
                each(64 * number as u32 + u32::from(square), value);
            }
        }
    }

    pub fn statistics(&self, block: Block, key: u64) -> Statistics {
        let (word, place) = (&self.words[block.first as usize + key as usize / 64], key as usize % 64);
        let arm = self.arm(word, place);
        let counted = arm.statistics.available + u32::from(word.available[place]);
        Statistics { available: counted, ..arm.statistics }
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
    #[inline(always)]
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

    /// Adds what the bytes of a word have counted to its arms, as long as memory allows. Returns whether it did.
    #[cold]
    fn empty_bytes(&mut self, at: usize, quota: &Quota) -> bool {
        for place in 0..64 {
            if self.words[at].available[place] > 0 {
                let Some(arm) = self.arm_to_write(at, place, quota) else { return false };
                let count = std::mem::take(&mut self.words[at].available[place]);
                self.arms[arm].statistics.available += u32::from(count);
            }
        }
        self.words[at].passes = 0;
        true
    }

    #[inline(always)]
    fn visit(&mut self, block: Block, chosen: u64, reward: Reward, quota: &Quota) {
        let (at, place) = (block.first as usize + chosen as usize / 64, chosen as usize % 64);
        if let Some(arm) = self.arm_to_write(at, place, quota) {
            self.words[at].visited |= 1 << place;
            self.arms[arm].visit(reward, self.c);
        }
    }

    /// The arm of an action, made if there is none and memory allows it.
    #[inline]
    fn arm_to_write(&mut self, at: usize, place: usize, quota: &Quota) -> Option<usize> {
        let word = &self.words[at];
        match word.arm[place] {
            NONE => self.make_arm(at, place, quota),
            arm => Some(word.arms as usize + usize::from(arm)),
        }
    }

    #[cold]
    fn make_arm(&mut self, at: usize, place: usize, quota: &Quota) -> Option<usize> {
        if self.words[at].used == self.words[at].room {
            self.enlarge(at, quota)?;
        }
        let word = &mut self.words[at];
        word.arm[place] = word.used;
        word.used += 1;
        Some(word.arms as usize + usize::from(word.arm[place]))
    }

    /// Moves the arms of a word to where there is room for more, if memory allows. Their old place is lost, but not more
    /// than all arms hold.
    fn enlarge(&mut self, at: usize, quota: &Quota) -> Option<()> {
        let word = &mut self.words[at];
        let room = (2 * word.room).max(SMALLEST);
        afford(&mut self.arms, room.into(), quota).then(|| {
            let (old, new) = (word.arms as usize, self.arms.len());
            self.arms.extend_from_within(old..old + usize::from(word.used));
            self.arms.resize(new + usize::from(room), Arm::UNVISITED);
            (word.arms, word.room) = (new as u32, room);
        })
    }
}
