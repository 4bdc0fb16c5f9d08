//! The operators of section 4.4: how strategies combine into the policy of a phase.
//!
//! - linear, `λ·I₁ + (1-λ)·I₂`: a mixture of policies. One of them is drawn by its weight and followed.
//! - maxilinear, `λ·I₁ ⊕ (1-λ)·I₂`: one policy over the weighted sum of values. 0·∞ is 0, and where the baseline is one of
//!   the parts, actions that it has not visited come first.
//! - `vote`, `product` and `switch`, which are not the paper's: see `vote.rs`, `product.rs` and `switch.rs`.
//! - sequential, `I₁ ▷ I₂`: the search holds two policies and asks the first in the tree, the second in the playout.
//!
//! A reply forest has another policy behind it, which chooses where the forest declines (`bhrf(else=…)`).
//!
//! All are n-ary. Weights are constants, or one of them is a schedule λ of the current node's visits and the others share
//! what it leaves.

use super::highest::{pad_and_argmax, roulette};
use super::product::choose_product;
use super::vote::vote;
use super::{Gives, Part, Source, TypedPly};
use crate::Rng;
use crate::agent::Border;
use crate::game::Game;
use crate::strategy::{Chosen, Thread};

/// A mixing coefficient as a function of the baseline's visits of the current node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Schedule {
    /// `√(k/(3n+k))` (Equation 15): ½ after k visits.
    Rave { k: f32 },
    /// `k/(k+n)`: ½ after k visits.
    Fade { k: f32 },
}

impl Schedule {
    pub fn at(self, visits: u32) -> f32 {
        let n = visits as f32;
        match self {
            Schedule::Rave { k } => (k / (3.0 * n + k)).sqrt(),
            Schedule::Fade { k } => k / (k + n),
        }
    }
}

/// The weights of a combination's parts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Weights {
    /// They sum to 1.
    Constant(Vec<f32>),
    /// One part has the schedule's weight, the others share the rest equally.
    Scheduled { part: usize, schedule: Schedule, parts: usize },
}

impl Weights {
    pub fn of(&self, part: usize, visits: u32) -> f32 {
        match self {
            Weights::Constant(weights) => weights[part],
            Weights::Scheduled { part: scheduled, schedule, .. } if part == *scheduled => schedule.at(visits),
            Weights::Scheduled { schedule, parts, .. } => (1.0 - schedule.at(visits)) / (*parts as f32 - 1.0),
        }
    }
}

/// A combination of strategies, which are named by their number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Policy {
    Strategy(usize),
    Linear(Weights, Vec<Policy>),
    /// The flag says that the baseline is a part.
    Blend(Weights, Vec<Policy>, bool),
    /// What the source of replies of this number plays, or what the policy behind it chooses.
    Otherwise(usize, Box<Policy>),
    /// The majority of what these policies choose.
    Vote(Weights, Vec<Policy>),
    /// The product of their distributions.
    Product(Vec<Policy>),
    /// The first, and from the border on the second.
    Switch(Border, Box<[Policy; 2]>),
}

/// What chooses: the strategies of a search and its sources of replies by number, with what a thread keeps for each.
pub(crate) struct Choosing<'a, G: Game> {
    pub strategies: &'a [Part<G>],
    pub sources: &'a [Source<G>],
    pub threads: &'a mut Threads,
}

/// What a thread keeps for the strategies and the sources of replies, by number, and room for scores.
#[derive(Default)]
pub(crate) struct Threads {
    pub strategies: Vec<Thread>,
    pub sources: Vec<Thread>,
    scores: Vec<f32>,
    /// Scores of the parts of a combination.
    pub(super) parts: Vec<Vec<f32>>,
    /// Votes with their weights.
    pub(super) votes: Vec<Vec<(usize, f32)>>,
}

