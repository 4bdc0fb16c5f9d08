//! A look into the tree of a search, while it runs or afterwards: the children of any path from the root.

use std::cmp::Reverse;

use super::insight::in_unit_interval;
use super::memory::Memory;
use super::run::Search;
use super::standing::{Viewpoint, proven};
use super::tree::ROOT;
use crate::game::{Game, Player, Reward, Turn};
use crate::thinking::Proven;

/// What to show of a tree: how much, so that a large one cannot flood its reader, and of which.
///
/// ```
/// use waxwing::search::TreeScope;
/// let scope = TreeScope::default().depth(2).children(5).line(8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeScope {
    /// How many levels of children are shown, at most.
    pub depth: u32,
    /// How many children of each node are shown, at most: the most visited ones.
    pub children: usize,
    /// How long a line may be.
    pub line: usize,
    /// Which of the trees of a root-parallel search is shown.
    pub tree: usize,
    /// Whose tree is shown where information is hidden; the searching player's if it is not said. Another player's tree is what
    /// the searching player imagines of it.
    pub observer: Option<Player>,
}

impl Default for TreeScope {
    /// One level of at most 20 children, with lines of at most 10 moves, of the first tree.
    fn default() -> TreeScope {
        TreeScope { depth: 1, children: 20, line: 10, tree: 0, observer: None }
    }
}

impl TreeScope {
    /// This scope with this many levels of children.
    pub fn depth(self, depth: u32) -> TreeScope {
        TreeScope { depth, ..self }
    }

    /// This scope with at most this many children of each node.
    pub fn children(self, children: usize) -> TreeScope {
        TreeScope { children, ..self }
    }

    /// This scope with lines of at most this many moves.
    pub fn line(self, line: usize) -> TreeScope {
        TreeScope { line, ..self }
    }

    /// This scope of another tree of a root-parallel search, counted from 0.
    pub fn tree(self, tree: usize) -> TreeScope {
        TreeScope { tree, ..self }
    }

    /// This scope of the tree of another player, where information is hidden.
    pub fn observer(self, observer: Player) -> TreeScope {
        TreeScope { observer: Some(observer), ..self }
    }
}

/// A node of a search's tree, with as many of its children as were asked for ([`Agent::tree`](crate::Agent::tree)).
///
/// Values, proofs and minimax values are those of the player who chose the action that leads here. With hidden information they
/// are those of the player whose tree it is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TreeNode<A> {
    /// The move that leads here; `None` for the root.
    pub action: Option<A>,
    /// Whose turn it is. With hidden information only the root knows it.
    pub turn: Option<Turn>,
    /// Iterations that came through here.
    pub visits: u64,
    /// Their mean reward, if there are any; `None` for the root and where chance has led here.
    pub value: Option<f64>,
    /// How likely it is, where chance leads here.
    pub probability: Option<f64>,
    /// What is proven. Where chance leads here, the searching player sees it.
    pub proven: Option<Proven>,
    /// The implicit minimax value in `[0, 1]`, where the search has such values. Where chance leads here, it is the searching
    /// player's.
    pub minimax: Option<f64>,
    /// The game's prior win rate of the action, where the search has priors.
    pub prior: Option<f64>,
    /// How many children there are, shown or not. With hidden information only visited ones are known.
    pub child_count: usize,
    /// The most visited children, the most visited one first.
    pub children: Vec<TreeNode<A>>,
    /// The most visited continuation from here.
    pub line: Vec<A>,
}

impl<G: Game> Search<G> {
    /// The node behind these moves; `None` if there is no such node, or no such tree.
    pub fn view(&self, from: Viewpoint<'_, G>, path: &[G::Action], scope: &TreeScope) -> Option<TreeNode<G::Action>> {
        let memory = self.memories.get(scope.tree)?;
        if G::HIDDEN {
            let observer = scope.observer.unwrap_or(from.player);
            (observer.index() < from.position.players()).then_some(())?;
            return ForestView { memory, from, scope, observer, offspring: memory.forest.offspring(observer) }.at(path);
        }
        TreeView { memory, from, scope }.at(path)
    }
}

/// The tree where nothing is hidden.
struct TreeView<'a, G: Game> {
    memory: &'a Memory<G>,
    from: Viewpoint<'a, G>,
    scope: &'a TreeScope,
}

