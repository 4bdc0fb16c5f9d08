//! α: how what is known becomes a choice.

use super::super::highest::{argmax, epsilon_greedy, roulette};
use super::super::stat::Stat;
use super::super::ucb::{bonus, ucb1};
use super::by::By;
use super::{Composed, Learn, RecordsThread, remembered};
use crate::Rng;
use crate::bits::RankedWords;
use crate::strategy::{Move, Ply, Setting};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Policy {
    /// With 1/τ.
    Gibbs {
        steepness: f32,
    },
    Greedy {
        epsilon: f32,
    },
    Roulette,
    Ucb1 {
        c: f32,
    },
    Reply,
}

impl Policy {
    pub fn of(setting: &Setting<'_>) -> Policy {
        match setting.choice("policy") {
            "greedy" => Policy::Greedy { epsilon: setting.number("epsilon") },
            "roulette" => Policy::Roulette,
            "ucb1" => Policy::Ucb1 { c: setting.number("c") },
            "reply" => Policy::Reply,
            _ => Policy::Gibbs { steepness: 1.0 / setting.number("tau") },
        }
    }

    /// Whether a record carries the weight that it has in the policy.
    pub fn weighs(self) -> bool {
        matches!(self, Policy::Gibbs { .. } | Policy::Roulette)
    }

    /// The weight of an action of this value, relative to one without records, which is then 1 for every τ.
    #[inline]
    pub fn weight(self, value: f32) -> f32 {
        match self {
            Policy::Gibbs { steepness } => libm::expf((value - 1.0) * steepness),
            _ => value,
        }
    }
}

impl By {
    /// The numbers of the legal actions.
    pub(super) fn numbers_of<'a>(
        &self,
        ply: &Ply<'a>,
        buffer: &'a mut Vec<u64>,
        [one, said]: &mut [Vec<u16>; 2],
    ) -> &'a [u64] {
        if self.said.is_empty() {
            return ply.keys();
        }
        let count = ply.count();
        let keys = ply.keys();
        // One attribute after the other, for all actions.
        said.clear();
        for known in &self.said {
            one.clear();
            ply.attribute(known.attribute, one);
            said.extend_from_slice(one);
        }
        buffer.clear();
        buffer.extend(keys.iter().enumerate().map(|(place, &key)| {
            let mut attribute = 0;
            self.number(key, |_| {
                attribute += 1;
                said[(attribute - 1) * count + place]
            })
        }));
        buffer
    }
}

impl Composed {
    #[inline]
    pub(super) fn mean(&self, stat: &Stat) -> f32 {
        match self.learn {
            Learn::Discounted { .. } => f64::from_bits(stat.word()) as f32,
            _ => stat.mean(),
        }
    }

    /// The record of a moment and an action, if it is known.
    #[inline]
    fn known(&self, moment: u64, number: u64) -> Option<&Stat> {
        self.table.get(self.table.extend(moment, number)).filter(|stat| stat.visits() >= self.least)
    }

    /// The greatest mean of an action, of those that are known.
    #[inline]
    fn greatest(&self, moments: &[u64], number: u64) -> Option<f32> {
        let known = moments.iter().filter_map(|&moment| self.known(moment, number));
        known.map(|stat| self.mean(stat)).reduce(f32::max)
    }

    /// The last good reply, if it is possible: to the first of the moments that has one.
    pub(super) fn remembered<T>(&self, moments: &[u64], possible: impl Fn(u64) -> Option<T>) -> Option<T> {
        moments.iter().find_map(|&moment| {
            let record = self.table.get(self.table.extend(moment, 0))?;
            remembered(record).and_then(&possible)
        })
    }

