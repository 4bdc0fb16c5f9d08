//! What Hearts offers beyond its rules.
//!
//! Episodes (equation 19 of the ICARUS paper): `D` starts in the chance state before a deal and covers the passes,
//! `L_i` starts wherever player `i` begins a trick.
//!
//! The predicates are those of the player to move, from what he sees.

use waxwing::knowledge::{EpisodeLabel, Knowledge};

use super::cards::{PENALTIES, QUEEN};
use super::{Hearts, Phase};
use crate::bits;

pub(super) struct HeartsKnowledge;

/// In the order of the bits of [`Knowledge::holding`].
const PREDICATES: &[&str] = &[
    "passing",
    "leading",
    "last-to-play",
    "void",
    "points-on-table",
    "hearts-broken",
    "holds-queen",
    "queen-out",
    "penalties-only",
    "has-taken",
    "moon-possible",
];

impl Knowledge<Hearts> for HeartsKnowledge {
    fn has_episodes(&self) -> bool {
        true
    }

    #[inline]
    fn episode(&self, state: &Hearts) -> Option<EpisodeLabel> {
        match state.phase {
            Phase::Deal => Some(0),
            Phase::Play if state.laid == 0 => Some(1 + EpisodeLabel::from(state.mover)),
            _ => None,
        }
    }

    fn predicates(&self) -> &'static [&'static str] {
        PREDICATES
    }

    fn holding(&self, state: &Hearts) -> u64 {
        let playing = state.phase == Phase::Play;
        let hand = state.hand();
        let held = state.hands.iter().fold(0, |set, hand| set | hand);
        let own = state.points[usize::from(state.mover & 3)];
        let all: u8 = state.points.iter().sum();
        bits::pack([
            state.phase == Phase::Pass,
            playing && state.laid == 0,
            state.laid == 3,
            state.laid > 0 && hand & state.wanted == 0,
            state.trick_points > 0,
            state.broken,
            hand & QUEEN != 0,
            held & QUEEN & !hand != 0,
            hand & !PENALTIES == 0,
            own > 0,
            own > 0 && own == all,
        ])
    }
}
