//! How far a cell has come: which of its games are next, and when there are enough.
//!
//! What decides whether to go on is read from whole groups in their order, never from the games that happen to be finished:
//! short games finish first, and they are not like long ones. So the games of a cell do not depend on how many are played
//! at once, and intervals mean what they say.

use std::collections::BTreeMap;

use super::cell_games::GameResult;
use super::goal::Goal;
use super::pairing::decide_pair;
use super::shard::Shard;
use super::{Row, Spec, Sums};
use waxwing_workshop::MOST_FOR_EACH;
use waxwing_workshop::statistics::{Outcome, Score};
use waxwing_workshop::{Results, Until};

/// How a cell's results are taken up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// The games of a group.
    pub group: u64,
    /// Whether decided pairs count instead of games.
    pub pairs: bool,
    /// Games, or decided pairs, of all parts together.
    pub wanted: u64,
    /// Which groups are ours.
    pub shard: Shard,
    /// Whether a group is one result, since its games are not independent.
    pub dependent: bool,
    /// When enough is known before that.
    pub until: Option<Until>,
    /// What is to be known of the cell's own number: enough before that, too.
    pub goal: Option<Goal>,
}

/// The games of a cell in the order of our groups. A position counts them without gaps.
pub(super) struct Line {
    rules: Rules,
    /// Games that are known by their sums alone, by the position of the first; whole groups.
    blocks: BTreeMap<u64, Sums>,
    /// Games behind the first group that is not whole.
    waiting: BTreeMap<u64, Option<GameResult>>,
    /// Groups that are whole, from the first on.
    groups: u64,
    /// The next game to take.
    cursor: u64,
    /// What whole groups say.
    pub results: Results,
    /// The same as the goal counts them.
    measured: Results,
    /// What games or pairs were for the first agent.
    pub score: Score,
    /// Pairs without a winner.
    pub discarded: u64,
    /// Pairs of which a game failed. They are not made up for by others: a program that always fails would play a hundred
    /// for each.
    broken: u64,
    /// Games that are finished, and that could not be played.
    pub finished: u64,
    pub failed: u64,
    enough: bool,
}

impl Line {
    pub(super) fn new(rules: Rules) -> Line {
        Line {
            rules,
            blocks: BTreeMap::new(),
            waiting: BTreeMap::new(),
            groups: 0,
            cursor: 0,
            results: Results::default(),
            measured: Results::default(),
            score: Score::default(),
            discarded: 0,
            broken: 0,
            finished: 0,
            failed: 0,
            enough: false,
        }
    }

    /// The number of the game at a position.
    fn number(&self, position: u64) -> u64 {
        let Rules { group, shard, .. } = self.rules;
        shard.number(position / group) * group + position % group
    }

    /// The position of a game, if it is in our part.
    fn position(&self, number: u64) -> Option<u64> {
        let Rules { group, shard, .. } = self.rules;
        shard.position(number / group).map(|place| place * group + number % group)
    }

    /// Up to which position games may be taken. Every group decides one pair at most: with as many more groups as pairs
    /// are missing, there are never too many.
    pub(super) fn limit(&self) -> u64 {
        let Rules { group, shard, wanted, .. } = self.rules;
        if self.enough {
            return self.groups * group;
        }
        if self.rules.pairs {
            let wanted = shard.share(wanted);
            let missing = wanted.saturating_sub(self.score.games() + self.broken);
            return (self.groups + missing).min(wanted.saturating_mul(MOST_FOR_EACH)) * group;
        }
        shard.share(wanted.div_ceil(group)) * group
    }

    /// The share of the games that has been taken in whole groups; `None` if there are no more to take.
    pub(super) fn taken(&self) -> Option<f64> {
        let (limit, group) = (self.limit(), self.rules.group);
        (self.cursor < limit).then(|| (self.cursor / group * group) as f64 / limit as f64)
    }

    /// How many games are still to be taken, as far as is known.
    pub(super) fn left(&self) -> u64 {
        self.limit().saturating_sub(self.cursor)
    }

    /// Takes the next game; `None` if it is finished already.
    pub(super) fn take(&mut self) -> Option<u64> {
        let position = self.cursor;
        if let Some(end) = self.block_end(position) {
            self.cursor = end;
            return None;
        }
        self.cursor += 1;
        let known = position < self.groups * self.rules.group || self.waiting.contains_key(&position);
        (!known).then(|| self.number(position))
    }

    /// Goes back to the first game that is not known to be finished.
    pub(super) fn look_again(&mut self) {
        self.cursor = self.groups * self.rules.group;
    }

    /// The first number that may be news.
    pub(super) fn next_number(&self) -> u64 {
        self.number(self.groups * self.rules.group)
    }

