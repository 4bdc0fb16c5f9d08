//! How a search is doing, read from its trees: the report of a moment.

use std::time::Duration;

use super::choice::Final;
use super::forest::Offspring;
use super::insight::in_unit_interval;
use super::memory::Memory;
use super::proof::Proof;
use super::tree::ROOT;
use super::worker::Tally;
use crate::game::{Game, Player, Reward};
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
            total.add(memory.root_record(from, action), memory.root_minimax(from, action));
        }
    }
    let actions = legal.iter().zip(totals).map(|(&action, total)| total.report(action, from.player));
    let mut actions: Vec<_> = actions.collect();
    let best = actions[choice.choose(&actions)].action;
    // A stable sort: equally visited actions stay in the order of the game.
    actions.sort_by_key(|action| std::cmp::Reverse(action.visits));
    let first = memories[0];
    let kept = memories.iter().fold((0, 0), |(nodes, depth), memory| (nodes + memory.kept.0, depth.max(memory.kept.1)));
    Report {
        best,
        actions,
        line: first.line(from, best),
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
        proof_rule: first.plan.assumed_rule(),
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
    fn add(&mut self, (visits, sum, proof): (u32, i64, Proof), minimax: Option<f64>) {
        self.visits += u64::from(visits);
        self.sum += i128::from(sum);
        // A proof of one tree holds for all.
        if proof != Proof::Open {
            self.proof = proof;
        }
        if let Some(value) = minimax {
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

impl<G: Game> Memory<G> {
    /// The baseline's record of an action of the root.
    fn root_record(&self, from: Viewpoint<'_, G>, action: G::Action) -> (u32, i64, Proof) {
        if G::HIDDEN {
            let key = from.position.action_index(action);
            let stat = self.forest.find([key]).map(|node| self.forest.stat(node, from.player));
            return stat.map_or((0, 0, Proof::Open), |stat| (stat.visits(), stat.fixed_sum(), Proof::Open));
        }
        let slot = self.tree.child(ROOT, action).map(|child| self.tree.slot(child));
        slot.map_or((0, 0, Proof::Open), |slot| (slot.visits(), slot.fixed_sum(), self.tree.proof_in(slot)))
    }

    /// The implicit minimax value of an action of the root for the searching player, in `[0, 1]`.
    fn root_minimax(&self, from: Viewpoint<'_, G>, action: G::Action) -> Option<f64> {
        let value = self.tree.child(ROOT, action).and_then(|child| self.minimax(child))?;
        Some(in_unit_interval(value, from.player).into())
    }

    fn bytes_per_slot(&self) -> f64 {
        if G::HIDDEN { self.forest.bytes_per_node() } else { self.tree.bytes_per_child() }
    }

    /// An action of the root, and the most visited moves behind it.
    fn line(&self, from: Viewpoint<'_, G>, first: G::Action) -> Vec<G::Action> {
        let mut line = vec![first];
        if G::HIDDEN {
            let node = self.forest.find([from.position.action_index(first)]);
            let offspring = self.forest.offspring(from.player);
            line.extend(node.into_iter().flat_map(|node| self.line_seen(&offspring, node, from.player, usize::MAX)));
        } else {
            let node = self.tree.child(ROOT, first);
            line.extend(node.into_iter().flat_map(|node| self.line_from(node, usize::MAX)));
        }
        line
    }

    /// The most visited moves behind a node, at most this many.
    pub fn line_from(&self, mut node: u32, most: usize) -> Vec<G::Action> {
        let mut line = Vec::new();
        while let Some(block) = self.tree.block(node).filter(|_| line.len() < most) {
            let visits = |index: u32| self.tree.slot(block.first + index).visits();
            let next = (0..block.count).max_by_key(|&index| visits(index)).filter(|&index| visits(index) > 0);
            let Some(index) = next else { break };
            line.push(self.tree.actions(block)[index as usize]);
            node = block.first + index;
        }
        line
    }

    /// The most visited moves behind a node of a player's tree, at most this many.
    pub fn line_seen(
        &self,
        offspring: &Offspring<G::Action>,
        mut node: u32,
        observer: Player,
        most: usize,
    ) -> Vec<G::Action> {
        let mut line = Vec::new();
        while let Some(children) = offspring.get(&node).filter(|_| line.len() < most) {
            let visits = |child: u32| self.forest.stat(child, observer).visits();
            let Some(&(action, child)) = children.iter().max_by_key(|&&(_, child)| visits(child)) else { break };
            line.push(action);
            node = child;
        }
        line
    }
}
