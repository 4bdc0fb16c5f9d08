//! The actions that a player has when it is not to move a piece.

use super::action::{Act, Plain};
use super::names::{self, LEGION, WARDENS};
use super::{Attack, Confrontation, ConfrontationMove, Phase, board};

/// Legal actions other than moves: those of the set bits, counted from the first one's number.
#[derive(Clone, Copy)]
pub(super) struct Choices {
    pub first: u32,
    pub bits: u64,
}

impl Choices {
    pub const fn cards(side: usize, cards: u16) -> Choices {
        Choices { first: ConfrontationMove::new(Act::Card { side, card: 0 }).0, bits: cards as u64 }
    }

    pub const fn recalls(side: usize, cards: u16) -> Choices {
        Choices { first: ConfrontationMove::new(Act::Recall { side, card: 0 }).0, bits: cards as u64 }
    }

    pub const fn retreats(regions: u16) -> Choices {
        Choices { first: ConfrontationMove::new(Act::Retreat { to: 0 }).0, bits: regions as u64 }
    }

    /// One more action, which comes after the retreats.
    pub const fn or(self, possible: bool, action: ConfrontationMove) -> Choices {
        Choices { first: self.first, bits: self.bits | (possible as u64) << (action.0 - self.first) }
    }

    pub const fn or_plain(self, possible: bool, plain: Plain) -> Choices {
        self.or(possible, ConfrontationMove::plain(plain))
    }

    #[inline(always)]
    pub fn has(self, action: ConfrontationMove) -> bool {
        let bit = action.0.wrapping_sub(self.first);
        bit < 64 && self.bits >> bit & 1 == 1
    }
}

impl Confrontation {
    /// The legal actions of the acting player, except for moves.
    #[inline]
    pub(super) fn choices(&self) -> Choices {
        const NO_RETREATS: Choices = Choices::retreats(0);
        let Attack { fighters, .. } = self.attack;
        match self.phase {
            Phase::Ambush => {
                let fiend = self.board.region(LEGION, names::FIRE_FIEND) == board::DEEP_GATE;
                NO_RETREATS.or_plain(fiend, Plain::Ambush).or_plain(true, Plain::LetPass)
            }
            Phase::Face => self.choices_to_face(),
            Phase::Bearer => {
                let refuges = self.bearers_refuges();
                let guard = self.board.region(WARDENS, names::GUARDIAN) == self.attack.field;
                Choices::retreats(refuges).or_plain(true, Plain::Stay).or_plain(guard, Plain::Guard)
            }
            Phase::Guardian => {
                let beside = self.board.region(WARDENS, names::BEARER) == self.attack.field;
                NO_RETREATS.or_plain(beside, Plain::ShowBearer).or_plain(true, Plain::Alone)
            }
            Phase::Scout => Choices::retreats(self.refuges_behind(names::SCOUT)).or_plain(true, Plain::Stay),
            Phase::Warlock => NO_RETREATS.or_plain(true, Plain::Cards).or_plain(true, Plain::NoCards),
            Phase::LegionCard => Choices::cards(LEGION, self.hands[LEGION]),
            Phase::WardensCard => Choices::cards(WARDENS, self.hands[WARDENS]),
            Phase::LegionRecall => Choices::recalls(LEGION, self.discards(LEGION)),
            Phase::WardensRecall => Choices::recalls(WARDENS, self.discards(WARDENS)),
            Phase::Sidestep => Choices::retreats(self.refuges_beside(fighters[LEGION])),
            Phase::FallBack => Choices::retreats(self.refuges_behind(fighters[WARDENS])),
            Phase::Deal | Phase::Move | Phase::Ambushed | Phase::Meet | Phase::Reveal | Phase::Over { .. } => {
                NO_RETREATS
            }
        }
    }
}
