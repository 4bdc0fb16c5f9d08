//! What has happened so far: agents with their parents, races, the winner, the final test.

use std::collections::BTreeSet;

use serde::Serialize;
use waxwing_workshop::statistics::Interval;

use super::EvolutionPlan;
use crate::duels::Halving;

/// What has happened so far. Agents are numbers of [`History::agents`].
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct History {
    /// What was decided before.
    pub plan: EvolutionPlan,
    /// Everybody, in the order in which they came: the sixteen first.
    pub agents: Vec<Individual>,
    /// How the best of the sixteen was found.
    pub presets: Halving,
    /// The best of the sixteen.
    pub best_preset: Option<usize>,
    /// The generations.
    pub generations: Vec<Generation>,
    /// How the winner was found among the last parents, with seeds of its own.
    pub playoff: Option<Race>,
    /// The winner.
    pub winner: Option<usize>,
    /// The final test.
    pub test: Option<FinalTest>,
    /// Games of everything before it, in whole rounds.
    pub race_games: u64,
    /// Games of the final test, in whole comparisons.
    pub test_games: u64,
}

/// An agent.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Individual {
    /// Its expression, without a budget.
    pub agent: String,
    /// The generation that it was born in; 0 for the sixteen.
    pub born: u64,
    /// Its parents.
    pub parents: Vec<usize>,
    /// How it was made of them.
    pub how: String,
    /// Its iterations a move.
    pub iterations: u64,
    /// What an iteration of it costs beside one of the baseline, where time is equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// Groups of games in races.
    pub groups: u64,
    /// Its mean result in races; ½ is as good as the opponents.
    pub score: f64,
}

/// A race of some agents.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Race {
    /// Who took part; contestants of the rounds are numbers of this list.
    pub agents: Vec<usize>,
    /// How it went.
    #[serde(flatten)]
    pub halving: Halving,
}

/// A generation.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Generation {
    /// Its number, from 1.
    pub number: u64,
    /// How many opponents there were to draw from: the sixteen and the winners of earlier races.
    pub opponents: usize,
    /// Its race.
    pub race: Race,
    /// The parents of the next one, the best first.
    pub survivors: Vec<usize>,
}

/// Two agents in games that had no part in finding either.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Comparison {
    /// Whom the games are about.
    pub agent: String,
    /// The other.
    pub against: String,
    /// Games.
    pub games: u64,
    /// The mean result of the first.
    pub score: f64,
    /// Its 95 % interval, by groups of games.
    pub interval: Interval,
    /// The exact two-sided sign-flip test of the groups.
    pub p_value: f64,
}

/// The final test.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct FinalTest {
    /// The winner against the best of the sixteen.
    pub against_best: Comparison,
    /// The winner against the player that evolution never met.
    pub against_unmet: Option<Comparison>,
    /// The best of the sixteen against it, in the same deals.
    pub best_against_unmet: Option<Comparison>,
    /// By how much the winner did better than the best of the sixteen there, and how likely chance alone would be.
    pub gain_against_unmet: Option<Gain>,
    /// The winner against itself without one of its parts.
    pub ablation: Vec<Ablation>,
}

/// A difference in the same deals.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct Gain {
    /// The difference of the mean results.
    pub gain: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// The exact two-sided sign-flip test of the groups.
    pub p_value: f64,
}

/// The winner without a part.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Ablation {
    /// The part.
    pub part: String,
    /// The winner against itself without the part: above ½ if the part is of use.
    pub comparison: Comparison,
}

impl FinalTest {
    /// All its comparisons, and what each is.
    pub fn comparisons(&self) -> Vec<(String, &Comparison)> {
        let mut all = vec![("the winner against the best of the sixteen".to_owned(), &self.against_best)];
        let strangers = [("winner", &self.against_unmet), ("best of the sixteen", &self.best_against_unmet)];
        for (who, comparison) in strangers {
            all.extend(
                comparison.iter().map(|one| (format!("the {who} against {}, never met before", one.against), one)),
            );
        }
        all.extend(
            self.ablation
                .iter()
                .map(|one| (format!("the winner against itself without {}", one.part), &one.comparison)),
        );
        all
    }
}

impl History {
    /// An agent's ancestors and itself, in the order in which they came.
    pub fn ancestry(&self, agent: usize) -> Vec<usize> {
        let (mut found, mut open) = (BTreeSet::new(), vec![agent]);
        while let Some(next) = open.pop() {
            if found.insert(next) {
                open.extend(&self.agents[next].parents);
            }
        }
        found.into_iter().collect()
    }
}
