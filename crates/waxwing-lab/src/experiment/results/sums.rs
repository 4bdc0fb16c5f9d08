//! What the games of a cell add up to: all that a report needs of them.
//!
//! Every sum is a sum of whole numbers, so that parts add up to the same whole in any order.

use std::time::Duration;

use crate::experiment::Spec;
use crate::experiment::cell_games::GameResult;
use crate::experiment::pairing::decide_pair;
use crate::experiment::store::{Mean, SavedGame};
use waxwing_workshop::statistics::{Interval, NORMAL, Outcome, Score};
use waxwing_workshop::{Assignment, Results, SeatRecord};

/// Measurements are summed in these parts of one.
const PARTS: f64 = 1e6;

/// Sums over games.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sums {
    /// Games that were finished.
    pub games: u64,
    /// What they were for the first agent; decided pairs where those count.
    pub score: Score,
    /// Pairs without a winner.
    pub discarded: u64,
    /// Over whole groups: (half points of the first agent in the group)².
    pub squares: u64,
    /// Their lengths.
    pub plies: u64,
    /// What each agent did.
    pub agents: Vec<AgentSums>,
    /// Processor time of all agents, in microseconds.
    pub time: u64,
    /// What the searches of the first agent were like.
    pub trees: TreeSums,
}

/// What an agent did in all its seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct AgentSums {
    pub searches: u64,
    pub iterations: u64,
}

/// Means of games, summed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TreeSums {
    /// Games in which the first agent searched.
    pub games: u64,
    /// Visits of the chosen action by iterations.
    pub visits: Moments,
    /// The value of the chosen action.
    pub value: Moments,
    /// The depth of the tree.
    pub depth: Moments,
}

/// The sum of some numbers and that of their squares, in millionths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moments {
    pub sum: u64,
    pub squares: u64,
}

impl Moments {
    fn add(&mut self, number: f64) {
        self.sum += (number * PARTS).round() as u64;
        self.squares += (number * number * PARTS).round() as u64;
    }

    fn add_all(&mut self, other: Moments) {
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean of this many numbers; `None` of none.
    pub(crate) fn mean(self, count: u64) -> Option<Mean> {
        let (n, sum) = (count as f64, self.sum as f64 / PARTS);
        let variance = ((self.squares as f64 / PARTS - sum * sum / n) / (n - 1.0)).max(0.0);
        let half = if count < 2 { f64::INFINITY } else { NORMAL * (variance / n).sqrt() };
        let mean = sum / n;
        (count > 0).then_some(Mean { mean, ci95: Interval { low: mean - half, high: mean + half } })
    }
}

impl Sums {
    /// No games of a cell.
    pub(crate) fn none(spec: &Spec) -> Sums {
        Sums { agents: vec![AgentSums::default(); spec.agents.len()], ..Sums::default() }
    }

    /// Adds one game; what it was for the first agent is added with its group.
    pub(crate) fn add_game(&mut self, spec: &Spec, game: &SavedGame) {
        let assignment = &spec.seats[game.number as usize % spec.seats.len()];
        self.games += 1;
        self.plies += u64::from(game.plies);
        for (record, &agent) in game.seats.iter().zip(assignment) {
            self.agents[agent].searches += u64::from(record.searches);
            self.agents[agent].iterations += record.iterations;
            self.time += record.processor_time.as_micros() as u64;
        }
        self.trees.add(game, assignment);
    }

    /// Adds what the games of a group were for the first agent. Of a group that is not whole, pairs do not count.
    pub(crate) fn add_group(&mut self, spec: &Spec, results: &[GameResult]) {
        let is_whole = results.len() == spec.group;
        if spec.pairs {
            if let [first, second] = results {
                match decide_pair(*first, *second) {
                    Outcome::Drawn => self.discarded += 1,
                    decided => self.score.add(decided),
                }
            }
            return;
        }
        results.iter().for_each(|result| self.score.add(result.outcome(0)));
        let halves: u64 = results.iter().map(|result| halves(result.outcome(0))).sum();
        self.squares += if is_whole { halves * halves } else { 0 };
    }

    /// Adds other games of the same cell.
    pub(crate) fn add_all(&mut self, other: &Sums) {
        self.games += other.games;
        self.score.wins += other.score.wins;
        self.score.draws += other.score.draws;
        self.score.losses += other.score.losses;
        self.discarded += other.discarded;
        self.squares += other.squares;
        self.plies += other.plies;
        self.agents.resize(self.agents.len().max(other.agents.len()), AgentSums::default());
        for (mine, theirs) in self.agents.iter_mut().zip(&other.agents) {
            mine.searches += theirs.searches;
            mine.iterations += theirs.iterations;
        }
        self.time += other.time;
        self.trees.add_all(&other.trees);
    }

    /// Processor time of all agents.
    pub(crate) fn processor_time(&self) -> Duration {
        Duration::from_micros(self.time)
    }

