//! A random play, uniformly among those that a hand allows, without a list of them.
//!
//! How many plays of a shape there are is a product: the main parts, times the sets of kickers, of which every main
//! part has equally many. So the plays are counted, one number is drawn, and the play of that number is put together.

use waxwing::Rng;

use super::cards::{CHAINABLE, Cards, Ranks};
use super::listing::{above, chains, main_parts};
use super::plays::*;
use crate::bits::Ranked;

/// `CHAIN_COUNTS[copies - 1][ranks]`: how many chains of any length the ranks allow.
static CHAIN_COUNTS: [[u8; 1 << 12]; 3] = chain_counts();

const fn chain_counts() -> [[u8; 1 << 12]; 3] {
    let mut table = [[0; 1 << 12]; 3];
    let mut place = 0;
    while place < 3 << 12 {
        let (kind, ranks) = (place >> 12, place & 0xfff);
        let (shortest, longest) = CHAIN_LENGTHS[kind];
        let (mut lowest, mut length) = (ranks, 1);
        while lowest != 0 && length <= longest as usize {
            if length >= shortest as usize {
                table[kind][ranks] += lowest.count_ones() as u8;
            }
            lowest &= ranks >> length;
            length += 1;
        }
        place += 1;
    }
    table
}

/// The k-th of the ranks.
#[inline(always)]
fn select(ranks: Ranks, k: usize) -> u8 {
    Ranked::new(u64::from(ranks)).select(k)
}

/// The k-th subset of a size, in the order of the bits.
#[inline]
fn subset(mut ranks: Ranks, mut size: usize, mut k: usize) -> Ranks {
    if size == 1 {
        return 1 << select(ranks, k);
    }
    let (mut chosen, mut left) = (0, ranks.count_ones() as usize);
    while size > 0 {
        // Subsets without the highest rank come first.
        let highest = 1 << ranks.ilog2();
        left -= 1;
        let without = usize::from(BINOMIAL[left & 15][size]);
        if k >= without {
            k -= without;
            size -= 1;
            chosen |= highest;
        }
        ranks &= !highest;
    }
    chosen
}

/// A hand with what is counted in it.
#[derive(Clone, Copy)]
struct Counted {
    hand: Cards,
    /// How many ranks have at least 1, 2, 3 and 4 cards.
    ranks: [usize; 4],
}

impl Counted {
    #[inline(always)]
    fn new(hand: Cards) -> Self {
        Counted { hand, ranks: hand.tally() }
    }

    /// How many sets of kickers each main part of this shape has. There is a main part.
    #[inline(always)]
    fn kicker_sets(&self, shape: u8) -> usize {
        let shape = &SHAPES[usize::from(shape)];
        if shape.kickers == 0 {
            return 1;
        }
        // The main ranks are among those with a card and with a pair.
        let ranks = self.ranks[usize::from(shape.kicker_copies) - 1] - usize::from(shape.length);
        let both_jokers = shape.kicker_copies == 1 && self.hand.has_both_jokers();
        kicker_sets(ranks, usize::from(shape.kickers), both_jokers)
    }

    /// The k-th play of a shape with one of these lowest ranks, each with this many sets of kickers.
    #[inline(always)]
    fn play(&self, shape: u8, lowest_ranks: Ranks, sets: usize, k: usize) -> Play {
        let (main, set) = if sets == 1 { (k, 0) } else { (k / sets, k % sets) };
        let mut play = Play::plain(shape, select(lowest_ranks, main));
        let kickers = play.shape().kickers;
        if kickers > 0 {
            let ranks = attachable(self.hand, play.shape(), play.main());
            play.kickers = subset(ranks, usize::from(kickers), set) as u16;
        }
        play
    }

    /// The k-th chain without kickers.
    fn chain(&self, copies: u8, mut k: usize) -> Play {
        let kind = usize::from(copies) - 1;
        let ranks = self.hand.with_at_least(copies) & CHAINABLE;
        let (mut length, _) = CHAIN_LENGTHS[kind];
        let (mut shape, mut lowest) = ([SEQUENCE, PAIR_SEQUENCE, AIRPLANE][kind], chains(ranks, length));
        loop {
            let count = lowest.count_ones() as usize;
            if k < count {
                return Play::plain(shape, select(lowest, k));
            }
            k -= count;
            lowest &= ranks >> length;
            (length, shape) = (length + 1, shape + 1);
        }
    }
}

/// One of the plays of a hand that beat another one, or a pass.
#[inline(always)]
pub(super) fn random_following(hand: Cards, last: Play, rng: &mut Rng) -> Option<Play> {
    let mut bombs = hand.bombs();
    let mut lowest_ranks = 0;
    if last.is_bomb() {
        bombs &= above(last.lowest);
    } else {
        lowest_ranks = main_parts(hand, last.shape()) & above(last.lowest);
    }
    if bombs | lowest_ranks == 0 {
        return None;
    }
    let counted = Counted::new(hand);
    let sets = if lowest_ranks == 0 { 0 } else { counted.kicker_sets(last.shape) };
    let like_last = lowest_ranks.count_ones() as usize * sets;
    let k = rng.below(1 + like_last + bombs.count_ones() as usize);
    match k {
        0 => None,
        k if k <= like_last => Some(counted.play(last.shape, lowest_ranks, sets, k - 1)),
        k => Some(Play::bomb(select(bombs, k - 1 - like_last))),
    }
}

