//! What the games of a match add up to, and how it is reported.

use std::time::Duration;

use serde::Serialize;
use waxwing::Reward;

use super::{Failures, Forfeits, MatchPlan, Setting};
use crate::arena::GameRecord;
use crate::design::{Assignment, parity};
use crate::openings::Openings;
use crate::statistics::{Interval, Outcome, Score, Units, Wins, elo_against, elo_interval, likelihood_of_superiority};

/// The result of a match, final or so far.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MatchReport {
    /// The game.
    pub game: String,
    /// The agents' expressions.
    pub agents: Vec<String>,
    /// Finished games that count.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// The openings that the games began with, if there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// Where pairs of games were counted instead of games: how many. The results are then those of the decided pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Pairs>,
    /// The games in which agents failed. They do not count, unless `forfeits` says so.
    #[serde(flatten, skip_serializing_if = "Failures::is_empty")]
    pub failures: Failures,
    /// What became of them; JSON mentions it only if they count.
    #[serde(skip_serializing_if = "Forfeits::is_apart")]
    pub forfeits: Forfeits,
    /// For each agent, what it achieved.
    pub results: Vec<AgentResult>,
    /// How long it took.
    pub elapsed_s: f64,
    /// Whether the same seed would give the same games again; JSON mentions it only if not.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub reproducible: bool,
}

impl MatchReport {
    /// Finished games, those that are kept apart included.
    pub fn played(&self) -> u64 {
        self.games + if self.forfeits.is_apart() { self.failures.games } else { 0 }
    }
}

/// Pairs of games with swapped seats (see [`run_pairs`](crate::run_pairs)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Pairs {
    /// Pairs with a winner.
    pub decided: u64,
    /// Those without one, which do not count.
    pub discarded: u64,
    /// Those of which a game failed, which do not count either; JSON mentions them only if there are some.
    #[serde(skip_serializing_if = "is_zero")]
    pub failed: u64,
}

/// Whether there is nothing to mention.
pub(crate) fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// What one agent achieved.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct AgentResult {
    /// Its expression.
    pub agent: String,
    /// How often one of its seats won.
    #[serde(flatten)]
    pub won: Wins,
    /// The mean of its [`share`] of the reward: with two players win 1, draw ½.
    pub score: Option<f64>,
    /// Its interval. Games that share an opening, deals or dice are one observation (see [`Units`]).
    pub score_ci95: Interval,
    /// What it would score if all agents were equal (see [`parity`]).
    pub parity: f64,
    /// The score against the parity as a difference in Elo rating; `None` where no finite difference would do.
    pub elo: Option<f64>,
    /// The differences of the ends of `score_ci95`, infinite where no finite one would do; JSON has `null` for those.
    pub elo_ci95: Interval,
    /// The likelihood of superiority: how likely the agent is to score more than parity in the long run.
    pub los: f64,
    /// Over all its searches.
    pub iterations_per_second: f64,
}

/// Sums over the finished games. They do not depend on the order in which games finish.
pub(crate) struct Tally<'a> {
    name: &'a str,
    openings: Option<&'a str>,
    plan: &'a MatchPlan,
    agents: Vec<AgentTally>,
    games: u64,
    pub(crate) pairs: Option<Pairs>,
    failures: Failures,
    reproducible: bool,
}

#[derive(Clone)]
struct AgentTally {
    won: Score,
    shares: Units,
    parity: f64,
    /// Whether wins and losses between two players are all there is to count, so that their odds are known exactly.
    is_duel: bool,
    iterations: u64,
    time: Duration,
}

