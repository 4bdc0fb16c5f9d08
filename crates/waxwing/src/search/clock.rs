//! When a search looks at the clock.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::report::Stopped;

/// How often progress is reported.
const PROGRESS: Duration = Duration::from_millis(80);

/// What can end a search from outside.
pub(crate) struct Clock<'a> {
    pub started: Instant,
    pub deadline: Option<Instant>,
    pub stop: Option<&'a AtomicBool>,
}

/// When to look at the clock: seldom enough to cost nothing, often enough to be on time.
pub(crate) struct Pace {
    /// The iteration after which to look.
    pub next: u64,
    step: u64,
    last_look: Instant,
    last_progress: Instant,
}

impl Pace {
    pub fn new(clock: &Clock<'_>) -> Pace {
        Pace { next: 1, step: 1, last_look: clock.started, last_progress: clock.started }
    }

    /// Looks, and says what ends the search or that it is time to report ([`Stopped::Running`]).
    pub fn look(&mut self, clock: &Clock<'_>, done: u64) -> Option<Stopped> {
        let now = Instant::now();
        let passed = now - self.last_look;
        // Aim at a look every millisecond.
        if passed < Duration::from_micros(500) {
            self.step = (self.step * 2).min(1 << 16);
        } else if passed > Duration::from_millis(1) {
            self.step = (self.step / 2).max(1);
        }
        (self.last_look, self.next) = (now, done + self.step);
        if clock.stop.is_some_and(|stop| stop.load(Relaxed)) {
            return Some(Stopped::Asked);
        }
        if clock.deadline.is_some_and(|deadline| now >= deadline) {
            return Some(Stopped::Budget);
        }
        let report = now - self.last_progress >= PROGRESS;
        if report {
            self.last_progress = now;
        }
        report.then_some(Stopped::Running)
    }
}
