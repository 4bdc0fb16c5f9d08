//! Whether a rate agrees with a published one.

use serde::Serialize;

use crate::experiment::Published;
use waxwing_workshop::statistics::{Interval, difference_interval};

/// An interval of a difference that is at most this wide to either side is narrow enough to speak of agreement.
pub const NARROW: f64 = 0.05;

/// What is said of a rate and a published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// The interval of their difference contains 0 and is narrow.
    Agrees,
    /// It does not contain 0.
    Differs,
    /// It contains 0, and is too wide to say more.
    NotEnoughGames,
}

/// A rate next to a published one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Compared {
    /// Ours - theirs, a fraction.
    pub difference: f64,
    /// Its 95 % interval, in which their games count too.
    pub interval: Interval,
    /// What that means.
    pub agreement: Agreement,
}

impl Compared {
    /// Compares a rate of `games` games with a published number.
    pub(super) fn new(rate: f64, games: u64, published: &Published) -> Compared {
        let theirs = published.rate();
        let interval = difference_interval((rate, games), (theirs, published.trials()));
        let agreement = match interval {
            Interval { low, high } if low > 0.0 || high < 0.0 => Agreement::Differs,
            Interval { low, high } if high - low <= 2.0 * NARROW => Agreement::Agrees,
            _ => Agreement::NotEnoughGames,
        };
        Compared { difference: rate - theirs, interval, agreement }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn published(value: f64, plus_minus: Option<f64>, games: Option<u64>) -> Published {
        Published { value, plus_minus, games }
    }

    #[test]
    fn agreement_needs_a_narrow_interval_around_nothing() {
        let said = published(60.0, None, Some(1000));
        let compared = |wins: f64, games: u64| Compared::new(wins / games as f64, games, &said).agreement;
        // Half an interval is about 1.96 · √(0.24/n + 0.24/1000): 7.4 points for 200 games, 4.3 for 1000.
        assert_eq!(compared(120.0, 200), Agreement::NotEnoughGames);
        assert_eq!(compared(600.0, 1000), Agreement::Agrees);
        assert_eq!(compared(640.0, 1000), Agreement::Agrees);
        assert_eq!(compared(650.0, 1000), Agreement::Differs);
        assert_eq!(compared(90.0, 200), Agreement::Differs);
    }

    #[test]
    fn narrow_means_five_points_to_either_side() {
        let said = published(60.0, None, Some(1000));
        let compared = |games: u64| Compared::new(0.6, games, &said);
        let half = |games: u64| (compared(games).interval.high - compared(games).interval.low) / 2.0;
        // More games make it narrower; this is the first number of them that is enough.
        let enough = (1..).find(|&games| half(games) <= 0.05).expect("the interval shrinks below five points");
        assert!(half(enough - 1) < 0.0502, "{} is just above", half(enough - 1));
        assert_eq!(compared(enough).agreement, Agreement::Agrees);
        assert_eq!(compared(enough - 1).agreement, Agreement::NotEnoughGames);
    }

    #[test]
    fn a_number_without_games_and_interval_is_exact() {
        let exact = Compared::new(0.55, 1000, &published(50.0, None, None));
        assert_eq!(exact.agreement, Agreement::Differs);
        assert!((exact.difference - 0.05).abs() < 1e-12 && exact.interval.low > 0.018, "{exact:?}");
    }
}
