//! What results say, and how sure that is.
//!
//! `rates.rs` has intervals of rates and of their differences, `score.rs` wins, draws and losses with Elo ratings,
//! `units.rs` results of games in groups, `paired.rs` two sides in the same trials, `significance.rs` probabilities of chance, `anova.rs` effects of several
//! factors, `bernstein.rs` means that may be looked at at any time. Intervals are of 95 %.

mod anova;
mod bernstein;
mod paired;
mod rates;
mod score;
mod significance;
mod units;

use serde::Serialize;

pub use anova::{Anova, AnovaError, Effect, Sample, factorial, one_way};
pub use bernstein::Bernstein;
pub use paired::Paired;
pub use rates::{clopper_pearson, difference_interval, mean_interval, normal_interval, wilson};
pub use score::{EloEstimate, Outcome, Score, Wins, elo, elo_against, elo_interval, likelihood_of_superiority};
pub use significance::{binomial_p_value, holm, sign_flip_p_value};
pub use units::Units;

/// Half of what a 95 % interval leaves out.
const TAIL: f64 = 0.025;
/// The 97.5 % quantile of the normal distribution.
pub const NORMAL: f64 = 1.959_963_984_540_054;

/// A 95 % confidence interval. It serializes as `[low, high]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "[f64; 2]")]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// What is known of a rate without any observation.
    pub const UNKNOWN: Interval = Interval { low: 0.0, high: 1.0 };

    /// What is at most `half` away from the middle, cut to `[least, most]`. Ends that are not numbers stay so: `clamp` hands
    /// them on, where `max` and `min` would answer with `least` and `most`.
    fn around(middle: f64, half: f64, least: f64, most: f64) -> Interval {
        Interval { low: (middle - half).clamp(least, most), high: (middle + half).clamp(least, most) }
    }
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> [f64; 2] {
        [interval.low, interval.high]
    }
}

/// The mean of some numbers and its interval by the normal approximation, which is all numbers where there are not two.
pub fn mean_and_interval(numbers: &[f64]) -> (f64, Interval) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = numbers.iter().map(|number| (number - mean) * (number - mean)).sum();
    let half = NORMAL * (squares / (count - 1.0) / count).sqrt();
    let half = if numbers.len() < 2 { f64::INFINITY } else { half };
    (mean, Interval { low: mean - half, high: mean + half })
}

/// Makes sure of an interval to the digits that tables print.
#[cfg(test)]
fn near(interval: Interval, low: f64, high: f64) {
    assert!((interval.low - low).abs() < 6e-5, "{interval:?} should be [{low}, {high}]");
    assert!((interval.high - high).abs() < 6e-5, "{interval:?} should be [{low}, {high}]");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_cut_to_what_is_possible_and_hides_no_fault() {
        assert_eq!(Interval::around(0.75, 0.5, 0.0, 1.0), Interval { low: 0.25, high: 1.0 });
        assert_eq!(Interval::around(0.0, 2.0, -1.0, 1.0), Interval { low: -1.0, high: 1.0 });
        let Interval { low, high } = Interval::around(0.5, f64::NAN, 0.0, 1.0);
        assert!(low.is_nan() && high.is_nan());
    }

    #[test]
    fn a_mean_has_the_interval_of_its_standard_error() {
        let (mean, interval) = mean_and_interval(&[1.0, 2.0, 3.0, 4.0]);
        // The standard deviation is √(5/3), the standard error half of it.
        let half = NORMAL * (5.0f64 / 3.0).sqrt() / 2.0;
        assert!((mean - 2.5).abs() < 1e-12 && (interval.high - 2.5 - half).abs() < 1e-12);
        assert_eq!(mean_and_interval(&[7.0]).1.low, f64::NEG_INFINITY);
    }
}
