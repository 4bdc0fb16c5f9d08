//! What the study of the ICARUS paper costs here: every combination of its four enhancements, in every role of its six
//! games, against the baseline in all other seats.
//!
//! A few games of each are played and their processor time is counted.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use waxwing::agent::{PRESETS, Preset};
use waxwing::{Expression, Limits};
use waxwing_workshop::statistics::{Interval, mean_and_interval};
use waxwing_workshop::{Forfeits, MatchPlan, OpenGame, Setting, Workshop, play_all};

/// The paper's games, with the role where it fixes one.
const ROLES: [(&str, Option<&str>); 7] = [
    ("dou-di-zhu", Some("landlord")),
    ("hearts", None),
    ("confrontation", Some("wardens")),
    ("confrontation", Some("legion")),
    ("checkers", None),
    ("othello", None),
    ("backgammon", None),
];
const SECONDS_PER_DAY: f64 = 86_400.0;

/// How the cost is found.
#[derive(Clone, Debug)]
pub struct Study {
    /// Games that are played for each combination and role.
    pub sample: u64,
    /// Games that the study would play for each.
    pub games: u64,
    /// Everything random follows from it.
    pub seed: u64,
    /// How many games are played at once.
    pub jobs: usize,
    /// The budget of a move.
    pub limits: Limits,
}

/// The cost of the whole study.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct StudyCost {
    /// Combinations of enhancements.
    pub combinations: usize,
    /// Games of each combination in each role.
    pub games: u64,
    /// The cost of each role.
    pub roles: Vec<RoleCost>,
    /// Their sum, in days of one core.
    pub cpu_days: f64,
}

/// The cost of all combinations in one role.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct RoleCost {
    /// The game.
    pub game: String,
    /// The role, where the paper fixes one.
    pub role: Option<&'static str>,
    /// Games that were played to find out.
    pub sample: u64,
    /// Games in a second of one core.
    pub games_per_second: f64,
    /// Days of one core for the study.
    pub cpu_days: f64,
    /// Their 95 % interval.
    pub cpu_days_ci95: Interval,
}

/// The sixteen combinations of the paper's Table 1.
fn combinations() -> Vec<&'static Preset> {
    PRESETS.iter().filter(|preset| preset.family == "icarus" && preset.name != "EPIC").collect()
}

impl Study {
    /// The number of games that are played.
    pub fn total(&self) -> u64 {
        self.sample.saturating_mul((combinations().len() * ROLES.len()) as u64)
    }

    /// Plays the sample and extrapolates; `None` when it was stopped. `progress` is told of every finished game.
    pub fn run(&self, workshop: &Workshop, stop: &AtomicBool, progress: &mut dyn FnMut(&str)) -> Option<StudyCost> {
        let mut roles = Vec::new();
        for (game, role) in ROLES {
            let game = workshop.open(game).expect("the games of the study exist");
            let seconds = Playing { game: &game, study: self, role, stop }.run(&mut || progress(game.text()));
            roles.push(self.cost(game.to_string(), role, &seconds?));
        }
        let cpu_days = roles.iter().map(|role| role.cpu_days).sum();
        Some(StudyCost { combinations: combinations().len(), games: self.games, roles, cpu_days })
    }

    fn cost(&self, game: String, role: Option<&'static str>, seconds: &[f64]) -> RoleCost {
        let (mean, interval) = mean_and_interval(seconds);
        let days = combinations().len() as f64 * self.games as f64 / SECONDS_PER_DAY;
        RoleCost {
            game,
            role,
            sample: seconds.len() as u64,
            games_per_second: 1.0 / mean.max(1e-9),
            cpu_days: mean * days,
            cpu_days_ci95: Interval { low: interval.low.max(0.0) * days, high: interval.high * days },
        }
    }
}

/// Plays the sample of one role.
struct Playing<'a> {
    game: &'a OpenGame,
    study: &'a Study,
    role: Option<&'static str>,
    stop: &'a AtomicBool,
}

impl Playing<'_> {
    /// The processor time of each game in seconds; `None` if it was stopped.
    fn run(&self, progress: &mut dyn FnMut()) -> Option<Vec<f64>> {
        let plan = self.plan();
        let mut seconds = Vec::new();
        play_all(&Setting::new(self.game), &plan, self.stop, &mut |_, record| {
            seconds.push(record.processor_time.as_secs_f64());
            progress();
            ControlFlow::Continue(())
        })
        .expect("every game serves the paper's combinations");
        (seconds.len() as u64 == plan.total()).then_some(seconds)
    }

    fn plan(&self) -> MatchPlan {
        let presets = combinations();
        let baseline = presets.iter().position(|preset| preset.name == "-").expect("the baseline is among them");
        let agents: Vec<Expression> = presets.iter().map(|preset| preset.expression().clone()).collect();
        let role = self.role.map(|role| {
            let player = self.game.start().find_player(role).expect("the role is the game's own");
            player.index()
        });
        let assignment = |agent: usize| {
            let mut assignment = vec![baseline; self.game.players()];
            assignment[role.unwrap_or(agent % self.game.players())] = agent;
            assignment
        };
        MatchPlan {
            assignments: (0..agents.len()).map(assignment).collect(),
            group: 1,
            games: self.study.sample * agents.len() as u64,
            agents,
            seed: self.study.seed,
            jobs: self.study.jobs,
            limits: self.study.limits,
            forfeits: Forfeits::Apart,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::workshop;

    #[test]
    fn the_cost_grows_with_the_games_and_is_the_sum_of_its_roles() {
        let study = Study { sample: 1, games: 1_000, seed: 1, jobs: 2, limits: Limits::iterations(2) };
        let mut played = 0;
        let cost = study.run(&workshop(), &AtomicBool::new(false), &mut |_| played += 1).unwrap();
        assert_eq!((played, cost.combinations, cost.roles.len()), (study.total(), 16, 7));
        let sum: f64 = cost.roles.iter().map(|role| role.cpu_days).sum();
        assert!((cost.cpu_days - sum).abs() < 1e-9);
        for role in &cost.roles {
            let expected = 16_000.0 / role.games_per_second / SECONDS_PER_DAY;
            assert!((role.cpu_days - expected).abs() < 1e-6 * expected, "{role:?}");
            assert!(role.cpu_days_ci95.low < role.cpu_days && role.cpu_days < role.cpu_days_ci95.high);
        }
        assert!(study.run(&workshop(), &AtomicBool::new(true), &mut |_| {}).is_none());
    }
}