    /// The results of whole groups for intervals that hold at any time: games, decided pairs, or groups whose games depend
    /// on each other. A draw is worth this much.
    pub(crate) fn results(&self, group: u64, pairs: bool, dependent: bool, draw: f64) -> Results {
        let points = self.score.wins as f64 + draw * self.score.draws as f64;
        let each = if dependent && !pairs { group as f64 } else { 1.0 };
        Results { count: self.score.games() as f64 / each, sum: points / each }
    }

    /// The interval of the mean score where groups of games, not games, are independent. Every group must be whole.
    pub(crate) fn interval_by_groups(&self, group: u64) -> Interval {
        let (groups, halves) = ((self.games / group) as f64, (2 * self.score.wins + self.score.draws) as f64);
        let variance = ((self.squares as f64 - halves * halves / groups) / (groups - 1.0)).max(0.0);
        let (mean, scale) = (halves / groups, 2.0 * group as f64);
        let half = if groups < 2.0 { f64::INFINITY } else { NORMAL * (variance / groups).sqrt() };
        Interval { low: ((mean - half) / scale).max(0.0), high: ((mean + half) / scale).min(1.0) }
    }
}

fn halves(outcome: Outcome) -> u64 {
    match outcome {
        Outcome::Won => 2,
        Outcome::Drawn => 1,
        Outcome::Lost => 0,
    }
}

impl TreeSums {
    fn add(&mut self, game: &SavedGame, seats: &Assignment) {
        let of_agent = || game.seats.iter().zip(seats).filter(|(_, agent)| **agent == 0).map(|(seat, _)| seat);
        let sum = |what: fn(&SeatRecord) -> f64| of_agent().map(what).sum::<f64>();
        let searches = sum(|seat| f64::from(seat.searches));
        if searches > 0.0 {
            self.games += 1;
            self.visits.add(sum(|seat| seat.chosen_visits as f64) / sum(|seat| seat.iterations as f64));
            self.value.add(sum(|seat| seat.chosen_value) / searches);
            self.depth.add(sum(|seat| seat.depth as f64) / searches);
        }
    }

    fn add_all(&mut self, other: &TreeSums) {
        self.games += other.games;
        self.visits.add_all(other.visits);
        self.value.add_all(other.value);
        self.depth.add_all(other.depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::testing::spec;

    fn seat(searches: u32, iterations: u64, chosen_visits: u64, chosen_value: f64, depth: u64) -> SeatRecord {
        SeatRecord { searches, iterations, chosen_visits, chosen_value, depth, ..SeatRecord::default() }
    }

    fn game(seats: Vec<SeatRecord>) -> SavedGame {
        let (result, version, rewards) = (GameResult(0), String::new(), Vec::new());
        SavedGame { cell: 1, number: 0, run: 1, result, plies: 9, moves_hash: 0, rewards, seats, moves: None, version }
    }

    #[test]
    fn only_seats_of_the_first_agent_count_as_its_trees() {
        let three = game(vec![seat(2, 200, 150, 1.2, 9), seat(4, 400, 400, 4.0, 40), seat(3, 300, 100, 1.8, 11)]);
        let means = |seats: Vec<usize>| {
            let mut trees = TreeSums::default();
            trees.add(&three, &seats);
            [trees.visits, trees.value, trees.depth].map(|moments| moments.mean(trees.games).unwrap().mean)
        };
        assert_eq!(means(vec![0, 1, 0]), [0.5, 0.6, 4.0]);
        assert_eq!(means(vec![1, 0, 1]), [1.0, 1.0, 10.0]);
        let mut none = TreeSums::default();
        none.add(&game(vec![SeatRecord::default()]), &vec![0]);
        assert_eq!((none.games, none.visits.mean(none.games)), (0, None));
    }

    #[test]
    fn a_mean_has_the_interval_of_its_numbers() {
        let numbers = [0.25, 0.5, 0.875, 0.125];
        let mut moments = Moments::default();
        numbers.iter().for_each(|&number| moments.add(number));
        let (mean, interval) = waxwing_workshop::statistics::mean_and_interval(&numbers);
        let found = moments.mean(4).unwrap();
        let close = |a: f64, b: f64| (a - b).abs() < 1e-5;
        assert!(close(found.mean, mean) && close(found.ci95.low, interval.low), "{found:?} {interval:?}");
    }

    #[test]
    fn groups_that_are_alike_make_a_wider_interval_than_games() {
        let spec = spec(["uct", "random"], "5");
        let [won, lost] = [0b0010, 0b1000].map(GameResult);
        let sums = |groups: &[[GameResult; 2]]| {
            let mut sums = Sums { games: 2 * groups.len() as u64, ..Sums::none(&spec) };
            groups.iter().for_each(|group| sums.add_group(&spec, group));
            sums
        };
        let alike = sums(&[[won, won], [lost, lost]].repeat(10));
        let width = |interval: Interval| interval.high - interval.low;
        assert!(width(alike.interval_by_groups(2)) > 1.3 * width(alike.score.mean_interval()));
        let unlike = sums(&[[won, lost]].repeat(20));
        assert!(width(unlike.interval_by_groups(2)) < 1e-9, "every group has one point");
    }
}
