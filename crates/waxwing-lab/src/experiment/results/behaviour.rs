//! One number that shows whether an agent searches a game as it did: over small searches from fixed positions.

use waxwing::agent::ExpressionError;
use waxwing::{Budget, Expression, Limits, Rng};
use waxwing_workshop::{OpenGame, Position, Thought};

use crate::bench::first_decision;
use crate::experiment::spec::{NO_BYTES, hash_on};
use crate::program::is_program;

const ITERATIONS: u64 = 200;
const SEED: u64 = 1;
/// Random plies before each search.
const PLIES: [usize; 3] = [0, 4, 12];

/// The number of an agent in a game; `None` if it is a program from outside. Whatever its budget is in matches, here it has
/// iterations: searches by the clock do not repeat.
pub(super) fn behaviour(game: &OpenGame, agent: &Expression) -> Result<Option<u64>, ExpressionError> {
    if is_program(agent) {
        return Ok(None);
    }
    let mut agent = agent.clone();
    agent.budget = Some(Budget::Iterations(ITERATIONS));
    let mut built = game.build(&agent)?;
    let mut number = NO_BYTES;
    for plies in PLIES {
        let position = position(game, plies);
        let seen = match built.search(&position, SEED, &Limits::iterations(ITERATIONS)) {
            Ok(thought) => seen(&thought),
            // What cannot be searched today may be searched tomorrow: that is another behaviour.
            Err(error) => error.to_string(),
        };
        number = hash_on(number, seen.as_bytes());
    }
    Ok(Some(number))
}

fn seen(thought: &Thought) -> String {
    let actions = thought.actions.iter().map(|action| format!("{} {}\n", action.action, action.visits));
    format!("{}{}\n", actions.collect::<String>(), thought.best)
}

/// A position in which a player is to move, after some random plies if the game lasts that long.
fn position(game: &OpenGame, plies: usize) -> Position {
    let (mut position, mut rng) = (first_decision(game, SEED), Rng::new(SEED));
    for _ in 0..plies {
        let mut next = position.clone();
        next.play_random(&mut rng);
        next.pass_chance(&mut rng);
        if next.is_over() {
            break;
        }
        position = next;
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::workshop;

    #[test]
    fn a_number_tells_agents_and_games_apart_and_budgets_not() {
        let number = |game: &str, agent: &str| {
            let workshop = workshop();
            behaviour(&workshop.open(game).unwrap(), &workshop.expression(agent).unwrap()).unwrap()
        };
        let small = "breakthrough(rows=5, columns=4)";
        let plain = number(small, "uct");
        assert!(plain.is_some());
        assert_eq!([number(small, "uct @1s"), number(small, "uct(c=0.7) @7")], [plain; 2]);
        let others = [number(small, "uct(c=0.8)"), number(small, "uct > mast"), number("breakthrough", "uct")];
        assert!(!others.contains(&plain) && !others.contains(&None));
        // A game that is over after few plies, one with deals, and a classical player.
        for (game, agent) in [("breakthrough(rows=4, columns=2)", "uct"), ("hearts", "uct"), (small, "ab @100")] {
            assert!(number(game, agent).is_some(), "{game}");
        }
        assert_eq!(number("go(size=5)", "gtp(\"nothing\")"), None);
    }
}
