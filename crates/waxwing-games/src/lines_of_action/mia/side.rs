//! What the evaluation sees in the pieces of one player, without looking at the other's.

use super::super::groups::{quads_of_four, quads_of_three, touching};
use super::super::places::MOST_PIECES;
use super::geometry::{DISTANCE_BITS, Geometry, NEAR_QUADS};
use crate::bits::squares;
use crate::bits::{byte_counts, repeat};

/// The smallest sum of distances of this many pieces from their centre: one in it, eight around, sixteen around these.
const LEAST_DISTANCES: [u8; 16] = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20];

/// The most that rows, or columns, of a player's pieces can add up to, and more.
const SUMS: usize = MOST_PIECES * 8;

/// `NEAREST[count][sum]`: the mean, rounded to a whole number; halves are rounded up.
static NEAREST: [[u8; SUMS]; 16] = {
    let mut table = [[0; SUMS]; 16];
    let mut place = SUMS;
    while place < 16 * SUMS {
        let (count, sum) = (place / SUMS, place % SUMS);
        let nearest = (2 * sum + count) / (2 * count);
        table[count][sum] = if nearest < 8 { nearest as u8 } else { 7 };
        place += 1;
    }
    table
};

/// The values of squares are kept with this added, so that they are not negative.
const VALUE_OFFSET: i32 = 80;

/// The pieces of a player, and sums over them that a move changes by what it takes away and what it adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    pub(super) pieces: u64,
    /// Four numbers of 16 bits: how many pieces, and the sums of their columns, of their rows and of the values of their
    /// squares.
    sums: u64,
}

/// What a piece on the square adds to the sums.
#[inline(always)]
fn share(square: u8, geometry: &Geometry) -> u64 {
    let (row, column) = (u64::from(square >> 3), u64::from(square & 7));
    let value = i32::from(geometry.values[usize::from(square & 63)]) + VALUE_OFFSET;
    1 | column << 16 | row << 32 | (value as u64) << 48
}

/// The features of one player's pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shape {
    pub(super) concentration: f32,
    pub(super) centralisation: f32,
    pub(super) centre_of_mass: f32,
    pub(super) quads: f32,
    pub(super) connectedness: f32,
    pub(super) uniformity: f32,
}

impl Side {
    #[inline]
    pub(super) fn of(pieces: u64, geometry: &Geometry) -> Self {
        let sums = squares(pieces).map(|square| share(square, geometry)).sum();
        Side { pieces, sums }
    }

    /// With one piece on another square.
    #[inline(always)]
    pub(super) fn moved(self, from: u8, to: u8, geometry: &Geometry) -> Self {
        Side {
            pieces: self.pieces ^ (1 << (from & 63) | 1 << (to & 63)),
            sums: self.sums + share(to, geometry) - share(from, geometry),
        }
    }

    /// Without one of the pieces.
    #[inline(always)]
    pub(super) fn without(self, square: u8, geometry: &Geometry) -> Self {
        Side { pieces: self.pieces ^ 1 << (square & 63), sums: self.sums - share(square, geometry) }
    }

    /// The square in the middle of the pieces: their mean row and column, rounded.
    #[inline(always)]
    pub(super) fn centre(self) -> u8 {
        let nearest = &NEAREST[(self.sums & 15) as usize];
        let coordinate = |shift: u32| nearest[(self.sums >> shift & 0xffff) as usize % SUMS];
        coordinate(32) * 8 + coordinate(16)
    }

    #[inline]
    pub(super) fn shape(self, geometry: &Geometry) -> Shape {
        let Side { pieces, sums } = self;
        let places = (sums & 15) as usize;
        let count = places as f32;
        let centre = usize::from(self.centre() & 63);
        let surplus = sum_of_distances(pieces, centre) - i32::from(LEAST_DISTANCES[places]);
        let quads = (quads_of_three(pieces) | quads_of_four(pieces)) & NEAR_QUADS[centre];
        Shape {
            concentration: count / (surplus + 1) as f32,
            centralisation: (sums >> 48) as f32 / count - VALUE_OFFSET as f32,
            centre_of_mass: f32::from(geometry.values[centre]),
            quads: quads.count_ones() as f32,
            connectedness: (2 * touching(pieces)) as f32 / count,
            uniformity: f32::from(geometry.area) / area(pieces) as f32,
        }
    }
}

/// The sum of the distances of the pieces from a square.
#[inline(always)]
fn sum_of_distances(pieces: u64, square: usize) -> i32 {
    let [ones, twos, fours] = DISTANCE_BITS[square].map(|bits| byte_counts(pieces & bits));
    // No byte, and not the sum of all, can reach 256: there are at most 12 pieces at a distance of at most 7.
    ((ones + 2 * twos + 4 * fours).wrapping_mul(repeat(1)) >> 56) as i32
}

/// The squares of the smallest rectangle around the pieces.
#[inline(always)]
fn area(pieces: u64) -> u32 {
    let rows = 8 - pieces.leading_zeros() / 8 - pieces.trailing_zeros() / 8;
    let halves = pieces | pieces >> 32;
    let quarters = halves | halves >> 16;
    let columns = (quarters | quarters >> 8) as u8;
    let columns = 8 - columns.leading_zeros() - columns.trailing_zeros();
    rows * columns
}
