//! A move in one number.
//!
//! It says where the move begins and ends, not only its direction (which would do, as the counts decide on the
//! distance): what strategies learn of a move in one state is then about the same two squares in another.

use super::rays::STEPS;

/// The number of moves of both players, and the pass.
pub(super) const ACTIONS: usize = 2 * 64 * 4 * 8 + 1;

/// A move of a piece of one of the players, or a pass.
///
/// The number of a move is `player * 2048 + from * 32 + line * 8 + place`. The place is the end of the move: its
/// column if the line is a row, otherwise its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinesOfActionMove(pub(super) u16);

impl LinesOfActionMove {
    /// The action of a player who has no other.
    pub const PASS: LinesOfActionMove = LinesOfActionMove(ACTIONS as u16 - 1);

    /// The move of a player's piece along a line.
    #[inline(always)]
    pub(super) fn new(player: u8, from: u8, line: usize, to: u8) -> Self {
        let [player, from, place] = [player, from, place(line, to)].map(u16::from);
        LinesOfActionMove(player << 11 | from << 5 | (line as u16) << 3 | place)
    }

    #[inline(always)]
    pub(super) fn index(self) -> u64 {
        u64::from(self.0)
    }

    #[inline(always)]
    pub(super) fn player(self) -> u8 {
        (self.0 >> 11) as u8
    }

    /// The square where it begins.
    #[inline(always)]
    pub(super) fn from(self) -> u8 {
        (self.0 >> 5 & 63) as u8
    }

    /// How many squares it goes along its line, to lower ones if negative.
    #[inline(always)]
    fn distance(self) -> i8 {
        (self.0 & 7) as i8 - place(self.line(), self.from()) as i8
    }

    /// The kind of line along which it goes: a row, a column, a diagonal up to the right or one up to the left.
    #[inline(always)]
    pub(super) fn line(self) -> usize {
        usize::from(self.0 >> 3 & 3)
    }

    #[inline(always)]
    pub(super) fn direction(self) -> usize {
        2 * self.line() + usize::from(self.distance() < 0)
    }

    /// The square where it ends.
    #[inline(always)]
    pub(super) fn to(self) -> u8 {
        let way = STEPS[self.line()].wrapping_mul(self.distance());
        self.from().wrapping_add_signed(way) & 63
    }
}

/// What tells a square from the others of its line.
#[inline(always)]
fn place(line: usize, square: u8) -> u8 {
    if line == 0 { square & 7 } else { square >> 3 }
}
