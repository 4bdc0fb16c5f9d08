//! The features of a position for FAST: a man or a king on a square, a player's own or an enemy's, seen from that
//! player's first row.

use std::sync::LazyLock;

use waxwing::Player;
use waxwing::knowledge::FeatureWeights;

use super::board::Board;
use super::{Checkers, CheckersMove};
use crate::{bits, data};

/// The features of each kind of piece.
const SQUARES: u16 = 32;

/// What was learned before any search; how is said in the file.
pub(super) static WEIGHTS: LazyLock<Vec<f32>> = LazyLock::new(|| data::feature_weights(include_str!("features.txt")));

/// Men and kings of one player, then of the other.
fn kinds([own, enemy]: [u32; 2], kings: u32) -> [u32; 4] {
    [own & !kings, own & kings, enemy & !kings, enemy & kings]
}

/// The features of pieces of each kind, in a player's view: Black sits at the top, where the numbers begin; for White the
/// board is turned by half.
fn seen(kinds: [u32; 4], board: &Board, player: u8) -> impl Iterator<Item = u16> {
    let last = 31 - board.squares.leading_zeros() as u16;
    let turned = move |square: u8| if player == 0 { u16::from(square) } else { last - u16::from(square) };
    let by_kind = kinds.into_iter().zip((0..).step_by(SQUARES.into()));
    by_kind.flat_map(move |(pieces, first)| bits::squares(pieces.into()).map(move |square| first + turned(square)))
}

pub(super) fn holding(state: &Checkers, player: Player, features: &mut Vec<u16>) {
    let board = &state.board;
    let sides = if player.0 == board.mover { [board.own, board.other] } else { [board.other, board.own] };
    features.extend(seen(kinds(sides, board.kings), board, player.0));
}

pub(super) fn gains(weights: &FeatureWeights, state: &Checkers, actions: &[CheckersMove], gains: &mut Vec<f32>) {
    let board = &state.board;
    let before = kinds([board.own, board.other], board.kings);
    let sum = |kinds| seen(kinds, board, board.mover).map(|feature| weights.get(feature)).sum::<f32>();
    gains.extend(actions.iter().map(|&action| {
        let mut moved = *board;
        if action.is_jump() {
            action.jumps().for_each(|number| _ = moved.jump(number));
        } else {
            moved.step(action.number());
        }
        let after = kinds([moved.own, moved.other], moved.kings);
        let without = |kinds: [u32; 4], others: [u32; 4]| std::array::from_fn(|kind| kinds[kind] & !others[kind]);
        sum(without(after, before)) - sum(without(before, after))
    }));
}
