//! The search: the loop, the tree, several threads, and what is reported in the end.
//!
//! To follow one iteration, read `grower.rs` (Algorithm 1), then `tree/` (down the tree and up again) or, with
//! hidden information, `forest/`, and `playout.rs`. `run.rs` repeats it until the budget is used up.

mod belief;
mod choice;
mod chooser;
mod decision;
mod ending;
mod facts;
mod forest;
mod grower;
mod hearing;
mod insight;
mod memory;
mod notes;
mod playout;
mod records;
mod run;
mod shelf;
mod space;
mod standing;
mod trace;
mod tree;
mod view;
mod worker;

pub use hearing::{Hearing, Voice};
pub use records::{Listing, SearchRecords};
pub use trace::{KnownAction, Trace, TraceStep};
pub use tree::Proof;
pub use view::{TreeNode, TreeScope};

pub(crate) use belief::Belief;
pub(crate) use choice::Final;
pub(crate) use ending::{Bounded, Ending, Fixed, Margin};
pub(crate) use facts::Facts;
pub(crate) use grower::Grower;
pub(crate) use hearing::{Question, hear};
pub(crate) use insight::{Insight, Mix, Priors};
pub(crate) use memory::{Named, Parts, Plan};
pub(crate) use notes::Prefix;
#[cfg(test)]
pub(crate) use playout::Plain;
pub(crate) use run::{Running, Search, Task};
pub(crate) use standing::Viewpoint;
pub(crate) use tree::{Ended, Expand, Form, Minimax, TreeOptions};
#[cfg(test)]
pub(crate) use worker::Pause;

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
    /// This many independent trees.
    Root(usize),
    /// This many threads in one tree.
    Tree(usize),
}
