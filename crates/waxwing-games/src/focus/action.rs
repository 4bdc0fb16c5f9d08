//! A move in one number.

use super::board::{COUNTS, DIRECTIONS, STEPS};

/// The number of moves: every count of pieces in every direction from every square, and a piece from the reserve to
/// every square.
pub(super) const ACTIONS: usize = 64 * DIRECTIONS * COUNTS + 64;

/// A move of pieces from one stack to another, or of a piece from the reserve.
///
/// A move on the board is `from * 32 + direction * 8 + count - 1`, where the directions are up, right, down and left;
/// a move from the reserve is `2048 + to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FocusMove(u16);

const FROM_RESERVE: u16 = 64 * 32;

impl FocusMove {
    /// What came before the first move.
    pub(super) const NONE: FocusMove = FocusMove(u16::MAX);

    /// The move of the top pieces of a stack: as many squares as there are pieces.
    #[inline(always)]
    pub(super) fn new(from: u8, direction: usize, count: usize) -> Self {
        FocusMove(u16::from(from) << 5 | (direction as u16) << 3 | (count as u16 - 1))
    }

    /// The move of a piece from the reserve.
    #[inline(always)]
    pub(super) fn from_reserve(to: u8) -> Self {
        FocusMove(FROM_RESERVE | u16::from(to))
    }

    #[inline(always)]
    pub(super) fn is_from_reserve(self) -> bool {
        self.0 >= FROM_RESERVE
    }

    /// Whether it is any move at all, on whatever board.
    #[inline(always)]
    pub(super) fn is_move(self) -> bool {
        if self.is_from_reserve() { self.0 < FROM_RESERVE + 64 } else { usize::from(self.0 & 7) < COUNTS }
    }

    /// The square where it begins; of a move on the board.
    #[inline(always)]
    pub(super) fn from(self) -> u8 {
        (self.0 >> 5 & 63) as u8
    }

    #[inline(always)]
    pub(super) fn direction(self) -> usize {
        usize::from(self.0 >> 3 & 3)
    }

    /// How many pieces are moved.
    #[inline(always)]
    pub(super) fn count(self) -> usize {
        if self.is_from_reserve() { 1 } else { usize::from(self.0 & 7) + 1 }
    }

    /// The square where it ends, if it ends on the board.
    #[inline(always)]
    pub(super) fn to(self) -> u8 {
        if self.is_from_reserve() {
            return (self.0 & 63) as u8;
        }
        let way = STEPS[self.direction()].wrapping_mul((self.0 & 7) as i8 + 1);
        self.from().wrapping_add_signed(way) & 63
    }

    #[inline(always)]
    pub(super) fn index(self) -> u64 {
        let number = u64::from(self.0);
        let moves = (64 * DIRECTIONS * COUNTS) as u64;
        if self.is_from_reserve() { moves + (number & 63) } else { (number >> 3) * COUNTS as u64 + (number & 7) }
    }
}
