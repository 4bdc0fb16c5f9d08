//! The product of distributions, `product(I₁, I₂, …)`: an action is as likely as all policies together find it.
//!
//! ```text
//! α(a) ∝ α₁(a) · α₂(a) · …
//! ```
//!
//! It is ours. A policy that gives values is uniform over the greatest of them, a linear combination is the sum of its parts by
//! their weights. Where no action is possible for all, any is drawn. Policies whose probabilities are not known, since they draw
//! in other ways (replies, votes), cannot be factors.

use super::highest::roulette;
use super::policy::{Choosing, Policy};
use super::{Gives, TypedPly};
use crate::Rng;
use crate::game::Game;

impl Policy {
    /// Whether it can be told how likely each action is.
    pub(crate) fn has_probabilities(&self) -> bool {
        match self {
            Policy::Strategy(_) | Policy::Blend(..) => true,
            Policy::Linear(_, parts) | Policy::Product(parts) => parts.iter().all(Policy::has_probabilities),
            Policy::Switch(_, branches) => branches.iter().all(Policy::has_probabilities),
            Policy::Otherwise(..) | Policy::Vote(..) => false,
        }
    }

    /// How likely the policy is to choose each action of those that are not excluded, in an empty buffer.
    fn probabilities<G: Game>(
        &self,
        at: &TypedPly<'_, G>,
        with: &mut Choosing<'_, G>,
        excluded: &[bool],
        shares: &mut Vec<f32>,
    ) {
        let is_open = |place: usize| excluded.get(place) != Some(&true);
        match self {
            Policy::Linear(weights, parts) => {
                shares.resize(at.ply.count(), 0.0);
                for (number, part) in parts.iter().enumerate() {
                    let weight = weights.of(number, at.ply.visits);
                    if weight > 0.0 {
                        let mut others = with.threads.parts.pop().unwrap_or_default();
                        others.clear();
                        part.probabilities(at, with, excluded, &mut others);
                        shares.iter_mut().zip(&others).for_each(|(share, other)| *share += weight * other);
                        with.threads.parts.push(others);
                    }
                }
            }
            Policy::Product(factors) => multiply(factors, at, with, excluded, shares),
            Policy::Switch(..) => self.branch(&at.ply).probabilities(at, with, excluded, shares),
            Policy::Strategy(_) | Policy::Blend(..) => {
                self.score(at, with, shares);
                if self.gives(with.strategies) == Gives::Values {
                    self.put_unvisited_first(&at.ply.arms.visits, excluded, f32::INFINITY, shares);
                    let open = shares.iter().enumerate().filter(|&(place, _)| is_open(place));
                    let best = open.map(|(_, &score)| score).fold(f32::NEG_INFINITY, f32::max);
                    shares.iter_mut().for_each(|share| *share = f32::from(u8::from(*share == best)));
                }
                normalise(shares, is_open);
            }
            Policy::Otherwise(..) | Policy::Vote(..) => unreachable!("their probabilities are not known"),
        }
    }
}

/// The product of the factors' distributions.
fn multiply<G: Game>(
    factors: &[Policy],
    at: &TypedPly<'_, G>,
    with: &mut Choosing<'_, G>,
    excluded: &[bool],
    shares: &mut Vec<f32>,
) {
    shares.resize(at.ply.count(), 1.0);
    for factor in factors {
        let mut others = with.threads.parts.pop().unwrap_or_default();
        others.clear();
        factor.probabilities(at, with, excluded, &mut others);
        shares.iter_mut().zip(&others).for_each(|(share, other)| *share *= other);
        with.threads.parts.push(others);
        // So that no product is too small for a number.
        normalise(shares, |place| excluded.get(place) != Some(&true));
    }
}

/// Lets the shares of open actions sum to 1; the others have none. Where all are 0, each open one gets the same.
fn normalise(shares: &mut [f32], is_open: impl Fn(usize) -> bool) {
    for (place, share) in shares.iter_mut().enumerate() {
        if !is_open(place) {
            *share = 0.0;
        }
    }
    let sum: f32 = shares.iter().sum();
    if sum > 0.0 {
        shares.iter_mut().for_each(|share| *share /= sum);
    } else {
        let open = (0..shares.len()).filter(|&place| is_open(place)).count().max(1) as f32;
        shares.iter_mut().enumerate().for_each(|(place, share)| *share = f32::from(u8::from(is_open(place))) / open);
    }
}

/// The place of the action that the product chooses.
pub(super) fn choose_product<G: Game>(
    factors: &[Policy],
    at: &TypedPly<'_, G>,
    with: &mut Choosing<'_, G>,
    excluded: &[bool],
    rng: &mut Rng,
) -> usize {
    let mut shares = with.threads.parts.pop().unwrap_or_default();
    shares.clear();
    multiply(factors, at, with, excluded, &mut shares);
    let chosen = roulette(&shares, rng);
    with.threads.parts.push(shares);
    chosen
}
