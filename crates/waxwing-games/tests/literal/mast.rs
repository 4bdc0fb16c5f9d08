//! Specification 3 (move averages) with its four policies, TO-MAST and PAST.

use waxwing::{Game, Information, Phase, Player, Record};

use crate::decision::Decision;
use crate::icarus::{Captured, Choice, Context, Counts, Icarus, Info, Playout, Ply, Theta, statistics, ucb1};

pub enum Rule {
    Gibbs { tau: f64 },
    Greedy { epsilon: f64 },
    Roulette,
    Ucb1 { c: f64 },
}

pub struct Mast {
    pub rule: Rule,
    pub tree_only: bool,
}

impl Mast {
    fn counts_availability(&self) -> bool {
        matches!(self.rule, Rule::Ucb1 { .. })
    }
}

fn gibbs(values: &[f64], tau: f64) -> Decision {
    Decision::weights(&values.iter().map(|value| (value / tau).exp()).collect::<Vec<f64>>())
}

impl<G: Game> Icarus<G> for Mast {
    fn keeps(&self, record: &Record<G::Action>) -> bool {
        matches!(record, Record::Action { .. })
    }

    fn initial(&self, _: usize) -> Info<G::Action> {
        Info::Counts(Counts::zero(1))
    }

    fn policy(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> Choice {
        let record = |&action: &G::Action| theta.visited(Record::Action { player: ply.player, action });
        let average = |action: &G::Action| record(action).map_or(1.0, |counts| counts.mean(0));
        let averages: Vec<f64> = ply.legal.iter().map(average).collect();
        Choice::Distribution(match self.rule {
            Rule::Gibbs { tau } => gibbs(&averages, tau),
            Rule::Greedy { epsilon } => Decision::epsilon_greedy(&averages, epsilon),
            Rule::Roulette => Decision::weights(&averages),
            Rule::Ucb1 { c } => {
                let value = |counts: &Counts| ucb1(counts.mean(0), c, counts.m, counts.n);
                let values = ply.legal.iter().map(|action| record(action).map_or(f64::INFINITY, value));
                return Choice::Values(values.collect());
            }
        })
    }

    fn capture(&self, playout: &Playout<'_, G>, _: &Theta<'_, G::Action>) -> Captured<G::Action> {
        let mut captured = Vec::new();
        for (_, player, step) in playout.decisions() {
            if self.tree_only && step.phase == Phase::Simulation {
                continue;
            }
            captured.push((Record::Action { player, action: step.action }, Context::Player(player)));
            for &action in step.legal.iter().filter(|&&action| action != step.action) {
                if self.counts_availability() {
                    captured.push((Record::Action { player, action }, Context::Available));
                }
            }
        }
        captured
    }

    fn describe(&self, _: &Record<G::Action>, info: &Info<G::Action>) -> Information<G::Action> {
        let Info::Counts(counts) = info else { unreachable!() };
        statistics(counts, 0, self.counts_availability())
    }
}

/// The records are (predicate, action, player), for each predicate that held when the action was played.
pub struct Past {
    pub tau: f64,
    pub min: u64,
}

fn holding<G: Game>(state: &G) -> Vec<usize> {
    let set = state.knowledge().predicates().map_or(0, |predicates| predicates.holding(state));
    (0..64).filter(|bit| set >> bit & 1 == 1).collect()
}

impl<G: Game> Icarus<G> for Past {
    fn keeps(&self, record: &Record<G::Action>) -> bool {
        matches!(record, Record::Predicate { .. })
    }

    fn initial(&self, _: usize) -> Info<G::Action> {
        Info::Counts(Counts::zero(1))
    }

    fn policy(&self, ply: &Ply<'_, G>, theta: &Theta<'_, G::Action>) -> Choice {
        let predicates = holding(ply.playout.state());
        let value = |&action: &G::Action| {
            let record = |&predicate| theta.visited(Record::Predicate { player: ply.player, predicate, action });
            let known = predicates.iter().filter_map(record).filter(|counts| counts.n >= self.min);
            known.map(|counts| counts.mean(0)).reduce(f64::max).unwrap_or(1.0)
        };
        let values: Vec<f64> = ply.legal.iter().map(value).collect();
        Choice::Distribution(gibbs(&values, self.tau))
    }

    fn capture(&self, playout: &Playout<'_, G>, _: &Theta<'_, G::Action>) -> Captured<G::Action> {
        let record = |player: Player, predicate: usize, action: G::Action| {
            (Record::Predicate { player, predicate, action }, Context::Player(player))
        };
        let of_step = |(index, player, step): (usize, Player, &crate::icarus::Step<G::Action>)| {
            let action = step.action;
            holding(&playout.states[index]).into_iter().map(move |predicate| record(player, predicate, action))
        };
        playout.decisions().flat_map(of_step).collect()
    }

    fn describe(&self, _: &Record<G::Action>, info: &Info<G::Action>) -> Information<G::Action> {
        let Info::Counts(counts) = info else { unreachable!() };
        statistics(counts, 0, false)
    }
}
