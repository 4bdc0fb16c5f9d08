//! Plans: in which order the cells of many experiments are played, so that the results of a part of them are of use.
//!
//! A plan is a list of steps. The cells of a step grow together: each has as many games as the others, up to what the step
//! asks for. What results files have is not played again, so a plan is played in pieces, each as long as one likes.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::Deserialize;
use waxwing_workshop::Workshop;

use super::file::{At, FileError, Source, nearest};
use super::run::{RunOptions, RunProgress};
use super::runner::run_experiments;
use super::{Cell, Experiment, ResultsError, ResultsFolder, Store};

const MICROSECONDS_OF_AN_HOUR: f64 = 3.6e9;

/// The order of play.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// Processor time that the results of all its experiments may take together.
    pub time: Option<Duration>,
    /// What is played, one after the other.
    pub steps: Vec<PlanStep>,
}

/// Cells that grow together.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlanStep {
    /// What it is, for whoever watches.
    pub about: String,
    /// The names of the experiments.
    pub experiments: Vec<String>,
    /// Which of their cells.
    pub cells: PlannedCells,
    /// The most games, or decided pairs, of a cell; without it as many as its file says.
    pub games: Option<u64>,
    /// A cell that is known to within so many points, or to differ from the published number, has enough.
    pub within: Option<f64>,
}

/// Which cells of an experiment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlannedCells {
    /// All of them.
    #[default]
    All,
    /// Those that matter most.
    Central,
    /// All but those.
    Others,
}

/// The state of a step when a run has ended.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StepProgress {
    /// What it is.
    pub about: String,
    /// Its cells.
    pub progress: RunProgress,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawPlan {
    hours: Option<At<f64>>,
    #[serde(default)]
    step: Vec<At<RawStep>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawStep {
    about: String,
    experiments: Vec<At<String>>,
    #[serde(default)]
    cells: PlannedCells,
    games: Option<At<i64>>,
    within: Option<At<f64>>,
}

impl Plan {
    /// Reads a plan; `file` is said in errors. Every experiment that it names must be one of these.
    ///
    /// ```
    /// let plan = "
    /// [[step]]
    /// about = 'first of all'
    /// experiments = ['tiny']
    /// ";
    /// let workshop = waxwing_games::standard();
    /// let error = waxwing_lab::Plan::read(&workshop, "plan.toml", plan, &[]).unwrap_err();
    /// assert_eq!(error.to_string(), "plan.toml:4: there is no experiment `tiny`");
    /// ```
    pub fn read(workshop: &Workshop, file: &str, text: &str, experiments: &[Experiment]) -> Result<Plan, FileError> {
        let source = Source::in_folder(workshop, file, text);
        let raw: RawPlan = source.tables()?;
        if raw.step.is_empty() {
            return Err(source.error_at(0, "there are no steps; write `[[step]]` with `about` and `experiments`"));
        }
        let time = raw.hours.as_ref().map(|at| positive(&source, "hours", at)).transpose()?;
        let step = |at: &At<RawStep>| {
            let RawStep { about, experiments: names, cells, games, within } = at.as_ref();
            names.iter().try_for_each(|name| check_name(&source, name, experiments))?;
            let step = PlanStep {
                about: about.clone(),
                experiments: names.iter().map(|name| name.as_ref().clone()).collect(),
                cells: *cells,
                games: games.as_ref().map(|at| super::numbers::count(&source, "games", at)).transpose()?,
                within: within.as_ref().map(|at| positive(&source, "within", at)).transpose()?,
            };
            match step.chosen(experiments).is_empty() {
                true => Err(source.error(at, "the step has no cells")),
                false => Ok(step),
            }
        };
        let steps = raw.step.iter().map(step).collect::<Result<_, _>>()?;
        Ok(Plan { time: time.map(|hours| Duration::from_secs_f64(3600.0 * hours)), steps })
    }
}

fn positive(source: &Source<'_>, key: &str, at: &At<f64>) -> Result<f64, FileError> {
    const MOST: f64 = 1e6;
    let number = Some(*at.as_ref()).filter(|number| *number > 0.0 && *number <= MOST);
    number.ok_or_else(|| source.error(at, format!("`{key}` is a number above 0")))
}

fn check_name(source: &Source<'_>, name: &At<String>, experiments: &[Experiment]) -> Result<(), FileError> {
    if experiments.iter().any(|experiment| experiment.name == *name.as_ref()) {
        return Ok(());
    }
    let meant = nearest(name.as_ref(), experiments.iter().map(|experiment| experiment.name.as_str()));
    let help = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
    Err(source.error(name, format!("there is no experiment `{}`{help}", name.as_ref())))
}

impl PlanStep {
    /// Its experiments in its order, with the cells that it plays and how many games of each.
    fn chosen(&self, experiments: &[Experiment]) -> Vec<Experiment> {
        let is_one = |cell: &Cell| match self.cells {
            PlannedCells::All => true,
            PlannedCells::Central => cell.central,
            PlannedCells::Others => !cell.central,
        };
        let named = self.experiments.iter().filter_map(|name| experiments.iter().find(|one| one.name == *name));
        let mut chosen: Vec<Experiment> = named.cloned().collect();
        for experiment in &mut chosen {
            experiment.cells.retain(|cell| is_one(cell) && cell.games > 0);
            for cell in &mut experiment.cells {
                cell.games = self.games.map_or(cell.games, |games| games.min(cell.games));
            }
        }
        chosen.retain(|experiment| !experiment.cells.is_empty());
        chosen
    }
}

/// Plays what is missing of a plan, step by step, and returns the state of the steps that were reached. It ends when nothing is
/// missing, when the time of the options or of the plan is over, or when it is stopped. `progress` is told which step is
/// played.
pub fn run_plan(
    store: &mut Store,
    results: &mut ResultsFolder,
    plan: &Plan,
    experiments: &[Experiment],
    options: &RunOptions,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&PlanStep, &RunProgress),
) -> Result<Vec<StepProgress>, ResultsError> {
    let began = Instant::now();
    let mut reached = Vec::new();
    for step in &plan.steps {
        let left = options.time.map(|time| time.saturating_sub(began.elapsed()));
        let unspent = plan.unspent(results, options.jobs)?;
        let mut options = options.clone();
        options.time = left.into_iter().chain(unspent).min();
        options.settled = step.within.map(|points| points / 100.0);
        let chosen = step.chosen(experiments);
        let cells: Vec<_> = chosen.iter().flat_map(|one| one.cells.iter().map(move |cell| (one, cell))).collect();
        let last = run_experiments(store, Some(&mut *results), &cells, &options, stop, &mut |now| progress(step, now))?;
        let is_complete = last.missing() == 0;
        reached.push(StepProgress { about: step.about.clone(), progress: last });
        if stop.load(Relaxed) || !is_complete {
            break;
        }
    }
    Ok(reached)
}

