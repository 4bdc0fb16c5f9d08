//! What Confrontation offers beyond its rules.
//!
//! Episodes (EPIC, eq. 20 of the ICARUS paper): one starts in every state where no combat is in progress and a player is
//! to move; its label is that player.

use waxwing::knowledge::{EpisodeLabel, Knowledge};

use super::board::{HAVEN, contains};
use super::names::{BEARER, LEGION, WARDENS};
use super::{Confrontation, Phase};
use crate::bits;

pub(super) struct ConfrontationKnowledge;

/// In the order of the bits of [`Knowledge::holding`].
const PREDICATES: &[&str] = &[
    "move",
    "card",
    "last-card",
    "wardens-ahead",
    "legion-ahead",
    "bearer-in-mountains",
    "bearer-beyond",
    "bearer-alone",
    "legion-near-haven",
    "legion-in-haven",
];

/// The regions next to Haven.
const MEADOWS: u16 = 0b110;

impl Knowledge<Confrontation> for ConfrontationKnowledge {
    fn has_episodes(&self) -> bool {
        true
    }

    #[inline]
    fn episode(&self, state: &Confrontation) -> Option<EpisodeLabel> {
        (state.phase == Phase::Move).then_some(EpisodeLabel::from(state.side))
    }

    fn predicates(&self) -> &'static [&'static str] {
        PREDICATES
    }

    fn holding(&self, state: &Confrontation) -> u64 {
        let [wardens, legion] = [WARDENS, LEGION].map(|side| state.board.places[side].alive().count());
        let bearer = state.board.region(WARDENS, BEARER);
        let beside = state.board.crowds[WARDENS].at_least(2, bearer);
        let invaders = state.board.crowds[LEGION].occupied();
        bits::pack([
            state.phase == Phase::Move,
            matches!(state.phase, Phase::LegionCard | Phase::WardensCard),
            state.hands[WARDENS].is_power_of_two(),
            wardens > legion,
            legion > wardens,
            (6..10).contains(&bearer),
            (10..16).contains(&bearer),
            !beside,
            invaders & MEADOWS != 0,
            contains(invaders, HAVEN),
        ])
    }
}
