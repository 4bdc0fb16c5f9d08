//! Looking at a game of a store again.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::cell_games::Unfinished;
use super::store::{Snapshot, StoreError};

/// A game of a store, gone through again.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ReplayedGame {
    /// Its name in the store.
    pub id: String,
    /// The game.
    pub game: String,
    /// The agent of each seat.
    pub agents: Vec<String>,
    /// The seeds: of chance, and of the agents.
    pub seeds: [u64; 2],
    /// What each seat got.
    pub rewards: Vec<f64>,
    /// All moves, outcomes of chance included.
    pub moves: String,
    /// The last position.
    pub position: String,
    /// The version of the program that played it.
    pub version: String,
    /// Whether it was played again by its seeds; otherwise its moves were kept.
    pub by_seed: bool,
    /// Whether it went as the store says. A game that was played by another version may differ.
    pub same: bool,
}

/// Plays a game of a store again by its seeds, or follows its moves where those were kept. `id` is `CELL:NUMBER`. `None` if
/// it was stopped.
pub fn replay_game(store: &Snapshot<'_>, id: &str, stop: &AtomicBool) -> Result<Option<ReplayedGame>, StoreError> {
    let none = || StoreError::NoGame { id: id.chars().take(40).collect() };
    let numbers = id.split_once(':').and_then(|(cell, number)| Some((cell.parse().ok()?, number.parse().ok()?)));
    let (cell, number): (i64, u64) = numbers.ok_or_else(none)?;
    let saved = store.game(cell, number)?.ok_or_else(none)?;
    let spec = store.spec(cell)?;
    let table = spec.cell_games(store.workshop()).map_err(|error| store.unplayable(cell, &error))?;
    let (moves, same) = match &saved.moves {
        Some(moves) => (moves.clone(), true),
        None => match table.play(number, stop) {
            Ok(played) => {
                let same = played.moves_hash() == saved.moves_hash && played.rewards == saved.rewards;
                (played.moves, same)
            }
            Err(Unfinished::Stopped) => return Ok(None),
            Err(Unfinished::Failed(reason)) => return Err(store.unplayed(id, &reason)),
        },
    };
    let shown = table.show(&moves).map_err(|reason| store.unplayable(cell, &format!("game {id}: {reason}")))?;
    let (seeds, seats) = table.seating(number);
    Ok(Some(ReplayedGame {
        id: id.to_owned(),
        agents: seats.iter().map(|&agent| spec.agents[agent].clone()).collect(),
        game: spec.game,
        seeds: [seeds.chance, seeds.agents],
        rewards: saved.rewards.iter().map(|reward| reward.value()).collect(),
        moves,
        position: shown,
        version: saved.version,
        by_seed: saved.moves.is_none(),
        same,
    }))
}
