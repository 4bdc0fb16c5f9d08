//! Results that are not independent game by game: games in groups, of which each is one observation.
//!
//! Games that share a deal, dice or an opening are alike: with good cards anyone wins. What is independent is the group, and
//! the spread between groups says how well a mean is known. With `S` the sum of the results of a group, `n` its games, `m` the
//! mean of all `N` games in `G` groups,
//!
//! ```text
//! SE² = G ÷ (G - 1) · Σ (S - n·m)² ÷ N²
//! ```
//!
//! which is the usual standard error where a group is one game, and the one of the groups' means where all are equally large.
//! Groups are few, so that their intervals take Student's distribution; games take the normal one.

use std::collections::BTreeMap;

use statrs::distribution::{Beta, ContinuousCDF, Normal, StudentsT};

use super::{Interval, NORMAL, TAIL, clopper_pearson};

/// Results between 0 and 1, in units that are independent of each other. Nothing that it tells depends on the order in which
/// results were added.
#[derive(Clone, Debug)]
pub struct Units {
    /// The results of a whole unit.
    size: u64,
    /// How often each kind of whole unit came: its results, and the bits of their sum.
    whole: BTreeMap<(u64, u64), u64>,
    /// The results of units that are not whole, each with its number.
    open: BTreeMap<u64, Vec<(u64, f64)>>,
}

impl Units {
    /// No results yet; a unit has this many of them, by number one after the other.
    pub fn of(size: usize) -> Units {
        Units { size: size.max(1) as u64, whole: BTreeMap::new(), open: BTreeMap::new() }
    }

    /// Adds the result of a number.
    pub fn add(&mut self, number: u64, result: f64) {
        let unit = number / self.size;
        let results = self.open.entry(unit).or_default();
        results.push((number, result));
        if results.len() as u64 == self.size {
            let key = (self.size, sum(results).to_bits());
            self.open.remove(&unit);
            *self.whole.entry(key).or_default() += 1;
        }
    }

    /// The mean of all results, if there are any.
    pub fn mean(&self) -> Option<f64> {
        let (sum, count) = self
            .kinds()
            .fold((0.0, 0.0), |(sum, count), kind| (sum + kind.times * kind.sum, count + kind.times * kind.results));
        (count > 0.0).then(|| sum / count)
    }

    /// The standard error of [`Units::mean`]; `None` where all units have the same mean, which says nothing about it.
    pub fn standard_error(&self) -> Option<f64> {
        let (mean, units) = (self.mean()?, self.units());
        let same = |kind: &Kind, other: f64| (kind.sum / kind.results - other).abs() < 1e-12;
        if self.kinds().all(|kind| same(&kind, mean)) {
            return None;
        }
        let count: f64 = self.kinds().map(|kind| kind.times * kind.results).sum();
        let squares: f64 = self.kinds().map(|kind| kind.times * (kind.sum - kind.results * mean).powi(2)).sum();
        Some((units / (units - 1.0) * squares).sqrt() / count)
    }

    /// The interval of [`Units::mean`], cut to [0, 1]. Where all units are alike, it is what the exact interval of their rate
    /// leaves to units that have not been seen: at worst these are 0, at best 1.
    pub fn interval(&self) -> Interval {
        let Some(mean) = self.mean() else { return Interval::UNKNOWN };
        match self.standard_error() {
            Some(error) => Interval::around(mean, self.quantile() * error, 0.0, 1.0),
            None => {
                let units = self.units() as u64;
                let unseen = 1.0 - clopper_pearson(units, units).low;
                Interval { low: mean * (1.0 - unseen), high: mean + (1.0 - mean) * unseen }
            }
        }
    }

    /// How likely it is that the true mean is above a parity; one half before the first result.
    pub fn superiority(&self, parity: f64) -> f64 {
        let Some(mean) = self.mean() else { return 0.5 };
        let Some(error) = self.standard_error() else {
            let units = self.units();
            let belief = Beta::new(units * mean + 1.0, units * (1.0 - mean) + 1.0);
            return belief.expect("both parameters are at least 1").sf(parity);
        };
        let distance = (mean - parity) / error;
        match self.student() {
            Some(student) => student.cdf(distance),
            None => Normal::standard().cdf(distance),
        }
    }

    fn quantile(&self) -> f64 {
        self.student().map_or(NORMAL, |student| student.inverse_cdf(1.0 - TAIL))
    }

    /// Student's distribution where units are groups, and there are two at least.
    fn student(&self) -> Option<StudentsT> {
        let freedom = self.units() - 1.0;
        (self.size > 1 && freedom >= 1.0)
            .then(|| StudentsT::new(0.0, 1.0, freedom).expect("the degrees of freedom are positive"))
    }

    fn units(&self) -> f64 {
        self.kinds().map(|kind| kind.times).sum()
    }

