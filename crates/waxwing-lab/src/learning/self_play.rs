//! Games of an agent with itself, to learn from.

use waxwing::{Expression, Limits};

use waxwing_workshop::{Forfeits, MatchPlan, Setting};

/// Games of an agent with itself.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// Who plays.
    pub agent: Expression,
    /// How many games.
    pub games: u64,
    /// Everything random follows from it.
    pub seed: u64,
    /// How many games are played at once.
    pub jobs: usize,
    /// What the agent may use for a move if its expression does not say.
    pub limits: Limits,
}

impl SelfPlay {
    /// The games as a match: one agent in all seats.
    pub(super) fn plan(&self, setting: &Setting<'_>) -> MatchPlan {
        MatchPlan {
            agents: vec![self.agent.clone()],
            assignments: vec![vec![0; setting.game.players()]],
            group: 1,
            games: self.games,
            seed: self.seed,
            jobs: self.jobs,
            limits: self.limits,
            forfeits: Forfeits::Apart,
        }
    }
}
