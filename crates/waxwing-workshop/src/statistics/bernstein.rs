//! A mean that may be looked at at any time, where results vary little.
//!
//! [`Results`](crate::Results) knows nothing of how much results vary. Means of games of the same deal, and differences of two
//! agents with the same seeds, vary much less than wins and losses. The empirical Bernstein confidence sequence (Waudby-Smith and
//! Ramdas, *Estimating means of bounded random variables by betting*, Theorem 2) is narrower there. For results `x` in [0, 1], with
//! the mean `m` and the variance `s²` of those before, a bet of
//!
//! ```text
//! λₜ = min(½, √(2 ln(2/α) ÷ (s²ₜ₋₁ t ln(1 + t))))
//! ```
//!
//! makes `exp(Σ λₜ (xₜ - μ) - 4 (xₜ - mₜ₋₁)² ψ(λₜ))`, `ψ(λ) = (-ln(1 - λ) - λ) ÷ 4`, a supermartingale that begins at 1. So the mean is
//! at all times at once, with probability 1 - α, within
//!
//! ```text
//! Σ λ x ÷ Σ λ ± (ln(2/α) + Σ 4 (x - m)² ψ(λ)) ÷ Σ λ
//! ```
//!
//! and the intersection of these intervals is the interval. Each result may depend on those before it, as long as its mean does
//! not: which result comes next may be decided by what was seen.

use super::Interval;

/// The mean of results in [0, 1], one after the other.
///
/// ```
/// use waxwing_workshop::statistics::Bernstein;
///
/// let mut mean = Bernstein::new(0.05);
/// (0..200).for_each(|_| mean.add(0.7));
/// assert!(mean.interval().low > 0.6 && mean.interval().high < 0.8 && (mean.mean() - 0.7).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bernstein {
    /// How likely the mean may ever be outside.
    error: f64,
    count: f64,
    sum: f64,
    /// Squared distances from the means before, with one quarter for a result that is not there.
    squares: f64,
    bets: f64,
    weighted: f64,
    spread: f64,
    interval: Interval,
}

impl Bernstein {
    /// No results yet; the interval may ever be wrong with this probability.
    pub fn new(error: f64) -> Bernstein {
        let interval = Interval::UNKNOWN;
        Bernstein { error, count: 0.0, sum: 0.0, squares: 0.25, bets: 0.0, weighted: 0.0, spread: 0.0, interval }
    }

    /// One more result.
    pub fn add(&mut self, result: f64) {
        let (number, before) = (self.count + 1.0, self.guess());
        let variance = self.squares / number;
        let sure = (2.0 / self.error).ln();
        let bet = (2.0 * sure / (variance * number * (1.0 + number).ln())).sqrt().min(0.5);
        let distance = (result - before) * (result - before);
        self.spread += 4.0 * distance * (-(1.0 - bet).ln() - bet) / 4.0;
        self.bets += bet;
        self.weighted += bet * result;
        (self.count, self.sum) = (number, self.sum + result);
        self.squares += (result - self.guess()) * (result - self.guess());
        let (middle, half) = (self.weighted / self.bets, (sure + self.spread) / self.bets);
        let (low, high) = (self.interval.low.max(middle - half), self.interval.high.min(middle + half));
        // Only where the mean is outside, which is rare, could the intersection be empty.
        self.interval = Interval { low: low.min(1.0), high: high.max(low).min(1.0) };
    }

    /// What the mean is guessed to be: with one half for a result that is not there.
    fn guess(&self) -> f64 {
        (0.5 + self.sum) / (self.count + 1.0)
    }

    /// How many results there are.
    pub fn count(&self) -> u64 {
        self.count as u64
    }

    /// Their mean; one half without any.
    pub fn mean(&self) -> f64 {
        if self.count == 0.0 { 0.5 } else { self.sum / self.count }
    }

    /// Where the mean is, whenever one looks.
    pub fn interval(&self) -> Interval {
        self.interval
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Results;
    use waxwing::Rng;

    /// How often the mean is ever outside, looking after each of 300 results.
    fn ever_missed(mean: f64, result: impl Fn(&mut Rng) -> f64) -> f64 {
        const RUNS: u64 = 1_000;
        let missed = |run: &u64| {
            let (mut rng, mut results) = (Rng::new(Rng::derive(11, *run)), Bernstein::new(0.05));
            (0..300).for_each(|_| results.add(result(&mut rng)));
            let Interval { low, high } = results.interval();
            // Intervals only shrink: what was outside once is outside in the end.
            !(low..=high).contains(&mean)
        };
        (0..RUNS).filter(missed).count() as f64 / RUNS as f64
    }

    #[test]
    fn the_mean_is_inside_at_all_times_for_whoever_stops_when_he_likes() {
        // Three standard errors above 5 %.
        const MOST: f64 = 0.071;
        for mean in [0.5, 0.63, 0.97] {
            let missed = ever_missed(mean, |rng| f64::from(u8::from(f64::from(rng.unit()) < mean)));
            assert!(missed <= MOST, "{missed} at {mean}");
        }
        assert!(ever_missed(0.5, |rng| (rng.below(2) + rng.below(2)) as f64 / 2.0) <= MOST);
        assert!(ever_missed(0.55, |rng| 0.5 + 0.1 * f64::from(rng.unit())) <= MOST);
    }

    #[test]
    fn an_interval_that_claims_too_much_is_found_out_by_the_same_simulation() {
        let missed = ever_missed(0.5, |rng| f64::from(u8::from(rng.below(100) < 62)));
        assert!(missed > 0.5, "{missed}");
    }

    #[test]
    fn it_is_narrower_than_what_knows_no_variance_where_results_vary_little() {
        let (mut rng, mut results, mut bernstein) = (Rng::new(3), Results::default(), Bernstein::new(0.05));
        for _ in 0..1_000 {
            let result = 0.5 + 0.2 * (f64::from(rng.unit()) - 0.5);
            results.add(result);
            bernstein.add(result);
        }
        let width = |interval: Interval| interval.high - interval.low;
        assert!(width(bernstein.interval()) < 0.5 * width(results.anytime_interval()));
        assert_eq!(bernstein.count(), 1_000);
    }
}
