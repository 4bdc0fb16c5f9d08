//! Time, read in one place. Where a target has no clock (`wasm32-unknown-unknown`), its host lends one with `set_clock`.

/// Whether a search can start threads. Where it cannot, one thread does all the work.
pub(crate) const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use lent::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use lent::set_clock;

/// The replacement, compiled for tests too.
#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod lent {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Lends a clock: a function that returns the time since any fixed moment, such as `performance.now()` of a browser. The first
    /// one stays. Without one no time passes, and a search with a budget of time goes on until it is stopped.
    pub fn set_clock(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A moment by the clock that was lent.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) struct Instant(Duration);

    impl Instant {
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        pub fn elapsed(self) -> Duration {
            Instant::now() - self
        }

        pub fn checked_add(self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

        static NOW: AtomicU64 = AtomicU64::new(0);

        #[test]
        fn a_clock_that_is_lent_tells_the_time_and_stays() {
            let before = Instant::now();
            assert_eq!(before.elapsed(), Duration::ZERO, "without a clock no time passes");
            set_clock(|| Duration::from_millis(NOW.load(Relaxed)));
            set_clock(|| Duration::from_secs(1_000));
            NOW.store(250, Relaxed);
            assert_eq!(before.elapsed(), Duration::from_millis(250));
            assert!(before.checked_add(Duration::from_millis(200)).unwrap() < Instant::now());
            assert_eq!((before + Duration::from_millis(250)) - before, Duration::from_millis(250));
            assert_eq!(before.checked_add(Duration::MAX), Some(Instant(Duration::MAX)));
            assert_eq!(Instant::now().checked_add(Duration::MAX), None);
        }
    }
}
