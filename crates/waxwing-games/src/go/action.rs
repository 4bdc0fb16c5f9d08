//! A point to put a stone on, or a pass.

use super::board::{LARGEST, NOWHERE, Point, STRIDE};

/// A point to put a stone on, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GoMove(u16);

impl GoMove {
    /// To put no stone.
    pub const PASS: GoMove = GoMove(NOWHERE);
    /// What came before the first move.
    pub(super) const NONE: GoMove = GoMove(u16::MAX);

    /// A stone on a point, by its column and row counted from 0 at the lower left; `None` where no board has points.
    pub fn new(column: u8, row: u8) -> Option<GoMove> {
        let on_board = usize::from(column) < LARGEST && usize::from(row) < LARGEST;
        on_board.then(|| GoMove((u16::from(row) + 1) * STRIDE as u16 + u16::from(column) + 1))
    }

    /// The column and the row of the point, counted from 0 at the lower left; a pass has none.
    pub fn place(self) -> Option<(u8, u8)> {
        let (row, column) = (self.0 / STRIDE as u16, self.0 % STRIDE as u16);
        (self != GoMove::PASS && self != GoMove::NONE).then(|| (column as u8 - 1, row as u8 - 1))
    }

    #[inline(always)]
    pub(super) fn at(point: Point) -> GoMove {
        GoMove(point)
    }

    #[inline(always)]
    pub(super) fn point(self) -> Point {
        self.0
    }

    /// Points are counted row by row, and the pass is last.
    #[inline(always)]
    pub(super) fn index(self, size: u8) -> u64 {
        let (row, column, size) = (self.0 / STRIDE as u16, self.0 % STRIDE as u16, u16::from(size));
        u64::from(if self == GoMove::PASS { size * size } else { (row - 1) * size + column - 1 })
    }
}
