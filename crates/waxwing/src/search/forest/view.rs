//! A look into the players' trees, for those who want to read them.

use std::iter;
use std::sync::atomic::Ordering::Relaxed;

use super::{Forest, Offspring, ROOT};
use crate::game::{Game, Player, Reward, Turn};
use crate::ranked::sort_falling;
use crate::search::standing::Viewpoint;
use crate::search::view::{TreeNode, TreeScope};

impl<G: Game> Forest<G> {
    /// The most visited moves behind a node of a player's tree, at most this many.
    pub(super) fn line_from(&self, favourites: &[Favourite], node: u32, most: usize) -> Vec<G::Action> {
        let next = |&node: &u32| favourites.get(node as usize).filter(|next| next.visits > 0).map(|next| next.node);
        let nodes = iter::successors(next(&node), next).take(most);
        nodes.map(|node| self.moves(node, 1)[0]).collect()
    }

    /// What a player has visited most often behind each node, the last of equals. Looks at every node once: a search is reported
    /// many times a second.
    pub(super) fn favourites(&self, player: Player) -> Vec<Favourite> {
        let known = self.known();
        let mut favourites = vec![Favourite { node: ROOT, visits: 0 }; known as usize];
        for node in 1..known {
            let visits = self.stat(node, player).visits();
            let parent = self.nodes[node as usize].parent.load(Relaxed);
            let best = favourites.get_mut(parent as usize).filter(|best| visits > 0 && visits >= best.visits);
            if let Some(best) = best {
                *best = Favourite { node, visits };
            }
        }
        favourites
    }
}

/// The most visited child of a node; without visits where there is none.
#[derive(Clone, Copy)]
pub(super) struct Favourite {
    node: u32,
    visits: u32,
}

/// What is shown of a player's tree, and who looks.
pub(super) struct ForestView<'a, G: Game> {
    pub forest: &'a Forest<G>,
    pub from: Viewpoint<'a, G>,
    pub scope: &'a TreeScope,
    pub observer: Player,
    pub offspring: Offspring<G::Action>,
    pub favourites: Vec<Favourite>,
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
        sort_falling(&mut children, |&(_, child)| self.forest.stat(child, self.observer).visits().into());
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
            line: self.forest.line_from(&self.favourites, node, self.scope.line),
        }
    }
}
