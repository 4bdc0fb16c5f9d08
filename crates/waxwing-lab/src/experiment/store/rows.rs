//! Rows of games: what each seat got and did, packed into few bytes, and games as they are read again.

use std::time::Duration;

use rusqlite::types::ValueRef;
use serde::{Deserialize, Serialize};
use waxwing::Reward;

use super::seal::seal;
use crate::experiment::cell_games::{GameResult, Played};
use waxwing_workshop::SeatRecord;

/// Values of chosen actions are summed in these parts of a reward.
const PARTS: f64 = 1e6;

/// A game as the store has it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SavedGame {
    pub cell: i64,
    pub number: u64,
    pub run: i64,
    pub result: GameResult,
    pub plies: u32,
    pub moves_hash: u64,
    pub rewards: Vec<Reward>,
    pub seats: Vec<SeatRecord>,
    pub moves: Option<String>,
    pub version: String,
}

/// A finished game as it is kept: on its way to the store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PackedGame {
    /// What it was for each agent.
    pub result: GameResult,
    plies: u32,
    moves_hash: u64,
    seats: Vec<u8>,
    /// Its moves, where its seeds do not give them again.
    moves: Option<String>,
}

impl PackedGame {
    pub(crate) fn of(played: &Played) -> PackedGame {
        PackedGame {
            result: played.result,
            plies: played.plies,
            moves_hash: played.moves_hash(),
            seats: pack(&played.rewards, &played.seats),
            moves: (!played.reproducible).then(|| played.moves.clone()),
        }
    }

    /// How many seats it has; `None` if it is no game.
    pub(crate) fn seats(&self) -> Option<usize> {
        unpack(&self.seats).map(|(rewards, _)| rewards.len())
    }

    /// The row of the game with a number in a cell, played by a run.
    pub(super) fn row(&self, cell: i64, number: u64, run: i64) -> GameRow<'_> {
        GameRow {
            cell,
            number: number as i64,
            run,
            result: self.result.0.into(),
            plies: self.plies.into(),
            moves_hash: self.moves_hash as i64,
            seats: &self.seats,
            moves: self.moves.as_deref(),
        }
    }
}

/// Packs what each seat got and did: numbers of seven bits a byte, the last byte of each below 128.
pub(super) fn pack(rewards: &[Reward], seats: &[SeatRecord]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(rewards.len() * 28);
    for (reward, seat) in rewards.iter().zip(seats) {
        let numbers = [
            u64::from(fraction(*reward)),
            u64::from(seat.decisions),
            u64::from(seat.searches),
            seat.iterations,
            seat.plies,
            seat.processor_time.as_micros() as u64,
            seat.chosen_visits,
            (seat.chosen_value * PARTS).round() as u64,
            seat.depth,
        ];
        numbers.into_iter().for_each(|number| push(&mut bytes, number));
    }
    bytes
}

/// Halves are small numbers: the two highest of 32 bits come first.
fn fraction(reward: Reward) -> u32 {
    ((reward.value() * f64::from(1u32 << 31)) as u32).rotate_left(2)
}

fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// What was packed; `None` if it is something else.
pub(super) fn unpack(bytes: &[u8]) -> Option<(Vec<Reward>, Vec<SeatRecord>)> {
    let mut numbers = Numbers(bytes);
    let (mut rewards, mut seats) = (Vec::new(), Vec::new());
    while !numbers.0.is_empty() {
        let bits = u32::try_from(numbers.next()?).ok()?.rotate_right(2);
        let reward = f64::from(bits) / f64::from(1u32 << 31);
        rewards.push((reward <= 1.0).then(|| Reward::new(reward))?);
        seats.push(SeatRecord {
            decisions: u32::try_from(numbers.next()?).ok()?,
            searches: u32::try_from(numbers.next()?).ok()?,
            iterations: numbers.next()?,
            plies: numbers.next()?,
            time: Duration::ZERO,
            processor_time: Duration::from_micros(numbers.next()?),
            chosen_visits: numbers.next()?,
            chosen_value: numbers.next()? as f64 / PARTS,
            depth: numbers.next()?,
        });
    }
    Some((rewards, seats))
}

struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn next(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Some(number);
            }
        }
        None
    }
}

/// The columns of a game's row that say something.
pub(super) const GAME: &str = "cell, number, run, result, plies, moves_hash, seats, moves";

