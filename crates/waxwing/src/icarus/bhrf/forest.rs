//! Replies by context: a trie whose paths are contexts, most recent move first, and whose nodes list the replies seen
//! after them.
//!
//! A reply that is stored under a context is stored under all shorter ones too, since its records grow by one move at a
//! time. So the walk along the last moves meets every candidate, and the cost of a choice is that of the walk, not the
//! number of legal actions.
//!
//! Late in a playout most replies are impossible. Where the game tells which actions are open ([`Game::open_actions`]),
//! each context has a set of bits for its replies too. The walk ends where none of them is open, since no longer
//! context has an open one either; only open ones are drawn, and what is open but not possible is asked about once. The
//! replies are sorted by their index, so that counting bits finds their place. What a choice reads lies together
//! (`contexts.rs`), and what only learning needs lies here.
//!
//! A reply is drawn by its weight without summing the weights of all: one is taken at random and kept with
//! probability w / (1 + b·√(ln n_c)), which no weight exceeds; what is impossible is taken back too. That gives the
//! distribution of the wheel. After a few misses all are looked at.

use super::bits;
use super::contexts::{Contexts, pack};
use crate::Rng;
use crate::game::{Game, Player, Reward};
use crate::icarus::quota::Quota;
use crate::icarus::stat::REWARD_UNIT;
use crate::icarus::{NO_SLOT, Ply};

/// After so many misses all possible replies are looked at.
const TRIES: usize = 8;
/// Fewer replies than this are all looked at in any case, where the game does not tell what is open.
const FEW: usize = 4;
/// A game that tells more words than this of what is open is not listened to.
pub(super) const MOST_WORDS: usize = 8;
/// The replies that a new context has room for.
const FIRST_ROOM: usize = 2;

pub(super) struct Forest<A> {
    contexts: Contexts,
    nodes: Vec<Node<A>>,
    /// The replies by their index, where the game tells which are open.
    actions: Vec<Option<A>>,
    b: f32,
    /// The memory of all lists of replies.
    listed: usize,
}

/// The actions that may be possible, as far as the game tells and is asked.
pub(super) struct Open([u64; MOST_WORDS]);

impl Open {
    #[inline]
    pub fn new<G: Game>(ply: &Ply<'_, G>) -> Open {
        // The game speaks of playouts only.
        let mut open = [if ply.node == NO_SLOT { 0 } else { u64::MAX }; MOST_WORDS];
        if ply.node == NO_SLOT {
            open.iter_mut().zip(ply.state.open_actions()).for_each(|(own, &told)| *own = told);
        }
        Open(open)
    }

    #[inline]
    fn close(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }
}

/// What is counted under a context.
struct Node<A> {
    replies: Vec<Reply<A>>,
    /// n_c, the visits of all replies.
    visits: u64,
}

struct Reply<A> {
    action: A,
    visits: u32,
    /// Total reward in fixed point.
    sum: i64,
}

/// A move of a finished descent.
#[derive(Clone, Copy)]
pub(super) struct Answer<A> {
    pub player: Player,
    pub reply: A,
    /// The index of the reply.
    pub key: u64,
    pub reward: Reward,
}

impl<A: Copy + Eq> Node<A> {
    fn new() -> Node<A> {
        Node { replies: Vec::new(), visits: 0 }
    }

    fn find(&self, reply: A) -> Option<usize> {
        self.replies.iter().position(|known| known.action == reply)
    }
}

impl<A: Copy + Eq> Forest<A> {
    /// A forest of a game whose open actions fill so many words.
    pub fn new(players: usize, words: usize, b: f32) -> Forest<A> {
        let (contexts, actions) = (Contexts::new(players, words), vec![None; 64 * words]);
        let mut forest = Forest { contexts, nodes: Vec::new(), actions, b, listed: 0 };
        forest.clear();
        forest
    }

    pub fn clear(&mut self) {
        self.contexts.clear();
        self.nodes.clear();
        self.nodes.resize_with(self.contexts.len(), Node::new);
        self.listed = 0;
    }

    pub fn bytes(&self) -> usize {
        let actions = self.actions.capacity() * size_of::<Option<A>>();
        self.contexts.bytes() + self.nodes.capacity() * size_of::<Node<A>>() + actions + self.listed
    }

    /// The longest known context of a player who has seen these moves, as far as there are replies that may be open.
    #[inline]
    pub fn walk(&self, player: Player, seen: &[u64], longest: usize, open: &Open) -> u32 {
        self.contexts.walk(player, seen, longest, &open.0)
    }

    /// A context and all shorter ones but the empty one.
    #[inline]
    pub fn shorter_and_shorter(&self, node: u32) -> impl Iterator<Item = u32> {
        self.contexts.shorter_and_shorter(node)
    }

