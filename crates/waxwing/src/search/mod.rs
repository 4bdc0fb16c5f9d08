//! The search: the loop, the tree, several threads, and what is reported in the end.
//!
//! To follow one iteration, read `worker.rs` (Algorithm 1), then `descent.rs` (down the tree and up again) or, with
//! hidden information, `forest/`, and `playout.rs`. `run.rs` repeats it until the budget is used up.

mod choice;
mod descent;
mod ending;
mod facts;
mod forest;
mod insight;
mod knowing;
mod memory;
mod notes;
mod playout;
mod proof;
mod run;
mod shelf;
mod standing;
mod trace;
mod tree;
mod view;
mod worker;

pub use knowing::Knowing;
pub use proof::Proof;
pub use trace::{Trace, TraceStep};
pub use view::{TreeNode, TreeScope};

pub(crate) use choice::Final;
pub(crate) use ending::Ending;
pub(crate) use facts::Facts;
#[cfg(test)]
pub(crate) use facts::ListRoom;
pub(crate) use insight::{Expand, Insight, Minimax, Mix, Priors};
pub(crate) use memory::{Named, Parts, Plan};
pub(crate) use notes::Prefix;
#[cfg(test)]
pub(crate) use playout::Plain;
pub(crate) use run::{Running, Search, Task};
pub(crate) use standing::Viewpoint;

/// How a search is run, whatever its strategies are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub choice: Final,
    pub parallel: Parallel,
    pub reuse: bool,
    /// The most plies of an iteration, where the expression says it.
    pub longest: Option<u32>,
}

/// How threads share the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parallel {
    No,
    /// So many independent trees.
    Root(usize),
    /// So many threads in one tree.
    Tree(usize),
}