impl<'a> Tally<'a> {
    pub(crate) fn new(setting: &Setting<'a>, plan: &'a MatchPlan) -> Tally<'a> {
        // A group of one game shares with nothing.
        let unit = if plan.group > 1 && setting.groups_share() { plan.group } else { 1 };
        Tally::in_units(setting, plan, unit)
    }

    /// Counts pairs of games, each of which is one result, whatever its games share.
    pub(crate) fn of_pairs(setting: &Setting<'a>, plan: &'a MatchPlan) -> Tally<'a> {
        Tally { pairs: Some(Pairs::default()), ..Tally::in_units(setting, plan, 1) }
    }

    fn in_units(setting: &Setting<'a>, plan: &'a MatchPlan, unit: usize) -> Tally<'a> {
        let is_duel = unit == 1 && plan.assignments.iter().all(|assignment| assignment.len() == 2);
        let agent = |agent: usize| AgentTally {
            won: Score::default(),
            shares: Units::of(unit),
            parity: parity(&plan.assignments, agent),
            is_duel,
            iterations: 0,
            time: Duration::ZERO,
        };
        Tally {
            name: setting.game.text(),
            openings: setting.openings.map(Openings::name),
            plan,
            agents: (0..plan.agents.len()).map(agent).collect(),
            games: 0,
            pairs: None,
            failures: Failures::default(),
            reproducible: true,
        }
    }

    /// Takes up a game, and what was spent in it if it counts; returns whether it does.
    #[must_use]
    pub(crate) fn add(&mut self, number: u64, record: &GameRecord) -> bool {
        self.reproducible &= record.reproducible;
        if let Some(failed) = self.plan.failure(number, record) {
            self.failures.add(failed);
            if self.plan.forfeits.is_apart() {
                return false;
            }
        }
        self.games += 1;
        let assignment = self.plan.game(number).1;
        for (&agent, seat) in assignment.iter().zip(&record.seats) {
            self.agents[agent].iterations += seat.iterations;
            self.agents[agent].time += seat.time;
        }
        true
    }

    /// Counts the result of a game for every agent.
    pub(crate) fn count(&mut self, number: u64, rewards: &[Reward]) {
        let assignment = self.plan.game(number).1;
        for (agent, tally) in self.agents.iter_mut().enumerate() {
            tally.won.add(outcome(rewards, seats_of(assignment, agent)));
            tally.shares.add(number, share(rewards, seats_of(assignment, agent)));
        }
    }

    /// Counts what a pair of games was for its two agents.
    pub(crate) fn count_pair(&mut self, number: u64, outcomes: [Outcome; 2]) {
        for (tally, outcome) in self.agents.iter_mut().zip(outcomes) {
            tally.won.add(outcome);
            tally.shares.add(number, if outcome == Outcome::Won { 1.0 } else { 0.0 });
        }
    }

    pub(crate) fn report(&self, elapsed: Duration) -> MatchReport {
        let names: Vec<String> = self.plan.agents.iter().map(ToString::to_string).collect();
        let results = self.agents.iter().zip(&names).map(|(tally, name)| tally.result(name.clone())).collect();
        MatchReport {
            game: self.name.to_owned(),
            agents: names,
            games: self.games,
            seed: self.plan.seed,
            openings: self.openings.map(str::to_owned),
            pairs: self.pairs,
            failures: self.failures.clone(),
            forfeits: self.plan.forfeits,
            results,
            elapsed_s: elapsed.as_secs_f64(),
            reproducible: self.reproducible,
        }
    }
}

impl AgentTally {
    fn result(&self, agent: String) -> AgentResult {
        let (score, score_ci95, seconds) = (self.shares.mean(), self.shares.interval(), self.time.as_secs_f64());
        let los = match self.is_duel {
            true => likelihood_of_superiority(self.won),
            false => self.shares.superiority(self.parity),
        };
        AgentResult {
            agent,
            won: self.won.into(),
            score,
            score_ci95,
            parity: self.parity,
            elo: score.and_then(|score| elo_against(score, self.parity)),
            elo_ci95: elo_interval(score_ci95, self.parity),
            los,
            iterations_per_second: if seconds > 0.0 { self.iterations as f64 / seconds } else { 0.0 },
        }
    }
}

/// The seats of an agent.
pub fn seats_of(assignment: &Assignment, agent: usize) -> impl Iterator<Item = usize> {
    assignment.iter().enumerate().filter(move |&(_, &at)| at == agent).map(|(seat, _)| seat)
}

