//! The 12,654 plays: their shapes, and a number for each.
//!
//! A shape is a category with a length, such as "sequence of seven". A play is a shape, the lowest rank of its main
//! part and its kickers. Plays are numbered shape by shape, then by rank, then by the kickers: these are subsets of the
//! ranks that the main part leaves over, and the k-th subset of a size in the order of their bits has the number `k`, a
//! sum of binomials. Subsets with both jokers come last in that order, and as they are not allowed, the numbers just
//! end before.

use super::cards::{Cards, JOKERS, RANKS, Ranks, TWO};

/// A category with a length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The cards of each main rank.
    pub(super) copies: u8,
    /// The number of consecutive main ranks.
    pub(super) length: u8,
    /// The number of kickers, and the cards of each: 1 or 2.
    pub(super) kickers: u8,
    pub(super) kicker_copies: u8,
    /// The number of the first play.
    pub(super) first: u16,
    /// The number of plays for each lowest rank.
    pub(super) plays_per_rank: u16,
}

pub(super) const SINGLE: u8 = 0;
pub(super) const PAIR: u8 = 1;
pub(super) const TRIPLET: u8 = 2;
pub(super) const TRIPLET_SINGLE: u8 = 3;
pub(super) const TRIPLET_PAIR: u8 = 4;
/// Chains of single cards, pairs and triplets; behind the shape of the shortest come the longer ones.
pub(super) const SEQUENCE: u8 = 5;
pub(super) const PAIR_SEQUENCE: u8 = 13;
pub(super) const AIRPLANE: u8 = 21;
pub(super) const AIRPLANE_SINGLES: u8 = 26;
pub(super) const AIRPLANE_PAIRS: u8 = 30;
pub(super) const QUAD_SINGLES: u8 = 33;
pub(super) const QUAD_PAIRS: u8 = 34;
pub(super) const BOMB: u8 = 35;
pub(super) const ROCKET: u8 = 36;

pub(super) const SHAPE_COUNT: usize = 37;

/// The shortest and the longest chain of single cards, pairs and triplets; twenty cards are the most a hand has.
pub(super) const CHAIN_LENGTHS: [(u8, u8); 3] = [(5, 12), (3, 10), (2, 6)];
/// The most triplets with a single card and with a pair each.
pub(super) const LONGEST_WITH_SINGLES: u8 = 5;
pub(super) const LONGEST_WITH_PAIRS: u8 = 4;

/// The number of a pass. Plays are numbered from 1.
pub(super) const PASS: u16 = 0;
/// The number of plays, and of the pass.
pub(super) const PLAY_COUNT: usize = 1 + 12_654;

pub(super) static SHAPES: [Shape; SHAPE_COUNT] = shapes();

/// The plays by their numbers.
static PLAYS: [Play; PLAY_COUNT] = plays();

/// `BINOMIAL[n][k]`: the number of subsets with `k` of `n` elements.
pub(super) static BINOMIAL: [[u16; 6]; 16] = binomials();

