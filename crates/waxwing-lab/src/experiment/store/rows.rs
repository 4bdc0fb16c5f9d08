//! Rows of games: what each seat got and did, packed into few bytes, and games as they are read again.

use std::time::Duration;

use rusqlite::{OptionalExtension, params};
use waxwing::Reward;

use super::{Store, StoreError};
use crate::arena::SeatRecord;
use crate::experiment::table::GameResult;

/// Values of chosen actions are summed in these parts of a reward.
const PARTS: f64 = 1e6;

/// A game as the store has it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SavedGame {
    pub cell: i64,
    pub number: u64,
    pub result: GameResult,
    pub plies: u32,
    pub moves_hash: u64,
    pub rewards: Vec<Reward>,
    pub seats: Vec<SeatRecord>,
    pub moves: Option<String>,
    pub version: String,
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
        rewards.push(Reward::new(f64::from(bits) / f64::from(1u32 << 31)));
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

const COLUMNS: &str = "SELECT game.cell, number, result, plies, moves_hash, seats, moves, version
    FROM game JOIN run ON run.id = game.run";

impl Store {
    /// A game.
    pub(crate) fn game(&self, cell: i64, number: u64) -> Result<Option<SavedGame>, StoreError> {
        let read = || {
            let mut select =
                self.connection.prepare_cached(&format!("{COLUMNS} WHERE game.cell = ?1 AND number = ?2"))?;
            select.query_row(params![cell, number as i64], saved).optional()
        };
        read().map_err(|error| self.fault(error))?.transpose().map_err(|()| self.unreadable(cell, number))
    }

    /// Hands over all games of a cell, in order.
    pub(crate) fn each_game<E: From<StoreError>>(
        &self,
        cell: i64,
        give: &mut dyn FnMut(SavedGame) -> Result<(), E>,
    ) -> Result<(), E> {
        let fault = |error| self.fault(error);
        let text = format!("{COLUMNS} WHERE game.cell = ?1 ORDER BY number");
        let mut select = self.connection.prepare_cached(&text).map_err(fault)?;
        let mut rows = select.query([cell]).map_err(fault)?;
        while let Some(row) = rows.next().map_err(fault)? {
            let game = saved(row).map_err(fault)?;
            give(game.map_err(|()| self.damaged(format!("a row of cell {cell} cannot be read")))?)?;
        }
        Ok(())
    }

    pub(super) fn unreadable(&self, cell: i64, number: u64) -> StoreError {
        self.damaged(format!("the row of game {cell}:{number} cannot be read"))
    }
}

fn saved(row: &rusqlite::Row<'_>) -> rusqlite::Result<Result<SavedGame, ()>> {
    let Some((rewards, seats)) = unpack(row.get_ref(5)?.as_blob().unwrap_or_default()) else { return Ok(Err(())) };
    Ok(Ok(SavedGame {
        cell: row.get(0)?,
        number: row.get::<_, i64>(1)? as u64,
        result: GameResult(row.get(2)?),
        plies: row.get(3)?,
        moves_hash: row.get::<_, i64>(4)? as u64,
        rewards,
        seats,
        moves: row.get(6)?,
        version: row.get(7)?,
    }))
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
