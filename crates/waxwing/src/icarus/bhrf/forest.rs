//! Replies by context: a trie whose paths are contexts, most recent move first, and whose nodes list the replies seen after
//! them.
//!
//! A reply that is stored under a context is stored under all shorter ones too, since its records grow by one move at a time.
//! So the walk along the last moves meets every candidate, and the cost of a choice is that of the walk, not the number of
//! legal actions.
//!
//! A reply is drawn by its weight without summing the weights of all: one is taken at random and kept with
//! probability w / (1 + b·√(ln n_c)), which no weight exceeds; what is illegal is taken back too. That gives the distribution of the
//! wheel. Where there are few replies, and after a few misses, all are looked at.

use rustc_hash::FxHashMap;

use crate::Rng;
use crate::game::{Game, Player, Reward};
use crate::icarus::Ply;
use crate::icarus::quota::Quota;
use crate::icarus::stat::REWARD_UNIT;

/// After so many misses all legal replies are looked at.
const TRIES: usize = 20;
/// Fewer replies than this are all looked at in any case.
const FEW: usize = 5;
/// The replies that a new context has room for.
const FIRST_ROOM: usize = 2;

pub(super) struct Forest<A> {
    /// The first ones are the empty contexts of the players.
    nodes: Vec<Node<A>>,
    children: FxHashMap<(u32, u64), u32>,
    players: usize,
    b: f32,
    /// The memory of all lists of replies.
    listed: usize,
}

/// A context.
struct Node<A> {
    replies: Vec<Reply<A>>,
    /// n_c, the visits of all replies.
    visits: u64,
    /// b·√(ln n_c).
    bonus: f32,
    /// Bits of the moves that lead to longer contexts: most moves lead to none, and need no look-up.
    longer: u64,
    /// The context with one move less; the empty contexts are their own.
    shorter: u32,
}

struct Reply<A> {
    action: A,
    visits: u32,
    /// Total reward in fixed point.
    sum: i64,
    /// The mean reward and 1/√visits.
    mean: f32,
    spread: f32,
}

#[inline]
fn bit(key: u64) -> u64 {
    1 << (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58)
}

impl<A: Copy + Eq> Node<A> {
    fn new(shorter: u32) -> Node<A> {
        Node { replies: Vec::new(), visits: 0, bonus: 0.0, longer: 0, shorter }
    }

    #[inline]
    fn weight(&self, reply: &Reply<A>) -> f32 {
        reply.mean + self.bonus * reply.spread
    }

    fn find(&self, reply: A) -> Option<usize> {
        self.replies.iter().position(|known| known.action == reply)
    }

    /// Counts a visit of a reply.
    fn update(&mut self, index: usize, reward: Reward, b: f32) {
        let reply = &mut self.replies[index];
        reply.visits += 1;
        reply.sum += reward.bits();
        let visits = reply.visits as f32;
        reply.mean = reply.sum as f32 * REWARD_UNIT / visits;
        reply.spread = visits.sqrt().recip();
        self.visits += 1;
        self.bonus = b * (self.visits as f32).ln().sqrt();
        // What is counted often moves to the front, where it is found soon.
        if index > 0 {
            self.replies.swap(index, index - 1);
        }
    }
}

