//! Evolution: agents that nobody has written, found in the space that the expression language spans.
//!
//! An agent's genome is its expression: the syntax tree of operators, strategies, options and constants. `genome.rs` takes it
//! apart and puts it together, `values.rs` changes a value, `mutate.rs` and `cross.rs` make new agents of one and of two.
//! `plan.rs` is what is decided before the first game, `run.rs` the generations and their races, `final_test.rs` the games that
//! had no part in finding the winner, `history.rs` what has happened, and `family.rs`, `table.rs` and `page.rs` tell it.

mod breeder;
mod cross;
mod family;
mod final_test;
mod genome;
mod history;
mod mutate;
mod page;
mod plan;
mod run;
mod table;
#[cfg(test)]
mod tests;
mod values;

use waxwing::agent::ExpressionError;
use waxwing_workshop::Workshop;

use crate::duels::{Duels, Ground, Meeting, Pause};
use crate::experiment::{ResultsError, Store, StoreError};
#[cfg(test)]
use breeder::Breeder;
pub use history::{Ablation, Comparison, FinalTest, Gain, Generation, History, Individual, Race};
pub use page::{evolution_page, evolution_verdicts};
pub use plan::{Equal, EvolutionPlan};
use run::Run;

/// Why there can be no evolution.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvolutionError {
    /// The plan makes no sense.
    #[error("{0}")]
    Plan(String),
    /// An agent of the plan is not well-formed, or the game cannot serve it.
    #[error("{0}")]
    Agent(#[from] ExpressionError),
    /// The store has another plan.
    #[error(
        "this store was begun with {kept}, not {asked}: what was decided before the first game stays; give another store"
    )]
    OtherPlan {
        /// What the store has.
        kept: String,
        /// What was asked for.
        asked: String,
    },
    /// There is nothing in the store.
    #[error("no evolution was begun in this store")]
    NotBegun,
    /// A game, or the store, does not work.
    #[error(transparent)]
    Results(#[from] ResultsError),
}

impl From<StoreError> for EvolutionError {
    fn from(error: StoreError) -> EvolutionError {
        EvolutionError::Results(error.into())
    }
}

/// What the experiments of an evolution are called, before a dot.
const NAME: &str = "evolve";
/// The experiment that keeps the plan.
const PLAN: &str = "evolve.plan";
/// The experiment that keeps after which generation the final test was begun.
const CLOSED: &str = "evolve.closed";

/// An evolution in a store.
pub struct Evolution {
    plan: EvolutionPlan,
    ground: Ground,
}

impl Evolution {
    /// What the experiments of its stages are called.
    pub const NAME: &str = NAME;

    /// The evolution of a plan, if that can be played.
    pub fn new(workshop: &Workshop, plan: EvolutionPlan) -> Result<Evolution, EvolutionError> {
        let ground = plan.check(&workshop.open(&plan.game)?)?;
        Ok(Evolution { plan, ground })
    }

    /// Writes the plan down in a store, unless it is there; a store that has another one is refused.
    pub fn begin(&self, store: &mut Store) -> Result<(), EvolutionError> {
        let Some(text) = kept(store, PLAN)? else {
            return keep(store, &self.ground, PLAN, "The plan, written before the first game", &self.plan.text());
        };
        match EvolutionPlan::read(&text)?.difference(&self.plan) {
            Some([kept, asked]) => Err(EvolutionError::OtherPlan { kept, asked }),
            None => Ok(()),
        }
    }

    /// The evolution that was begun in a store.
    pub fn of(workshop: &Workshop, store: &Store) -> Result<Evolution, EvolutionError> {
        Evolution::new(workshop, EvolutionPlan::read(&kept(store, PLAN)?.ok_or(EvolutionError::NotBegun)?)?)
    }

    /// What was decided.
    pub fn plan(&self) -> &EvolutionPlan {
        &self.plan
    }

    /// After which generation the final test was begun.
    pub fn closed(store: &Store) -> Result<Option<u64>, EvolutionError> {
        let read =
            |text: String| text.trim().parse().map_err(|_| EvolutionError::Plan(format!("`{text}` is no generation")));
        kept(store, CLOSED)?.map(read).transpose()
    }

