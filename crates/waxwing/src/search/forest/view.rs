//! A look into the players' trees, for those who want to read them.

use std::cmp::Reverse;

use super::{Forest, Offspring, PlayerNode};
use crate::game::{Game, Player, Reward, Turn};
use crate::search::standing::Viewpoint;
use crate::search::view::{TreeNode, TreeScope};

impl<G: Game> Forest<G> {
    /// The most visited moves behind a node of a player's tree, at most this many.
    pub(super) fn line_from(&self, offspring: &Offspring<G::Action>, from: PlayerNode, most: usize) -> Vec<G::Action> {
        let PlayerNode { player, mut node } = from;
        let mut line = Vec::new();
        while let Some(children) = offspring.get(&node).filter(|_| line.len() < most) {
            let visits = |child: u32| self.stat(child, player).visits();
            let Some(&(action, child)) = children.iter().max_by_key(|&&(_, child)| visits(child)) else { break };
            line.push(action);
            node = child;
        }
        line
    }
}

/// What is shown of a player's tree, and who looks.
pub(super) struct ForestView<'a, G: Game> {
    pub forest: &'a Forest<G>,
    pub from: Viewpoint<'a, G>,
    pub scope: &'a TreeScope,
    pub observer: Player,
    pub offspring: Offspring<G::Action>,
}

impl<G: Game> ForestView<'_, G> {
    /// The node behind what the observer has seen.
    pub fn at(&self, path: &[G::Action]) -> Option<TreeNode<G::Action>> {
        let node = self.forest.find(self.from.position, path)?;
        Some(self.node(node, path.last().copied(), self.scope.depth))
    }

    fn node(&self, node: u32, seen: Option<G::Action>, depth: u32) -> TreeNode<G::Action> {
        let stat = self.forest.stat(node, self.observer);
        let value = (seen.is_some() && stat.visits() > 0)
            .then(|| stat.fixed_sum() as f64 / Reward::WIN.bits() as f64 / f64::from(stat.visits()));
        let mut children = self.offspring.get(&node).cloned().unwrap_or_default();
        let child_count = children.len();
        children.sort_by_key(|&(_, child)| Reverse(self.forest.stat(child, self.observer).visits()));
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
            line: self.forest.line_from(&self.offspring, PlayerNode { player: self.observer, node }, self.scope.line),
        }
    }
}
