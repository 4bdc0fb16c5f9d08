//! What a search learns: its space and the strategies' records, with the plan of their use.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::belief::Belief;
use super::ending::{Ending, Margin};
use super::insight::Insight;
use super::playout::{Driver, driver};
use super::space::{Space, SpaceKind, SpaceNeeds};
use super::tree::{NeedsRoom, TreeOptions};
use crate::game::Game;
use crate::icarus::{Learned, Lexicon, Part, Policy, ProgressiveUnpruning, Quota, Source, Threads};
use crate::strategy::{Needs, Start, Store};
use crate::thinking::Limits;

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
    /// Both in the order in which the expression names them, with the call that names each.
    pub named: Vec<(Named, String)>,
    /// The policies on the two sides of `>`.
    pub tree: Policy,
    pub playout: Policy,
    /// Strategies whose scores are added to the tree policy's.
    pub biases: Vec<usize>,
    pub unpruning: Option<ProgressiveUnpruning>,
    pub insight: Insight<G>,
    /// How determinizations are weighed, if they are.
    pub belief: Option<Belief>,
    /// How playouts end.
    pub ending: Ending<G>,
    pub margin: Option<Margin<G>>,
    /// Policies that are watched: their strategies learn, and choose nothing. Each with the expression that names it.
    pub listeners: Vec<(String, Policy)>,
    /// How many of the strategies and of the sources of replies choose, or stand behind those that do; those behind them only listen.
    pub choosing: (usize, usize),
}

impl<G: Game> Parts<G> {
    /// Whether the tree policy chooses among all actions with nothing added to it.
    pub fn is_unadorned(&self) -> bool {
        self.biases.is_empty() && self.unpruning.is_none() && self.insight.is_plain()
    }

