//! Actions as numbers.

use super::names::{CARDS, PIECES};

/// What a player does, what chance brings, or what a player sees of another's move.
///
/// A small number, dense for all but the deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConfrontationMove(pub(super) u32);

/// The meaning of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// A piece of a side goes to a region.
    Move { side: usize, piece: u8, to: u8 },
    /// What the other side sees of it.
    Pass { from: u8, to: u8 },
    /// Two pieces meet and are turned round.
    Battle { warden: u8, legionary: u8 },
    /// A card is put down.
    Card { side: usize, card: u8 },
    /// A card is picked for the one that is recalled.
    Recall { side: usize, card: u8 },
    /// The card that the Legion has put down is turned up.
    Shows { card: u8 },
    /// A piece leaves its battle.
    Retreat { to: u8 },
    /// A Warden that has been shown before is attacked.
    Face { warden: u8 },
    /// What needs no more words.
    Plain(Plain),
    /// The set-up of both sides, as a number.
    Deal(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Plain {
    /// What the other side sees of a card that is put down.
    HiddenCard,
    /// One of the hidden Wardens is attacked.
    FaceUnknown,
    /// The piece stays in its battle.
    Stay,
    /// The Guardian takes the Bearer's place.
    Guard,
    /// The Guardian shows the Bearer beside it.
    ShowBearer,
    /// The Guardian does not.
    Alone,
    /// The Fire Fiend strikes in the Underway.
    Ambush,
    /// It does not.
    LetPass,
    /// The Warlock allows cards.
    Cards,
    /// It does not.
    NoCards,
}

pub(super) const PLAINS: [(Plain, &str); 10] = [
    (Plain::HiddenCard, "card:?"),
    (Plain::FaceUnknown, "fight:unknown"),
    (Plain::Stay, "stay"),
    (Plain::Guard, "guard"),
    (Plain::ShowBearer, "show-bearer"),
    (Plain::Alone, "alone"),
    (Plain::Ambush, "ambush"),
    (Plain::LetPass, "let-pass"),
    (Plain::Cards, "cards"),
    (Plain::NoCards, "no-cards"),
];

/// Moves of one side.
pub(super) const MOVES: u32 = 16 * PIECES as u32;
const PASSES: u32 = 2 * MOVES;
const BATTLES: u32 = PASSES + 16 * 16;
const CARDS_PLAYED: u32 = BATTLES + (PIECES * PIECES) as u32;
const RECALLS: u32 = CARDS_PLAYED + 2 * CARDS as u32;
const SHOWN: u32 = RECALLS + 2 * CARDS as u32;
const RETREATS: u32 = SHOWN + CARDS as u32;
const FACED: u32 = RETREATS + 16;
const PLAIN: u32 = FACED + PIECES as u32;
const DEALS: u32 = PLAIN + PLAINS.len() as u32;

/// The indices of all actions; the last is shared by all deals, which no player sees.
pub(super) const ACTION_SPACE: usize = DEALS as usize + 1;

impl ConfrontationMove {
    #[inline(always)]
    pub(super) const fn new(act: Act) -> Self {
        ConfrontationMove(match act {
            Act::Move { side, piece, to } => side as u32 * MOVES + piece as u32 * 16 + to as u32,
            Act::Pass { from, to } => PASSES + from as u32 * 16 + to as u32,
            Act::Battle { warden, legionary } => BATTLES + warden as u32 * PIECES as u32 + legionary as u32,
            Act::Card { side, card } => CARDS_PLAYED + (side * CARDS) as u32 + card as u32,
            Act::Recall { side, card } => RECALLS + (side * CARDS) as u32 + card as u32,
            Act::Shows { card } => SHOWN + card as u32,
            Act::Retreat { to } => RETREATS + to as u32,
            Act::Face { warden } => FACED + warden as u32,
            Act::Plain(plain) => PLAIN + plain as u32,
            Act::Deal(deal) => DEALS + deal,
        })
    }

    #[inline(always)]
    pub(super) const fn plain(plain: Plain) -> Self {
        ConfrontationMove::new(Act::Plain(plain))
    }

    /// The meaning of the number.
    #[inline(always)]
    pub(super) const fn act(self) -> Act {
        const CARD_COUNT: u32 = CARDS as u32;
        let number = self.0;
        match number {
            ..PASSES => {
                let (side, move_of_side) = (number / MOVES, number % MOVES);
                Act::Move { side: side as usize, piece: (move_of_side / 16) as u8, to: (move_of_side % 16) as u8 }
            }
            PASSES..BATTLES => Act::Pass { from: ((number - PASSES) / 16) as u8, to: ((number - PASSES) % 16) as u8 },
            BATTLES..CARDS_PLAYED => {
                let pair = number - BATTLES;
                Act::Battle { warden: (pair / PIECES as u32) as u8, legionary: (pair % PIECES as u32) as u8 }
            }
            CARDS_PLAYED..RECALLS => {
                let card = number - CARDS_PLAYED;
                Act::Card { side: (card / CARD_COUNT) as usize, card: (card % CARD_COUNT) as u8 }
            }
            RECALLS..SHOWN => {
                let card = number - RECALLS;
                Act::Recall { side: (card / CARD_COUNT) as usize, card: (card % CARD_COUNT) as u8 }
            }
            SHOWN..RETREATS => Act::Shows { card: (number - SHOWN) as u8 },
            RETREATS..FACED => Act::Retreat { to: (number - RETREATS) as u8 },
            FACED..PLAIN => Act::Face { warden: (number - FACED) as u8 },
            PLAIN..DEALS => Act::Plain(PLAINS[(number - PLAIN) as usize].0),
            DEALS.. => Act::Deal(number - DEALS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_meanings_are_the_same() {
        for number in (0..DEALS + 1000).chain([DEALS + 15_120 * 15_120 - 1]) {
            let action = ConfrontationMove(number);
            assert_eq!(ConfrontationMove::new(action.act()), action);
        }
    }
}