    /// Goes on where the store ends, and returns what has happened by then. With `test`, evolution ends after the last whole
    /// generation, which is written down, and the final test is played.
    pub fn run(&self, duels: &mut Duels<'_>, test: bool) -> Result<History, EvolutionError> {
        let mut history = self.blank();
        let outcome = self.go_on(duels, test, &mut history);
        match outcome {
            Ok(()) | Err(EvolutionError::Results(ResultsError::Store(StoreError::Interrupted))) => Ok(history),
            Err(error) => Err(error),
        }
    }

    fn go_on(&self, duels: &mut Duels<'_>, test: bool, history: &mut History) -> Result<(), EvolutionError> {
        let closed = match Evolution::closed(duels.store())? {
            None if test => Some(self.close(duels)?),
            closed => closed,
        };
        let last = closed.unwrap_or(self.plan.generations);
        let is_closed = closed.is_some();
        duels.take_games();
        let mut run = Run::new(&self.plan, &self.ground, duels, history);
        let evolved = run.evolve(last).and_then(|()| if is_closed { run.find_winner() } else { Ok(()) });
        run.history.race_games = run.duels.take_games();
        let tested = evolved.and_then(|()| run.test());
        run.history.test_games = run.duels.take_games();
        tested.or_else(paused)
    }

    /// Ends evolution: writes down which generation was the last whole one.
    fn close(&self, duels: &mut Duels<'_>) -> Result<u64, EvolutionError> {
        // What is there is looked up; nothing of evolution is played any more.
        let mut history = self.blank();
        duels.set_playing(false);
        let looked = Run::new(&self.plan, &self.ground, duels, &mut history).evolve(self.plan.generations);
        duels.set_playing(true);
        looked.or_else(paused)?;
        let last = history.generations.iter().filter(|generation| !generation.survivors.is_empty()).count() as u64;
        if last == 0 {
            return Err(EvolutionError::Plan("no generation is finished: there is nothing to test yet".into()));
        }
        let title = "The last generation before the final test";
        keep(duels.store(), &self.ground, CLOSED, title, &last.to_string())?;
        Ok(last)
    }

    fn blank(&self) -> History {
        History {
            plan: self.plan.clone(),
            agents: Vec::new(),
            presets: Default::default(),
            best_preset: None,
            generations: Vec::new(),
            playoff: None,
            winner: None,
            test: None,
            race_games: 0,
            test_games: 0,
        }
    }
}

/// A pause is no fault.
fn paused(pause: Pause) -> Result<(), EvolutionError> {
    match pause {
        Pause::Paused => Ok(()),
        Pause::Unplayable(reason) => Err(EvolutionError::Plan(reason)),
        Pause::Results(error) => Err(error.into()),
    }
}

/// What was written down under a name.
fn kept(store: &Store, name: &str) -> Result<Option<String>, StoreError> {
    let note = |text: String| {
        let file: toml::Table = text.parse().ok()?;
        Some(file.get("note")?.as_str()?.to_owned())
    };
    Ok(store.kept_text(name)?.and_then(note))
}

/// Writes something down: as the note of an experiment that is never played, since a store keeps files of experiments.
fn keep(store: &mut Store, ground: &Ground, name: &str, title: &str, text: &str) -> Result<(), EvolutionError> {
    let mut names = plan::presets().map(ToString::to_string);
    let agents = [names.next(), names.next()].map(|name| name.expect("there are sixteen"));
    let file = ground.file(name, title, &[Meeting { agents, seed: 0, groups: 1 }]);
    let note = format!("note = {}\n", toml::Value::String(text.to_owned()));
    let file = file.replacen("\n[defaults]", &format!("{note}\n[defaults]"), 1);
    let experiment = crate::Experiment::read(store.workshop(), &format!("{name}.toml"), &file)
        .map_err(|error| EvolutionError::Plan(error.to_string()))?;
    Ok(store.keep_file(&experiment)?)
}
