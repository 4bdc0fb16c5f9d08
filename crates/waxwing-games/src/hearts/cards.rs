//! Cards, and sets of cards as bits: sixteen for each suit, of which the lowest thirteen are used.

use std::fmt;

/// The letters of the suits, in their order, and their signs.
pub(super) const SUIT_LETTERS: [char; 4] = ['C', 'D', 'H', 'S'];
pub(super) const SUIT_SIGNS: [char; 4] = ['♣', '♦', '♥', '♠'];
/// The letters of the ranks, from the lowest.
pub(super) const RANK_LETTERS: [char; 13] = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];

/// How many ranks a full deck has.
pub(super) const RANKS: u8 = 13;
/// How many cards are passed.
pub(super) const PASSED: usize = 3;

pub(super) const HEARTS: u64 = 0x1fff << 32;
pub(super) const QUEEN: u64 = 1 << QUEEN_OF_SPADES.0;
/// The cards that cost points.
pub(super) const PENALTIES: u64 = HEARTS | QUEEN;

pub(super) const QUEEN_OF_SPADES: Card = Card(3 << 4 | 10);

/// `POINTS[card]`: what the card costs who takes it.
pub(super) static POINTS: [u8; 64] = points();

const fn points() -> [u8; 64] {
    let mut table = [0; 64];
    let mut heart = 32;
    while heart < 32 + 13 {
        table[heart] = 1;
        heart += 1;
    }
    table[QUEEN_OF_SPADES.0 as usize] = 13;
    table
}

/// The cards of a suit.
#[inline(always)]
pub(super) const fn suit_cards(suit: u8) -> u64 {
    0x1fff << (16 * suit)
}

/// The cards of the highest `ranks` ranks of every suit.
pub(super) const fn deck(ranks: u8) -> u64 {
    let suit = 0x1fff_u64 >> (RANKS - ranks) << (RANKS - ranks);
    suit * 0x0001_0001_0001_0001
}

/// A card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// The card of a suit (♣ 0, ♦ 1, ♥ 2, ♠ 3) and a rank (two 0 to ace 12), if there is one.
    pub fn new(suit: u8, rank: u8) -> Option<Card> {
        (suit < 4 && rank < RANKS).then_some(Card(suit << 4 | rank))
    }

    /// The card of a bit's place.
    #[inline(always)]
    pub(super) fn at(place: u8) -> Card {
        Card(place)
    }

    /// Its suit: ♣ 0, ♦ 1, ♥ 2, ♠ 3.
    #[inline(always)]
    pub fn suit(self) -> u8 {
        self.0 >> 4
    }

    /// Its rank: two 0 to ace 12.
    #[inline(always)]
    pub fn rank(self) -> u8 {
        self.0 & 15
    }

    /// A number from 0 to 51: thirteen for each suit.
    #[inline(always)]
    pub fn number(self) -> u8 {
        self.0 - 3 * self.suit()
    }

    #[inline(always)]
    pub(super) fn place(self) -> u8 {
        self.0 & 63
    }

    #[inline(always)]
    pub(super) fn bit(self) -> u64 {
        1 << self.place()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", RANK_LETTERS[usize::from(self.rank())], SUIT_LETTERS[usize::from(self.suit())])
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The cards of a set, in ascending order.
#[inline(always)]
pub(super) fn cards(mut set: u64) -> impl Iterator<Item = Card> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| Card(set.trailing_zeros() as u8));
        set &= set.wrapping_sub(1);
        lowest
    })
}

/// Three different cards in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Three([Card; PASSED]);

impl Three {
    /// Three cards in any order, if they are different.
    pub fn new(mut cards: [Card; PASSED]) -> Option<Three> {
        cards.sort_unstable();
        (cards[0] < cards[1] && cards[1] < cards[2]).then_some(Three(cards))
    }

    /// The cards, in ascending order.
    pub fn cards(self) -> [Card; PASSED] {
        self.0
    }

    /// Three cards that are known to be in ascending order.
    #[inline(always)]
    pub(super) fn ascending(cards: [Card; PASSED]) -> Three {
        debug_assert!(cards[0] < cards[1] && cards[1] < cards[2]);
        Three(cards)
    }

    /// The cards of a set of three.
    #[inline]
    pub(super) fn of(set: u64) -> Three {
        let without_lowest = set & set.wrapping_sub(1);
        let highest = without_lowest & without_lowest.wrapping_sub(1);
        Three([set, without_lowest, highest].map(|set| Card(set.trailing_zeros() as u8 & 63)))
    }

    #[inline]
    pub(super) fn set(self) -> u64 {
        self.0.iter().fold(0, |set, card| set | card.bit())
    }

    /// Its place among all threes of the 52 cards, ordered by the highest card, then the next.
    #[inline]
    pub(super) fn number(self) -> u32 {
        let [low, middle, high] = self.0.map(|card| u32::from(card.number()));
        high * (high.wrapping_sub(1)) * (high.wrapping_sub(2)) / 6 + middle * (middle.wrapping_sub(1)) / 2 + low
    }
}

impl fmt::Display for Three {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, middle, high] = self.0;
        write!(f, "{low},{middle},{high}")
    }
}

impl fmt::Debug for Three {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
