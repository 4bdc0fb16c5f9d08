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
use super::stat::Stat;
use super::table::{Records, Row};
use super::ucb::{Buffers, bonus, ucb1};
use super::{Gives, InPlayouts, Information, Iteration, Phase, Ply, Record, Scratch, Strategy, Wants};
use crate::Rng;
use crate::bits::RankedWords;
use crate::game::{Game, Player};

/// How the averages become a policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum MastPolicy {
    Gibbs { tau: f32 },
    Greedy { epsilon: f32 },
    Roulette,
    Ucb1 { c: f32 },
}

pub(crate) struct Mast {
    policy: MastPolicy,
    /// 1/τ of the Gibbs policy.
    steepness: f32,
    tree_only: bool,
    /// Whether the game gives its actions as sets. Where it does not, the search lists them for `choose`: in `play` that costs a
    /// tenth more.
    sets: bool,
    records: Records,
}

impl Mast {
    pub fn new<G: Game>(game: &G, policy: MastPolicy, tree_only: bool) -> Mast {
        // A record carries the weight it has in the policy, so that a playout reads it and need not compute it.
        let initial = if matches!(policy, MastPolicy::Ucb1 { .. }) { 0 } else { 1f32.to_bits() };
        let steepness = if let MastPolicy::Gibbs { tau } = policy { 1.0 / tau } else { 0.0 };
        let records = Records::new(game.players(), game.action_space(), 1, initial);
        Mast { policy, steepness, tree_only, sets: game.playout_set().is_some(), records }
    }

    fn key<G: Game>(&self, game: &G, player: Player, action: G::Action) -> u64 {
        self.records.extend(self.records.start(player), game.action_index(action))
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
    fn weights<G: Game>(&self, ply: &Ply<'_, G>, weights: &mut Vec<f32>) {
        let row = self.records.row(self.records.start(ply.player));
        weights.extend(ply.legal.iter().map(|&action| weight(row, ply.state.action_index(action))));
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

    fn ucb1<G: Game>(&self, ply: &Ply<'_, G>, action: G::Action, c: f32) -> f32 {
        match self.records.get(self.key(ply.state, ply.player, action)) {
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

impl<G: Game> Strategy<G> for Mast {
    fn gives(&self) -> Gives {
        if matches!(self.policy, MastPolicy::Ucb1 { .. }) { Gives::Values } else { Gives::Weights }
    }

    fn wants(&self) -> Wants {
        Wants { steps: true, legal: matches!(self.policy, MastPolicy::Ucb1 { .. }), ..Wants::default() }
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        match self.policy {
            MastPolicy::Gibbs { .. } | MastPolicy::Roulette => self.weights(ply, scores),
            MastPolicy::Greedy { epsilon } => {
                self.weights(ply, scores);
                epsilon_greedy(scores, epsilon);
            }
            MastPolicy::Ucb1 { c } => scores.extend(ply.legal.iter().map(|&action| self.ucb1(ply, action, c))),
        }
    }

    fn choose(&self, ply: &Ply<'_, G>, buffers: &mut Buffers, rng: &mut Rng) -> usize {
        let scores = &mut buffers.scores;
        scores.clear();
        match self.policy {
            MastPolicy::Greedy { epsilon } if rng.unit() < epsilon => rng.below(ply.legal.len()),
            MastPolicy::Greedy { .. } => {
                self.weights(ply, scores);
                argmax(scores, rng)
            }
            MastPolicy::Ucb1 { .. } => {
                self.score(ply, scores);
                argmax(scores, rng)
            }
            MastPolicy::Gibbs { .. } | MastPolicy::Roulette => {
                let listed = |number: usize| (number, ply.state.action_index(ply.legal[number]));
                self.sample(ply.player, ply.legal.len(), listed, rng).unwrap_or_else(|| {
                    self.weights(ply, scores);
                    roulette(scores, rng)
                })
            }
        }
    }

    fn in_playouts(&self) -> InPlayouts {
        match self.policy {
            MastPolicy::Gibbs { .. } | MastPolicy::Roulette if self.sets => InPlayouts::Picks,
            _ => InPlayouts::Listed,
        }
    }

    fn draw(&self, ply: &Ply<'_, G>, rng: &mut Rng) -> Option<G::Action> {
        let set = ply.state.playout_set()?;
        let ranked = RankedWords::new_sparse(set.words);
        let (word, place) = self.sample(
            ply.player,
            ranked.count(),
            |number| {
                let (word, place) = ranked.select(number);
                ((word, place), set.index(word, place) as u64)
            },
            rng,
        )?;
        Some(set.at(word, place))
    }

    fn capture(&self, iteration: &Iteration<'_, G>, _: &mut Scratch) {
        let ucb1 = matches!(self.policy, MastPolicy::Ucb1 { .. });
        for (index, player, step) in iteration.decisions() {
            if self.tree_only && iteration.place(index).phase == Phase::Simulation {
                continue;
            }
            let start = self.records.start(player);
            if let Some(stat) = self.records.entry(self.records.extend(start, step.key), iteration.sharing) {
                stat.add(iteration.reward(player), iteration.sharing);
                self.weigh(stat);
            }
            for &action in if ucb1 { iteration.legal(index) } else { &[] } {
                if let Some(stat) = self.records.entry(self.key(iteration.root, player, action), iteration.sharing) {
                    stat.add_count(1, iteration.sharing);
                }
            }
        }
    }

    fn recall(&self, game: &G, record: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        let &Record::Action { player, action } = record else { return None };
        let ucb1 = matches!(self.policy, MastPolicy::Ucb1 { .. });
        Some(self.records.information(self.key(game, player, action), ucb1))
    }

    fn records(&self) -> Option<&Records> {
        Some(&self.records)
    }

    fn records_mut(&mut self) -> Option<&mut Records> {
        Some(&mut self.records)
    }
}