const fn binomials() -> [[u16; 6]; 16] {
    let mut table = [[0; 6]; 16];
    let mut n = 0;
    while n < 16 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 6 && k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// How many sets of kickers there are when this many ranks can be attached; not both jokers in one set of single cards.
#[inline(always)]
pub(super) const fn kicker_sets(ranks: usize, kickers: usize, both_jokers: bool) -> usize {
    let all = BINOMIAL[ranks][kickers] as usize;
    // Where both jokers can be attached there are at least two ranks.
    if both_jokers && kickers >= 2 { all - BINOMIAL[ranks - 2][kickers - 2] as usize } else { all }
}

const fn shapes() -> [Shape; SHAPE_COUNT] {
    let blank = Shape { copies: 0, length: 1, kickers: 0, kicker_copies: 0, first: 0, plays_per_rank: 0 };
    let mut table = [blank; SHAPE_COUNT];
    let mut copies = 1;
    while copies <= 3 {
        table[SINGLE as usize + copies as usize - 1].copies = copies;
        let first = [SEQUENCE, PAIR_SEQUENCE, AIRPLANE][copies as usize - 1];
        let (shortest, longest) = CHAIN_LENGTHS[copies as usize - 1];
        let mut length = shortest;
        while length <= longest {
            table[(first + length - shortest) as usize] = Shape { copies, length, ..blank };
            length += 1;
        }
        copies += 1;
    }
    let mut length = 1;
    while length <= LONGEST_WITH_SINGLES {
        let with = Shape { copies: 3, length, kickers: length, ..blank };
        table[with_singles(length) as usize] = Shape { kicker_copies: 1, ..with };
        if length <= LONGEST_WITH_PAIRS {
            table[with_pairs(length) as usize] = Shape { kicker_copies: 2, ..with };
        }
        length += 1;
    }
    table[QUAD_SINGLES as usize] = Shape { copies: 4, kickers: 2, kicker_copies: 1, ..blank };
    table[QUAD_PAIRS as usize] = Shape { copies: 4, kickers: 2, kicker_copies: 2, ..blank };
    table[BOMB as usize] = Shape { copies: 4, ..blank };
    table[ROCKET as usize] = Shape { copies: 1, length: 2, ..blank };
    numbered(table)
}

/// The shapes with the numbers of their plays.
const fn numbered(mut table: [Shape; SHAPE_COUNT]) -> [Shape; SHAPE_COUNT] {
    let mut number = PASS + 1;
    let mut place = 0;
    while place < SHAPE_COUNT {
        let shape = &mut table[place];
        let ranks = if shape.kicker_copies == 2 { TWO + 1 } else { RANKS };
        let kickers = shape.kickers as usize;
        let sets = kicker_sets(ranks - shape.length as usize, kickers, shape.kicker_copies == 1);
        shape.plays_per_rank = sets as u16;
        shape.first = number;
        let (low, high) = lowest_ranks(place as u8, shape.length);
        // The plays of a shape are numbered from rank 0 on, also those of the rocket, which has no other rank than its
        // own.
        shape.first -= low as u16 * shape.plays_per_rank;
        number += (high - low) as u16 * shape.plays_per_rank;
        place += 1;
    }
    assert!(number as usize == PLAY_COUNT);
    table
}

/// The lowest ranks that plays of the shape can have: from the first, before the second.
const fn lowest_ranks(shape: u8, length: u8) -> (u8, u8) {
    match shape {
        SINGLE => (0, RANKS as u8),
        ROCKET => (TWO as u8 + 1, TWO as u8 + 2),
        _ if length == 1 => (0, TWO as u8 + 1),
        _ => (0, TWO as u8 + 1 - length),
    }
}

/// The shape of this many triplets with as many single cards.
#[inline(always)]
pub(super) const fn with_singles(length: u8) -> u8 {
    if length == 1 { TRIPLET_SINGLE } else { AIRPLANE_SINGLES + length - 2 }
}

/// The shape of this many triplets with as many pairs.
#[inline(always)]
pub(super) const fn with_pairs(length: u8) -> u8 {
    if length == 1 { TRIPLET_PAIR } else { AIRPLANE_PAIRS + length - 2 }
}

impl Shape {
    /// The main ranks of the play with this lowest one.
    #[inline(always)]
    pub(super) const fn main(&self, lowest: u8) -> Ranks {
        ((1 << self.length) - 1) << lowest
    }

    /// Kickers as bits without gaps: the main ranks are left out.
    #[inline(always)]
    pub(super) const fn closed_up(&self, lowest: u8, kickers: Ranks) -> Ranks {
        let below = (1 << lowest) - 1;
        kickers & below | kickers >> self.length & !below
    }

    /// The ranks of kickers that are given without gaps.
    const fn opened(&self, lowest: u8, closed: Ranks) -> Ranks {
        let below = (1 << lowest) - 1;
        closed & below | (closed & !below) << self.length
    }

    /// The number of the first play of this shape with this lowest rank.
    #[inline(always)]
    pub(super) const fn first_of(&self, lowest: u8) -> u16 {
        self.first + lowest as u16 * self.plays_per_rank
    }
}

/// What a player lays down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Play {
    pub(super) shape: u8,
    /// The lowest main rank.
    pub(super) lowest: u8,
    /// The ranks of the attached cards.
    pub(super) kickers: u16,
}

