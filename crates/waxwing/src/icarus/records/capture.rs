//! ξ and ω: what the records learn of a finished iteration.

use super::super::stat::Stat;
use super::choice::Policy;
use super::{Composed, From, Learn, RecordsThread};
use crate::game::{Player, Reward};
use crate::icarus::{Phase, Sharing};
use crate::strategy::{Iteration, Step};

/// A visit of the record of a moment and an action, which was played at a step of the iteration.
#[derive(Clone, Copy)]
struct Visit {
    moment: u64,
    number: u64,
    step: usize,
    player: Player,
}

impl Composed {
    /// From the plies themselves.
    pub(super) fn capture_each(&self, iteration: &Iteration<'_>, thread: &mut RecordsThread) {
        for (index, player, _) in iteration.decisions() {
            let in_tree = || iteration.phase(index) != Phase::Simulation;
            if self.from == From::Tree && !in_tree() || self.from == From::Playout && in_tree() {
                continue;
            }
            self.by.moments(&self.by.at(iteration, index, player), &mut thread.seen, &mut thread.moments);
            let number = self.by.number_of(iteration, index);
            for place in 0..thread.moments.len() {
                let moment = thread.moments[place];
                self.visit(iteration, Visit { moment, number, step: index, player }, thread);
                self.count_available(iteration, index, moment);
            }
        }
    }

    /// From every action that the player of a moment plays there or later.
    pub(super) fn capture_below(&self, iteration: &Iteration<'_>, thread: &mut RecordsThread) {
        if self.by.has_node() && self.is_plain() && !self.counts_available {
            return self.capture_below_nodes(iteration, thread);
        }
        for (index, player, _) in iteration.decisions() {
            if self.by.has_node() && iteration.phase(index) != Phase::Selection {
                continue;
            }
            self.by.moments(&self.by.at(iteration, index, player), &mut thread.seen, &mut thread.moments);
            let is_legal = |step: &Step| iteration.arms(index).iter().any(|&(_, key)| key == step.key);
            for place in 0..thread.moments.len() {
                let moment = thread.moments[place];
                for (later, step) in iteration.steps().iter().enumerate().skip(index) {
                    if step.player != Some(player) || self.by.has_node() && !is_legal(step) {
                        continue;
                    }
                    let number = self.by.number_of(iteration, later);
                    self.visit(iteration, Visit { moment, number, step: later, player }, thread);
                    // What is played at the moment itself is counted with the other actions there.
                    if self.counts_available && later > index {
                        self.count(moment, number, iteration.sharing);
                    }
                }
                self.count_available(iteration, index, moment);
            }
        }
    }

    /// The same where the records are those of nodes and actions: in one pass from the last step to the first, since counters hold
    /// how often each player plays each action from a step on.
    fn capture_below_nodes(&self, iteration: &Iteration<'_>, thread: &mut RecordsThread) {
        let (descent, playout) = iteration.steps().split_at(iteration.descent());
        thread.counts.reserve(iteration);
        for step in playout {
            if let Some(player) = step.player {
                *thread.counts.of(player, step.key) += 1;
            }
        }
        for (index, step) in descent.iter().enumerate().rev() {
            let Some(player) = step.player else { continue };
            *thread.counts.of(player, step.key) += 1;
            if iteration.phase(index) != Phase::Selection {
                continue;
            }
            let Some(moment) = self.by.moment(&self.by.at(iteration, index, player), &mut thread.seen) else {
                continue;
            };
            let reward = iteration.reward(player);
            for &(_, key) in iteration.arms(index) {
                let times = *thread.counts.of(player, key);
                if times > 0 {
                    let (record, counting) = (self.table.extend(moment, key), (iteration.sharing, &mut thread.pending));
                    self.table.add_times(record, (reward, times), counting, |key, stat| self.note(key, stat));
                }
            }
        }
        thread.counts.reset(iteration.steps());
    }

