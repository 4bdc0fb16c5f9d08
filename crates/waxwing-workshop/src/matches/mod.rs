//! Matches: groups of games in every seat assignment, played side by side, with a result that does not depend on how
//! many are played at once.

mod forfeits;
mod tally;

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::time::Instant;

use waxwing::agent::ExpressionError;
use waxwing::{Expression, Limits, Rng};

use crate::agent::AnyAgent;
use crate::arena::{GamePlan, GameRecord, Seeds, play_game};
use crate::design::Assignment;
use crate::opened::OpenGame;
use crate::openings::Openings;
use crate::position::Position;
pub use forfeits::{FailedGame, Failures, Forfeits};
pub use tally::{AgentResult, MatchReport, Pairs};
pub(crate) use tally::{Tally, is_zero};
pub use tally::{outcome, seats_of, share};

/// Which game is played, and from which positions.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The game.
    pub game: &'a OpenGame,
    /// The position that games begin with, instead of the game's start.
    pub position: Option<&'a Position>,
    /// Lines of moves that groups of games begin with: one after the other, and again from the first.
    pub openings: Option<&'a Openings>,
    /// Sees every game with its number when it is finished, such as to write it down.
    pub finished: Option<Witness<'a>>,
}

/// Who sees the games of a match.
pub type Witness<'a> = &'a (dyn Fn(u64, &GameRecord) + Sync);

impl<'a> Setting<'a> {
    /// Games from the start.
    pub fn new(game: &'a OpenGame) -> Setting<'a> {
        Setting { game, position: None, openings: None, finished: None }
    }

    /// These games before a witness.
    pub fn before<'b>(&self, witness: Witness<'b>) -> Setting<'b>
    where
        'a: 'b,
    {
        Setting { finished: Some(witness), ..*self }
    }

    /// Where the games of a group begin, its opening made.
    pub fn start(&self, group: u64) -> Position {
        let mut position = self.position.map_or_else(|| self.game.start(), Clone::clone);
        if let Some(openings) = self.openings {
            position.follow(openings.of_group(group), 0).expect("openings are followed when they are read");
        }
        position
    }

    /// Whether the games of a group share something that others do not: an opening, deals, dice, or a random start. They are not
    /// independent then. A group of a game without chance from its start shares nothing, since each game's agents have seeds of
    /// their own.
    pub fn groups_share(&self) -> bool {
        self.openings.is_some() || self.start(0).meets_chance()
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
    /// The least number of games; groups are always whole.
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
    pub fn seats(&self, number: u64) -> impl Iterator<Item = String> {
        self.game(number).1.iter().map(|&agent| self.agents[agent].to_string())
    }

    /// The seeds and the seats of a game.
    pub fn game(&self, number: u64) -> (Seeds, &Assignment) {
        let (group, place) = (number / self.group as u64, number % self.group as u64);
        let seed = Rng::derive(self.seed, group);
        let seeds = Seeds { chance: Rng::derive(seed, 0), agents: Rng::derive(seed, 1 + place) };
        (seeds, &self.assignments[(number % self.assignments.len() as u64) as usize])
    }
}

/// Plays a match and reports after every game. When it is stopped, it returns the results of the games that are
/// finished.
pub fn run_match(
    setting: &Setting<'_>,
    plan: &MatchPlan,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&MatchReport),
) -> Result<MatchReport, ExpressionError> {
    let started = Instant::now();
    let mut tally = Tally::new(setting, plan);
    play_all(setting, plan, stop, &mut |number, record| {
        if tally.add(number, &record) {
            tally.count(number, &record.rewards);
        }
        progress(&tally.report(started.elapsed()));
        ControlFlow::Continue(())
    })?;
    Ok(tally.report(started.elapsed()))
}

