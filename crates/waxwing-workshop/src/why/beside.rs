//! Two moves of one search beside each other: how often each was tried, what it is worth, and what follows it.

use serde::Serialize;
use waxwing::search::TreeScope;

use super::MoveStanding;
use crate::agent::AnyAgent;
use crate::statistics::{Interval, difference_interval, mean_interval};
use crate::thought::Thought;

/// Two moves of one search beside each other.
///
/// Standard errors and intervals count playouts as if they were independent. Those of a search are not: it learns from each, so
/// the true uncertainty is larger. They are for comparing moves of one search, and no claim about the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Beside {
    /// The game.
    pub game: String,
    /// The agent's expression.
    pub agent: String,
    /// The iterations of the search.
    pub iterations: u64,
    /// The first move.
    pub one: MoveCase,
    /// The other move.
    pub other: MoveCase,
    /// The interval of the difference of their values, first minus other, where both are means of playouts.
    pub difference: Option<Interval>,
}

/// What a search has to say for a move and against it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MoveCase {
    /// Visits, value and proof.
    #[serde(flatten)]
    pub standing: MoveStanding,
    /// The standard error of the value; `None` where the value is no mean of enough playouts, or the move is proven.
    pub standard_error: Option<f64>,
    /// The interval of the value, where there is a standard error.
    pub interval: Option<Interval>,
    /// Its implicit minimax value for the player to move, where the search has such values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimax: Option<f64>,
    /// The move, and the most visited line behind it: what the search expects to happen.
    pub line: Vec<String>,
}

/// The search has not considered this move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search has not considered the move `{0}`")]
pub struct UnknownMove(pub String);

impl Beside {
    /// Two moves of an agent's last search, which said this thought. Moves are as the thought writes them. Fails if the search
    /// has not considered one of them.
    pub fn new(agent: &AnyAgent, thought: &Thought, one: &str, other: &str) -> Result<Beside, UnknownMove> {
        let [one, other] = [one, other].map(|action| MoveCase::new(agent, thought, action));
        let (one, other) = (one?, other?);
        let sampled = |case: &MoveCase| case.standard_error.and(case.standing.value).zip(Some(case.standing.visits));
        let difference = sampled(&one).zip(sampled(&other)).map(|(one, other)| difference_interval(one, other));
        Ok(Beside {
            game: thought.game.clone(),
            agent: thought.agent.clone(),
            iterations: thought.iterations,
            one,
            other,
            difference,
        })
    }
}

impl MoveCase {
    fn new(agent: &AnyAgent, thought: &Thought, action: &str) -> Result<MoveCase, UnknownMove> {
        let unknown = || UnknownMove(action.to_owned());
        let standing = MoveStanding::of(thought, action).ok_or_else(unknown)?;
        let visits = standing.visits;
        let mean = standing.value.filter(|_| thought.sampled && visits > 0 && standing.proven.is_none());
        let known = thought.actions.iter().find(|one| one.action == action);
        let standard_error = mean.and(known.and_then(|known| known.error));
        let minimax = known.and_then(|known| known.minimax);
        let line = if action == thought.best {
            thought.line.clone()
        } else {
            let behind = agent.tree(&[action], &TreeScope::default().depth(0)).map_or(Vec::new(), |node| node.line);
            [vec![action.to_owned()], behind].concat()
        };
        Ok(MoveCase { interval: mean.map(|mean| mean_interval(mean, visits)), standing, standard_error, minimax, line })
    }
}
