//! The children of the root.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};
use std::sync::{Mutex, MutexGuard};

use super::{Forest, ROOT};
use crate::Rng;
use crate::game::{Game, Player, list_legal};
use crate::icarus::{NO_SLOT, Quota, Sharing, add_u32};

/// What is known of the root's children, by key.
///
/// Every iteration comes to the root, where the legal actions of many determinizations meet: far more than are ever visited.
/// There an unvisited action is four bytes in a row, not a node to be found. And as long as a player has visited few of
/// them, an unvisited one is found by drawing, and the legal actions are not even listed: the state is put aside, and its
/// actions are counted as available when somebody asks how often they were. Threads that share the forest do without.
pub(super) struct Root<G> {
    /// The action space of the game, or 0 where nothing of this is used.
    pub(super) space: usize,
    /// The number of each child, or 0.
    children: Vec<AtomicU32>,
    /// How often each player could have done what leads to no child yet, as far as it has been counted; and whether anything
    /// has.
    counts: Vec<AtomicU32>,
    any_counted: AtomicBool,
    /// What each player has visited.
    visited: Vec<Visited>,
    /// The states put aside, with who acts there; how many there are, and how many there is room for.
    uncounted: Mutex<Vec<(Player, G)>>,
    waiting: AtomicUsize,
    room: usize,
}

#[derive(Default)]
struct Visited {
    count: AtomicU32,
    /// A bit for each key.
    keys: Vec<AtomicU64>,
}

/// Larger action spaces are left to the index.
const LARGEST_SPACE: usize = 1 << 16;
/// Room for the first states that are put aside.
const START: usize = 1 << 8;
/// After this many visited actions in a row the legal actions are listed. A draw costs far less than a list that is worth
/// avoiding.
const DRAWS: usize = 8;

impl<G: Game> Root<G> {
    /// For a game with this many players and actions.
    pub(super) fn new(players: usize, space: usize) -> Root<G> {
        let space = if space <= LARGEST_SPACE { space } else { 0 };
        Root {
            space,
            children: Vec::new(),
            counts: Vec::new(),
            any_counted: AtomicBool::new(false),
            visited: (0..players).map(|_| Visited::default()).collect(),
            uncounted: Mutex::default(),
            waiting: AtomicUsize::new(0),
            room: if space > 0 { START } else { 0 },
        }
    }

    pub(super) fn clear(&mut self) {
        self.children.clear();
        self.children.resize_with(self.space, AtomicU32::default);
        if std::mem::take(self.any_counted.get_mut()) || self.counts.is_empty() {
            self.counts.clear();
            self.counts.resize_with(self.visited.len() * self.space, AtomicU32::default);
        }
        for visited in &mut self.visited {
            visited.count = AtomicU32::new(0);
            visited.keys.clear();
            visited.keys.resize_with(self.space.div_ceil(64), AtomicU64::default);
        }
        self.waiting = AtomicUsize::new(0);
        // With the room of an earlier search other states would be put aside, and other actions drawn.
        self.room = if self.space > 0 { START } else { 0 };
        *self.lock() = Vec::new();
    }

    pub(super) fn bytes(&self) -> usize {
        let cells = (self.children.len() + self.counts.len()) * size_of::<AtomicU32>();
        cells + self.counts.len() / 8 + self.room * size_of::<(Player, G)>()
    }

    /// Where the number of a child of the root is kept; none where the node is not the root.
    #[inline]
    pub(super) fn cell(&self, node: u32, key: u64) -> Option<&AtomicU32> {
        if node == ROOT { self.children.get(key as usize) } else { None }
    }

    #[inline]
    pub(super) fn has_cells(&self, node: u32) -> bool {
        node == ROOT && self.space > 0
    }

    /// How often a player could have done what leads to no child yet.
    #[inline]
    pub(super) fn counted(&self, player: Player, key: u64) -> Option<&AtomicU32> {
        self.counts.get(player.index() * self.space + key as usize)
    }