/// One of the plays of a hand.
#[inline(always)]
pub(super) fn random_leading(hand: Cards, rng: &mut Rng) -> Play {
    let counted = Counted::new(hand);
    let [singles, pairs, triplets, quads] = counted.ranks;
    let plain = singles + pairs + triplets;
    let chains: [usize; 3] = std::array::from_fn(|kind| {
        usize::from(CHAIN_COUNTS[kind][(hand.with_at_least(kind as u8 + 1) & CHAINABLE) as usize])
    });
    let chained = chains[0] + chains[1] + chains[2];
    let with_kickers = Attached::new(&counted, chains[2] > 0);
    let bombs = quads + usize::from(hand.has_both_jokers());
    let mut k = rng.below(plain + chained + with_kickers.count + bombs);
    if k < plain {
        // No branch here: which of the three it is cannot be foretold.
        let shape = u8::from(k >= singles) + u8::from(k >= singles + pairs);
        let before = [0, singles, singles + pairs][usize::from(shape)];
        return Play::plain(shape, select(hand.with_at_least(shape + 1), k - before));
    }
    k -= plain;
    if k < with_kickers.count {
        return with_kickers.play(&counted, k);
    }
    k -= with_kickers.count;
    if k < bombs {
        return Play::bomb(select(hand.bombs(), k));
    }
    k -= bombs;
    for (copies, count) in [(1, chains[0]), (2, chains[1])] {
        if k < count {
            return counted.chain(copies, k);
        }
        k -= count;
    }
    counted.chain(3, k)
}

/// The plays with kickers, counted.
struct Attached {
    count: usize,
    /// How many of them have one triplet, and how many have a quad; the others are airplanes.
    triplets: usize,
    quads: usize,
}

impl Attached {
    #[inline(always)]
    fn new(counted: &Counted, airplanes: bool) -> Self {
        let [singles, pairs, triplets, quads] = counted.ranks;
        // A triplet is also one of the ranks with a card and one of those with a pair.
        let triplets = triplets * (singles + pairs).saturating_sub(2);
        let sets = |shape| counted.kicker_sets(shape);
        let quads = if quads > 0 { quads * (sets(QUAD_SINGLES) + sets(QUAD_PAIRS)) } else { 0 };
        let mut count = triplets + quads;
        if airplanes {
            count +=
                airplane_shapes(counted.hand).map(|(shape, lowest)| count_of(counted, shape, lowest)).sum::<usize>();
        }
        Attached { count, triplets, quads }
    }

    /// The k-th of these plays.
    fn play(&self, counted: &Counted, mut k: usize) -> Play {
        let hand = counted.hand;
        if k < self.triplets {
            return first_containing(
                counted,
                [TRIPLET_SINGLE, TRIPLET_PAIR].map(|shape| (shape, hand.with_at_least(3))),
                k,
            );
        }
        k -= self.triplets;
        if k < self.quads {
            return first_containing(
                counted,
                [QUAD_SINGLES, QUAD_PAIRS].map(|shape| (shape, hand.with_at_least(4))),
                k,
            );
        }
        first_containing(counted, airplane_shapes(hand), k - self.quads)
    }
}

/// The k-th play of shapes with their lowest ranks. There are more than `k`.
#[inline(always)]
fn first_containing(counted: &Counted, shapes: impl IntoIterator<Item = (u8, Ranks)>, mut k: usize) -> Play {
    for (shape, lowest) in shapes {
        let count = count_of(counted, shape, lowest);
        if k < count {
            return counted.play(shape, lowest, counted.kicker_sets(shape), k);
        }
        k -= count;
    }
    unreachable!("the play was counted before")
}

#[inline(always)]
fn count_of(counted: &Counted, shape: u8, lowest_ranks: Ranks) -> usize {
    lowest_ranks.count_ones() as usize * counted.kicker_sets(shape)
}

/// The shapes of airplanes with kickers, with the lowest ranks of their main parts in a hand; none without a main part.
#[inline(always)]
fn airplane_shapes(hand: Cards) -> impl Iterator<Item = (u8, Ranks)> {
    let found = move |length| Some((length, chains(hand.with_at_least(3), length))).filter(|&(_, lowest)| lowest != 0);
    (2..=LONGEST_WITH_SINGLES).map_while(found).flat_map(|(length, lowest)| {
        let pairs = if length <= LONGEST_WITH_PAIRS { lowest } else { 0 };
        // (A shape without a main part counts nothing.)
        [(with_singles(length), lowest), (with_pairs(length.min(LONGEST_WITH_PAIRS)), pairs)]
    })
}