    fn kinds(&self) -> impl Iterator<Item = Kind> {
        let whole = self.whole.iter().map(|(&(results, bits), &times)| Kind {
            times: times as f64,
            results: results as f64,
            sum: f64::from_bits(bits),
        });
        let open = self.open.values();
        whole.chain(open.map(|unit| Kind { times: 1.0, results: unit.len() as f64, sum: sum(unit) }))
    }
}

/// Units that are alike.
struct Kind {
    /// How many there are.
    times: f64,
    /// The results of each.
    results: f64,
    /// Their sum.
    sum: f64,
}

/// The sum of a unit's results in the order of their numbers, since sums of fractions depend on it.
fn sum(results: &[(u64, f64)]) -> f64 {
    let mut ordered = results.to_vec();
    ordered.sort_unstable_by_key(|(number, _)| *number);
    ordered.iter().map(|(_, result)| result).sum()
}

#[cfg(test)]
mod tests {
    use super::super::{Score, mean_and_interval, near};
    use super::*;

    fn units(size: usize, results: &[f64]) -> Units {
        let mut units = Units::of(size);
        (0..).zip(results).for_each(|(number, result)| units.add(number, *result));
        units
    }

    fn games(wins: usize, draws: usize, losses: usize) -> Vec<f64> {
        [vec![1.0; wins], vec![0.5; draws], vec![0.0; losses]].concat()
    }

    #[test]
    fn single_games_have_the_intervals_of_scores() {
        for (wins, draws, losses) in [(60, 20, 20), (3, 1, 0), (10, 0, 0), (0, 0, 10), (0, 10, 0), (0, 0, 0)] {
            let score = Score { wins: wins as u64, draws: draws as u64, losses: losses as u64 };
            let units = units(1, &games(wins, draws, losses));
            assert_eq!(units.mean(), score.mean());
            near(units.interval(), score.mean_interval().low, score.mean_interval().high);
        }
    }

    #[test]
    fn groups_have_the_interval_of_their_means() {
        // The means 0.5, 1, 0.75 and 0.25 of two games each; the 97.5 % quantile of three degrees of freedom is 3.18245.
        let groups = units(2, &[1.0, 0.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.0]);
        let (mean, by_normal) = mean_and_interval(&[0.5, 1.0, 0.75, 0.25]);
        assert_eq!(groups.mean(), Some(mean));
        let half = (by_normal.high - mean) / NORMAL * 3.182_45;
        near(groups.interval(), (mean - half).max(0.0), (mean + half).min(1.0));
    }

    /// Every deal is won by who has the good seat: games vary as much as games can, and no group tells the agents apart.
    #[test]
    fn what_a_group_shares_is_not_taken_for_a_difference() {
        let alternating: Vec<f64> = (0..200).map(|number| f64::from(number % 2)).collect();
        let (alone, grouped) = (units(1, &alternating).interval(), units(2, &alternating).interval());
        assert!(grouped.high - grouped.low < alone.high - alone.low, "{grouped:?} {alone:?}");
        // The same deal for all games of a group, good or bad for the agent: there are fewer observations than games.
        let dealt: Vec<f64> = (0..200).map(|number| f64::from(number / 4 % 2)).collect();
        let (alone, grouped) = (units(1, &dealt).interval(), units(4, &dealt).interval());
        assert!(grouped.high - grouped.low > 1.9 * (alone.high - alone.low), "{grouped:?} {alone:?}");
    }

    #[test]
    fn the_order_of_games_and_missing_ones_change_nothing_but_what_they_must() {
        let third = 1.0 / 3.0;
        let results = [third, 0.0, 1.0, 0.7, third, 0.1, 0.2, 0.9];
        let forward = units(3, &results);
        let mut backward = Units::of(3);
        for (number, result) in (0..).zip(results).collect::<Vec<_>>().into_iter().rev() {
            backward.add(number, result);
        }
        assert_eq!(forward.mean(), backward.mean());
        assert_eq!(forward.interval(), backward.interval());
        // A group with two games of three weighs as much as they do.
        assert!((forward.mean().unwrap() - results.iter().sum::<f64>() / 8.0).abs() < 1e-12);
    }

    #[test]
    fn superiority_is_taken_against_parity() {
        let even = units(1, &games(50, 0, 100));
        assert!((even.superiority(1.0 / 3.0) - 0.5).abs() < 1e-9);
        assert!(even.superiority(0.5) < 1e-4 && even.superiority(0.25) > 0.98);
        // Three of three: the share is above one third unless four equal draws are all below it.
        assert!((units(1, &[1.0; 3]).superiority(1.0 / 3.0) - (1.0 - 1.0 / 81.0)).abs() < 1e-9);
        assert_eq!(Units::of(1).superiority(0.3), 0.5);
        // A group of the same size in either direction says as much for as against.
        let groups = units(2, &[1.0, 1.0, 0.0, 0.0, 1.0, 0.0]);
        assert!((groups.superiority(0.5) - 0.5).abs() < 1e-9);
    }
}
