//! How much a session does for its client.

use std::time::Duration;

use serde::{Serialize, Serializer};
use waxwing::{Budget, Expression, Limits};

use crate::answer::{Refusal, refusal};

/// How much a session does for its client, and what it may use.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// How much may be asked.
    pub bounds: Bounds,
    /// Threads of one search.
    pub threads: usize,
    /// Whether expressions may name files of evaluations. Not where the client is somebody else.
    pub files: bool,
    /// Who plays where another program holds the game ([`Ask::Sit`](crate::messages::Ask::Sit)): an expression or a level;
    /// without one nobody does.
    pub player: Option<String>,
    /// What the seeds of games are drawn from that are opened without one. Whoever can guess it can know what is hidden.
    pub seed: u64,
}

/// How much may be asked of a session, which tells its client.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Bounds {
    /// Tables at once, at least one.
    pub tables: u32,
    /// The most iterations of a search.
    pub iterations: u64,
    /// The most nodes of a classical player such as `ab`, which cannot pause within a move of the root: they bound how long a
    /// slice can be.
    pub nodes: u64,
    /// The most time of a search.
    #[serde(rename = "seconds", serialize_with = "in_seconds")]
    pub time: Duration,
    /// Bytes for the tree and the records of one search. A table keeps the search of each of its agents, and one analysis.
    pub memory: usize,
    /// Levels of a part of a tree, at most.
    pub tree_depth: u32,
    /// Children of each node of it, at most.
    pub tree_children: usize,
    /// Records that are listed at once, at most.
    pub records: usize,
    /// Playouts for the ownership of places, at most.
    pub playouts: u64,
    /// The last iteration that steps can show: all before it are made.
    pub traced: u64,
    /// Iterations whose steps are shown at once, at most.
    pub steps: u64,
    /// Moves of a game, chance outcomes included, at most.
    pub moves: usize,
    /// Bytes of a request, at most.
    pub message: usize,
    /// The budget where nothing else is said.
    #[serde(serialize_with = "as_text")]
    pub budget: Budget,
}

fn in_seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

fn as_text<S: Serializer>(budget: &Budget, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(budget)
}

impl Bounds {
    /// For a client who owns the machine.
    const OWN: Bounds = Bounds {
        tables: 16,
        iterations: 1_000_000_000,
        nodes: 100_000_000,
        time: Duration::from_secs(3_600),
        memory: Limits::MEMORY / 4,
        tree_depth: 6,
        tree_children: 100,
        records: 1_000,
        playouts: 10_000,
        traced: 20_000,
        steps: 100,
        moves: 10_000,
        message: 1 << 20,
        budget: Budget::Iterations(10_000),
    };

    /// For a client who shares the machine with others.
    const SHARED: Bounds = Bounds {
        tables: 4,
        iterations: 2_000_000,
        nodes: 300_000,
        time: Duration::from_secs(60),
        memory: 32 << 20,
        tree_depth: 4,
        tree_children: 50,
        records: 300,
        playouts: 1_000,
        traced: 2_000,
        steps: 20,
        moves: 5_000,
        message: 64 << 10,
        ..Bounds::OWN
    };
}

impl Settings {
    /// Settings for a client who owns the machine: a person at a terminal, a page in a browser's own worker.
    ///
    /// ```
    /// let settings = waxwing_session::Settings::own(7);
    /// assert!(settings.bounds.tables > 1);
    /// ```
    pub fn own(seed: u64) -> Settings {
        Settings { bounds: Bounds::OWN, threads: 1, files: true, player: None, seed }
    }

    /// Settings for a client of a server, who shares it with others.
    pub fn shared(seed: u64) -> Settings {
        Settings { bounds: Bounds::SHARED, files: false, ..Settings::own(seed) }
    }

    pub(crate) fn limits(&self, budget: Budget) -> Limits {
        Limits::new(budget).memory(self.bounds.memory).threads(self.threads).nodes(self.bounds.nodes)
    }

    /// Refuses an expression that names a file or a program, where that is not allowed: only these are written in quotes.
    pub(crate) fn check(&self, expression: &Expression) -> Result<(), Refusal> {
        match !self.files && expression.to_string().contains('"') {
            true => Err(refusal("this session opens no files and starts no programs")),
            false => Ok(()),
        }
    }

    /// The budget as far as it is allowed, and what is said if it was cut.
    pub(crate) fn cut(&self, budget: Budget) -> (Budget, Option<String>) {
        let allowed = match budget {
            Budget::Iterations(count) => Budget::Iterations(count.min(self.bounds.iterations)),
            Budget::Time(time) => Budget::Time(time.min(self.bounds.time)),
            // These end at a bound when they reach it.
            other => other,
        };
        let said = format!("the budget is cut from {budget} to {allowed}, which is the most here");
        (allowed, (allowed != budget).then_some(said))
    }
}
