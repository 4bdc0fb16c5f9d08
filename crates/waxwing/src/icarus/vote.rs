//! Majority vote, `vote(I₁, I₂, …)`: each policy chooses, and the action with the most votes is played.
//!
//! The ICARUS paper wishes for it (section 9). A vote counts as much as its weight; of actions with equally many votes any is
//! drawn. A vote of two policies with equal weights is their linear combination.

use super::TypedPly;
use super::policy::{Choosing, Policy, Weights};
use crate::Rng;
use crate::game::Game;

/// Sums of weights that differ by less are equal.
const EQUAL: f32 = 1e-4;

/// The place of the action that most of the voters choose.
pub(super) fn vote<G: Game>(
    weights: &Weights,
    voters: &[Policy],
    at: &TypedPly<'_, G>,
    with: &mut Choosing<'_, G>,
    rng: &mut Rng,
    choose: impl Fn(&Policy, &mut Choosing<'_, G>, &mut Rng) -> usize,
) -> usize {
    let mut votes = with.threads.votes.pop().unwrap_or_default();
    votes.clear();
    for (number, voter) in voters.iter().enumerate() {
        let weight = weights.of(number, at.ply.visits);
        if weight > 0.0 {
            let chosen = choose(voter.draw(at.ply.visits, rng), with, rng);
            match votes.iter_mut().find(|(place, _)| *place == chosen) {
                Some((_, sum)) => *sum += weight,
                None => votes.push((chosen, weight)),
            }
        }
    }
    let most = votes.iter().map(|&(_, sum)| sum).fold(0.0, f32::max);
    let is_first = |&&(_, sum): &&(usize, f32)| sum >= most - EQUAL;
    let count = votes.iter().filter(is_first).count();
    let number = if count > 1 { rng.below(count) } else { 0 };
    let winner = votes.iter().filter(is_first).nth(number).map_or(0, |&(place, _)| place);
    with.threads.votes.push(votes);
    winner
}
