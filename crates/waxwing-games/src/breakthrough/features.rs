//! The features of a position for FAST: a piece on a square, a player's own or an enemy's, seen from that player's home
//! row.

use std::sync::LazyLock;

use waxwing::Player;
use waxwing::knowledge::FeatureWeights;

use super::{Breakthrough, BreakthroughMove, distance};
use crate::{bits, data};

/// The features of enemy pieces come behind those of own ones.
const ENEMY: u16 = 64;

/// What was learned before any search; how is said in the file.
pub(super) static WEIGHTS: LazyLock<Vec<f32>> = LazyLock::new(|| data::feature_weights(include_str!("features.txt")));

pub(super) fn holding(state: &Breakthrough, player: Player, features: &mut Vec<u16>) {
    let [own, enemy] = match player.0 == state.mover {
        true => [state.own, state.other],
        false => [state.other, state.own].map(|pieces| state.turned(pieces)),
    };
    features.extend(bits::squares(own).map(u16::from));
    features.extend(bits::squares(enemy).map(|square| ENEMY + u16::from(square)));
}

pub(super) fn gains(
    weights: &FeatureWeights,
    state: &Breakthrough,
    actions: &[BreakthroughMove],
    gains: &mut Vec<f32>,
) {
    gains.extend(actions.iter().map(|action| {
        let (step, from) = action.step_of(state.mover);
        let to = from + distance(step) as u8;
        let moved = weights.get(to.into()) - weights.get(from.into());
        let captures = state.other >> to & 1 == 1;
        if captures { moved - weights.get(ENEMY + u16::from(to)) } else { moved }
    }));
}