impl Plan {
    /// How long it may go on with so many games at once.
    fn unspent(&self, results: &ResultsFolder, jobs: usize) -> Result<Option<Duration>, ResultsError> {
        let Some(time) = self.time else { return Ok(None) };
        let names = self.steps.iter().flat_map(|step| step.experiments.iter().map(String::as_str));
        let spent = Duration::from_micros(results.microseconds(names.collect())?);
        Ok(Some(time.saturating_sub(spent) / jobs.max(1) as u32))
    }

    /// Hours of processor time that its results have taken.
    pub fn hours_spent(&self, results: &ResultsFolder) -> Result<f64, ResultsError> {
        let names = self.steps.iter().flat_map(|step| step.experiments.iter().map(String::as_str));
        Ok(results.microseconds(names.collect())? as f64 / MICROSECONDS_OF_AN_HOUR)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::testing::{Folder, SMALL};
    use super::*;
    use crate::report::report_experiments;
    use crate::testing::workshop;

    const PLAN: &str = "\
[[step]]
about = 'what matters'
experiments = ['small']
cells = 'central'
games = 4

[[step]]
about = 'all together'
experiments = ['other', 'small']
games = 6
";

    fn experiments() -> Vec<Experiment> {
        let other = SMALL.replace("'small'", "'other'").replace("seed = 3", "seed = 4");
        let read = |text: &str| Experiment::read(&workshop(), "small.toml", text).unwrap();
        vec![read(SMALL), read(&other)]
    }

    /// Plays a plan until this many games of a step are finished; returns what was reached, and how many games were played.
    fn play(
        folder: &Folder,
        store: &str,
        plan: &str,
        stop_at: u64,
        time: Option<Duration>,
    ) -> (Vec<StepProgress>, u64) {
        let (all, stop) = (experiments(), AtomicBool::new(false));
        let plan = Plan::read(&workshop(), "plan.toml", plan, &all).unwrap();
        let mut store = Store::create(&workshop(), &folder.file(store)).unwrap();
        let mut results = ResultsFolder::open(&workshop(), &folder.file("results")).unwrap();
        let options = RunOptions { jobs: 1, time, ..RunOptions::default() };
        let reached = run_plan(&mut store, &mut results, &plan, &all, &options, &stop, &mut |_, now| {
            stop.store(now.played >= stop_at, Relaxed);
        })
        .unwrap();
        let played = reached.iter().map(|step| step.progress.played).sum();
        (reached, played)
    }

    /// The games of all cells that results files have.
    fn games(folder: &Path) -> Vec<u64> {
        let mut results = ResultsFolder::open(&workshop(), folder).unwrap();
        let reports = report_experiments(None, Some(&mut results), &experiments()).unwrap();
        reports.iter().flat_map(|report| report.cells.iter().map(|cell| cell.games())).collect()
    }

    #[test]
    fn a_plan_is_played_step_by_step_in_pieces_without_a_game_twice() {
        let folder = Folder::new("plan-pieces");
        let results = folder.file("results");
        let (reached, played) = play(&folder, "first", PLAN, u64::MAX, Some(Duration::ZERO));
        assert_eq!((reached.len(), played), (1, 0), "no time");
        let central = PLAN.split("\n\n").next().unwrap();
        assert_eq!(play(&folder, "first", central, u64::MAX, None).1, 4);
        assert_eq!(games(&results), [0, 4, 0, 0, 0, 0], "cells of the first step come first");
        // The store is another one; the rest is played, and the dice, which both experiments have, once for each seed.
        let (reached, played) = play(&folder, "second", PLAN, u64::MAX, None);
        assert_eq!((reached.len(), played), (2, 24));
        assert_eq!(games(&results), [6, 6, 2, 6, 6, 2]);
        assert_eq!(reached[1].progress.missing(), 0);
        assert_eq!(play(&folder, "third", PLAN, u64::MAX, None).1, 0);
    }

    #[test]
    fn cells_of_a_step_grow_together_in_whole_groups() {
        let folder = Folder::new("plan-together");
        let slow = PLAN.replace("games = 6", "games = 9");
        let mut most = 0;
        for piece in 0..40 {
            // Progress is told before the first game and every second, so a piece ends after a second at the latest.
            let time = Some(Duration::from_millis(if piece < 39 { 1 } else { 60_000 }));
            play(&folder, "store", &slow, u64::MAX, time);
            let now = games(&folder.file("results"));
            let boards: Vec<u64> = [0, 1, 3, 4].map(|cell| now[cell]).to_vec();
            let (least, largest) = (*boards.iter().min().unwrap(), *boards.iter().max().unwrap());
            assert!(largest <= least.max(4) + 2, "{now:?}");
            assert!(boards.iter().sum::<u64>() >= most, "nothing is lost: {now:?}");
            most = boards.iter().sum();
        }
        assert_eq!(games(&folder.file("results")), [10, 10, 2, 10, 10, 2]);
    }

    #[test]
    fn a_plan_ends_when_its_hours_are_spent() {
        let folder = Folder::new("plan-hours");
        play(&folder, "store", PLAN.split("\n\n").next().unwrap(), u64::MAX, None);
        let all = experiments();
        let results = ResultsFolder::open(&workshop(), &folder.file("results")).unwrap();
        let read = |text: &str| Plan::read(&workshop(), "plan.toml", text, &all).unwrap();
        let spent = read(PLAN).hours_spent(&results).unwrap();
        assert!(spent > 0.0);
        let hours = |hours: f64| format!("hours = {hours:.12}\n\n{PLAN}");
        assert_eq!(play(&folder, "store", &hours(spent), u64::MAX, None).1, 0);
        assert_eq!(play(&folder, "store", &hours(spent + 1.0), u64::MAX, None).1, 24);
    }

    #[test]
    fn a_wrong_plan_is_refused_with_its_line() {
        let message = |from: &str, to: &str| {
            let text = PLAN.replacen(from, to, 1);
            Plan::read(&workshop(), "plan.toml", &text, &experiments()).unwrap_err().to_string()
        };
        assert_eq!(
            message("['small']", "['smal']"),
            "plan.toml:3: there is no experiment `smal`; did you mean `small`?"
        );
        assert_eq!(message("games = 4", "games = 0"), "plan.toml:5: `games` is a whole number from 1 to 1000000000");
        assert_eq!(message("games = 4", "within = -3.0"), "plan.toml:5: `within` is a number above 0");
        assert!(message("'central'", "'some'").starts_with("plan.toml:4: `some` is not known here; write \"all\" or"));
        assert_eq!(message("['small']", "[]"), "plan.toml:1: the step has no cells");
        assert!(message("games = 4", "gamse = 4").ends_with("unknown key `gamse`; did you mean `games`?"));
        let nothing = Plan::read(&workshop(), "plan.toml", "", &[]).unwrap_err().to_string();
        assert!(nothing.starts_with("plan.toml:1: there are no steps"), "{nothing}");
    }
}
