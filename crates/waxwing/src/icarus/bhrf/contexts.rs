//! The contexts, as a choice needs them: a forest is large, and what a choice costs are the cache lines that it waits
//! for.
//!
//! All that a choice reads of a small context is one record, a cache line or two:
//!
//! ```text
//! bits of moves to longer contexts | the set of replies | shorter context, bonus | weights of a few replies
//! ```
//!
//! More weights than fit lie in an arena. A longer context is found by a hash of all its moves, so that a processor can
//! look for it before the record of the shorter one has arrived. Contexts of one move are found by their index where
//! the game tells which actions are open: then the indices are few.

use super::bits;
use crate::game::Player;
use crate::icarus::mix;
use crate::icarus::quota::Quota;

/// The words of a cache line.
const LINE: usize = 8;
/// Stands for the first weight where all of them lie in the arena; the next word says where.
const ELSEWHERE: u64 = u64::MAX;
/// The first room of an index.
const FEWEST_SLOTS: usize = 256;

pub(super) struct Contexts {
    /// The first ones are the empty contexts of the players. Where the game tells what is open, those of one move
    /// follow.
    records: Vec<u64>,
    /// The hash of each context.
    hashes: Vec<u64>,
    arena: Vec<u64>,
    /// Contexts by their hash, with a part of their last key: the low and the high half of a slot. An empty one is 0.
    index: Vec<u64>,
    indexed: usize,
    players: usize,
    /// The words of a set of actions: none where the game does not tell what is open.
    words: usize,
    /// The words of a record: there is room for two weights at least.
    stride: usize,
}

/// A context that is looked for, or was found.
#[derive(Clone, Copy)]
pub(super) struct Context {
    pub number: u32,
    hash: u64,
}

/// The mean reward of a reply and 1/√visits, as one word.
pub(super) fn pack(mean: f32, spread: f32) -> u64 {
    join(mean.to_bits(), spread.to_bits())
}

