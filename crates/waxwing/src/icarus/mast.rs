//! Move-average sampling (Specification 3): an action is as good as the playouts in which its player played it, wherever
//! in the game that was.
//!
//! ```text
//! v(a) = q/n    if n > 0,    1 otherwise
//! gibbs     α(a) ∝ e^(v(a)/τ)                        greedy    α = ε·U[A] + (1-ε)·U[argmax v]
//! roulette  α(a) ∝ v(a)                              ucb1      α = U[argmax v + c·√(ln m / n)], +∞ if n = 0
//! ```
//!
//! Readings: the player of `a_i` is the one who played it (the printed index of ρ is off by one); a pair that occurs
//! several times in a playout is updated each time. TO-MAST (tree-only) captures the actions chosen at selection and
//! expansion nodes alone. For `ucb1`, `m` counts how often the action was legal for its player.

use super::highest::{argmax, epsilon_greedy, roulette};
use super::part::{QuickChoice, QuickPlayer};
use super::pending::Pending;
use super::stat::Stat;
use super::table::{Records, Row};
use super::ucb::{bonus, ucb1};
use super::{Gives, Information, LegalList, Moment, Phase, Record, parameters};
use crate::Rng;
use crate::agent::catalogue::{Entry, Giving, Parameter};
use crate::bits::RankedWords;
use crate::game::{Game, Player};
use crate::strategy::{
    Built, Composed, Iteration, Learner, Needs, Opinion, Own, Ply, Setting, Store, Strategy, Thread,
};

pub(super) fn entry() -> Entry {
    let about =
        "move-average sampling: an action is as good as its average reward over all playouts, wherever it was played";
    with_policies(Entry::strategy("mast", about))
        .cited("Finnsson and Björnsson 2008; ICARUS Specification 3")
        .in_papers(&["mast", "mast-policies"])
        .built_by(|setting| Ok(Built(Composed::Own(Own::Mast(Mast::new(setting, false))))))
}

pub(super) fn tree_only_entry() -> Entry {
    let about =
        "tree-only MAST: averages over the moves of the tree, which were chosen with more care than those of playouts";
    with_policies(Entry::strategy("to-mast", about))
        .cited("Finnsson and Björnsson 2010")
        .in_papers(&["to-mast"])
        .built_by(|setting| Ok(Built(Composed::Own(Own::Mast(Mast::new(setting, true))))))
}

fn with_policies(entry: Entry) -> Entry {
    entry
        .taking([
            Parameter::choice(
                "policy",
                ["gibbs", "greedy", "roulette", "ucb1"],
                "how averages become a choice: Gibbs sampling, ε-greedy, roulette wheel, or UCB1",
            ),
            parameters::tau(1.0),
            Parameter::number("epsilon", 0.4, 0.0, 1.0, "chance of a uniformly random action under `policy=greedy`"),
            Parameter::number("c", 0.7, 0.0, 1e6, "exploration constant under `policy=ucb1`"),
        ])
        .giving(Giving::ValuesIf { parameter: "policy".into(), choice: "ucb1".into() })
}

/// How the averages become a policy.
#[derive(Clone, Copy, Debug, PartialEq)]
enum MastPolicy {
    Gibbs { tau: f32 },
    Greedy { epsilon: f32 },
    Roulette,
    Ucb1 { c: f32 },
}

impl MastPolicy {
    fn of(setting: &Setting<'_>) -> MastPolicy {
        match setting.choice("policy") {
            "greedy" => MastPolicy::Greedy { epsilon: setting.number("epsilon") },
            "roulette" => MastPolicy::Roulette,
            "ucb1" => MastPolicy::Ucb1 { c: setting.number("c") },
            _ => MastPolicy::Gibbs { tau: setting.number("tau") },
        }
    }
}

pub(crate) struct Mast {
    policy: MastPolicy,
    /// 1/τ of the Gibbs policy.
    steepness: f32,
    tree_only: bool,
    /// Whether the game gives its actions as sets.
    sets: bool,
    records: Records,
}

