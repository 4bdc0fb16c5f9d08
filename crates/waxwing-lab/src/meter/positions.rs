//! Positions of self-play: one decision of each game, from its first, middle or last third in turn.

use std::sync::atomic::AtomicBool;

use waxwing::{Limits, Player, Rng, Turn};
use waxwing_workshop::{AnyAgent, OpenGame, Position, ThinkError, Watch};

use super::plan::PLAYED;

/// A game is left after this many moves.
const LONGEST: usize = 600;

/// The position of a number, drawn from a game of its own. Nothing where the game has no decision among two moves or more.
pub(super) fn position(
    game: &OpenGame,
    agent: &mut AnyAgent,
    (number, seed): (u64, u64),
    stop: &AtomicBool,
) -> Result<Option<Position>, ThinkError> {
    let mut rng = Rng::new(Rng::derive(seed, 0));
    let mut position = game.start();
    // The moves before which a player had a choice.
    let mut decisions = Vec::new();
    while position.len() < LONGEST {
        position.pass_chance(&mut rng);
        let Turn::Player(player) = position.turn() else { break };
        if position.legal().len() < 2 {
            position.play_random(&mut rng);
            continue;
        }
        decisions.push(position.len());
        agent.start(&position, player, Rng::derive(seed, 1 + position.len() as u64))?;
        let thought = agent.think(&position, &Limits::iterations(PLAYED), Watch::stopped_by(stop))?;
        position.play(&thought.best).expect("agents choose legal moves");
    }
    let third = (number % 3) as usize;
    let (from, to) = (decisions.len() * third / 3, (decisions.len() * (third + 1) / 3));
    let stage = if from < to { &decisions[from..to] } else { &decisions[..] };
    Ok((!stage.is_empty()).then(|| position.at(stage[rng.below(stage.len())])))
}

/// Who decides in a position.
pub(super) fn mover(position: &Position) -> Player {
    if let Turn::Player(player) = position.turn() { player } else { Player(0) }
}
