//! Intervals of rates and of their differences.

use statrs::distribution::{Beta, ContinuousCDF};

use super::{Interval, NORMAL, TAIL};

/// The exact (Clopper-Pearson) 95 % interval of a rate after a number of successes in a number of trials.
///
/// ```
/// let interval = waxwing_workshop::statistics::clopper_pearson(8, 10);
/// assert!((interval.low - 0.4439).abs() < 5e-5 && (interval.high - 0.9748).abs() < 5e-5);
/// ```
pub fn clopper_pearson(successes: u64, trials: u64) -> Interval {
    let quantile = |a: u64, b: u64, p: f64| {
        let beta = Beta::new(a as f64, b as f64).expect("both parameters are at least 1");
        beta.inverse_cdf(p)
    };
    let failures = trials.saturating_sub(successes);
    let low = if successes == 0 { 0.0 } else { quantile(successes, failures + 1, TAIL) };
    let high = if failures == 0 { 1.0 } else { quantile(successes + 1, failures, 1.0 - TAIL) };
    if trials == 0 { Interval::UNKNOWN } else { Interval { low, high } }
}

/// Wilson's score interval of a rate: all rates that the normal test at the 5 % level would not refuse. Its coverage is
/// near 95 % on the average where that of [`clopper_pearson`] is at least 95 % always, and it is narrower therefore.
///
/// ```
/// let interval = waxwing_workshop::statistics::wilson(81, 263);
/// assert!((interval.low - 0.2553).abs() < 5e-5 && (interval.high - 0.3662).abs() < 5e-5);
/// ```
pub fn wilson(successes: u64, trials: u64) -> Interval {
    mean_interval(successes as f64 / trials as f64, trials)
}

/// Wilson's interval of a mean of results in [0, 1], with the number of results. With results between 0 and 1 it is too wide rather than too
/// narrow: no results with the same mean vary more than zeros and ones.
pub fn mean_interval(rate: f64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval::UNKNOWN;
    }
    let (trials, square) = (trials as f64, NORMAL * NORMAL);
    let middle = rate + square / (2.0 * trials);
    let half = NORMAL * (rate * (1.0 - rate) / trials + square / (4.0 * trials * trials)).sqrt();
    let scale = 1.0 + square / trials;
    // At a rate of 0 or 1 the end of the interval is that rate, whatever rounding says.
    Interval { low: ((middle - half) / scale).clamp(0.0, rate), high: ((middle + half) / scale).clamp(rate, 1.0) }
}

/// The rate plus and minus 1.96 standard errors, cut to [0, 1], as many papers print it. It has no width at rates of 0
/// and 1 and is too narrow near them: to be compared with what is printed, not to be believed.
///
/// ```
/// let interval = waxwing_workshop::statistics::normal_interval(943, 1000);
/// assert!((interval.high - 0.943 - 0.0144).abs() < 5e-5);
/// ```
pub fn normal_interval(successes: u64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval::UNKNOWN;
    }
    let rate = successes as f64 / trials as f64;
    let half = NORMAL * (rate * (1.0 - rate) / trials as f64).sqrt();
    Interval::around(rate, half, 0.0, 1.0)
}

/// The interval of the difference of two independent rates, first minus second, each with its number of trials:
/// Newcombe's hybrid score interval (method 10 of his paper), which puts Wilson's intervals of both together. Rates may
/// be means of results between 0 and 1, such as points with draws as halves.
///
/// ```
/// let interval = waxwing_workshop::statistics::difference_interval((56.0 / 70.0, 70), (48.0 / 80.0, 80));
/// assert!((interval.low - 0.0524).abs() < 5e-5 && (interval.high - 0.3339).abs() < 5e-5);
/// ```
pub fn difference_interval(first: (f64, u64), second: (f64, u64)) -> Interval {
    if first.1 == 0 || second.1 == 0 {
        return Interval { low: -1.0, high: 1.0 };
    }
    let (of_first, of_second) = (mean_interval(first.0, first.1), mean_interval(second.0, second.1));
    let difference = first.0 - second.0;
    let below = (first.0 - of_first.low).hypot(of_second.high - second.0);
    let above = (of_first.high - first.0).hypot(second.0 - of_second.low);
    Interval { low: difference - below, high: difference + above }
}

#[cfg(test)]
mod tests {
    use super::super::near;
    use super::*;

    #[test]
    fn clopper_pearson_gives_the_published_intervals() {
        near(clopper_pearson(8, 10), 0.4439, 0.9748);
        near(clopper_pearson(0, 10), 0.0, 0.3085);
        near(clopper_pearson(10, 10), 0.6915, 1.0);
        near(clopper_pearson(50, 100), 0.3983, 0.6017);
        near(clopper_pearson(0, 0), 0.0, 1.0);
        near(clopper_pearson(1, 1), 0.025, 1.0);
        // With many games it is the normal interval, 0.5 ± 1.96 · 0.0005.
        near(clopper_pearson(500_000, 1_000_000), 0.49902, 0.50098);
    }