impl Mast {
    fn new(setting: &Setting<'_>, tree_only: bool) -> Mast {
        let policy = MastPolicy::of(setting);
        // A record carries the weight it has in the policy, so that a playout reads it and need not compute it.
        let initial = if matches!(policy, MastPolicy::Ucb1 { .. }) { 0 } else { 1f32.to_bits() };
        let steepness = if let MastPolicy::Gibbs { tau } = policy { 1.0 / tau } else { 0.0 };
        let records = Records::new(setting.players(), setting.action_space(), 1, initial);
        Mast { policy, steepness, tree_only, sets: setting.gives_sets(), records }
    }

    fn key(&self, player: Player, action: u64) -> u64 {
        self.records.extend(self.records.start(player), action)
    }

    /// The weight that a record's average has from now on.
    #[inline]
    fn weigh(&self, stat: &Stat) {
        match self.policy {
            // Relative to an unvisited action's e^(1/τ), which is then 1 for every τ.
            MastPolicy::Gibbs { .. } => stat.set_weight(libm::expf((stat.mean() - 1.0) * self.steepness)),
            MastPolicy::Greedy { .. } | MastPolicy::Roulette => stat.set_weight(stat.mean()),
            MastPolicy::Ucb1 { .. } => {}
        }
    }

    #[inline]
    fn weights(&self, ply: &Ply<'_>, weights: &mut Vec<f32>) {
        let row = self.records.row(self.records.start(ply.player));
        weights.extend(ply.keys().iter().map(|&action| weight(row, action)));
    }

    /// Rejection sampling: weights are at most 1, so an action drawn uniformly and accepted with its weight as
    /// probability comes from the policy's distribution exactly. Nothing after a few refusals.
    ///
    /// The actions are given by number, each as what is to be returned of it and its index.
    #[inline]
    fn sample<T>(&self, player: Player, count: usize, action: impl Fn(usize) -> (T, u64), rng: &mut Rng) -> Option<T> {
        let row = self.records.row(self.records.start(player));
        (0..6).find_map(|_| {
            let (number, unit) = rng.below_and_unit(count);
            let (action, index) = action(number);
            (unit < weight(row, index)).then_some(action)
        })
    }

    fn ucb1(&self, player: Player, action: u64, c: f32) -> f32 {
        match self.records.get(self.key(player, action)) {
            Some(stat) if stat.visits() > 0 => ucb1(stat.mean(), stat.visits(), bonus(c, stat.count())),
            _ => f32::INFINITY,
        }
    }
}

/// The weight of an action in the policy: 1 if it has no record.
#[inline]
fn weight(row: Row<'_>, action: u64) -> f32 {
    row.get(action).map_or(1.0, Stat::weight)
}

/// What a thread keeps: room for scores, and what it has not added to the records yet.
#[derive(Default)]
pub(crate) struct MastThread {
    scores: Vec<f32>,
    pending: Pending,
}

impl Learner for Mast {
    type Thread = MastThread;

    fn needs(&self) -> Needs {
        let steps = Needs::steps();
        if matches!(self.policy, MastPolicy::Ucb1 { .. }) { steps.and_legal() } else { steps }
    }

    fn capture(&self, iteration: &Iteration<'_>, MastThread { pending, .. }: &mut MastThread) {
        let ucb1 = matches!(self.policy, MastPolicy::Ucb1 { .. });
        for (index, player, step) in iteration.decisions() {
            if self.tree_only && iteration.phase(index) == Phase::Simulation {
                continue;
            }
            let key = self.key(player, step.key);
            let counting = (iteration.sharing, &mut *pending);
            self.records.add(key, iteration.reward(player), counting, |_, stat| self.weigh(stat));
            for &action in if ucb1 { iteration.legal(index) } else { &[] } {
                if let Some(stat) = self.records.entry(self.key(player, action), iteration.sharing) {
                    stat.add_count(1, iteration.sharing);
                }
            }
        }
    }

