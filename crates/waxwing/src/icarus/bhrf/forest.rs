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
//! probability w / (the highest weight of the context); what is impossible is taken back too. That gives the distribution
//! of the wheel. After a few misses all are looked at.

use super::bits::{self, Common};
use super::contexts::Contexts;
use crate::Rng;
use crate::game::{Game, Player, Reward};
use crate::icarus::Moment;
use crate::icarus::quota::Quota;
use crate::icarus::stat::REWARD_UNIT;

/// After this many misses all possible replies are looked at.
const TRIES: usize = 8;
/// Fewer replies than this are all looked at in any case, where the game does not tell what is open.
const FEW: usize = 4;
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

/// The actions that may be possible, as far as the game tells (`W` words, or none) and is asked.
pub(super) struct Open<const W: usize>([u64; W]);

impl<const W: usize> Open<W> {
    #[inline]
    pub fn new<G: Game>(at: &Moment<'_, G>) -> Open<W> {
        // The game speaks of playouts only.
        if at.is_playout { Open(bits::words(at.state.open_actions())) } else { Open([u64::MAX; W]) }
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
    /// The mean reward and 1/√visits.
    mean: f32,
    spread: f32,
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

impl<A> Reply<A> {
    fn new(action: A) -> Reply<A> {
        Reply { action, visits: 0, sum: 0, mean: 0.0, spread: 0.0 }
    }

    fn count(&mut self, reward: Reward) {
        self.visits += 1;
        self.sum += reward.bits();
        let visits = self.visits as f32;
        self.mean = self.sum as f32 * REWARD_UNIT / visits;
        self.spread = visits.sqrt().recip();
    }
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
    /// A forest of a game whose open actions fill `words` words.
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
    pub fn walk<const W: usize>(&self, player: Player, seen: &[u64], longest: usize, open: &Open<W>) -> u32 {
        self.contexts.walk(player, seen, longest, &open.0)
    }

    /// A context and all shorter ones but the empty one, by their records.
    #[inline]
    pub fn shorter_and_shorter(&self, record: u32) -> impl Iterator<Item = u32> {
        self.contexts.shorter_and_shorter(record)
    }

    /// A possible reply to a context, drawn by its weight, with that weight. What proves to be impossible is no longer
    /// open.
    #[inline]
    pub fn draw<G: Game<Action = A>, const W: usize>(
        &self,
        record: u32,
        at: &Moment<'_, G>,
        open: &mut Open<W>,
        rng: &mut Rng,
    ) -> Option<(A, f32)> {
        if W == 0 { self.draw_any(record, at, rng) } else { self.draw_open(record, at, open, rng) }
    }

    /// What is counted under the context of a record.
    #[inline]
    fn node(&self, record: u32) -> &Node<A> {
        &self.nodes[self.contexts.number(record) as usize]
    }

    /// Whether the game tells which actions are open.
    #[inline]
    fn is_told(&self) -> bool {
        !self.actions.is_empty()
    }

    #[inline]
    fn draw_open<G: Game<Action = A>, const W: usize>(
        &self,
        record: u32,
        at: &Moment<'_, G>,
        open: &mut Open<W>,
        rng: &mut Rng,
    ) -> Option<(A, f32)> {
        let mut candidates = Common::new(bits::words(self.contexts.replies(record)), &open.0);
        let most = self.contexts.most(record);
        let mut left = TRIES;
        while left > 0 && candidates.count() > 0 {
            let (nth, share) = rng.below_and_unit(candidates.count());
            let (index, place) = candidates.nth(nth);
            let reply = self.actions[index]?;
            if !at.allows(reply) {
                candidates.remove(index);
                open.close(index);
                continue;
            }
            let weight = self.contexts.weight(record, place);
            if candidates.count() == 1 || share * most < weight {
                return Some((reply, weight));
            }
            left -= 1;
        }
        let replies = (0..candidates.count()).filter_map(|nth| {
            let (index, place) = candidates.nth(nth);
            Some((self.actions[index]?, place))
        });
        self.draw_from_all(record, replies, at, rng)
    }

    fn draw_any<G: Game<Action = A>>(&self, record: u32, at: &Moment<'_, G>, rng: &mut Rng) -> Option<(A, f32)> {
        let replies = &self.node(record).replies;
        let most = self.contexts.most(record);
        for _ in 0..if replies.len() < FEW { 0 } else { TRIES } {
            let (place, share) = rng.below_and_unit(replies.len());
            let (reply, weight) = (replies[place].action, self.contexts.weight(record, place));
            if share * most < weight && at.allows(reply) {
                return Some((reply, weight));
            }
        }
        self.draw_from_all(record, replies.iter().map(|reply| reply.action).zip(0..), at, rng)
    }

    /// One of these replies, told with their places, as far as they are possible.
    fn draw_from_all<G: Game<Action = A>>(
        &self,
        record: u32,
        replies: impl Iterator<Item = (A, usize)>,
        at: &Moment<'_, G>,
        rng: &mut Rng,
    ) -> Option<(A, f32)> {
        let possible = replies.filter(|&(reply, _)| at.allows(reply));
        draw_by_weight(possible.map(|(reply, place)| (reply, self.contexts.weight(record, place))), rng)
    }

    /// All replies to the last move of a context, each with its weight in the longest context that it was stored under.
    pub fn judged_by_own(&self, longest: u32) -> impl Iterator<Item = (A, f32)> {
        let last_move = self.shorter_and_shorter(longest).last();
        let replies = last_move.map_or(&[][..], |record| &self.node(record).replies[..]);
        replies.iter().filter_map(move |reply| {
            let weight_in = |record| Some(self.contexts.weight(record, self.node(record).find(reply.action)?));
            self.shorter_and_shorter(longest).find_map(weight_in).map(|weight| (reply.action, weight))
        })
    }

    /// Total reward and visits of the reply to these moves that is asked for.
    pub fn record(&self, player: Player, context: &[u64], is_reply: impl Fn(A) -> bool) -> (i64, u32) {
        let longer = |at, &key: &u64| self.contexts.longer(at, key);
        let context = context.iter().rev().try_fold(self.contexts.empty(player), longer);
        let found = context.and_then(|context| {
            let node = self.node(context.record);
            node.replies.iter().find(|reply| is_reply(reply.action))
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
            if self.nodes.len() < self.contexts.len() {
                self.nodes.push(Node::new());
            }
            match self.place(at.record, &answer) {
                Ok(place) => self.count(at.record, place, answer.reward),
                Err(place) => return self.add(at.record, place, answer, quota),
            }
        }
    }

    /// Where a reply is in the list of a context, or where it belongs.
    fn place(&self, record: u32, answer: &Answer<A>) -> Result<usize, usize> {
        if !self.is_told() {
            let node = self.node(record);
            return node.find(answer.reply).ok_or(node.replies.len());
        }
        let stored = self.contexts.replies(record);
        let place = bits::smaller(stored, answer.key);
        if bits::contains(stored, answer.key) { Ok(place) } else { Err(place) }
    }

    /// Counts a visit of a reply, which changes the weights of all replies to the context.
    fn count(&mut self, record: u32, place: usize, reward: Reward) {
        let node = &mut self.nodes[self.contexts.number(record) as usize];
        node.visits += 1;
        node.replies[place].count(reward);
        let bonus = self.b * (node.visits as f32).ln().sqrt();
        self.contexts.set_weights(record, node.replies.iter().map(|reply| reply.mean + bonus * reply.spread));
    }

    fn has_room_for_node(&mut self, quota: &Quota) -> bool {
        let more = self.nodes.len().max(64);
        if self.nodes.len() == self.nodes.capacity() && quota.take(more * size_of::<Node<A>>()) {
            self.nodes.reserve_exact(more);
        }
        self.nodes.len() < self.nodes.capacity()
    }

    /// A new reply to a context, if there is room for it.
    fn add(&mut self, record: u32, place: usize, answer: Answer<A>, quota: &Quota) {
        let replies = &mut self.nodes[self.contexts.number(record) as usize].replies;
        if replies.len() == replies.capacity() {
            let more = replies.len().max(FIRST_ROOM);
            if !quota.take(more * size_of::<Reply<A>>()) {
                return;
            }
            replies.reserve_exact(more);
            self.listed += more * size_of::<Reply<A>>();
        }
        if self.contexts.add_reply(record, answer.key, replies.len(), quota) {
            replies.insert(place, Reply::new(answer.reply));
            if let Some(action) = self.actions.get_mut(answer.key as usize) {
                *action = Some(answer.reply);
            }
            self.count(record, place, answer.reward);
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
        let counts =
            |forest: &Forest<u16>| [&[3][..], &[2, 3], &[1, 2, 3]].map(|c| forest.record(ME, c, |reply| reply == 5).1);
        forest.learn(answer(5, Reward::WIN), &[1, 2, 3], &quota);
        assert_eq!(counts(&forest), [1, 0, 0]);
        forest.learn(answer(5, Reward::LOSS), &[1, 2, 3], &quota);
        assert_eq!(counts(&forest), [2, 1, 0]);
        forest.learn(answer(5, Reward::DRAW), &[1, 2, 3], &quota);
        assert_eq!(counts(&forest), [3, 2, 1]);
        assert_eq!(forest.record(ME, &[3], |reply| reply == 5).0, Reward::WIN.bits() + Reward::DRAW.bits());
        assert_eq!(forest.record(Player(1), &[3], |reply| reply == 5), (0, 0));
        assert_eq!(forest.record(ME, &[3], |reply| reply == 6), (0, 0));
    }

    #[test]
    fn a_reply_under_a_context_is_under_all_shorter_ones() {
        let (mut forest, quota) = (Forest::new(1, 0, 0.7), Quota::new(1 << 24));
        learn_all(&mut forest, &quota, 20_000);
        for record in (1..forest.nodes.len()).map(|number| forest.contexts.record(number)) {
            let shorter = forest.shorter_and_shorter(record).nth(1).unwrap_or(0);
            let is_in_shorter = |reply: &Reply<u16>| forest.node(shorter).find(reply.action).is_some();
            assert!(shorter == 0 || forest.node(record).replies.iter().all(is_in_shorter));
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
            let visits = |forest: &Forest<u16>| forest.record(ME, &[3], |reply| reply == 5).1;
            assert_eq!(visits(&free), visits(&bound));
        }
    }
}
