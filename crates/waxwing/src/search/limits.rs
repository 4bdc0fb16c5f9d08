//! How much a search may use, and the hand that others have on it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::report::Report;
use crate::agent::Budget;

/// How much a search may use.
///
/// ```
/// use waxwing::Limits;
/// let limits = Limits::iterations(10_000).memory(64 << 20).threads(2);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Iterations or time. An agent whose expression has a budget of its own uses that instead.
    pub budget: Budget,
    /// Bytes for the tree and all records, at most.
    pub memory: usize,
    /// Threads of the machine that may be used at once; results do not depend on it.
    pub threads: usize,
}

impl Limits {
    /// The memory a search uses at most if nothing else is said: 1 GiB.
    pub const MEMORY: usize = 1 << 30;

    fn new(budget: Budget) -> Limits {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Limits { budget, memory: Limits::MEMORY, threads }
    }

    /// So many iterations, over all threads together.
    pub fn iterations(iterations: u64) -> Limits {
        Limits::new(Budget::Iterations(iterations))
    }

    /// So much time by the clock.
    pub fn time(time: Duration) -> Limits {
        Limits::new(Budget::Time(time))
    }

    /// The same with so many bytes.
    pub fn memory(self, memory: usize) -> Limits {
        Limits { memory, ..self }
    }

    /// The same with so many threads.
    pub fn threads(self, threads: usize) -> Limits {
        Limits { threads: threads.max(1), ..self }
    }
}

/// A hand on a running search: a way to stop it, and a place to report to.
pub struct Control<'a, A> {
    /// Set from another thread, it ends the search; the report has what there is.
    pub stop: Option<&'a AtomicBool>,
    /// Called now and then while the search runs (from the searching thread), with how things stand.
    pub progress: Option<Progress<'a, A>>,
}

/// A place to report progress to.
pub type Progress<'a, A> = &'a mut dyn FnMut(&Report<A>);

impl<A> Default for Control<'_, A> {
    fn default() -> Self {
        Control { stop: None, progress: None }
    }
}
