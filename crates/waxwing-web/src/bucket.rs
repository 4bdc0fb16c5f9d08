//! How often a client may ask: a bucket of tokens that fills with time.

use std::time::{Duration, Instant};

/// A bucket that a request takes a token from. It is full at first.
pub struct Bucket {
    size: f64,
    per_second: f64,
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket of this size (at least one token), to which this many tokens come back each second.
    pub fn new(size: f64, per_second: f64, now: Instant) -> Bucket {
        let size = size.max(1.0);
        Bucket { size, per_second, tokens: size, filled: now }
    }

    /// Takes a token, whether it is there or still to come.
    pub fn take(&mut self, now: Instant) {
        self.fill(now);
        self.tokens -= 1.0;
    }

    /// How long it takes until there is a whole token.
    pub fn wait(&mut self, now: Instant) -> Duration {
        self.fill(now);
        Duration::try_from_secs_f64((1.0 - self.tokens) / self.per_second).unwrap_or_default()
    }

    fn fill(&mut self, now: Instant) {
        let seconds = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens = (self.tokens + seconds * self.per_second).min(self.size);
        self.filled = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_bucket_serves_a_burst_and_then_its_rate() {
        let start = Instant::now();
        let mut bucket = Bucket::new(3.0, 10.0, start);
        for _ in 0..3 {
            assert_eq!(bucket.wait(start), Duration::ZERO);
            bucket.take(start);
        }
        assert_eq!(bucket.wait(start), Duration::from_millis(100));
        let later = start + Duration::from_millis(100);
        assert_eq!(bucket.wait(later), Duration::ZERO);
        bucket.take(later);
        assert!(bucket.wait(later) > Duration::from_millis(99));
    }

    #[test]
    fn a_bucket_does_not_overflow() {
        let start = Instant::now();
        let mut bucket = Bucket::new(2.0, 10.0, start);
        let later = start + Duration::from_secs(3600);
        bucket.take(later);
        bucket.take(later);
        assert!(bucket.wait(later) > Duration::ZERO);
    }
}
