//! Actions by their keys, for strategies that play what they have only noted by its key.

use std::sync::{OnceLock, RwLock};

use rustc_hash::FxHashMap;

/// The actions behind their keys.
pub(super) struct Book<A> {
    dense: Vec<OnceLock<A>>,
    sparse: RwLock<FxHashMap<u64, A>>,
}

impl<A: Copy> Book<A> {
    pub fn new(space: usize) -> Book<A> {
        Book { dense: (0..space).map(|_| OnceLock::new()).collect(), sparse: RwLock::default() }
    }

    #[inline]
    pub fn learn(&self, key: u64, action: A) {
        match self.dense.get(key as usize) {
            Some(place) => _ = place.get_or_init(|| action),
            None if self.action(key).is_none() => {
                self.sparse.write().expect("no thread panics while it holds the book").insert(key, action);
            }
            None => {}
        }
    }

    #[inline]
    pub fn action(&self, key: u64) -> Option<A> {
        match self.dense.get(key as usize) {
            Some(place) => place.get().copied(),
            None => self.sparse.read().expect("no thread panics while it holds the book").get(&key).copied(),
        }
    }
}
