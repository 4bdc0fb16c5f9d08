//! Episodic information capture and reuse (Specification 7): positions that are reached by the same moves from the start
//! of an episode share what is known about them, wherever in the game the episode lies.
//!
//! ```text
//! R = labels × M*    Θ = (q, n, m)
//! α = U[argmax v],    v(q, n, m) = q/n + c·√(ln m / n)    if n > 0,    +∞ otherwise
//! ξ = a visit for each move of the playout, availability for its legal siblings
//! ```
//!
//! Readings. By Equation 17 an action that ends an episode leads to the record (new label, ⟨⟩), so that all such actions
//! share one record, which contradicts section 7.3. Records therefore belong to *edges*, η(h) and the action; the
//! equation as printed is `strict=yes`, in `epic_strict.rs`. The acting player is part of a record: that changes nothing where the labels name him,
//! and keeps players apart where they do not. The start of the game starts an episode whatever its label. The record of
//! the root itself, which no action leads to, is not kept.
//!
//! Most positions of a long episode are passed once and never again, so a first pass only notes the list of legal
//! actions. A second pass turns it into a block of edges; positions that are not known at all cost one look-up.

use std::sync::RwLock;

use rustc_hash::FxHashMap;

use super::table::Quota;
use super::ucb::{Buffers, argmax, bonus, ucb1};
use super::{Gives, Information, Iteration, Ply, Record, Scratch, Start, Strategy, Wants, mix};
use crate::Rng;
use crate::game::{Game, Player, Reward};
use crate::knowledge::EpisodeLabel;

/// The key of the position at the start of an episode.
pub(crate) fn episode_start(label: Option<EpisodeLabel>) -> u64 {
    mix(0x45, label.map_or(u64::MAX, u64::from))
}

/// The key of a position as the acting player's own.
#[inline]
pub(crate) fn episode_of(position: u64, player: Player) -> u64 {
    mix(position, u64::from(player.0))
}

pub(crate) struct Epic<A> {
    c: f32,
    store: RwLock<Store<A>>,
}

/// What is known about the edges out of one position.
#[derive(Clone, Copy)]
enum Position {
    /// Passed once: `count` legal actions from `first` on in the lists, of which `chosen` was played for `reward`.
    Once { first: u32, count: u16, chosen: u16, reward: Reward },
    /// Passed more often: `count` edges from `first` on, room for `room`.
    Often { first: u32, count: u16, room: u16 },
}

#[derive(Clone, Copy)]
struct Edge<A> {
    action: A,
    sum: i64,
    visits: u32,
    available: u32,
}

/// The records of edges: positions by key, each with its block of edges.
struct Store<A> {
    positions: FxHashMap<u64, Position>,
    lists: Vec<A>,
    edges: Vec<Edge<A>>,
}

impl<A: Copy + PartialEq> Store<A> {
    fn new() -> Store<A> {
        let mut positions = FxHashMap::default();
        positions.reserve(1 << 12);
        Store { positions, lists: Vec::with_capacity(1 << 16), edges: Vec::with_capacity(1 << 14) }
    }

    fn bytes(&self) -> usize {
        self.positions.capacity() * POSITION_BYTES
            + self.lists.capacity() * size_of::<A>()
            + self.edges.capacity() * size_of::<Edge<A>>()
    }

    fn clear(&mut self) {
        self.positions.clear();
        self.lists.clear();
        self.edges.clear();
    }

    fn edges_of(&self, first: u32, count: u16) -> &[Edge<A>] {
        &self.edges[first as usize..first as usize + usize::from(count)]
    }

    /// One pass through a position: every legal action was available, one was played. When memory is used up, positions
    /// that are not known yet stay unknown.
    fn pass(&mut self, key: u64, legal: &[A], chosen: A, reward: Reward, quota: &Quota) {
        match self.positions.get(&key).copied() {
            None => self.note(key, legal, chosen, reward, quota),
            Some(Position::Once { .. }) => {
                if self.unfold(key, legal.len(), quota) {
                    self.count(key, legal, chosen, reward, quota);
                }
            }
            Some(Position::Often { .. }) => self.count(key, legal, chosen, reward, quota),
        }
    }

