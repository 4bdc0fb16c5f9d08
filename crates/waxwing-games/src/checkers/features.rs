//! The features of a position for FAST: a man or a king on a square, a player's own or an enemy's, seen from his first row.

use std::sync::LazyLock;

use waxwing::Player;

use super::Checkers;
use crate::{bits, data};

/// The features of each kind of piece.
const SQUARES: u16 = 32;

/// What was learned before any search; how is said in the file.
pub(super) static WEIGHTS: LazyLock<Vec<f32>> = LazyLock::new(|| data::numbers(include_str!("features.txt")));

pub(super) fn holding(state: &Checkers, player: Player, features: &mut Vec<u16>) {
    let board = &state.board;
    let [own, enemy] = if player.0 == board.mover { [board.own, board.other] } else { [board.other, board.own] };
    // Black sits at the top, where the numbers begin; for White the board is turned by half.
    let last = u16::try_from(31 - board.squares.leading_zeros()).unwrap_or(0);
    let seen = |square: u8| if player.0 == 0 { u16::from(square) } else { last - u16::from(square) };
    let kinds = [own & !board.kings, own & board.kings, enemy & !board.kings, enemy & board.kings];
    for (kind, pieces) in kinds.into_iter().enumerate() {
        features.extend(bits::squares(pieces.into()).map(|square| kind as u16 * SQUARES + seen(square)));
    }
}
