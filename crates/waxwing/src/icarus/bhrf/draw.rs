//! Drawing a reply by its weight (Equation 1).
//!
//! Late in a playout most replies are impossible. Where the game tells which actions are open ([`Game::open_actions`]), the
//! walk ends where no reply is open, since no longer context has an open one either; only open ones are drawn, and what
//! is open but not possible is asked about once.
//!
//! A reply is drawn without summing the weights of all: one is taken at random and kept with probability w / (the
//! highest weight that there may be); what is impossible is taken back too. That gives the distribution of the wheel.
//! After a few misses all are looked at.
//!
//! With `sum=stored` weights do not depend on the state, and the replies that are not taken are not looked at. With
//! `sum=legal` n_c does: all open replies to the one context that is chosen are asked about first, and their visits
//! added. Where the game does not tell what is open, one pass over the list does both. The wheel of mean + bonus · spread is
//! a mixture of a wheel by means and one by spreads; both are turned while n_c is still being counted, and then the
//! bonus says how likely the second one is.

use super::Sum;
use super::bits::{self, Common};
use super::contexts::Tally;
use super::forest::{Forest, Node};
use crate::Rng;
use crate::game::Game;
use crate::icarus::Moment;

/// After this many misses all possible replies are looked at.
const TRIES: usize = 8;
/// Fewer replies than this are all looked at in any case, where the game does not tell what is open.
const FEW: usize = 4;

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

/// One of several candidates, drawn by their shares in one pass: each takes the place of those before it with the part
/// that its share is of the sum so far.
struct Wheel<T> {
    total: f32,
    drawn: Option<T>,
}

impl<T> Wheel<T> {
    fn new() -> Wheel<T> {
        Wheel { total: 0.0, drawn: None }
    }

    #[inline]
    fn add(&mut self, candidate: T, share: f32, rng: &mut Rng) {
        self.total += share;
        if self.drawn.is_none() || rng.unit() * self.total < share {
            self.drawn = Some(candidate);
        }
    }
}

/// What the weights of possible replies depend on.
struct Possible {
    visits: u64,
    highest_mean: f32,
    fewest_visits: u32,
}

impl Possible {
    #[inline]
    fn add(&mut self, tally: Tally) {
        self.visits += u64::from(tally.visits);
        self.highest_mean = if tally.mean > self.highest_mean { tally.mean } else { self.highest_mean };
        self.fewest_visits = self.fewest_visits.min(tally.visits);
    }
}

/// The weight of Equation 1, where the bonus is b·√(ln n_c).
#[inline]
fn weigh(tally: Tally, bonus: f32) -> f32 {
    tally.mean + bonus / (tally.visits as f32).sqrt()
}

impl<A: Copy + Eq> Forest<A> {
    /// A candidate where a player has seen these moves, with its weight.
    #[inline]
    pub fn candidate<G: Game<Action = A>, const W: usize>(
        &self,
        at: &Moment<'_, G>,
        seen: &[u64],
        rng: &mut Rng,
    ) -> Option<(A, f32)> {
        let mut open = Open::<W>::new(at);
        let longest = self.contexts.walk(self.owner(at.player), seen, self.how.longest, &open.0);
        if self.how.own_contexts {
            return self.draw_by_own(longest, at, rng);
        }
        self.shorter_and_shorter(longest).find_map(|record| match (W, self.how.sum) {
            (0, Sum::Legal) => self.draw_legal(record, at, rng),
            (0, Sum::Stored) => self.draw_stored(record, at, rng),
            (_, Sum::Legal) => self.draw_open_legal(record, at, &mut open, rng),
            (_, Sum::Stored) => self.draw_open_stored(record, at, &mut open, rng),
        })
    }

