//! The trees of a game with hidden information: one for each player, over the moves as that player sees them (MO-ISMCTS).
//!
//! Every iteration plays in a determinization, and descends all trees at once: each player's tree follows what he observes
//! and counts a visit for every move down to the first node it has not visited. A player chooses by his own tree, as long
//! as the iteration is in it; afterwards he follows the playout policy, while the others may still be in theirs.
//! Since the legal actions of a node differ from one determinization to the next, children are found by hashing, and each
//! counts how often it was available (the subset-armed bandit).
//!
//! Here is the store; `descent.rs` has the iteration, `near.rs` the children of the roots.

mod descent;
mod near;

pub(crate) use descent::Descent;

use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, AtomicUsize};

use self::near::{IS_NODE, NearRoots};
use super::shelf::Shelf;
use crate::game::MAX_PLAYERS;
use crate::icarus::{Arms, NO_SLOT, Quota, REWARD_UNIT, Sharing, add_u32, mix};

/// The baseline's record of a history in one player's eyes, and which history that is: all that finding and reading it
/// touches lies in half a cache line.
#[derive(Default)]
#[repr(align(32))]
pub(crate) struct Node {
    /// That player's rewards, in fixed point.
    sum: AtomicI64,
    visits: AtomicU32,
    available: AtomicU32,
    /// The key of the move that led here from the parent.
    key: AtomicU64,
    parent: AtomicU32,
    /// The child that was made first: the others of the same list of legal actions come after it.
    first_child: AtomicU32,
}

impl Node {
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline]
    pub fn sum(&self) -> i64 {
        self.sum.load(Relaxed)
    }

    #[inline]
    pub fn available(&self) -> u32 {
        self.available.load(Relaxed)
    }
}

/// All players' trees in one store. The roots come first: node `i` is the root of player `i`'s tree.
pub(crate) struct Forest<A> {
    nodes: Vec<Node>,
    /// The move that led to each node.
    moves: Shelf<A>,
    used: AtomicUsize,
    /// Open addressing by a hash of (parent, key): the node's number in the low half, half of the hash in the high one.
    index: Vec<AtomicU64>,
    near: NearRoots,
}

const START: usize = 1 << 14;

#[inline]
fn hash(parent: u32, key: u64) -> u64 {
    mix(mix(0x464F, u64::from(parent)), key)
}

/// An entry of the index. Node 0 is a root and never an entry, so no entry is 0.
#[inline]
fn entry(node: u32, hash: u64) -> u64 {
    hash & !u64::from(u32::MAX) | u64::from(node)
}

impl<A: Copy> Forest<A> {
    /// The forest of a game with so many players and actions; 0 actions where threads share it.
    pub fn new(players: usize, space: usize) -> Forest<A> {
        Forest {
            nodes: Vec::new(),
            moves: Shelf::new(),
            used: AtomicUsize::new(0),
            index: Vec::new(),
            near: NearRoots::new(players, space),
        }
    }

    /// A forest of the same kind without any memory.
    pub fn unplanted(&self) -> Forest<A> {
        Forest::new(self.near.players, self.near.space)
    }

    const NODE_BYTES: usize = size_of::<Node>() + size_of::<A>() + 2 * size_of::<u64>();

    fn resize(&mut self, len: usize) {
        self.nodes.resize_with(len, Node::default);
        self.moves.resize(len);
        self.index = (0..2 * len).map(|_| AtomicU64::new(0)).collect();
        let known = self.used.load(Relaxed).min(len);
        for number in MAX_PLAYERS..known {
            let node = &self.nodes[number];
            let parent = node.parent.load(Relaxed);
            if parent == NO_SLOT {
                continue;
            }
            let hash = hash(parent, node.key.load(Relaxed));
            let mut place = self.place(hash);
            while self.index[place].load(Relaxed) != 0 {
                place = self.next(place);
            }
            self.index[place].store(entry(number as u32, hash), Relaxed);
        }
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        hash as usize & (self.index.len() - 1)
    }

    #[inline]
    fn next(&self, place: usize) -> usize {
        (place + 1) & (self.index.len() - 1)
    }

    /// Forgets everything and plants the roots.
    pub fn clear(&mut self) {
        self.near.clear();
        self.nodes.iter_mut().for_each(|node| *node = Node::default());
        self.index.iter_mut().for_each(|entry| *entry = AtomicU64::new(0));
        self.used = AtomicUsize::new(MAX_PLAYERS);
        if self.nodes.is_empty() {
            self.resize(START);
        }
    }

    #[inline]
    pub fn is_crowded(&self) -> bool {
        self.used.load(Relaxed) * 4 > self.nodes.len() * 3
    }

    /// Doubles the room if memory allows.
    pub fn grow(&mut self, quota: &Quota) -> bool {
        let more = self.nodes.len();
        let granted = quota.take(more * Self::NODE_BYTES);
        if granted {
            self.resize(more * 2);
        }
        granted
    }

    pub fn capacity(&self) -> usize {
        self.nodes.len()
    }

    pub fn bytes(&self) -> usize {
        self.nodes.len() * Self::NODE_BYTES + self.near.cells.len() * size_of::<AtomicU32>()
    }

    pub fn bytes_per_node(&self) -> f64 {
        Self::NODE_BYTES as f64
    }

    #[inline]
    pub fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// The node behind a move, if it is known.
    #[inline]
    pub fn find(&self, parent: u32, key: u64) -> Option<u32> {
        self.probe(parent, key).ok()
    }