    /// A possible reply to a context, drawn by its weight, with that weight. What proves to be impossible is no longer
    /// open.
    #[inline]
    pub fn draw<G: Game<Action = A>>(
        &self,
        node: u32,
        ply: &Ply<'_, G>,
        open: &mut Open,
        rng: &mut Rng,
    ) -> Option<(A, f32)> {
        let mut count = self.count_open(node, open);
        let most = 1.0 + self.contexts.bonus(node);
        let mut left = if self.is_told() || count >= FEW { TRIES } else { 0 };
        while left > 0 && count > 0 {
            let (nth, share) = rng.below_and_unit(count);
            let (reply, place, index) = self.nth_open(node, open, nth)?;
            if !ply.allows(reply) {
                left -= usize::from(!self.is_told());
                count -= usize::from(self.is_told());
                open.close(index);
                continue;
            }
            let weight = self.contexts.weight(node, place);
            if count == 1 || share * most < weight {
                return Some((reply, weight));
            }
            left -= 1;
        }
        let possible =
            (0..count).filter_map(|nth| self.nth_open(node, open, nth).filter(|&(reply, ..)| ply.allows(reply)));
        draw_by_weight(possible.map(|(reply, place, _)| (reply, self.contexts.weight(node, place))), rng)
    }

    /// Whether the game tells which actions are open.
    #[inline]
    fn is_told(&self) -> bool {
        !self.actions.is_empty()
    }

    /// How many replies to a context are open: all, where the game does not tell.
    #[inline]
    fn count_open(&self, node: u32, open: &Open) -> usize {
        if self.is_told() {
            bits::common(self.contexts.replies(node), &open.0)
        } else {
            self.nodes[node as usize].replies.len()
        }
    }

    /// The n-th of them, its place in the list, and its index where it matters.
    #[inline]
    fn nth_open(&self, node: u32, open: &Open, nth: usize) -> Option<(A, usize, usize)> {
        if !self.is_told() {
            return self.nodes[node as usize].replies.get(nth).map(|reply| (reply.action, nth, 0));
        }
        let (index, place) = bits::nth_common(self.contexts.replies(node), &open.0, nth)?;
        self.actions[index].map(|action| (action, place, index))
    }

    /// All replies to the last move of a context, each with its weight in the longest context that it was stored under.
    pub fn judged_by_own(&self, longest: u32) -> impl Iterator<Item = (A, f32)> {
        let last_move = self.shorter_and_shorter(longest).last();
        let replies = last_move.map_or(&[][..], |node| &self.nodes[node as usize].replies);
        replies.iter().filter_map(move |reply| {
            let weight_in = |node| Some(self.contexts.weight(node, self.nodes[node as usize].find(reply.action)?));
            self.shorter_and_shorter(longest).find_map(weight_in).map(|weight| (reply.action, weight))
        })
    }

    /// Total reward and visits of a reply to these moves.
    pub fn record(&self, player: Player, context: &[u64], reply: A) -> (i64, u32) {
        let longer = |at, &key: &u64| self.contexts.longer(at, key);
        let context = context.iter().rev().try_fold(self.contexts.empty(player), longer);
        let found = context.and_then(|context| {
            let node = &self.nodes[context.number as usize];
            node.find(reply).map(|place| &node.replies[place])
        });
        found.map_or((0, 0), |reply| (reply.sum, reply.visits))
    }

    /// Algorithm 2: counts a reply to its contexts, shortest first, up to the first under which it was not known.
    pub fn learn(&mut self, answer: Answer<A>, context: &[u64], quota: &Quota) {
        if self.is_told() && answer.key >= self.actions.len() as u64 {
            return;
        }
        let mut at = self.contexts.empty(answer.player);
        for &key in context.iter().rev() {
            let Some(longer) = self
                .contexts
                .longer(at, key)
                .or_else(|| self.has_room_for_node(quota).then(|| self.contexts.create(at, key, quota)).flatten())
            else {
                return;
            };
            at = longer;
            if at.number as usize == self.nodes.len() {
                self.nodes.push(Node::new());
            }
            match self.place(at.number, &answer) {
                Ok(place) => self.count(at.number, place, answer.reward),
                Err(place) => return self.add(at.number, place, answer, quota),
            }
        }
    }

    /// Where a reply is in the list of a context, or where it belongs.
    fn place(&self, node: u32, answer: &Answer<A>) -> Result<usize, usize> {
        if !self.is_told() {
            let node = &self.nodes[node as usize];
            return node.find(answer.reply).ok_or(node.replies.len());
        }
        let stored = self.contexts.replies(node);
        let place = bits::smaller(stored, answer.key);
        if bits::contains(stored, answer.key) { Ok(place) } else { Err(place) }
    }

