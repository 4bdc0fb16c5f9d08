//! Replies by context: a trie whose paths are contexts, most recent move first, and whose nodes list the replies seen
//! after them.
//!
//! A reply that is stored under a context is stored under all shorter ones too, since its records grow by one move at a
//! time. So the walk along the last moves meets every candidate, and the cost of a choice is that of the walk, not the
//! number of legal actions.
//!
//! Where the game tells which actions are open ([`Game::open_actions`]), each context has a set of bits for its replies
//! too, and the replies are sorted by their index, so that counting bits finds their place. What a choice reads lies
//! together (`contexts.rs`), and what only learning needs lies here; `draw.rs` draws.

use std::ops::Range;

use super::bits;
use super::contexts::{Context, Contexts, Notes, Tally};
use super::{Replying, Sum};
use crate::game::{Player, Reward};
use crate::icarus::quota::Quota;
use crate::icarus::stat::REWARD_UNIT;

/// The replies that a new context has room for.
const FIRST_ROOM: usize = 2;

pub(super) struct Forest<A> {
    pub contexts: Contexts,
    nodes: Vec<Node<A>>,
    /// The replies by their index, where the game tells which are open.
    pub actions: Vec<Option<A>>,
    pub how: Replying,
    /// The memory of all lists of replies.
    listed: usize,
}

/// What is counted under a context.
pub(super) struct Node<A> {
    pub replies: Vec<Reply<A>>,
    /// The visits of all replies.
    pub visits: u64,
}

pub(super) struct Reply<A> {
    pub action: A,
    pub visits: u32,
    /// Total reward in fixed point.
    sum: i64,
    /// The mean reward and 1/√visits.
    pub mean: f32,
    pub spread: f32,
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

    fn tally(&self) -> Tally {
        Tally { mean: self.mean, visits: self.visits }
    }
}

impl<A: Copy + Eq> Node<A> {
    fn new() -> Node<A> {
        Node { replies: Vec::new(), visits: 0 }
    }

    fn count(&mut self, place: usize, reward: Reward) {
        self.visits += 1;
        self.replies[place].count(reward);
    }

    pub fn find(&self, reply: A) -> Option<usize> {
        self.replies.iter().position(|known| known.action == reply)
    }
}

