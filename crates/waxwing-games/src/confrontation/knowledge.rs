//! What Confrontation offers beyond its rules.
//!
//! Episodes (EPIC, eq. 20 of the ICARUS paper): one starts in every state where no combat is in progress and a player is
//! to move; its label is that player.

use waxwing::knowledge::{AttributeList, Attributes, EpisodeLabel, Episodes, Knowledge, Predicates};

use super::action::Act;
use super::board::{HAVEN, contains};
use super::names::{BEARER, CARDS, LEGION, PIECES, WARDENS};
use super::{Confrontation, Phase};
use crate::bits;

pub(super) struct ConfrontationKnowledge;

/// In the order of the bits of [`Predicates::holding`].
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

/// What has none of these has the last number.
static ATTRIBUTES: AttributeList<Confrontation> = AttributeList::<Confrontation>(&[
    ("piece", PIECES + 1, |_, action| match action.act() {
        Act::Move { piece, .. } => piece.into(),
        Act::Face { warden } => warden.into(),
        _ => PIECES as u16,
    }),
    ("target", 17, |_, action| match action.act() {
        Act::Move { to, .. } | Act::Retreat { to } => to.into(),
        _ => 16,
    }),
    ("card", CARDS + 1, |_, action| match action.act() {
        Act::Card { card, .. } | Act::Recall { card, .. } => card.into(),
        _ => CARDS as u16,
    }),
]);

impl Knowledge<Confrontation> for ConfrontationKnowledge {
    fn episodes(&self) -> Option<&dyn Episodes<Confrontation>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<Confrontation>> {
        Some(self)
    }

    fn attributes(&self) -> Option<&dyn Attributes<Confrontation>> {
        Some(&ATTRIBUTES)
    }
}

impl Episodes<Confrontation> for ConfrontationKnowledge {
    #[inline]
    fn episode(&self, state: &Confrontation) -> Option<EpisodeLabel> {
        (state.phase == Phase::Move).then_some(EpisodeLabel::from(state.side))
    }
}

impl Predicates<Confrontation> for ConfrontationKnowledge {
    fn names(&self) -> Vec<&str> {
        PREDICATES.to_vec()
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
