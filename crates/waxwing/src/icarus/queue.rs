//! What finished iterations leave to be counted.
//!
//! While threads iterate they only read such records, without any lock: what they have finished is noted here and counted
//! between two iterations, when one thread has all records to itself. A search of one thread counts each iteration before
//! the next; threads that share the records pause together, so they let some iterations gather first.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::stat::Sharing;

/// How many iterations of threads that share the records are counted together.
const GATHER: usize = 256;
const UNHARMED: &str = "no thread panics while it holds the queue";

/// Notes of several iterations.
#[derive(Default)]
pub(super) struct Queue<T> {
    /// How many iterations wait, and what they have noted.
    waiting: Mutex<(usize, T)>,
    is_due: AtomicBool,
}

impl<T> Queue<T> {
    /// Notes one more iteration.
    pub fn push(&self, sharing: Sharing, note: impl FnOnce(&mut T)) {
        let mut waiting = self.waiting.lock().expect(UNHARMED);
        note(&mut waiting.1);
        waiting.0 += 1;
        if sharing == Sharing::Alone || waiting.0 >= GATHER {
            self.is_due.store(true, Relaxed);
        }
    }

    #[inline]
    pub fn is_due(&self) -> bool {
        self.is_due.load(Relaxed)
    }

    /// Hands out what waits; whoever takes it clears it.
    pub fn take(&mut self) -> &mut T {
        let (count, notes) = self.waiting.get_mut().expect(UNHARMED);
        *count = 0;
        *self.is_due.get_mut() = false;
        notes
    }
}