/// A game's row as the file has it.
pub(super) struct GameRow<'r> {
    pub cell: i64,
    pub number: i64,
    pub run: i64,
    pub result: i64,
    pub plies: i64,
    pub moves_hash: i64,
    pub seats: &'r [u8],
    pub moves: Option<&'r str>,
}

impl<'r> GameRow<'r> {
    /// The row of a statement that selects [`GAME`]; `None` if its values are of other kinds.
    pub(super) fn read(row: &'r rusqlite::Row<'_>) -> Option<GameRow<'r>> {
        let value = |place: usize| row.get_ref(place).ok();
        let number = |place: usize| value(place)?.as_i64().ok();
        Some(GameRow {
            cell: number(0)?,
            number: number(1)?,
            run: number(2)?,
            result: number(3)?,
            plies: number(4)?,
            moves_hash: number(5)?,
            seats: value(6)?.as_blob().ok()?,
            moves: value(7)?.as_str_or_null().ok()?,
        })
    }

    /// The checksum, which is the same in every store: cells and runs have other numbers there, and the same keys and
    /// tokens.
    pub(super) fn seal(&self, key: i64, token: i64) -> i64 {
        let numbers = [key, self.number, token, self.result, self.plies, self.moves_hash].map(ValueRef::Integer);
        let moves = self.moves.map_or(ValueRef::Null, |moves| ValueRef::Text(moves.as_bytes()));
        seal("game", numbers.into_iter().chain([ValueRef::Blob(self.seats), moves]))
    }

    /// The game, played by a version; `None` if the row makes no sense.
    pub(super) fn saved(&self, version: &str) -> Option<SavedGame> {
        let (rewards, seats) = unpack(self.seats)?;
        Some(SavedGame {
            cell: self.cell,
            number: u64::try_from(self.number).ok()?,
            run: self.run,
            result: GameResult(u32::try_from(self.result).ok()?),
            plies: u32::try_from(self.plies).ok()?,
            moves_hash: self.moves_hash as u64,
            rewards,
            seats,
            moves: self.moves.map(str::to_owned),
            version: version.to_owned(),
        })
    }
}

/// The columns of a row about a game that could not be played.
pub(super) const FAILURE: &str = "cell, number, run, message";

/// Such a row as the file has it.
pub(super) struct FailureRow<'r> {
    pub cell: i64,
    pub number: i64,
    pub run: i64,
    pub message: &'r str,
}

impl<'r> FailureRow<'r> {
    /// The row of a statement that selects [`FAILURE`]; `None` if its values are of other kinds.
    pub(super) fn read(row: &'r rusqlite::Row<'_>) -> Option<FailureRow<'r>> {
        let value = |place: usize| row.get_ref(place).ok();
        let number = |place: usize| value(place)?.as_i64().ok();
        Some(FailureRow { cell: number(0)?, number: number(1)?, run: number(2)?, message: value(3)?.as_str().ok()? })
    }

    /// The checksum, which is the same in every store.
    pub(super) fn seal(&self, key: i64, token: i64) -> i64 {
        let numbers = [key, self.number, token].map(ValueRef::Integer);
        seal("failure", numbers.into_iter().chain([ValueRef::Text(self.message.as_bytes())]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_packed_into_few_bytes_and_read_again() {
        let seat = SeatRecord {
            decisions: 30,
            searches: 28,
            iterations: 140_000,
            plies: 5_000_000,
            time: Duration::ZERO,
            processor_time: Duration::from_micros(1_234_567),
            chosen_visits: 70_001,
            chosen_value: 15.25,
            depth: 300,
        };
        for rewards in [[Reward::WIN, Reward::LOSS], [Reward::DRAW, Reward::DRAW], [Reward::new(0.3), Reward::new(0.7)]]
        {
            let bytes = pack(&rewards, &[seat, SeatRecord::default()]);
            assert_eq!(unpack(&bytes), Some((rewards.to_vec(), vec![seat, SeatRecord::default()])));
            assert_eq!(unpack(&bytes[..bytes.len() - 1]), None);
        }
        assert!(pack(&[Reward::WIN, Reward::LOSS], &[seat, seat]).len() <= 50);
        assert_eq!(unpack(&[255; 40]), None);
        assert_eq!(unpack(&[]), Some((vec![], vec![])));
    }
}
