mod knowledge;
mod reference;
mod rules;
mod solver;
mod starts;

use waxwing::{Game, Player, Turn};

use super::board::{Board, Side};
use super::{Kalah, NORTH, SOUTH};
use crate::testing::after;

/// The start of a game; whether empty houses are captured.
fn start(houses: usize, stones: usize, empty_captures: bool) -> Kalah {
    Kalah { empty_captures, ..Kalah::new(houses, stones).unwrap() }
}

/// The position with these seeds in the houses of South, who moves, and of North, and none in the stores.
fn position(south: &[u8], north: &[u8]) -> Kalah {
    let board = Board { own: Side::new(south), other: Side::new(north) };
    Kalah { board, ..start(south.len(), 1, true) }
}

/// The houses of South and of North, each with the store behind them.
fn pits(state: &Kalah) -> [Vec<u8>; 2] {
    [SOUTH, NORTH].map(|player| {
        let side = state.side(player);
        (0..state.houses).map(|house| side.house(house)).chain([side.store()]).collect()
    })
}

fn is_turn_of(state: &Kalah, player: Player) -> bool {
    state.turn() == Turn::Player(player)
}
