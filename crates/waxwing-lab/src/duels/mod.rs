//! Duels: groups of games between two agents, which tuning and evolution ask for one stage after the other.
//!
//! A stage is an experiment of the lab: its file is kept in the store, its games are rows there, and it is played by the lab's
//! runner, so that it is claimed, resumed, merged and reported like any other. What decides which stage comes next is read from
//! the store alone. So whoever asks for the same stages again gets the same results without a game, and goes on where they
//! end: neither tuning nor evolution keeps a state of its own.
//!
//! A group is played such that the agents could be exchanged: every seat assignment of the same deal, or, with a role, each of
//! the two in that role against the other in all other seats. Its result for the first agent is the mean of
//! `(points of the first - points of the second + 1) ÷ 2`, which is ½ on the average where the two are alike.

mod ground;
mod halving;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use waxwing_workshop::statistics::Outcome;

use crate::experiment::{Experiment, ResultsError, RunOptions, RunProgress, Store, run_experiments};
pub use ground::{Ground, GroundError};
pub(crate) use halving::Contest;
pub use halving::{ContestRound, Halving, Standing};

/// Some groups of games of two agents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    /// The agents, with their budgets if they have any of their own.
    pub agents: [String; 2],
    /// Everything random follows from it.
    pub seed: u64,
    /// How many groups.
    pub groups: u64,
}

/// Why a stage has no results yet.
#[derive(Debug, thiserror::Error)]
pub enum Pause {
    /// It was stopped, its time is over, or other parts of it are played elsewhere.
    #[error("it has been paused")]
    Paused,
    /// What is asked for cannot be played.
    #[error("{0}")]
    Unplayable(String),
    /// The store cannot be read or written.
    #[error(transparent)]
    Results(#[from] ResultsError),
}

impl From<crate::StoreError> for Pause {
    fn from(error: crate::StoreError) -> Pause {
        Pause::Results(error.into())
    }
}

/// Who is told how far a stage is: what it is, and its games.
pub type StageProgress<'a> = dyn FnMut(&str, &RunProgress) + 'a;

/// Plays stages, and knows where they are kept.
pub struct Duels<'a> {
    store: &'a mut Store,
    /// What the experiments of its stages are called, before a dot.
    name: String,
    options: RunOptions,
    began: Instant,
    stop: &'a AtomicBool,
    progress: &'a mut StageProgress<'a>,
    /// Whether games that the store does not have are played.
    plays: bool,
    /// Games of whole stages that were asked for.
    games: u64,
}