impl<A: Copy + Eq> Forest<A> {
    /// A forest of a game whose open actions fill `words` words.
    pub fn new(players: usize, words: usize, how: Replying) -> Forest<A> {
        let notes = match how.sum {
            Sum::Stored => Notes::Weights,
            Sum::Legal if words > 0 => Notes::Tallies,
            Sum::Legal => Notes::Nothing,
        };
        let owners = if how.shared_trees { 1 } else { players };
        let (contexts, actions) = (Contexts::new(owners, words, notes), vec![None; 64 * words]);
        let mut forest = Forest { contexts, nodes: Vec::new(), actions, how, listed: 0 };
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

    /// A context and all shorter ones that count, by their records.
    #[inline]
    pub fn shorter_and_shorter(&self, record: u32) -> impl Iterator<Item = u32> {
        self.contexts.shorter_and_shorter(record, self.how.shortest)
    }

    /// The owner of the trees that a player learns in.
    #[inline]
    pub fn owner(&self, player: Player) -> Player {
        if self.how.shared_trees { Player(0) } else { player }
    }

    /// What a reply gets for being seldom tried, but for its spread: b·√(ln n_c).
    #[inline]
    pub fn bonus(&self, visits: u64) -> f32 {
        self.how.b * (visits as f32).ln().sqrt()
    }

    /// What is counted under the context of a record.
    #[inline]
    pub fn node(&self, record: u32) -> &Node<A> {
        &self.nodes[self.contexts.number(record) as usize]
    }

    /// Whether the game tells which actions are open.
    #[inline]
    fn is_told(&self) -> bool {
        !self.actions.is_empty()
    }

    /// Total reward and visits of the reply to these moves that is asked for.
    pub fn record(&self, player: Player, context: &[u64], is_reply: impl Fn(A) -> bool) -> (i64, u32) {
        let longer = |at, &key: &u64| self.contexts.longer(at, key);
        let context = context.iter().rev().try_fold(self.contexts.empty(self.owner(player)), longer);
        let found = context.and_then(|context| {
            let node = self.node(context.record);
            node.replies.iter().find(|reply| is_reply(reply.action))
        });
        found.map_or((0, 0), |reply| (reply.sum, reply.visits))
    }

    /// Algorithm 2: counts a reply to its contexts, shortest first, up to the first under which it was not known. The
    /// empty context is the root of the reply's tree, which is there from the start: it is no new context.
    pub fn learn(&mut self, answer: Answer<A>, context: &[u64], quota: &Quota) {
        if self.is_told() && answer.key >= self.actions.len() as u64 {
            return;
        }
        let mut at = self.contexts.empty(self.owner(answer.player));
        if self.how.shortest == 0 {
            self.count_or_add(at.record, answer, quota);
        }
        for &key in context.iter().rev() {
            let Some(longer) = self.longer(at, key, quota) else { return };
            at = longer;
            if !self.count_or_add(at.record, answer, quota) {
                return;
            }
        }
    }

    /// The context with one move more, which is new if it must be and there is room for it.
    fn longer(&mut self, context: Context, key: u64, quota: &Quota) -> Option<Context> {
        if let Some(longer) = self.contexts.longer(context, key) {
            return Some(longer);
        }
        let longer = self.has_room_for_node(quota).then(|| self.contexts.create(context, key, quota)).flatten()?;
        self.nodes.push(Node::new());
        Some(longer)
    }

    /// Counts a reply to a context, and says whether it was known there.
    fn count_or_add(&mut self, record: u32, answer: Answer<A>, quota: &Quota) -> bool {
        let place = self.place(record, &answer);
        match place {
            Ok(place) => self.count(record, place, answer.reward),
            Err(place) => self.add(record, place, answer, quota),
        }
        place.is_ok()
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

    /// Counts a visit of a reply.
    fn count(&mut self, record: u32, place: usize, reward: Reward) {
        let node = &mut self.nodes[self.contexts.number(record) as usize];
        node.count(place, reward);
        self.note(record, place..place + 1);
    }

    /// Notes what choices need of replies that have changed. A visit changes the weights of all replies to the context.
    fn note(&mut self, record: u32, changed: Range<usize>) {
        let node = &self.nodes[self.contexts.number(record) as usize];
        match self.contexts.kind {
            Notes::Nothing => {}
            Notes::Weights => {
                let bonus = self.bonus(node.visits);
                self.contexts.set_weights(record, node.replies.iter().map(|reply| reply.mean + bonus * reply.spread));
            }
            Notes::Tallies => {
                self.contexts.set_tallies(record, changed.start, node.replies[changed].iter().map(Reply::tally));
            }
        }
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
        let node = &mut self.nodes[self.contexts.number(record) as usize];
        let replies = &mut node.replies;
        if replies.len() == replies.capacity() {
            let more = replies.len().max(FIRST_ROOM);
            if !quota.take(more * size_of::<Reply<A>>()) {
                return;
            }
            replies.reserve_exact(more);
            self.listed += more * size_of::<Reply<A>>();
        }
        if !self.contexts.add_reply(record, answer.key, replies.len(), quota) {
            return;
        }
        replies.insert(place, Reply::new(answer.reply));
        node.count(place, answer.reward);
        let all = 0..node.replies.len();
        if let Some(action) = self.actions.get_mut(answer.key as usize) {
            *action = Some(answer.reply);
        }
        self.note(record, all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

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
        let (mut forest, quota) = (Forest::new(2, 0, Replying::default()), Quota::new(1 << 20));
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
        let (mut forest, quota) = (Forest::new(1, 0, Replying::default()), Quota::new(1 << 24));
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
        for (words, sum) in [(0, Sum::Legal), (1, Sum::Legal), (0, Sum::Stored), (1, Sum::Stored)] {
            let how = Replying { sum, ..Replying::default() };
            let (mut free, mut bound) = (Forest::new(1, words, how), Forest::new(1, words, how));
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
