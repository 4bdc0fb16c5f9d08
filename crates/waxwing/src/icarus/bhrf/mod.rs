//! The background history reply forest (Fabbri, Armetta, Duchêne and Hassas 2014): replies that did well in the tree are
//! played again in playouts, wherever the moves before them are the same.
//!
//! ```text
//! R = players × M⁺ × A    Θ = (q, n)    the moves that were answered (the context c), and the reply r
//! ξ = for every move of the descent, last to first: its records by one move of context, by two… as far as they are known,
//!     and the first that is not (Algorithms 1 and 2)
//! α = with probability ε one of the candidates, by P(r) ∝ w(r) = q/n + b·√(ln n_c / n);  it is played with probability w(r).
//!     Otherwise, and where there is no candidate, what `else` chooses (Algorithm 3, Equation 1)
//! ```
//!
//! Readings. With `contexts=longest` the candidates are the legal replies to the longest context that has any; with
//! `contexts=own` all legal replies to the last move, each judged by the longest context that it was stored under. The sum in
//! Equation 1, n_c, is over all replies to the context: then the weights do not depend on the state, and a reply can be drawn
//! without looking at the others. The denominator of the equation is the sum of the weights, and a weight above 1 is
//! always accepted. A reply without context is not recorded.
//!
//! The paper keeps a tree for each reply, whose paths are contexts. Here one trie of contexts lists the replies to each
//! (`forest.rs`, `contexts.rs`): one walk along the last moves finds all of them.

mod bits;
mod contexts;
mod forest;
#[cfg(test)]
mod tests;
mod waiting;

use super::queue::Queue;
use super::quota::Quota;
use super::{Gives, Information, Iteration, Phase, Ply, Record, Scratch, Start, Strategy, Wants};
use crate::Rng;
use crate::game::{Game, Reward};
use forest::{Answer, Forest, Open, draw_by_weight};
use waiting::Waiting;

/// What the parameters say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replying {
    pub epsilon: f32,
    pub b: f32,
    /// Whether a drawn reply is played only as often as its weight says.
    pub by_weight: bool,
    /// Whether each candidate is judged by its own longest context.
    pub own_contexts: bool,
    pub longest: usize,
    pub prefix: bool,
    pub keep_game: bool,
}

/// A game that tells more words than this of what is open is not listened to: enough for Go on 19×19.
const MOST_WORDS: usize = 6;
/// Enough for Go on 9×9, and for 11×11.
const FEW_WORDS: usize = 2;

pub(crate) struct ReplyForest<A> {
    how: Replying,
    /// How many words the game tells of what is open.
    words: usize,
    forest: Forest<A>,
    queue: Queue<Waiting<A>>,
}

impl<A: Copy + Eq> ReplyForest<A> {
    pub fn new<G: Game<Action = A>>(game: &G, how: Replying) -> ReplyForest<A> {
        let words = Some(game.open_actions().len()).filter(|&words| words <= MOST_WORDS).unwrap_or(0);
        let forest = Forest::new(game.players(), words, how.b);
        ReplyForest { how, words, forest, queue: Queue::default() }
    }

    /// A candidate by Equation 1, with its weight.
    #[inline]
    fn candidate<G: Game<Action = A>>(&self, ply: &Ply<'_, G>, rng: &mut Rng) -> Option<(A, f32)> {
        match self.words {
            0 => self.candidate_of::<G, 0>(ply, rng),
            1..=FEW_WORDS => self.candidate_of::<G, FEW_WORDS>(ply, rng),
            _ => self.candidate_of::<G, MOST_WORDS>(ply, rng),
        }
    }

    #[inline]
    fn candidate_of<G: Game<Action = A>, const W: usize>(&self, ply: &Ply<'_, G>, rng: &mut Rng) -> Option<(A, f32)> {
        let mut open = Open::<W>::new(ply);
        let longest = self.forest.walk(ply.player, ply.history.moves(self.how.prefix), self.how.longest, &open);
        if self.how.own_contexts {
            return self.own_candidate(longest, ply, rng);
        }
        self.forest.shorter_and_shorter(longest).find_map(|node| self.forest.draw(node, ply, &mut open, rng))
    }

    fn own_candidate<G: Game<Action = A>>(&self, longest: u32, ply: &Ply<'_, G>, rng: &mut Rng) -> Option<(A, f32)> {
        let candidates = self.forest.judged_by_own(longest).filter(|&(reply, _)| ply.allows(reply));
        draw_by_weight(candidates, rng)
    }
}

impl<G: Game> Strategy<G> for ReplyForest<G::Action> {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn wants(&self) -> Wants {
        Wants { steps: true, moves: true, ..Wants::default() }
    }

    fn score(&self, _: &Ply<'_, G>, _: &mut Vec<f32>) {
        unreachable!("a reply forest always has another policy behind it, and is asked for a reply only")
    }

    #[inline]
    fn draw(&self, ply: &Ply<'_, G>, rng: &mut Rng) -> Option<G::Action> {
        if self.how.epsilon < 1.0 && rng.unit() >= self.how.epsilon {
            return None;
        }
        let (reply, weight) = self.candidate(ply, rng)?;
        // Where no candidate has any weight, none is played.
        let is_accepted = weight >= 1.0 || weight > 0.0 && (!self.how.by_weight || rng.unit() < weight);
        is_accepted.then_some(reply)
    }

    fn capture(&self, iteration: &Iteration<'_, G>, _: &mut Scratch) {
        let descent = iteration.decisions().take(iteration.places.len());
        let in_tree = descent.filter(|&(index, ..)| iteration.place(index).phase != Phase::Simulation);
        let answers = in_tree.map(|(index, player, step)| {
            let context = iteration.moves_before(index, player, self.how.prefix);
            let recent = &context[context.len().saturating_sub(self.how.longest)..];
            (Answer { player, reply: step.action, key: step.key, reward: iteration.reward(player) }, recent)
        });
        self.queue.push(iteration.sharing, |waiting| waiting.add_descent(answers));
    }

    fn recall(&self, game: &G, record: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        let Record::Gram { player, moves } = record else { return None };
        let (&reply, context) = moves.split_last()?;
        if !(1..=self.how.longest).contains(&context.len()) {
            return None;
        }
        let keys: Vec<u64> = context.iter().map(|&seen| game.action_index(seen)).collect();
        let (sum, visits) = self.forest.record(*player, &keys, reply);
        let sum = sum as f64 / Reward::WIN.bits() as f64;
        Some(Information::Statistics { sum, visits: visits.into(), available: None })
    }

    fn is_due(&self, _: usize) -> bool {
        self.queue.is_due()
    }

    fn maintain(&mut self, _: usize, quota: &Quota) {
        let forest = &mut self.forest;
        let waiting = self.queue.take();
        waiting.drain(|answer, context| forest.learn(answer, context, quota));
    }

    fn begin(&mut self, start: Start) {
        if start.new_game || !self.how.keep_game {
            self.forest.clear();
        }
        self.queue.take().clear();
    }

    fn bytes(&self) -> usize {
        self.forest.bytes()
    }
}
