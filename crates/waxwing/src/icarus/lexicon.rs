//! Actions by their keys, for strategies that play what they have only noted by its key.

use std::sync::{OnceLock, PoisonError, RwLock};

use rustc_hash::FxHashMap;

use super::quota::Quota;

/// The actions behind their keys.
pub(crate) struct Lexicon<A> {
    dense: Vec<OnceLock<A>>,
    sparse: RwLock<FxHashMap<u64, A>>,
    /// How many actions `sparse` may hold: what was taken from the quota.
    room: usize,
    is_used: bool,
}

/// Room for the first actions. Room is made between iterations, and half of it is always free then: more new actions than
/// this half no iteration should make.
const FIRST_ROOM: usize = 1_024;

impl<A: Copy> Lexicon<A> {
    /// The bytes of an action in a hash map that is as empty as it may be: an entry and its control byte, twice while the
    /// map grows, with an eighth of the places free.
    const BYTES: usize = 4 * (size_of::<(u64, A)>() + 1);

    pub fn new(space: usize) -> Lexicon<A> {
        Lexicon {
            dense: (0..space).map(|_| OnceLock::new()).collect(),
            sparse: RwLock::default(),
            room: 0,
            is_used: true,
        }
    }

    /// A lexicon that learns nothing.
    pub fn none() -> Lexicon<A> {
        Lexicon { is_used: false, ..Lexicon::new(0) }
    }

    /// Notes an action. Returns false if there is no room for it.
    #[inline]
    pub fn learn(&self, key: u64, action: A) -> bool {
        match self.dense.get(key as usize) {
            Some(place) => _ = place.get_or_init(|| action),
            None if self.action(key).is_none() => {
                let mut sparse = self.sparse.write().unwrap_or_else(PoisonError::into_inner);
                if sparse.len() >= self.room {
                    return false;
                }
                sparse.insert(key, action);
            }
            None => {}
        }
        true
    }

    #[inline]
    pub fn action(&self, key: u64) -> Option<A> {
        match self.dense.get(key as usize) {
            Some(place) => place.get().copied(),
            None => self.sparse.read().unwrap_or_else(PoisonError::into_inner).get(&key).copied(),
        }
    }

    /// Whether half of the room is taken. Games whose actions have small numbers have room for all of them.
    pub fn is_crowded(&self) -> bool {
        let known = || self.sparse.read().unwrap_or_else(PoisonError::into_inner).len();
        self.is_used && self.dense.is_empty() && 2 * known() >= self.room
    }

    /// Doubles the room if the quota allows it.
    pub fn maintain(&mut self, quota: &Quota) {
        let more = self.room.max(FIRST_ROOM);
        if self.is_crowded() && quota.take(more * Self::BYTES) {
            self.room += more;
        }
    }

    /// The bytes of the actions there is room for.
    pub fn bytes(&self) -> usize {
        self.dense.len() * size_of::<OnceLock<A>>() + self.room * Self::BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lexicon_takes_its_room_from_the_quota_and_learns_no_more_than_fits() {
        let quota = Quota::new(5_000 * Lexicon::<u64>::BYTES);
        let mut lexicon = Lexicon::new(0);
        assert!(!lexicon.learn(7, 7), "there is no room before any was taken");
        for key in 0..10_000 {
            if lexicon.is_crowded() {
                lexicon.maintain(&quota);
            }
            lexicon.learn(key, key);
        }
        assert_eq!(lexicon.bytes(), quota.used());
        assert_eq!(lexicon.room, 4 * FIRST_ROOM);
        assert_eq!((lexicon.action(4_095), lexicon.action(4_096)), (Some(4_095), None));
        assert!(lexicon.learn(3, 3) && !lexicon.learn(9_999, 9_999), "what is known is still learned");
    }

    #[test]
    fn actions_with_small_numbers_always_have_room() {
        let lexicon = Lexicon::new(4);
        assert!(lexicon.learn(3, 'd') && !lexicon.is_crowded());
        assert_eq!((lexicon.action(3), lexicon.action(2)), (Some('d'), None));
        assert_eq!(lexicon.bytes(), 4 * size_of::<OnceLock<char>>());
    }
}