    /// Takes up games of which only the sums are known: whole groups, from this number on. They are not of a part.
    pub(super) fn cover(&mut self, first: u64, sums: &Sums) {
        debug_assert_eq!(self.rules.shard, Shard::WHOLE);
        self.finished += sums.games;
        if !self.rules.pairs {
            self.score.wins += sums.score.wins;
            self.score.draws += sums.score.draws;
            self.score.losses += sums.score.losses;
        }
        self.blocks.insert(first, sums.clone());
        self.advance();
    }

    /// The position behind the block that has this one.
    fn block_end(&self, position: u64) -> Option<u64> {
        let (first, sums) = self.blocks.range(..=position).next_back()?;
        Some(first + sums.games).filter(|end| position < *end)
    }

    /// Takes up a finished game, or one that failed. What is known already changes nothing.
    pub(super) fn add(&mut self, number: u64, result: Option<GameResult>) {
        let Some(position) = self.position(number) else { return };
        let is_past = position < self.groups * self.rules.group || self.block_end(position).is_some();
        if is_past || self.waiting.insert(position, result).is_some() {
            return;
        }
        match result {
            Some(result) => {
                self.finished += 1;
                if !self.rules.pairs {
                    self.score.add(result.outcome(0));
                }
            }
            None => self.failed += 1,
        }
        self.advance();
    }

    /// Counts groups in their order, as far as they are known.
    fn advance(&mut self) {
        loop {
            if let Some(sums) = self.blocks.get(&(self.groups * self.rules.group)).cloned() {
                self.groups += sums.games / self.rules.group;
                self.count_block(&sums);
            } else if let Some(group) = self.next_group() {
                self.groups += 1;
                self.count(&group);
            } else {
                return;
            }
        }
    }

    fn count_block(&mut self, sums: &Sums) {
        let Rules { group, pairs, dependent, .. } = self.rules;
        if pairs {
            self.score.wins += sums.score.wins;
            self.score.losses += sums.score.losses;
            self.discarded += sums.discarded;
        }
        self.results.add_all(sums.results(group, pairs, dependent, HALF));
        if let Some(goal) = &self.rules.goal {
            self.measured.add_all(sums.results(group, pairs, dependent, goal.draw));
        }
        self.judge();
    }

    /// Whether enough is known by now; what was enough once stays so.
    fn judge(&mut self) {
        let Rules { until, goal, .. } = &self.rules;
        self.enough |= until.is_some_and(|until| until.is_reached(self.results));
        self.enough |= goal.as_ref().is_some_and(|goal| goal.is_reached(self.measured));
    }

    /// Takes up the results of some games that are one result if their games depend on each other.
    fn add_results(&mut self, outcomes: &[Outcome]) {
        let dependent = self.rules.dependent && !self.rules.pairs;
        add(&mut self.results, outcomes, dependent, HALF);
        if let Some(goal) = &self.rules.goal {
            add(&mut self.measured, outcomes, dependent, goal.draw);
        }
    }

    /// The next group, if it is whole.
    fn next_group(&mut self) -> Option<Vec<Option<GameResult>>> {
        let group = self.rules.group;
        let positions = self.groups * group..(self.groups + 1) * group;
        let whole = self.waiting.range(positions.clone()).count() as u64 == group;
        whole.then(|| positions.filter_map(|position| self.waiting.remove(&position)).collect())
    }

    fn count(&mut self, group: &[Option<GameResult>]) {
        if self.rules.pairs {
            match group {
                [Some(first), Some(second)] => match decide_pair(*first, *second) {
                    Outcome::Drawn => self.discarded += 1,
                    decided => {
                        self.score.add(decided);
                        self.add_results(&[decided]);
                    }
                },
                _ => self.broken += 1,
            }
        } else {
            self.add_results(&group.iter().flatten().map(|result| result.outcome(0)).collect::<Vec<_>>());
        }
        self.judge();
    }
}

/// What a draw is worth in points.
const HALF: f64 = 0.5;

/// Adds outcomes to results, as one where they depend on each other; a draw is worth this much.
fn add(results: &mut Results, outcomes: &[Outcome], dependent: bool, draw: f64) {
    let points = outcomes.iter().map(|outcome| match outcome {
        Outcome::Won => 1.0,
        Outcome::Drawn => draw,
        Outcome::Lost => 0.0,
    });
    if dependent && !outcomes.is_empty() {
        results.add(points.sum::<f64>() / outcomes.len() as f64);
    } else {
        points.for_each(|points| results.add(points));
    }
}

/// What the whole groups of a cell say, in their order: for intervals that hold whenever one looks.
pub(crate) fn results_in_order(
    spec: &Spec,
    dependent: bool,
    rows: &[Row],
    games: Vec<(u64, Option<GameResult>)>,
) -> Results {
    let (group, pairs) = (spec.group as u64, spec.pairs);
    let rules = Rules { group, pairs, wanted: u64::MAX, shard: Shard::WHOLE, dependent, until: None, goal: None };
    let mut line = Line::new(rules);
    rows.iter().for_each(|row| line.cover(row.games.first, &row.sums));
    games.into_iter().for_each(|(number, result)| line.add(number, result));
    line.results
}

