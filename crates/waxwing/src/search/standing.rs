//! How a search is doing, read from its trees: the report of a moment.

use std::time::Duration;

use super::choice::Final;
use super::memory::Memory;
use super::space::RootRecord;
use super::tree::Proof;
use super::worker::Tally;
use crate::game::{Game, Player, Reward};
use crate::ranked::sort_falling;
use crate::thinking::{ActionReport, Proven, Report, Stopped};

/// Where a search looks from: the position, and the player who searches it.
pub(crate) struct Viewpoint<'a, G: Game> {
    pub position: &'a G,
    pub player: Player,
}

impl<G: Game> Clone for Viewpoint<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Viewpoint<'_, G> {}

/// What the trees of a search say at this moment.
pub(super) fn of<G: Game>(
    choice: Final,
    memories: &[&Memory<G>],
    from: Viewpoint<'_, G>,
    tally: Tally,
    elapsed: Duration,
) -> Report<G::Action> {
    let mut legal = Vec::new();
    from.position.legal_actions(&mut legal);
    let mut totals: Vec<Total> = legal.iter().map(|_| Total::default()).collect();
    for memory in memories {
        for (total, &action) in totals.iter_mut().zip(&legal) {
            total.add(memory.space.root_record(from, action));
        }
    }
    let actions = legal.iter().zip(totals).map(|(&action, total)| total.report(action, from.player));
    let mut actions: Vec<_> = actions.collect();
    let best = actions[choice.choose(&actions)].action;
    // A stable sort: equally visited actions stay in the order of the game.
    sort_falling(&mut actions, |action| action.visits as f64);
    let first = &memories[0].space;
    let line = std::iter::once(best).chain(first.line(from, best)).collect();
    let kept = memories.iter().fold((0, 0), |(nodes, depth), memory| (nodes + memory.kept.0, depth.max(memory.kept.1)));
    Report {
        best,
        actions,
        line,
        iterations: tally.iterations,
        plies: tally.plies,
        capped: tally.capped,
        elapsed,
        nodes: kept.0 + tally.nodes,
        depth: kept.1.max(tally.depth),
        bytes: memories.iter().map(|memory| memory.quota.used()).sum(),
        bytes_per_slot: first.bytes_per_slot(),
        stopped: Stopped::Running,
        memory_full: memories.iter().any(|memory| memory.is_full()),
        reproducible: true,
        sampled: true,
        proof_rule: first.assumed_rule(),
        resigns: false,
    }
}

/// What all trees know about one action of the root.
struct Total {
    visits: u64,
    sum: i128,
    proof: Proof,
    /// The minimax values of the trees that have one: their sum and number.
    minimax: (f64, u32),
}

impl Default for Total {
    fn default() -> Total {
        Total { visits: 0, sum: 0, proof: Proof::Open, minimax: (0.0, 0) }
    }
}

impl Total {
    fn add(&mut self, record: RootRecord) {
        self.visits += u64::from(record.visits);
        self.sum += i128::from(record.sum);
        // A proof of one tree holds for all.
        if record.proof != Proof::Open {
            self.proof = record.proof;
        }
        if let Some(value) = record.minimax {
            self.minimax = (self.minimax.0 + value, self.minimax.1 + 1);
        }
    }

    fn report<A>(&self, action: A, player: Player) -> ActionReport<A> {
        let mean = || self.sum as f64 / Reward::WIN.bits() as f64 / self.visits as f64;
        let minimax = (self.minimax.1 > 0).then(|| self.minimax.0 / f64::from(self.minimax.1));
        ActionReport {
            action,
            visits: self.visits,
            value: (self.visits > 0).then(mean),
            proven: proven(self.proof, player),
            minimax,
        }
    }
}

/// What a proof says to a player.
pub(super) fn proven(proof: Proof, player: Player) -> Option<Proven> {
    match proof {
        Proof::Open => None,
        Proof::Draw => Some(Proven::Draw),
        Proof::Win(winner) if winner == player => Some(Proven::Win),
        Proof::Win(_) => Some(Proven::Loss),
    }
}