impl<A: Copy + Eq> Forest<A> {
    pub fn new(players: usize, b: f32) -> Forest<A> {
        let mut forest = Forest { nodes: Vec::new(), children: FxHashMap::default(), players, b, listed: 0 };
        forest.clear();
        forest
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.extend((0..self.players as u32).map(Node::new));
        self.children.clear();
        self.listed = 0;
    }

    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<A>>() + map_bytes(self.children.capacity()) + self.listed
    }

    #[inline]
    fn child(&self, node: u32, key: u64) -> Option<u32> {
        if self.nodes[node as usize].longer & bit(key) == 0 {
            return None;
        }
        self.children.get(&(node, key)).copied()
    }

    /// The longest known context of a player who has seen these moves.
    #[inline]
    pub fn walk(&self, player: Player, seen: &[u64], longest: usize) -> u32 {
        let mut at = u32::from(player.0);
        for &key in seen.iter().rev().take(longest) {
            let Some(child) = self.child(at, key) else { break };
            at = child;
        }
        at
    }

    /// A context and all shorter ones but the empty one.
    #[inline]
    pub fn shorter_and_shorter(&self, node: u32) -> impl Iterator<Item = u32> {
        let is_context = move |node: &u32| *node as usize >= self.players;
        let shorter = move |&node: &u32| Some(self.nodes[node as usize].shorter).filter(is_context);
        std::iter::successors(Some(node).filter(is_context), shorter)
    }

    /// A legal reply to a context, drawn by its weight, with that weight.
    #[inline]
    pub fn draw<G: Game<Action = A>>(&self, node: u32, ply: &Ply<'_, G>, rng: &mut Rng) -> Option<(A, f32)> {
        let node = &self.nodes[node as usize];
        let most = 1.0 + node.bonus;
        let tries = if node.replies.len() < FEW { 0 } else { TRIES };
        for _ in 0..tries {
            let (index, share) = rng.below_and_unit(node.replies.len());
            let reply = &node.replies[index];
            let weight = node.weight(reply);
            if share * most < weight && ply.allows(reply.action) {
                return Some((reply.action, weight));
            }
        }
        let possible = node.replies.iter().filter(|reply| ply.allows(reply.action));
        draw_by_weight(possible.map(|reply| (reply.action, node.weight(reply))), rng)
    }

    /// All replies to the last move of a context, each with its weight in the longest context that it was stored under.
    pub fn judged_by_own(&self, longest: u32) -> impl Iterator<Item = (A, f32)> {
        let last_move = self.shorter_and_shorter(longest).last();
        let replies = last_move.map_or(&[][..], |node| &self.nodes[node as usize].replies);
        replies.iter().filter_map(move |reply| {
            let mut contexts = self.shorter_and_shorter(longest).map(|node| &self.nodes[node as usize]);
            let judged = |node: &Node<A>| node.find(reply.action).map(|index| node.weight(&node.replies[index]));
            contexts.find_map(judged).map(|weight| (reply.action, weight))
        })
    }

    /// Total reward and visits of a reply to these moves.
    pub fn record(&self, player: Player, context: &[u64], reply: A) -> (i64, u32) {
        let mut at = Some(u32::from(player.0));
        for &key in context.iter().rev() {
            at = at.and_then(|node| self.child(node, key));
        }
        let found = at.and_then(|node| {
            let node = &self.nodes[node as usize];
            node.find(reply).map(|index| &node.replies[index])
        });
        found.map_or((0, 0), |reply| (reply.sum, reply.visits))
    }

    /// Algorithm 2: counts a reply to its contexts, shortest first, up to the first under which it was not known.
    pub fn learn(&mut self, player: Player, reply: A, reward: Reward, context: &[u64], quota: &Quota) {
        let mut at = u32::from(player.0);
        for &key in context.iter().rev() {
            let Some(child) = self.child(at, key).or_else(|| self.create(at, key, quota)) else { return };
            at = child;
            let node = &mut self.nodes[at as usize];
            match node.find(reply) {
                Some(index) => node.update(index, reward, self.b),
                None => return self.add(at, reply, reward, quota),
            }
        }
    }

    /// A longer context, if there is room for it.
    fn create(&mut self, parent: u32, key: u64, quota: &Quota) -> Option<u32> {
        if self.nodes.len() == self.nodes.capacity() {
            let more = self.nodes.len().max(64);
            if !quota.take(more * size_of::<Node<A>>()) {
                return None;
            }
            self.nodes.reserve_exact(more);
        }
        if self.children.len() == self.children.capacity() {
            let before = map_bytes(self.children.capacity());
            let most = map_bytes(2 * self.children.capacity().max(64)) - before;
            if !quota.take(most) {
                return None;
            }
            self.children.reserve(self.children.len().max(64));
            quota.give_back(most - (map_bytes(self.children.capacity()) - before));
        }
        let child = u32::try_from(self.nodes.len()).ok()?;
        self.nodes.push(Node::new(parent));
        self.nodes[parent as usize].longer |= bit(key);
        self.children.insert((parent, key), child);
        Some(child)
    }

    /// A new reply to a context, if there is room for it.
    fn add(&mut self, node: u32, action: A, reward: Reward, quota: &Quota) {
        let node = &mut self.nodes[node as usize];
        if node.replies.len() == node.replies.capacity() {
            let more = node.replies.len().max(FIRST_ROOM);
            if !quota.take(more * size_of::<Reply<A>>()) {
                return;
            }
            node.replies.reserve_exact(more);
            self.listed += more * size_of::<Reply<A>>();
        }
        node.replies.push(Reply { action, visits: 0, sum: 0, mean: 0.0, spread: 0.0 });
        node.update(node.replies.len() - 1, reward, self.b);
    }
}

