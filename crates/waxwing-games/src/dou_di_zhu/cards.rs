//! Multisets of cards. Suits never matter, so a set is how many cards of each rank it holds.
//!
//! A word of 64 bits has four planes of 16: bit `r` of plane `k` says that there are more than `k` cards of rank `r`.
//! The planes are thus the ranks of which a hand has a single, a pair, three, four; a hand holds a play if it has all
//! its bits; and taking cards of a rank away shifts a column down. Sets of *physical* cards (one bit a card, anywhere
//! in the column) use the same word while cards are dealt; [`Cards::stacked`] lets them fall down.

use waxwing::Rng;

use crate::bits::{Ranked, byte_counts};

/// A set of ranks: bit 0 is the 3, bit 12 the 2, bits 13 and 14 the jokers.
pub(super) type Ranks = u32;

pub(super) const RANKS: usize = 15;
/// The 2, and with it the number of ranks that have four cards.
pub(super) const TWO: usize = 12;
pub(super) const BLACK_JOKER: usize = 13;
pub(super) const JOKERS: Ranks = 0b11 << BLACK_JOKER;
/// The ranks from 3 to the ace, which make chains.
pub(super) const CHAINABLE: Ranks = 0xfff;

/// How ranks are written, from low to high.
pub(super) const SIGNS: [char; RANKS] = ['3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A', '2', 'w', 'W'];

/// The lowest bits of the first planes, by the number of planes.
const LOWEST: [u64; 5] = [0, 0x1, 0x1_0001, 0x1_0001_0001, 0x1_0001_0001_0001];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Cards(u64);

impl Cards {
    pub(super) const NONE: Cards = Cards(0);

    /// This many cards of each of the ranks.
    #[inline(always)]
    pub(super) const fn of(ranks: Ranks, copies: u8) -> Self {
        Cards(ranks as u64 * LOWEST[copies as usize])
    }

    /// All cards of the ranks: four of each, and one of each joker.
    pub(super) const fn deck(ranks: Ranks) -> Self {
        Cards(Cards::of(ranks & !JOKERS, 4).0 | Cards::of(ranks & JOKERS, 1).0)
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of cards.
    #[inline]
    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The ranks with at least this many cards, from 1 to 4.
    #[inline(always)]
    pub(super) fn with_at_least(self, copies: u8) -> Ranks {
        (self.0 >> (16 * (copies - 1))) as u16 as Ranks
    }

    /// How many ranks have at least 1, 2, 3 and 4 cards.
    #[inline(always)]
    pub(super) fn tally(self) -> [usize; 4] {
        let bytes = byte_counts(self.0);
        let planes = bytes + (bytes >> 8);
        [0, 16, 32, 48].map(|shift| (planes >> shift) as usize & 0xff)
    }

    /// The ranks of the bombs; the rocket is a bomb of the black joker's.
    #[inline(always)]
    pub(super) fn bombs(self) -> Ranks {
        let ranks = self.with_at_least(1);
        self.with_at_least(4) | (ranks & ranks >> 1 & 1 << BLACK_JOKER)
    }

    #[inline(always)]
    pub(super) fn has_both_jokers(self) -> bool {
        self.with_at_least(1) & JOKERS == JOKERS
    }

    /// Whether all cards of the other set are among these.
    #[inline(always)]
    pub(super) fn contain(self, others: Cards) -> bool {
        others.0 & !self.0 == 0
    }

    /// What is left when this many cards of each of the ranks are taken away, or all if there are fewer.
    #[inline(always)]
    pub(super) fn without(self, ranks: Ranks, copies: u8) -> Self {
        let columns = u64::from(ranks) * LOWEST[4];
        // In two steps: four copies shift the whole word out.
        let shifted = self.0 >> (8 * copies) >> (8 * copies);
        Cards((self.0 & !columns) | (shifted & columns))
    }

    /// The number of cards of a rank.
    pub(super) fn count(self, rank: usize) -> u8 {
        (0..4).map(|plane| (self.0 >> (16 * plane + rank)) as u8 & 1).sum()
    }

    /// The set with this number of cards of each rank, at most four.
    pub(super) fn from_counts(counts: [u8; RANKS]) -> Self {
        let columns = counts.iter().enumerate().map(|(rank, &count)| Cards::of(1 << rank, count).0);
        Cards(columns.fold(0, |cards, column| cards | column))
    }

    pub(super) fn counts(self) -> [u8; RANKS] {
        std::array::from_fn(|rank| self.count(rank))
    }

    /// Physical cards as numbers of cards: every column falls down, by the sorting network for four.
    #[inline(always)]
    pub(super) fn stacked(self) -> Self {
        let [a, b, c, d] = [0, 16, 32, 48].map(|shift| (self.0 >> shift) as u16);
        let (a, b, c, d) = (a | b, a & b, c | d, c & d);
        let (a, c, b, d) = (a | c, a & c, b | d, b & d);
        let (b, c) = (b | c, b & c);
        Cards(u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48)
    }

    /// All cards of two sets, of which no rank has more than four together.
    #[inline(always)]
    pub(super) fn plus(self, others: Cards) -> Self {
        // The columns of the others hang from the top, where the cards of this set do not reach.
        let [a, b, c, d] = [0, 16, 32, 48].map(|shift| u64::from((others.0 >> shift) as u16));
        Cards(self.0 | d | c << 16 | b << 32 | a << 48).stacked()
    }

    /// The physical cards of this set that are not in the other one.
    #[inline(always)]
    pub(super) fn except(self, others: Cards) -> Self {
        Cards(self.0 & !others.0)
    }

    /// The physical cards of two sets that share none.
    #[inline(always)]
    pub(super) fn or(self, others: Cards) -> Self {
        Cards(self.0 | others.0)
    }

    /// This many of these physical cards, every choice with the same probability.
    ///
    /// A coin for each card gives about half of them; then cards are taken away or added at random until the number is
    /// right. No step prefers a card to another, so neither does the outcome.
    #[inline]
    pub(super) fn draw(self, number: usize, rng: &mut Rng) -> Self {
        let mut drawn = self.0 & rng.next_u64();
        loop {
            let ranked = Ranked::new(drawn);
            if ranked.count() == number {
                return Cards(drawn);
            }
            let changed = if ranked.count() > number { ranked } else { Ranked::new(self.0 & !drawn) };
            drawn ^= 1 << changed.select(rng.below(changed.count()));
        }
    }
}
