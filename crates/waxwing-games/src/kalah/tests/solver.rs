//! Best play on small boards, by exhaustive search.

use std::collections::HashMap;

use waxwing::{Game, Turn};

use super::super::board::Board;
use super::start;
use crate::kalah::Kalah;

/// Bounds of what the rest of the game is worth to the mover: how many seeds more than the other it will gain.
type Bounds = (i16, i16);

/// Alpha-beta with a table of what is known of positions without their stores, which do not change what is gained.
struct Solver {
    table: HashMap<Board, Bounds>,
}

fn stores(state: &Kalah) -> [i16; 2] {
    [state.board.own, state.board.other].map(|side| i16::from(side.store()))
}

impl Solver {
    /// The mover's gain, exact between the bounds, and a bound of it outside them.
    fn gain(&mut self, state: &Kalah, mut alpha: i16, mut beta: i16) -> i16 {
        if state.turn() == Turn::Over {
            return 0;
        }
        let key = state.board.without_stores();
        let seeds = i16::from(state.board.own.seeds()) + i16::from(state.board.other.seeds());
        let (low, high) = *self.table.get(&key).unwrap_or(&(-seeds, seeds));
        if low == high || low >= beta || high <= alpha {
            return if low >= beta { low } else { high };
        }
        (alpha, beta) = (alpha.max(low), beta.min(high));
        let (mut best, mut floor) = (-seeds, alpha);
        // The last house first: it is the likeliest to end in the store.
        let houses: Vec<u8> = state.board.own.filled_houses().collect();
        for house in houses.into_iter().rev() {
            best = best.max(self.gain_by(state, house, floor, beta));
            floor = floor.max(best);
            if best >= beta {
                break;
            }
        }
        let known = match () {
            () if best <= alpha => (low, best.min(high)),
            () if best >= beta => (best.max(low), high),
            () => (best, best),
        };
        self.table.insert(key, known);
        best
    }

    /// The mover's gain if it sows this house.
    fn gain_by(&mut self, state: &Kalah, house: u8, alpha: i16, beta: i16) -> i16 {
        let mut next = state.clone();
        next.make(house);
        let before = stores(state);
        if next.mover == state.mover {
            let after = stores(&next);
            let now = after[0] - after[1] - (before[0] - before[1]);
            now + self.gain(&next, alpha - now, beta - now)
        } else {
            let after = stores(&next);
            let now = after[1] - after[0] - (before[0] - before[1]);
            now - self.gain(&next, now - beta, now - alpha)
        }
    }
}

fn margin(houses: usize, stones: usize, empty_captures: bool) -> i16 {
    let state = start(houses, stones, empty_captures);
    Solver { table: HashMap::new() }.gain(&state, -100, 100)
}

#[test]
fn small_boards_end_with_the_known_margins_under_best_play() {
    let data = include_str!("solved.txt");
    let lines: Vec<&str> = data.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 2 * 27);
    for line in lines {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let &[houses, stones, capture, first_player] = fields.as_slice() else { panic!("not four fields: {line}") };
        let found = margin(houses.parse().unwrap(), stones.parse().unwrap(), capture == "empty");
        assert_eq!(found.to_string(), first_player, "{line}");
    }
}
