//! The liberties of a chain, and its stones, in one number.
//!
//! Every stone of a chain that is beside an empty point counts that point once. Kept are the number of such pairs, the sum
//! of their points and the sum of the squares of them: all points are the same one, and the chain is in atari, exactly if
//! the number times the sum of squares is the square of the sum. All of it is one word, changed by one addition; two
//! chains that become one are added.
//!
//! A chain of `s` stones has at most `2 s + 2` pairs, and its `e` liberties are in at most `4 e` of them, which on 361
//! points makes at most 482: nine bits for the number, 18 for the sum, 27 for the squares, and nine for the stones.

use super::board::CELLS;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Liberties(u64);

const SUM: u32 = 9;
const SQUARES: u32 = SUM + 18;
const STONES: u32 = SQUARES + 27;

const fn field(word: u64, from: u32, to: u32) -> u64 {
    word >> from & ((1 << (to - from)) - 1)
}

/// One stone beside this point.
static ONE: [u64; CELLS] = {
    let mut ones = [0; CELLS];
    let mut point = 0;
    while point < CELLS {
        ones[point] = 1 | (point as u64) << SUM | (point as u64 * point as u64) << SQUARES;
        point += 1;
    }
    ones
};

impl Liberties {
    pub(super) const NONE: Liberties = Liberties(0);
    /// A stone without liberties.
    pub(super) const STONE: Liberties = Liberties(1 << STONES);

    #[inline(always)]
    pub(super) fn with(self, point: usize) -> Self {
        Liberties(self.0.wrapping_add(ONE[point]))
    }

    #[inline(always)]
    pub(super) fn with_if(self, point: usize, condition: bool) -> Self {
        Liberties(self.0.wrapping_add(ONE[point] & u64::from(condition).wrapping_neg()))
    }

    #[inline(always)]
    pub(super) fn without(self, point: usize) -> Self {
        Liberties(self.0.wrapping_sub(ONE[point]))
    }

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        Liberties(self.0.wrapping_add(other.0))
    }

    #[inline(always)]
    pub(super) fn stones(self) -> u64 {
        self.0 >> STONES
    }

    #[inline(always)]
    pub(super) fn is_none(self) -> bool {
        field(self.0, 0, SUM) == 0
    }

    /// The liberty, where there is exactly one.
    #[inline(always)]
    pub(super) fn only(self) -> u16 {
        (field(self.0, SUM, SQUARES) / field(self.0, 0, SUM).max(1)) as u16
    }

    /// Whether there is exactly one liberty.
    #[inline(always)]
    pub(super) fn is_one(self) -> bool {
        let (count, sum) = (field(self.0, 0, SUM), field(self.0, SUM, SQUARES));
        count != 0 && count * field(self.0, SQUARES, STONES) == sum * sum
    }
}
