//! The choice of the highest score, and of scores by chance.

use wide::f32x4;

use crate::Rng;
use crate::bits::Ranked;

/// How many numbers the loops below treat at a time.
pub(super) const LANES: usize = 4;

/// [`argmax`] of scores of which one at least is not -∞, the quick way.
#[inline]
pub(crate) fn pad_and_argmax(scores: &mut Vec<f32>, rng: &mut Rng) -> usize {
    scores.resize(scores.len().next_multiple_of(LANES), f32::NEG_INFINITY);
    argmax_padded(scores, rng)
}

/// The index of the arm with the highest score, from two numbers of each; there are as many arms as there is room for scores.
#[inline]
pub(super) fn argmax_by(
    scores: &mut [f32],
    ones: &[f32],
    others: &[f32],
    score: impl Fn(f32x4, f32x4) -> f32x4,
    rng: &mut Rng,
) -> usize {
    let (groups, _) = scores.as_chunks_mut::<LANES>();
    let arms = ones.as_chunks::<LANES>().0.iter().zip(others.as_chunks::<LANES>().0);
    let mut highs = f32x4::splat(f32::NEG_INFINITY);
    for (scores, (&ones, &others)) in groups.iter_mut().zip(arms) {
        let found = score(f32x4::new(ones), f32x4::new(others));
        highs = highs.fast_max(found);
        *scores = found.to_array();
    }
    draw_highest(groups, highs, rng)
}

/// The index of the highest score, ties broken uniformly. Scores come in whole groups of [`LANES`], at least one.
#[inline]
pub(super) fn argmax_padded(scores: &[f32], rng: &mut Rng) -> usize {
    let (groups, _) = scores.as_chunks::<LANES>();
    let highs =
        groups.iter().fold(f32x4::splat(f32::NEG_INFINITY), |highs, &scores| highs.fast_max(f32x4::new(scores)));
    draw_highest(groups, highs, rng)
}

/// The index of the highest score, ties broken uniformly; it is one of `highs`.
///
/// Nothing branches on the scores until it is known which are the highest.
#[inline]
fn draw_highest(groups: &[[f32; LANES]], highs: f32x4, rng: &mut Rng) -> usize {
    // In pairs: what is chosen waits for it.
    let higher = |one: f32, other: f32| if other > one { other } else { one };
    let [a, b, c, d] = highs.to_array();
    let best = higher(higher(a, b), higher(c, d));
    // A bit for each of up to 64 scores, the first one lowest.
    let word = |groups: &[[f32; LANES]]| {
        let is_best = |&scores: &[f32; LANES]| f32x4::new(scores).simd_eq(f32x4::splat(best)).to_bitmask();
        groups.iter().rev().fold(0, |word, scores| word << LANES | u64::from(is_best(scores)))
    };
    if groups.len() <= 64 / LANES {
        let bests = word(groups);
        return if bests & bests.wrapping_sub(1) == 0 {
            bests.trailing_zeros() as usize % 64
        } else {
            let ranked = Ranked::new(bests);
            usize::from(ranked.select(rng.below(ranked.count())))
        };
    }
    let words = groups.chunks(64 / LANES).map(|groups| Ranked::new(word(groups)));
    let ties = words.clone().map(Ranked::count).sum();
    let mut left = if ties > 1 { rng.below(ties) } else { 0 };
    for (number, ranked) in words.enumerate() {
        if left < ranked.count() {
            return 64 * number + usize::from(ranked.select(left));
        }
        left -= ranked.count();
    }
    0
}

/// The index of the highest score, ties broken uniformly.
#[inline]
pub(crate) fn argmax(scores: &[f32], rng: &mut Rng) -> usize {
    let mut best = f32::NEG_INFINITY;
    let mut index = 0;
    let mut ties = 0;
    for (i, &score) in scores.iter().enumerate() {
        if score > best {
            (best, index, ties) = (score, i, 1);
        } else if score == best {
            ties += 1;
        }
    }
    if ties <= 1 {
        return index;
    }
    let chosen = rng.below(ties);
    scores.iter().enumerate().filter(|&(_, &score)| score == best).nth(chosen).map_or(index, |(i, _)| i)
}

