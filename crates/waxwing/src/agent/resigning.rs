//! When an agent gives its game up: the option `resign`.

use super::call::Call;
use crate::thinking::{Proven, Report};

/// Counts the moves of a game that looked lost.
pub(super) struct Resigning {
    /// A move below this mean reward looks lost.
    below: f64,
    /// After this many of them in a row the game is given up.
    moves: u32,
    hopeless: u32,
}

impl Resigning {
    pub fn of(option: &Call) -> Resigning {
        Resigning { below: option.number("below"), moves: option.integer("moves") as u32, hopeless: 0 }
    }

    /// A new game begins.
    pub fn start(&mut self) {
        self.hopeless = 0;
    }

    /// Counts a decision of the game; returns whether the game is given up. What needed no search says nothing.
    pub fn gives_up<A: Copy + PartialEq>(&mut self, decision: &Report<A>) -> bool {
        let chosen = decision.actions.iter().find(|action| action.action == decision.best);
        let worth = chosen.and_then(|action| match action.proven {
            Some(Proven::Win) => Some(1.0),
            Some(Proven::Draw) => Some(0.5),
            Some(Proven::Loss) => Some(0.0),
            _ => action.value,
        });
        let Some(worth) = worth else { return false };
        self.hopeless = if worth < self.below { self.hopeless + 1 } else { 0 };
        self.hopeless >= self.moves
    }
}

#[cfg(test)]
mod tests {
    use crate::doctest::Nim;
    use crate::{Agent, Control, Game, Limits};

    /// Whether the agent gives up at each of these heaps, of which a player loses multiples of four.
    fn gives_up(agent: &mut Agent<Nim>, heaps: &[u8]) -> Vec<bool> {
        agent.start(&Nim::new(heaps[0]), 1);
        let decide = |&heap: &u8| {
            let position = Nim::new(heap);
            let report = agent.choose(&position, &Limits::iterations(3_000), &mut Control::default()).unwrap();
            agent.observe(Some(report.best), &position);
            report.resigns
        };
        heaps.iter().map(decide).collect()
    }

    #[test]
    fn a_game_that_looks_lost_for_some_moves_in_a_row_is_given_up() {
        let agent = |text: &str| Agent::parse(text, &Nim::new(16)).unwrap();
        let mut resigning = agent("uct with solver, resign(0.1, moves=2)");
        assert_eq!(gives_up(&mut resigning, &[16, 10, 12, 8, 4]), [false, false, false, true, true]);
        // The moves of another game do not count.
        assert_eq!(gives_up(&mut resigning, &[8, 10, 8]), [false; 3]);
        assert_eq!(gives_up(&mut agent("uct with solver"), &[16, 12, 8, 4]), [false; 4]);
        // A mean reward that is no proof counts too.
        assert_eq!(gives_up(&mut agent("uct with resign(1, moves=2)"), &[16, 12]), [false, true]);
    }

    #[test]
    fn one_search_gives_nothing_up() {
        let position = Nim::new(8);
        let mut agent = Agent::parse("uct with solver, resign(1, moves=2)", &position).unwrap();
        for seed in 1..4 {
            assert!(!agent.search(&position, seed, &Limits::iterations(500)).unwrap().resigns);
        }
        assert_eq!(position.players(), 2);
    }
}