impl Threads {
    pub fn new(strategies: Vec<Thread>, sources: Vec<Thread>) -> Threads {
        Threads { strategies, sources, ..Threads::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.strategies.is_empty()
    }

    /// What is kept for the strategies, then for the sources of replies.
    pub fn all(&mut self) -> impl Iterator<Item = &mut Thread> {
        self.strategies.iter_mut().chain(&mut self.sources)
    }
}

impl<G: Game> Choosing<'_, G> {
    #[inline]
    pub(super) fn score_by(&mut self, number: usize, at: &TypedPly<'_, G>, scores: &mut Vec<f32>) {
        self.strategies[number].score(at, &mut self.threads.strategies[number], scores);
    }

    /// The place of a reply among the legal actions, if there is one that is not excluded.
    fn reply(&mut self, number: usize, at: &TypedPly<'_, G>, excluded: &[bool], rng: &mut Rng) -> Option<usize> {
        let reply = self.sources[number].reply(at, &mut self.threads.sources[number], rng)?;
        let place = match reply.chosen {
            Chosen::Place(place) => place,
            Chosen::Index(_) | Chosen::Drawn => {
                let action = at.facts.action(reply);
                at.facts.legal().iter().position(|&legal| legal == action)?
            }
        };
        (excluded.get(place) != Some(&true)).then_some(place)
    }
}

impl Policy {
    /// Draws one part of a linear combination after another until a policy is left that is none.
    #[inline(always)]
    pub fn draw(&self, visits: u32, rng: &mut Rng) -> &Policy {
        if let Policy::Linear(..) = self { self.draw_part(visits, rng) } else { self }
    }

    fn draw_part(&self, visits: u32, rng: &mut Rng) -> &Policy {
        let mut policy = self;
        while let Policy::Linear(weights, parts) = policy {
            let mut left = rng.unit();
            let part = (0..parts.len() - 1).find(|&part| {
                left -= weights.of(part, visits);
                left < 0.0
            });
            policy = &parts[part.unwrap_or(parts.len() - 1)];
        }
        policy
    }

    /// The index of the chosen action. Not for linear combinations: [`Policy::draw`] first.
    pub fn choose<G: Game>(&self, at: &TypedPly<'_, G>, with: &mut Choosing<'_, G>, rng: &mut Rng) -> usize {
        match self {
            Policy::Strategy(number) => {
                return with.strategies[*number].choose(at, &mut with.threads.strategies[*number], rng);
            }
            Policy::Otherwise(first, then) => {
                let reply = with.reply(*first, at, &[], rng);
                return reply.unwrap_or_else(|| then.draw(at.ply.visits, rng).choose(at, with, rng));
            }
            Policy::Switch(..) => return self.branch(&at.ply).draw(at.ply.visits, rng).choose(at, with, rng),
            Policy::Vote(weights, voters) => {
                return vote(weights, voters, at, with, rng, |voter, with, rng| voter.choose(at, with, rng));
            }
            Policy::Product(factors) => return choose_product(factors, at, with, &[], rng),
            Policy::Linear(..) | Policy::Blend(..) => {}
        }
        let mut scores = std::mem::take(&mut with.threads.scores);
        scores.clear();
        self.score(at, with, &mut scores);
        self.put_unvisited_first(&at.ply.arms.visits, &[], f32::INFINITY, &mut scores);
        let chosen = pad_and_argmax(&mut scores, rng);
        with.threads.scores = scores;
        chosen
    }

