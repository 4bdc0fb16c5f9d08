//! Determinizations weighed by what the other players did (`with belief(…)`).
//!
//! Where an iteration begins, several determinizations are drawn, each uniformly among those that the rules allow. One of them is
//! taken, with a probability in proportion to L^trust, where L is the likelihood of what the other players did if it is the truth
//! ([`Beliefs`](crate::knowledge::Beliefs)). With more candidates the one taken comes closer to a draw from the posterior
//! distribution (sampling by importance, and resampling).
//!
//! It is taken while they are drawn: the largest of trust·ln L + G, where each G is a number of its own from Gumbel's
//! distribution, is each candidate's in just this proportion.

use crate::Rng;
use crate::game::{Game, Player};

/// How determinizations are weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Belief {
    /// How many are drawn for one that is taken.
    pub candidates: u32,
    /// How much of the likelihood counts: with 0 nothing, with 1 all.
    pub trust: f32,
}

impl Belief {
    /// A determinization of a position for a player who has seen these moves.
    pub fn draw<G: Game>(self, position: &G, observer: Player, seen: &[u64], rng: &mut Rng) -> G {
        let mut taken = position.determinize(observer, rng);
        let Some(beliefs) = position.knowledge().beliefs().filter(|_| self.candidates > 1 && !seen.is_empty()) else {
            return taken;
        };
        let score = |candidate: &G, rng: &mut Rng| {
            let likelihood = f64::from(beliefs.log_likelihood(candidate, observer, seen));
            f64::from(self.trust) * likelihood + gumbel(rng)
        };
        let mut best = score(&taken, rng);
        for _ in 1..self.candidates {
            let candidate = position.determinize(observer, rng);
            let score = score(&candidate, rng);
            if score > best {
                (best, taken) = (score, candidate);
            }
        }
        taken
    }
}

/// A number from the distribution that Gumbel's is.
fn gumbel(rng: &mut Rng) -> f64 {
    // Neither 0 nor 1, so that both logarithms are finite.
    let unit = ((rng.next_u64() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64;
    -libm::log(-libm::log(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_of_logarithms_with_noise_is_drawn_in_proportion() {
        let weights = [1.0_f64, 2.0, 5.0];
        let (mut counts, mut rng) = ([0_u32; 3], Rng::new(1));
        for _ in 0..8_000 {
            let scores = weights.map(|weight| libm::log(weight) + gumbel(&mut rng));
            let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            counts[scores.iter().position(|&score| score == best).unwrap()] += 1;
        }
        for (count, expected) in counts.into_iter().zip([1_000, 2_000, 5_000_u32]) {
            assert!(count.abs_diff(expected) < 200, "{counts:?}");
        }
    }
}
