//! The contexts, as a choice needs them: a forest is large, and what a choice costs are the cache lines that it waits
//! for.
//!
//! All that a choice reads of a small context is one record, which fills a cache line or two:
//!
//! ```text
//! shorter context, last move | number, highest weight | bits of moves to longer contexts | set of replies | a few notes
//! ```
//!
//! A note is what a choice needs of one reply ([`Notes`]): its weight, where weights do not depend on the state, since
//! choices are many times as frequent as learning; its mean and visits where they do. More notes than fit lie in an
//! arena. The records are themselves the places of a hash table, so that a longer context is there with the first
//! line that is read. Contexts of one move are found by their index where the game tells which actions are open: then
//! the indices are few. A record moves when the table grows; its context is known by a number that stays.

use super::bits;
use super::records::{IDENTITY, LINE, Records};
use crate::game::Player;
use crate::icarus::mix;
use crate::icarus::quota::Quota;

/// The words of a record: the shorter context's number (and 1, so that nothing is no record) with the last move, the own
/// number with the highest weight, the bits, and then the set.
const NUMBER: usize = 1;
const LONGER: usize = 2;
const SET: usize = 3;
/// Stands for the first notes (which begin with a number) where all of them lie in the arena; the next word says where.
const ELSEWHERE: u64 = u64::MAX;
/// The first room of the table.
const FEWEST_SLOTS: usize = 256;

pub(super) struct Contexts {
    /// The empty contexts of the players; where the game tells what is open, those of one move; then the hash table.
    records: Records,
    /// What is known of each context by its number.
    places: Vec<Place>,
    arena: Vec<u64>,
    /// What is noted of replies.
    pub kind: Notes,
    players: usize,
    /// The words of a set of actions: none where the game does not tell what is open.
    words: usize,
}

/// What is noted of each reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notes {
    /// Nothing: choices go through the lists of replies.
    Nothing,
    /// The weight, two in a word.
    Weights,
    /// The mean and the visits, in one word.
    Tallies,
}

impl Notes {
    /// How many replies the notes in some words are of.
    #[inline]
    fn replies_in(self, words: usize) -> usize {
        match self {
            Notes::Nothing => usize::MAX,
            Notes::Weights => 2 * words,
            Notes::Tallies => words,
        }
    }
}

struct Place {
    hash: u64,
    record: u32,
}

/// What a choice by tallies needs of a reply.
#[derive(Clone, Copy)]
pub(super) struct Tally {
    pub mean: f32,
    pub visits: u32,
}

/// The tallies of a context, each in a word.
pub(super) struct Tallies<'a>(&'a [u64]);

impl Tallies<'_> {
    #[inline]
    pub fn get(&self, place: usize) -> Tally {
        let (mean, visits) = halves(self.0[place]);
        Tally { mean: f32::from_bits(mean), visits }
    }
}

