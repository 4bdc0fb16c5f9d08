//! What a search learns: the tree (or the players' trees) and the strategies' records, with the plan of their use.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::ending::Ending;
use super::forest::Forest;
use super::insight::Insight;
use super::playout::{Driver, driver};
use super::proof::{Judge, Proof};
use super::tree::{NeedsRoom, ROOT, Tree};
use crate::game::{Game, Player};
use crate::icarus::{Learned, Lexicon, Part, Policy, ProgressiveUnpruning, Quota, Source, Threads};
use crate::strategy::{Needs, Start, Store};
use crate::thinking::ProofRule;

/// A strategy or a source of replies, by its number.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Named {
    Strategy(usize),
    Source(usize),
}

/// An expression, taken apart.
pub(crate) struct Parts<G: Game> {
    pub strategies: Vec<Part<G>>,
    /// What plays replies, with another policy behind it.
    pub sources: Vec<Source<G>>,
    /// Both in the order in which the expression names them.
    pub named: Vec<Named>,
    /// The policies on the two sides of `>`.
    pub tree: Policy,
    pub playout: Policy,
    /// Strategies whose scores are added to the tree policy's.
    pub biases: Vec<usize>,
    pub unpruning: Option<ProgressiveUnpruning>,
    pub insight: Insight<G>,
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
    pub ending: Ending<G>,
}

impl<G: Game> Parts<G> {
    /// Whether the tree policy chooses among all actions with nothing added to it but minimax values.
    pub fn is_unadorned(&self) -> bool {
        self.biases.is_empty() && self.unpruning.is_none() && self.insight.is_plain()
    }

    /// The strategies and the sources of replies.
    pub fn learners(&self) -> impl Iterator<Item = Learned<'_, G>> {
        self.strategies.iter().map(Part::learner).chain(self.sources.iter().map(Source::learner))
    }

    /// The same in the order in which the expression names them.
    pub fn learners_as_named(&self) -> impl Iterator<Item = Learned<'_, G>> {
        self.named.iter().map(|named| match *named {
            Named::Strategy(number) => self.strategies[number].learner(),
            Named::Source(number) => self.sources[number].learner(),
        })
    }

    /// Their records, as far as they have any.
    fn stores(&self) -> impl Iterator<Item = &dyn Store> {
        self.learners().filter_map(|learner| learner.store())
    }

    fn stores_mut(&mut self) -> impl Iterator<Item = &mut dyn Store> {
        let strategies = self.strategies.iter_mut().filter_map(Part::store_mut);
        strategies.chain(self.sources.iter_mut().filter_map(Source::store_mut))
    }
}

/// Who chooses where: the parts, to which it dereferences, and what follows from them.
pub(crate) struct Plan<G: Game> {
    parts: Parts<G>,
    /// The exploration constant where the tree policy is UCB1 and nothing else.
    pub plain_uct: Option<f32>,
    /// Whether unvisited actions come first, one as good as another.
    pub unvisited_first: bool,
    /// Whether the playout policy is uniform.
    pub uniform_playout: bool,
    /// How playouts are made.
    pub driver: Box<dyn Driver<G>>,
    pub needs: Needs,
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
    pub fn new(parts: Parts<G>) -> Plan<G> {
        let needs = parts.learners().fold(Needs::default(), |needs, learner| needs.join(learner.needs()));
        let Parts { strategies, tree, playout, unpruning, insight, .. } = &parts;
        // Plain UCB1 has a loop of its own, which knows of nothing else.
        let plain_uct = match *tree {
            Policy::Strategy(one) if parts.is_unadorned() => strategies[one].baseline(),
            _ => None,
        };
        let is_ordered = parts.biases.iter().any(|&bias| strategies[bias].orders_unvisited());
        let is_restricted = unpruning.is_some() || insight.priors.is_some() || is_ordered;
        Plan {
            plain_uct,
            unvisited_first: !is_restricted && tree.puts_unvisited_first(strategies),
            uniform_playout: playout.is_uniform_in_playouts(strategies),
            driver: driver(&parts, needs),
            needs,
            parts,
        }
    }