    /// The first pass.
    fn note(&mut self, key: u64, legal: &[A], chosen: A, reward: Reward, quota: &Quota) {
        let index = legal.iter().position(|&action| action == chosen);
        let (Some(index), Ok(count)) = (index, u16::try_from(legal.len())) else { return };
        if !afford_position(&mut self.positions, quota) || !afford(&mut self.lists, legal.len(), quota) {
            return;
        }
        let first = self.lists.len() as u32;
        self.lists.extend_from_slice(legal);
        self.positions.insert(key, Position::Once { first, count, chosen: index as u16, reward });
    }

    /// Turns the note of a first pass into a block of edges.
    fn unfold(&mut self, key: u64, legal: usize, quota: &Quota) -> bool {
        let Some(&Position::Once { first, count, chosen, reward }) = self.positions.get(&key) else { return false };
        let room = usize::from(count).max(legal) + SPARE_EDGES;
        if room > usize::from(u16::MAX) || !afford(&mut self.edges, room, quota) {
            return false;
        }
        let start = self.edges.len();
        for (index, &action) in self.lists[first as usize..][..usize::from(count)].iter().enumerate() {
            let (sum, visits) = if index == usize::from(chosen) { (reward.bits(), 1) } else { (0, 0) };
            self.edges.push(Edge { action, sum, visits, available: 1 });
        }
        let spare = Edge { action: self.lists[first as usize], sum: 0, visits: 0, available: 0 };
        self.edges.resize(start + room, spare);
        self.positions.insert(key, Position::Often { first: start as u32, count, room: room as u16 });
        true
    }

    /// A later pass.
    fn count(&mut self, key: u64, legal: &[A], chosen: A, reward: Reward, quota: &Quota) {
        let Some(Position::Often { first, count, room }) = self.positions.get_mut(&key) else { return };
        let mut walk = Walk::default();
        for &action in legal {
            let block = &self.edges[*first as usize..][..usize::from(*count)];
            let index = match walk.find(block, action) {
                Some(index) => index,
                None => {
                    if count == room {
                        // The block moves to the end with twice the room; its old place is lost.
                        let larger = usize::from(*room) * 2;
                        if larger > usize::from(u16::MAX) || !afford(&mut self.edges, larger, quota) {
                            continue;
                        }
                        let start = self.edges.len();
                        self.edges.extend_from_within(*first as usize..*first as usize + usize::from(*count));
                        let spare = Edge { action, sum: 0, visits: 0, available: 0 };
                        self.edges.resize(start + larger, spare);
                        (*first, *room) = (start as u32, larger as u16);
                    }
                    self.edges[*first as usize + usize::from(*count)] =
                        Edge { action, sum: 0, visits: 0, available: 0 };
                    *count += 1;
                    usize::from(*count) - 1
                }
            };
            let edge = &mut self.edges[*first as usize + index];
            edge.available += 1;
            if action == chosen {
                edge.visits += 1;
                edge.sum += reward.bits();
            }
        }
    }
}

/// Room for actions that were not legal when a position was first passed.
const SPARE_EDGES: usize = 4;
/// What a position costs in the hash map, control byte and load factor included.
const POSITION_BYTES: usize = (size_of::<(u64, Position)>() + 1) * 8 / 7;

/// Whether a vector has room for more, or can be given it.
fn afford<T>(items: &mut Vec<T>, more: usize, quota: &Quota) -> bool {
    let (len, capacity) = (items.len(), items.capacity());
    if len + more <= capacity {
        return true;
    }
    let larger = (capacity * 2).max(len + more);
    let granted = quota.take((larger - capacity) * size_of::<T>());
    if granted {
        items.reserve_exact(larger - len);
    }
    granted
}

fn afford_position(positions: &mut FxHashMap<u64, Position>, quota: &Quota) -> bool {
    let capacity = positions.capacity();
    if positions.len() < capacity {
        return true;
    }
    // Both maps exist while one is copied into the other.
    let granted = quota.take(2 * capacity * POSITION_BYTES);
    if granted {
        positions.reserve(capacity + 1);
        quota.give_back(capacity * POSITION_BYTES);
    }
    granted
}

/// Finds the actions of one list in another: both are mostly in the same order, so each search goes on where the last ended.
#[derive(Default)]
struct Walk {
    next: usize,
}