    /// The strategies and the sources of replies.
    pub fn learners(&self) -> impl Iterator<Item = Learned<'_, G>> {
        self.strategies.iter().map(Part::learner).chain(self.sources.iter().map(Source::learner))
    }

    /// Those of them that choose.
    fn choosers(&self) -> impl Iterator<Item = Learned<'_, G>> {
        let strategies = self.strategies[..self.choosing.0].iter().map(Part::learner);
        strategies.chain(self.sources[..self.choosing.1].iter().map(Source::learner))
    }

    /// The same in the order in which the expression names them, with the call that names each.
    pub fn learners_as_named(&self) -> impl Iterator<Item = (&str, Learned<'_, G>)> {
        self.named.iter().map(|(named, call)| match *named {
            Named::Strategy(number) => (call.as_str(), self.strategies[number].learner()),
            Named::Source(number) => (call.as_str(), self.sources[number].learner()),
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
    /// What is grown.
    pub space: SpaceKind<G>,
    /// The exploration constant where the tree policy is UCB1 and nothing else.
    pub plain_uct: Option<f32>,
    /// Whether unvisited actions come first, one as good as another.
    pub unvisited_first: bool,
    /// Whether the playout policy is uniform.
    pub uniform_playout: bool,
    /// Whether playouts choose from lists. They do if a strategy that chooses needs the legal actions; what listeners need changes
    /// nothing.
    pub from_lists: bool,
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
        let looks_at_depth = tree.looks_at_depth() || playout.looks_at_depth();
        let needs = if looks_at_depth { needs.join(Needs::steps()) } else { needs };
        // Plain UCB1 has a loop of its own, which knows of nothing else.
        let plain_uct = match *tree {
            Policy::Strategy(one) if parts.is_unadorned() => strategies[one].baseline(),
            _ => None,
        };
        let is_ordered = parts.biases.iter().any(|&bias| strategies[bias].orders_unvisited());
        let from_lists = parts.choosers().any(|learner| learner.needs().legal);
        let space = SpaceKind::OF_GAME;
        let is_restricted = unpruning.is_some() || insight.priors.is_some() || is_ordered;
        Plan {
            plain_uct,
            unvisited_first: !is_restricted && tree.puts_unvisited_first(strategies),
            uniform_playout: playout.is_uniform_in_playouts(strategies),
            from_lists,
            driver: driver(&parts, needs, space.hidden),
            needs,
            space,
            parts,
        }
    }

    /// What a thread keeps for the strategies.
    pub fn threads(&self) -> Threads {
        let strategies = self.strategies.iter().map(|strategy| strategy.learner().thread()).collect();
        let sources = self.sources.iter().map(|source| source.learner().thread()).collect();
        Threads::new(strategies, sources)
    }

    /// The bytes that strategies keep for each slot.
    fn beside(&self) -> usize {
        16 * self.learners().filter(|learner| learner.needs().arms).count()
    }
}

pub(crate) struct Memory<G: Game> {
    pub plan: Plan<G>,
    pub space: Box<dyn Space<G>>,
    /// The actions behind the keys that have been seen, where a strategy plays what it remembers.
    pub lexicon: Lexicon<G::Action>,
    pub quota: Arc<Quota>,
    /// Nodes and depth of the space when the search began.
    pub kept: (u64, u32),
    /// New nodes did not fit any more.
    pub space_full: bool,
    /// Whose records did not fit any more, by store; the last is the lexicon. They are not asked again whether they want to
    /// grow.
    full: Vec<bool>,
}

impl<G: Game> Memory<G> {
    /// A memory for searches of a game, by several threads at once or by one.
    pub fn new(plan: Plan<G>, tree: TreeOptions, game: &G, is_shared: bool) -> Memory<G> {
        let lexicon = if plan.needs.replies { Lexicon::new(game.action_space()) } else { Lexicon::none() };
        let space = (plan.space.make)(SpaceNeeds {
            players: game.players(),
            actions: if is_shared { 0 } else { game.action_space() },
            insight: &plan.insight,
            beside: plan.beside(),
            tree,
        });
        let mut memory = Memory {
            lexicon,
            space,
            plan,
            quota: Arc::new(Quota::new(Limits::MEMORY)),
            kept: (1, 0),
            space_full: false,
            full: Vec::new(),
        };
        memory.account(Limits::MEMORY);
        memory
    }

    /// Starts the bookkeeping of memory anew with what there is.
    fn account(&mut self, limit: usize) {
        self.quota = Arc::new(Quota::with(limit, self.bytes()));
        self.space_full = false;
        self.full = vec![false; self.plan.stores().count() + 1];
    }

    /// Prepares for a search.
    pub fn begin(&mut self, start: Start, limit: usize) {
        if start.new_tree && self.bytes() > limit {
            // An earlier search was allowed more.
            self.space.shrink();
        }
        if start.new_tree {
            self.space.clear();
            self.kept = (1, 0);
        }
        self.plan.stores_mut().for_each(|store| store.begin(start));
        self.account(limit);
        self.maintain();
    }

    /// Goes on with the part of the space behind these moves. Returns whether there was one.
    pub fn keep(&mut self, moves: &[G::Action]) -> bool {
        let Some(rerooted) = self.space.reroot(moves) else { return false };
        self.plan.stores_mut().for_each(|store| store.remap(&rerooted.moved));
        self.kept = rerooted.kept;
        true
    }

    /// Whether [`Memory::maintain`] has anything to do.
    #[inline]
    pub fn is_due(&self) -> bool {
        let slots = self.space.capacity();
        self.plan.stores().zip(&self.full).any(|(store, &full)| !full && store.is_due(slots))
            || self.lexicon.is_crowded() && self.full.last() == Some(&false)
            || !self.space_full && self.space.is_crowded()
    }

    /// Grows what wants to grow, between two iterations.
    pub fn maintain(&mut self) {
        if self.space.is_crowded() {
            self.space_full |= !self.space.grow(NeedsRoom(0), &self.quota);
        }
        let slots = self.space.capacity();
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
        self.space_full || self.full.contains(&true)
    }

    /// Brings the records up to date when threads that share them are done.
    pub fn finish(&mut self) {
        let slots = self.space.capacity();
        self.plan.parts.stores_mut().for_each(|store| store.maintain(slots, &self.quota));
    }

    /// Makes room for a node's children.
    pub fn grow(&mut self, needs: NeedsRoom) {
        self.space_full |= !self.space.grow(needs, &self.quota);
        // A node with virtual visits learns about the children it gets in the same iteration.
        self.maintain();
    }

    pub fn bytes(&self) -> usize {
        let records: usize = self.plan.stores().map(|store| store.bytes()).sum();
        self.space.bytes() + self.lexicon.bytes() + records
    }
}
