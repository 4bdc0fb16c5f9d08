//! The features of a position for FAST: a piece on a square, a player's own or an enemy's.
//!
//! White sees the board with rows and columns exchanged: then its pieces start where Black's do, and what one player
//! learns holds for the other.

use std::sync::LazyLock;

use waxwing::Player;
use waxwing::knowledge::FeatureWeights;

use super::{LinesOfAction, LinesOfActionMove};
use crate::{bits, data};

/// The features of enemy pieces come behind those of own ones.
const ENEMY: u16 = 64;

/// What was learned before any search; how is said in the file.
pub(super) static WEIGHTS: LazyLock<Vec<f32>> = LazyLock::new(|| data::feature_weights(include_str!("features.txt")));

/// A square as the player sees it.
#[inline(always)]
fn seen(square: u8, player: u8) -> u16 {
    let turned = (square & 7) << 3 | square >> 3;
    u16::from(if player == 0 { square } else { turned })
}

pub(super) fn holding(state: &LinesOfAction, player: Player, features: &mut Vec<u16>) {
    let [own, enemy] = [player, Player(1 - player.0)].map(|player| state.pieces(player));
    features.extend(bits::squares(own).map(|square| seen(square, player.0)));
    features.extend(bits::squares(enemy).map(|square| ENEMY + seen(square, player.0)));
}

pub(super) fn gains(
    weights: &FeatureWeights,
    state: &LinesOfAction,
    actions: &[LinesOfActionMove],
    gains: &mut Vec<f32>,
) {
    let mover = state.board.mover;
    gains.extend(actions.iter().map(|&action| {
        if action == LinesOfActionMove::PASS {
            return 0.0;
        }
        let [from, to] = [action.from(), action.to()].map(|square| seen(square, mover));
        let moved = weights.get(to) - weights.get(from);
        let captures = state.board.other >> action.to() & 1 == 1;
        if captures { moved - weights.get(ENEMY + to) } else { moved }
    }));
}