    /// The index of the chosen action where biases are added and some actions are excluded.
    pub fn choose_among<G: Game>(
        &self,
        at: &TypedPly<'_, G>,
        with: &mut Choosing<'_, G>,
        biases: &[usize],
        excluded: &[bool],
        rng: &mut Rng,
    ) -> usize {
        match self {
            Policy::Otherwise(first, then) => {
                let reply = with.reply(*first, at, excluded, rng);
                let then = || then.draw(at.ply.visits, rng).choose_among(at, with, biases, excluded, rng);
                return reply.unwrap_or_else(then);
            }
            Policy::Switch(..) => {
                let branch = self.branch(&at.ply).draw(at.ply.visits, rng);
                return branch.choose_among(at, with, biases, excluded, rng);
            }
            Policy::Vote(weights, voters) => {
                return vote(weights, voters, at, with, rng, |voter, with, rng| {
                    voter.choose_among(at, with, biases, excluded, rng)
                });
            }
            Policy::Product(factors) => return choose_product(factors, at, with, excluded, rng),
            Policy::Strategy(_) | Policy::Linear(..) | Policy::Blend(..) => {}
        }
        let mut scores = std::mem::take(&mut with.threads.scores);
        scores.clear();
        self.score(at, with, &mut scores);
        // What is finite can be told apart by a bias.
        let is_ordered = biases.iter().any(|&bias| with.strategies[bias].orders_unvisited());
        let first = if is_ordered && self.puts_unvisited_first(with.strategies) { 0.0 } else { f32::INFINITY };
        self.put_unvisited_first(&at.ply.arms.visits, excluded, first, &mut scores);
        for &bias in biases {
            let mut terms = with.threads.parts.pop().unwrap_or_default();
            terms.clear();
            with.score_by(bias, at, &mut terms);
            scores.iter_mut().zip(&terms).for_each(|(score, term)| *score += term);
            with.threads.parts.push(terms);
        }
        let gives = self.gives(with.strategies);
        let worst = if gives == Gives::Values { f32::NEG_INFINITY } else { 0.0 };
        if excluded.contains(&true) && excluded.contains(&false) {
            scores.iter_mut().zip(excluded).filter(|&(_, &out)| out).for_each(|(score, _)| *score = worst);
        }
        let chosen = match gives {
            Gives::Values => pad_and_argmax(&mut scores, rng),
            // All weight may lie on excluded actions: then any of the others.
            Gives::Weights if scores.iter().all(|&score| score <= 0.0) => {
                let open = (0..scores.len()).filter(|&arm| excluded.get(arm) != Some(&true));
                open.clone().nth(rng.below(open.count())).unwrap_or(0)
            }
            Gives::Weights => roulette(&scores, rng),
        };
        with.threads.scores = scores;
        chosen
    }

    /// Whether actions that the baseline has not visited come before all others, one as good as another.
    pub fn puts_unvisited_first<G: Game>(&self, strategies: &[Part<G>]) -> bool {
        match self {
            Policy::Strategy(number) => strategies[*number].baseline().is_some(),
            Policy::Blend(_, _, has_baseline) => *has_baseline,
            Policy::Switch(_, branches) => branches.iter().all(|branch| branch.puts_unvisited_first(strategies)),
            Policy::Linear(..) | Policy::Otherwise(..) | Policy::Vote(..) | Policy::Product(_) => false,
        }
    }

    /// Whether the policy is uniform where there is no tree node.
    pub fn is_uniform_in_playouts<G: Game>(&self, strategies: &[Part<G>]) -> bool {
        match self {
            Policy::Strategy(number) => strategies[*number].is_uniform_in_playouts(),
            Policy::Linear(_, parts) | Policy::Blend(_, parts, _) | Policy::Vote(_, parts) | Policy::Product(parts) => {
                parts.iter().all(|part| part.is_uniform_in_playouts(strategies))
            }
            Policy::Switch(_, branches) => branches.iter().all(|part| part.is_uniform_in_playouts(strategies)),
            Policy::Otherwise(..) => false,
        }
    }

    pub(super) fn gives<G: Game>(&self, strategies: &[Part<G>]) -> Gives {
        match self {
            Policy::Strategy(number) => strategies[*number].gives(),
            Policy::Linear(..) | Policy::Otherwise(..) | Policy::Vote(..) | Policy::Product(_) => Gives::Weights,
            Policy::Blend(..) => Gives::Values,
            Policy::Switch(_, branches) => {
                let all = branches.iter().all(|branch| branch.gives(strategies) == Gives::Values);
                if all { Gives::Values } else { Gives::Weights }
            }
        }
    }

