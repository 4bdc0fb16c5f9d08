//! Wins, draws and losses, and the rating that they speak for.

use serde::Serialize;
use statrs::distribution::{Binomial, DiscreteCDF};

use super::{Interval, NORMAL, clopper_pearson};

/// The difference in Elo rating at which the better player is expected to score this; `None` at 0 and 1, where no
/// finite difference is enough.
pub fn elo(score: f64) -> Option<f64> {
    // An even score is a difference of 0, not of -0.
    (score > 0.0 && score < 1.0).then(|| 0.0 - 400.0 * (1.0 / score - 1.0).log10())
}

/// The difference in Elo rating between a score and a parity, what equal players would score: that of the score less that of
/// the parity. `None` where either is 0 or 1.
///
/// ```
/// use waxwing_workshop::statistics::{elo, elo_against};
/// assert_eq!(elo_against(0.75, 0.5), elo(0.75));
/// assert_eq!(elo_against(1.0 / 3.0, 1.0 / 3.0), Some(0.0));
/// ```
pub fn elo_against(score: f64, parity: f64) -> Option<f64> {
    Some(elo(score)? - elo(parity)?)
}

/// The differences in Elo rating of the ends of a score's interval, infinite where that reaches 0 or 1.
pub fn elo_interval(score: Interval, parity: f64) -> Interval {
    Interval {
        low: elo_against(score.low, parity).unwrap_or(f64::NEG_INFINITY),
        high: elo_against(score.high, parity).unwrap_or(f64::INFINITY),
    }
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

    /// The standard error of [`Score::mean`]; `None` where all results are the same, which says nothing about it.
    pub fn standard_error(self) -> Option<f64> {
        let (mean, games) = (self.mean()?, self.games());
        let squares =
            [(self.wins, 1.0), (self.draws, 0.5), (self.losses, 0.0)].map(|(n, x)| n as f64 * (x - mean) * (x - mean));
        let alike = [self.wins, self.draws, self.losses].contains(&games);
        (!alike).then(|| (squares.iter().sum::<f64>() / (games - 1) as f64 / games as f64).sqrt())
    }

    /// The interval of [`Score::mean`] by the normal approximation, cut to [0, 1]. It says nothing where all results
    /// are the same: there it is the exact interval of that result's rate.
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
        let Some(error) = self.standard_error() else { return Interval::UNKNOWN };
        Interval::around(mean, NORMAL * error, 0.0, 1.0)
    }
}

/// A difference in Elo rating and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EloEstimate {
    /// The difference at which the score is expected.
    pub difference: f64,
    /// The differences of the ends of the score's interval, infinite where that reaches 0 or 1. It need not lie evenly
    /// about the difference.
    pub interval: Interval,
    /// The standard error by the delta method, the score's by the slope of the curve; `None` where the score has none.
    pub standard_error: Option<f64>,
}

impl Score {
    /// The difference in Elo rating that these games speak for; `None` where all were won or all lost, and without
    /// games.
    ///
    /// ```
    /// let score = waxwing_workshop::statistics::Score { wins: 4324, draws: 2239, losses: 3437 };
    /// let elo = score.elo().unwrap();
    /// assert_eq!(elo.difference.round(), 31.0);
    /// assert!(elo.interval.low > 24.0 && elo.interval.high < 38.0);
    /// ```
    pub fn elo(self) -> Option<EloEstimate> {
        let mean = self.mean()?;
        let slope = 400.0 / (std::f64::consts::LN_10 * mean * (1.0 - mean));
        Some(EloEstimate {
            difference: elo(mean)?,
            interval: elo_interval(self.mean_interval(), 0.5),
            standard_error: self.standard_error().map(|error| error * slope),
        })
    }
}

