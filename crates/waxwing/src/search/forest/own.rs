//! The legal actions of the searching player.
//!
//! What players may do depends on nothing but what they see. A node of the searching player's tree is all that is seen, so
//! the legal actions there are the same in every determinization: they are listed once, and the children lie side by side
//! behind a header, as in the tree of a game that hides nothing (`tree.rs`). They come in random order, so that taking the
//! unvisited ones one after the other is the same as drawing them; and they have all been available equally often, which is
//! counted once, in the header's record.
//!
//! Threads that share the forest do without, as children must not come into being while they are listed.

use std::sync::atomic::Ordering::Relaxed;

use super::{Forest, Node, PlayerNode};
use crate::game::{Game, Player};
use crate::icarus::{NO_SLOT, Stat};

/// The children of a node of the searching player's tree in which that player acts.
#[derive(Clone, Copy)]
pub(super) struct OwnList {
    pub player: Player,
    pub first: u32,
    pub count: u32,
}

impl OwnList {
    /// Whether the node is one of them.
    pub fn has(self, node: u32) -> bool {
        node.wrapping_sub(self.first) < self.count
    }
}

/// Marks the first child of an own list.
const IS_OWN: u32 = 1 << 31;

impl<G: Game> Forest<G> {
    /// A player's list of a node, if it has been made.
    #[inline]
    pub(super) fn own_list(&self, at: PlayerNode) -> Option<OwnList> {
        let link = self.nodes[at.node as usize].first_child.load(Relaxed);
        let first = link & !IS_OWN;
        let list = || {
            let header = self.header(first).key.load(Relaxed);
            OwnList { player: Player((header >> 32) as u8), first, count: header as u32 }
        };
        (link & IS_OWN != 0).then(list).filter(|list| list.player == at.player)
    }

    /// Of a header, the key is the player and the number of children, and the first child is how many from the left are
    /// known to be visited.
    #[inline]
    fn header(&self, first: u32) -> &Node {
        &self.nodes[first as usize - 1]
    }

    /// The record whose availability is that of the actions of a list.
    #[inline]
    pub(super) fn trials(&self, list: OwnList) -> &Stat {
        self.stat(list.first - 1, list.player)
    }

    #[inline]
    pub(super) fn own_stats(&self, list: OwnList) -> &[Stat] {
        &self.stats[list.player.index()][list.first as usize..(list.first + list.count) as usize]
    }

    #[inline]
    pub(super) fn own_actions(&self, list: OwnList) -> &[G::Action] {
        self.moves(list.first, list.count)
    }

    /// How many children from the left are visited: all of them in a selection node.
    #[inline]
    pub(super) fn own_visited(&self, list: OwnList) -> u32 {
        let known = &self.header(list.first).first_child;
        let before = known.load(Relaxed);
        let rest = &self.own_stats(list)[before as usize..];
        let visited = before + rest.iter().take_while(|stat| stat.visits() > 0).count() as u32;
        if visited != before {
            known.store(visited, Relaxed);
        }
        visited
    }

    /// Lists a player's actions at a node; nothing when there is no room, or when another player has seen one of them there.
    pub(super) fn list_own(&self, state: &G, at: PlayerNode, actions: &[G::Action]) -> Option<OwnList> {
        let PlayerNode { player, node: parent } = at;
        let mut keys = actions.iter().map(|&action| state.action_index(action));
        if keys.clone().any(|key| self.child(parent, key).is_some()) {
            return None;
        }
        let first = self.claim(1, actions)?;
        let header = self.header(first);
        header.name(NO_SLOT, u64::from(player.0) << 32 | actions.len() as u64);
        (first..).zip(&mut keys).for_each(|(node, key)| self.publish(node, parent, key));
        self.nodes[parent as usize].first_child.store(first | IS_OWN, Relaxed);
        self.own_list(at)
    }
}
