//! A game in which people and agents sit at one table, move by move, with a way back.

use std::sync::atomic::AtomicBool;

use waxwing::agent::ExpressionError;
use waxwing::{Budget, Expression, Limits, Player, Rng, Turn};

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
    /// How many it had when the agents last began anew.
    begun: usize,
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

/// Why a game that was left cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// It has a move that is not possible.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// An agent cannot think.
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
        let mut table = Table { game: game.clone(), seats, position, first, begun: first, seed };
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

    /// Makes the moves of a game that was left, chance outcomes included, so that the agents answer as they would have without the
    /// break. Those that keep something from one search to the next think again about their moves behind the first `begun`, which
    /// is [`Table::begun`] of the table that was left; a search by the clock, or of a program, cannot be made again.
    pub fn resume(&mut self, moves: &str, begun: usize, limits: &Limits, stop: &AtomicBool) -> Result<(), ResumeError> {
        for text in moves.split_whitespace() {
            let is_due = self.position.len() >= begun && self.must_think_again(limits);
            if let Some(thought) = is_due.then(|| self.ask(limits, Watch::stopped_by(stop))).flatten() {
                thought?;
            }
            self.play(text)?;
        }
        self.begun = begun.min(self.position.len());
        Ok(())
    }

    /// Whether the agent to move will need what it finds out now, and finds it out again.
    fn must_think_again(&self, limits: &Limits) -> bool {
        let Turn::Player(player) = self.position.turn() else { return false };
        self.seats[player.index()].as_ref().is_some_and(|agent| {
            let expression = agent.expression();
            let by_clock = matches!(expression.budget.unwrap_or(limits.budget), Budget::Time(_) | Budget::UntilStopped);
            !agent.is_outside() && !by_clock && expression.keeps()
        })
    }

    /// How many moves had been made when the agents last began anew: at the start, or after moves had been taken back.
    pub fn begun(&self) -> usize {
        self.begun
    }

    /// What the agent whose turn it is would play; `None` if no agent's turn it is. Its draws follow from the seed and the number
    /// of moves, so that it answers alike whatever it was asked before.
    pub fn ask(&mut self, limits: &Limits, watch: Watch<'_>) -> Option<Result<Thought, ThinkError>> {
        let Turn::Player(player) = self.position.turn() else { return None };
        let seed = Rng::derive(self.seat_seed(player), self.position.len() as u64);
        let agent = self.seats[player.index()].as_mut()?;
        agent.reseed(seed);
        Some(agent.choose(&self.position, limits, watch))
    }

    fn seat_seed(&self, player: Player) -> u64 {
        Rng::derive(self.seed, 1 + u64::from(player.0))
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
        self.begun = self.position.len();
        for seat in 0..self.seats.len() {
            let player = Player(seat as u8);
            let seed = self.seat_seed(player);
            if let Some(agent) = &mut self.seats[seat] {
                agent.start(&self.position, player, seed)?;
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

    /// The answers of an agent to a person who always plays the first move, with the table left after some of them.
    fn answers(agent: &str, left_after: Option<usize>, undoing: bool) -> Vec<(String, u64)> {
        let game = nim().open("nim(heap=60)").unwrap();
        let (limits, expression) = (Limits::iterations(60), nim().expression(agent).unwrap());
        let new = || Table::new(&game, game.start(), &[None, Some(expression.clone())], 7).unwrap();
        let (mut table, mut answers) = (new(), Vec::new());
        for round in 0..6 {
            table.play("1").unwrap();
            let thought = table.ask(&limits, Watch::default()).unwrap().unwrap();
            table.play(&thought.best).unwrap();
            let visits = thought.actions.first().map_or(0, |action| action.visits);
            answers.push((thought.best, visits));
            if undoing && round == 1 {
                assert!(table.undo(Player(0)));
            }
            if left_after == Some(round) {
                let (moves, begun) = (table.position().moves().join(" "), table.begun());
                table = new();
                table.resume(&moves, begun, &limits, &AtomicBool::new(false)).unwrap();
            }
        }
        answers
    }

    #[test]
    fn agents_answer_in_a_game_that_was_left_as_without_the_break() {
        for agent in ["uct > mast", "uct with reuse", "uct with ph(w=5)", "random"] {
            for undoing in [false, true] {
                let whole = answers(agent, None, undoing);
                assert_eq!(whole, answers(agent, Some(3), undoing), "{agent}, undoing: {undoing}");
            }
        }
    }
}
