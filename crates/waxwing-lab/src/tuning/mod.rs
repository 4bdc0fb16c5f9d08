//! Tuning by duels that a store keeps: which values of a template's names play best.
//!
//! Three methods, all of which go on where their store ends: [`Method::Halving`] for tens of agents, [`Method::Ntbea`] for many
//! names with lists of values, [`Method::Spsa`] for many numbers. Elimination tournaments are [`eliminate`](crate::eliminate).

mod ntbea;
mod spsa;
#[cfg(test)]
mod tests;

use serde::Serialize;
use waxwing::Rng;
use waxwing_workshop::Workshop;
use waxwing_workshop::statistics::{Bernstein, Interval};

use crate::duels::{Contest, Duels, Ground, Halving, Pause};
use crate::template::{Template, TemplateError, Values};

/// How agents are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Successive halving with common seeds over every combination of values.
    Halving,
    /// The n-tuple bandit evolutionary algorithm (Lucas, Liu and Perez-Liebana 2018): a bandit over values, pairs of values and
    /// whole combinations.
    Ntbea,
    /// Simultaneous perturbation stochastic approximation (Spall 1992): all numbers take a step at once, up or down.
    Spsa,
}

/// What is tuned, and how.
pub struct Tuning {
    method: Method,
    template: Template,
    ground: Ground,
    /// Who is played against; agents of the template without it.
    against: Option<String>,
    games: u64,
    seed: u64,
}

/// Why something cannot be tuned.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TuningError {
    /// The template gives no agents.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// There is nothing to choose.
    #[error("there is one agent only: give at least two values to choose from")]
    One,
    /// There are more agents than the method can play.
    #[error("`{method}` plays every agent, and {agents} are more than {most}; `ntbea` or `spsa` can choose among them")]
    Many {
        /// The method.
        method: &'static str,
        /// How many agents there are.
        agents: usize,
        /// How many there can be.
        most: usize,
    },
    /// SPSA steps between numbers.
    #[error(
        "`spsa` steps between numbers that grow or fall, and the values of `{name}` are {values}; `halving` and `ntbea` take any"
    )]
    NoNumbers {
        /// The name.
        name: String,
        /// Its values.
        values: String,
    },
    /// Too few games for the method.
    #[error("{games} games are too few: this needs at least {least}")]
    Few {
        /// How many there are to be.
        games: u64,
        /// How many it needs.
        least: u64,
    },
}

/// The most agents of which all are played.
const MOST: usize = 1_000;

/// What tuning has found so far.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TuningReport {
    /// The game.
    pub game: String,
    /// The method.
    pub method: Method,
    /// Who is played against: an agent, or `null` for agents of the template.
    pub against: Option<String>,
    /// Everything random follows from it.
    pub seed: u64,
    /// Games that the results below are read from.
    pub games: u64,
    /// Agents that have played, the most promising first.
    pub agents: Vec<TunedAgent>,
    /// The rounds of halving, whose contestants are numbers of the combinations of values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub halving: Option<Halving>,
    /// Whether it has come to its end: the first agent is its choice then.
    pub is_complete: bool,
}

/// An agent that has played.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TunedAgent {
    /// The agent.
    pub agent: String,
    /// Its values.
    pub values: Values,
    /// Groups of games.
    pub groups: u64,
    /// Its mean result; ½ is as good as whom it plays against.
    pub score: f64,
    /// An interval that holds whenever one looks, and for all agents of this list at once.
    pub interval: Interval,
}

impl Tuning {
    /// Checks what is asked for. `over` are names with their values, `NAME=VALUE,VALUE,…`; `games` are those of each agent in the
    /// first round of halving, and all of them for the other methods.
    pub fn new(
        workshop: &Workshop,
        method: Method,
        (template, over): (&str, &[String]),
        ground: Ground,
        against: Option<String>,
        (games, seed): (u64, u64),
    ) -> Result<Tuning, TuningError> {
        let template = Template::read(workshop, template, over)?;
        let count = template.count();
        if count < 2 {
            return Err(TuningError::One);
        }
        if method == Method::Halving && count > MOST {
            return Err(TuningError::Many { method: "halving", agents: count, most: MOST });
        }
        template.check(&|agent| ground.check(agent))?;
        let tuning = Tuning { method, template, ground, against, games, seed };
        if method == Method::Spsa {
            spsa::Walk::new(&tuning)?;
        }
        let least = tuning.ground.group() * if method == Method::Halving { 1 } else { 10 };
        if games < least {
            return Err(TuningError::Few { games, least });
        }
        Ok(tuning)
    }