    /// Where a blend has the baseline for a part and some open action has no visits, those get this score and the others
    /// fall back behind them, whatever infinite values they have. The baseline alone needs it for finite scores only.
    pub(super) fn put_unvisited_first(&self, visits: &[u32], excluded: &[bool], first: f32, scores: &mut [f32]) {
        let is_open = |arm: usize| excluded.get(arm) != Some(&true);
        let unvisited = |(arm, &visits): (usize, &u32)| visits == 0 && is_open(arm);
        let is_needed = matches!(self, Policy::Blend(_, _, true)) || first.is_finite();
        if is_needed && visits.iter().enumerate().any(unvisited) {
            for (score, &visits) in scores.iter_mut().zip(visits) {
                *score = if visits == 0 { first } else { f32::MIN };
            }
        }
    }

    /// The scores by which the policy chooses, with biases, for a trace; none of a policy that draws. Not for linear
    /// combinations: [`Policy::draw`] first.
    pub fn scores<G: Game>(&self, at: &TypedPly<'_, G>, with: &mut Choosing<'_, G>, biases: &[usize]) -> Vec<f32> {
        let mut scores = Vec::new();
        if let Policy::Switch(..) = self {
            return self.branch(&at.ply).scores(at, with, biases);
        }
        if matches!(self, Policy::Linear(..) | Policy::Otherwise(..)) || self.gives(with.strategies) != Gives::Values {
            return scores;
        }
        self.score(at, with, &mut scores);
        for &bias in biases {
            let mut terms = Vec::new();
            with.score_by(bias, at, &mut terms);
            scores.iter_mut().zip(&terms).for_each(|(score, term)| *score += term);
        }
        scores
    }

    /// Appends the score of every legal action.
    pub(super) fn score<G: Game>(&self, at: &TypedPly<'_, G>, with: &mut Choosing<'_, G>, scores: &mut Vec<f32>) {
        let (weights, parts) = match self {
            Policy::Strategy(number) => return with.score_by(*number, at, scores),
            Policy::Blend(weights, parts, _) => (weights, parts),
            Policy::Switch(..) => return self.branch(&at.ply).score(at, with, scores),
            Policy::Linear(..) | Policy::Otherwise(..) | Policy::Vote(..) | Policy::Product(_) => {
                unreachable!("what is drawn is not scored")
            }
        };
        scores.resize(at.ply.count(), 0.0);
        for (number, part) in parts.iter().enumerate() {
            let weight = weights.of(number, at.ply.visits);
            if weight == 0.0 {
                continue;
            }
            let mut values = with.threads.parts.pop().unwrap_or_default();
            values.clear();
            part.score(at, with, &mut values);
            scores.iter_mut().zip(&values).for_each(|(score, value)| *score += weight * value);
            with.threads.parts.push(values);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_are_one_half_after_k_visits_and_fade_to_nothing() {
        for schedule in [Schedule::Rave { k: 250.0 }, Schedule::Fade { k: 250.0 }] {
            assert_eq!(schedule.at(0), 1.0);
            assert!((schedule.at(250) - 0.5).abs() < 1e-6);
            assert!(schedule.at(100_000_000) < 0.002);
        }
    }

    #[test]
    fn a_linear_combination_draws_each_part_with_its_weight() {
        let weights = Weights::Constant(vec![0.5, 0.25, 0.25]);
        let mixture = Policy::Linear(weights, vec![Policy::Strategy(0), Policy::Strategy(1), Policy::Strategy(2)]);
        let mut rng = Rng::new(4);
        let mut counts = [0u32; 3];
        for _ in 0..40_000 {
            let Policy::Strategy(part) = mixture.draw(0, &mut rng) else { panic!("a strategy is drawn") };
            counts[*part] += 1;
        }
        assert!((19_600..20_400).contains(&counts[0]) && (9_600..10_400).contains(&counts[1]), "{counts:?}");
    }

    #[test]
    fn scheduled_weights_sum_to_one() {
        let weights = Weights::Scheduled { part: 1, schedule: Schedule::Rave { k: 10.0 }, parts: 3 };
        for visits in [0, 1, 10, 1000] {
            let sum: f32 = (0..3).map(|part| weights.of(part, visits)).sum();
            assert!((sum - 1.0).abs() < 1e-6);
            assert_eq!(weights.of(0, visits), weights.of(2, visits));
        }
    }
}
