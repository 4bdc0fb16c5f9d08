//! The trees of a game with hidden information: one for each player, over the moves as that player sees them (MO-ISMCTS).
//!
//! Every iteration plays in a determinization, and descends all trees at once: each player's tree follows what the player
//! observes and counts a visit for every move down to the first node it has not visited. Players choose by their own trees, as
//! long as the iteration is in them; afterwards they follow the playout policy, while others may still be in theirs.
//! Since the legal actions of a node differ from one determinization to the next, children are found by hashing, and each
//! counts how often it was available (the subset-armed bandit). Only in the tree of the searching player they do not differ.
//!
//! Players mostly see the same. So the trees share their nodes: a node is what has been seen, whoever saw it, and
//! each player has a record of it. One who has not seen it has an empty one.
//!
//! Here is the store; `descent.rs` has the iteration, `own.rs` the legal actions of the searching player, `root.rs` the
//! children of the root. `space.rs` is what the search sees of all this, and `view.rs` what its reader does.

mod descent;
mod own;
mod root;
mod space;
mod view;

use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};

use self::root::Root;
use super::shelf::Shelf;
use crate::game::{Game, Player};
use crate::icarus::{Arms, NO_SLOT, Quota, REWARD_UNIT, Sharing, Stat, mix};

/// A sequence of moves, as they were seen.
#[derive(Default)]
struct Node {
    /// The key of the last move, and the node before it.
    key: AtomicU64,
    parent: AtomicU32,
    /// The child that was made first: the others of the same list of legal actions come after it.
    first_child: AtomicU32,
}

impl Node {
    #[inline]
    fn name(&self, parent: u32, key: u64) {
        self.parent.store(parent, Relaxed);
        self.key.store(key, Relaxed);
    }

    #[inline]
    fn is(&self, parent: u32, key: u64) -> bool {
        self.parent.load(Relaxed) == parent && self.key.load(Relaxed) == key
    }
}

/// The node in which nothing has been seen.
const ROOT: u32 = 0;

/// A node in a player's tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PlayerNode {
    player: Player,
    node: u32,
}

/// All players' trees in one store.
pub(crate) struct Forest<G: Game> {
    players: usize,
    nodes: Vec<Node>,
    /// Each player's records of the nodes. A record's own word is how often it was available.
    stats: Vec<Vec<Stat>>,
    /// The move that led to each node.
    moves: Shelf<G::Action>,
    used: AtomicUsize,
    /// Whether there was no room for a node.
    refused: AtomicBool,
    /// Open addressing by a hash of (parent, key): the node's number in the low half, half of the hash in the high one.
    index: Vec<AtomicU64>,
    root: Root<G>,
}

const START: usize = 1 << 13;

#[inline]
fn hash(parent: u32, key: u64) -> u64 {
    mix(mix(0x464F, u64::from(parent)), key)
}

/// An entry of the index. The root is never an entry, so no entry is 0.
#[inline]
fn entry(node: u32, hash: u64) -> u64 {
    hash & !u64::from(u32::MAX) | u64::from(node)
}

impl<G: Game> Forest<G> {
    /// The forest of a game with this many players and actions; 0 actions where threads share it.
    pub fn new(players: usize, space: usize) -> Forest<G> {
        Forest {
            players,
            nodes: Vec::new(),
            stats: (0..players).map(|_| Vec::new()).collect(),
            moves: Shelf::new(),
            used: AtomicUsize::new(0),
            refused: AtomicBool::new(false),
            index: Vec::new(),
            root: Root::new(players, space),
        }
    }

    fn node_bytes(&self) -> usize {
        size_of::<Node>() + self.players * size_of::<Stat>() + size_of::<G::Action>() + 2 * size_of::<u64>()
    }