const fn plays() -> [Play; PLAY_COUNT] {
    let shapes = shapes();
    let mut table = [Play::NONE; PLAY_COUNT];
    let mut number = PASS as usize + 1;
    let mut place = 0;
    while place < SHAPE_COUNT {
        let shape = &shapes[place];
        let (mut lowest, end) = lowest_ranks(place as u8, shape.length);
        while lowest < end {
            let mut closed: Ranks = (1 << shape.kickers) - 1;
            let mut left = shape.plays_per_rank;
            while left > 0 {
                let kickers = shape.opened(lowest, closed) as u16;
                table[number] = Play { shape: place as u8, lowest, kickers };
                closed = next_of_size(closed);
                (number, left) = (number + 1, left - 1);
            }
            lowest += 1;
        }
        place += 1;
    }
    table
}

/// The next larger number with as many bits.
const fn next_of_size(bits: Ranks) -> Ranks {
    if bits == 0 {
        return 0;
    }
    let lowest = bits & bits.wrapping_neg();
    let carried = bits + lowest;
    carried | ((bits ^ carried) / lowest) >> 2
}

impl Play {
    /// What was laid before the first play.
    pub(super) const NONE: Play = Play { shape: SINGLE, lowest: 0, kickers: 0 };

    /// A play without kickers.
    #[inline(always)]
    pub(super) fn plain(shape: u8, lowest: u8) -> Self {
        Play { shape, lowest, kickers: 0 }
    }

    /// The bomb of this rank, or the rocket for the black joker's.
    #[inline(always)]
    pub(super) fn bomb(rank: u8) -> Self {
        Play::plain(BOMB + u8::from(rank > TWO as u8), rank)
    }

    /// The play of a number, which is not the pass.
    #[inline(always)]
    pub(super) fn numbered(number: u16) -> Option<Self> {
        if number == PASS { None } else { PLAYS.get(usize::from(number)).copied() }
    }

    /// All plays with their numbers.
    pub(super) fn all() -> impl Iterator<Item = (u16, Play)> {
        (0..).zip(PLAYS).skip(1)
    }

    /// The number of this play.
    #[inline]
    pub(super) fn number(self) -> u16 {
        let shape = self.shape();
        let mut closed = shape.closed_up(self.lowest, Ranks::from(self.kickers));
        let (mut number, mut size) = (shape.first_of(self.lowest), 1);
        while closed != 0 {
            number += BINOMIAL[closed.trailing_zeros() as usize & 15][size];
            closed &= closed - 1;
            size += 1;
        }
        number
    }

    #[inline(always)]
    pub(super) fn shape(self) -> &'static Shape {
        &SHAPES[usize::from(self.shape)]
    }

    /// The main ranks.
    #[inline(always)]
    pub(super) fn main(self) -> Ranks {
        self.shape().main(self.lowest)
    }

    #[inline(always)]
    pub(super) fn is_bomb(self) -> bool {
        self.shape >= BOMB
    }

    pub(super) fn cards(self) -> Cards {
        let shape = self.shape();
        Cards::of(self.main(), shape.copies).or(Cards::of(Ranks::from(self.kickers), shape.kicker_copies))
    }

    /// What is left of a hand that holds this play.
    #[inline(always)]
    pub(super) fn taken_from(self, hand: Cards) -> Cards {
        let shape = self.shape();
        hand.without(self.main(), shape.copies).without(Ranks::from(self.kickers), shape.kicker_copies)
    }

    /// Whether this play may follow the other one.
    #[inline(always)]
    pub(super) fn beats(self, other: Play) -> bool {
        match (self.is_bomb(), other.is_bomb()) {
            (true, true) => self.lowest > other.lowest,
            (false, false) => self.shape == other.shape && self.lowest > other.lowest,
            (bomb, _) => bomb,
        }
    }
}

/// The ranks of which a hand can attach a kicker of this kind, next to the main ranks.
#[inline(always)]
pub(super) fn attachable(hand: Cards, shape: &Shape, main: Ranks) -> Ranks {
    hand.with_at_least(shape.kicker_copies) & !main
}

/// Whether the two jokers are among the ranks.
#[inline(always)]
pub(super) fn both_jokers(ranks: Ranks) -> bool {
    ranks & JOKERS == JOKERS
}