impl Walk {
    #[inline]
    fn find<A: Copy + PartialEq>(&mut self, block: &[Edge<A>], action: A) -> Option<usize> {
        let (before, after) = block.split_at(self.next.min(block.len()));
        let found = after.iter().position(|edge| edge.action == action).map(|index| index + before.len());
        let index = found.or_else(|| before.iter().position(|edge| edge.action == action))?;
        self.next = index + 1;
        Some(index)
    }
}

impl<A: Copy + PartialEq> Epic<A> {
    pub fn new(c: f32) -> Epic<A> {
        Epic { c, store: RwLock::new(Store::new()) }
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Store<A>> {
        self.store.read().expect("no thread panics while it holds the store")
    }

    /// The value of every legal action in a position.
    fn values(&self, position: Option<Position>, store: &Store<A>, legal: &[A], values: &mut Vec<f32>) {
        match position {
            None => values.extend(legal.iter().map(|_| f32::INFINITY)),
            Some(Position::Once { first, chosen, reward, .. }) => {
                // Available once, visited once: ln 1 = 0 leaves the mean.
                let known = store.lists[first as usize + usize::from(chosen)];
                let value = |&action: &A| if action == known { reward.value() as f32 } else { f32::INFINITY };
                values.extend(legal.iter().map(value));
            }
            Some(Position::Often { first, count, .. }) => {
                let block = store.edges_of(first, count);
                let mut walk = Walk::default();
                values.extend(legal.iter().map(|&action| match walk.find(block, action).map(|index| &block[index]) {
                    Some(edge) if edge.visits > 0 => {
                        let mean = edge.sum as f32 * super::REWARD_UNIT / edge.visits as f32;
                        ucb1(mean, edge.visits, bonus(self.c, edge.available))
                    }
                    _ => f32::INFINITY,
                }));
            }
        }
    }
}

impl<G: Game> Strategy<G> for Epic<G::Action> {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn wants(&self) -> Wants {
        Wants { steps: true, legal: true, episodes: true, ..Wants::default() }
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        let store = self.read();
        self.values(store.positions.get(&episode_of(ply.position, ply.player)).copied(), &store, ply.legal, scores);
    }

    fn choose(&self, ply: &Ply<'_, G>, buffers: &mut Buffers, rng: &mut Rng) -> usize {
        let store = self.read();
        let Some(&position) = store.positions.get(&episode_of(ply.position, ply.player)) else {
            return rng.below(ply.legal.len());
        };
        buffers.scores.clear();
        self.values(Some(position), &store, ply.legal, &mut buffers.scores);
        argmax(&buffers.scores, rng)
    }

    fn capture(&self, iteration: &Iteration<'_, G>, _: &mut Scratch) {
        let mut store = self.store.write().expect("no thread panics while it holds the store");
        for (index, player, step) in iteration.decisions() {
            let reward = iteration.reward(player);
            store.pass(
                episode_of(iteration.positions[index], player),
                iteration.legal(index),
                step.action,
                reward,
                iteration.quota,
            );
        }
    }

    fn recall(&self, game: &G, record: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        let Record::Episode { player, label, moves } = record else { return None };
        let (&action, before) = moves.split_last()?;
        let position = before.iter().fold(episode_start(*label), |key, &seen| mix(key, game.action_index(seen)));
        let store = self.read();
        let information = |sum: i64, visits: u32, available: u32| Information::Statistics {
            sum: sum as f64 / Reward::WIN.bits() as f64,
            visits: visits.into(),
            available: Some(available.into()),
        };
        Some(match store.positions.get(&episode_of(position, *player)) {
            None => information(0, 0, 0),
            Some(&Position::Once { first, count, chosen, reward }) => {
                let list = &store.lists[first as usize..][..usize::from(count)];
                match list.iter().position(|&listed| listed == action) {
                    Some(index) if index == usize::from(chosen) => information(reward.bits(), 1, 1),
                    listed => information(0, 0, listed.is_some().into()),
                }
            }
            Some(&Position::Often { first, count, .. }) => {
                let block = store.edges_of(first, count);
                let edge = block.iter().find(|edge| edge.action == action);
                edge.map_or(information(0, 0, 0), |edge| information(edge.sum, edge.visits, edge.available))
            }
        })
    }

    fn begin(&mut self, _: Start) {
        self.store.get_mut().expect("no thread panics while it holds the store").clear();
    }

    fn bytes(&self) -> usize {
        self.read().bytes()
    }
}
