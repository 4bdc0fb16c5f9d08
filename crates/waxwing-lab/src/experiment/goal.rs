//! What is to be known of a cell's number before other cells come first.

use super::{Cell, Measure};
use waxwing_workshop::Results;
use waxwing_workshop::statistics::{Interval, wilson};

/// How much is to be known of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// Half of the 95 % interval, as a part of one.
    half: f64,
    /// What a draw is worth in the number that the cell is about.
    pub draw: f64,
    /// The interval of the published number.
    published: Option<Interval>,
}

impl Goal {
    /// The goal of a cell; `None` if its number is not one of wins or points.
    pub(super) fn of(cell: &Cell, half: f64) -> Option<Goal> {
        let draw = match cell.measure {
            Measure::Wins => 0.0,
            Measure::Points => 0.5,
            _ => return None,
        };
        let published = cell.published.map(|published| {
            let trials = published.trials();
            wilson((published.rate() * trials as f64).round() as u64, trials)
        });
        Some(Goal { half, draw, published })
    }

    /// Whether the number is known well enough, or known to differ from the published one: its interval that may be looked
    /// at at any time has nothing in common with that of the paper.
    pub(super) fn is_reached(&self, results: Results) -> bool {
        let usual = wilson(results.sum.round() as u64, results.count.round() as u64);
        let differs = |published: Interval| {
            let ours = results.anytime_interval();
            ours.low > published.high || ours.high < published.low
        };
        let is_narrow = results.count >= 1.0 && usual.high - usual.low <= 2.0 * self.half;
        is_narrow || self.published.is_some_and(differs)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::SMALL;
    use super::*;
    use crate::experiment::Experiment;
    use crate::testing::workshop;

    /// The goal of three points of the first cell, whose published number is 55.5 of 1,000 games.
    fn goal(text: &str) -> Option<Goal> {
        Goal::of(&Experiment::read(&workshop(), "small.toml", text).unwrap().cells[0], 0.03)
    }

    #[test]
    fn a_goal_is_reached_when_the_number_is_known_or_known_to_differ() {
        let reached = |sum: f64, count: f64| goal(SMALL).unwrap().is_reached(Results { count, sum });
        assert!(!reached(0.0, 0.0) && !reached(555.0, 1_000.0), "±3.1 points at 1,000 games");
        assert!(reached(610.5, 1_100.0));
        assert!(!reached(43.0, 100.0), "43 % of 100 games may be 52 %");
        assert!(reached(75.0, 300.0), "25 % of 300 games are not");
        let without = SMALL.replace("[55.5, nan]", "[nan, nan]");
        assert!(!goal(&without).unwrap().is_reached(Results { count: 300.0, sum: 75.0 }));
        assert!(goal(&SMALL.replace("seed = 3", "measure = 'depth'")).is_none());
        assert_eq!(goal(&SMALL.replace("seed = 3", "measure = 'points'")).unwrap().draw, 0.5);
    }
}
