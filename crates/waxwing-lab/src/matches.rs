//! Matches: groups of games in every seat assignment, played side by side, with a result that does not depend on how
//! many are played at once.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde::Serialize;
use waxwing::agent::ExpressionError;
use waxwing::search::GaveUp;
use waxwing::{Agent, Expression, Game, Limits, Reward, Rng};

use crate::arena::{Forfeit, GameRecord, Seeds, play_game};
use crate::design::Assignment;
use crate::openings::Openings;
use crate::program::{build_agent, try_agent};
use crate::statistics::{Interval, Outcome, Score, Wins, elo};

/// Which game is played, and from which positions.
pub struct Setting<'a, G: Game> {
    /// The game's name, for the report.
    pub name: &'a str,
    /// Its start.
    pub start: &'a G,
    /// Where groups of games begin instead: one after the other, and again from the first.
    pub openings: Option<&'a Openings<G>>,
    /// Sees every game with its number when it is finished, such as to write it down.
    pub finished: Option<Witness<'a, G>>,
}

/// Who sees the games of a match.
pub type Witness<'a, G> = &'a (dyn Fn(u64, &GameRecord<<G as Game>::Action>) + Sync);

impl<'a, G: Game> Setting<'a, G> {
    /// Games from the start.
    pub fn new(name: &'a str, start: &'a G) -> Setting<'a, G> {
        Setting { name, start, openings: None, finished: None }
    }

    /// The same before a witness.
    pub fn before<'b>(&self, witness: Witness<'b, G>) -> Setting<'b, G>
    where
        'a: 'b,
    {
        Setting { name: self.name, start: self.start, openings: self.openings, finished: Some(witness) }
    }

    /// What is played before the games of a group begin.
    pub(crate) fn opening(&self, group: u64) -> &'a [G::Action] {
        self.openings.map_or(&[], |openings| openings.of_group(group))
    }
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// The agents.
    pub agents: Vec<Expression>,
    /// Who sits where in the games of a group; or, one after the other, in those of several groups.
    pub assignments: Vec<Assignment>,
    /// The games of a group: they share their opening, deals and dice.
    pub group: usize,
    /// At least so many games; groups are always whole.
    pub games: u64,
    /// Everything random follows from it.
    pub seed: u64,
    /// How many games are played at once.
    pub jobs: usize,
    /// What an agent may use for a move if its expression does not say.
    pub limits: Limits,
}

impl MatchPlan {
    /// The number of games, rounded up to whole groups.
    pub fn total(&self) -> u64 {
        let group = self.group as u64;
        self.games.div_ceil(group).saturating_mul(group)
    }

    /// The agents in the seats of a game.
    pub(crate) fn seats(&self, number: u64) -> impl Iterator<Item = String> {
        self.game(number).1.iter().map(|&agent| self.agents[agent].to_string())
    }

    /// The seeds and the seats of a game.
    pub(crate) fn game(&self, number: u64) -> (Seeds, &Assignment) {
        let (group, place) = (number / self.group as u64, number % self.group as u64);
        let seed = Rng::derive(self.seed, group);
        let seeds = Seeds { chance: Rng::derive(seed, 0), agents: Rng::derive(seed, 1 + place) };
        (seeds, &self.assignments[(number % self.assignments.len() as u64) as usize])
    }
}

/// The result of a match, or how it stands.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MatchReport {
    /// The game.
    pub game: String,
    /// The agents' expressions.
    pub agents: Vec<String>,
    /// Finished games.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// The openings that the games began with, if there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// Where pairs of games were counted instead of games: how many. The results are then those of the decided pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Pairs>,
    /// For each agent, what it achieved.
    pub results: Vec<AgentResult>,
    /// How long it took.
    pub elapsed_s: f64,
    /// Whether the same seed would give the same games again; JSON mentions it only if not.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub reproducible: bool,
}

/// Pairs of games with swapped seats (see [`run_pairs`](crate::run_pairs)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Pairs {
    /// Pairs with a winner.
    pub decided: u64,
    /// The others, which do not count.
    pub discarded: u64,
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
    /// The mean of win 1, draw ½.
    pub score: Option<f64>,
    /// Its interval.
    pub score_ci95: Interval,
    /// The score as a difference in Elo rating; `None` where no finite difference would do.
    pub elo: Option<f64>,
    /// Over all its searches.
    pub iterations_per_second: f64,
    /// Where it is a program that did not work as it should: how many games it lost that way; JSON mentions it only then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failures: Option<Failures>,
}

/// Games that a program lost because it crashed, took too long, or played what is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Failures {
    /// How many.
    pub games: u64,
    /// What was wrong the last time.
    pub last: String,
}