    /// v of every legal action, +∞ without a record for UCB1; nothing for those without one otherwise.
    fn values(&self, ply: &Ply<'_>, thread: &mut RecordsThread, mut each: impl FnMut(Option<f32>)) {
        let RecordsThread { seen, moments, numbers, attributes, .. } = thread;
        self.by.moments(&self.by.now(ply), seen, moments);
        if let Learn::Good { .. } = self.learn {
            let keys = ply.keys();
            let reply = self.remembered(moments, |key| keys.contains(&key).then_some(key));
            return keys.iter().for_each(|&key| each(reply.map(|reply| f32::from(u8::from(reply == key)))));
        }
        let numbers = self.by.numbers_of(ply, numbers, attributes);
        if let Policy::Ucb1 { c } = self.policy {
            let sum = |&moment: &u64| -> u32 {
                let visits = |&number: &u64| self.table.get(self.table.extend(moment, number)).map_or(0, Stat::visits);
                numbers.iter().map(visits).fold(0, u32::wrapping_add)
            };
            let mut sums = [0; 64];
            if !self.counts_available {
                sums.iter_mut().zip(moments.iter()).for_each(|(place, moment)| *place = sum(moment));
            }
            return numbers.iter().for_each(|&number| {
                let values = moments.iter().zip(&sums).filter_map(|(&moment, &sum)| {
                    let stat = self.known(moment, number)?;
                    let trials = if self.counts_available { stat.count() } else { sum };
                    Some(self.bound(c, trials, stat, self.table.extend(moment, number)))
                });
                each(Some(values.reduce(f32::max).unwrap_or(f32::INFINITY)));
            });
        }
        numbers.iter().for_each(|&number| each(self.greatest(moments, number)));
    }

    /// The upper confidence bound of a record.
    fn bound(&self, c: f32, trials: u32, stat: &Stat, key: u64) -> f32 {
        let (mean, visits) = (self.mean(stat), stat.visits());
        let Some(squares) = &self.squares else { return ucb1(mean, visits, bonus(c, trials)) };
        let ratio = libm::logf(trials.max(1) as f32) / visits as f32;
        let square = squares.get(key).map_or(0.0, |squares| squares.mean_of(visits));
        let variance = square - mean * mean + (2.0 * ratio).sqrt();
        mean + c * (ratio * variance.min(0.25)).max(0.0).sqrt()
    }

    pub(super) fn score_all(&self, ply: &Ply<'_>, thread: &mut RecordsThread, scores: &mut Vec<f32>) {
        match self.policy {
            Policy::Ucb1 { .. } => self.values(ply, thread, |value| scores.push(value.unwrap_or(1.0))),
            Policy::Gibbs { .. } | Policy::Roulette => {
                self.values(ply, thread, |value| scores.push(value.map_or(1.0, |value| self.policy.weight(value))));
            }
            Policy::Greedy { epsilon } => {
                self.values(ply, thread, |value| scores.push(value.unwrap_or(1.0)));
                epsilon_greedy(scores, epsilon);
            }
            Policy::Reply => self.values(ply, thread, |value| scores.push(value.unwrap_or(0.0))),
        }
    }

    /// The place of the chosen action, where it is found without the weights of all.
    pub(super) fn choose_quickly(&self, ply: &Ply<'_>, thread: &mut RecordsThread, rng: &mut Rng) -> Option<usize> {
        let Policy::Greedy { epsilon } = self.policy else { return None };
        if rng.unit() < epsilon {
            return Some(rng.below(ply.count()));
        }
        let mut scores = std::mem::take(&mut thread.scores);
        scores.clear();
        self.values(ply, thread, |value| scores.push(value.unwrap_or(1.0)));
        let chosen = argmax(&scores, rng);
        thread.scores = scores;
        Some(chosen)
    }

    /// The choice in a playout, where it needs no look at all the records.
    pub(super) fn play_quickly(&self, ply: &Ply<'_>, thread: &mut RecordsThread, rng: &mut Rng) -> Option<Move> {
        if !self.is_plain() || self.counts_available {
            let moment = self.waiting.as_ref().and_then(|_| self.by.moment(&self.by.now(ply), &mut thread.seen))?;
            return self.is_new(moment).then(|| ply.any(rng));
        }
        let is_quick = matches!(self.policy, Policy::Gibbs { .. } | Policy::Roulette | Policy::Ucb1 { .. });
        let Some(moment) = self.by.moment(&self.by.now(ply), &mut thread.seen).filter(|_| is_quick) else {
            return is_quick.then(|| ply.any(rng));
        };
        match self.policy {
            Policy::Ucb1 { c } => Some(self.play_ucb1(ply, (moment, c), thread, rng)),
            _ => Some(self.play_by_weight(ply, moment, thread, rng)),
        }
    }

