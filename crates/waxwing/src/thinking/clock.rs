//! When a search looks at the clock.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::report::Stopped;
use crate::time::Instant;

/// How often progress is reported.
const PROGRESS: Duration = Duration::from_millis(80);

/// The most work between two looks. A game whose moves suddenly take a thousand times as long keeps a search from looking
/// for this many of them.
const LONGEST_STEP: u64 = 1 << 12;

/// What can end a search from outside.
pub(crate) struct Clock<'a> {
    pub started: Instant,
    pub deadline: Option<Instant>,
    pub stop: Option<&'a AtomicBool>,
    /// A thread of the search has failed: the others need not go on.
    pub failed: AtomicBool,
}

/// When to look at the clock: seldom enough to cost nothing, often enough to be on time.
pub(crate) struct Pace {
    /// The amount of work after which to look.
    pub next: u64,
    step: u64,
    last_look: Instant,
    last_progress: Instant,
}

impl<'a> Clock<'a> {
    pub fn new(started: Instant, deadline: Option<Instant>, stop: Option<&'a AtomicBool>) -> Clock<'a> {
        Clock { started, deadline, stop, failed: AtomicBool::new(false) }
    }

    /// This clock with an earlier deadline, after `number` of `parts` equal parts of the time.
    pub fn part(&self, number: u32, parts: u32) -> Clock<'a> {
        let deadline = self.deadline.map(|deadline| self.started + (deadline - self.started) / parts * number);
        Clock::new(self.started, deadline, self.stop)
    }

    /// Lets the other threads of the search end if this one unwinds while the guard lives.
    pub fn guard(&self) -> FailureGuard<'_> {
        FailureGuard(&self.failed)
    }
}

/// See [`Clock::guard`].
pub(crate) struct FailureGuard<'a>(&'a AtomicBool);

impl Drop for FailureGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

impl Pace {
    pub fn new(clock: &Clock<'_>) -> Pace {
        Pace { next: 1, step: 1, last_look: clock.started, last_progress: clock.started }
    }

    /// Looks, and says what ends the search or that it is time to report ([`Stopped::Running`]). `done` is the work so far.
    pub fn look(&mut self, clock: &Clock<'_>, done: u64) -> Option<Stopped> {
        let now = Instant::now();
        let passed = now - self.last_look;
        // Aim at a look every millisecond.
        if passed < Duration::from_micros(500) {
            self.step = (self.step * 2).min(LONGEST_STEP);
        } else if passed > Duration::from_millis(1) {
            // Far too late is mended at once, not by halves.
            let late = (passed.as_micros() / 1_000).min(u128::from(LONGEST_STEP)) as u64;
            self.step = (self.step / late.max(2)).max(1);
        }
        (self.last_look, self.next) = (now, done + self.step);
        if clock.stop.is_some_and(|stop| stop.load(Relaxed)) || clock.failed.load(Relaxed) {
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