#[cfg(test)]
mod tests {
    use super::*;

    const WON: GameResult = GameResult(0b0010);
    const LOST: GameResult = GameResult(0b1000);

    fn rules() -> Rules {
        Rules { group: 2, pairs: false, wanted: 9, shard: Shard::WHOLE, dependent: false, until: None, goal: None }
    }

    fn all(line: &mut Line) -> Vec<u64> {
        std::iter::from_fn(|| line.taken().map(|_| line.take())).flatten().collect()
    }

    #[test]
    fn the_parts_of_a_cell_are_the_whole_each_game_once() {
        assert_eq!(all(&mut Line::new(rules())), (0..10).collect::<Vec<_>>(), "rounded up to whole groups");
        for count in 1..8 {
            let part = |index: u64| {
                let shard = format!("{}/{count}", index + 1).parse().unwrap();
                all(&mut Line::new(Rules { shard, ..rules() }))
            };
            let mut union: Vec<u64> = (0..count).flat_map(part).collect();
            union.sort_unstable();
            assert_eq!(union, (0..10).collect::<Vec<_>>());
        }
    }

    #[test]
    fn finished_games_are_not_taken_again_in_whatever_order_they_came() {
        let mut line = Line::new(rules());
        for number in [7, 0, 3, 1, 7] {
            line.add(number, Some(WON));
        }
        line.add(2, None);
        assert_eq!((line.finished, line.failed, line.groups, line.score.wins), (4, 1, 2, 4));
        assert_eq!((all(&mut line), line.next_number()), (vec![4, 5, 6, 8, 9], 4));
        line.look_again();
        assert_eq!(line.take(), Some(4));
    }

    #[test]
    fn a_game_of_a_whole_group_is_counted_once() {
        for pairs in [false, true] {
            let mut line = Line::new(Rules { pairs, ..rules() });
            for number in [0, 1, 0, 1, 1, 0] {
                line.add(number, Some(WON));
            }
            line.add(0, None);
            assert_eq!((line.finished, line.failed, line.groups), (2, 0, 1));
            assert_eq!((line.score.games(), line.results.count), if pairs { (1, 1.0) } else { (2, 2.0) });
        }
    }

    #[test]
    fn pairs_are_never_more_than_are_wanted() {
        let mut line = Line::new(Rules { pairs: true, wanted: 3, ..rules() });
        assert_eq!(line.limit(), 6);
        (0..2).for_each(|number| line.add(number, Some(WON)));
        assert_eq!((line.limit(), line.score.wins), (6, 1));
        line.add(2, Some(WON));
        line.add(3, Some(LOST));
        assert_eq!((line.limit(), line.discarded), (8, 1), "one that is not decided makes room for another");
        (4..8).for_each(|number| line.add(number, Some(LOST)));
        assert_eq!((line.limit(), line.score.games()), (8, 3));
        // One that failed is not made up for.
        let mut line = Line::new(Rules { pairs: true, wanted: 3, ..rules() });
        line.add(0, Some(WON));
        line.add(1, None);
        assert_eq!((line.limit(), line.discarded, line.score.games()), (6, 0, 0));
        // Who never decides a pair is sent home.
        let mut line = Line::new(Rules { pairs: true, wanted: 1, ..rules() });
        (0..1_000).for_each(|number| line.add(number, Some(if number % 2 == 0 { WON } else { LOST })));
        assert_eq!(line.limit(), 2 * MOST_FOR_EACH);
    }

    #[test]
    fn enough_is_judged_by_whole_groups_in_their_order() {
        let until = Some("sprt(0.1, 0.9)".parse().unwrap());
        let mut line = Line::new(Rules { until, wanted: 100, ..rules() });
        (4..40).for_each(|number| line.add(number, Some(WON)));
        assert_eq!((line.limit(), line.results.count), (100, 0.0), "the first groups are missing");
        (0..4).for_each(|number| line.add(number, Some(WON)));
        assert_eq!((all(&mut line), line.results.count), (vec![], 40.0));
        // What was in flight by then counts, and does not take the verdict back.
        (40..80).for_each(|number| line.add(number, Some(LOST)));
        assert!(!until.is_some_and(|until: Until| until.is_reached(line.results)), "half won, half lost");
        assert_eq!((all(&mut line), line.results.count), (vec![], 80.0));
        // Games that share their dice are one result.
        let mut line = Line::new(Rules { dependent: true, ..rules() });
        line.add(0, Some(WON));
        line.add(1, Some(LOST));
        assert_eq!(line.results, Results { count: 1.0, sum: 0.5 });
    }
}
