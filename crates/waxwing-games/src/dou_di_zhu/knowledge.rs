//! What Dou Di Zhu offers beyond its rules.
//!
//! Episodes (equation 18 of the ICARUS paper): one starts whenever a player is to lead; its label is that player.

use waxwing::knowledge::{EpisodeLabel, Knowledge};

use super::listing::above;
use super::{DouDiZhu, LANDLORD};
use crate::bits;

pub(super) struct DouDiZhuKnowledge;

/// In the order of the bits of [`Knowledge::holding`]. All are about the player to move; his opponents are the peasants
/// for the Landlord and the Landlord for a peasant.
const PREDICATES: &[&str] =
    &["leading", "landlord", "partner-last", "can-bomb", "bomb-last", "few-cards", "opponent-few", "opponent-one"];

/// So many cards are few: one more play may be the last.
const FEW: usize = 4;

impl Knowledge<DouDiZhu> for DouDiZhuKnowledge {
    fn has_episodes(&self) -> bool {
        true
    }

    #[inline]
    fn episode(&self, state: &DouDiZhu) -> Option<EpisodeLabel> {
        (state.dealt && state.is_leading()).then_some(EpisodeLabel::from(state.mover))
    }

    fn predicates(&self) -> &'static [&'static str] {
        PREDICATES
    }

    fn holding(&self, state: &DouDiZhu) -> u64 {
        let (leading, landlord) = (state.is_leading(), state.mover == LANDLORD);
        let bombs = state.hand().bombs();
        let bomb_last = !leading && state.last.is_bomb();
        let [first, second, third] = state.hands.map(|hand| hand.len());
        let opponent = if landlord { second.min(third) } else { first };
        bits::pack([
            leading,
            landlord,
            !leading && !landlord && state.leader != LANDLORD,
            if bomb_last { bombs & above(state.last.lowest) != 0 } else { bombs != 0 },
            bomb_last,
            state.hand().len() <= FEW,
            opponent <= FEW,
            opponent == 1,
        ])
    }
}
