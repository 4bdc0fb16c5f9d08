//! What Hearts offers beyond its rules.
//!
//! Episodes (equation 19 of the ICARUS paper): `D` starts in the chance state before a deal and covers the passes,
//! `L_i` starts wherever player `i` begins a trick.
//!
//! The predicates are those of the player to move, from what it sees.

use waxwing::knowledge::{AttributeList, Attributes, Beliefs, EpisodeLabel, Episodes, Knowledge, Predicates};

use super::cards::{Card, PENALTIES, QUEEN};
use super::{Hearts, HeartsMove, Phase};
use crate::bits;

pub(super) struct HeartsKnowledge;

/// In the order of the bits of [`Predicates::holding`].
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

/// Of the card that is played; three cards that are passed on have the last numbers.
static ATTRIBUTES: AttributeList<Hearts> = AttributeList::<Hearts>(&[
    ("suit", 5, |_, action| played(action).map_or(4, |card| card.suit().into())),
    ("rank", 14, |_, action| played(action).map_or(13, |card| card.rank().into())),
]);

/// The card that is played, if one is.
fn played(action: HeartsMove) -> Option<Card> {
    if let HeartsMove::Play(card) = action { Some(card) } else { None }
}

impl Knowledge<Hearts> for HeartsKnowledge {
    fn episodes(&self) -> Option<&dyn Episodes<Hearts>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<Hearts>> {
        Some(self)
    }

    fn beliefs(&self) -> Option<&dyn Beliefs<Hearts>> {
        Some(self)
    }

    fn attributes(&self) -> Option<&dyn Attributes<Hearts>> {
        Some(&ATTRIBUTES)
    }
}

impl Episodes<Hearts> for HeartsKnowledge {
    #[inline]
    fn episode(&self, state: &Hearts) -> Option<EpisodeLabel> {
        match state.phase {
            Phase::Deal => Some(0),
            Phase::Play if state.laid == 0 => Some(1 + EpisodeLabel::from(state.mover)),
            _ => None,
        }
    }
}

impl Predicates<Hearts> for HeartsKnowledge {
    fn names(&self) -> Vec<&str> {
        PREDICATES.to_vec()
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