/// One of several candidates, drawn by their weights in one pass: each takes the place of those before it with the share that
/// its weight has in the sum so far.
pub(super) fn draw_by_weight<A>(candidates: impl Iterator<Item = (A, f32)>, rng: &mut Rng) -> Option<(A, f32)> {
    let mut total = 0.0;
    let mut drawn = None;
    for (candidate, weight) in candidates {
        total += weight;
        if drawn.is_none() || rng.unit() * total < weight {
            drawn = Some((candidate, weight));
        }
    }
    drawn
}

/// The memory of a hash map with room for so many contexts: seven of eight places are used, and each has a byte of its own.
fn map_bytes(capacity: usize) -> usize {
    (capacity * 8).div_ceil(7) * (size_of::<((u32, u64), u32)>() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: Player = Player(0);

    fn learn_all(forest: &mut Forest<u16>, quota: &Quota, moves: usize) {
        let mut rng = Rng::new(7);
        for _ in 0..moves {
            let context: Vec<u64> = (0..rng.below(6)).map(|_| rng.below(9) as u64).collect();
            forest.learn(ME, rng.below(9) as u16, Reward::WIN, &context, quota);
        }
    }

    #[test]
    fn a_reply_grows_by_one_move_of_context_at_a_time() {
        let (mut forest, quota) = (Forest::new(2, 0.7), Quota::new(1 << 20));
        let counts = |forest: &Forest<u16>| [&[3][..], &[2, 3], &[1, 2, 3]].map(|c| forest.record(ME, c, 5).1);
        forest.learn(ME, 5, Reward::WIN, &[1, 2, 3], &quota);
        assert_eq!(counts(&forest), [1, 0, 0]);
        forest.learn(ME, 5, Reward::LOSS, &[1, 2, 3], &quota);
        assert_eq!(counts(&forest), [2, 1, 0]);
        forest.learn(ME, 5, Reward::DRAW, &[1, 2, 3], &quota);
        assert_eq!(counts(&forest), [3, 2, 1]);
        assert_eq!(forest.record(ME, &[3], 5).0, Reward::WIN.bits() + Reward::DRAW.bits());
        assert_eq!(forest.record(Player(1), &[3], 5), (0, 0));
        assert_eq!(forest.record(ME, &[3], 6), (0, 0));
    }

    #[test]
    fn a_reply_under_a_context_is_under_all_shorter_ones() {
        let (mut forest, quota) = (Forest::new(1, 0.7), Quota::new(1 << 24));
        learn_all(&mut forest, &quota, 20_000);
        for node in 1..forest.nodes.len() as u32 {
            let shorter = forest.nodes[node as usize].shorter;
            let is_in_shorter = |reply: &Reply<u16>| forest.nodes[shorter as usize].find(reply.action).is_some();
            assert!(shorter == 0 || forest.nodes[node as usize].replies.iter().all(is_in_shorter));
        }
        assert!(forest.nodes.len() > 1000, "{} contexts", forest.nodes.len());
    }

    #[test]
    fn a_forest_stays_within_its_memory_and_goes_on_counting() {
        let (mut free, mut bound) = (Forest::new(1, 0.7), Forest::new(1, 0.7));
        let limit = 100_000;
        learn_all(&mut free, &Quota::new(1 << 30), 20_000);
        let quota = Quota::with(limit, bound.bytes());
        learn_all(&mut bound, &quota, 20_000);
        assert!(free.bytes() > limit && bound.bytes() <= limit, "{} and {}", free.bytes(), bound.bytes());
        assert_eq!(quota.used(), bound.bytes());
        let visits = |forest: &Forest<u16>| forest.record(ME, &[3], 5).1;
        assert_eq!(visits(&free), visits(&bound));
    }
}