    /// Notes that a player visits a child for the first time.
    #[inline]
    pub(super) fn note_visited(&self, player: Player, key: u64) {
        let Visited { count, keys } = &self.visited[player.index()];
        if let Some(word) = keys.get(key as usize / 64) {
            word.store(word.load(Relaxed) | 1 << (key % 64), Relaxed);
            count.store(count.load(Relaxed) + 1, Relaxed);
        }
    }

    /// Whether there is no room to put another state aside.
    #[inline]
    pub(super) fn is_crowded(&self) -> bool {
        self.space > 0 && self.waiting.load(Relaxed) >= self.room
    }

    /// Doubles that room if memory allows.
    pub(super) fn grow(&mut self, quota: &Quota) -> bool {
        let granted = quota.take(self.room * size_of::<(Player, G)>());
        if granted {
            self.room *= 2;
        }
        granted
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(Player, G)>> {
        self.uncounted.lock().expect("nothing panics while it is locked")
    }

    /// In how many of the states put aside a player could have done this.
    pub(super) fn pending(&self, player: Player, action: G::Action) -> u32 {
        self.lock().iter().filter(|(actor, state)| *actor == player && state.is_legal(action)).count() as u32
    }
}

impl<G: Game> Forest<G> {
    /// One of a player's unvisited actions at the root, uniformly, if they are not hard to find. The state is put aside.
    #[inline]
    pub(super) fn draw_unvisited(
        &self,
        player: Player,
        state: &G,
        rng: &mut Rng,
        buffer: &mut Vec<G::Action>,
    ) -> Option<G::Action> {
        let Visited { count, keys } = &self.root.visited[player.index()];
        // Where every other visit went to an action that was known already, drawing would soon be in vain.
        let is_hopeful = || self.stat(ROOT, player).visits() <= 2 * count.load(Relaxed);
        if self.root.space == 0 || !is_hopeful() || self.root.is_crowded() {
            return None;
        }
        let is_free = |word: &AtomicU64, bit: u64| word.load(Relaxed) >> bit & 1 == 0;
        let is_unvisited = |key: u64| keys.get(key as usize / 64).is_some_and(|word| is_free(word, key % 64));
        let mut draws = (0..DRAWS).map(|_| state.random_action(rng, buffer));
        let action = draws.find(|&action| is_unvisited(state.action_index(action)))?;
        self.root.lock().push((player, state.clone()));
        self.root.waiting.store(self.root.waiting.load(Relaxed) + 1, Relaxed);
        Some(action)
    }

    /// Counts the actions of the states put aside.
    pub(super) fn count_waiting(&self) {
        if self.root.waiting.load(Relaxed) == 0 {
            return;
        }
        let mut legal = Vec::new();
        for (player, state) in self.root.lock().drain(..) {
            list_legal(&state, &mut legal);
            for &action in &legal {
                self.count_at_root(player, state.action_index(action));
            }
        }
        self.root.waiting.store(0, Relaxed);
    }

    /// Counts an action of the root as available. Returns the node behind it, if there is one.
    #[inline]
    pub(super) fn count_at_root(&self, player: Player, key: u64) -> u32 {
        let node = self.root.children.get(key as usize).map_or(ROOT, |cell| cell.load(Relaxed));
        if node == ROOT {
            if let Some(count) = self.root.counted(player, key) {
                add_u32(count, 1, Sharing::Alone);
                self.root.any_counted.store(true, Relaxed);
            }
            return NO_SLOT;
        }
        self.stat(node, player).add_count(1, Sharing::Alone);
        node
    }

    /// Gives a new child of the root what has been counted before there was a node.
    #[inline]
    pub(super) fn hand_over_counts(&self, node: u32, key: u64) {
        if !self.root.any_counted.load(Relaxed) {
            return;
        }
        for player in (0..self.players).map(|player| Player(player as u8)) {
            let count = self.root.counted(player, key).map_or(0, |count| count.load(Relaxed));
            self.stat(node, player).add_count(count, Sharing::Alone);
        }
    }
}
