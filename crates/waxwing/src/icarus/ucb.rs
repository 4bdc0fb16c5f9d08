//! UCB1.

use std::sync::LazyLock;

use wide::f32x4;

use super::REWARD_UNIT;
use super::highest::{LANES, argmax_by, pad_and_argmax};
use crate::Rng;
use crate::game::SetWords;

/// `mean + c·√(ln trials / visits)`, for a visited arm.
#[inline]
pub(crate) fn ucb1(mean: f32, visits: u32, bonus: f32) -> f32 {
    mean + bonus / (visits as f32).sqrt()
}

/// The part of UCB1 that all arms share: `c·√(ln trials)`. `trials` of 0 count as 1.
#[inline]
pub(crate) fn bonus(c: f32, trials: u32) -> f32 {
    // Most nodes are young: their logarithms are looked up.
    c * SMALL_ROOTS.get(trials as usize).copied().unwrap_or_else(|| root_of_log(trials))
}

fn root_of_log(trials: u32) -> f32 {
    libm::logf(trials.max(1) as f32).sqrt()
}

/// `√(ln n)` for small n.
static SMALL_ROOTS: LazyLock<Vec<f32>> = LazyLock::new(|| (0..1 << 13).map(root_of_log).collect());

/// Room for the scores of one ply's actions.
#[derive(Default)]
pub(crate) struct Buffers {
    scores: Vec<f32>,
    /// Total rewards of the arms, in fixed point, and their visits or 1/√visits.
    rewards: Vec<f32>,
    visits: Vec<f32>,
    side: Side,
}

/// Arms that are bits of words, side by side.
struct Side {
    rewards: [f32; 256],
    roots: [f32; 256],
    scores: [f32; 256],
    bits: [u8; 256],
}

impl Default for Side {
    fn default() -> Side {
        Side { rewards: [0.0; 256], roots: [0.0; 256], scores: [0.0; 256], bits: [0; 256] }
    }
}

impl Buffers {
    /// The index of the arm with the highest UCB1 value, ties broken uniformly, from each arm's (total reward in fixed
    /// point, visits). All arms are visited.
    #[inline]
    pub fn argmax_ucb1(&mut self, bonus: f32, arms: impl ExactSizeIterator<Item = (i64, u32)>, rng: &mut Rng) -> usize {
        self.put(arms.map(|(reward, visits)| (reward as f32, visits as f32)));
        let (unit, bonus, one) = (f32x4::splat(REWARD_UNIT), f32x4::splat(bonus), f32x4::splat(1.0));
        let score = |reward: f32x4, visits: f32x4| {
            let share = one / visits;
            reward * unit * share + bonus * share.sqrt()
        };
        argmax_by(&mut self.scores, &self.rewards, &self.visits, score, rng)
    }

    /// The same where each arm has trials of its own: from its (total reward, visits, trials).
    #[inline]
    pub fn argmax_ucb1_each(&mut self, c: f32, arms: impl Iterator<Item = (i64, u32, u32)>, rng: &mut Rng) -> usize {
        self.scores.clear();
        self.scores.extend(arms.map(|(reward, visits, trials)| {
            let share = 1.0 / visits as f32;
            reward as f32 * REWARD_UNIT * share + bonus(c, trials) * share.sqrt()
        }));
        pad_and_argmax(&mut self.scores, rng)
    }

    /// The same where another value of each arm, in `[0, 1]`, has the share α in place of the mean: from each arm's (total
    /// reward, visits, other value). Arms that are `None` are not chosen unless all are.
    #[inline]
    pub fn argmax_mixed_ucb1(
        &mut self,
        bonus: f32,
        alpha: f32,
        arms: impl Iterator<Item = Option<(i64, u32, f32)>>,
        rng: &mut Rng,
    ) -> usize {
        self.scores.clear();
        self.scores.extend(arms.map(|arm| {
            arm.map_or(f32::MIN, |(reward, visits, value)| {
                let share = 1.0 / visits as f32;
                let mean = reward as f32 * REWARD_UNIT * share;
                (1.0 - alpha) * mean + alpha * value + bonus * share.sqrt()
            })
        }));
        pad_and_argmax(&mut self.scores, rng)
    }