/// A context that was found.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// The place of its record.
    pub record: u32,
    hash: u64,
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
    pub fn new(players: usize, words: usize, kind: Notes) -> Contexts {
        let stride = (SET + words + 2).next_multiple_of(LINE);
        let records = Records::new(stride, players + players * 64 * words, 0);
        let mut contexts = Contexts { records, places: Vec::new(), arena: Vec::new(), kind, players, words };
        contexts.clear();
        contexts
    }

    pub fn clear(&mut self) {
        self.records.words.fill(0);
        self.places.clear();
        self.arena.clear();
        for player in 0..self.players as u64 {
            self.enter(player as u32, (0, 0), player);
        }
        for player in 0..self.players as u32 {
            for key in 0..self.one_move_contexts() as u64 {
                self.enter(self.len() as u32, (player, part(key)), mix(player.into(), key));
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
        self.places.len()
    }

    pub fn bytes(&self) -> usize {
        let words = self.records.words.capacity() + self.arena.capacity();
        words * size_of::<u64>() + self.places.capacity() * size_of::<Place>()
    }

    /// Writes the record of a new context, which has one move more than a shorter one.
    fn enter(&mut self, record: u32, (shorter, part): (u32, u32), hash: u64) {
        let number = self.len() as u32;
        let words = self.records.get_mut(record);
        words[IDENTITY] = join(shorter + 1, part);
        words[NUMBER] = join(number, 0);
        self.places.push(Place { hash, record });
    }

    /// The set of the replies: empty where the game does not tell what is open.
    #[inline(always)]
    pub fn replies(&self, record: u32) -> &[u64] {
        &self.records.get(record)[SET..SET + self.words]
    }

    /// Whether a reply may be open.
    #[inline(always)]
    fn may_be_open(&self, record: u32, open: &[u64]) -> bool {
        self.words == 0 || bits::meet(self.replies(record), open)
    }

    /// The highest weight of a reply.
    #[inline]
    pub fn most(&self, record: u32) -> f32 {
        f32::from_bits(halves(self.records.get(record)[NUMBER]).1)
    }

    /// The number of a context: the first ones are the players' empty ones.
    #[inline]
    pub fn number(&self, record: u32) -> u32 {
        halves(self.records.get(record)[NUMBER]).0
    }

    /// Where the record of a context is now.
    #[cfg(test)]
    pub fn record(&self, number: usize) -> u32 {
        self.places[number].record
    }

    /// A context and all shorter ones, the empty one if `least` is 0, by their records.
    #[inline]
    pub fn shorter_and_shorter(&self, record: u32, least: usize) -> impl Iterator<Item = u32> {
        let first = if least == 0 { 0 } else { self.players };
        let is_context = move |record: &u32| *record as usize >= first;
        let shorter = move |&record: &u32| {
            if (record as usize) < self.players {
                return None;
            }
            let (number, _) = halves(self.records.get(record)[IDENTITY]);
            Some(self.places[number as usize - 1].record).filter(is_context)
        };
        std::iter::successors(Some(record).filter(is_context), shorter)
    }

    /// The notes of the replies in the order of their lists, and more words.
    #[inline(always)]
    fn notes(&self, record: u32) -> &[u64] {
        let here = &self.records.get(record)[SET + self.words..];
        if here[0] != ELSEWHERE {
            return here;
        }
        let (start, room) = halves(here[1]);
        &self.arena[start as usize..start as usize + room as usize]
    }

    fn notes_mut(&mut self, record: u32) -> &mut [u64] {
        let first = SET + self.words;
        if self.records.get(record)[first] != ELSEWHERE {
            return &mut self.records.get_mut(record)[first..];
        }
        let (start, room) = halves(self.records.get(record)[first + 1]);
        &mut self.arena[start as usize..start as usize + room as usize]
    }

    /// The weight of the reply at a place of the list (Equation 1).
    #[inline]
    pub fn weight(&self, record: u32, place: usize) -> f32 {
        f32::from_bits((self.notes(record)[place / 2] >> (32 * (place % 2))) as u32)
    }

    /// Sets the weights of all replies.
    pub fn set_weights(&mut self, record: u32, mut weights: impl Iterator<Item = f32>) {
        let mut most = 0.0f32;
        for word in self.notes_mut(record) {
            let Some(first) = weights.next() else { break };
            let second = weights.next().unwrap_or(0.0);
            // (`f32::max` would look out for what is not a number.)
            let more = if second > first { second } else { first };
            most = if more > most { more } else { most };
            *word = join(first.to_bits(), second.to_bits());
        }
        self.records.get_mut(record)[NUMBER] = join(self.number(record), most.to_bits());
    }

    /// The means and visits of the replies, in the order of their lists.
    #[inline]
    pub fn tallies(&self, record: u32) -> Tallies<'_> {
        Tallies(self.notes(record))
    }

    /// Sets the means and visits of the replies from a place on.
    pub fn set_tallies(&mut self, record: u32, from: usize, tallies: impl Iterator<Item = Tally>) {
        for (word, tally) in self.notes_mut(record)[from..].iter_mut().zip(tallies) {
            *word = join(tally.mean.to_bits(), tally.visits);
        }
    }

    /// Adds a reply to those of a context, of which there are `count`, if there is room for it. All notes are to be set
    /// again.
    pub fn add_reply(&mut self, record: u32, key: u64, count: usize, quota: &Quota) -> bool {
        if count >= self.kind.replies_in(self.notes(record).len()) && !self.move_notes(record, quota) {
            return false;
        }
        if self.words > 0 {
            let words = self.words;
            bits::insert(&mut self.records.get_mut(record)[SET..SET + words], key);
        }
        true
    }

    /// Makes twice as much room for the notes of a context, in the arena. What they leave behind is not used again.
    fn move_notes(&mut self, record: u32, quota: &Quota) -> bool {
        let (start, room) = (self.arena.len(), 2 * self.notes(record).len());
        let (Ok(first), Ok(width)) = (u32::try_from(start), u32::try_from(room)) else { return false };
        if !has_room(&mut self.arena, room, quota) {
            return false;
        }
        self.arena.resize(start + room, 0);
        let words = self.words;
        self.records.get_mut(record)[SET + words..SET + words + 2].copy_from_slice(&[ELSEWHERE, join(first, width)]);
        true
    }

    #[inline]
    pub fn empty(&self, player: Player) -> Context {
        Context { record: player.0.into(), hash: player.0.into() }
    }

    /// The context with one move more, if it is known.
    #[inline(always)]
    pub fn longer(&self, context: Context, key: u64) -> Option<Context> {
        let hash = mix(context.hash, key);
        if self.words > 0 && (context.record as usize) < self.players {
            let before = self.players as u64 + u64::from(context.record) * self.one_move_contexts() as u64;
            let is_action = key < self.one_move_contexts() as u64;
            return is_action.then_some(Context { record: (before + key) as u32, hash });
        }
        let words = self.records.get(context.record);
        if words[LONGER] & bit(key) == 0 {
            return None;
        }
        let identity = join(halves(words[NUMBER]).0 + 1, part(key));
        for record in self.records.probe(hash) {
            match self.records.get(record)[IDENTITY] {
                0 => return None,
                found if found == identity && self.is_hash_of(record, hash) => return Some(Context { record, hash }),
                _ => {}
            }
        }
        None
    }

    /// Whether a record whose identity fits is that of the context with this hash: the identity has all of the last move
    /// where the game tells what is open.
    #[inline(always)]
    fn is_hash_of(&self, record: u32, hash: u64) -> bool {
        self.words > 0 || self.places[self.number(record) as usize].hash == hash
    }

    /// The longest known context of a player who has seen these moves, as far as there are replies that may be open.
    #[inline(always)]
    pub fn walk(&self, player: Player, seen: &[u64], longest: usize, open: &[u64]) -> u32 {
        let mut at = self.empty(player);
        for &key in seen.iter().rev().take(longest) {
            let Some(longer) = self.longer(at, key).filter(|longer| self.may_be_open(longer.record, open)) else {
                break;
            };
            at = longer;
        }
        at.record
    }

    /// The context with one move more, which is not known yet, if there is room for it. Records may move.
    pub fn create(&mut self, context: Context, key: u64, quota: &Quota) -> Option<Context> {
        u32::try_from(self.len() + 1).ok()?;
        let shorter = self.number(context.record);
        if !has_room(&mut self.places, 1, quota) || !self.table_has_room(quota) {
            return None;
        }
        let hash = mix(context.hash, key);
        let record = self.records.free(hash);
        self.enter(record, (shorter, part(key)), hash);
        self.records.get_mut(self.places[shorter as usize].record)[LONGER] |= bit(key);
        Some(Context { record, hash })
    }

    /// Doubles the table when three quarters of it are full, if there is room for that.
    fn table_has_room(&mut self, quota: &Quota) -> bool {
        let Records { direct, slots, stride, .. } = self.records;
        if 4 * (self.len() - direct) < 3 * slots {
            return true;
        }
        let (before, slots) = (self.records.words.capacity(), (2 * slots).max(FEWEST_SLOTS));
        if u32::try_from(direct + slots).is_err()
            || !quota.take(Records::length(stride, direct + slots) * size_of::<u64>())
        {
            return false;
        }
        let old = std::mem::replace(&mut self.records, Records::new(stride, direct, slots));
        for (number, place) in self.places.iter_mut().enumerate() {
            let words = old.get(place.record);
            place.record = if number < direct { number as u32 } else { self.records.free(place.hash) };
            self.records.get_mut(place.record).copy_from_slice(words);
        }
        quota.give_back(before * size_of::<u64>());
        true
    }
}

/// Whether `items` more items fit into a list, which grows if the quota allows it.
fn has_room<T>(list: &mut Vec<T>, items: usize, quota: &Quota) -> bool {
    if list.len() + items <= list.capacity() {
        return true;
    }
    let more = list.len().max(64 * items);
    let bytes = (list.len() + more - list.capacity()) * size_of::<T>();
    if !quota.take(bytes) {
        return false;
    }
    list.reserve_exact(more);
    true
}
