//! A game in which people and agents sit at one table, move by move, with a way back.

use waxwing::agent::ExpressionError;
use waxwing::{Expression, Limits, Player, Rng, Turn};

use crate::agent::{AnyAgent, ThinkError, Watch};
use crate::opened::OpenGame;
use crate::position::Position;
use crate::replay::MoveError;
use crate::thought::Thought;

/// A game under way. Every seat has an agent, or a person who says the moves.
///
/// ```
/// # use waxwing_workshop::doctest::nim;
/// use waxwing::{Limits, Player};
/// use waxwing_workshop::{Table, Watch};
///
/// let game = nim().open("nim(heap=10)")?;
/// let agent = nim().expression("uct with solver")?;
/// let mut table = Table::new(&game, game.start(), &[None, Some(agent)], 1)?;
/// table.play("1")?;
/// let answer = table.ask(&Limits::iterations(2_000), Watch::default()).expect("an agent is to move")?;
/// table.play(&answer.best)?;
/// assert_eq!(table.position().draw(None), "8 stones");
/// assert!(table.undo(Player(0)));
/// assert_eq!(table.position().len(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table {
    game: OpenGame,
    seats: Vec<Option<AnyAgent>>,
    position: Position,
    /// How many moves the position had when the table was laid: they cannot be taken back.
    first: usize,
    seed: u64,
}

/// Why an agent does nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// The game cannot serve it.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    /// Its search cannot begin, or ended with a broken promise of the game.
    #[error(transparent)]
    Think(#[from] ThinkError),
}

impl Table {
    /// A table in a position of the game. `seats` has an expression for every agent and nothing for every person.
    pub fn new(
        game: &OpenGame,
        position: Position,
        seats: &[Option<Expression>],
        seed: u64,
    ) -> Result<Table, AgentError> {
        seats.iter().flatten().try_for_each(|agent| game.try_agent(agent))?;
        let build = |seat: &Option<Expression>| seat.as_ref().map(|agent| game.build(agent)).transpose();
        let seats = seats.iter().map(build).collect::<Result<Vec<_>, _>>()?;
        let first = position.len();
        let mut table = Table { game: game.clone(), seats, position, first, seed };
        table.seat_anew()?;
        Ok(table)
    }

    /// The game.
    pub fn game(&self) -> &OpenGame {
        &self.game
    }

    /// The position on the table, with all moves.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether a person has this seat.
    pub fn is_person(&self, player: Player) -> bool {
        self.seats[player.index()].is_none()
    }

    /// Makes a legal move, or a chance outcome, and tells the agents.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.position.play(text)?;
        self.tell();
        Ok(())
    }

    /// Makes a chance outcome that follows from the seed and the number of moves, so that a game that is left and taken up
    /// again has the same dice. Nothing happens if chance is not to act.
    pub fn roll(&mut self) {
        let mut rng = Rng::new(Rng::derive(Rng::derive(self.seed, 0), self.position.len() as u64));
        self.position.roll(&mut rng);
        self.tell();
    }

    /// What the agent whose turn it is would play; `None` if no agent's turn it is.
    pub fn ask(&mut self, limits: &Limits, watch: Watch<'_>) -> Option<Result<Thought, ThinkError>> {
        let Turn::Player(player) = self.position.turn() else { return None };
        Some(self.seats[player.index()].as_mut()?.choose(&self.position, limits, watch))
    }

    /// An agent that has seen what the player to move has seen, to ask what it thinks of the position.
    pub fn adviser(&self, expression: &Expression) -> Result<AnyAgent, AgentError> {
        let seat = if let Turn::Player(player) = self.position.turn() { player } else { Player(0) };
        let mut agent = self.game.build(expression)?;
        agent.start(&self.position, seat, self.adviser_seed())?;
        Ok(agent)
    }

    /// The seed of advisers: no agent at the table has it.
    pub fn adviser_seed(&self) -> u64 {
        Rng::derive(self.seed, 1 + self.seats.len() as u64)
    }

    /// Takes the player's last move back, and what followed it. Returns whether there was one.
    pub fn undo(&mut self, player: Player) -> bool {
        let mut moves = self.first..self.position.len();
        let last = moves.rfind(|&index| self.position.turn_before(index) == Turn::Player(player));
        let Some(last) = last else { return false };
        self.position = self.position.at(last);
        self.seat_anew().expect("the agents are built for the game");
        true
    }

    fn tell(&mut self) {
        for agent in self.seats.iter_mut().flatten() {
            agent.follow(&self.position).expect("the agents are built for the game");
        }
    }

    fn seat_anew(&mut self) -> Result<(), ThinkError> {
        for (seat, agent) in self.seats.iter_mut().enumerate() {
            if let Some(agent) = agent {
                agent.start(&self.position, Player(seat as u8), Rng::derive(self.seed, 1 + seat as u64))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctest::nim;

    #[test]
    fn a_person_can_take_back_a_move_and_the_agents_answer() {
        let game = nim().open("nim(heap=30)").unwrap();
        let agent = nim().expression("uct with reuse").unwrap();
        let limits = Limits::iterations(50);
        let mut table = Table::new(&game, game.start(), &[None, Some(agent.clone())], 1).unwrap();
        assert!(table.is_person(Player(0)) && !table.is_person(Player(1)));
        assert!(!table.undo(Player(0)));
        assert!(table.ask(&limits, Watch::default()).is_none(), "it is the person's turn");
        let mut adviser = table.adviser(&agent).unwrap();
        let first = adviser.think(table.position(), &limits, Watch::default()).unwrap().best;
        let mut answers = Vec::new();
        for _ in 0..2 {
            table.play(&first).unwrap();
            let answer = table.ask(&limits, Watch::default()).unwrap().unwrap().best;
            table.play(&answer).unwrap();
            answers.push(answer);
            assert!(table.undo(Player(0)));
            assert_eq!(table.position().len(), 0);
        }
        assert_eq!(answers[0], answers[1], "the same seed gives the same answer again");
    }
}
