//! What determines the games of a cell, written down so that anybody can play them again.

use serde::{Deserialize, Serialize};
use waxwing::agent::ExpressionError;
use waxwing::thinking::BudgetError;
use waxwing::{Budget, Expression, Limits};

use super::cell_games::{CellGames, PlannedGames};
use waxwing_workshop::{Assignment, Forfeits, MatchPlan, OpenGame, Openings, OpeningsError, Workshop};

/// Everything that determines the games of a cell. Two cells with the same specification have the same games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Spec {
    /// The game with its options.
    pub game: String,
    /// The expressions of the agents; the first is the one that the cell is about.
    pub agents: Vec<String>,
    /// Who sits where, in the games of a group or of several groups one after the other.
    pub seats: Vec<Assignment>,
    /// The games of a group: they share their opening, deals and dice.
    pub group: usize,
    /// Whether the two games of a group are one result, which counts only if it is decided.
    pub pairs: bool,
    /// Everything random follows from it.
    pub seed: u64,
    /// What an agent may use for a move if its expression does not say.
    pub budget: String,
    /// How many threads an agent may use.
    pub threads: usize,
    /// A line of moves for each group to begin with, in turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// What becomes of games in which a program fails; specifications of before had no choice, and say nothing.
    #[serde(default, skip_serializing_if = "Forfeits::is_apart")]
    pub forfeits: Forfeits,
}

/// Why the games of a specification cannot be played.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SpecError {
    #[error("{0}")]
    Expression(#[from] ExpressionError),
    #[error("{0}")]
    Budget(#[from] BudgetError),
    #[error("{0}")]
    Openings(#[from] OpeningsError),
    #[error("the seats are not those of the game")]
    Seats,
}

impl Spec {
    /// The specification as a text, always the same for the same specification.
    pub(crate) fn text(&self) -> String {
        toml::to_string(self).expect("strings and numbers can be written")
    }

    /// The specification of a text.
    pub(crate) fn read(text: &str) -> Result<Spec, toml::de::Error> {
        toml::from_str(text)
    }

    /// A number that stands for the specification.
    pub(crate) fn key(&self) -> u64 {
        hash(self.text().as_bytes())
    }

    /// The games, to be played by number.
    pub(crate) fn cell_games(&self, workshop: &Workshop) -> Result<Box<dyn CellGames>, SpecError> {
        let (game, plan) = (workshop.open(&self.game)?, self.plan(workshop)?);
        let fits =
            |seats: &Assignment| seats.len() == game.players() && seats.iter().all(|&agent| agent < plan.agents.len());
        let too_many = plan.agents.len() > game.players();
        if self.seats.is_empty() || self.group == 0 || too_many || !self.seats.iter().all(fits) {
            return Err(SpecError::Seats);
        }
        plan.agents.iter().try_for_each(|agent| check_agent(agent, plan.limits.budget, &game))?;
        let read = |text: &String| Openings::read("openings", text, &game.start());
        let openings = self.openings.as_ref().map(read).transpose()?;
        Ok(Box::new(PlannedGames { game, plan, openings }))
    }

    fn plan(&self, workshop: &Workshop) -> Result<MatchPlan, SpecError> {
        let agents = self.agents.iter().map(|text| workshop.expression(text)).collect::<Result<Vec<_>, _>>()?;
        Ok(MatchPlan {
            agents,
            assignments: self.seats.clone(),
            group: self.group,
            games: 0,
            seed: self.seed,
            jobs: 1,
            limits: Limits::new(self.budget.parse()?).threads(self.threads),
            forfeits: self.forfeits,
        })
    }
}

/// Makes sure that an agent can play the game, with this budget if it has none of its own.
pub(super) fn check_agent(agent: &Expression, budget: Budget, game: &OpenGame) -> Result<(), ExpressionError> {
    let mut agent = agent.clone();
    agent.budget.get_or_insert(budget);
    agent.check_ends()?;
    game.build(&agent).map(drop)
}

/// FNV-1a: keys stay in files, so they must not depend on the version of a library.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    hash_on(NO_BYTES, bytes)
}

/// The hash of no bytes.
pub(super) const NO_BYTES: u64 = 0xCBF2_9CE4_8422_2325;

/// The hash of bytes that follow others, from the hash of those.
pub(super) fn hash_on(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::workshop;

    #[test]
    fn a_key_is_the_published_hash_and_depends_on_everything() {
        // Vectors of the authors of the hash.
        assert_eq!((hash(b""), hash(b"foobar")), (0xCBF2_9CE4_8422_2325, 0x8594_4171_F739_67E8));
        let spec = super::super::testing::spec(["uct", "random"], "10");
        assert_eq!(Spec::read(&spec.text()).unwrap(), spec);
        let seeded = Spec { seed: 2, ..spec.clone() };
        let other = Spec { agents: vec!["uct".into(), "rave".into()], ..spec.clone() };
        assert!(spec.key() != seeded.key() && spec.key() != other.key());
        let counting = Spec { forfeits: Forfeits::Count, ..spec.clone() };
        assert!(spec.key() != counting.key() && !spec.text().contains("forfeits"), "the key is as it was before");
        assert_eq!(Spec::read(&counting.text()).unwrap(), counting);
    }

    #[test]
    fn a_specification_that_cannot_be_played_is_refused() {
        let spec = super::super::testing::spec(["uct", "random"], "10");
        let message = |spec: Spec| spec.cell_games(&workshop()).err().expect("it is refused").to_string();
        assert!(message(Spec { seats: vec![vec![0, 2]], ..spec.clone() }).contains("seats"));
        assert!(message(Spec { game: "chezz".into(), ..spec.clone() }).contains("no game `chezz`"));
        assert!(message(Spec { budget: "d3".into(), ..spec.clone() }).contains("no depth budget"));
        assert!(message(Spec { budget: "-3".into(), ..spec.clone() }).contains("must be more than 0"));
        assert!(message(Spec { budget: "soon".into(), ..spec.clone() }).starts_with("`soon` is no budget: `5000`"));
        let endless = "nothing stops this agent here";
        assert!(message(Spec { budget: "until-stopped".into(), ..spec.clone() }).contains(endless));
        let agents = vec!["uct".into(), "random @until-stopped".into()];
        assert!(message(Spec { agents, ..spec.clone() }).contains(endless));
        assert!(message(Spec { openings: Some("a1".into()), ..spec.clone() }).contains("openings:1"));
        assert!(spec.cell_games(&workshop()).is_ok());
    }
}