#[inline]
fn join(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

#[inline]
fn halves(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}

#[inline]
fn bit(key: u64) -> u64 {
    1 << (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58)
}

/// The part of a key that a slot keeps: all of it, where the game tells what is open.
#[inline]
fn part(key: u64) -> u32 {
    (key ^ key >> 32) as u32
}

impl Contexts {
    pub fn new(players: usize, words: usize) -> Contexts {
        let (records, hashes, arena, index) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let stride = (words + 4).next_multiple_of(LINE);
        let mut contexts = Contexts { records, hashes, arena, index, indexed: 0, players, words, stride };
        contexts.clear();
        contexts
    }

    pub fn clear(&mut self) {
        self.records.clear();
        self.hashes.clear();
        self.arena.clear();
        self.index.fill(0);
        self.indexed = 0;
        for player in 0..self.players as u32 {
            self.push(player, u64::from(player));
        }
        for player in 0..self.players as u32 {
            for key in 0..self.one_move_contexts() as u64 {
                self.push(player, mix(u64::from(player), key));
            }
        }
    }

    /// How many contexts of one move each player has from the start.
    #[inline]
    fn one_move_contexts(&self) -> usize {
        64 * self.words
    }

    /// How many contexts there are.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    pub fn bytes(&self) -> usize {
        let words = [&self.records, &self.hashes, &self.arena, &self.index];
        words.iter().map(|words| words.capacity()).sum::<usize>() * size_of::<u64>()
    }

    fn push(&mut self, shorter: u32, hash: u64) {
        let place = self.records.len() + 1 + self.words;
        self.records.resize(self.records.len() + self.stride, 0);
        self.records[place] = join(shorter, 0);
        self.hashes.push(hash);
    }

    #[inline]
    fn record(&self, number: u32) -> &[u64] {
        let start = number as usize * self.stride;
        &self.records[start..start + self.stride]
    }

    fn record_mut(&mut self, number: u32) -> &mut [u64] {
        let (start, stride) = (number as usize * self.stride, self.stride);
        &mut self.records[start..start + stride]
    }

    /// The set of the replies: empty where the game does not tell what is open.
    #[inline]
    pub fn replies(&self, number: u32) -> &[u64] {
        &self.record(number)[1..1 + self.words]
    }

    /// Whether a reply may be open.
    #[inline]
    fn may_be_open(&self, number: u32, open: &[u64]) -> bool {
        self.words == 0 || bits::meet(self.replies(number), open)
    }

    /// b·√(ln n_c).
    #[inline]
    pub fn bonus(&self, number: u32) -> f32 {
        f32::from_bits(halves(self.record(number)[1 + self.words]).1)
    }

    pub fn set_bonus(&mut self, number: u32, bonus: f32) {
        let place = 1 + self.words;
        let (shorter, _) = halves(self.record(number)[place]);
        self.record_mut(number)[place] = join(shorter, bonus.to_bits());
    }

    /// The context with one move less; the empty contexts are their own.
    #[inline]
    fn shorter(&self, number: u32) -> u32 {
        halves(self.record(number)[1 + self.words]).0
    }

    /// A context and all shorter ones but the empty one.
    #[inline]
    pub fn shorter_and_shorter(&self, number: u32) -> impl Iterator<Item = u32> {
        let is_context = move |number: &u32| *number as usize >= self.players;
        let shorter = move |&number: &u32| Some(self.shorter(number)).filter(is_context);
        std::iter::successors(Some(number).filter(is_context), shorter)
    }

    /// The words of the replies' mean rewards and spreads, in the order of their lists, and more.
    #[inline]
    fn weights(&self, number: u32) -> &[u64] {
        let here = &self.record(number)[2 + self.words..];
        if here[0] != ELSEWHERE {
            return here;
        }
        let (start, room) = halves(here[1]);
        &self.arena[start as usize..start as usize + room as usize]
    }

    fn weights_mut(&mut self, number: u32) -> &mut [u64] {
        let first = 2 + self.words;
        if self.record(number)[first] != ELSEWHERE {
            return &mut self.record_mut(number)[first..];
        }
        let (start, room) = halves(self.record(number)[first + 1]);
        &mut self.arena[start as usize..start as usize + room as usize]
    }

    /// The weight of the reply at a place of the list (Equation 1).
    #[inline]
    pub fn weight(&self, number: u32, place: usize) -> f32 {
        let (mean, spread) = halves(self.weights(number)[place]);
        f32::from_bits(mean) + self.bonus(number) * f32::from_bits(spread)
    }

    pub fn set_weight(&mut self, number: u32, place: usize, weight: u64) {
        self.weights_mut(number)[place] = weight;
    }

    /// Adds a reply to those of a context, which are so many, if there is room for it.
    pub fn add_reply(&mut self, number: u32, key: u64, place: usize, count: usize, quota: &Quota) -> bool {
        if count == self.weights(number).len() && !self.move_weights(number, quota) {
            return false;
        }
        let weights = self.weights_mut(number);
        weights.copy_within(place..count, place + 1);
        weights[place] = 0;
        if self.words > 0 {
            let words = self.words;
            bits::insert(&mut self.record_mut(number)[1..1 + words], key);
        }
        true
    }

    /// Makes twice as much room for the weights of a context, in the arena. What they leave behind is not used again.
    fn move_weights(&mut self, number: u32, quota: &Quota) -> bool {
        let before = self.weights(number).to_vec();
        let (start, room) = (self.arena.len(), 2 * before.len());
        let (Ok(first), Ok(width)) = (u32::try_from(start), u32::try_from(room)) else { return false };
        if !has_room(&mut self.arena, room, quota) {
            return false;
        }
        self.arena.extend_from_slice(&before);
        self.arena.resize(start + room, 0);
        let words = self.words;
        self.record_mut(number)[2 + words..4 + words].copy_from_slice(&[ELSEWHERE, join(first, width)]);
        true
    }

    #[inline]
    pub fn empty(&self, player: Player) -> Context {
        Context { number: player.0.into(), hash: player.0.into() }
    }

    /// The context with one move more, if it is known.
    #[inline(always)]
    pub fn longer(&self, context: Context, key: u64) -> Option<Context> {
        let Context { number, hash } = context;
        let hash = mix(hash, key);
        if self.words > 0 && (number as usize) < self.players {
            let place = self.players as u64 + u64::from(number) * self.one_move_contexts() as u64 + key;
            return (key < self.one_move_contexts() as u64).then_some(Context { number: place as u32, hash });
        }
        if self.record(number)[0] & bit(key) == 0 {
            return None;
        }
        let slots = self.index.len() - 1;
        let mut slot = hash as usize & slots;
        loop {
            let (found, of_key) = halves(self.index[slot]);
            if found == 0 {
                return None;
            }
            let is_same = of_key == part(key) && (self.words > 0 || self.hashes[found as usize] == hash);
            if is_same && self.shorter(found) == number {
                return Some(Context { number: found, hash });
            }
            slot = (slot + 1) & slots;
        }
    }

    /// The longest known context of a player who has seen these moves, as far as there are replies that may be open.
    #[inline]
    pub fn walk(&self, player: Player, seen: &[u64], longest: usize, open: &[u64]) -> u32 {
        let mut at = self.empty(player);
        for &key in seen.iter().rev().take(longest) {
            let Some(longer) = self.longer(at, key).filter(|longer| self.may_be_open(longer.number, open)) else {
                break;
            };
            at = longer;
        }
        at.number
    }

    /// The context with one move more, which is not known yet, if there is room for it.
    pub fn create(&mut self, context: Context, key: u64, quota: &Quota) -> Option<Context> {
        let number = u32::try_from(self.len()).ok()?;
        let (stride, hash) = (self.stride, mix(context.hash, key));
        let has_room = has_room(&mut self.records, stride, quota)
            && has_room(&mut self.hashes, 1, quota)
            && self.index_has_room(quota);
        if !has_room {
            return None;
        }
        self.push(context.number, hash);
        self.record_mut(context.number)[0] |= bit(key);
        self.enter(hash, join(number, part(key)));
        self.indexed += 1;
        Some(Context { number, hash })
    }

    fn enter(&mut self, hash: u64, entry: u64) {
        let slots = self.index.len() - 1;
        let mut slot = hash as usize & slots;
        while self.index[slot] != 0 {
            slot = (slot + 1) & slots;
        }
        self.index[slot] = entry;
    }

    /// Doubles the index when it is half full, if there is room for that.
    fn index_has_room(&mut self, quota: &Quota) -> bool {
        if 2 * self.indexed < self.index.len() {
            return true;
        }
        let slots = (2 * self.index.len()).max(FEWEST_SLOTS);
        if !quota.take(slots * size_of::<u64>()) {
            return false;
        }
        let entries = std::mem::replace(&mut self.index, vec![0; slots]);
        quota.give_back(entries.len() * size_of::<u64>());
        for entry in entries.into_iter().filter(|&entry| entry != 0) {
            self.enter(self.hashes[halves(entry).0 as usize], entry);
        }
        true
    }
}

/// Whether so many words more fit into a list, which grows if the quota allows it.
fn has_room(list: &mut Vec<u64>, words: usize, quota: &Quota) -> bool {
    if list.len() + words <= list.capacity() {
        return true;
    }
    let more = list.len().max(64 * words);
    let bytes = (list.len() + more - list.capacity()) * size_of::<u64>();
    if !quota.take(bytes) {
        return false;
    }
    list.reserve_exact(more);
    true
}
