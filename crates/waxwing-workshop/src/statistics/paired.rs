//! Two sides in the same trials.

use super::{Interval, NORMAL, binomial_p_value};

/// Successes and failures of two sides in the same trials, of which only those count in which they differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paired {
    /// All trials.
    pub trials: u64,
    /// Where the first side succeeded and the second did not.
    pub first_only: u64,
    /// Where the second side succeeded and the first did not.
    pub second_only: u64,
}

impl Paired {
    /// One more trial.
    pub fn add(&mut self, first: bool, second: bool) {
        self.trials += 1;
        self.first_only += u64::from(first && !second);
        self.second_only += u64::from(second && !first);
    }

    /// By how much the first side's rate is above the second's, if there are trials.
    pub fn difference(self) -> Option<f64> {
        (self.trials > 0).then(|| (self.first_only as f64 - self.second_only as f64) / self.trials as f64)
    }

    /// The 95 % interval of [`Paired::difference`]: McNemar's, with one trial added to each kind that counts (Bonett
    /// and Price), so that it also holds for few trials. Without trials it is all there is, from -1 to 1.
    pub fn interval(self) -> Interval {
        let (first, second) = (self.first_only as f64 + 1.0, self.second_only as f64 + 1.0);
        let trials = self.trials as f64 + 2.0;
        let middle = (first - second) / trials;
        let variance = ((first + second) / trials - middle * middle) / trials;
        let half = NORMAL * variance.sqrt();
        Interval::around(middle, half, -1.0, 1.0)
    }

    /// McNemar's exact test: how likely a difference as large as this is where there is none, in either direction.
    pub fn p_value(self) -> f64 {
        binomial_p_value(self.first_only, self.first_only + self.second_only)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Agresti's table of approval ratings: of 1,600 asked twice, 150 changed from yes to no and 86 from no to yes; the
    /// published interval of the difference is 0.04 ± 0.0186.
    #[test]
    fn the_interval_of_a_paired_difference_is_the_published_one() {
        let ratings = Paired { trials: 1600, first_only: 150, second_only: 86 };
        assert_eq!(ratings.difference(), Some(0.04));
        let Interval { low, high } = ratings.interval();
        assert!((low - 0.0214).abs() < 5e-4 && (high - 0.0586).abs() < 5e-4, "[{low}, {high}]");
        assert!((3e-5..4e-5).contains(&ratings.p_value()), "{}", ratings.p_value());
    }

    #[test]
    fn a_paired_difference_is_exact_where_trials_are_few() {
        let mut paired = Paired::default();
        assert_eq!((paired.difference(), paired.p_value()), (None, 1.0));
        assert_eq!(paired.interval(), Interval { low: -1.0, high: 1.0 });
        for (first, second) in [(true, false), (true, false), (true, false), (true, true), (false, false)] {
            paired.add(first, second);
        }
        assert_eq!(paired, Paired { trials: 5, first_only: 3, second_only: 0 });
        // Three of three by chance: twice 1/8.
        assert!((paired.p_value() - 0.25).abs() < 1e-12);
    }

    /// Bonett and Price's formula in whole numbers: with b and c the trials in which the sides differ, and n all trials,
    /// (b - c)/(n + 2) ± z·√(((b + c + 2)(n + 2) - (b - c)²)/(n + 2)³).
    #[test]
    fn the_interval_of_few_trials_is_bonett_and_price_s() {
        for (trials, first_only, second_only) in [(1, 0, 0), (2, 0, 0), (5, 3, 0), (10, 1, 6), (30, 4, 9)] {
            let Interval { low, high } = Paired { trials, first_only, second_only }.interval();
            let (difference, more) = (first_only as f64 - second_only as f64, trials + 2);
            let spread = ((first_only + second_only + 2) * more) as f64 - difference * difference;
            let half = NORMAL * (spread / more.pow(3) as f64).sqrt();
            let middle = difference / more as f64;
            assert!((low - (middle - half)).abs() < 1e-12, "{low} of {first_only} and {second_only} in {trials}");
            assert!((high - (middle + half)).abs() < 1e-12, "{high} of {first_only} and {second_only} in {trials}");
        }
    }
}
