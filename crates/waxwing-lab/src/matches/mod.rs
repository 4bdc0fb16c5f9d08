//! Matches: groups of games in every seat assignment, played side by side, with a result that does not depend on how
//! many are played at once.

mod forfeits;
mod tally;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::time::Instant;

use waxwing::agent::ExpressionError;
use waxwing::{Agent, Expression, Game, Limits, Rng};

use crate::arena::{GameRecord, Seeds, play_game};
use crate::design::Assignment;
use crate::openings::Openings;
use crate::program::{build_agent, try_agent};
pub use forfeits::{FailedGame, Failures, Forfeits};
pub use tally::{AgentResult, MatchReport, Pairs};
pub(crate) use tally::{Tally, is_zero, outcome, seats_of};

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
    /// What becomes of games in which an agent fails.
    pub forfeits: Forfeits,
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
        if tally.add(number, &record) {
            let assignment = plan.game(number).1;
            for agent in 0..plan.agents.len() {
                tally.score(agent, outcome(&record.rewards, seats_of(assignment, agent)));
            }
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
    plan.agents.iter().try_for_each(Expression::check_ends)?;
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

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
            forfeits: Forfeits::Apart,
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
    fn the_games_of_a_group_share_chance_and_nothing_else() {
        let plan = plan(&["uct", "rave"], 40, 1);
        let seeds: Vec<Seeds> = (0..plan.total()).map(|number| plan.game(number).0).collect();
        let chance: HashSet<u64> = seeds.iter().map(|seeds| seeds.chance).collect();
        assert!(seeds.chunks(plan.group).all(|group| group.iter().all(|seeds| seeds.chance == group[0].chance)));
        assert_eq!(chance.len(), 20, "each group has a chance of its own");
        let all: HashSet<u64> = seeds.iter().map(|seeds| seeds.agents).chain(chance).collect();
        assert_eq!(all.len(), 60, "each game has agents of its own");
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
        assert_eq!(report.results[1].iterations_per_second, 0.0, "the work of a seat is its agent's");
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
        for (agent, message) in [("uct @d5", "no depth budget"), ("uct @until-stopped", "its budget must have an end")]
        {
            let plan = plan(&["uct", agent], 2, 1);
            let refused =
                run_match(&Setting::new("b", &start), &plan, &AtomicBool::new(false), &mut |_| unreachable!());
            let error = refused.expect_err(agent).to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
