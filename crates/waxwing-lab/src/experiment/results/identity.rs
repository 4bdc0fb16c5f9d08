//! What determines the games of a row, in a form that no later version can misread.
//!
//! A specification leaves the defaults of parameters to the version that plays it. An identity has them all, and a number
//! for how its agents search, so that a row is never taken for games of agents that have changed since.

use std::collections::HashMap;

use super::behaviour::behaviour;
use super::row::{BETWEEN, Fields};
use crate::experiment::Spec;
use crate::experiment::spec::{SpecError, hash};
use waxwing_workshop::{Forfeits, OpenGame, Workshop};

/// What determines the games of a row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Identity {
    pub game: String,
    /// With every parameter, without budgets.
    pub agents: String,
    /// How they search, as a number; empty where an agent is a program from outside.
    pub behaviour: String,
    /// Of all agents, or of each where they differ.
    pub budget: String,
    /// The agent of each seat, for each game of a cycle.
    pub seats: String,
    pub group: u64,
    /// `all`, or `decided`.
    pub pairs: String,
    pub seed: u64,
    pub threads: u64,
    /// How many there are, and a number that stands for them; empty without.
    pub openings: String,
    pub forfeits: String,
}

impl Identity {
    /// The identity without its agents: cells of one setting differ in who plays.
    pub(super) fn setting(&self) -> Identity {
        Identity { agents: String::new(), behaviour: String::new(), ..self.clone() }
    }

    /// Reads the columns of a line.
    pub(super) fn read(fields: &Fields<'_>) -> Result<Identity, String> {
        let text = |column| fields.text(column).to_owned();
        Ok(Identity {
            game: text("game"),
            agents: text("agents"),
            behaviour: text("behaviour"),
            budget: text("budget"),
            seats: text("seats"),
            group: fields.get("group")?,
            pairs: text("pairs"),
            seed: fields.get("seed")?,
            threads: fields.get("threads")?,
            openings: text("openings"),
            forfeits: text("forfeits"),
        })
    }
}

/// Identities of cells. How an agent searches in a game is found out once.
pub(crate) struct Identities {
    workshop: Workshop,
    behaviours: HashMap<(String, String), Option<u64>>,
}

impl Identities {
    pub(crate) fn new(workshop: &Workshop) -> Identities {
        Identities { workshop: workshop.clone(), behaviours: HashMap::new() }
    }

    /// The identity of a specification in this version.
    pub(crate) fn of(&mut self, spec: &Spec) -> Result<Identity, SpecError> {
        let game = self.workshop.open(&spec.game)?;
        let (mut agents, mut budgets, mut numbers) = (Vec::new(), Vec::new(), Some(Vec::new()));
        for text in &spec.agents {
            let mut agent = self.workshop.expression(text)?;
            budgets.push(agent.budget.take().map_or(spec.budget.clone(), |budget| budget.to_string()));
            let full = format!("{agent:#}");
            let number = self.behaviour(&game, &agent, &full)?;
            numbers = numbers.zip(number).map(|(mut numbers, number)| {
                numbers.extend(number.to_le_bytes());
                numbers
            });
            agents.push(full);
        }
        let seats = |seats: &Vec<usize>| seats.iter().map(ToString::to_string).collect::<Vec<_>>().join("");
        let openings = |text: &String| format!("{}/{:016x}", text.lines().count(), hash(text.as_bytes()));
        Ok(Identity {
            game: spec.game.clone(),
            agents: agents.join(BETWEEN),
            behaviour: numbers.map_or(String::new(), |numbers| format!("{:016x}", hash(&numbers))),
            budget: if budgets.windows(2).all(|two| two[0] == two[1]) {
                budgets.swap_remove(0)
            } else {
                budgets.join(BETWEEN)
            },
            seats: spec.seats.iter().map(seats).collect::<Vec<_>>().join(" "),
            group: spec.group as u64,
            pairs: if spec.pairs { "decided" } else { "all" }.into(),
            seed: spec.seed,
            threads: spec.threads as u64,
            openings: spec.openings.as_ref().map(openings).unwrap_or_default(),
            forfeits: if spec.forfeits == Forfeits::Count { "count" } else { "apart" }.into(),
        })
    }

    fn behaviour(
        &mut self,
        game: &OpenGame,
        agent: &waxwing::Expression,
        full: &str,
    ) -> Result<Option<u64>, SpecError> {
        let key = (game.text().to_owned(), full.to_owned());
        if let Some(known) = self.behaviours.get(&key) {
            return Ok(*known);
        }
        let number = behaviour(game, agent)?;
        self.behaviours.insert(key, number);
        Ok(number)
    }
}