impl<G: Game> TreeView<'_, G> {
    fn at(&self, path: &[G::Action]) -> Option<TreeNode<G::Action>> {
        let (mut state, mut node, mut chooser) = (self.from.position.clone(), ROOT, None);
        for &action in path {
            node = self.memory.tree.child(node, action)?;
            chooser = Some(state.turn());
            state.apply(action);
        }
        Some(self.node(node, path.last().copied().zip(chooser), &state, self.scope.depth))
    }

    /// A node, what led to it and who chose that, and the state there.
    fn node(&self, node: u32, led: Option<(G::Action, Turn)>, state: &G, depth: u32) -> TreeNode<G::Action> {
        let (tree, from) = (&self.memory.tree, self.from);
        let slot = tree.slot(node);
        let chance = led.is_some_and(|(_, chooser)| chooser == Turn::Chance);
        let player = match led {
            Some((_, Turn::Player(player))) => player,
            _ => from.player,
        };
        let value = (led.is_some() && !chance && slot.visits() > 0)
            .then(|| slot.fixed_sum() as f64 / Reward::WIN.bits() as f64 / f64::from(slot.visits()));
        let block = tree.block(node);
        TreeNode {
            action: led.map(|(action, _)| action),
            turn: Some(state.turn()),
            visits: slot.visits().into(),
            value,
            probability: chance.then(|| slot.probability()),
            proven: proven(tree.proof(node), player),
            minimax: self.memory.minimax(node).map(|value| in_unit_interval(value, player).into()),
            prior: led.filter(|_| !chance).and_then(|_| self.memory.prior(node)).map(f64::from),
            child_count: block.map_or(0, |block| block.count as usize),
            children: if depth == 0 { Vec::new() } else { self.children(node, state, depth - 1) },
            line: self.memory.line_from(node, self.scope.line),
        }
    }

    fn children(&self, node: u32, state: &G, depth: u32) -> Vec<TreeNode<G::Action>> {
        let tree = &self.memory.tree;
        let Some(block) = tree.block(node) else { return Vec::new() };
        let actions = tree.actions(block).iter().copied();
        let mut children: Vec<(G::Action, u32)> = actions.zip(block.first..).collect();
        children.sort_by_key(|&(_, child)| Reverse(tree.slot(child).visits()));
        children.truncate(self.scope.children);
        let chooser = state.turn();
        let shown = children.into_iter().map(|(action, child)| {
            let mut after = state.clone();
            after.apply(action);
            self.node(child, Some((action, chooser)), &after, depth)
        });
        shown.collect()
    }
}

/// A player's tree where something is hidden.
struct ForestView<'a, G: Game> {
    memory: &'a Memory<G>,
    from: Viewpoint<'a, G>,
    scope: &'a TreeScope,
    observer: Player,
    offspring: super::forest::Offspring<G::Action>,
}

impl<G: Game> ForestView<'_, G> {
    fn at(&self, path: &[G::Action]) -> Option<TreeNode<G::Action>> {
        let node = self.memory.forest.find(path.iter().map(|&seen| self.from.position.action_index(seen)))?;
        Some(self.node(node, path.last().copied(), self.scope.depth))
    }

    fn node(&self, node: u32, seen: Option<G::Action>, depth: u32) -> TreeNode<G::Action> {
        let stat = self.memory.forest.stat(node, self.observer);
        let value = (seen.is_some() && stat.visits() > 0)
            .then(|| stat.fixed_sum() as f64 / Reward::WIN.bits() as f64 / f64::from(stat.visits()));
        let mut children = self.offspring.get(&node).cloned().unwrap_or_default();
        let child_count = children.len();
        children.sort_by_key(|&(_, child)| Reverse(self.memory.forest.stat(child, self.observer).visits()));
        children.truncate(if depth == 0 { 0 } else { self.scope.children });
        TreeNode {
            action: seen,
            turn: seen.is_none().then_some(Turn::Player(self.from.player)),
            visits: stat.visits().into(),
            value,
            probability: None,
            proven: None,
            minimax: None,
            prior: None,
            child_count,
            children: children.into_iter().map(|(seen, child)| self.node(child, Some(seen), depth - 1)).collect(),
            line: self.memory.line_seen(&self.offspring, node, self.observer, self.scope.line),
        }
    }
}
