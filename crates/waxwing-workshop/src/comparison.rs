//! Comparisons: agents one after the other in the same seat of the same deals, against the same opponents.
//!
//! What differs between two agents' games is then the agents, not the luck of the deal: the difference of their win rates
//! is told from fewer games.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::Serialize;
use waxwing::agent::ExpressionError;
use waxwing::{Expression, Limits, Player};

use crate::matches::{Failures, Forfeits, MatchPlan, Setting, is_zero, outcome, play_all};
use crate::statistics::{Interval, Outcome, Paired, Score, Wins};

/// What is to be compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The agents; the first is the one that the others are compared with.
    pub agents: Vec<Expression>,
    /// Who sits in all other seats.
    pub opponent: Expression,
    /// The seat, or every seat in turn.
    pub role: Option<Player>,
    /// How many deals; each is played once by every agent.
    pub deals: u64,
    /// Everything random follows from it.
    pub seed: u64,
    /// How many games are played at once.
    pub jobs: usize,
    /// What an agent may use for a move if its expression does not say.
    pub limits: Limits,
}

/// The result of a comparison, final or so far.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ComparisonReport {
    /// The game.
    pub game: String,
    /// The opponents' expression.
    pub against: String,
    /// Deals that every agent has played to the end: those that count.
    pub deals: u64,
    /// The seed.
    pub seed: u64,
    /// Deals of which a game failed, which count for no agent; JSON mentions them only if there are some.
    #[serde(skip_serializing_if = "is_zero")]
    pub failed_deals: u64,
    /// The games in which agents failed.
    #[serde(flatten, skip_serializing_if = "Failures::is_empty")]
    pub failures: Failures,
    /// For each agent, what it achieved.
    pub results: Vec<ComparisonResult>,
    /// How long it took.
    pub elapsed_s: f64,
    /// Whether the same seed would give the same games again; JSON mentions it only if not.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub reproducible: bool,
}

/// What one agent achieved.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ComparisonResult {
    /// Its expression.
    pub agent: String,
    /// How often its seat won.
    #[serde(flatten)]
    pub won: Wins,
    /// Its difference from the first agent; `None` for the first agent itself.
    pub paired: Option<Difference>,
}

/// How an agent's wins differ from those of the first agent on the same deals.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// Deals that only this agent won.
    pub gained: u64,
    /// Deals that only the first agent won.
    pub lost: u64,
    /// The difference of the win rates.
    pub difference: Option<f64>,
    /// Its McNemar interval.
    pub ci95: Interval,
    /// Of McNemar's exact test.
    pub p_value: f64,
}

/// Plays a comparison and reports after every deal. When it is stopped, it returns the results of the deals that are
/// finished.
pub fn run_comparison(
    setting: &Setting<'_>,
    comparison: &Comparison,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&ComparisonReport),
) -> Result<ComparisonReport, ExpressionError> {
    let (started, seats) = (Instant::now(), setting.game.players());
    let (mut tally, plan) = (Tally::new(setting.game.text(), comparison), comparison.plan(seats));
    play_all(setting, &plan, stop, &mut |number, record| {
        let (deal, agent) = comparison.place(number);
        let seat = comparison.seat(deal, seats);
        tally.reproducible &= record.reproducible;
        let played = match plan.kept_apart(number, &record) {
            None => Played::To(outcome(&record.rewards, [seat].into_iter())),
            Some(failed) => {
                tally.failures.add(failed);
                Played::Failed
            }
        };
        if tally.add(deal, agent, played) {
            progress(&tally.report(started.elapsed()));
        }
        ControlFlow::Continue(())
    })?;
    Ok(tally.report(started.elapsed()))
}

impl Comparison {
    /// The deal and the agent of a game.
    fn place(&self, number: u64) -> (u64, usize) {
        let agents = self.agents.len() as u64;
        (number / agents, (number % agents) as usize)
    }

    /// Where the compared agents sit in a deal.
    fn seat(&self, deal: u64, seats: usize) -> usize {
        self.role.map_or((deal % seats as u64) as usize, Player::index)
    }

