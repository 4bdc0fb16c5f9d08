//! Rates with their intervals.

use serde::Serialize;
use statrs::distribution::{Beta, Binomial, ContinuousCDF, DiscreteCDF};

/// Half of what a 95 % interval leaves out.
const TAIL: f64 = 0.025;
/// The 97.5 % quantile of the normal distribution.
const NORMAL: f64 = 1.959_963_984_540_054;

/// A 95 % confidence interval of a rate. It serializes as `[low, high]`.
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
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> [f64; 2] {
        [interval.low, interval.high]
    }
}

/// The exact (Clopper-Pearson) 95 % interval of a rate after so many successes in so many trials.
///
/// ```
/// let interval = waxwing_lab::clopper_pearson(8, 10);
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

/// The difference in Elo rating at which the better player is expected to score this; `None` at 0 and 1, where no finite
/// difference is enough.
pub fn elo(score: f64) -> Option<f64> {
    // An even score is a difference of 0, not of -0.
    (score > 0.0 && score < 1.0).then(|| 0.0 - 400.0 * (1.0 / score - 1.0).log10())
}

/// What a game was for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It had the highest reward.
    Won,
    /// All rewards were equal.
    Drawn,
    /// Another one had more.
    Lost,
}

/// Results of one side: wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// One more game.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Won => self.wins += 1,
            Outcome::Drawn => self.draws += 1,
            Outcome::Lost => self.losses += 1,
        }
    }

    /// All games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Wins ÷ games, if there are any.
    pub fn win_rate(self) -> Option<f64> {
        (self.games() > 0).then(|| self.wins as f64 / self.games() as f64)
    }

    /// The exact interval of [`Score::win_rate`].
    pub fn win_interval(self) -> Interval {
        clopper_pearson(self.wins, self.games())
    }

    /// The mean of win 1, draw ½, loss 0, if there are any games.
    pub fn mean(self) -> Option<f64> {
        (self.games() > 0).then(|| (self.wins as f64 + 0.5 * self.draws as f64) / self.games() as f64)
    }

    /// The interval of [`Score::mean`] by the normal approximation, cut to [0, 1]. It says nothing where all results
    /// are the same: there the exact interval of that result's rate stands in.
    pub fn mean_interval(self) -> Interval {
        let Some(mean) = self.mean() else { return Interval::UNKNOWN };
        let games = self.games();
        match self {
            Score { draws: 0, losses: 0, .. } | Score { wins: 0, draws: 0, .. } => {
                return clopper_pearson(self.wins, games);
            }
            Score { wins: 0, losses: 0, .. } => {
                // At worst every unseen result is a loss, at best a win.
                let missing = (1.0 - clopper_pearson(games, games).low) / 2.0;
                return Interval { low: mean - missing, high: mean + missing };
            }
            _ => {}
        }
        let squares =
            [(self.wins, 1.0), (self.draws, 0.5), (self.losses, 0.0)].map(|(n, x)| n as f64 * (x - mean) * (x - mean));
        let variance = squares.iter().sum::<f64>() / (games - 1) as f64;
        let half = NORMAL * (variance / games as f64).sqrt();
        Interval { low: (mean - half).max(0.0), high: (mean + half).min(1.0) }
    }
}

/// The mean of some numbers and its interval by the normal approximation, which is all numbers where there are not two.
pub(crate) fn mean_and_interval(numbers: &[f64]) -> (f64, Interval) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = numbers.iter().map(|number| (number - mean) * (number - mean)).sum();
    let half = NORMAL * (squares / (count - 1.0) / count).sqrt();
    let half = if numbers.len() < 2 { f64::INFINITY } else { half };
    (mean, Interval { low: mean - half, high: mean + half })
}

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

    /// The 95 % interval of [`Paired::difference`]: McNemar's, with one trial added to each kind that counts (Bonett and
    /// Price), so that it also holds for few trials.
    pub fn interval(self) -> Interval {
        let (first, second) = (self.first_only as f64 + 1.0, self.second_only as f64 + 1.0);
        let trials = self.trials as f64 + 2.0;
        let middle = (first - second) / trials;
        let variance = ((first + second) / trials - middle * middle) / trials;
        let half = NORMAL * variance.sqrt();
        Interval { low: (middle - half).max(-1.0), high: (middle + half).min(1.0) }
    }

    /// McNemar's exact test: how likely a difference as large as this is where there is none, in either direction.
    pub fn p_value(self) -> f64 {
        let differing = self.first_only + self.second_only;
        let fair = Binomial::new(0.5, differing).expect("a half is a probability");
        (2.0 * fair.cdf(self.first_only.min(self.second_only))).min(1.0)
    }
}

