//! A game in which people and agents sit at one table, move by move, with a way back.

use waxwing::agent::ExpressionError;
use waxwing::{Agent, Control, Expression, Limits, Notation, Player, Report, Rng, SearchError, Turn};

use crate::error::AgentError;
use crate::program::{build_agent, try_agent};
use crate::thought::{tell, think_after};

/// A running game. A seat without an agent is a person's.
pub struct Session<G: Notation> {
    start: G,
    seats: Vec<Option<Agent<G>>>,
    states: Vec<(G::Action, G)>,
    seed: u64,
    chance: Rng,
}

impl<G: Notation> Session<G> {
    /// Starts a game with an expression, or a person, in each seat.
    pub fn new(start: G, seats: &[Option<Expression>], seed: u64) -> Result<Session<G>, ExpressionError> {
        seats.iter().flatten().try_for_each(Expression::check_ends)?;
        seats.iter().flatten().try_for_each(|agent| try_agent(agent, &start))?;
        let build = |seat: &Option<Expression>| seat.clone().map(|agent| build_agent(agent, &start)).transpose();
        let seats = seats.iter().map(build).collect::<Result<Vec<_>, _>>()?;
        let chance = Rng::new(Rng::derive(seed, 0));
        let mut session = Session { start, seats, states: Vec::new(), seed, chance };
        session.seat_anew();
        Ok(session)
    }

    /// Where the game stands.
    pub fn state(&self) -> &G {
        self.states.last().map_or(&self.start, |(_, state)| state)
    }

    /// The start, and every action with the state it led to.
    pub fn history(&self) -> (&G, &[(G::Action, G)]) {
        (&self.start, &self.states)
    }

    /// Whether this is a person's seat.
    pub fn is_person(&self, player: Player) -> bool {
        self.seats[player.index()].is_none()
    }

    /// Makes an action that is legal now, or a chance outcome.
    pub fn make(&mut self, action: G::Action) {
        let before = self.state().clone();
        let mut after = before.clone();
        after.apply(action);
        for (seat, agent) in self.seats.iter_mut().enumerate() {
            if let Some(agent) = agent {
                agent.observe(before.observe(action, Player(seat as u8)), &after);
            }
        }
        self.states.push((action, after));
    }

    /// Lets chance act. Call it when it is chance's turn.
    pub fn roll(&mut self) -> G::Action {
        let state = self.state().clone();
        let action = state.sample_chance(&mut self.chance);
        self.make(action);
        action
    }

    /// Asks the agent whose turn it is; `None` if it is a person's or chance's turn, or the game is over.
    pub fn ask(
        &mut self,
        limits: &Limits,
        control: &mut Control<'_, G::Action>,
    ) -> Option<Result<Report<G::Action>, SearchError>> {
        let Turn::Player(player) = self.state().turn() else { return None };
        let state = self.states.last().map_or(&self.start, |(_, state)| state);
        Some(self.seats[player.index()].as_mut()?.choose(state, limits, control))
    }

    /// What an expression would do in place of the player to move. Fails if the game cannot serve the expression, or if it
    /// is no player's turn.
    pub fn hint(&self, expression: &Expression, limits: &Limits) -> Result<Report<G::Action>, AgentError> {
        let mut agent = build_agent(expression.clone(), &self.start)?;
        let seed = Rng::derive(self.seed, 1 + self.seats.len() as u64);
        Ok(think_after(&mut agent, &self.start, &self.states, seed, limits, &mut Control::default())?)
    }

    /// Goes back to before the last action of this player; `false` if there is none.
    pub fn undo(&mut self, player: Player) -> bool {
        let before = |index: usize| if index == 0 { &self.start } else { &self.states[index - 1].1 };
        let last = (0..self.states.len()).rev().find(|&index| before(index).turn() == Turn::Player(player));
        let Some(last) = last else { return false };
        self.states.truncate(last);
        self.seat_anew();
        true
    }

    /// Agents cannot take back what they have seen: they sit down again and are told the game so far.
    fn seat_anew(&mut self) {
        for (seat, agent) in self.seats.iter_mut().enumerate() {
            if let Some(agent) = agent {
                agent.start(&self.start, Rng::derive(self.seed, 1 + seat as u64));
                tell(agent, Player(seat as u8), &self.start, &self.states);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waxwing_games::Breakthrough;

    #[test]
    fn a_person_can_take_back_a_move_and_the_agents_answer() {
        let agent = Expression::parse("uct with reuse").unwrap();
        let limits = Limits::iterations(50);
        let start = Breakthrough::new(5, 4).unwrap();
        let mut session = Session::new(start, &[None, Some(agent.clone())], 1).unwrap();
        assert!(session.is_person(Player(0)) && !session.is_person(Player(1)));
        assert!(!session.undo(Player(0)));
        assert!(session.ask(&limits, &mut Control::default()).is_none(), "it is the person's turn");
        let first = session.hint(&agent, &limits).unwrap().best;
        let mut answers = Vec::new();
        for _ in 0..2 {
            session.make(first);
            let answer = session.ask(&limits, &mut Control::default()).unwrap().unwrap().best;
            session.make(answer);
            answers.push(answer);
            assert!(session.undo(Player(0)));
            assert_eq!(session.history().1.len(), 0);
        }
        assert_eq!(answers[0], answers[1], "the same seed gives the same answer again");
    }
}