    fn plan(&self, seats: usize) -> MatchPlan {
        let opponent = self.agents.len();
        let cycle = if self.role.is_some() { 1 } else { seats as u64 };
        let assignment = |number: u64| {
            let (deal, agent) = self.place(number);
            let mut assignment = vec![opponent; seats];
            assignment[self.seat(deal, seats)] = agent;
            assignment
        };
        MatchPlan {
            agents: self.agents.iter().chain([&self.opponent]).cloned().collect(),
            assignments: (0..cycle * self.agents.len() as u64).map(assignment).collect(),
            group: self.agents.len(),
            games: self.deals.saturating_mul(self.agents.len() as u64),
            seed: self.seed,
            jobs: self.jobs,
            limits: self.limits,
            forfeits: Forfeits::Apart,
        }
    }
}

/// What an agent made of a deal.
#[derive(Clone, Copy, PartialEq)]
enum Played {
    /// It played it to an end.
    To(Outcome),
    /// Somebody failed.
    Failed,
}

/// Sums over the deals that all agents have played.
struct Tally<'a> {
    name: &'a str,
    comparison: &'a Comparison,
    /// Deals that some agents have played.
    open: BTreeMap<u64, Vec<Option<Played>>>,
    scores: Vec<Score>,
    paired: Vec<Paired>,
    failures: Failures,
    failed_deals: u64,
    reproducible: bool,
}

impl<'a> Tally<'a> {
    fn new(name: &'a str, comparison: &'a Comparison) -> Tally<'a> {
        let agents = comparison.agents.len();
        let (scores, paired) = (vec![Score::default(); agents], vec![Paired::default(); agents]);
        let (open, failures) = (BTreeMap::new(), Failures::default());
        Tally { name, comparison, open, scores, paired, failures, failed_deals: 0, reproducible: true }
    }

    /// Counts a game; returns whether all agents have played its deal now.
    fn add(&mut self, deal: u64, agent: usize, played: Played) -> bool {
        let all = self.open.entry(deal).or_insert_with(|| vec![None; self.scores.len()]);
        all[agent] = Some(played);
        let Some(all) = all.iter().copied().collect::<Option<Vec<Played>>>() else { return false };
        self.open.remove(&deal);
        let outcome = |played: &Played| if let Played::To(outcome) = played { Some(*outcome) } else { None };
        // All agents are compared on the same deals: a deal that one of them has not finished counts for none of them.
        let Some(outcomes) = all.iter().map(outcome).collect::<Option<Vec<Outcome>>>() else {
            self.failed_deals += 1;
            return true;
        };
        for (agent, &outcome) in outcomes.iter().enumerate() {
            self.scores[agent].add(outcome);
            self.paired[agent].add(outcome == Outcome::Won, outcomes[0] == Outcome::Won);
        }
        true
    }

    fn report(&self, elapsed: Duration) -> ComparisonReport {
        let result = |(agent, expression): (usize, &Expression)| {
            let (score, paired) = (self.scores[agent], self.paired[agent]);
            ComparisonResult {
                agent: expression.to_string(),
                won: score.into(),
                paired: (agent > 0).then(|| Difference {
                    gained: paired.first_only,
                    lost: paired.second_only,
                    difference: paired.difference(),
                    ci95: paired.interval(),
                    p_value: paired.p_value(),
                }),
            }
        };
        ComparisonReport {
            game: self.name.to_owned(),
            against: self.comparison.opponent.to_string(),
            deals: self.scores[0].games(),
            seed: self.comparison.seed,
            failures: self.failures.clone(),
            failed_deals: self.failed_deals,
            results: self.comparison.agents.iter().enumerate().map(result).collect(),
            elapsed_s: elapsed.as_secs_f64(),
            reproducible: self.reproducible,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_take_turns_unless_a_role_is_fixed() {
        let agent = |text| Expression::parse(text).unwrap();
        let mut comparison = Comparison {
            agents: vec![agent("random"), agent("uct")],
            opponent: agent("uct @30"),
            role: None,
            deals: 4,
            seed: 3,
            jobs: 1,
            limits: Limits::iterations(200),
        };
        let plan = comparison.plan(2);
        let seats = |plan: &MatchPlan| (0..8).map(|number| plan.game(number).1.clone()).collect::<Vec<_>>();
        assert_eq!(seats(&plan)[..4], [[0, 2], [1, 2], [2, 0], [2, 1]]);
        assert_eq!(plan.game(0).0.chance, plan.game(1).0.chance);
        assert_ne!(plan.game(1).0.chance, plan.game(2).0.chance);
        comparison.role = Some(Player(1));
        assert!(seats(&comparison.plan(2)).iter().all(|assignment| assignment[0] == 2));
    }
}
