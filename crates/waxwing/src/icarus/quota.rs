//! The bound on a search's memory.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// How much memory a search may use, tree and records together. Whoever wants to grow asks first.
#[derive(Debug)]
pub struct Quota {
    limit: usize,
    used: AtomicUsize,
}

impl Quota {
    /// A quota of this many bytes.
    pub fn new(limit: usize) -> Quota {
        Quota::with(limit, 0)
    }

    /// A quota of which this many bytes are in use, be they more than the limit.
    pub fn with(limit: usize, used: usize) -> Quota {
        Quota { limit, used: AtomicUsize::new(used) }
    }

    /// Takes the bytes if they are left.
    #[must_use]
    pub fn take(&self, bytes: usize) -> bool {
        self.used
            .fetch_update(Relaxed, Relaxed, |used| used.checked_add(bytes).filter(|&sum| sum <= self.limit))
            .is_ok()
    }

    /// Gives bytes back.
    pub fn give_back(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Relaxed);
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.limit.saturating_sub(self.used.load(Relaxed))
    }

    /// How many bytes are in use.
    pub fn used(&self) -> usize {
        self.used.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_never_gives_more_than_its_limit() {
        let quota = Quota::new(100);
        assert!(quota.take(60));
        assert!(!quota.take(41));
        assert!(!quota.take(usize::MAX));
        quota.give_back(20);
        assert!(quota.take(41));
        assert_eq!(quota.left(), 19);
    }
}
