//! What the study of the ICARUS paper costs here: every combination of its four enhancements, in every role of its
//! games, against the baseline in all other seats.
//!
//! Which games and roles are the paper's is said by the entries of the games ([`GameEntry::study`](waxwing_workshop::GameEntry)). A few games of
//! each are played and their processor time is counted.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use waxwing::agent::{ExpressionError, PRESETS, Preset};
use waxwing::{Expression, Limits, Player};
use waxwing_workshop::statistics::{Interval, mean_and_interval};
use waxwing_workshop::{Forfeits, MatchPlan, OpenGame, Setting, Workshop, play_all};

const SECONDS_PER_DAY: f64 = 86_400.0;

/// How the cost is found.
#[derive(Clone, Debug)]
pub struct Study {
    /// The games, each in one or more roles.
    pub roles: Vec<StudyRole>,
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

/// A game of the study, and where the combinations sit in it.
#[derive(Clone, Debug)]
pub struct StudyRole {
    /// The game.
    pub game: OpenGame,
    /// Their seat; without one they take every seat in turn.
    pub seat: Option<Player>,
}

impl StudyRole {
    /// The roles that a game has in the paper's study: those of its entry, or every seat in turn if it has none.
    ///
    /// Fails if the entry names a role that no player of the game has.
    pub fn of(game: &OpenGame) -> Result<Vec<StudyRole>, String> {
        let role = |seat| StudyRole { game: game.clone(), seat };
        match game.entry().study.as_deref() {
            None | Some([]) => Ok(vec![role(None)]),
            Some(names) => names.iter().map(|name| Ok(role(Some(game.start().find_player(name)?)))).collect(),
        }
    }

    /// The roles of the paper's study in a workshop: those of all games whose entries say that they are in it; of all
    /// games of the workshop if none is.
    ///
    /// Fails where [`StudyRole::of`] does, or if a game cannot be opened without options.
    pub fn all(workshop: &Workshop) -> Result<Vec<StudyRole>, String> {
        let any = workshop.games().any(|entry| entry.study.is_some());
        let mut roles = Vec::new();
        for entry in workshop.games().filter(|entry| !any || entry.study.is_some()) {
            let game = workshop.open(&entry.name).map_err(|error| error.message().to_owned())?;
            roles.extend(StudyRole::of(&game)?);
        }
        Ok(roles)
    }

    /// What the seat is called in the game, where there is one.
    fn name(&self) -> Option<String> {
        self.seat.map(|seat| self.game.start().player_name(seat).to_lowercase())
    }
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
    /// The role, where it is fixed.
    pub role: Option<String>,
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
        self.sample.saturating_mul((combinations().len() * self.roles.len()) as u64)
    }

    /// Plays the sample and extrapolates; `None` when it was stopped. `progress` is told of every finished game.
    ///
    /// Fails if a game cannot serve the paper's combinations.
    pub fn run(&self, stop: &AtomicBool, progress: &mut dyn FnMut(&str)) -> Result<Option<StudyCost>, ExpressionError> {
        let mut roles = Vec::new();
        for role in &self.roles {
            let game = role.game.text();
            let Some(seconds) = (Playing { role, study: self, stop }).run(&mut || progress(game))? else {
                return Ok(None);
            };
            roles.push(self.cost(role, &seconds));
        }
        let cpu_days = roles.iter().map(|role| role.cpu_days).sum();
        Ok(Some(StudyCost { combinations: combinations().len(), games: self.games, roles, cpu_days }))
    }

    fn cost(&self, role: &StudyRole, seconds: &[f64]) -> RoleCost {
        let (mean, interval) = mean_and_interval(seconds);
        let days = combinations().len() as f64 * self.games as f64 / SECONDS_PER_DAY;
        RoleCost {
            game: role.game.to_string(),
            role: role.name(),
            sample: seconds.len() as u64,
            games_per_second: 1.0 / mean.max(1e-9),
            cpu_days: mean * days,
            cpu_days_ci95: Interval { low: interval.low.max(0.0) * days, high: interval.high * days },
        }
    }
}

/// Plays the sample of one role.
struct Playing<'a> {
    role: &'a StudyRole,
    study: &'a Study,
    stop: &'a AtomicBool,
}

impl Playing<'_> {
    /// The processor time of each game in seconds; `None` if it was stopped.
    fn run(&self, progress: &mut dyn FnMut()) -> Result<Option<Vec<f64>>, ExpressionError> {
        let plan = self.plan();
        let mut seconds = Vec::new();
        play_all(&Setting::new(&self.role.game), &plan, self.stop, &mut |_, record| {
            seconds.push(record.processor_time.as_secs_f64());
            progress();
            ControlFlow::Continue(())
        })?;
        Ok((seconds.len() as u64 == plan.total()).then_some(seconds))
    }

    fn plan(&self) -> MatchPlan {
        let presets = combinations();
        let baseline = presets.iter().position(|preset| preset.name == "-").expect("the baseline is among them");
        let agents: Vec<Expression> = presets.iter().map(|preset| preset.expression().clone()).collect();
        let players = self.role.game.players();
        let assignment = |agent: usize| {
            let mut assignment = vec![baseline; players];
            assignment[self.role.seat.map_or(agent % players, Player::index)] = agent;
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

    fn study(roles: Vec<StudyRole>) -> Study {
        Study { roles, sample: 1, games: 1_000, seed: 1, jobs: 2, limits: Limits::iterations(2) }
    }

    #[test]
    fn the_cost_grows_with_the_games_and_is_the_sum_of_its_roles() {
        let study = study(StudyRole::all(&workshop()).unwrap());
        let mut played = 0;
        let cost = study.run(&AtomicBool::new(false), &mut |_| played += 1).unwrap().unwrap();
        assert_eq!((played, cost.combinations, cost.roles.len()), (study.total(), 16, 7));
        let sum: f64 = cost.roles.iter().map(|role| role.cpu_days).sum();
        assert!((cost.cpu_days - sum).abs() < 1e-9);
        for role in &cost.roles {
            let expected = 16_000.0 / role.games_per_second / SECONDS_PER_DAY;
            assert!((role.cpu_days - expected).abs() < 1e-6 * expected, "{role:?}");
            assert!(role.cpu_days_ci95.low < role.cpu_days && role.cpu_days < role.cpu_days_ci95.high);
        }
        assert!(study.run(&AtomicBool::new(true), &mut |_| {}).unwrap().is_none());
    }

    #[test]
    fn the_papers_roles_are_those_of_its_study() {
        let roles = StudyRole::all(&workshop()).unwrap();
        let mut named: Vec<String> = roles
            .iter()
            .map(|role| format!("{} {}", role.game, role.name().unwrap_or_else(|| "each".to_owned())))
            .collect();
        named.sort();
        let paper = "backgammon each, checkers each, confrontation legion, confrontation wardens, dou-di-zhu landlord, \
                     hearts each, othello each";
        assert_eq!(named.join(", "), paper);
    }

    #[test]
    fn a_workshop_without_the_papers_games_is_studied_in_its_own() {
        let roles = StudyRole::all(&waxwing_workshop::doctest::nim()).unwrap();
        assert_eq!((roles.len(), roles[0].game.text(), roles[0].seat), (1, "nim", None));
        let cost = study(roles).run(&AtomicBool::new(false), &mut |_| {}).unwrap().unwrap();
        assert_eq!((cost.roles[0].sample, cost.roles[0].role.as_deref()), (16, None));
    }
}