/// How often one side won, as it is reported.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct Wins {
    /// Games in which it had the highest reward, and not all rewards were equal.
    pub wins: u64,
    /// Games in which all rewards were equal.
    pub draws: u64,
    /// The others.
    pub losses: u64,
    /// Wins ÷ games, a fraction; `None` before the first game.
    pub win_rate: Option<f64>,
    /// Its Clopper-Pearson interval.
    pub ci95: Interval,
}

impl From<Score> for Wins {
    fn from(score: Score) -> Wins {
        let Score { wins, draws, losses } = score;
        Wins { wins, draws, losses, win_rate: score.win_rate(), ci95: score.win_interval() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(interval: Interval, low: f64, high: f64) {
        assert!((interval.low - low).abs() < 6e-5, "{interval:?} should be [{low}, {high}]");
        assert!((interval.high - high).abs() < 6e-5, "{interval:?} should be [{low}, {high}]");
    }

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

    #[test]
    fn the_mean_score_has_the_normal_interval() {
        // 60 wins, 20 draws, 20 losses: mean 0.7, sample variance 0.1616.., so ±1.96 · 0.0402.
        let score = Score { wins: 60, draws: 20, losses: 20 };
        assert_eq!(score.mean(), Some(0.7));
        near(score.mean_interval(), 0.62121, 0.77879);
        let short = Score { wins: 3, draws: 1, losses: 0 }.mean_interval();
        assert_eq!(short.high, 1.0);
    }

    #[test]
    fn equal_results_are_not_taken_for_certainty() {
        near(Score { wins: 10, ..Score::default() }.mean_interval(), 0.6915, 1.0);
        near(Score { losses: 10, ..Score::default() }.mean_interval(), 0.0, 0.3085);
        near(Score { draws: 10, ..Score::default() }.mean_interval(), 0.34575, 0.65425);
        assert_eq!(Score::default().mean_interval(), Interval::UNKNOWN);
        assert_eq!(Score::default().mean(), None);
    }

    #[test]
    fn elo_follows_the_logistic_curve() {
        assert_eq!(elo(0.5), Some(0.0));
        assert!((elo(0.75).unwrap() - 190.85).abs() < 0.01);
        assert!((elo(1.0 / 11.0).unwrap() + 400.0).abs() < 1e-9);
        assert_eq!((elo(0.0), elo(1.0)), (None, None));
    }

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
    fn a_mean_has_the_interval_of_its_standard_error() {
        let (mean, interval) = mean_and_interval(&[1.0, 2.0, 3.0, 4.0]);
        // The standard deviation is √(5/3), the standard error half of it.
        let half = NORMAL * (5.0f64 / 3.0).sqrt() / 2.0;
        assert!((mean - 2.5).abs() < 1e-12 && (interval.high - 2.5 - half).abs() < 1e-12);
        assert_eq!(mean_and_interval(&[7.0]).1.low, f64::NEG_INFINITY);
    }

    #[test]
    fn a_paired_difference_is_exact_where_trials_are_few() {
        let mut paired = Paired::default();
        assert_eq!((paired.difference(), paired.p_value()), (None, 1.0));
        assert!(paired.interval().low < -0.9 && paired.interval().high > 0.9);
        for (first, second) in [(true, false), (true, false), (true, false), (true, true), (false, false)] {
            paired.add(first, second);
        }
        assert_eq!(paired, Paired { trials: 5, first_only: 3, second_only: 0 });
        // Three of three by chance: twice 1/8.
        assert!((paired.p_value() - 0.25).abs() < 1e-12);
        assert!(paired.interval().low < 0.0);
    }
}