    #[inline]
    fn draw_open_stored<G: Game<Action = A>, const W: usize>(
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

    #[inline]
    fn draw_open_legal<G: Game<Action = A>, const W: usize>(
        &self,
        record: u32,
        at: &Moment<'_, G>,
        open: &mut Open<W>,
        rng: &mut Rng,
    ) -> Option<(A, f32)> {
        let (replies, tallies) = (bits::words(self.contexts.replies(record)), self.contexts.tallies(record));
        let mut possible = Possible { visits: 0, highest_mean: 0.0, fewest_visits: u32::MAX };
        bits::each_common(&replies, &open.0.clone(), |index, place| {
            if self.actions[index].is_some_and(|reply| at.allows(reply)) {
                possible.add(tallies.get(place));
            } else {
                open.close(index);
            }
        });
        let candidates = Common::new(replies, &open.0);
        if candidates.count() == 0 {
            return None;
        }
        let bonus = self.bonus(possible.visits);
        let most = weigh(Tally { mean: possible.highest_mean, visits: possible.fewest_visits }, bonus);
        for _ in 0..TRIES {
            let (nth, share) = rng.below_and_unit(candidates.count());
            let (index, place) = candidates.nth(nth);
            let weight = weigh(tallies.get(place), bonus);
            if candidates.count() == 1 || share * most < weight {
                return Some((self.actions[index]?, weight));
            }
        }
        let mut wheel = Wheel::new();
        for (index, place) in (0..candidates.count()).map(|nth| candidates.nth(nth)) {
            let weight = weigh(tallies.get(place), bonus);
            wheel.add((self.actions[index]?, weight), weight, rng);
        }
        wheel.drawn
    }

    fn draw_stored<G: Game<Action = A>>(&self, record: u32, at: &Moment<'_, G>, rng: &mut Rng) -> Option<(A, f32)> {
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
        let mut wheel = Wheel::new();
        for (reply, place) in replies.filter(|&(reply, _)| at.allows(reply)) {
            let weight = self.contexts.weight(record, place);
            wheel.add((reply, weight), weight, rng);
        }
        wheel.drawn
    }

    fn draw_legal<G: Game<Action = A>>(&self, record: u32, at: &Moment<'_, G>, rng: &mut Rng) -> Option<(A, f32)> {
        let (mut by_mean, mut by_spread, mut visits) = (Wheel::new(), Wheel::new(), 0);
        for reply in self.node(record).replies.iter().filter(|reply| at.allows(reply.action)) {
            visits += u64::from(reply.visits);
            by_mean.add(reply, reply.mean, rng);
            by_spread.add(reply, reply.spread, rng);
        }
        let bonus = self.bonus(visits.max(1));
        let is_by_mean = rng.unit() * (by_mean.total + bonus * by_spread.total) < by_mean.total;
        let reply = if is_by_mean { by_mean.drawn } else { by_spread.drawn }?;
        Some((reply.action, reply.mean + bonus * reply.spread))
    }

    /// One of the possible replies to all contexts that are at most as long, by its weight in the longest of them that it
    /// was stored under.
    fn draw_by_own<G: Game<Action = A>>(&self, longest: u32, at: &Moment<'_, G>, rng: &mut Rng) -> Option<(A, f32)> {
        let (mut wheel, mut longer) = (Wheel::new(), None::<&Node<A>>);
        for record in self.shorter_and_shorter(longest) {
            let (node, mut bonus) = (self.node(record), None);
            let is_new = |reply: A| longer.is_none_or(|longer| longer.find(reply).is_none());
            for reply in node.replies.iter().filter(|reply| is_new(reply.action) && at.allows(reply.action)) {
                let bonus = *bonus.get_or_insert_with(|| self.bonus(self.visits(node, at)));
                let weight = reply.mean + bonus * reply.spread;
                wheel.add((reply.action, weight), weight, rng);
            }
            longer = Some(node);
        }
        wheel.drawn
    }

    /// n_c of a context that has a possible reply.
    fn visits<G: Game<Action = A>>(&self, node: &Node<A>, at: &Moment<'_, G>) -> u64 {
        match self.how.sum {
            Sum::Stored => node.visits,
            Sum::Legal => {
                let possible = node.replies.iter().filter(|reply| at.allows(reply.action));
                possible.map(|reply| u64::from(reply.visits)).sum()
            }
        }
    }
}
