//! Looking at results while they come in, and stopping when enough is known.
//!
//! An interval that is right for a fixed number of games is wrong for those who look after every game and stop when
//! they like what they see. The intervals and the test of this file may be looked at as often as one likes.
//!
//! **Confidence sequence.** For results `x` in [0, 1] with mean `p`, and `q` drawn uniformly from [0, 1] (Robbins' mixture),
//!
//! ```text
//! M(p) = ∫ q^S (1-q)^(n-S) dq ÷ (p^S (1-p)^(n-S)) = B(S+1, n-S+1) ÷ (p^S (1-p)^(n-S)),    S = Σ x
//! ```
//!
//! is a supermartingale that begins at 1: for wins and losses its expectation stays 1, and for results in between
//! `a^x b^(1-x) ≤ x·a + (1-x)·b` lets it only fall. By Ville's inequality it ever reaches 20 with probability at most 5 %, so
//! all `p` with `M(p) < 20` are an interval that contains the mean at all times at once, with 95 %.
//!
//! It stays one where the results of a group have different means (seats), as long as they are independent and these average
//! to `p` (the product of `1 + cᵢ` with `Σ cᵢ = 0` is at most 1). Where they share deals or dice, their mean is one result.
//!
//! **SPRT.** Wald's test of `p₀` against `p₁`, with the same argument for draws.

use statrs::function::gamma::ln_gamma;

use crate::statistics::Interval;

/// How often a confidence sequence may ever miss the mean.
const ERROR: f64 = 0.05;

/// Results in [0, 1] so far: their number and their sum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Results {
    /// How many.
    pub count: f64,
    /// Their sum.
    pub sum: f64,
}

impl Results {
    /// One more.
    pub fn add(&mut self, result: f64) {
        self.count += 1.0;
        self.sum += result;
    }

    /// Adds others.
    pub fn add_all(&mut self, others: Results) {
        self.count += others.count;
        self.sum += others.sum;
    }

    /// The interval of the mean that may be looked at as often as one likes.
    ///
    /// ```
    /// let results = waxwing_workshop::Results { count: 100.0, sum: 60.0 };
    /// let interval = results.anytime_interval();
    /// assert!(interval.low < 0.46 && interval.high > 0.73); // Clopper-Pearson: 0.497 to 0.697
    /// ```
    pub fn anytime_interval(self) -> Interval {
        let middle = self.sum / self.count.max(1.0);
        let outside = |p: f64| self.log_evidence_against(p) >= -ERROR.ln();
        let end = |mut inside: f64, mut beyond: f64| {
            if !outside(beyond) {
                return beyond;
            }
            // The evidence grows on the way from the mean outwards.
            for _ in 0..60 {
                let between = (inside + beyond) / 2.0;
                *(if outside(between) { &mut beyond } else { &mut inside }) = between;
            }
            beyond
        };
        Interval { low: end(middle, 0.0), high: end(middle, 1.0) }
    }

    /// ln M(p).
    fn log_evidence_against(self, p: f64) -> f64 {
        let (won, lost) = (self.sum, self.count - self.sum);
        let log_beta = ln_gamma(won + 1.0) + ln_gamma(lost + 1.0) - ln_gamma(self.count + 2.0);
        log_beta - log_likelihood(won, p) - log_likelihood(lost, 1.0 - p)
    }
}

/// The logarithm of a probability's power, where nothing happens with probability 0 no times.
fn log_likelihood(times: f64, probability: f64) -> f64 {
    if times == 0.0 { 0.0 } else { times * probability.ln() }
}

/// Wald's sequential test: is the mean `low`, or rather `high`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    low: f64,
    high: f64,
    error: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// The mean is the lower one.
    Low,
    /// The mean is the higher one.
    High,
}

impl Sprt {
    /// A test that errs with this probability, in either direction; `None` unless 0 < low < high < 1 and 0 < error < ½.
    pub fn new(low: f64, high: f64, error: f64) -> Option<Sprt> {
        let sane = 0.0 < low && low < high && high < 1.0 && 0.0 < error && error < 0.5;
        sane.then_some(Sprt { low, high, error })
    }

    /// What it says after these results.
    pub fn verdict(self, results: Results) -> Verdict {
        let (won, lost) = (results.sum, results.count - results.sum);
        let ratio = won * (self.high / self.low).ln() + lost * ((1.0 - self.high) / (1.0 - self.low)).ln();
        let bound = ((1.0 - self.error) / self.error).ln();
        match ratio {
            ratio if ratio >= bound => Verdict::High,
            ratio if ratio <= -bound => Verdict::Low,
            _ => Verdict::Open,
        }
    }
}

/// When enough is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Until {
    /// The interval that may always be looked at is at most so wide.
    Width(f64),
    /// The test has a verdict.
    Sprt(Sprt),
}

impl Until {
    /// Whether it is known.
    pub fn is_reached(self, results: Results) -> bool {
        match self {
            Until::Width(width) => {
                let Interval { low, high } = results.anytime_interval();
                high - low <= width
            }
            Until::Sprt(test) => test.verdict(results) != Verdict::Open,
        }
    }
}

impl std::str::FromStr for Until {
    type Err = String;

