//! One strategy in which the known ones are points: `records(by=…, from=…, learn=…, policy=…)` takes the parts of Definition 5 as
//! parameters.
//!
//! ```text
//! R = what `by` names × players      of the action (`action`, what the game says of it) and of the moment (all else)
//! Θ, ω by `learn`     mean             (q + μ_ρ, n + 1)
//!                     discounted       (γ·q + μ_ρ, γ·w + 1, n + 1), whose mean is q/w
//!                     variance         (q + μ_ρ, s + μ_ρ², n + 1)
//!                     good             the action, if μ_ρ > 0;  with forgetting ⊥, if μ_ρ ≤ 0 and it was the one remembered
//! ξ by `from`         all, tree, playout   every ply; selection and expansion nodes; simulation nodes
//!                     below            the record of each moment and of every action that its player plays there or later
//! α by `policy`       gibbs ∝ e^(v/τ),  roulette ∝ v,  greedy = ε·U[A] + (1-ε)·U[argmax v]
//!                     ucb1 = U[argmax v + c·√(ln m / n)], or with `learn=variance` c·√(ln m / n · min(¼, s/n - v² + √(2 ln m / n)))
//!                     reply = U[argmax v] over the actions that are known, and `else` where there are none
//! ```
//!
//! v is the mean of a record with `min` visits or more; without any it is 1, and +∞ for `ucb1`. A last good reply has v = 1, all
//! others 0, if it is possible; if it is not, v is 1 for all. m is the sum of the visits of all legal actions (`trials=sum`), or
//! how often the action was legal (`trials=available`).
//!
//! Readings. Where several predicates hold, there is a record for each, v is the greatest of them, and the first that has a
//! possible reply has it. A moment that has not all the moves that `by` asks for has shorter ones (`short=shorter`), or no record:
//! the choice is uniform then (`short=uniform`). Nor has it one in playouts where `by` has `node`. What the game says of an action is
//! what it says when the action is played. With `node`, the records are histories: `below` learns at selection nodes alone, and
//! only of actions that are legal there, as Specification 2 has it. A visit counts as available.
//!
//! [`known::same_as`] tells which settings are which paper's strategy.

mod by;
mod capture;
mod choice;
mod known;
mod listing;
mod opinions;
mod waiting;

use super::pending::Pending;
use super::quota::Quota;
use super::table::Records;
use super::{Buffers, Counts, Gives, Information, Record, Stat, parameters};
use crate::Rng;
use crate::agent::ExpressionError;
use crate::agent::catalogue::{Entry, Giving, Parameter};
use crate::strategy::{
    Built, Iteration, Known, Learner, Listed, Move, Needs, Opinion, Ply, ReplySource, Setting, Start, Store, Strategy,
};
use by::{By, Seen};
use choice::Policy;
pub(crate) use known::{same_as, setting_of};
use waiting::Waiting;

pub(super) fn entry() -> Entry {
    let about = "a strategy by its parts: what records are about, what they learn from, what they know, and how that becomes a choice";
    Entry::strategy("records", about)
        .cited("Powley, Cowling and Whitehouse 2014, Definition 5 and section 6")
        .in_papers(&["records"])
        .taking([
            Parameter::contexts("what a record is about"),
            Parameter::choice("from", ["all", "tree", "playout", "below"], "the plies that are learned from; `below`: of every action its player plays at a moment or later, that moment's record learns"),
            Parameter::choice("learn", ["mean", "discounted", "variance", "good", "good-forgetting"], "what is known: the mean reward, one that forgets, one with its variance, or the last good action"),
            Parameter::choice("policy", ["gibbs", "greedy", "roulette", "ucb1", "reply"], "how what is known becomes a choice; `reply` plays the best that is known, and leaves the rest to `else`"),
            Parameter::choice("trials", ["sum", "available"], "what UCB1 takes the logarithm of: the visits of all legal actions, or how often the action was legal"),
            parameters::c(),
            parameters::tau(1.0),
            Parameter::number("epsilon", 0.4, 0.0, 1.0, "chance of a uniformly random action under `policy=greedy`"),
            Parameter::positive("gamma", 0.99, 1.0, "what is left of a record at its next visit under `learn=discounted`"),
            Parameter::integer("min", 1, 1, 1_000_000_000, "visits that a record needs to count"),
            Parameter::choice("short", ["shorter", "uniform"], "where there are fewer moves before than `by` asks for: use those there are, or choose at random"),
            parameters::prefix(),
            Parameter::policy("else", "uniform", "the policy where `policy=reply` knows nothing"),
        ])
        .giving(Giving::ValuesIf { parameter: "policy".into(), choice: "ucb1".into() })
        .built_by(|setting| {
            let records = Composed::of(setting)?;
            Ok(match records.policy {
                Policy::Reply => Built::replies(records, setting.call().policy("else")),
                _ => Built::strategy(records),
            })
        })
}