/// Plays the games of a plan, and hands over each with its number when it is finished, until it is told that this is
/// enough: games that have begun by then are played to their end but not handed over.
///
/// Games are taken up in order, and each builds its agents anew, so nothing can pass from one to another.
pub fn play_all(
    setting: &Setting<'_>,
    plan: &MatchPlan,
    stop: &AtomicBool,
    finished: &mut dyn FnMut(u64, GameRecord) -> ControlFlow<()>,
) -> Result<(), ExpressionError> {
    // Built once to refuse what the game cannot serve before anything is played.
    plan.agents.iter().try_for_each(Expression::check_ends)?;
    plan.agents.iter().try_for_each(|agent| setting.game.try_agent(agent))?;
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let jobs = plan.jobs.clamp(1, usize::try_from(plan.total()).unwrap_or(usize::MAX).max(1));
        let begin = |_| {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(finished) = play_next(setting, plan, next, stop) {
                    if sender.send(finished).is_err() {
                        break;
                    }
                }
            })
        };
        let threads: Vec<_> = (0..jobs).map(begin).collect();
        drop(sender);
        // The receiver goes with the iterator: whoever sends to it afterwards plays no more.
        let _ = receiver.into_iter().try_for_each(|(number, record)| {
            if let Some(witness) = setting.finished {
                witness(number, &record);
            }
            finished(number, record)
        });
        // Of a game that panics it is told what it said.
        threads.into_iter().for_each(|thread| thread.join().unwrap_or_else(|said| resume_unwind(said)));
    });
    Ok(())
}

/// Plays the next game that has not been taken up; `None` if there is none, or the match was stopped.
fn play_next(
    setting: &Setting<'_>,
    plan: &MatchPlan,
    next: &AtomicU64,
    stop: &AtomicBool,
) -> Option<(u64, GameRecord)> {
    let number = next.fetch_add(1, Relaxed);
    if number >= plan.total() || stop.load(Relaxed) {
        return None;
    }
    Some((number, play_numbered(setting, plan, number, stop)?))
}

/// Plays the game of a number, by agents that the game is known to serve; `None` if it was stopped.
pub fn play_numbered(setting: &Setting<'_>, plan: &MatchPlan, number: u64, stop: &AtomicBool) -> Option<GameRecord> {
    let (seeds, assignment) = plan.game(number);
    let build = |&agent: &usize| setting.game.build(&plan.agents[agent]);
    let agents: Result<Vec<AnyAgent>, ExpressionError> = assignment.iter().map(build).collect();
    let mut agents = agents.expect("whoever made the plan has built its agents before");
    let start = setting.start(number / plan.group as u64);
    let game = GamePlan { start: &start, seeds, limits: &plan.limits, stop };
    play_game(&game, &mut agents).expect("the agents are built for the game")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::design::Design;
    use crate::doctest::nim;

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
        let game = nim().open("nim(heap=40)").unwrap();
        run_match(&Setting::new(&game), plan, &AtomicBool::new(false), &mut |_| {}).unwrap()
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
        let game = nim().open("nim(heap=40)").unwrap();
        let report =
            run_match(&Setting::new(&game), &plan, &AtomicBool::new(false), &mut |report| seen = report.games).unwrap();
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
        let game = nim().open("nim(heap=40)").unwrap();
        let stop_at_three = &mut |report: &MatchReport| stop.store(report.games >= 3, Relaxed);
        let report = run_match(&Setting::new(&game), &plan(&["uct", "rave"], 1_000, 2), &stop, stop_at_three).unwrap();
        assert!((3..100).contains(&report.games));
    }

    #[test]
    fn an_agent_that_the_game_cannot_serve_is_refused_before_the_first_game() {
        let game = nim().open("nim(heap=40)").unwrap();
        for (agent, message) in [("uct @d5", "no depth budget"), ("uct @until-stopped", "its budget must have an end")]
        {
            let plan = plan(&["uct", agent], 2, 1);
            let refused = run_match(&Setting::new(&game), &plan, &AtomicBool::new(false), &mut |_| unreachable!());
            let error = refused.expect_err(agent).to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
