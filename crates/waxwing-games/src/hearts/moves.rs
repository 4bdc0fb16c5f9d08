//! What can happen in a round: deals, passes, what is received, and cards played.

use std::fmt;

use waxwing::Rng;

use super::cards::{Card, RANKS, Three, cards, deck};

/// How many threes there are among 52 cards, and how many indices all moves have.
const THREES: u64 = 22_100;
const CARDS: u64 = 52;
const EXCHANGE: u64 = CARDS + 2 * THREES;
pub(super) const SPACE: usize = EXCHANGE as usize + 2;

/// A move of Hearts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeartsMove {
    /// A card is played.
    Play(Card),
    /// The player to move chooses three cards to pass; the others see nothing of it.
    Pass(Three),
    /// All passes change hands at once. A player sees of it what it receives.
    Exchange,
    /// What one player sees of the exchange.
    Receive(Three),
    /// The cards are dealt; no player sees more of it than its hand.
    Deal(Deal),
}

impl HeartsMove {
    /// A number below [`SPACE`]: different for all moves but deals.
    #[inline]
    pub(super) fn index(self) -> u64 {
        match self {
            HeartsMove::Play(card) => u64::from(card.number()),
            HeartsMove::Pass(three) => CARDS + u64::from(three.number()),
            HeartsMove::Receive(three) => CARDS + THREES + u64::from(three.number()),
            HeartsMove::Exchange => EXCHANGE,
            HeartsMove::Deal(_) => EXCHANGE + 1,
        }
    }
}

/// Who gets which card: two bits for each of the 52, in the order of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deal([u8; 13]);

impl Deal {
    /// A deal of the highest `ranks` ranks, each equally likely.
    pub(super) fn random(ranks: u8, rng: &mut Rng) -> Deal {
        let mut order = [Card::at(0); 52];
        let count = 4 * usize::from(ranks);
        order.iter_mut().zip(cards(deck(ranks))).for_each(|(slot, card)| *slot = card);
        rng.shuffle(&mut order[..count]);
        let mut hands = [0; 4];
        order[..count].iter().enumerate().for_each(|(place, card)| hands[place % 4] |= card.bit());
        Deal::of(hands)
    }

    /// The deal of four hands; they share no card.
    pub(super) fn of(hands: [u64; 4]) -> Deal {
        let mut owners = [0; 13];
        for (seat, &hand) in (0u8..).zip(&hands) {
            for number in cards(hand).map(Card::number) {
                owners[usize::from(number / 4)] |= seat << (2 * (number % 4));
            }
        }
        Deal(owners)
    }

    /// The hands, if the highest `ranks` ranks are dealt.
    pub(super) fn hands(self, ranks: u8) -> [u64; 4] {
        let mut hands = [0; 4];
        for card in cards(deck(ranks)) {
            let number = card.number();
            hands[usize::from(self.0[usize::from(number / 4)] >> (2 * (number % 4)) & 3)] |= card.bit();
        }
        hands
    }
}

impl fmt::Debug for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.hands(RANKS).map(|hand| cards(hand).collect::<Vec<_>>())).finish()
    }
}
