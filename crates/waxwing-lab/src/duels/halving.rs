//! Successive halving with common seeds: all contestants meet the same opponents with the same seeds, the better half goes on
//! to twice as many games, until few enough are left.
//!
//! Each group of games has an opponent that is drawn from a pool, so that a contestant's results are independent draws with
//! one mean: what it scores against the pool. Intervals of that mean hold whenever one looks, and for all contestants at once.
//! Who is already known to be worse than another by the difference in the same groups goes earlier (a race).

use serde::Serialize;
use waxwing::Rng;
use waxwing_workshop::statistics::{Bernstein, Interval};

use super::{Duels, Ground, Meeting, Pause};

/// How likely any interval of a contest may ever be wrong.
const ERROR: f64 = 0.05;

/// Who meets whom.
#[derive(Clone, Debug)]
pub(crate) struct Contest<'a> {
    /// What its stages are called.
    pub stage: String,
    /// What it is, for whoever watches.
    pub title: String,
    pub contestants: &'a [String],
    /// Opponents.
    pub pool: &'a [String],
    /// Everything random follows from it.
    pub seed: u64,
    /// Groups of each contestant in the first round.
    pub groups: u64,
    /// How many are to be left.
    pub keep: usize,
}

/// How a contest went. Contestants are numbers of its list.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Halving {
    /// Its rounds.
    pub rounds: Vec<ContestRound>,
    /// Who is left, the best first; nobody before the end.
    pub left: Vec<usize>,
}

/// A round of a contest.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ContestRound {
    /// Everybody who played, the best first.
    pub standings: Vec<Standing>,
}

/// A contestant after a round.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct Standing {
    /// Its number.
    pub contestant: usize,
    /// Groups of games so far.
    pub groups: u64,
    /// Its mean result; ½ is as good as the pool.
    pub score: f64,
    /// An interval that holds whenever one looks, and for all contestants at once.
    pub interval: Interval,
    /// Whether it goes on.
    pub stays: bool,
}

impl Contest<'_> {
    /// Plays the contest. What was played of it is noted in `halving` also where it pauses.
    pub(crate) fn play(&self, duels: &mut Duels<'_>, ground: &Ground, halving: &mut Halving) -> Result<(), Pause> {
        let mut alive: Vec<usize> = (0..self.contestants.len()).collect();
        let mut results: Vec<Vec<f64>> = vec![Vec::new(); alive.len()];
        for round in 0.. {
            let stage = format!("{}-{}", self.stage, round + 1);
            let title = format!("{}, round {} with {}", self.title, round + 1, alive.len());
            let opponents = draw(self.pool.len(), Rng::derive(self.seed, 2 * round), self.groups << round);
            let meetings = self.meetings(&alive, &opponents, Rng::derive(self.seed, 2 * round + 1));
            let mut played = duels.play(ground, &stage, &title, &meetings)?.into_iter();
            for &contestant in &alive {
                let mut of_opponents: Vec<_> =
                    distinct(&opponents).iter().map(|_| played.next().expect("a result each").into_iter()).collect();
                let places = opponents.iter().map(|one| distinct(&opponents).iter().position(|other| other == one));
                let in_order = places.filter_map(|place| of_opponents[place?].next());
                results[contestant].extend(in_order);
            }
            let (standings, left) = self.judged(&alive, &results);
            halving.rounds.push(ContestRound { standings });
            if left.len() <= self.keep || alive.len() <= self.keep {
                halving.left = left;
                return Ok(());
            }
            alive = left;
        }
        unreachable!("each round halves the contestants")
    }

    /// A meeting of every contestant with every opponent of the round. Seeds depend on the opponent alone.
    fn meetings(&self, alive: &[usize], opponents: &[usize], seed: u64) -> Vec<Meeting> {
        let of = |&contestant: &usize| {
            distinct(opponents).into_iter().map(move |opponent| Meeting {
                agents: [self.contestants[contestant].clone(), self.pool[opponent].clone()],
                seed: Rng::derive(seed, opponent as u64),
                groups: opponents.iter().filter(|other| **other == opponent).count() as u64,
            })
        };
        alive.iter().flat_map(of).collect()
    }

    /// The standings, the best first, and who goes on.
    fn judged(&self, alive: &[usize], results: &[Vec<f64>]) -> (Vec<Standing>, Vec<usize>) {
        let everybody = self.contestants.len().max(2) as f64;
        let means = |contestant: usize| {
            let mut mean = Bernstein::new(ERROR / everybody);
            results[contestant].iter().for_each(|result| mean.add(*result));
            mean
        };
        let mut order: Vec<usize> = alive.to_vec();
        order.sort_by(|a, b| means(*b).mean().total_cmp(&means(*a).mean()).then(a.cmp(b)));
        let half = order.len().div_ceil(2).max(self.keep);
        let is_worse = |contestant: usize| {
            let pairs = ERROR / (everybody * everybody);
            order.iter().any(|&other| other != contestant && is_better(&results[other], &results[contestant], pairs))
        };
        let stays = |place: usize, contestant: usize| place < half && (place < self.keep || !is_worse(contestant));
        let stays: Vec<bool> = order.iter().enumerate().map(|(place, &contestant)| stays(place, contestant)).collect();
        let standing = |(&contestant, &stays): (&usize, &bool)| {
            let mean = means(contestant);
            let (groups, score, interval) = (mean.count(), mean.mean(), mean.interval());
            Standing { contestant, groups, score, interval, stays }
        };
        let standings: Vec<Standing> = order.iter().zip(&stays).map(standing).collect();
        let left = standings.iter().filter(|standing| standing.stays).map(|standing| standing.contestant).collect();
        (standings, left)
    }
}

/// Whether one is known to be better than another by their results in the same groups.
fn is_better(one: &[f64], other: &[f64], error: f64) -> bool {
    let mut difference = Bernstein::new(error);
    one.iter().zip(other).for_each(|(one, other)| difference.add((one - other + 1.0) / 2.0));
    difference.interval().low > 0.5
}

/// An opponent for each of some groups, drawn from a pool.
fn draw(pool: usize, seed: u64, groups: u64) -> Vec<usize> {
    let mut rng = Rng::new(seed);
    (0..groups).map(|_| rng.below(pool)).collect()
}

/// Each number once, in order.
fn distinct(numbers: &[usize]) -> Vec<usize> {
    numbers.iter().copied().collect::<std::collections::BTreeSet<usize>>().into_iter().collect()
}
