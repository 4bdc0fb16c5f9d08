//! Games in which an agent fails, and what becomes of them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::MatchPlan;
use crate::arena::{Forfeit, GameRecord};
use crate::outside::GaveUp;

/// The most failures that are listed; all are counted.
const MOST_LISTED: usize = 100;

/// What becomes of a game in which an agent fails: it crashes, takes too long, or plays what is not legal. (To resign is no
/// failure: such a game is lost.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Forfeits {
    /// It is kept apart: listed with its reason, and in no score.
    #[default]
    Apart,
    /// It counts as a loss of that agent.
    Count,
}

impl Forfeits {
    /// Whether failures are kept apart, as they are if nothing else is asked for.
    pub fn is_apart(&self) -> bool {
        *self == Forfeits::Apart
    }
}

/// A game in which an agent failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FailedGame {
    /// Which game of the match, from 0.
    pub game: u64,
    /// The agent that failed.
    pub agent: String,
    /// What was wrong.
    pub reason: String,
}

impl fmt::Display for FailedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.agent, self.reason)
    }
}

/// The games in which agents failed; JSON mentions them only if there are some.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Failures {
    /// How many.
    #[serde(rename = "failed")]
    pub games: u64,
    /// The first of them, in the order of their numbers: at most a hundred.
    #[serde(rename = "failures")]
    pub listed: Vec<FailedGame>,
}

impl Failures {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// Adds a game. The list does not depend on the order in which they come.
    pub fn add(&mut self, failed: FailedGame) {
        self.games += 1;
        let place = self.listed.partition_point(|other| other.game < failed.game);
        self.listed.insert(place, failed);
        self.listed.truncate(MOST_LISTED);
    }

    /// Adds the games of another match, which are numbered from `first` on.
    pub fn add_all(&mut self, others: Failures, first: u64) {
        let unlisted = others.games - others.listed.len() as u64;
        others.listed.into_iter().for_each(|failed| self.add(FailedGame { game: first + failed.game, ..failed }));
        self.games += unlisted;
    }
}

impl MatchPlan {
    /// How an agent failed in a game, if one did.
    pub fn failure(&self, number: u64, record: &GameRecord) -> Option<FailedGame> {
        let Some(Forfeit { seat, reason: GaveUp::Failed(reason) }) = &record.forfeit else { return None };
        let agent = self.agents[self.game(number).1[*seat]].to_string();
        Some(FailedGame { game: number, agent, reason: reason.clone() })
    }

    /// The failure that keeps a game out of every score, if one does.
    pub fn kept_apart(&self, number: u64, record: &GameRecord) -> Option<FailedGame> {
        self.failure(number, record).filter(|_| self.forfeits.is_apart())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(game: u64) -> FailedGame {
        FailedGame { game, agent: "a".into(), reason: "b".into() }
    }

    #[test]
    fn the_first_failures_are_listed_in_their_order_and_all_are_counted() {
        let mut failures = Failures::default();
        (0..150).for_each(|number| failures.add(failed((number * 7) % 150)));
        let numbers: Vec<u64> = failures.listed.iter().map(|failed| failed.game).collect();
        assert_eq!((failures.games, numbers), (150, (0..100).collect()));
        let mut all = Failures::default();
        all.add(failed(3));
        all.add_all(failures, 200);
        assert_eq!((all.games, all.listed.len(), all.listed[0].game, all.listed[1].game), (151, 100, 3, 200));
    }
}