impl<'a> Duels<'a> {
    /// Duels whose games go to a store, as experiments that begin with a name.
    pub fn new(
        store: &'a mut Store,
        name: impl Into<String>,
        options: &RunOptions,
        stop: &'a AtomicBool,
        progress: &'a mut StageProgress<'a>,
    ) -> Duels<'a> {
        Duels {
            store,
            name: name.into(),
            options: options.clone(),
            began: Instant::now(),
            stop,
            progress,
            plays: true,
            games: 0,
        }
    }

    /// How many games the whole stages had that were asked for since this was asked last.
    pub(crate) fn take_games(&mut self) -> u64 {
        std::mem::take(&mut self.games)
    }

    /// From now on, games that the store does not have are played, or not.
    pub fn set_playing(&mut self, plays: bool) {
        self.plays = plays;
    }

    /// The store.
    pub(crate) fn store(&mut self) -> &mut Store {
        self.store
    }

    /// The results of a stage: for each meeting those of its groups, in their order, for its first agent. A game that failed
    /// counts as lost by it.
    pub(crate) fn play(
        &mut self,
        ground: &Ground,
        stage: &str,
        title: &str,
        meetings: &[Meeting],
    ) -> Result<Vec<Vec<f64>>, Pause> {
        if let Some(experiment) = self.experiment(ground, stage, title, meetings)? {
            if self.plays && self.read(ground, &experiment, meetings)?.is_none() {
                self.run(title, &experiment)?;
            }
            let results = self.read(ground, &experiment, meetings)?.ok_or(Pause::Paused)?;
            let groups = meetings.iter().filter(|meeting| !meeting.is_idle()).map(|meeting| meeting.groups);
            self.games += groups.sum::<u64>() * ground.group();
            return Ok(results);
        }
        Ok(meetings.iter().map(|meeting| vec![EVEN; meeting.groups as usize]).collect())
    }

    fn run(&mut self, title: &str, experiment: &Experiment) -> Result<(), Pause> {
        let mut options = self.options.clone();
        options.time = options.time.map(|time| time.saturating_sub(self.began.elapsed()));
        let cells: Vec<_> = experiment.cells.iter().map(|cell| (experiment, cell)).collect();
        let progress = &mut self.progress;
        run_experiments(self.store, None, &cells, &options, self.stop, &mut |now| progress(title, now))?;
        Ok(())
    }

    /// The experiment of a stage; `None` if there is nothing to play, since every agent would meet itself.
    fn experiment(
        &self,
        ground: &Ground,
        stage: &str,
        title: &str,
        meetings: &[Meeting],
    ) -> Result<Option<Experiment>, Pause> {
        if meetings.iter().all(Meeting::is_idle) {
            return Ok(None);
        }
        let name = format!("{}.{stage}", self.name);
        let text = ground.file(&name, title, meetings);
        Experiment::read(self.store.workshop(), &format!("{name}.toml"), &text)
            .map(Some)
            .map_err(|error| Pause::Unplayable(error.message))
    }

    /// The results of a stage, if the store has all of its games.
    fn read(
        &self,
        ground: &Ground,
        experiment: &Experiment,
        meetings: &[Meeting],
    ) -> Result<Option<Vec<Vec<f64>>>, Pause> {
        let mut cells = experiment.cells.iter();
        let mut all = Vec::new();
        for meeting in meetings {
            if meeting.is_idle() {
                all.push(vec![EVEN; meeting.groups as usize]);
                continue;
            }
            let mut results = vec![0.0; meeting.groups as usize];
            for side in 0..ground.cells() {
                let cell = cells.next().expect("each meeting has its cells");
                let Some(id) = self.store.cell_of(&cell.spec)? else { return Ok(None) };
                let games = self.store.results(id, 0)?;
                let group = cell.spec.group as u64;
                let wanted = (meeting.groups * group) as usize;
                if games.len() < wanted || games.iter().zip(0..).take(wanted).any(|(game, at)| game.0 != at) {
                    return Ok(None);
                }
                for (number, result) in &games[..wanted] {
                    let points = result.map_or(0.0, |result| {
                        let [first, second] = [0, 1].map(|agent| points(result.outcome(agent)));
                        let result = (first - second + 1.0) / 2.0;
                        if side == 0 { result } else { 1.0 - result }
                    });
                    results[(number / group) as usize] += points / (group * ground.cells()) as f64;
                }
            }
            all.push(results);
        }
        Ok(Some(all))
    }

    /// How many microseconds an iteration has taken each agent of a stage's first meeting, in all its games.
    pub(crate) fn microseconds(
        &self,
        ground: &Ground,
        stage: &str,
        title: &str,
        meeting: &Meeting,
    ) -> Result<[f64; 2], Pause> {
        let experiment = self.experiment(ground, stage, title, std::slice::from_ref(meeting))?;
        let (mut time, mut iterations) = ([0.0; 2], [0.0; 2]);
        for (side, cell) in experiment.iter().flat_map(|experiment| &experiment.cells).enumerate() {
            let Some(id) = self.store.cell_of(&cell.spec)? else { return Err(Pause::Paused) };
            for (number, seats) in self.store.seats(id)? {
                let assignment = &cell.spec.seats[(number % cell.spec.seats.len() as u64) as usize];
                for (&agent, seat) in assignment.iter().zip(&seats) {
                    time[agent ^ side] += seat.processor_time.as_secs_f64() * 1e6;
                    iterations[agent ^ side] += seat.iterations as f64;
                }
            }
        }
        Ok([0, 1].map(|agent| time[agent] / f64::max(iterations[agent], 1.0)))
    }
}

/// The result of two agents that are the same.
const EVEN: f64 = 0.5;

impl Meeting {
    /// Whether an agent meets itself, which says nothing.
    fn is_idle(&self) -> bool {
        self.agents[0] == self.agents[1]
    }
}

fn points(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Won => 1.0,
        Outcome::Drawn => 0.5,
        Outcome::Lost => 0.0,
    }
}