    /// Counts a visit of a reply.
    fn count(&mut self, number: u32, place: usize, reward: Reward) {
        let node = &mut self.nodes[number as usize];
        let reply = &mut node.replies[place];
        reply.visits += 1;
        reply.sum += reward.bits();
        node.visits += 1;
        let visits = reply.visits as f32;
        let mean = reply.sum as f32 * REWARD_UNIT / visits;
        self.contexts.set_weight(number, place, pack(mean, visits.sqrt().recip()));
        self.contexts.set_bonus(number, self.b * (node.visits as f32).ln().sqrt());
    }

    fn has_room_for_node(&mut self, quota: &Quota) -> bool {
        let more = self.nodes.len().max(64);
        if self.nodes.len() == self.nodes.capacity() && quota.take(more * size_of::<Node<A>>()) {
            self.nodes.reserve_exact(more);
        }
        self.nodes.len() < self.nodes.capacity()
    }

    /// A new reply to a context, if there is room for it.
    fn add(&mut self, number: u32, place: usize, answer: Answer<A>, quota: &Quota) {
        let replies = &mut self.nodes[number as usize].replies;
        if replies.len() == replies.capacity() {
            let more = replies.len().max(FIRST_ROOM);
            if !quota.take(more * size_of::<Reply<A>>()) {
                return;
            }
            replies.reserve_exact(more);
            self.listed += more * size_of::<Reply<A>>();
        }
        if self.contexts.add_reply(number, answer.key, place, replies.len(), quota) {
            replies.insert(place, Reply { action: answer.reply, visits: 0, sum: 0 });
            if let Some(action) = self.actions.get_mut(answer.key as usize) {
                *action = Some(answer.reply);
            }
            self.count(number, place, answer.reward);
        }
    }
}

/// One of several candidates, drawn by their weights in one pass: each takes the place of those before it with the
/// share that its weight has in the sum so far.
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

#[cfg(test)]
mod tests {
    use super::*;

    const ME: Player = Player(0);

    fn answer(reply: u16, reward: Reward) -> Answer<u16> {
        Answer { player: ME, reply, key: reply.into(), reward }
    }

    fn learn_all(forest: &mut Forest<u16>, quota: &Quota, moves: usize) {
        let mut rng = Rng::new(7);
        for _ in 0..moves {
            let context: Vec<u64> = (0..rng.below(6)).map(|_| rng.below(9) as u64).collect();
            forest.learn(answer(rng.below(9) as u16, Reward::WIN), &context, quota);
        }
    }

    #[test]
    fn a_reply_grows_by_one_move_of_context_at_a_time() {
        let (mut forest, quota) = (Forest::new(2, 0, 0.7), Quota::new(1 << 20));
        let counts = |forest: &Forest<u16>| [&[3][..], &[2, 3], &[1, 2, 3]].map(|c| forest.record(ME, c, 5).1);
        forest.learn(answer(5, Reward::WIN), &[1, 2, 3], &quota);
        assert_eq!(counts(&forest), [1, 0, 0]);
        forest.learn(answer(5, Reward::LOSS), &[1, 2, 3], &quota);
        assert_eq!(counts(&forest), [2, 1, 0]);
        forest.learn(answer(5, Reward::DRAW), &[1, 2, 3], &quota);
        assert_eq!(counts(&forest), [3, 2, 1]);
        assert_eq!(forest.record(ME, &[3], 5).0, Reward::WIN.bits() + Reward::DRAW.bits());
        assert_eq!(forest.record(Player(1), &[3], 5), (0, 0));
        assert_eq!(forest.record(ME, &[3], 6), (0, 0));
    }

    #[test]
    fn a_reply_under_a_context_is_under_all_shorter_ones() {
        let (mut forest, quota) = (Forest::new(1, 0, 0.7), Quota::new(1 << 24));
        learn_all(&mut forest, &quota, 20_000);
        for node in 1..forest.nodes.len() as u32 {
            let shorter = forest.shorter_and_shorter(node).nth(1).unwrap_or(0);
            let is_in_shorter = |reply: &Reply<u16>| forest.nodes[shorter as usize].find(reply.action).is_some();
            assert!(shorter == 0 || forest.nodes[node as usize].replies.iter().all(is_in_shorter));
        }
        assert!(forest.nodes.len() > 1000, "{} contexts", forest.nodes.len());
    }

    #[test]
    fn a_forest_stays_within_its_memory_and_goes_on_counting() {
        for words in [0, 1] {
            let (mut free, mut bound) = (Forest::new(1, words, 0.7), Forest::new(1, words, 0.7));
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
}