    /// What a thread keeps for the strategies.
    pub fn threads(&self) -> Threads {
        let strategies = self.strategies.iter().map(|strategy| strategy.learner().thread()).collect();
        let sources = self.sources.iter().map(|source| source.learner().thread()).collect();
        Threads::new(strategies, sources)
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
        16 * self.learners().filter(|learner| learner.needs().arms).count()
    }
}

pub(crate) struct Memory<G: Game> {
    pub plan: Plan<G>,
    pub tree: Tree<G::Action>,
    pub forest: Forest<G>,
    /// The actions behind the keys that have been seen, where a strategy plays what it remembers.
    pub lexicon: Lexicon<G::Action>,
    pub quota: Arc<Quota>,
    /// The tree was cut out of an earlier one: its root has a visit that did not look at its children.
    pub rerooted: bool,
    /// Nodes and depth of the tree when the search began.
    pub kept: (u64, u32),
    /// New nodes did not fit any more.
    pub tree_full: bool,
    /// Whose records did not fit any more, by store; the last is the lexicon. They are not asked again whether they want to
    /// grow.
    full: Vec<bool>,
}

impl<G: Game> Memory<G> {
    pub fn new(plan: Plan<G>, forest: Forest<G>, space: usize, limit: usize) -> Memory<G> {
        let lexicon = if plan.needs.replies { Lexicon::new(space) } else { Lexicon::none() };
        let mut memory = Memory {
            lexicon,
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
        self.full = vec![false; self.plan.stores().count() + 1];
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
        self.plan.stores_mut().for_each(|store| store.begin(start));
        self.account(limit);
        self.maintain();
    }

    /// Goes on with the part of the tree behind these moves. Returns whether there was one.
    pub fn keep(&mut self, moves: &[G::Action]) -> bool {
        let node = moves.iter().try_fold(ROOT, |node, &action| self.tree.child(node, action));
        let Some(node) = node.filter(|&node| node != ROOT && self.tree.block(node).is_some()) else { return false };
        let moved = self.tree.reroot(node);
        self.plan.stores_mut().for_each(|store| store.remap(&moved));
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
        self.plan.stores().zip(&self.full).any(|(store, &full)| !full && store.is_due(slots))
            || self.lexicon.is_crowded() && self.full.last() == Some(&false)
            || G::HIDDEN && !self.tree_full && self.forest.is_crowded()
    }

    /// Grows what wants to grow, between two iterations.
    pub fn maintain(&mut self) {
        if G::HIDDEN && self.forest.is_crowded() {
            self.tree_full |= !self.forest.grow(&self.quota);
        }
        let slots = self.slots();
        for (store, full) in self.plan.parts.stores_mut().zip(&mut self.full) {
            if store.is_due(slots) {
                store.maintain(slots, &self.quota);
                *full = store.is_due(slots);
            }
        }
        if self.lexicon.is_crowded() {
            self.lexicon.maintain(&self.quota);
            let full = self.full.last_mut().expect("the lexicon has the last place");
            *full = self.lexicon.is_crowded();
        }
    }

    /// Whether new nodes or new records did not fit any more.
    pub fn is_full(&self) -> bool {
        self.tree_full || self.full.contains(&true)
    }

    /// Brings the records up to date when threads that share them are done.
    pub fn finish(&mut self) {
        let slots = self.slots();
        self.plan.parts.stores_mut().for_each(|store| store.maintain(slots, &self.quota));
    }

    /// Makes room for a node's children.
    pub fn grow(&mut self, NeedsRoom(slots): NeedsRoom) {
        let beside = self.plan.beside();
        self.tree_full |= !self.tree.grow(slots, beside, &self.quota);
        // A node with virtual visits learns about the children it gets in the same iteration.
        self.maintain();
    }

    pub fn bytes(&self) -> usize {
        let records: usize = self.plan.stores().map(|store| store.bytes()).sum();
        self.tree.bytes() + self.forest.bytes() + self.lexicon.bytes() + records
    }
}