/// An index with probability in proportion to its weight; uniform when all weights are zero.
#[inline]
pub(crate) fn roulette(weights: &[f32], rng: &mut Rng) -> usize {
    let total: f32 = weights.iter().sum();
    if total <= 0.0 {
        return rng.below(weights.len());
    }
    let mut left = rng.unit() * total;
    let mut last = 0;
    for (i, &weight) in weights.iter().enumerate() {
        if weight > 0.0 {
            last = i;
            left -= weight;
            if left < 0.0 {
                return i;
            }
        }
    }
    // Rounding may leave a little of the wheel over: it belongs to the last possible index.
    last
}

/// Turns values into the distribution `ε·U[all] + (1-ε)·U[argmax]`.
pub(crate) fn epsilon_greedy(scores: &mut [f32], epsilon: f32) {
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let ties = scores.iter().filter(|&&score| score == best).count() as f32;
    let everyone = epsilon / scores.len() as f32;
    for score in scores.iter_mut() {
        *score = if *score == best { everyone + (1.0 - epsilon) / ties } else { everyone };
    }
}

/// The highest of the values that it was shown. It branches on none of them.
pub(crate) struct Highest {
    pub value: f32,
    second: f32,
    at: u32,
}

impl Highest {
    /// Nothing was shown yet.
    pub const NONE: Highest = Highest { value: f32::NEG_INFINITY, second: f32::NEG_INFINITY, at: 0 };

    #[inline]
    pub fn see(&mut self, at: u32, value: f32) {
        let lower = if value < self.value { value } else { self.value };
        self.second = if lower > self.second { lower } else { self.second };
        self.at = if value > self.value { at } else { self.at };
        self.value = if value > self.value { value } else { self.value };
    }

    /// Where the highest value is, unless there are several.
    #[inline]
    pub fn only(&self) -> Option<u32> {
        (self.second < self.value).then_some(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_for_the_best_are_broken_uniformly() {
        let mut rng = Rng::new(5);
        let mut counts = [0u32; 4];
        for _ in 0..30_000 {
            counts[argmax(&[1.0, 0.5, 1.0, 1.0], &mut rng)] += 1;
        }
        assert_eq!(counts[1], 0);
        // Each of the three has mean 10,000 and standard deviation 82.
        assert!([counts[0], counts[2], counts[3]].iter().all(|&n| (9_600..10_400).contains(&n)), "{counts:?}");
        assert_eq!(argmax(&[f32::INFINITY], &mut rng), 0);
    }

    #[test]
    fn the_padded_argmax_draws_like_the_plain_one() {
        let mut rng = Rng::new(9);
        for count in [1, 2, 4, 5, 63, 64, 65, 128, 131, 192] {
            for values in [1, 2, 3, 1000] {
                let scores: Vec<f32> = (0..count).map(|_| rng.below(values) as f32).collect();
                for seed in 0..20 {
                    let (mut one, mut other) = (Rng::new(seed), Rng::new(seed));
                    let padded = pad_and_argmax(&mut scores.clone(), &mut one);
                    assert_eq!(padded, argmax(&scores, &mut other), "{scores:?}");
                    assert_eq!(one.next_u64(), other.next_u64());
                }
            }
        }
    }

    #[test]
    fn the_wheel_gives_each_weight_its_share() {
        let mut rng = Rng::new(6);
        let mut counts = [0u32; 4];
        for _ in 0..40_000 {
            counts[roulette(&[1.0, 0.0, 2.0, 1.0], &mut rng)] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((9_600..10_400).contains(&counts[0]) && (19_500..20_500).contains(&counts[2]), "{counts:?}");
        let mut seen = [false; 2];
        (0..100).for_each(|_| seen[roulette(&[0.0, 0.0], &mut rng)] = true);
        assert_eq!(seen, [true; 2]);
    }
}
