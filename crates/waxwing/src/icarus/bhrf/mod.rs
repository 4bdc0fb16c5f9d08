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
//! `contexts=own` all legal replies to the last move, each judged by the longest context that it was stored under. The
//! denominator of the equation is the sum of the weights, and a weight above 1 is always accepted.
//!
//! The sum in Equation 1, n_c, is over the candidates, which are legal: n_c is the number of visits of the legal replies to
//! the context, with `contexts=own` of those to the context that the reply is judged by. With `sum=stored` it is over all
//! replies to the context, legal or not: then the weights do not depend on the state, and a reply can be drawn without
//! looking at the others (`draw.rs`). In playouts, legal is what a playout may choose.
//!
//! The paper keeps a tree for each reply, whose paths are contexts. Here one trie of contexts lists the replies to each
//! (`forest.rs`, `contexts.rs`): one walk along the last moves finds all of them. Each player has trees of its own; with
//! `trees=shared` there is one for each move, whoever plays it, and its records are told as those of the first player.
//! The root of a tree has no statistics in the paper. With `min=0` it counts every time its move was played in the tree,
//! with or without moves before it, and where no move before fits, the candidates are the replies with such counts.

mod bits;
mod contexts;
mod draw;
mod forest;
mod records;
#[cfg(test)]
mod tests;
mod waiting;

use super::part::{OwnLearner, OwnReplies};
use super::queue::Queue;
use super::quota::Quota;
use super::{Information, Moment, Phase, Record, TypedIteration, parameters};
use crate::Rng;
use crate::agent::catalogue::{Entry, Parameter};
use crate::game::{Game, Reward};
use crate::strategy::{Built, Composed, Needs, OwnReplies as Replies, Setting, Start, Store, Thread};
use forest::{Answer, Forest};
use waiting::Waiting;

pub(super) fn entry() -> Entry {
    let about = "background history reply forest: replies of the tree to the last moves, as many of them as are known";
    Entry::strategy("bhrf", about)
        .cited("Fabbri, Armetta, Duchêne and Hassas 2014, Algorithms 1-3 and Equation 1")
        .in_papers(&[
            "bhrf-forest",
            "bhrf-update-forest",
            "bhrf-update-tree",
            "bhrf-rollout",
            "bhrf-longest",
            "bhrf-weights",
            "bhrf-epsilon",
        ])
        .taking([
            Parameter::number("eps", 1.0, 0.0, 1.0, "how often the forest is asked for a reply"),
            Parameter::number(
                "b",
                0.7,
                0.0,
                1e6,
                "weight of the bonus for replies that were seldom tried, for rewards in [0, 1]",
            ),
            Parameter::choice(
                "accept",
                ["weight", "always"],
                "how often a drawn reply is played: by its weight, or always",
            ),
            Parameter::choice(
                "contexts",
                ["longest", "own"],
                "the candidates: replies to the longest context that has any, or all, each judged by its own longest",
            ),
            Parameter::choice(
                "sum",
                ["legal", "stored"],
                "the replies whose visits n_c counts: the legal ones, or all that are stored under the context",
            ),
            Parameter::choice(
                "trees",
                ["player", "shared"],
                "whose replies a tree counts: those of one player, or of all players",
            ),
            Parameter::integer(
                "min",
                1,
                0,
                1,
                "how many moves a context has at least; with 0 replies are counted without context too",
            ),
            Parameter::integer("max", 1000, 1, 1000, "how many moves a context has at most"),
            Parameter::choice("keep", ["game", "search"], "how long the forest is kept"),
            parameters::prefix(),
            parameters::otherwise(),
        ])
        .built_by(|setting| {
            let otherwise = setting.call().policy("else").clone();
            Ok(Built(Composed::OwnReplies(Replies::Forest(Replying::of(setting)), otherwise)))
        })
}

/// What the parameters say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Replying {
    pub epsilon: f32,
    pub b: f32,
    /// Whether a drawn reply is played only as often as its weight says.
    pub by_weight: bool,
    /// Whether each candidate is judged by its own longest context.
    pub own_contexts: bool,
    pub sum: Sum,
    /// Whether all players learn in the same trees.
    pub shared_trees: bool,
    /// How many moves a context has, at least and at most.
    pub shortest: usize,
    pub longest: usize,
    pub prefix: bool,
    pub keep_game: bool,
}