    /// The node behind a move, or the free place where it would be indexed.
    #[inline]
    fn probe(&self, parent: u32, key: u64) -> Result<u32, usize> {
        let hash = hash(parent, key);
        let mut place = self.place(hash);
        loop {
            let held = self.index[place].load(Acquire);
            if held == 0 {
                return Err(place);
            }
            let number = held as u32;
            let node = &self.nodes[number as usize];
            if held == entry(number, hash) && node.parent.load(Relaxed) == parent && node.key.load(Relaxed) == key {
                return Ok(number);
            }
            place = self.next(place);
        }
    }

    /// The node behind a move, made if it is not there; nothing when there is no room.
    pub fn entry(&self, parent: u32, key: u64, action: A) -> Option<u32> {
        let mut claimed: Option<usize> = None;
        loop {
            let place = match self.probe(parent, key) {
                Ok(node) => {
                    // A node claimed in vain, because another thread was faster, stays unused.
                    if let Some(claimed) = claimed {
                        self.nodes[claimed].parent.store(NO_SLOT, Relaxed);
                    }
                    return Some(node);
                }
                Err(place) => place,
            };
            let node = *claimed.get_or_insert_with(|| self.used.fetch_add(1, Relaxed));
            if node >= self.nodes.len() {
                self.used.fetch_sub(1, Relaxed);
                return None;
            }
            self.nodes[node].parent.store(parent, Relaxed);
            self.nodes[node].key.store(key, Relaxed);
            // SAFETY: the counter gave this cell to this call alone, and it is published below.
            unsafe { self.moves.write(node, &[action]) };
            let published = entry(node as u32, hash(parent, key));
            if self.index[place].compare_exchange(0, published, AcqRel, Acquire).is_ok() {
                return Some(node as u32);
            }
        }
    }

    /// Appends the children of a node behind a list of moves to an empty buffer, and counts each as available. An
    /// unvisited child may be [`NO_SLOT`].
    #[inline]
    pub fn list_available(
        &self,
        parent: u32,
        moves: impl Iterator<Item = (u64, A)>,
        children: &mut Vec<u32>,
        sharing: Sharing,
    ) {
        match self.near.row(parent) {
            Some(row) => children.extend(moves.map(|(key, _)| self.count_near(row.get(key as usize), sharing))),
            None => self.list_far(parent, moves, children, sharing),
        }
    }

    #[inline]
    fn count_near(&self, cell: Option<&AtomicU32>, sharing: Sharing) -> u32 {
        let Some(cell) = cell else { return NO_SLOT };
        let held = cell.load(Relaxed);
        if held & IS_NODE == 0 {
            cell.store(held + 1, Relaxed);
            return NO_SLOT;
        }
        let node = held & !IS_NODE;
        add_u32(&self.node(node).available, 1, sharing);
        node
    }

    /// Children of one list are made side by side, and most lists come again: each child is looked for behind the one
    /// before, and only if it is not there in the index. Threads that share the forest always ask the index, which knows
    /// only finished nodes.
    #[inline]
    fn list_far(&self, parent: u32, moves: impl Iterator<Item = (u64, A)>, children: &mut Vec<u32>, sharing: Sharing) {
        let first_child = &self.node(parent).first_child;
        let mut guess = first_child.load(Relaxed);
        for (key, action) in moves {
            let found = if sharing == Sharing::Alone && self.is_child(guess, parent, key) {
                Some(guess)
            } else {
                self.entry(parent, key, action)
            };
            children.push(found.unwrap_or(NO_SLOT));
            let Some(node) = found else { continue };
            add_u32(&self.node(node).available, 1, sharing);
            if guess == 0 {
                first_child.store(node, Relaxed);
            }
            guess = node + 1;
        }
    }

    /// Whether a node, which may be any number, is the one behind a move.
    #[inline]
    fn is_child(&self, number: u32, parent: u32, key: u64) -> bool {
        let is_it = |node: &Node| node.parent.load(Relaxed) == parent && node.key.load(Relaxed) == key;
        number >= MAX_PLAYERS as u32 && self.nodes.get(number as usize).is_some_and(is_it)
    }

    /// The node behind a move that is made, with all that is known of it; nothing when there is no room.
    #[inline]
    fn step(&self, parent: u32, key: u64, action: A) -> Option<u32> {
        let Some(cell) = self.near.row(parent).and_then(|row| row.get(key as usize)) else {
            return self.entry(parent, key, action);
        };
        let held = cell.load(Relaxed);
        if held & IS_NODE != 0 {
            return Some(held & !IS_NODE);
        }
        let node = self.entry(parent, key, action)?;
        self.node(node).available.store(held, Relaxed);
        cell.store(node | IS_NODE, Relaxed);
        Some(node)
    }

    /// How often an unvisited child of a root was available.
    pub fn available_near(&self, parent: u32, key: u64) -> u32 {
        let cell = self.near.row(parent).and_then(|row| row.get(key as usize));
        cell.map_or(0, |cell| cell.load(Relaxed))
    }

    /// Reads the rest of the arms' records, which have just been counted as available.
    #[inline]
    fn read(&self, arms: &mut Arms) {
        for &number in &arms.slots {
            let record = self.nodes.get(number as usize);
            let (sum, available) = record.map_or((0, 1), |node| (node.sum(), node.available()));
            arms.rewards.push(sum as f32 * REWARD_UNIT);
            arms.available.push(available - 1);
        }
    }

    /// The visited children of a node with their moves. Looks at every node: for reports, not for searching.
    pub fn children(&self, parent: u32) -> Vec<(A, u32)> {
        let known = self.used.load(Relaxed).min(self.nodes.len());
        let child = |node: &usize| self.nodes[*node].parent.load(Relaxed) == parent && self.nodes[*node].visits() > 0;
        // SAFETY: a visited node was published by `entry`, and its visits were counted after that.
        let with_move = |node: usize| (unsafe { self.moves.slice(node, 1) }[0], node as u32);
        (MAX_PLAYERS..known).filter(child).map(with_move).collect()
    }
}