/// How likely it is that the side with this score is the better one: that it wins more than half of the games that are
/// not drawn, if every such share was equally likely before the first game. Draws do not matter.
///
/// ```
/// let score = waxwing_workshop::statistics::Score { wins: 3, draws: 20, losses: 0 };
/// assert!((waxwing_workshop::statistics::likelihood_of_superiority(score) - 15.0 / 16.0).abs() < 1e-12);
/// ```
pub fn likelihood_of_superiority(score: Score) -> f64 {
    // The share has the distribution Beta(wins + 1, losses + 1), whose tails are those of a binomial distribution.
    let fair = Binomial::new(0.5, score.wins + score.losses + 1).expect("a half is a probability");
    fair.cdf(score.wins)
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
    use super::super::near;
    use super::*;

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

    /// An even share among three is no loss of rating, and the curve has the same steps from there.
    #[test]
    fn elo_is_taken_against_parity() {
        let third = 1.0 / 3.0;
        assert_eq!(elo_against(third, third), Some(0.0));
        // Odds of 1 to 1 are twice those of 1 to 2.
        assert!((elo_against(0.5, third).unwrap() - 400.0 * 2f64.log10()).abs() < 1e-9);
        let around = elo_interval(Interval { low: 0.25, high: 0.4 }, third);
        assert!(around.low < 0.0 && around.high > 0.0, "{around:?}");
        let open = elo_interval(Interval { low: 0.0, high: 1.0 }, third);
        assert_eq!((open.low, open.high), (f64::NEG_INFINITY, f64::INFINITY));
    }

    /// Matches of the same engine with twice the time, as they were published with their ratings: 44.97 % won and 49.20
    /// % drawn are 144 points.
    #[test]
    fn elo_estimates_are_the_published_ones() {
        let estimate = Score { wins: 4497, draws: 4920, losses: 583 }.elo().unwrap();
        assert_eq!(estimate.difference.round(), 144.0);
        assert_eq!(Score { wins: 7, draws: 0, losses: 0 }.elo(), None);
        assert_eq!(Score::default().elo(), None);
    }

    /// The ends give the ends of the score's interval again, and the standard error is that of a small step along the
    /// curve.
    #[test]
    fn elo_errors_follow_the_curve() {
        let expected_score = |difference: f64| 1.0 / (1.0 + 10f64.powf(-difference / 400.0));
        for (wins, draws, losses) in [(60, 20, 20), (311, 0, 289), (5, 90, 8)] {
            let score = Score { wins, draws, losses };
            let (estimate, of_score) = (score.elo().unwrap(), score.mean_interval());
            near(of_score, expected_score(estimate.interval.low), expected_score(estimate.interval.high));
            let step = expected_score(estimate.difference + 0.5) - expected_score(estimate.difference - 0.5);
            let error = (of_score.high - of_score.low) / 2.0 / NORMAL / step;
            assert!((estimate.standard_error.unwrap() / error - 1.0).abs() < 1e-4, "{estimate:?}");
        }
        let open = Score { wins: 3, draws: 1, losses: 0 }.elo().unwrap();
        assert!(open.interval.high == f64::INFINITY && open.interval.low > 0.0);
        assert_eq!(Score { draws: 4, ..Score::default() }.elo().unwrap().standard_error, None);
    }

    #[test]
    fn superiority_is_the_integral_of_the_likelihood() {
        for (wins, losses) in [(0, 0), (1, 0), (5, 9), (60, 41), (300, 290)] {
            let likelihood = |p: f64| (f64::from(wins) * p.ln() + f64::from(losses) * (1.0 - p).ln()).exp();
            let steps = 100_000;
            let middles = (0..steps).map(|step| (f64::from(step) + 0.5) / f64::from(steps));
            let (above, below): (Vec<f64>, Vec<f64>) = middles.partition(|p| *p > 0.5);
            let [above, below] = [above, below].map(|ps| ps.into_iter().map(likelihood).sum::<f64>());
            let score = Score { wins: wins as u64, draws: 3, losses: losses as u64 };
            let expected = above / (above + below);
            let found = likelihood_of_superiority(score);
            assert!((found - expected).abs() < 1e-6, "{wins}:{losses} {found}, not {expected}");
        }
    }
}
