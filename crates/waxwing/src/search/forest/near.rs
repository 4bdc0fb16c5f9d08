//! The children of the roots.

use std::sync::atomic::AtomicU32;

/// What is known of the children of the roots, by player and key: the number of a visited one (with [`IS_NODE`]), or how
/// often an unvisited one was available.
///
/// Every iteration comes to the roots, where the legal actions of many determinizations meet: far more than are ever
/// visited. There an unvisited action is four bytes in a row, not a node to be found. Threads that share the forest do
/// without, as a cell cannot be counted up and become a node at the same time.
pub(super) struct NearRoots {
    pub(super) cells: Vec<AtomicU32>,
    pub(super) players: usize,
    /// Cells of one root: the action space of the game, or 0.
    pub(super) space: usize,
}

/// Marks a cell that holds a node's number.
pub(super) const IS_NODE: u32 = 1 << 31;
/// Larger action spaces are left to the index.
const LARGEST_SPACE: usize = 1 << 16;

impl NearRoots {
    /// For a game with so many players and actions.
    pub(super) fn new(players: usize, space: usize) -> NearRoots {
        NearRoots { cells: Vec::new(), players, space: if space <= LARGEST_SPACE { space } else { 0 } }
    }

    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.cells.resize_with(self.players * self.space, AtomicU32::default);
    }

    /// The cells of a root's children; none where the node is no root.
    #[inline]
    pub(super) fn row(&self, node: u32) -> Option<&[AtomicU32]> {
        let start = node as usize * self.space;
        self.cells.get(start..start + self.space).filter(|_| self.space > 0)
    }
}
