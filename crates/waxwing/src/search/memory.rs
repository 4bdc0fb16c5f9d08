//! What a search learns: the tree (or the players' trees) and the strategies' records, with the plan of their use.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::ending::Ending;
use super::forest::Forest;
use super::insight::Insight;
use super::proof::{Judge, Proof};
use super::tree::{NeedsRoom, ROOT, Tree};
use crate::game::{Game, Player};
use crate::icarus::{InPlayouts, Policy, ProgressiveHistory, ProgressiveUnpruning, Quota, Start, Strategy, Wants};
use crate::thinking::ProofRule;

/// An expression, taken apart.
pub(crate) struct Parts<G: Game> {
    pub strategies: Vec<Box<dyn Strategy<G>>>,
    /// The policies on the two sides of `>`.
    pub tree: Policy,
    pub playout: Policy,
    /// Strategies whose scores are added to the tree policy's.
    pub biases: Vec<usize>,
    pub unpruning: Option<ProgressiveUnpruning>,
    pub insight: Insight,
    /// How many play.
    pub players: usize,
    /// By which rule nodes are proven, if they are.
    pub solver: Option<ProofRule>,
    /// Nodes with fewer visits than this leave the choice to the playout policy.
    pub threshold: u32,
    /// Whether a new node is searched for an action that wins at once.
    pub mate1: bool,
    /// Nodes with at least so many visits pass on the best mean of their children instead of a reward.
    pub maximum_from: Option<u32>,
    /// How playouts end.
    pub ending: Ending,
    /// The exploration constant where the tree policy is plain UCB1.
    pub plain_uct: Option<f32>,
}

impl<G: Game> Parts<G> {
    /// Whether the tree policy chooses among all actions with nothing added to it but minimax values.
    pub fn is_unadorned(&self) -> bool {
        self.biases.is_empty() && self.unpruning.is_none() && self.insight.is_plain()
    }

    /// The only bias, if it is progressive history and nothing else tells actions apart.
    fn only_history(&self) -> Option<usize> {
        let &[bias] = &self.biases[..] else { return None };
        let is_seen = self.insight.is_plain() && self.insight.columns() == 0;
        let is_free = self.unpruning.is_none() && self.solver.is_none();
        (is_seen && is_free && self.strategies[bias].history().is_some()).then_some(bias)
    }
}

/// Who chooses where: the parts, to which it dereferences, and what follows from them.
pub(crate) struct Plan<G: Game> {
    parts: Parts<G>,
    /// The exploration constant where the tree policy is UCB1 with progressive history and nothing else, and the number of
    /// that strategy.
    uct_with_history: Option<(f32, usize)>,
    /// Whether unvisited actions come before all others, one as good as the other.
    pub unvisited_first: bool,
    /// Whether the playout policy is uniform, and how each strategy finds an action there.
    pub uniform_playout: bool,
    in_playouts: Vec<InPlayouts>,
    /// The strategy that chooses alone in playouts, by [`Strategy::play`] or from a list.
    one_plays: Option<usize>,
    one_lists: Option<usize>,
    /// The strategy that chooses alone in playouts and may do so in the quicker loop.
    one_picks: Option<usize>,
    /// The strategy that draws replies in playouts, if what is behind it is uniform.
    replies: Option<usize>,
    pub wants: Wants,
}

impl<G: Game> Deref for Plan<G> {
    type Target = Parts<G>;

    #[inline(always)]
    fn deref(&self) -> &Parts<G> {
        &self.parts
    }
}

impl<G: Game> DerefMut for Plan<G> {
    fn deref_mut(&mut self) -> &mut Parts<G> {
        &mut self.parts
    }
}

