//! A look into the tree, for those who want to read it.

use super::minimax::in_unit_interval;
use super::{ROOT, Tree};
use crate::game::{Game, Reward, Turn};
use crate::ranked::sort_falling;
use crate::search::standing::{Viewpoint, proven};
use crate::search::view::{TreeNode, TreeScope};

impl<A: Copy + PartialEq> Tree<A> {
    /// The most visited moves behind a node, at most this many.
    pub(super) fn line_from(&self, mut node: u32, most: usize) -> Vec<A> {
        let mut line = Vec::new();
        while let Some(block) = self.block(node).filter(|_| line.len() < most) {
            let visits = |index: u32| self.slot(block.first + index).visits();
            let next = (0..block.count).max_by_key(|&index| visits(index)).filter(|&index| visits(index) > 0);
            let Some(index) = next else { break };
            line.push(self.actions(block)[index as usize]);
            node = block.first + index;
        }
        line
    }

    /// The prior win rate of the action that leads to a node, if the search has priors.
    fn prior(&self, slot: u32) -> Option<f32> {
        self.shape.prior.map(|column| self.number(slot, column))
    }
}

/// What is shown of the tree, and who looks.
pub(super) struct TreeView<'a, G: Game> {
    pub tree: &'a Tree<G::Action>,
    pub from: Viewpoint<'a, G>,
    pub scope: &'a TreeScope,
}

impl<G: Game> TreeView<'_, G> {
    /// The node behind these moves.
    pub fn at(&self, path: &[G::Action]) -> Option<TreeNode<G::Action>> {
        let (mut state, mut node, mut chooser) = (self.from.position.clone(), ROOT, None);
        for &action in path {
            node = self.tree.child(node, action)?;
            chooser = Some(state.turn());
            state.apply(action);
        }
        Some(self.node(node, path.last().copied().zip(chooser), &state, self.scope.depth))
    }

    /// A node, what led to it and who chose that, and the state there.
    fn node(&self, node: u32, led: Option<(G::Action, Turn)>, state: &G, depth: u32) -> TreeNode<G::Action> {
        let (tree, from) = (self.tree, self.from);
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
            proven: proven(tree.proof_of(node), player),
            minimax: tree.minimax_of(node).map(|value| in_unit_interval(value, player).into()),
            prior: led.filter(|_| !chance).and_then(|_| tree.prior(node)).map(f64::from),
            child_count: block.map_or(0, |block| block.count as usize),
            children: if depth == 0 { Vec::new() } else { self.children(node, state, depth - 1) },
            line: tree.line_from(node, self.scope.line),
        }
    }

    fn children(&self, node: u32, state: &G, depth: u32) -> Vec<TreeNode<G::Action>> {
        let tree = self.tree;
        let Some(block) = tree.block(node) else { return Vec::new() };
        let actions = tree.actions(block).iter().copied();
        let mut children: Vec<(G::Action, u32)> = actions.zip(block.first..).collect();
        sort_falling(&mut children, |&(_, child)| tree.slot(child).visits().into());
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