    /// Reads `width=3%`, `sprt(0.5, 0.55)` or `sprt(0.5, 0.55, 0.01)`.
    fn from_str(text: &str) -> Result<Until, String> {
        const EXPECTED: &str = "expected `width=3%`, or `sprt(0.5, 0.55)` with 0 < low < high < 1 and, behind them, the \
                                probability of an error if it is not to be 0.05";
        if let Some(width) = text.strip_prefix("width=").and_then(|rest| rest.strip_suffix('%')) {
            let width = width.trim().parse::<f64>().ok().filter(|width| *width > 0.0 && *width <= 100.0);
            return width.map(|width| Until::Width(width / 100.0)).ok_or_else(|| EXPECTED.into());
        }
        let inside = text.strip_prefix("sprt(").and_then(|rest| rest.strip_suffix(')')).ok_or(EXPECTED)?;
        let numbers: Result<Vec<f64>, _> = inside.split(',').map(|number| number.trim().parse()).collect();
        let test = match numbers.as_deref() {
            Ok([low, high]) => Sprt::new(*low, *high, ERROR),
            Ok([low, high, error]) => Sprt::new(*low, *high, *error),
            _ => None,
        };
        test.map(Until::Sprt).ok_or_else(|| EXPECTED.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::clopper_pearson;
    use waxwing::Rng;

    const RUNS: u64 = 1_000;
    const LENGTH: u64 = 400;

    /// How often somebody who looks after every result finds the mean outside at some time.
    fn ever_missed(mean: f64, result: impl Fn(&mut Rng) -> f64, misses: impl Fn(Results, f64) -> bool) -> f64 {
        let missed = |run: u64| {
            let (mut rng, mut results) = (Rng::new(Rng::derive(5, run)), Results::default());
            (0..LENGTH).any(|_| {
                results.add(result(&mut rng));
                misses(results, mean)
            })
        };
        (0..RUNS).filter(|&run| missed(run)).count() as f64 / RUNS as f64
    }

    fn outside(results: Results, mean: f64) -> bool {
        results.log_evidence_against(mean) >= -ERROR.ln()
    }

    #[test]
    fn the_mean_is_inside_at_all_times_for_whoever_stops_when_he_likes() {
        // Three standard errors above 5 %.
        const MOST: f64 = 0.071;
        for mean in [0.5, 0.63, 0.9] {
            let missed = ever_missed(mean, |rng| f64::from(u8::from(f64::from(rng.unit()) < mean)), outside);
            assert!(missed <= MOST, "{missed} at {mean}");
        }
        // Wins, draws and losses; and means of two games with shared dice.
        let third = |rng: &mut Rng| [0.0, 0.5, 1.0][rng.below(3)];
        assert!(ever_missed(0.5, third, outside) <= MOST);
        let pair = |rng: &mut Rng| (rng.below(2) + rng.below(2)) as f64 / 2.0;
        assert!(ever_missed(0.5, pair, outside) <= MOST);
        // One game in either seat, of which the first seat wins most.
        let seats = |rng: &mut Rng, second: bool| f64::from(u8::from(rng.below(10) < if second { 3 } else { 9 }));
        let turn = std::cell::Cell::new(false);
        assert!(ever_missed(0.6, |rng| seats(rng, turn.replace(!turn.get())), outside) <= MOST);
    }

    #[test]
    fn an_interval_for_a_fixed_number_of_games_is_missed_by_whoever_keeps_looking() {
        let misses = |results: Results, mean: f64| {
            let interval = clopper_pearson(results.sum as u64, results.count as u64);
            (results.count as u64).is_multiple_of(20) && !(interval.low..=interval.high).contains(&mean)
        };
        let missed = ever_missed(0.5, |rng| rng.below(2) as f64, misses);
        assert!(missed > 0.12, "{missed}");
    }

    #[test]
    fn the_interval_holds_what_is_not_excluded_and_shrinks() {
        let mut last = 2.0;
        for count in [0, 1, 10, 100, 10_000] {
            let results = Results { count: f64::from(count), sum: f64::from(count) * 0.6 };
            let Interval { low, high } = results.anytime_interval();
            for p in (1..100).map(|p| f64::from(p) / 100.0) {
                assert_eq!((low..=high).contains(&p), !outside(results, p), "{p} after {count}");
            }
            assert!(high - low < last || count <= 1, "{low} {high}");
            last = high - low;
        }
        assert_eq!(Results { count: 9.0, sum: 9.0 }.anytime_interval().high, 1.0);
    }

    #[test]
    fn the_test_errs_as_seldom_as_it_says() {
        let test = Sprt::new(0.5, 0.6, 0.05).unwrap();
        let verdict = |mean: f64, run: u64| {
            let (mut rng, mut results) = (Rng::new(Rng::derive(9, run)), Results::default());
            loop {
                results.add(f64::from(u8::from(f64::from(rng.unit()) < mean)));
                let verdict = test.verdict(results);
                if verdict != Verdict::Open {
                    return verdict;
                }
            }
        };
        let share = |mean: f64, wrong: Verdict| (0..RUNS).filter(|&run| verdict(mean, run) == wrong).count();
        assert!(share(0.5, Verdict::High) <= 71 && share(0.6, Verdict::Low) <= 71);
        assert!(share(0.4, Verdict::High) <= 5);
    }

    #[test]
    fn what_is_enough_is_read_from_a_text() {
        assert_eq!("width=3%".parse(), Ok(Until::Width(0.03)));
        assert_eq!("sprt(0.5, 0.55)".parse(), Ok(Until::Sprt(Sprt::new(0.5, 0.55, 0.05).unwrap())));
        for wrong in ["", "width=3", "width=0%", "width=x%", "sprt(0.6,0.5)", "sprt(0.5)", "sprt(0.5,0.6,0.7)", "nan"] {
            assert!(wrong.parse::<Until>().unwrap_err().starts_with("expected `width=3%`"), "{wrong}");
        }
        let enough = Results { count: 20_000.0, sum: 10_000.0 };
        assert!(Until::Width(0.03).is_reached(enough) && !Until::Width(0.01).is_reached(enough));
    }
}