    /// The ends solve the binomial tail equations that define them; the sums need no special function.
    #[test]
    fn clopper_pearson_solves_the_binomial_tails() {
        let tail = |successes: u64, trials: u64, p: f64| -> f64 {
            let mut probability = (1.0 - p).powi(trials as i32);
            let mut sum = probability;
            for k in 1..=successes {
                probability *= (trials - k + 1) as f64 / k as f64 * p / (1.0 - p);
                sum += probability;
            }
            sum
        };
        for (successes, trials) in [(1, 7), (3, 20), (61, 120), (190, 400)] {
            let interval = clopper_pearson(successes, trials);
            let ends = [tail(successes, trials, interval.high), 1.0 - tail(successes - 1, trials, interval.low)];
            assert!(ends.iter().all(|end| (end - 0.025).abs() < 1e-6), "{successes}/{trials}: {ends:?}");
        }
    }

    /// Newcombe 1998, "Two-sided confidence intervals for the single proportion", Table I, method 3.
    #[test]
    fn wilson_gives_the_published_intervals() {
        near(wilson(81, 263), 0.2553, 0.3662);
        near(wilson(15, 148), 0.0624, 0.1605);
        near(wilson(0, 20), 0.0, 0.1611);
        near(wilson(1, 29), 0.0061, 0.1718);
        assert_eq!(wilson(0, 20).low, 0.0);
        assert_eq!(wilson(20, 20).high, 1.0);
        assert_eq!(wilson(0, 0), Interval::UNKNOWN);
    }

    /// The ends are the rates from which the observed one is 1.96 standard errors away.
    #[test]
    fn wilson_inverts_the_normal_test() {
        for (successes, trials) in [(1, 3), (7, 20), (613, 1000)] {
            let rate = successes as f64 / trials as f64;
            let Interval { low, high } = wilson(successes, trials);
            for end in [low, high] {
                let errors = (rate - end).abs() / (end * (1.0 - end) / trials as f64).sqrt();
                assert!((errors - NORMAL).abs() < 1e-9, "{successes}/{trials}: {errors} at {end}");
            }
        }
    }

    /// The plus-minus of the summary table of the implicit minimax paper, which has 1,000 games a row; some are rounded
    /// up.
    #[test]
    fn normal_intervals_are_those_of_the_papers() {
        for (wins, half) in [(943, 0.0144), (688, 0.0288), (823, 0.0237), (402, 0.0304), (849, 0.0222)] {
            let Interval { low, high } = normal_interval(wins, 1000);
            assert!(((high - low) / 2.0 - half).abs() < 1e-4, "{wins}: {}", (high - low) / 2.0);
        }
        assert_eq!(normal_interval(5, 5), Interval { low: 1.0, high: 1.0 });
        assert_eq!(normal_interval(1, 50).low, 0.0);
        assert_eq!(normal_interval(0, 0), Interval::UNKNOWN);
    }

    /// Newcombe 1998, "Interval estimation for the difference between independent proportions", Table II, method 10.
    #[test]
    fn differences_have_the_published_intervals() {
        let difference =
            |a: u64, m: u64, b: u64, n: u64| difference_interval((a as f64 / m as f64, m), (b as f64 / n as f64, n));
        near(difference(56, 70, 48, 80), 0.0524, 0.3339);
        near(difference(9, 10, 3, 10), 0.1705, 0.8090);
        near(difference(6, 7, 2, 7), 0.0582, 0.8062);
        near(difference(5, 56, 0, 29), -0.0381, 0.1926);
        near(difference(0, 10, 0, 20), -0.1611, 0.2775);
        near(difference(0, 10, 0, 10), -0.2775, 0.2775);
        near(difference(10, 10, 0, 20), 0.6791, 1.0);
        near(difference(10, 10, 0, 10), 0.6075, 1.0);
        assert_eq!(difference_interval((0.5, 10), (0.0, 0)), Interval { low: -1.0, high: 1.0 });
    }

    /// With draws as halves a rate need not be a whole number of successes, and the sides are alike.
    #[test]
    fn differences_take_any_rate_and_change_their_sign_with_the_sides() {
        let there = difference_interval((0.5825, 100_000), (0.541, 50_000));
        let back = difference_interval((0.541, 50_000), (0.5825, 100_000));
        assert!((there.low + back.high).abs() < 1e-12 && (there.high + back.low).abs() < 1e-12);
        // With many trials it is the normal interval; the standard errors are 0.0015594 and 0.0022285.
        near(there, 0.0415 - 0.00533, 0.0415 + 0.00533);
    }
}