/// What a game was for the agent of these seats.
pub fn outcome(rewards: &[Reward], mut seats: impl Iterator<Item = usize>) -> Outcome {
    let highest = rewards.iter().max();
    if rewards.iter().min() == highest {
        Outcome::Drawn
    } else if seats.any(|seat| Some(&rewards[seat]) == highest) {
        Outcome::Won
    } else {
        Outcome::Lost
    }
}

/// The part of all rewards of a game that went to these seats. Where rewards add up to one, it is the reward itself: a three-way
/// draw is ⅓ for each. Allies share what they win, so that the shares of all agents are one in any game; where all got
/// nothing they are equal.
pub fn share(rewards: &[Reward], seats: impl Iterator<Item = usize>) -> f64 {
    let all: f64 = rewards.iter().map(|reward| reward.value()).sum();
    let (own, count) = seats.fold((0.0, 0), |(own, count), seat| (own + rewards[seat].value(), count + 1));
    if all > 0.0 { own / all } else { f64::from(count) / rewards.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::SeatRecord;
    use crate::design::swapped_seats;
    use crate::doctest::nim;
    use waxwing::{Expression, Limits};

    #[test]
    fn the_work_of_a_seat_is_its_agent_s_in_swapped_seats_too() {
        let game = nim().open("nim").unwrap();
        let plan = MatchPlan {
            agents: ["uct", "rave"].map(|text| Expression::parse(text).unwrap()).to_vec(),
            assignments: swapped_seats(2, 2).unwrap(),
            group: 2,
            games: 2,
            seed: 1,
            jobs: 1,
            limits: Limits::iterations(1),
            forfeits: Forfeits::Apart,
        };
        let did = |iterations, seconds| SeatRecord {
            iterations,
            time: Duration::from_secs(seconds),
            ..SeatRecord::default()
        };
        let of_agents = [did(1_000, 2), did(60, 3)];
        let setting = Setting::new(&game);
        let mut tally = Tally::new(&setting, &plan);
        for (game, assignment) in (0..).zip(&plan.assignments) {
            let record: GameRecord = GameRecord {
                rewards: vec![Reward::DRAW; 2],
                moves: Vec::new(),
                seats: assignment.iter().map(|&agent| of_agents[agent]).collect(),
                processor_time: Duration::ZERO,
                reproducible: true,
                forfeit: None,
            };
            assert!(tally.add(game, &record));
        }
        let report = tally.report(Duration::ZERO);
        let rates: Vec<f64> = report.results.iter().map(|result| result.iterations_per_second).collect();
        assert_eq!((report.games, &rates[..]), (2, &[500.0, 20.0][..]));
    }

    #[test]
    fn shared_first_is_won_and_all_equal_is_drawn() {
        let [no, half, full] = [Reward::LOSS, Reward::DRAW, Reward::WIN];
        let of = |rewards: &[Reward], seats: &[usize]| outcome(rewards, seats.iter().copied());
        assert_eq!(of(&[half, half], &[0]), Outcome::Drawn);
        assert_eq!(of(&[no, no, no], &[0, 2]), Outcome::Drawn);
        assert_eq!(of(&[half, half, no], &[1]), Outcome::Won);
        assert_eq!(of(&[half, half, no], &[2]), Outcome::Lost);
        assert_eq!(of(&[no, full, no], &[0, 1]), Outcome::Won);
    }

    #[test]
    fn the_shares_of_all_agents_are_one() {
        let [no, third, full] = [Reward::LOSS, Reward::new(1.0 / 3.0), Reward::WIN];
        let of = |rewards: &[Reward], seats: &[usize]| share(rewards, seats.iter().copied());
        assert_eq!(of(&[third, third, third], &[1]), 1.0 / 3.0, "a draw of three is a third, not a half");
        assert_eq!(of(&[full, no, no], &[0]), 1.0);
        assert_eq!((of(&[no, full, full], &[1]), of(&[no, full, full], &[1, 2])), (0.5, 1.0), "allies share");
        assert_eq!(of(&[no, no, no, no], &[0, 3]), 0.5);
        assert_eq!(of(&[Reward::DRAW; 2], &[0]), 0.5);
    }
}
