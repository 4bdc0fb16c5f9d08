//! What a search says when it is done, and now and then before.

use std::time::Duration;

use super::choice::Final;
use super::insight::in_unit_interval;
use super::memory::Memory;
use super::proof::{Proof, ProofRule};
use super::run::Task;
use super::tree::ROOT;
use super::worker::Tally;
use crate::game::{Game, Player, Reward};

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
    /// Whether the same seed gives the same result again.
    pub reproducible: bool,
    /// The rule that losses to several opponents are judged by, if proofs rest on it: then they are not forced.
    pub proof_rule: Option<ProofRule>,
    /// Why the player chose nothing, if it did not; [`Report::best`] has no meaning then. Searches never give up.
    pub gave_up: Option<GaveUp>,
}

/// Why a player chose no action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GaveUp {
    /// It sees no chance: it has lost.
    Resigned,
    /// It does not work as it should: it crashed, took too long, or chose what is not legal.
    Failed(String),
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
    pub proven: Option<Outcome>,
    /// Its implicit minimax value for the acting player, in `[0, 1]`, where the search has such values.
    pub minimax: Option<f64>,
}

/// A proven result, seen by one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player wins.
    Win,
    /// All share the win.
    Draw,
    /// The player loses.
    Loss,
    /// The player loses if all others cooperate, which they need not do.
    CoalitionLoss,
}

impl Outcome {
    /// `win`, `draw`, `loss`, or `loss if the others cooperate`.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Win => "win",
            Outcome::Draw => "draw",
            Outcome::Loss => "loss",
            Outcome::CoalitionLoss => "loss if the others cooperate",
        }
    }
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
            proof_rule: None,
            gave_up: None,
        }
    }
}

/// How a search stands.
pub(super) fn of<G: Game>(
    choice: Final,
    memories: &[&Memory<G>],
    task: &Task<'_, G>,
    tally: Tally,
    elapsed: Duration,
) -> Report<G::Action> {
    let mut legal = Vec::new();
    task.position.legal_actions(&mut legal);
    let mut totals: Vec<Total> = legal.iter().map(|_| Total::default()).collect();
    for memory in memories {
        for (total, &action) in totals.iter_mut().zip(&legal) {
            total.add(memory.root_record(task, action), memory.root_minimax(task, action));
        }
    }
    let actions = legal.iter().zip(totals).map(|(&action, total)| total.report(action, task.player));
    let mut actions: Vec<_> = actions.collect();
    let best = actions[choice.choose(&actions)].action;
    // A stable sort: equally visited actions stay in the order of the game.
    actions.sort_by_key(|action| std::cmp::Reverse(action.visits));
    let first = memories[0];
    let kept = memories.iter().fold((0, 0), |(nodes, depth), memory| (nodes + memory.kept.0, depth.max(memory.kept.1)));
    Report {
        best,
        actions,
        line: first.line(task, best),
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
        gave_up: None,
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
        let proven = match self.proof {
            Proof::Open => None,
            Proof::Draw => Some(Outcome::Draw),
            Proof::Win(winner) if winner == player => Some(Outcome::Win),
            Proof::Win(_) => Some(Outcome::Loss),
        };
        let minimax = (self.minimax.1 > 0).then(|| self.minimax.0 / f64::from(self.minimax.1));
        ActionReport { action, visits: self.visits, value: (self.visits > 0).then(mean), proven, minimax }
    }
}

impl<G: Game> Memory<G> {
    /// The baseline's record of an action of the root.
    fn root_record(&self, task: &Task<'_, G>, action: G::Action) -> (u32, i64, Proof) {
        if G::HIDDEN {
            let key = task.position.action_index(action);
            let stat = self.forest.find([key]).map(|node| self.forest.stat(node, task.player));
            return stat.map_or((0, 0, Proof::Open), |stat| (stat.visits(), stat.fixed_sum(), Proof::Open));
        }
        let slot = self.tree.child(ROOT, action).map(|child| self.tree.slot(child));
        slot.map_or((0, 0, Proof::Open), |slot| (slot.visits(), slot.fixed_sum(), self.tree.proof_in(slot)))
    }

    /// The implicit minimax value of an action of the root for the searching player, in `[0, 1]`.
    fn root_minimax(&self, task: &Task<'_, G>, action: G::Action) -> Option<f64> {
        let value = self.tree.child(ROOT, action).and_then(|child| self.minimax(child))?;
        Some(in_unit_interval(value, task.player).into())
    }

    fn bytes_per_slot(&self) -> f64 {
        if G::HIDDEN { self.forest.bytes_per_node() } else { self.tree.bytes_per_child() }
    }

    /// The most visited moves behind an action of the root.
    fn line(&self, task: &Task<'_, G>, first: G::Action) -> Vec<G::Action> {
        let mut line = vec![first];
        if G::HIDDEN {
            let mut node = self.forest.find([task.position.action_index(first)]);
            while let Some(at) = node {
                let children = self.forest.children(at, task.player);
                let visits = |child: u32| self.forest.stat(child, task.player).visits();
                let next = children.into_iter().max_by_key(|&(_, child)| visits(child));
                line.extend(next.map(|(action, _)| action));
                node = next.map(|(_, child)| child);
            }
            return line;
        }
        let mut node = self.tree.child(ROOT, first);
        while let Some(block) = node.and_then(|node| self.tree.block(node)) {
            let next = (0..block.count).max_by_key(|&index| self.tree.slot(block.first + index).visits());
            let next = next.filter(|&index| self.tree.slot(block.first + index).visits() > 0);
            line.extend(next.map(|index| self.tree.actions(block)[index as usize]));
            node = next.map(|index| block.first + index);
        }
        line
    }
}