    /// The same where arms without visits come first and the trials are the sum of all visits, from each arm's (total
    /// reward, visits, 1/√visits); the last is 0 without visits.
    #[inline]
    pub fn argmax_ucb1_of_all(
        &mut self,
        c: f32,
        arms: impl ExactSizeIterator<Item = (i64, u32, f32)>,
        rng: &mut Rng,
    ) -> usize {
        let (mut trials, mut unvisited) = (0u32, 0);
        let len = self.put(arms.map(|(reward, visits, root)| {
            trials = trials.wrapping_add(visits);
            // By what is looked for below: another thread may have visited an arm since its visits were read.
            unvisited += u32::from(root == 0.0);
            (reward as f32, root)
        }));
        if unvisited > 0 {
            // The chosen one's index is the number of arms up to which no more than `chosen` are unvisited: a sum, no
            // branch.
            let chosen = rng.below(unvisited as usize) as u32;
            let mut met = 0;
            return self.visits[..len].iter().fold(0, |index, &root| {
                met += u32::from(root == 0.0);
                index + usize::from(met <= chosen)
            });
        }
        let Buffers { scores, rewards, visits, .. } = self;
        argmax_by_roots(bonus(c, trials), rewards, visits, scores, rng)
    }

    /// The same for arms that are bits of words, all of them visited: the word and the place there of the chosen bit. Nothing
    /// if no arm is known.
    #[inline]
    pub fn argmax_ucb1_of_set(
        &mut self,
        c: f32,
        words: SetWords,
        arm: impl Fn(usize) -> Option<(i64, u32, f32)>,
        rng: &mut Rng,
    ) -> Option<(usize, u8)> {
        let Side { rewards, roots, scores, bits } = &mut self.side;
        // One byte counts them all, and cannot lead beyond the arrays.
        let (mut count, mut trials) = (0u8, 0u32);
        for (word, mut left) in words.into_iter().enumerate() {
            while left != 0 {
                let bit = 64 * word + left.trailing_zeros() as usize;
                left &= left - 1;
                let Some((reward, visits, root)) = arm(bit) else { continue };
                trials = trials.wrapping_add(visits);
                let place = usize::from(count);
                (rewards[place], roots[place], bits[place]) = (reward as f32, root, bit as u8);
                count += 1;
            }
        }
        if count == 0 {
            return None;
        }
        let count = usize::from(count);
        let padded = count.next_multiple_of(LANES);
        rewards[count..padded].fill(f32::NEG_INFINITY);
        roots[count..padded].fill(1.0);
        let bit = bits[argmax_by_roots(bonus(c, trials), rewards, roots, &mut scores[..padded], rng)];
        Some((usize::from(bit / 64), bit % 64))
    }

    /// Puts the arms side by side in whole groups of [`LANES`], the last one filled up with arms that cannot win. Returns
    /// how many arms there are.
    #[inline]
    fn put(&mut self, arms: impl ExactSizeIterator<Item = (f32, f32)>) -> usize {
        let len = arms.len();
        let padded = len.next_multiple_of(LANES);
        if self.rewards.len() < padded {
            self.rewards.resize(padded, 0.0);
            self.visits.resize(padded, 0.0);
        }
        self.scores.resize(padded, 0.0);
        let places = self.rewards[..len].iter_mut().zip(self.visits[..len].iter_mut());
        for ((reward_place, visits_place), arm) in places.zip(arms) {
            (*reward_place, *visits_place) = arm;
        }
        self.rewards[len..padded].fill(f32::NEG_INFINITY);
        self.visits[len..padded].fill(1.0);
        len
    }
}

/// The index of the arm with the highest UCB1 value, from total rewards in fixed point and 1/√visits; there are as many arms
/// as there is room for scores.
#[inline]
fn argmax_by_roots(bonus: f32, rewards: &[f32], roots: &[f32], scores: &mut [f32], rng: &mut Rng) -> usize {
    let (unit, bonus) = (f32x4::splat(REWARD_UNIT), f32x4::splat(bonus));
    argmax_by(scores, rewards, roots, |reward, root| (reward * unit * root + bonus) * root, rng)
}

/// UCB1 over the same visited arms again and again, where few have changed since: what does not depend on the trials is kept.
#[derive(Default)]
pub(crate) struct Ranking {
    /// Of each arm the mean reward and `1/√visits`, in whole groups of [`LANES`].
    means: Vec<f32>,
    scales: Vec<f32>,
    scores: Vec<f32>,
    len: usize,
}