impl<G: Game> Plan<G> {
    pub fn new(mut parts: Parts<G>) -> Plan<G> {
        // Plain UCB1 has a loop of its own, which knows of nothing else.
        let uct_with_history = parts.plain_uct.zip(parts.only_history());
        parts.plain_uct = parts.plain_uct.filter(|_| parts.is_unadorned());
        let Parts { strategies, tree, playout, unpruning, insight, .. } = &parts;
        let in_playouts: Vec<InPlayouts> = strategies.iter().map(|strategy| strategy.in_playouts()).collect();
        let alone = match *playout {
            Policy::Strategy(one) => Some((one, in_playouts[one])),
            Policy::Linear(..) | Policy::Blend(..) | Policy::Otherwise(..) => None,
        };
        let replies = match playout {
            Policy::Otherwise(first, then) if then.is_uniform_in_playouts(strategies) => Some(*first),
            _ => None,
        };
        let is_ordered = parts.biases.iter().any(|&bias| strategies[bias].orders_unvisited());
        let is_restricted = unpruning.is_some() || insight.priors.is_some() || is_ordered;
        Plan {
            uct_with_history,
            unvisited_first: !is_restricted && tree.puts_unvisited_first(strategies),
            uniform_playout: playout.is_uniform_in_playouts(strategies),
            one_plays: alone.filter(|&(_, way)| way == InPlayouts::Plays).map(|(one, _)| one),
            one_lists: alone.filter(|&(_, way)| way == InPlayouts::Listed).map(|(one, _)| one),
            one_picks: alone.filter(|&(_, way)| way == InPlayouts::Picks).map(|(one, _)| one),
            wants: strategies.iter().fold(Wants::default(), |wants, strategy| wants.join(strategy.wants())),
            in_playouts,
            replies,
            parts,
        }
    }

    /// The exploration constant and progressive history, where the tree policy is UCB1 with both.
    #[inline]
    pub fn uct_with_history(&self) -> Option<(f32, &ProgressiveHistory)> {
        let (c, bias) = self.uct_with_history?;
        Some((c, self.strategies[bias].history()?))
    }

    /// The strategy that chooses alone in playouts by [`Strategy::play`], if there is one.
    #[inline]
    pub fn one_plays(&self) -> Option<&dyn Strategy<G>> {
        self.one_plays.map(|one| &*self.strategies[one])
    }

    /// The strategy that chooses alone in playouts from a list of the legal actions, if there is one.
    #[inline]
    pub fn one_lists(&self) -> Option<&dyn Strategy<G>> {
        self.one_lists.map(|one| &*self.strategies[one])
    }

    /// The strategy that chooses alone in playouts and may do so in the quicker loop, if there is one.
    #[inline]
    pub fn one_picks(&self) -> Option<&dyn Strategy<G>> {
        self.one_picks.map(|one| &*self.strategies[one])
    }

    /// The strategy that draws replies in playouts, if what is behind it is uniform.
    #[inline]
    pub fn replies(&self) -> Option<&dyn Strategy<G>> {
        self.replies.map(|one| &*self.strategies[one])
    }

    /// How a drawn playout policy finds an action.
    #[inline]
    pub fn way(&self, policy: &Policy) -> InPlayouts {
        let Policy::Strategy(number) = policy else { return InPlayouts::Listed };
        self.in_playouts[*number]
    }

    /// The strategy that a drawn playout policy is.
    #[inline]
    pub fn player(&self, policy: &Policy) -> &dyn Strategy<G> {
        let Policy::Strategy(number) = policy else { unreachable!("only a single strategy has a way of its own") };
        &*self.strategies[*number]
    }

    /// The numbers beside each slot of the tree; where information is hidden, the tree is not used.
    fn tree_columns(&self) -> usize {
        if G::HIDDEN { 0 } else { self.insight.columns() }
    }

    /// A tree of the form that the search needs. Without proofs it is that of two players.
    fn new_tree(&self) -> Tree<G::Action> {
        Tree::new(self.tree_columns(), Proof::width(self.solver.map_or(2, |_| self.players)))
    }

    /// What concludes from children to parents in the search of this player.
    pub fn judge(&self, searcher: Player) -> Judge {
        Judge { rule: self.solver.unwrap_or_default(), players: self.players, searcher }
    }

    /// The rule that proofs rest on, where they are not forced.
    pub fn assumed_rule(&self) -> Option<ProofRule> {
        self.solver.filter(|&rule| rule != ProofRule::Standard && self.players > 2)
    }

    /// The bytes that strategies keep for each slot.
    fn beside(&self) -> usize {
        16 * self.strategies.iter().filter(|strategy| strategy.wants().arms).count()
    }
}