/// What is learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    All,
    Tree,
    Playout,
    Below,
}

/// What is known of a record.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Learn {
    Mean,
    /// The mean itself is kept, as the bits of a number in the word of the record.
    Discounted {
        gamma: f64,
    },
    /// The squares are in a table of their own.
    Variance,
    /// The number of the action and 1 are in the word of the record; 0 is none.
    Good {
        forgetting: bool,
    },
}

struct Composed {
    by: By,
    from: From,
    learn: Learn,
    policy: Policy,
    /// Whether UCB1 takes the logarithm of how often an action was legal, which the records count then.
    counts_available: bool,
    /// The visits that make a record known.
    least: u32,
    /// Whether the game gives the actions of playouts as sets.
    sets: bool,
    table: Records,
    squares: Option<Records>,
    /// What waits to be counted as available; only where moments are not numbered, since few of those come again.
    waiting: Option<Waiting>,
}

/// What a thread keeps: room, and what it has not added to the records yet.
#[derive(Default)]
struct RecordsThread {
    seen: Seen,
    /// The keys of the moment, one for each predicate that holds, or one.
    moments: Vec<u64>,
    /// The numbers of the legal actions, and what the game says of them.
    numbers: Vec<u64>,
    attributes: [Vec<u16>; 2],
    scores: Vec<f32>,
    buffers: Buffers,
    counts: Counts,
    pending: Pending,
    pending_squares: Pending,
}

impl Composed {
    fn of(setting: &Setting<'_>) -> Result<Composed, ExpressionError> {
        let learn = match setting.choice("learn") {
            "discounted" => Learn::Discounted { gamma: setting.call().number("gamma") },
            "variance" => Learn::Variance,
            "good" => Learn::Good { forgetting: false },
            "good-forgetting" => Learn::Good { forgetting: true },
            _ => Learn::Mean,
        };
        let from = match setting.choice("from") {
            "tree" => From::Tree,
            "playout" => From::Playout,
            "below" => From::Below,
            _ => From::All,
        };
        let is_good = matches!(learn, Learn::Good { .. });
        let policy = Policy::of(setting);
        let mut by = By::of(setting)?;
        let initial = if policy.weighs() { 1f32.to_bits() } else { 0 };
        let table = by.table(is_good, initial);
        // Whoever keeps marks marks all that is written.
        let is_marked = by.is_plain() && learn == Learn::Mean && matches!(policy, Policy::Ucb1 { .. });
        let is_marked = is_marked && setting.gives_sets() && setting.choice("trials") == "sum";
        let table = if is_marked { table.with_marks() } else { table };
        let squares = (learn == Learn::Variance).then(|| by.table(false, 0));
        let counts_available =
            matches!(policy, Policy::Ucb1 { .. }) && setting.choice("trials") == "available" && !is_good;
        let least = setting.integer("min") as u32;
        let waits = counts_available && by.is_plain() && !by.has_node() && !table.is_dense();
        let waits = waits && learn == Learn::Mean && from != From::Below;
        let (sets, waiting) = (setting.gives_sets(), waits.then(Waiting::new));
        Ok(Composed { by, from, learn, policy, counts_available, least, sets, table, squares, waiting })
    }

    /// Whether the records are those of one moment and one action: nothing but a key is looked up for each legal action.
    fn is_plain(&self) -> bool {
        self.by.is_plain() && self.learn == Learn::Mean && self.least == 1
    }
}

impl Learner for Composed {
    type Thread = RecordsThread;

    fn needs(&self) -> Needs {
        let mut needs = self.by.needs();
        if matches!(self.learn, Learn::Good { .. }) {
            needs = needs.and_replies();
        }
        if self.from == From::Below && self.by.has_node() {
            needs = needs.and_arms();
        }
        match self.counts_available {
            true if self.from == From::Tree || self.by.has_node() => needs.and_legal_in_tree(),
            true => needs.and_legal(),
            false => needs,
        }
    }

    fn capture(&self, iteration: &Iteration<'_>, thread: &mut RecordsThread) {
        match self.from {
            From::Below => self.capture_below(iteration, thread),
            _ => self.capture_each(iteration, thread),
        }
    }

    fn settle(&self, thread: &mut RecordsThread) {
        self.table.settle(&mut thread.pending, |key, stat| self.note(key, stat));
        if let Some(squares) = &self.squares {
            squares.settle(&mut thread.pending_squares, |_, _| {});
        }
    }

