//! Groups of pieces: whether all are connected, and what can be counted of them.
//!
//! A quad is a window of two by two squares, called by its lower left one. Groups less the holes in them are the Euler
//! number of the pieces, which is a sum over quads (S. B. Gray, 1971): one for each piece, less one for each two that
//! touch, plus one for each quad with three pieces and three for each with four.

use crate::bits::{byte_counts, repeat};

/// Squares that are not in the first column, and not in the last one.
const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The squares beside these in their rows.
#[inline(always)]
fn beside(squares: u64) -> u64 {
    (squares << 1 & NOT_FIRST) | (squares >> 1 & NOT_LAST)
}

/// Whether the pieces are one group. A single piece is one.
///
/// Mostly some piece has no other beside it. That is seen at once for all pieces, without counting anything, and so it
/// is quicker than the Euler number (which is above 1 only if there are several groups) as a test before the groups
/// are followed.
#[inline(always)]
pub(super) fn are_connected(pieces: u64) -> bool {
    let sides = beside(pieces);
    let rows = pieces | sides;
    let neighbours = sides | rows << 8 | rows >> 8;
    if pieces & !neighbours == 0 { is_one_group(pieces) } else { pieces & (pieces - 1) == 0 }
}

/// The same by filling from one of the pieces.
fn is_one_group(pieces: u64) -> bool {
    let mut group = pieces & pieces.wrapping_neg();
    loop {
        let rows = group | beside(group);
        let grown = pieces & (rows | rows << 8 | rows >> 8);
        if grown == group {
            return group == pieces;
        }
        group = grown;
    }
}

/// The pieces in each quad: those on its lower left square, its lower right, upper left and upper right one.
#[inline(always)]
fn corners(pieces: u64) -> [u64; 4] {
    [pieces, pieces >> 1 & NOT_LAST, pieces >> 8, pieces >> 9 & NOT_LAST]
}

/// The quads with three pieces.
#[inline(always)]
pub(super) fn quads_of_three(pieces: u64) -> u64 {
    let [a, b, c, d] = corners(pieces);
    (a & b & (c ^ d)) | ((a ^ b) & c & d)
}

/// The quads with four pieces.
#[inline(always)]
pub(super) fn quads_of_four(pieces: u64) -> u64 {
    let [a, b, c, d] = corners(pieces);
    a & b & c & d
}

/// How often two pieces touch.
#[inline(always)]
pub(super) fn touching(pieces: u64) -> i32 {
    let [a, b, c, d] = corners(pieces);
    let counts: u64 = [a & b, a & c, a & d, b & c].map(byte_counts).into_iter().sum();
    // On a full board it is 210: a byte is enough for the sum.
    (counts.wrapping_mul(repeat(1)) >> 56) as i32
}

/// The number of groups less the number of holes in them.
pub(super) fn euler_number(pieces: u64) -> i32 {
    let count = |quads: u64| quads.count_ones() as i32;
    count(pieces) - touching(pieces) + count(quads_of_three(pieces)) + 3 * count(quads_of_four(pieces))
}