pub(crate) struct Memory<G: Game> {
    pub plan: Plan<G>,
    pub tree: Tree<G::Action>,
    pub forest: Forest<G>,
    pub quota: Arc<Quota>,
    /// The tree was cut out of an earlier one: its root has a visit that did not look at its children.
    pub rerooted: bool,
    /// Nodes and depth of the tree when the search began.
    pub kept: (u64, u32),
    /// New nodes did not fit any more.
    pub tree_full: bool,
    /// Whose records did not fit any more, by strategy. They are not asked again whether they want to grow.
    full: Vec<bool>,
}

impl<G: Game> Memory<G> {
    pub fn new(plan: Plan<G>, forest: Forest<G>, limit: usize) -> Memory<G> {
        let mut memory = Memory {
            tree: plan.new_tree(),
            plan,
            forest,
            quota: Arc::new(Quota::new(limit)),
            rerooted: false,
            kept: (1, 0),
            tree_full: false,
            full: Vec::new(),
        };
        memory.account(limit);
        memory
    }

    /// Starts the bookkeeping of memory anew with what there is.
    fn account(&mut self, limit: usize) {
        self.quota = Arc::new(Quota::with(limit, self.bytes()));
        self.tree_full = false;
        self.full = vec![false; self.plan.strategies.len()];
    }

    /// Prepares for a search.
    pub fn begin(&mut self, start: Start, limit: usize) {
        if start.new_tree && self.bytes() > limit {
            // An earlier search was allowed more.
            (self.tree, self.forest) = (self.plan.new_tree(), self.forest.unplanted());
        }
        if start.new_tree {
            self.tree.clear();
            if G::HIDDEN {
                self.forest.clear();
            }
            self.rerooted = false;
            self.kept = (1, 0);
        }
        self.plan.strategies.iter_mut().for_each(|strategy| strategy.begin(start));
        self.account(limit);
        self.maintain();
    }

    /// Goes on with the part of the tree behind these moves. Returns whether there was one.
    pub fn keep(&mut self, moves: &[G::Action]) -> bool {
        let node = moves.iter().try_fold(ROOT, |node, &action| self.tree.child(node, action));
        let Some(node) = node.filter(|&node| node != ROOT && self.tree.block(node).is_some()) else { return false };
        let moved = self.tree.reroot(node);
        self.plan.strategies.iter_mut().for_each(|strategy| strategy.remap(&moved));
        self.rerooted = true;
        self.kept = self.tree.measure();
        true
    }

    pub fn slots(&self) -> usize {
        if G::HIDDEN { self.forest.capacity() } else { self.tree.capacity() }
    }

    /// Whether [`Memory::maintain`] has anything to do.
    #[inline]
    pub fn is_due(&self) -> bool {
        let slots = self.slots();
        self.plan.strategies.iter().zip(&self.full).any(|(strategy, &full)| !full && strategy.is_due(slots))
            || G::HIDDEN && !self.tree_full && self.forest.is_crowded()
    }

    /// Grows what wants to grow, between two iterations.
    pub fn maintain(&mut self) {
        if G::HIDDEN && self.forest.is_crowded() {
            self.tree_full |= !self.forest.grow(&self.quota);
        }
        let slots = self.slots();
        for (strategy, full) in self.plan.parts.strategies.iter_mut().zip(&mut self.full) {
            if strategy.is_due(slots) {
                strategy.maintain(slots, &self.quota);
                *full = strategy.is_due(slots);
            }
        }
    }

    /// Whether new nodes or new records did not fit any more.
    pub fn is_full(&self) -> bool {
        self.tree_full || self.full.contains(&true)
    }

    /// Brings the records up to date when threads that share them are done.
    pub fn finish(&mut self) {
        let slots = self.slots();
        self.plan.strategies.iter_mut().for_each(|strategy| strategy.maintain(slots, &self.quota));
    }

    /// Makes room for a node's children.
    pub fn grow(&mut self, NeedsRoom(slots): NeedsRoom) {
        let beside = self.plan.beside();
        self.tree_full |= !self.tree.grow(slots, beside, &self.quota);
        // A node with virtual visits learns about the children it gets in the same iteration.
        self.maintain();
    }

    pub fn bytes(&self) -> usize {
        let records: usize = self.plan.strategies.iter().map(|strategy| strategy.bytes()).sum();
        self.tree.bytes() + self.forest.bytes() + records
    }
}
