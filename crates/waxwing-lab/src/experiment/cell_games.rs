//! The games of one cell, played by number, whatever the game is.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use waxwing::{Expression, Reward};

use super::spec::hash;
use waxwing_workshop::statistics::Outcome;
use waxwing_workshop::{
    Assignment, MatchPlan, OpenGame, Openings, SeatRecord, Seeds, Setting, outcome, play_numbered, seats_of,
};

/// A finished game as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Played {
    /// What it was for each agent.
    pub result: GameResult,
    /// What each seat got.
    pub rewards: Vec<Reward>,
    /// Its length, the opening and outcomes of chance included.
    pub plies: u32,
    /// All moves, in the game's notation.
    pub moves: String,
    /// Whether the same seeds give the same game again.
    pub reproducible: bool,
    /// What each seat did.
    pub seats: Vec<SeatRecord>,
}

impl Played {
    /// A number that stands for the moves.
    pub(crate) fn moves_hash(&self) -> u64 {
        hash(self.moves.as_bytes())
    }
}

/// What a game was for each agent, two bits for each: a small number that can be counted in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct GameResult(pub u32);

impl GameResult {
    fn of(rewards: &[Reward], assignment: &Assignment, agents: usize) -> GameResult {
        let digit = |agent: usize| match outcome(rewards, seats_of(assignment, agent)) {
            Outcome::Lost => 0,
            Outcome::Drawn => 1,
            Outcome::Won => 2,
        };
        GameResult((0..agents).map(|agent| digit(agent) << (2 * agent)).sum())
    }

    /// What it was for an agent.
    pub(crate) fn outcome(self, agent: usize) -> Outcome {
        match self.0 >> (2 * agent) & 3 {
            0 => Outcome::Lost,
            1 => Outcome::Drawn,
            _ => Outcome::Won,
        }
    }
}

/// Why there is no finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unfinished {
    /// It was stopped.
    Stopped,
    /// An agent failed, for this reason.
    Failed(String),
}

/// The games of one cell, by their numbers.
pub(crate) trait CellGames: Send + Sync {
    /// Plays the game of a number.
    fn play(&self, number: u64, stop: &AtomicBool) -> Result<Played, Unfinished>;

    /// Who sits where in the game of a number, and its seeds.
    fn seating(&self, number: u64) -> (Seeds, &Assignment);

    /// The agents, by number.
    fn agents(&self) -> &[Expression];

    /// Whether dice or deals decide something: the games of a group are not independent then.
    fn has_chance(&self) -> bool;

    /// Follows moves and draws where they lead; the message says where they cannot be followed.
    fn show(&self, moves: &str) -> Result<String, String>;
}

/// The games of a cell, which agents of the workshop play.
pub(crate) struct PlannedGames {
    pub game: OpenGame,
    pub plan: MatchPlan,
    pub openings: Option<Openings>,
}

impl CellGames for PlannedGames {
    fn play(&self, number: u64, stop: &AtomicBool) -> Result<Played, Unfinished> {
        let setting = Setting { openings: self.openings.as_ref(), ..Setting::new(&self.game) };
        let record = play_numbered(&setting, &self.plan, number, stop).ok_or(Unfinished::Stopped)?;
        if let Some(failed) = self.plan.kept_apart(number, &record) {
            return Err(Unfinished::Failed(failed.to_string()));
        }
        Ok(Played {
            result: GameResult::of(&record.rewards, self.plan.game(number).1, self.plan.agents.len()),
            plies: record.moves.len() as u32,
            moves: record.moves.join(" "),
            rewards: record.rewards,
            reproducible: record.reproducible,
            seats: record.seats,
        })
    }

    fn seating(&self, number: u64) -> (Seeds, &Assignment) {
        self.plan.game(number)
    }

    fn agents(&self) -> &[Expression] {
        &self.plan.agents
    }

    fn has_chance(&self) -> bool {
        self.game.start().meets_chance()
    }

    fn show(&self, moves: &str) -> Result<String, String> {
        let mut position = self.game.start();
        position.follow(moves, 0).map_err(|error| error.to_string())?;
        Ok(position.draw(None))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::spec;
    use super::*;
    use crate::testing::workshop;

    #[test]
    fn a_result_tells_each_agents_outcome() {
        let [no, half, full] = [Reward::LOSS, Reward::DRAW, Reward::WIN];
        let result = GameResult::of(&[half, full, no], &vec![2, 0, 1], 3);
        assert_eq!([0, 1, 2].map(|agent| result.outcome(agent)), [Outcome::Won, Outcome::Lost, Outcome::Lost]);
        let drawn = GameResult::of(&[half, half], &vec![0, 1], 2);
        assert_eq!(drawn, GameResult(0b0101));
    }

    #[test]
    fn a_game_is_written_down_so_that_it_can_be_followed() {
        let games = spec(["uct", "random"], "20").cell_games(&workshop()).unwrap();
        let played = games.play(1, &AtomicBool::new(false)).unwrap();
        assert!(games.show(&played.moves).unwrap().contains('a'));
        assert_eq!(played.moves.split(' ').count() as u32, played.plies);
        assert_eq!(games.play(1, &AtomicBool::new(false)).unwrap().moves, played.moves);
        assert!(games.show("a1a1").is_err() && !games.has_chance());
        let dice = crate::experiment::Spec { game: "backgammon".into(), ..spec(["uct", "random"], "1") };
        assert!(dice.cell_games(&workshop()).unwrap().has_chance());
    }
}
