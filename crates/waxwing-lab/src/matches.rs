//! Matches: groups of games in every seat assignment, played side by side, with a result that does not depend on how
//! many are played at once.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde::Serialize;
use waxwing::agent::ExpressionError;
use waxwing::{Agent, Expression, Game, Limits, Reward, Rng};

use crate::arena::{GameRecord, Seeds, play_game};
use crate::design::Assignment;
use crate::statistics::{Interval, Outcome, Score, Wins, elo};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// The agents.
    pub agents: Vec<Expression>,
    /// Who sits where in the games of a group; or, one after the other, in those of several groups.
    pub assignments: Vec<Assignment>,
    /// The games of a group: they share deals and dice.
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
    /// For each agent, what it achieved.
    pub results: Vec<AgentResult>,
    /// How long it took.
    pub elapsed_s: f64,
    /// Whether the same seed would give the same games again; JSON mentions it only if not.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub reproducible: bool,
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
}

/// Plays a match and reports after every game. When it is stopped, it answers with the games that are finished.
pub fn run_match<G: Game>(
    name: &str,
    start: &G,
    plan: &MatchPlan,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&MatchReport),
) -> Result<MatchReport, ExpressionError> {
    let started = Instant::now();
    let mut tally = Tally::new(name, plan);
    play_all(start, plan, stop, &mut |number, record| {
        tally.add(plan.game(number).1, &record);
        progress(&tally.report(started.elapsed()));
    })?;
    Ok(tally.report(started.elapsed()))
}

/// Plays the games of a plan, and hands over each with its number when it is finished.
///
/// Games are taken up in order, and each builds its agents anew, so nothing can pass from one to another.
pub(crate) fn play_all<G: Game>(
    start: &G,
    plan: &MatchPlan,
    stop: &AtomicBool,
    finished: &mut dyn FnMut(u64, GameRecord),
) -> Result<(), ExpressionError> {
    // Built once to refuse what the game cannot serve before anything is played.
    plan.agents.iter().try_for_each(|agent| Agent::new(agent.clone(), start).map(drop))?;
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.clamp(1, usize::try_from(plan.total()).unwrap_or(usize::MAX).max(1)) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(finished) = play_next(start, plan, next, stop) {
                    if sender.send(finished).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        receiver.into_iter().for_each(|(number, record)| finished(number, record));
    });
    Ok(())
}

/// Plays the next game that nobody has taken up; `None` if there is none, or the match was stopped.
fn play_next<G: Game>(start: &G, plan: &MatchPlan, next: &AtomicU64, stop: &AtomicBool) -> Option<(u64, GameRecord)> {
    let number = next.fetch_add(1, Relaxed);
    if number >= plan.total() || stop.load(Relaxed) {
        return None;
    }
    let (seeds, assignment) = plan.game(number);
    let seat = |&agent: &usize| Agent::new(plan.agents[agent].clone(), start).expect("the match has built it before");
    let mut agents: Vec<Agent<G>> = assignment.iter().map(seat).collect();
    Some((number, play_game(start, &mut agents, seeds, &plan.limits, stop)?))
}

/// Sums over the finished games. They do not depend on the order in which games finish.
struct Tally<'a> {
    name: &'a str,
    plan: &'a MatchPlan,
    agents: Vec<AgentTally>,
    games: u64,
    reproducible: bool,
}

#[derive(Clone, Copy, Default)]
struct AgentTally {
    score: Score,
    iterations: u64,
    time: Duration,
}

impl<'a> Tally<'a> {
    fn new(name: &'a str, plan: &'a MatchPlan) -> Tally<'a> {
        Tally { name, plan, agents: vec![AgentTally::default(); plan.agents.len()], games: 0, reproducible: true }
    }

    fn add(&mut self, assignment: &Assignment, record: &GameRecord) {
        self.games += 1;
        self.reproducible &= record.reproducible;
        for (number, agent) in self.agents.iter_mut().enumerate() {
            let seats = || assignment.iter().enumerate().filter(|&(_, &at)| at == number).map(|(seat, _)| seat);
            for seat in seats() {
                agent.iterations += record.seats[seat].iterations;
                agent.time += record.seats[seat].time;
            }
            agent.score.add(outcome(&record.rewards, seats()));
        }
    }

    fn report(&self, elapsed: Duration) -> MatchReport {
        let names: Vec<String> = self.plan.agents.iter().map(ToString::to_string).collect();
        let results = self.agents.iter().zip(&names).map(|(tally, name)| tally.result(name.clone())).collect();
        MatchReport {
            game: self.name.to_owned(),
            agents: names,
            games: self.games,
            seed: self.plan.seed,
            results,
            elapsed_s: elapsed.as_secs_f64(),
            reproducible: self.reproducible,
        }
    }
}

impl AgentTally {
    fn result(&self, agent: String) -> AgentResult {
        let (score, seconds) = (self.score, self.time.as_secs_f64());
        AgentResult {
            agent,
            won: score.into(),
            score: score.mean(),
            score_ci95: score.mean_interval(),
            elo: score.mean().and_then(elo),
            iterations_per_second: if seconds > 0.0 { self.iterations as f64 / seconds } else { 0.0 },
        }
    }
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
        run_match("breakthrough", &start, plan, &AtomicBool::new(false), &mut |_| {}).unwrap()
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
        let report = run_match("b", &start, &plan, &AtomicBool::new(false), &mut |report| seen = report.games).unwrap();
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
        let report = run_match("b", &start, &plan(&["uct", "rave"], 1_000, 2), &stop, stop_at_three).unwrap();
        assert!((3..100).contains(&report.games));
    }

    #[test]
    fn an_agent_that_the_game_cannot_serve_is_refused_before_the_first_game() {
        let start = Breakthrough::new(5, 4).unwrap();
        let plan = plan(&["uct", "uct @d5"], 2, 1);
        assert!(run_match("b", &start, &plan, &AtomicBool::new(false), &mut |_| unreachable!()).is_err());
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