    /// ω.
    #[inline]
    fn visit(&self, iteration: &Iteration<'_>, visit: Visit, thread: &mut RecordsThread) {
        let Visit { moment, number, step, player } = visit;
        let (reward, sharing) = (iteration.reward(player), iteration.sharing);
        let key = self.table.extend(moment, number);
        match self.learn {
            Learn::Mean | Learn::Variance => {
                self.table.add(key, reward, (sharing, &mut thread.pending), |key, stat| {
                    // What was handed over may be of another moment.
                    let (moment, number) =
                        if sharing == Sharing::Alone { (moment, number) } else { self.table.divide(key) };
                    self.note_visit(stat, (moment, number), sharing);
                });
                if let Some(squares) = &self.squares {
                    let squared = Reward::new(reward.value() * reward.value());
                    squares.add(key, squared, (sharing, &mut thread.pending_squares), |_, _| {});
                }
            }
            Learn::Discounted { gamma } => {
                if let Some(stat) = self.table.entry(key, sharing) {
                    let value = reward.value();
                    stat.change_word(sharing, |mean, visits| discounted(mean, visits, value, gamma));
                    self.note(key, stat);
                }
            }
            Learn::Good { forgetting } => self.remember(iteration, (moment, step, reward), forgetting),
        }
    }

    /// The last good reply of a moment.
    #[inline]
    fn remember(&self, iteration: &Iteration<'_>, (moment, step, reward): (u64, usize, Reward), forgetting: bool) {
        let Some(record) = self.table.entry(self.table.extend(moment, 0), iteration.sharing) else { return };
        let word = iteration.steps()[step].key + 1;
        if reward > Reward::LOSS {
            if iteration.remember(step) {
                record.set_word(word);
            }
        } else if forgetting && record.word() == word {
            record.set_word(0);
        }
    }

    /// Counts the legal actions at a step as available.
    #[inline]
    fn count_available(&self, iteration: &Iteration<'_>, index: usize, moment: u64) {
        if !self.counts_available {
            return;
        }
        if let Some(waiting) = &self.waiting {
            return self.count_or_wait(waiting, (moment, iteration.legal(index)), iteration.sharing);
        }
        for (place, &key) in iteration.legal(index).iter().enumerate() {
            let said = |attribute| iteration.log.legal_attribute_of(index, attribute)[place];
            self.count(moment, self.by.number(key, said), iteration.sharing);
        }
    }

    #[inline]
    pub(super) fn count(&self, moment: u64, number: u64, sharing: Sharing) {
        if let Some(stat) = self.table.entry(self.table.extend(moment, number), sharing) {
            stat.add_count(1, sharing);
        }
    }

    /// What a record's own word is from now on, for records that were visited in this thread or another.
    pub(super) fn note(&self, key: u64, stat: &Stat) {
        self.note_visit(stat, self.table.divide(key), Sharing::Shared);
    }

    #[inline]
    fn note_visit(&self, stat: &Stat, (moment, number): (u64, u64), sharing: Sharing) {
        match self.policy {
            _ if self.counts_available => {}
            Policy::Gibbs { .. } | Policy::Roulette if stat.visits() >= self.least => {
                stat.set_weight(self.policy.weight(self.mean(stat)));
            }
            // 1/√n, by a root and a division that do not wait for each other.
            Policy::Ucb1 { .. } => {
                let visits = stat.visits() as f32;
                stat.set_weight(visits.sqrt() * visits.recip());
                self.table.mark(moment, number, sharing);
            }
            _ => {}
        }
    }
}

/// The discounted mean after one more visit; `visits` counts it already.
fn discounted(mean: u64, visits: u32, value: f64, gamma: f64) -> u64 {
    let mean = f64::from_bits(mean);
    let weight = match gamma {
        1.0 => f64::from(visits),
        _ => (1.0 - libm::pow(gamma, f64::from(visits))) / (1.0 - gamma),
    };
    (mean + (value - mean) / weight).to_bits()
}
