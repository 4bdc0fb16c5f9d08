//! The list of the plays that a hand allows.

use super::DouDiZhuMove;
use super::cards::{CHAINABLE, Cards, RANKS, Ranks};
use super::plays::*;

/// The lowest ranks of the chains of a length that a set of ranks allows.
#[inline(always)]
pub(super) fn chains(ranks: Ranks, length: u8) -> Ranks {
    let ranks = ranks & CHAINABLE;
    (1..length).fold(ranks, |lowest, shift| lowest & ranks >> shift)
}

/// The lowest ranks of the main parts of a shape in a hand. The rocket is found among the bombs instead.
#[inline(always)]
pub(super) fn main_parts(hand: Cards, shape: &Shape) -> Ranks {
    let ranks = hand.with_at_least(shape.copies);
    if shape.length == 1 { ranks } else { chains(ranks, shape.length) }
}

/// The ranks above this one.
#[inline(always)]
pub(super) fn above(rank: u8) -> Ranks {
    !1 << rank
}

impl Cards {
    /// The lowest ranks of the plays of this hand that beat another one, which is no bomb, by being of its shape.
    pub(super) fn ranks_above(self, last: Play) -> Ranks {
        let shape = last.shape();
        let mains = main_parts(self, shape) & above(last.lowest);
        let has_kickers = |lowest: &u8| {
            let ranks = attachable(self, shape, shape.main(*lowest));
            kicker_sets(ranks.count_ones() as usize, shape.kickers.into(), both_jokers(ranks)) > 0
        };
        let lowest = (0..RANKS as u8).filter(|lowest| mains >> lowest & 1 == 1);
        if shape.kickers == 0 { mains } else { lowest.filter(has_kickers).fold(0, |ranks, lowest| ranks | 1 << lowest) }
    }
}

/// Appends the plays of a hand that beat another one.
pub(super) fn list_following(hand: Cards, last: Play, moves: &mut Vec<DouDiZhuMove>) {
    let mut bombs = hand.bombs();
    if last.is_bomb() {
        bombs &= above(last.lowest);
    } else {
        list_shape(hand, last.shape, main_parts(hand, last.shape()) & above(last.lowest), moves);
    }
    list_bombs(bombs, moves);
}

/// Appends all plays of a hand.
pub(super) fn list_leading(hand: Cards, moves: &mut Vec<DouDiZhuMove>) {
    for (shape, copies) in [(SINGLE, 1), (PAIR, 2), (TRIPLET, 3)] {
        list_shape(hand, shape, hand.with_at_least(copies), moves);
    }
    for (copies, shortest) in [(1, SEQUENCE), (2, PAIR_SEQUENCE), (3, AIRPLANE)] {
        list_chains(hand, copies, shortest, moves);
    }
    let triplets = hand.with_at_least(3);
    if triplets != 0 {
        list_shape(hand, TRIPLET_SINGLE, triplets, moves);
        list_shape(hand, TRIPLET_PAIR, triplets, moves);
        list_airplanes_with_kickers(hand, moves);
    }
    let quads = hand.with_at_least(4);
    list_shape(hand, QUAD_SINGLES, quads, moves);
    list_shape(hand, QUAD_PAIRS, quads, moves);
    list_bombs(hand.bombs(), moves);
}

/// Appends the chains without kickers of all lengths.
fn list_chains(hand: Cards, copies: u8, shortest: u8, moves: &mut Vec<DouDiZhuMove>) {
    let ranks = hand.with_at_least(copies) & CHAINABLE;
    let (mut length, _) = CHAIN_LENGTHS[usize::from(copies) - 1];
    let (mut shape, mut lowest) = (shortest, chains(ranks, length));
    while lowest != 0 {
        list_shape(hand, shape, lowest, moves);
        lowest &= ranks >> length;
        (length, shape) = (length + 1, shape + 1);
    }
}

fn list_airplanes_with_kickers(hand: Cards, moves: &mut Vec<DouDiZhuMove>) {
    for length in 2..=LONGEST_WITH_SINGLES {
        let lowest = chains(hand.with_at_least(3), length);
        if lowest == 0 {
            return;
        }
        list_shape(hand, with_singles(length), lowest, moves);
        if length <= LONGEST_WITH_PAIRS {
            list_shape(hand, with_pairs(length), lowest, moves);
        }
    }
}

/// Appends the plays of a shape with these lowest ranks.
#[inline]
fn list_shape(hand: Cards, shape: u8, mut lowest_ranks: Ranks, moves: &mut Vec<DouDiZhuMove>) {
    let shape = &SHAPES[usize::from(shape)];
    while lowest_ranks != 0 {
        let lowest = lowest_ranks.trailing_zeros() as u8;
        let first = shape.first_of(lowest);
        if shape.kickers == 0 {
            moves.push(DouDiZhuMove::numbered(first));
        } else {
            let ranks = attachable(hand, shape, shape.main(lowest));
            let closed = shape.closed_up(lowest, ranks);
            list_kickers(closed, usize::from(shape.kickers), both_jokers(ranks), first, moves);
        }
        lowest_ranks &= lowest_ranks - 1;
    }
}

/// Appends a play for each set of kickers without both jokers. The ranks have no gaps where the main ranks are.
#[inline]
fn list_kickers(ranks: Ranks, number: usize, both_jokers: bool, first: u16, moves: &mut Vec<DouDiZhuMove>) {
    if !both_jokers {
        return list_subsets(ranks, number, first, moves);
    }
    let red = ranks.ilog2();
    let others = ranks & !(1 << red);
    list_subsets(others, number, first, moves);
    // With the red joker, and so without the black one.
    let ordinary = others & !(1 << (red - 1));
    list_subsets(ordinary, number - 1, first + BINOMIAL[red as usize][number], moves);
}

/// Appends a play for each subset of a size: its number is the first plus the binomials of its elements.
fn list_subsets(mut ranks: Ranks, size: usize, first: u16, moves: &mut Vec<DouDiZhuMove>) {
    if size == 0 {
        return moves.push(DouDiZhuMove::numbered(first));
    }
    let mut below = 0;
    while ranks != 0 {
        let highest = ranks.trailing_zeros();
        if size == 1 {
            moves.push(DouDiZhuMove::numbered(first + highest as u16));
        } else {
            list_subsets(below, size - 1, first + BINOMIAL[highest as usize & 15][size], moves);
        }
        below |= 1 << highest;
        ranks &= ranks - 1;
    }
}

fn list_bombs(mut ranks: Ranks, moves: &mut Vec<DouDiZhuMove>) {
    while ranks != 0 {
        moves.push(DouDiZhuMove::numbered(Play::bomb(ranks.trailing_zeros() as u8).number()));
        ranks &= ranks - 1;
    }
}