    fn recall(&self, record: &Record<u64>, node: Option<u32>) -> Option<Information<u64>> {
        let Record::Composed { player, about } = record else { return None };
        let (moment, number) = self.by.find(*player, about, node, matches!(self.learn, Learn::Good { .. }))?;
        Some(self.information(moment?, number))
    }

    fn opinions(&self, ply: &Ply<'_>, opinions: &mut Vec<Option<Opinion>>) {
        self.say(ply, opinions);
    }

    fn list(&self, known: &Known<'_>) -> Vec<Listed<u64>> {
        listing::list(&self.by, matches!(self.learn, Learn::Good { .. }), known, |record| self.recall(record, None))
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(self)
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        Some(self)
    }
}

impl Composed {
    /// What is known of the record of a moment and an action.
    fn information(&self, moment: u64, number: u64) -> Information<u64> {
        let key = self.table.extend(moment, number);
        let (found, squares) = (self.table.get(key), self.squares.as_ref().map(|squares| squares.get(key)));
        let (none, visits) = (Stat::default(), found.map_or(0, Stat::visits));
        let counted = || u64::from(found.map_or(0, Stat::count)) + self.waiting_at(moment, number);
        let available = self.counts_available.then(counted);
        match (self.learn, found.unwrap_or(&none).information(self.counts_available)) {
            (Learn::Good { .. }, _) => {
                Information::Reply(self.table.get(self.table.extend(moment, 0)).and_then(remembered))
            }
            (Learn::Discounted { .. }, _) => {
                let mean = found.map_or(0.0, |stat| f64::from_bits(stat.word()));
                Information::Statistics { sum: mean * f64::from(visits), visits: visits.into(), available }
            }
            (Learn::Variance, Information::Statistics { sum, visits, available }) => {
                let squares: Information<u64> = squares.flatten().unwrap_or(&none).information(false);
                let Information::Statistics { sum: squares, .. } = squares else { unreachable!("it has statistics") };
                Information::Moments { sum, squares, visits, available }
            }
            (_, Information::Statistics { sum, visits, .. }) => Information::Statistics { sum, visits, available },
            (_, information) => information,
        }
    }
}

/// The number of the action that a record remembers.
#[inline]
fn remembered(stat: &Stat) -> Option<u64> {
    stat.word().checked_sub(1)
}

impl Strategy for Composed {
    fn gives(&self) -> Gives {
        if matches!(self.policy, Policy::Ucb1 { .. }) { Gives::Values } else { Gives::Weights }
    }

    fn score(&self, ply: &Ply<'_>, thread: &mut RecordsThread, scores: &mut Vec<f32>) {
        self.score_all(ply, thread, scores);
    }

    fn choose(&self, ply: &Ply<'_>, thread: &mut RecordsThread, rng: &mut Rng) -> Option<usize> {
        self.choose_quickly(ply, thread, rng)
    }

    fn play(&self, ply: &Ply<'_>, thread: &mut RecordsThread, rng: &mut Rng) -> Option<Move> {
        self.play_quickly(ply, thread, rng)
    }

    fn is_uniform_in_playouts(&self) -> bool {
        self.by.has_node()
    }
}

impl ReplySource for Composed {
    fn reply(&self, ply: &Ply<'_>, thread: &mut RecordsThread, rng: &mut Rng) -> Option<Move> {
        self.best_known(ply, thread, rng)
    }
}

impl Composed {
    fn tables(&self) -> impl Iterator<Item = &Records> {
        [&self.table].into_iter().chain(&self.squares)
    }

    fn tables_mut(&mut self) -> impl Iterator<Item = &mut Records> {
        [&mut self.table].into_iter().chain(&mut self.squares)
    }
}

impl Store for Composed {
    fn bytes(&self) -> usize {
        self.tables().map(Records::bytes).sum::<usize>() + self.waiting.as_ref().map_or(0, Waiting::bytes)
    }

    fn is_due(&self, _: usize) -> bool {
        self.tables().any(Records::is_crowded) || self.waiting.as_ref().is_some_and(Waiting::is_crowded)
    }

    fn maintain(&mut self, _: usize, quota: &Quota) {
        self.tables_mut().for_each(|table| table.maintain(quota));
        if let Some(waiting) = &mut self.waiting {
            waiting.grow(quota);
        }
    }

    fn begin(&mut self, start: Start) {
        self.tables_mut().for_each(|table| table.begin(start));
        // Records of moments are kept for one search, since they are no nodes.
        if let Some(waiting) = &mut self.waiting {
            waiting.clear();
        }
    }

    fn remap(&mut self, moved: &[Option<u32>]) {
        self.tables_mut().for_each(|table| table.remap(moved));
    }
}
