//! What a search says when it is done, and now and then before.

use std::time::Duration;

use super::proven::{ProofRule, Proven};

/// The result of a search, or its state while it runs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report<A> {
    /// The action to play.
    pub best: A,
    /// All legal actions, most visited first.
    pub actions: Vec<ActionReport<A>>,
    /// The most visited line, beginning with [`Report::best`].
    pub line: Vec<A>,
    /// Iterations of this search.
    pub iterations: u64,
    /// Actions made in them, in the tree and in playouts.
    pub plies: u64,
    /// Iterations that were longer than [`Limits::longest`](crate::Limits) allows; they count as draws.
    pub capped: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// Visited nodes of the tree (of the searching player's tree where information is hidden), also from earlier searches.
    pub nodes: u64,
    /// The depth of the deepest.
    pub depth: u32,
    /// Memory of the tree and all records.
    pub bytes: usize,
    /// Memory of the tree divided by its child slots in use.
    pub bytes_per_slot: f64,
    /// Why it ended.
    pub stopped: Stopped,
    /// Memory did not suffice for everything that was to be remembered; the search went on with what it had.
    pub memory_full: bool,
    /// Whether the same seed gives the same result again: not after a budget of time, a stop, or several threads in one tree.
    pub reproducible: bool,
    /// Whether values are means over as many playouts as there are visits; otherwise they are evaluations.
    pub sampled: bool,
    /// The rule that losses to several opponents are judged by, if proofs rest on it: then they are not forced.
    pub proof_rule: Option<ProofRule>,
    /// The agent gives the game up, and does not play [`Report::best`]: its option `resign`.
    pub resigns: bool,
}

/// What a search knows about one action of the root.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ActionReport<A> {
    /// The action.
    pub action: A,
    /// Iterations that began with it.
    pub visits: u64,
    /// Their mean reward for the acting player, if there are any.
    pub value: Option<f64>,
    /// What is proven, for the acting player.
    pub proven: Option<Proven>,
    /// Its implicit minimax value for the acting player, in `[0, 1]`, where the search has such values.
    pub minimax: Option<f64>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stopped {
    /// It has not.
    Running,
    /// The budget was used up.
    Budget,
    /// The value of the root was proven.
    Proven,
    /// Nothing is proven, but a deeper search would find the same: it has seen all that it takes the others to do.
    Exhausted,
    /// Somebody asked it to stop.
    Asked,
    /// There was nothing to choose from, so nothing was searched.
    OnlyMove,
}

impl<A: Copy + PartialEq> Report<A> {
    /// The report of a choice that needed no search.
    pub(crate) fn without_search(best: A, legal: &[A], stopped: Stopped) -> Report<A> {
        let action = |&action: &A| ActionReport { action, visits: 0, value: None, proven: None, minimax: None };
        Report {
            best,
            actions: legal.iter().map(action).collect(),
            line: vec![best],
            iterations: 0,
            plies: 0,
            capped: 0,
            elapsed: Duration::ZERO,
            nodes: 0,
            depth: 0,
            bytes: 0,
            bytes_per_slot: 0.0,
            stopped,
            memory_full: false,
            reproducible: true,
            sampled: false,
            proof_rule: None,
            resigns: false,
        }
    }
}
