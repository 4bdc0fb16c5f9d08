//! How likely chance alone would be.

use statrs::distribution::{Binomial, DiscreteCDF};

/// The exact two-sided binomial test of a rate against one half: how likely a rate at least as far from it is, in
/// either direction, where each trial succeeds with probability ½. It is 1 without trials.
///
/// Where draws are possible, wins and losses are the trials to compare two players by (the sign test).
///
/// ```
/// assert!((waxwing_workshop::statistics::binomial_p_value(9, 10) - 22.0 / 1024.0).abs() < 1e-12);
/// ```
pub fn binomial_p_value(successes: u64, trials: u64) -> f64 {
    let fair = Binomial::new(0.5, trials).expect("a half is a probability");
    let rarer = successes.min(trials.saturating_sub(successes));
    (2.0 * fair.cdf(rarer)).min(1.0)
}

/// The exact two-sided sign-flip test of paired differences: how likely a sum at least as far from 0 is where each difference
/// could as well have the other sign. It is 1 without differences. With ones alone it is the sign test.
///
/// Two agents in every seat of the same deals differ by chance alone in this way, however much the games of a deal depend on each
/// other: whose is whose could be exchanged in each deal. Differences are whole numbers of some unit.
///
/// ```
/// let p = waxwing_workshop::statistics::sign_flip_p_value(&[2, 1, 1]);
/// assert!((p - 2.0 / 8.0).abs() < 1e-12); // only +++ and --- are as far from 0
/// ```
pub fn sign_flip_p_value(differences: &[i32]) -> f64 {
    let most: usize = differences.iter().map(|difference| difference.unsigned_abs() as usize).sum();
    // How likely each sum is, from -most on.
    let mut chances = vec![0.0; 2 * most + 1];
    chances[most] = 1.0;
    for step in differences.iter().map(|difference| difference.unsigned_abs() as usize).filter(|step| *step > 0) {
        let at = |chances: &[f64], place: Option<usize>| place.and_then(|place| chances.get(place)).copied();
        let flipped = |sum: usize| {
            let below = at(&chances, sum.checked_sub(step)).unwrap_or(0.0);
            (below + at(&chances, Some(sum + step)).unwrap_or(0.0)) / 2.0
        };
        chances = (0..chances.len()).map(flipped).collect();
    }
    let far = differences.iter().sum::<i32>().unsigned_abs() as usize;
    let is_as_far = |sum: usize| sum.abs_diff(most) >= far;
    let total: f64 = chances.iter().enumerate().filter(|(sum, _)| is_as_far(*sum)).map(|(_, chance)| chance).sum();
    total.min(1.0)
}

/// Holm's step-down adjustment of the p-values of several tests, each in its place: what is below 5 % after it is
/// significant such that the probability of even one false finding among all tests is at most 5 %, however they depend
/// on each other.
///
/// It matters wherever one looks for whatever is significant: of sixteen combinations that are all equal, one or more
/// "differ" from the baseline at 5 % in half of all studies.
///
/// ```
/// let adjusted = waxwing_workshop::statistics::holm(&[0.01, 0.04, 0.03, 0.005]);
/// let expected = [0.03, 0.06, 0.06, 0.02];
/// assert!(adjusted.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12));
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut largest = 0.0f64;
    for (rank, test) in order.into_iter().enumerate() {
        let left = (p_values.len() - rank) as f64;
        largest = largest.max((left * p_values[test]).min(1.0));
        adjusted[test] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// In each of the 82 years of Arbuthnot's records (1710) more boys than girls were born.
    #[test]
    fn the_first_published_significance_test_comes_out_the_same() {
        let chance = binomial_p_value(82, 82);
        assert!((chance * 0.5 * 4.835_703_278_458_517e24 - 1.0).abs() < 1e-9, "{chance}");
    }

    #[test]
    fn flipping_signs_is_the_sign_test_of_ones_and_counts_all_signs_of_others() {
        for (more, fewer) in [(0, 0), (1, 0), (9, 1), (30, 18), (7, 7)] {
            let ones: Vec<i32> = (0..more).map(|_| 1).chain((0..fewer).map(|_| -1)).collect();
            let expected = binomial_p_value(more, more + fewer);
            assert!((sign_flip_p_value(&ones) - expected).abs() < 1e-12, "{more} {fewer}");
        }
        let differences = [3, -1, 4, 0, -1, 5, 2, 2];
        let sum: i32 = differences.iter().sum();
        let flipped = |signs: u32| -> i32 {
            differences.iter().enumerate().map(|(at, by)| if signs >> at & 1 == 1 { -by } else { *by }).sum()
        };
        let as_far = (0..256).filter(|signs| flipped(*signs).abs() >= sum.abs()).count();
        assert!((sign_flip_p_value(&differences) - as_far as f64 / 256.0).abs() < 1e-12);
    }

    #[test]
    fn binomial_p_values_are_sums_of_binomial_coefficients() {
        for trials in 0..=30u64 {
            let mut coefficient = 1.0;
            let ways: Vec<f64> = (0..=trials)
                .map(|k| {
                    let this = coefficient;
                    coefficient *= (trials - k) as f64 / (k + 1) as f64;
                    this
                })
                .collect();
            for successes in 0..=trials {
                let away = |k: u64| (2 * k).abs_diff(trials);
                let as_far = (0..=trials).filter(|k| away(*k) >= away(successes));
                let expected = as_far.map(|k| ways[k as usize]).sum::<f64>() / 2f64.powi(trials as i32);
                let p = binomial_p_value(successes, trials);
                assert!((p - expected).abs() < 1e-10, "{successes}/{trials}: {p}, not {expected}");
            }
        }
    }

    proptest! {
        /// Holm's procedure is the closed testing procedure over Bonferroni's tests: a hypothesis falls when every set
        /// of hypotheses that contains it does.
        #[test]
        fn holm_is_the_closure_of_bonferroni(p_values in prop::collection::vec(0.0..1.0f64, 1..8)) {
            let adjusted = holm(&p_values);
            for (test, adjusted) in adjusted.iter().enumerate() {
                let sets = (1u32..1 << p_values.len()).filter(|set| set >> test & 1 == 1);
                let worst = sets.map(|set| {
                    let members = p_values.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, p)| *p);
                    (f64::from(set.count_ones()) * members.fold(f64::INFINITY, f64::min)).min(1.0)
                });
                let expected = worst.fold(0.0, f64::max);
                prop_assert!((adjusted - expected).abs() < 1e-12, "{adjusted}, not {expected}");
            }
        }
    }

    #[test]
    fn nothing_is_adjusted_where_there_is_one_test() {
        assert_eq!(holm(&[0.03]), [0.03]);
        assert!(holm(&[]).is_empty());
        assert_eq!(holm(&[0.7, 0.8, 0.9]), [1.0, 1.0, 1.0]);
    }
}
