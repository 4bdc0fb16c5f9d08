//! UCB1 and the choice of the best score.

use crate::Rng;

/// `mean + c·√(ln trials / visits)`, for a visited arm.
#[inline]
pub(crate) fn ucb1(mean: f32, visits: u32, bonus: f32) -> f32 {
    mean + bonus / (visits as f32).sqrt()
}

/// The part of UCB1 that all arms share: `c·√(ln trials)`. `trials` of 0 count as 1.
#[inline]
pub(crate) fn bonus(c: f32, trials: u32) -> f32 {
    c * libm::logf(trials.max(1) as f32).sqrt()
}

/// Room for the scores of one ply's actions.
#[derive(Default)]
pub(crate) struct Buffers {
    pub scores: Vec<f32>,
    sums: Vec<f32>,
    visits: Vec<f32>,
    /// Scores of the parts of a maxilinear combination.
    pub parts: Vec<Vec<f32>>,
}

impl Buffers {
    /// The action with the highest UCB1 value, those without visits first, from each action's (total reward, visits).
    ///
    /// Two passes over flat arrays: the second one, with its divisions and square roots, is compiled to vector code.
    #[inline]
    pub fn argmax_ucb1(&mut self, c: f32, arms: impl Iterator<Item = (f32, u32)>, rng: &mut Rng) -> usize {
        self.sums.clear();
        self.visits.clear();
        let mut trials = 0;
        let mut unvisited = 0;
        for (sum, visits) in arms {
            trials += visits;
            unvisited += usize::from(visits == 0);
            self.sums.push(sum);
            self.visits.push(visits as f32);
        }
        if unvisited > 0 {
            let chosen = rng.below(unvisited);
            let mut indices = self.visits.iter().enumerate().filter(|&(_, &visits)| visits == 0.0);
            return indices.nth(chosen).map_or(0, |(index, _)| index);
        }
        let bonus = bonus(c, trials);
        self.scores.clear();
        let arms = self.sums.iter().zip(&self.visits);
        self.scores.extend(arms.map(|(&sum, &visits)| sum / visits + bonus / visits.sqrt()));
        argmax(&self.scores, rng)
    }
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

    #[test]
    fn ucb1_is_the_formula_of_specification_1() {
        let value = ucb1(0.5, 4, bonus(0.7, 100));
        assert!((value - (0.5 + 0.7 * (100f32.ln() / 4.0).sqrt())).abs() < 1e-6);
        assert_eq!(ucb1(0.25, 1, bonus(0.7, 1)), 0.25);
    }
}
