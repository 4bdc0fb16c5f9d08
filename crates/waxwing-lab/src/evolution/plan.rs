//! The plan of an evolution: all that decides it, written down in the store before the first game.
//!
//! It says what the final test will be: how many games against whom, which seeds, and how they are judged. Seeds come in
//! streams: each part of an evolution has one of its own, so that no seed of the final test was ever used before.

use serde::{Deserialize, Serialize};
use waxwing::agent::{PRESETS, Preset};
use waxwing::{Expression, Rng};
use waxwing_workshop::OpenGame;

use super::EvolutionError;
use crate::duels::Ground;

/// What is equal for all agents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Equal {
    /// Iterations a move.
    #[default]
    Iterations,
    /// Time a move: as iterations, by what an iteration of the agent costs beside one of the baseline.
    Time,
}

/// All that decides an evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub struct EvolutionPlan {
    /// The game with its options.
    pub game: String,
    /// The role that two agents take in turn, against the other in all other seats.
    #[serde(rename = "as", skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Iterations a move; those of the baseline where time is equal.
    pub iterations: u64,
    /// What is equal for all agents.
    pub equal: Equal,
    /// Everything random follows from it.
    pub seed: u64,
    /// Agents of a generation, the parents among them.
    pub population: usize,
    /// Parents of a generation.
    pub parents: usize,
    /// Groups of games of each agent in the first round of a generation's race.
    pub groups: u64,
    /// Generations after which it ends.
    pub generations: u64,
    /// Whether agents may know more of the game than its rules.
    pub knowledge: bool,
    /// Games of the final test against the best of the sixteen.
    pub final_games: u64,
    /// The player of the final test that evolution never meets.
    pub unmet: String,
    /// Games against it.
    pub unmet_games: u64,
    /// Games of the winner against itself without one of its parts, for each part.
    pub ablation_games: u64,
}

/// A part of an evolution, with seeds of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stream {
    /// Which of the sixteen is the best.
    Presets,
    /// New agents, and their races.
    Generations,
    /// What an iteration costs.
    Cost,
    /// Who of the last generation is the winner.
    Playoff,
    /// The winner against the best of the sixteen.
    Final,
    /// Both against the player that evolution never met.
    Unmet,
    /// The winner without one of its parts.
    Ablation,
}

impl EvolutionPlan {
    /// The usual plan for a game.
    pub fn new(game: &OpenGame) -> EvolutionPlan {
        EvolutionPlan {
            game: game.to_string(),
            role: None,
            iterations: 300,
            equal: Equal::Iterations,
            seed: 1,
            population: 12,
            parents: 4,
            groups: 8,
            generations: 20,
            knowledge: false,
            final_games: 1_000,
            unmet: usual_stranger(game),
            unmet_games: 500,
            ablation_games: 200,
        }
    }

    /// The seed of a stream.
    pub(super) fn seed(&self, stream: Stream) -> u64 {
        Rng::derive(self.seed, stream as u64)
    }

    /// Makes sure that it can be played in a game; returns where.
    pub(super) fn check(&self, game: &OpenGame) -> Result<Ground, EvolutionError> {
        let wrong = |what: String| Err(EvolutionError::Plan(what));
        if self.parents < 1 || self.population <= self.parents {
            return wrong(format!(
                "a generation of {} with {} parents has no room for new agents: the population must be larger than the parents, of which there is one at least",
                self.population, self.parents
            ));
        }
        let counts = [self.groups, self.generations, self.final_games, self.unmet_games, self.ablation_games];
        if counts.contains(&0) || self.iterations == 0 {
            return wrong("iterations, groups, generations and games are at least 1".into());
        }
        let budget = waxwing::Budget::Iterations(self.iterations);
        let ground = Ground::new(game, self.role.as_deref(), budget, None)
            .map_err(|error| EvolutionError::Plan(error.to_string()))?;
        let unmet = game.workshop().expression(&self.unmet)?;
        ground.check(&unmet)?;
        let plain = |expression: &Expression| format!("{expression:#}");
        if presets().any(|preset| plain(preset.expression()) == plain(&unmet)) {
            return wrong(format!("`{unmet}` is one of the sixteen, whom evolution meets; choose another stranger"));
        }
        Ok(ground)
    }

    /// The plan in words and numbers, as the store keeps it.
    pub(super) fn text(&self) -> String {
        toml::to_string(self).expect("a plan has texts and numbers only")
    }

    /// The plan of a text.
    pub(super) fn read(text: &str) -> Result<EvolutionPlan, EvolutionError> {
        toml::from_str(text).map_err(|error| EvolutionError::Plan(format!("the plan cannot be read: {error}")))
    }

    /// What differs between two plans, each as `key = value`.
    pub(super) fn difference(&self, other: &EvolutionPlan) -> Option<[String; 2]> {
        let (own, others) = (self.text(), other.text());
        // A role is left out where there is none.
        let line = |text: &str, key: &str| {
            let found = text.lines().find(|line| line.split(" = ").next() == Some(key));
            found.map_or(format!("no `{key}`"), |line| format!("`{line}`"))
        };
        let keys = own.lines().chain(others.lines()).filter_map(|line| line.split(" = ").next());
        let mut pairs = keys.map(|key| [line(&own, key), line(&others, key)]);
        pairs.find(|[own, other]| own != other)
    }
}

/// The sixteen combinations of the ICARUS paper.
pub(super) fn presets() -> impl Iterator<Item = &'static Preset> {
    PRESETS.iter().filter(|preset| preset.family == "icarus" && preset.name != "EPIC")
}

/// A player that is none of the sixteen: alpha-beta where the game can be searched by it, or else another kind of tree search.
fn usual_stranger(game: &OpenGame) -> String {
    let players = ["ab @d3", "grave > mast(policy=roulette)", "uct > uniform with final(value)"];
    let serves = |text: &str| game.workshop().expression(text).is_ok_and(|player| game.try_agent(&player).is_ok());
    players.into_iter().find(|text| serves(text)).unwrap_or(players[2]).to_owned()
}