/// Plays a match and reports after every game. When it is stopped, it answers with the games that are finished.
pub fn run_match<G: Game>(
    setting: &Setting<'_, G>,
    plan: &MatchPlan,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&MatchReport),
) -> Result<MatchReport, ExpressionError> {
    let started = Instant::now();
    let mut tally = Tally::new(setting, plan);
    play_all(setting, plan, stop, &mut |number, record| {
        let assignment = plan.game(number).1;
        tally.add(assignment, &record);
        for agent in 0..plan.agents.len() {
            tally.score(agent, outcome(&record.rewards, seats_of(assignment, agent)));
        }
        progress(&tally.report(started.elapsed()));
        ControlFlow::Continue(())
    })?;
    Ok(tally.report(started.elapsed()))
}

/// Plays the games of a plan, and hands over each with its number when it is finished, until it is told that this is
/// enough: games that have begun by then are played to their end and handed to nobody.
///
/// Games are taken up in order, and each builds its agents anew, so nothing can pass from one to another.
pub(crate) fn play_all<G: Game>(
    setting: &Setting<'_, G>,
    plan: &MatchPlan,
    stop: &AtomicBool,
    finished: &mut dyn FnMut(u64, GameRecord<G::Action>) -> ControlFlow<()>,
) -> Result<(), ExpressionError> {
    // Built once to refuse what the game cannot serve before anything is played.
    plan.agents.iter().try_for_each(|agent| try_agent(agent, setting.start))?;
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.clamp(1, usize::try_from(plan.total()).unwrap_or(usize::MAX).max(1)) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(finished) = play_next(setting, plan, next, stop) {
                    if sender.send(finished).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // The receiver goes with the iterator: whoever sends to it afterwards plays no more.
        let _ = receiver.into_iter().try_for_each(|(number, record)| {
            if let Some(witness) = setting.finished {
                witness(number, &record);
            }
            finished(number, record)
        });
    });
    Ok(())
}

/// Plays the next game that nobody has taken up; `None` if there is none, or the match was stopped.
fn play_next<G: Game>(
    setting: &Setting<'_, G>,
    plan: &MatchPlan,
    next: &AtomicU64,
    stop: &AtomicBool,
) -> Option<(u64, GameRecord<G::Action>)> {
    let number = next.fetch_add(1, Relaxed);
    if number >= plan.total() || stop.load(Relaxed) {
        return None;
    }
    Some((number, play_numbered(setting, plan, number, stop)?))
}

/// Plays the game of a number, by agents that the game is known to serve; `None` if it was stopped.
pub(crate) fn play_numbered<G: Game>(
    setting: &Setting<'_, G>,
    plan: &MatchPlan,
    number: u64,
    stop: &AtomicBool,
) -> Option<GameRecord<G::Action>> {
    let (seeds, assignment) = plan.game(number);
    let build = |&agent: &usize| build_agent(plan.agents[agent].clone(), setting.start);
    let agents: Result<Vec<Agent<G>>, ExpressionError> = assignment.iter().map(build).collect();
    let mut agents = agents.expect("whoever made the plan has built its agents before");
    let opening = setting.opening(number / plan.group as u64);
    play_game(setting.start, opening, &mut agents, seeds, &plan.limits, stop)
}

/// Sums over the finished games. They do not depend on the order in which games finish.
pub(crate) struct Tally<'a> {
    name: &'a str,
    openings: Option<&'a str>,
    plan: &'a MatchPlan,
    agents: Vec<AgentTally>,
    games: u64,
    pub(crate) pairs: Option<Pairs>,
    reproducible: bool,
}

#[derive(Clone, Default)]
struct AgentTally {
    score: Score,
    iterations: u64,
    time: Duration,
    failures: Option<Failures>,
}

impl<'a> Tally<'a> {
    pub(crate) fn new<G: Game>(setting: &Setting<'a, G>, plan: &'a MatchPlan) -> Tally<'a> {
        Tally {
            name: setting.name,
            openings: setting.openings.map(Openings::name),
            plan,
            agents: vec![AgentTally::default(); plan.agents.len()],
            games: 0,
            pairs: None,
            reproducible: true,
        }
    }

    /// Counts a game and what was spent in it.
    pub(crate) fn add<A>(&mut self, assignment: &Assignment, record: &GameRecord<A>) {
        self.games += 1;
        self.reproducible &= record.reproducible;
        for (&agent, seat) in assignment.iter().zip(&record.seats) {
            self.agents[agent].iterations += seat.iterations;
            self.agents[agent].time += seat.time;
        }
        if let Some(Forfeit { seat, reason: GaveUp::Failed(reason) }) = &record.forfeit {
            self.agents[assignment[*seat]].fail(reason);
        }
    }

    /// Counts a result of an agent.
    pub(crate) fn score(&mut self, agent: usize, outcome: Outcome) {
        self.agents[agent].score.add(outcome);
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
            results,
            elapsed_s: elapsed.as_secs_f64(),
            reproducible: self.reproducible,
        }
    }
}