    fn settle(&self, MastThread { pending, .. }: &mut MastThread) {
        self.records.settle(pending, |_, stat| self.weigh(stat));
    }

    fn recall(&self, record: &Record<u64>, _: Option<u32>) -> Option<Information<u64>> {
        let &Record::Action { player, action } = record else { return None };
        let ucb1 = matches!(self.policy, MastPolicy::Ucb1 { .. });
        Some(self.records.information(self.key(player, action), ucb1))
    }

    fn opinions(&self, ply: &Ply<'_>, opinions: &mut Vec<Option<Opinion>>) {
        opinions.extend(ply.keys().iter().map(|&action| Some(self.records.opinion(self.key(ply.player, action)))));
    }

    fn store(&self) -> Option<&dyn Store> {
        Some(&self.records)
    }

    fn store_mut(&mut self) -> Option<&mut dyn Store> {
        Some(&mut self.records)
    }
}

impl Strategy for Mast {
    fn gives(&self) -> Gives {
        if matches!(self.policy, MastPolicy::Ucb1 { .. }) { Gives::Values } else { Gives::Weights }
    }

    fn score(&self, ply: &Ply<'_>, _: &mut MastThread, scores: &mut Vec<f32>) {
        match self.policy {
            MastPolicy::Gibbs { .. } | MastPolicy::Roulette => self.weights(ply, scores),
            MastPolicy::Greedy { epsilon } => {
                self.weights(ply, scores);
                epsilon_greedy(scores, epsilon);
            }
            MastPolicy::Ucb1 { c } => {
                scores.extend(ply.keys().iter().map(|&action| self.ucb1(ply.player, action, c)));
            }
        }
    }

    fn choose(&self, ply: &Ply<'_>, MastThread { scores, .. }: &mut MastThread, rng: &mut Rng) -> Option<usize> {
        scores.clear();
        match self.policy {
            MastPolicy::Greedy { epsilon } if rng.unit() < epsilon => Some(rng.below(ply.count())),
            MastPolicy::Greedy { .. } => {
                self.weights(ply, scores);
                Some(argmax(scores, rng))
            }
            MastPolicy::Ucb1 { .. } => None,
            MastPolicy::Gibbs { .. } | MastPolicy::Roulette => {
                let listed = |number: usize| (number, ply.key(number));
                Some(self.sample(ply.player, ply.count(), listed, rng).unwrap_or_else(|| {
                    self.weights(ply, scores);
                    roulette(scores, rng)
                }))
            }
        }
    }
}

impl QuickPlayer for Mast {
    #[inline]
    fn play_quickly<G: Game>(
        &self,
        at: &Moment<'_, G>,
        legal: &mut LegalList<'_, G::Action>,
        thread: &mut Thread,
        rng: &mut Rng,
    ) -> Option<QuickChoice<G::Action>> {
        if !matches!(self.policy, MastPolicy::Gibbs { .. } | MastPolicy::Roulette) {
            return None;
        }
        if self.sets
            && let Some(set) = at.state.playout_set()
        {
            let ranked = RankedWords::new_sparse(set.words);
            let bit = |number| {
                let (word, place) = ranked.select(number);
                let index = set.index(word, place);
                (index, index as u64)
            };
            if let Some(index) = self.sample(at.player, ranked.count(), bit, rng) {
                return Some(QuickChoice::This((set.action)(index)));
            }
        }
        let legal = legal.of(at.state);
        let key = |number: usize| at.state.action_index(legal[number]);
        let drawn = self.sample(at.player, legal.len(), |number| (number, key(number)), rng);
        Some(QuickChoice::Listed(drawn.unwrap_or_else(|| {
            let row = self.records.row(self.records.start(at.player));
            thread.scores.clear();
            thread.scores.extend((0..legal.len()).map(|number| weight(row, key(number))));
            roulette(&thread.scores, rng)
        })))
    }
}
