//! A look into the tree of a search, while it runs or afterwards: the children of any path from the root.

use super::run::Search;
use super::standing::Viewpoint;
use crate::game::{Game, Player, Turn};
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
        memory.space.view(from, path, scope)
    }
}
