//! When a search looks at the clock.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::report::Stopped;
use super::slice::Slice;
use crate::time::Instant;

/// How often progress is reported.
const PROGRESS: Duration = Duration::from_millis(80);

/// The most work between two looks. A game whose moves suddenly take a thousand times as long keeps a search from looking
/// for this many of them.
const LONGEST_STEP: u64 = 1 << 12;

/// What can end a search, or a slice of it, from outside.
pub(crate) struct Clock<'a> {
    /// When the slice began.
    pub started: Instant,
    /// When the search ends.
    pub deadline: Option<Instant>,
    /// When the slice ends.
    pub pause: Option<Instant>,
    pub stop: Option<&'a AtomicBool>,
    /// A thread of the search has failed: the others need not go on.
    pub failed: AtomicBool,
}

/// What a look at the clock finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// It is time to report.
    Report,
    /// The slice is over, and the search is not.
    Pause,
    /// The search is over.
    End(Stopped),
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
    /// A clock that starts now, for a slice of a search that has this much time left.
    pub fn new(slice: Slice, left: Option<Duration>, stop: Option<&'a AtomicBool>) -> Clock<'a> {
        let started = Instant::now();
        let after = |time: Duration| started.checked_add(time);
        let (deadline, pause) = (left.and_then(after), slice.time.and_then(after));
        Clock { started, deadline, pause, stop, failed: AtomicBool::new(false) }
    }

    /// This clock with an earlier end, after `number` of `parts` equal parts of the time.
    pub fn part(&self, number: u32, parts: u32) -> Clock<'a> {
        let earlier = |end: Instant| self.started + (end - self.started) / parts * number;
        let (deadline, pause) = (self.deadline.map(earlier), self.pause.map(earlier));
        Clock { started: self.started, deadline, pause, stop: self.stop, failed: AtomicBool::new(false) }
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
    /// The pace of a slice, before which this much work was done.
    pub fn new(clock: &Clock<'_>, done: u64) -> Pace {
        Pace { next: done + 1, step: 1, last_look: clock.started, last_progress: clock.started }
    }

    /// Looks. `done` is the work so far.
    pub fn look(&mut self, clock: &Clock<'_>, done: u64) -> Option<Found> {
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
            return Some(Found::End(Stopped::Asked));
        }
        if clock.deadline.is_some_and(|deadline| now >= deadline) {
            return Some(Found::End(Stopped::Budget));
        }
        if clock.pause.is_some_and(|pause| now >= pause) {
            return Some(Found::Pause);
        }
        let report = now - self.last_progress >= PROGRESS;
        if report {
            self.last_progress = now;
        }
        report.then_some(Found::Report)
    }
}