impl AgentTally {
    fn fail(&mut self, reason: &str) {
        let games = self.failures.as_ref().map_or(0, |failures| failures.games) + 1;
        self.failures = Some(Failures { games, last: reason.to_owned() });
    }

    fn result(&self, agent: String) -> AgentResult {
        let (score, seconds) = (self.score, self.time.as_secs_f64());
        AgentResult {
            agent,
            won: score.into(),
            score: score.mean(),
            score_ci95: score.mean_interval(),
            elo: score.mean().and_then(elo),
            iterations_per_second: if seconds > 0.0 { self.iterations as f64 / seconds } else { 0.0 },
            failures: self.failures.clone(),
        }
    }
}

/// The seats of an agent.
pub(crate) fn seats_of(assignment: &Assignment, agent: usize) -> impl Iterator<Item = usize> {
    assignment.iter().enumerate().filter(move |&(_, &at)| at == agent).map(|(seat, _)| seat)
}

/// What a game was for the agent of these seats.
pub(crate) fn outcome(rewards: &[Reward], mut seats: impl Iterator<Item = usize>) -> Outcome {
    let highest = rewards.iter().max();
    if rewards.iter().min() == highest {
        Outcome::Drawn
    } else if seats.any(|seat| Some(&rewards[seat]) == highest) {
        Outcome::Won
    } else {
        Outcome::Lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::Design;
    use waxwing_games::Breakthrough;

    fn plan(agents: &[&str], games: u64, jobs: usize) -> MatchPlan {
        MatchPlan {
            agents: agents.iter().map(|text| Expression::parse(text).unwrap()).collect(),
            assignments: Design::Rotations.assignments(2, 2).unwrap(),
            group: 2,
            games,
            seed: 5,
            jobs,
            limits: Limits::iterations(60),
        }
    }

    fn play(plan: &MatchPlan) -> MatchReport {
        let start = Breakthrough::new(5, 4).unwrap();
        run_match(&Setting::new("b", &start), plan, &AtomicBool::new(false), &mut |_| {}).unwrap()
    }

    fn scores(report: &MatchReport) -> Vec<(u64, u64, u64)> {
        report.results.iter().map(|result| (result.won.wins, result.won.draws, result.won.losses)).collect()
    }

    #[test]
    fn the_result_does_not_depend_on_how_many_games_are_played_at_once() {
        let [one, four] = [1, 4].map(|jobs| play(&plan(&["uct > mast", "rave"], 40, jobs)));
        assert_eq!(scores(&one), scores(&four));
        assert_eq!(one.games, 40);
        let (wins, _, losses) = scores(&one)[0];
        assert_eq!(scores(&one)[1], (losses, 0, wins));
    }

    #[test]
    fn games_are_rounded_up_to_whole_groups() {
        let plan = plan(&["random", "random"], 5, 2);
        assert_eq!(plan.total(), 6);
        let mut seen = 0;
        let start = Breakthrough::new(4, 2).unwrap();
        let report =
            run_match(&Setting::new("b", &start), &plan, &AtomicBool::new(false), &mut |report| seen = report.games)
                .unwrap();
        assert_eq!((report.games, seen), (6, 6));
    }

    #[test]
    fn a_search_beats_random_play() {
        let report = play(&plan(&["uct @300", "random"], 20, 2));
        assert!(report.results[0].won.wins >= 18, "{:?}", scores(&report));
        assert!(report.results[0].iterations_per_second > 0.0 && report.reproducible);
    }

    #[test]
    fn a_stopped_match_reports_what_is_finished() {
        let stop = AtomicBool::new(false);
        let start = Breakthrough::new(5, 4).unwrap();
        let stop_at_three = &mut |report: &MatchReport| stop.store(report.games >= 3, Relaxed);
        let report =
            run_match(&Setting::new("b", &start), &plan(&["uct", "rave"], 1_000, 2), &stop, stop_at_three).unwrap();
        assert!((3..100).contains(&report.games));
    }

    #[test]
    fn an_agent_that_the_game_cannot_serve_is_refused_before_the_first_game() {
        let start = Breakthrough::new(5, 4).unwrap();
        let plan = plan(&["uct", "uct @d5"], 2, 1);
        assert!(
            run_match(&Setting::new("b", &start), &plan, &AtomicBool::new(false), &mut |_| unreachable!()).is_err()
        );
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
}