/// Which replies n_c counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sum {
    Legal,
    Stored,
}

impl Replying {
    fn of(setting: &Setting<'_>) -> Replying {
        Replying {
            epsilon: setting.number("eps"),
            b: setting.number("b"),
            by_weight: setting.choice("accept") == "weight",
            own_contexts: setting.choice("contexts") == "own",
            sum: if setting.choice("sum") == "legal" { Sum::Legal } else { Sum::Stored },
            shared_trees: setting.choice("trees") == "shared",
            shortest: setting.integer("min") as usize,
            longest: setting.integer("max") as usize,
            prefix: setting.flag("prefix"),
            keep_game: setting.choice("keep") == "game",
        }
    }
}

/// The most words that a game may tell of what is open; with more, they are ignored. Enough for Go on 19×19.
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
        let forest = Forest::new(game.players(), words, how);
        ReplyForest { how, words, forest, queue: Queue::default() }
    }

    /// A candidate by Equation 1, with its weight.
    #[inline]
    fn candidate<G: Game<Action = A>>(&self, at: &Moment<'_, G>, rng: &mut Rng) -> Option<(A, f32)> {
        let seen = at.moves(self.how.prefix);
        match self.words {
            0 => self.forest.candidate::<G, 0>(at, seen, rng),
            1..=FEW_WORDS => self.forest.candidate::<G, FEW_WORDS>(at, seen, rng),
            _ => self.forest.candidate::<G, MOST_WORDS>(at, seen, rng),
        }
    }
}

impl<G: Game> OwnReplies<G> for ReplyForest<G::Action> {
    fn reply(&self, at: &Moment<'_, G>, _: Option<u32>, _: &mut Thread, rng: &mut Rng) -> Option<G::Action> {
        if self.how.epsilon < 1.0 && rng.unit() >= self.how.epsilon {
            return None;
        }
        let (reply, weight) = self.candidate(at, rng)?;
        // Where no candidate has any weight, none is played.
        let is_accepted = weight >= 1.0 || weight > 0.0 && (!self.how.by_weight || rng.unit() < weight);
        is_accepted.then_some(reply)
    }
}

impl<G: Game> OwnLearner<G> for ReplyForest<G::Action> {
    fn needs(&self) -> Needs {
        Needs::steps().and_states().and_moves()
    }

    fn capture(&self, typed: &TypedIteration<'_, G>, _: &mut Thread) {
        let iteration = &typed.iteration;
        let descent = iteration.decisions().take(iteration.descent());
        let in_tree = descent.filter(|&(index, ..)| iteration.phase(index) != Phase::Simulation);
        let answers = in_tree.map(|(index, player, step)| {
            let context = iteration.moves_before(index, player, self.how.prefix);
            let recent = &context[context.len().saturating_sub(self.how.longest)..];
            (Answer { player, reply: typed.actions[index], key: step.key, reward: iteration.reward(player) }, recent)
        });
        self.queue.push(iteration.sharing, |waiting| waiting.add_descent(answers));
    }

    fn recall(&self, game: &G, record: &Record<u64>) -> Option<Information<u64>> {
        let Record::Gram { player, moves } = record else { return None };
        let (&reply, context) = moves.split_last()?;
        let is_kept = (self.how.shortest..=self.how.longest).contains(&context.len());
        if !is_kept || self.forest.owner(*player) != *player {
            return None;
        }
        let (sum, visits) = self.forest.record(*player, context, |action| game.action_index(action) == reply);
        let sum = sum as f64 / Reward::WIN.bits() as f64;
        Some(Information::Statistics { sum, visits: visits.into(), available: None })
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(self)
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        Some(self)
    }
}

impl<A: Copy + Eq + Send + Sync> Store for ReplyForest<A> {
    fn bytes(&self) -> usize {
        self.forest.bytes()
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
}