    fn resize(&mut self, len: usize) {
        self.nodes.resize_with(len, Node::default);
        self.stats.iter_mut().for_each(|stats| stats.resize_with(len, Stat::default));
        self.moves.resize(len);
        self.index = (0..2 * len).map(|_| AtomicU64::new(0)).collect();
        let known = self.used.load(Relaxed).min(len);
        for number in 1..known {
            let node = &self.nodes[number];
            let (parent, key) = (node.parent.load(Relaxed), node.key.load(Relaxed));
            if parent == NO_SLOT || self.root.cell(parent, key).is_some() {
                continue;
            }
            let hash = hash(parent, key);
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

    /// Forgets everything and plants the root.
    fn plant(&mut self) {
        self.root.clear();
        let used = (*self.used.get_mut()).min(self.nodes.len());
        self.nodes[..used].iter_mut().for_each(|node| *node = Node::default());
        for stats in &mut self.stats {
            stats[..used].iter_mut().for_each(|stat| *stat = Stat::default());
        }
        self.index.iter_mut().for_each(|entry| *entry = AtomicU64::new(0));
        (self.used, self.refused) = (AtomicUsize::new(1), AtomicBool::new(false));
        if self.nodes.is_empty() {
            self.resize(START);
        }
    }

    #[inline]
    fn nodes_are_crowded(&self) -> bool {
        self.used.load(Relaxed) * 4 > self.nodes.len() * 3 || self.refused.load(Relaxed)
    }

    /// Doubles the room of what is crowded, if memory allows.
    fn make_room(&mut self, quota: &Quota) -> bool {
        if !self.nodes_are_crowded() {
            return self.root.grow(quota);
        }
        let more = self.nodes.len();
        let granted = quota.take(more * self.node_bytes());
        if granted {
            self.resize(more * 2);
            self.refused = AtomicBool::new(false);
        }
        granted
    }

    /// The number of a player's record of a node, which may be [`NO_SLOT`], for the strategies.
    #[inline]
    pub fn slot(&self, node: u32, player: Player) -> u32 {
        if node == NO_SLOT { NO_SLOT } else { node * self.players as u32 + u32::from(player.0) }
    }

    #[inline]
    pub fn stat(&self, node: u32, player: Player) -> &Stat {
        &self.stats[player.index()][node as usize]
    }

    /// The node of what a player has seen since the root, if anybody has seen that.
    fn find(&self, game: &G, seen: &[G::Action]) -> Option<u32> {
        seen.iter().try_fold(ROOT, |node, &action| self.child(node, game.action_index(action)))
    }

    /// The node behind a move, if it is known.
    fn child(&self, parent: u32, key: u64) -> Option<u32> {
        match self.root.cell(parent, key) {
            Some(cell) => Some(cell.load(Relaxed)).filter(|&node| node != ROOT),
            None => self.probe(parent, key).ok(),
        }
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
            if held == entry(number, hash) && self.nodes[number as usize].is(parent, key) {
                return Ok(number);
            }
            place = self.next(place);
        }
    }

    /// Takes nodes for these moves, behind a header or not, that no other thread knows of yet; nothing when there is no room.
    fn claim(&self, headers: usize, moves: &[G::Action]) -> Option<u32> {
        let size = headers + moves.len();
        let start = self.used.fetch_add(size, Relaxed);
        if start + size > self.nodes.len() {
            self.used.fetch_sub(size, Relaxed);
            self.refused.store(true, Relaxed);
            return None;
        }
        // SAFETY: the counter gave these cells to this call alone, and they are published by who asked for them.
        unsafe { self.moves.write(start + headers, moves) };
        Some((start + headers) as u32)
    }

    /// The moves that led to nodes which have been published.
    #[inline]
    fn moves(&self, first: u32, count: u32) -> &[G::Action] {
        // SAFETY: numbers of nodes are read from where they were published after `claim`.
        unsafe { self.moves.slice(first as usize, count as usize) }
    }

    /// Makes a claimed node the one behind a move that is not known yet. Not for threads that share the forest.
    fn publish(&self, number: u32, parent: u32, key: u64) {
        self.nodes[number as usize].name(parent, key);
        if let Some(cell) = self.root.cell(parent, key) {
            cell.store(number, Relaxed);
            self.hand_over_counts(number, key);
        } else if let Err(place) = self.probe(parent, key) {
            self.index[place].store(entry(number, hash(parent, key)), Relaxed);
        }
    }

    /// The node behind a move, made if it is not there; nothing when there is no room.
    #[inline]
    fn entry(&self, parent: u32, key: u64, action: G::Action) -> Option<u32> {
        let Some(cell) = self.root.cell(parent, key) else { return self.entry_by_hash(parent, key, action) };
        let mut node = cell.load(Relaxed);
        if node == ROOT {
            node = self.claim(0, &[action])?;
            self.publish(node, parent, key);
        }
        Some(node)
    }

    fn entry_by_hash(&self, parent: u32, key: u64, action: G::Action) -> Option<u32> {
        let mut claimed: Option<u32> = None;
        loop {
            let place = match self.probe(parent, key) {
                Ok(node) => {
                    // A node claimed in vain, because another thread was faster, stays unused.
                    if let Some(claimed) = claimed {
                        self.nodes[claimed as usize].parent.store(NO_SLOT, Relaxed);
                    }
                    return Some(node);
                }
                Err(place) => place,
            };
            let number = match claimed {
                Some(number) => number,
                None => self.claim(0, &[action])?,
            };
            claimed = Some(number);
            self.nodes[number as usize].name(parent, key);
            let published = entry(number, hash(parent, key));
            if self.index[place].compare_exchange(0, published, AcqRel, Acquire).is_ok() {
                return Some(number);
            }
        }
    }

    /// Appends the children of a node behind a list of moves to an empty buffer, and counts each as available to a player. An
    /// unvisited one may be [`NO_SLOT`].
    #[inline]
    fn list_available(
        &self,
        parent: PlayerNode,
        moves: impl Iterator<Item = (u64, G::Action)>,
        children: &mut Vec<u32>,
        sharing: Sharing,
    ) {
        match self.root.has_cells(parent.node) {
            true => children.extend(moves.map(|(key, _)| self.count_at_root(parent.player, key))),
            false => self.list_by_hash(parent, moves, children, sharing),
        }
    }

    /// Children of one list are made side by side, and most lists come again: each child is looked for behind the one
    /// before, and only if it is not there in the index. Threads that share the forest always ask the index, which knows
    /// only finished nodes.
    #[inline]
    fn list_by_hash(
        &self,
        parent: PlayerNode,
        moves: impl Iterator<Item = (u64, G::Action)>,
        children: &mut Vec<u32>,
        sharing: Sharing,
    ) {
        let PlayerNode { player, node: parent } = parent;
        let first_child = &self.nodes[parent as usize].first_child;
        let mut guess = first_child.load(Relaxed);
        for (key, action) in moves {
            let is_right = sharing == Sharing::Alone && self.is_child(guess, parent, key);
            let found = if is_right { Some(guess) } else { self.entry_by_hash(parent, key, action) };
            children.push(found.unwrap_or(NO_SLOT));
            let Some(node) = found else { continue };
            self.stat(node, player).add_count(1, sharing);
            if guess == ROOT {
                first_child.store(node, Relaxed);
            }
            guess = node + 1;
        }
    }

    /// Whether a node, which may be any number, is the one behind a move.
    #[inline]
    fn is_child(&self, number: u32, parent: u32, key: u64) -> bool {
        number != ROOT && self.nodes.get(number as usize).is_some_and(|node| node.is(parent, key))
    }

    /// Reads the records of a player's arms, which have just been counted as available.
    fn read(&self, player: Player, children: &[u32], arms: &mut Arms) {
        for &node in children {
            let stat = (node != NO_SLOT).then(|| self.stat(node, player));
            let (sum, available) = stat.map_or((0, 1), |stat| (stat.fixed_sum(), stat.count()));
            arms.slots.push(self.slot(node, player));
            arms.rewards.push(sum as f32 * REWARD_UNIT);
            arms.available.push(available - 1);
        }
    }

    /// How often a player could have made the last move of a node, or saw it made.
    pub fn available(&self, node: u32, player: Player) -> u32 {
        let counted = self.stat(node, player).count();
        if node == ROOT {
            return counted;
        }
        let parent = self.nodes[node as usize].parent.load(Relaxed);
        match self.own_list(PlayerNode { player, node: parent }).filter(|list| list.has(node)) {
            Some(list) => self.trials(list).count(),
            None if parent == ROOT => counted + self.root.pending(player, self.moves(node, 1)[0]),
            None => counted,
        }
    }

    /// How often a player could have made a move at the root that has no node.
    pub fn available_at_root(&self, player: Player, key: u64, action: G::Action) -> u32 {
        self.root.counted(player, key).map_or(0, |count| count.load(Relaxed)) + self.root.pending(player, action)
    }

    /// How many nodes there are. Those that were visited were published before.
    fn known(&self) -> u32 {
        self.used.load(Relaxed).min(self.nodes.len()) as u32
    }

    /// What a player has visited next after each node, with the moves. Looks at every node: for reports, not for searching.
    pub fn offspring(&self, player: Player) -> Offspring<G::Action> {
        let mut offspring = Offspring::default();
        for node in (1..self.known()).filter(|&node| self.stat(node, player).visits() > 0) {
            let parent = self.nodes[node as usize].parent.load(Relaxed);
            offspring.entry(parent).or_insert_with(Vec::new).push((self.moves(node, 1)[0], node));
        }
        offspring
    }
}

/// The children of nodes, with the moves that lead to them.
pub(crate) type Offspring<A> = rustc_hash::FxHashMap<u32, Vec<(A, u32)>>;