    /// As NAST does.
    #[inline]
    fn play_ucb1(&self, ply: &Ply<'_>, (moment, c): (u64, f32), thread: &mut RecordsThread, rng: &mut Rng) -> Move {
        if self.sets
            && let Some((first, words)) = ply.set()
            && let Some(visited) = self.table.marks(moment, first)
        {
            let mut unvisited = words;
            unvisited.iter_mut().zip(visited).for_each(|(word, visited)| *word &= !visited);
            if unvisited.iter().any(|&word| word != 0) {
                let (word, place) = RankedWords::new_sparse(unvisited).draw(rng);
                return Move::in_set(first + 64 * word + usize::from(place));
            }
            if let Some(row) = self.table.row(moment).dense().and_then(|row| row.get(first..)) {
                let arm = |arm: usize| row.get(arm).map(arm_of);
                if let Some((word, place)) = thread.buffers.argmax_ucb1_of_set(c, words, arm, rng) {
                    return Move::in_set(first + 64 * word + usize::from(place));
                }
            }
        }
        let keys = ply.keys().iter();
        Move::at(match self.table.row(moment).dense() {
            Some(row) => {
                let arms = keys.map(|&key| row.get(key as usize).map_or(UNVISITED, arm_of));
                thread.buffers.argmax_ucb1_of_all(c, arms, rng)
            }
            None => {
                let row = self.table.row(moment);
                let arms = keys.map(|&key| row.get(key).map_or(UNVISITED, arm_of));
                thread.buffers.argmax_ucb1_of_all(c, arms, rng)
            }
        })
    }

    /// As MAST does: weights are at most 1, so that an action which is drawn uniformly and accepted with its weight as
    /// probability comes from the policy's distribution exactly. After a few refusals, the wheel.
    #[inline]
    fn play_by_weight(&self, ply: &Ply<'_>, moment: u64, thread: &mut RecordsThread, rng: &mut Rng) -> Move {
        const TRIES: usize = 6;
        let row = self.table.row(moment);
        let weight = |action: u64| row.get(action).map_or(1.0, Stat::weight);
        if self.sets
            && let Some((first, words)) = ply.set()
        {
            let ranked = RankedWords::new_sparse(words);
            for _ in 0..TRIES {
                let (number, unit) = rng.below_and_unit(ranked.count());
                let (word, place) = ranked.select(number);
                let index = first + 64 * word + usize::from(place);
                if unit < weight(index as u64) {
                    return Move::in_set(index);
                }
            }
        }
        let count = ply.count();
        for _ in 0..TRIES {
            let (place, unit) = rng.below_and_unit(count);
            if unit < weight(ply.key(place)) {
                return Move::at(place);
            }
        }
        thread.scores.clear();
        thread.scores.extend(ply.keys().iter().map(|&key| weight(key)));
        Move::at(roulette(&thread.scores, rng))
    }

    /// The best action that is known, if there is one.
    pub(super) fn best_known(&self, ply: &Ply<'_>, thread: &mut RecordsThread, rng: &mut Rng) -> Option<Move> {
        if let Learn::Good { .. } = self.learn {
            let RecordsThread { seen, moments, .. } = thread;
            if self.by.has_predicates() {
                self.by.moments(&self.by.now(ply), seen, moments);
                return self.remembered(moments, |key| ply.recall(key));
            }
            let moment = self.by.moment(&self.by.now(ply), seen)?;
            return self.remembered(&[moment], |key| ply.recall(key));
        }
        let mut scores = std::mem::take(&mut thread.scores);
        scores.clear();
        self.values(ply, thread, |value| scores.push(value.unwrap_or(f32::NEG_INFINITY)));
        let is_known = scores.iter().any(|&score| score > f32::NEG_INFINITY);
        let best = is_known.then(|| argmax(&scores, rng));
        thread.scores = scores;
        best.map(Move::at)
    }
}

const UNVISITED: (i64, u32, f32) = (0, 0, 0.0);

/// (q, n, 1/√n).
#[inline]
fn arm_of(stat: &Stat) -> (i64, u32, f32) {
    (stat.fixed_sum(), stat.visits(), stat.weight())
}
