//! How much a search may use.

use std::time::Duration;

use super::budget::Budget;

/// How much a search may use.
///
/// ```
/// use waxwing::Limits;
/// let limits = Limits::iterations(10_000).memory(64 << 20).threads(2);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// How much it may think about one move. An agent whose expression has a budget of its own uses that instead.
    pub budget: Budget,
    /// Bytes for the tree and all records, at most.
    pub memory: usize,
    /// Threads of the machine that may be used at once; results do not depend on it.
    pub threads: usize,
    /// The actions of one iteration, at most: see [`Limits::longest`](Limits#method.longest).
    pub longest: u32,
    /// Nodes of a classical player, at most, whatever its budget is: see [`Limits::nodes`](Limits#method.nodes).
    pub nodes: u64,
}

impl Limits {
    /// The memory a search uses at most if nothing else is said: 1 GiB.
    pub const MEMORY: usize = 1 << 30;

    /// The actions that an iteration makes at most if nothing else is said. No game of the papers comes near it.
    pub const LONGEST: u32 = 100_000;

    /// Limits of this budget.
    pub fn new(budget: Budget) -> Limits {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Limits { budget, memory: Limits::MEMORY, threads, longest: Limits::LONGEST, nodes: u64::MAX }
    }

    /// Limits of this many iterations, over all threads together.
    pub fn iterations(iterations: u64) -> Limits {
        Limits::new(Budget::Iterations(iterations))
    }

    /// Limits of this much time by the clock.
    pub fn time(time: Duration) -> Limits {
        Limits::new(Budget::Time(time))
    }

    /// These limits with this many bytes.
    pub fn memory(self, memory: usize) -> Limits {
        Limits { memory, ..self }
    }

    /// These limits with this many threads.
    pub fn threads(self, threads: usize) -> Limits {
        Limits { threads: threads.max(1), ..self }
    }

    /// These limits with at most this many nodes of a classical player, whatever its budget is. Such a player cannot pause within
    /// an action of the root: whoever serves others bounds how long that can be.
    pub fn nodes(self, nodes: u64) -> Limits {
        Limits { nodes: nodes.max(1), ..self }
    }

    /// These limits with iterations of at most this many actions, in the tree and below it. An iteration that has not
    /// reached the end of the game by then counts as a draw, and the report says how many did ([`Report::capped`](super::Report::capped)). An
    /// agent whose expression has the option `longest` uses that instead.
    pub fn longest(self, plies: u32) -> Limits {
        Limits { longest: plies.max(1), ..self }
    }
}