impl Ranking {
    /// Starts with these arms: their total rewards in fixed point, and their visits.
    pub fn begin(&mut self, arms: impl ExactSizeIterator<Item = (i64, u32)>) {
        self.len = arms.len();
        let padded = self.len.next_multiple_of(LANES);
        self.means.clear();
        self.means.resize(padded, f32::NEG_INFINITY);
        self.scales.clear();
        self.scales.resize(padded, 0.0);
        self.scores.resize(padded, 0.0);
        arms.enumerate().for_each(|(arm, (reward, visits))| self.set(arm, reward, visits));
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// What is known of one arm now.
    #[inline]
    pub fn set(&mut self, arm: usize, reward: i64, visits: u32) {
        let share = 1.0 / visits as f32;
        self.means[arm] = reward as f32 * REWARD_UNIT * share;
        self.scales[arm] = share.sqrt();
    }

    /// The index of the arm with the highest value, ties broken uniformly.
    #[inline]
    pub fn best(&mut self, bonus: f32, rng: &mut Rng) -> usize {
        let bonus = f32x4::splat(bonus);
        argmax_by(&mut self.scores, &self.means, &self.scales, |mean, scale| mean + bonus * scale, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ranking_and_trials_of_each_arm_give_the_choices_of_ucb1() {
        let mut rng = Rng::new(7);
        for count in [1, 3, 4, 29, 286] {
            let mut arm = || (rng.below(1 << 30) as i64, 1 + rng.below(3) as u32);
            let mut arms: Vec<(i64, u32)> = (0..count).map(|_| arm()).collect();
            let (mut buffers, mut ranking) = (Buffers::default(), Ranking::default());
            ranking.begin(arms.iter().copied());
            assert_eq!(ranking.len(), count);
            for trials in 3 * count as u32..3 * count as u32 + 50 {
                let best = buffers.argmax_ucb1(bonus(0.7, trials), arms.iter().copied(), &mut Rng::new(1));
                assert_eq!(ranking.best(bonus(0.7, trials), &mut Rng::new(1)), best);
                let each = arms.iter().map(|&(reward, visits)| (reward, visits, trials));
                assert_eq!(buffers.argmax_ucb1_each(0.7, each, &mut Rng::new(1)), best);
                arms[best].1 += 1;
                ranking.set(best, arms[best].0, arms[best].1);
            }
        }
    }

    #[test]
    fn arms_of_a_set_are_chosen_like_arms_of_a_list() {
        let mut rng = Rng::new(10);
        let mut buffers = Buffers::default();
        for density in [1, 2, 3, 5] {
            let words: SetWords =
                std::array::from_fn(|_| (0..density).fold(u64::MAX, |word, _| word & rng.next_u64()) | 1);
            let arms: Vec<(i64, u32, f32)> = (0..192)
                .map(|_| (rng.below(2) as i64 * (3 << 31), 1 + rng.below(3) as u32))
                .map(|(reward, visits)| (reward, visits, (visits as f32).sqrt().recip()))
                .collect();
            let bits: Vec<usize> = (0..192).filter(|bit| words[bit / 64] >> (bit % 64) & 1 == 1).collect();
            for seed in 0..50 {
                let listed: Vec<_> = bits.iter().map(|&bit| arms[bit]).collect();
                let of_list = bits[buffers.argmax_ucb1_of_all(0.7, listed.into_iter(), &mut Rng::new(seed))];
                let of_set = buffers.argmax_ucb1_of_set(0.7, words, |bit| arms.get(bit).copied(), &mut Rng::new(seed));
                assert_eq!(of_set, Some((of_list / 64, (of_list % 64) as u8)));
            }
        }
        assert_eq!(buffers.argmax_ucb1_of_set(0.7, [1; 3], |_| None, &mut rng), None);
    }

    #[test]
    fn an_arm_that_is_visited_while_it_is_read_does_not_lead_beyond_the_arms() {
        let (mut buffers, mut rng) = (Buffers::default(), Rng::new(8));
        let (half_counted, half_read) = ((0, 1, 0.0), (0, 0, 1.0));
        for arms in [vec![half_read], vec![half_read, half_read], vec![half_counted, half_read], vec![half_counted]] {
            assert!(buffers.argmax_ucb1_of_all(0.7, arms.iter().copied(), &mut rng) < arms.len(), "{arms:?}");
        }
    }

    #[test]
    fn ucb1_is_the_formula_of_specification_1() {
        let value = ucb1(0.5, 4, bonus(0.7, 100));
        assert!((value - (0.5 + 0.7 * (100f32.ln() / 4.0).sqrt())).abs() < 1e-6);
        assert_eq!(ucb1(0.25, 1, bonus(0.7, 1)), 0.25);
    }
}
