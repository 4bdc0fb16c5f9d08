//! What Dou Di Zhu offers beyond its rules.
//!
//! Episodes (equation 18 of the ICARUS paper): one starts whenever a player is to lead; its label is that player.

use waxwing::knowledge::{
    AttributeList, Attributes, Beliefs, EpisodeLabel, Episodes, Knowledge, Predicates, Priors, Weighting, Weightings,
};

use super::cards::RANKS;
use super::listing::above;
use super::plays::SHAPE_COUNT;
use super::weights::prior;
use super::{DouDiZhu, DouDiZhuMove, LANDLORD};
use crate::bits;

pub(super) struct DouDiZhuKnowledge;

/// In the order of the bits of [`Predicates::holding`]. All are about the player to move; its opponents are the
/// peasants for the Landlord and the Landlord for a peasant.
const PREDICATES: &[&str] =
    &["leading", "landlord", "partner-last", "can-bomb", "bomb-last", "few-cards", "opponent-few", "opponent-one"];

/// The most cards of a hand.
const MOST_CARDS: usize = 20;

/// This many cards are few: one more play may be the last.
const FEW: usize = 4;

/// The category with its length, the lowest rank of the main part, and how many cards; 0 for a pass.
static ATTRIBUTES: AttributeList<DouDiZhu> = AttributeList::<DouDiZhu>(&[
    ("shape", SHAPE_COUNT + 1, |_, action| action.play().map_or(0, |play| 1 + u16::from(play.shape))),
    ("rank", RANKS + 1, |_, action| action.play().map_or(0, |play| 1 + u16::from(play.lowest))),
    ("cards", MOST_CARDS + 1, |_, action| action.play().map_or(0, |play| play.cards().len() as u16)),
]);

impl Knowledge<DouDiZhu> for DouDiZhuKnowledge {
    fn episodes(&self) -> Option<&dyn Episodes<DouDiZhu>> {
        Some(self)
    }

    fn predicates(&self) -> Option<&dyn Predicates<DouDiZhu>> {
        Some(self)
    }

    fn weightings(&self) -> Option<&dyn Weightings<DouDiZhu>> {
        Some(self)
    }

    fn priors(&self) -> Option<&dyn Priors<DouDiZhu>> {
        Some(self)
    }

    fn beliefs(&self) -> Option<&dyn Beliefs<DouDiZhu>> {
        Some(self)
    }

    fn attributes(&self) -> Option<&dyn Attributes<DouDiZhu>> {
        Some(&ATTRIBUTES)
    }
}

impl Episodes<DouDiZhu> for DouDiZhuKnowledge {
    #[inline]
    fn episode(&self, state: &DouDiZhu) -> Option<EpisodeLabel> {
        (state.dealt && state.is_leading()).then_some(EpisodeLabel::from(state.mover))
    }
}

impl Weightings<DouDiZhu> for DouDiZhuKnowledge {
    fn names(&self) -> Vec<&str> {
        vec!["tidy"]
    }

    fn weigh(&self, _: Weighting, state: &DouDiZhu, actions: &[DouDiZhuMove], weights: &mut Vec<f32>) {
        state.tidy_weights(actions, weights);
    }
}

impl Priors<DouDiZhu> for DouDiZhuKnowledge {
    fn win_rates(&self, state: &DouDiZhu, actions: &[DouDiZhuMove], rates: &mut Vec<f32>) {
        let known = rates.len();
        state.tidy_weights(actions, rates);
        rates[known..].iter_mut().for_each(|rate| *rate = prior(*rate));
    }
}

impl Predicates<DouDiZhu> for DouDiZhuKnowledge {
    fn names(&self) -> Vec<&str> {
        PREDICATES.to_vec()
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