    /// What decides the results, as a name for experiments: the same tuning has the same one.
    pub fn name(&self) -> String {
        let what = format!("{:?}", (&self.template, &self.against, self.games, self.seed, self.ground.text()));
        let method = format!("{:?}", self.method).to_lowercase();
        format!("tune-{method}-{:016x}", crate::experiment::hash(what.as_bytes()))
    }

    /// Plays what the store does not have yet. When it pauses, the report says how far it is.
    pub fn run(&self, duels: &mut Duels<'_>) -> Result<TuningReport, Pause> {
        let mut report = TuningReport {
            game: self.ground.game().to_string(),
            method: self.method,
            against: self.against.clone(),
            seed: self.seed,
            games: 0,
            agents: Vec::new(),
            halving: None,
            is_complete: false,
        };
        let outcome = match self.method {
            Method::Halving => self.halve(duels, &mut report),
            Method::Ntbea => ntbea::play(self, duels, &mut report),
            Method::Spsa => spsa::play(self, duels, &mut report),
        };
        match outcome {
            Ok(()) => report.is_complete = true,
            Err(Pause::Paused) => {}
            Err(other) => return Err(other),
        }
        Ok(report)
    }

    fn halve(&self, duels: &mut Duels<'_>, report: &mut TuningReport) -> Result<(), Pause> {
        let texts = (0..self.template.count()).map(|number| self.agent(&self.template.digits(number)));
        let agents: Vec<String> = texts.collect::<Result<_, _>>()?;
        let pool: Vec<String> = self.against.clone().map_or_else(|| agents.clone(), |against| vec![against]);
        let contest = Contest {
            stage: "round".into(),
            title: "halving".into(),
            contestants: &agents,
            pool: &pool,
            seed: self.seed,
            groups: self.ground.groups(self.games),
            keep: 1,
        };
        let mut halving = Halving::default();
        let outcome = contest.play(duels, &self.ground, &mut halving);
        let mut last = std::collections::BTreeMap::new();
        for standing in halving.rounds.iter().flat_map(|round| &round.standings) {
            last.insert(standing.contestant, *standing);
        }
        let mut last: Vec<_> = last.into_values().collect();
        // Whoever came further is more promising than who did not.
        last.sort_by(|a, b| {
            b.groups.cmp(&a.groups).then(b.score.total_cmp(&a.score)).then(a.contestant.cmp(&b.contestant))
        });
        for standing in last {
            let (groups, score, interval) = (standing.groups, standing.score, standing.interval);
            let (values, agent) =
                self.template.filled(&self.template.digits(standing.contestant)).map_err(unplayable)?;
            report.games += groups * self.ground.group();
            report.agents.push(TunedAgent { agent: agent.to_string(), values, groups, score, interval });
        }
        report.halving = Some(halving);
        outcome
    }

    /// The agent with these values.
    fn agent(&self, digits: &[usize]) -> Result<String, Pause> {
        Ok(self.template.filled(digits).map_err(unplayable)?.1.to_string())
    }

    /// Who is played against in a group: the agent that was asked for, or any of the template.
    fn opponent(&self, rng: &mut Rng) -> Result<String, Pause> {
        match &self.against {
            Some(against) => Ok(against.clone()),
            None => self.agent(&self.template.draw(rng)),
        }
    }
}

fn unplayable(error: impl ToString) -> Pause {
    Pause::Unplayable(error.to_string())
}

/// An agent with what is known of it.
fn tuned(tuning: &Tuning, digits: &[usize], mean: &Bernstein) -> Result<TunedAgent, Pause> {
    let (values, agent) = tuning.template.filled(digits).map_err(unplayable)?;
    let (groups, score, interval) = (mean.count(), mean.mean(), mean.interval());
    Ok(TunedAgent { agent: agent.to_string(), values, groups, score, interval })
}
