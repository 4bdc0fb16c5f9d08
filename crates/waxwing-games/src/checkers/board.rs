//! The pieces as sets of squares: where they can step and jump, and what a step or a jump changes.
//!
//! Square `n` of the standard numbering is bit `n - 1`: four dark squares in each row, from the top left. In even rows
//! (the top one is row 0) they are the odd columns, in odd rows the even ones. A smaller board is the top left corner
//! of this one, so its squares keep the bits they have here.
//!
//! `down` is towards higher numbers, Black's way forward; `up` is White's.

use super::choices::Choices;

const EVEN_ROWS: u32 = 0x0f0f_0f0f;
const ODD_ROWS: u32 = !EVEN_ROWS;
const FIRST_SQUARES: u32 = 0x1111_1111;
const LAST_SQUARES: u32 = 0x8888_8888;

/// The four ways of a king, in the order of their numbers: rows and columns per step.
pub(super) const WAYS: [(i8, i8); 4] = [(1, -1), (1, 1), (-1, -1), (-1, 1)];

/// The number of a jump is that of the step with this bit.
pub(super) const JUMP: u8 = 128;

/// The row and the column of a square.
pub(super) const fn place(square: u8) -> (i8, i8) {
    let row = square as i8 / 4;
    (row, square as i8 % 4 * 2 + 1 - row % 2)
}

/// What a step or a jump changes.
#[derive(Clone, Copy)]
pub(super) struct Effect {
    /// Where the piece leaves and where it arrives; nothing if it would leave the board of 8×8.
    pub(super) moved: u32,
    /// The square that it jumps over.
    pub(super) captured: u32,
}

/// The effects of steps and jumps by their numbers: `way * 32 + square`, and [`JUMP`] more for a jump.
pub(super) static EFFECTS: [Effect; 256] = effects();

const fn effects() -> [Effect; 256] {
    let mut table = [Effect { moved: 0, captured: 0 }; 256];
    let mut number = 0;
    while number < 256 {
        let from = number as u8 % 32;
        let (down, right) = WAYS[number / 32 % 4];
        let middle = beside(from, down, right);
        let jump = number >= JUMP as usize;
        let to = match middle {
            Some(middle) if jump => beside(middle, down, right),
            other => other,
        };
        if let (Some(middle), Some(to)) = (middle, to) {
            table[number].moved = 1 << from | 1 << to;
            table[number].captured = if jump { 1 << middle } else { 0 };
        }
        number += 1;
    }
    table
}

const fn beside(square: u8, down: i8, right: i8) -> Option<u8> {
    let (row, column) = place(square);
    let (row, column) = (row + down, column + right);
    if row < 0 || row > 7 || column < 0 || column > 7 { None } else { Some((row * 4 + column / 2) as u8) }
}

/// The pieces of both players, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    /// Pieces of the player to move.
    pub(super) own: u32,
    /// Pieces of the other player.
    pub(super) other: u32,
    /// Kings of both.
    pub(super) kings: u32,
    /// The squares there are.
    pub(super) squares: u32,
    /// The first and the last row, where men are crowned. (A man never moves to its own first row.)
    pub(super) crowning: u32,
    pub(super) mover: u8,
}

impl Board {
    /// The board of this size with all men on it.
    pub(super) fn start(size: u8) -> Self {
        let row = |row: u8| (0xf >> (4 - size / 2)) << (4 * row);
        let rows = |from: u8, to: u8| (from..to).map(row).sum::<u32>();
        let filled = size / 2 - 1;
        Board {
            own: rows(0, filled),
            other: rows(size - filled, size),
            kings: 0,
            squares: rows(0, size),
            crowning: row(0) | row(size - 1),
            mover: 0,
        }
    }

    #[inline(always)]
    fn empty(&self) -> u32 {
        self.squares & !(self.own | self.other)
    }

    /// The choices of the pieces, from those that they would have downwards and upwards.
    #[inline(always)]
    fn by_way(&self, pieces: u32, down: impl Fn(u32) -> [u32; 2], up: impl Fn(u32) -> [u32; 2]) -> Choices {
        let kings = pieces & self.kings;
        match (self.mover, kings) {
            (0, 0) => Choices::new(down(pieces), [0, 0]),
            (_, 0) => Choices::new([0, 0], up(pieces)),
            (0, _) => Choices::new(down(pieces), up(kings)),
            (_, _) => Choices::new(down(kings), up(pieces)),
        }
    }

    /// The steps that these of the mover's pieces can make.
    #[inline(always)]
    pub(super) fn steps(&self, pieces: u32) -> Choices {
        let to = self.empty();
        let down = |from| [from & down_left(to), from & down_right(to)];
        let up = |from| [from & up_left(to), from & up_right(to)];
        self.by_way(pieces, down, up)
    }

    /// The jumps that these of the mover's pieces can make.
    #[inline(always)]
    pub(super) fn jumps(&self, pieces: u32) -> Choices {
        let (over, to) = (self.other, self.empty());
        let (left, right) = (!FIRST_SQUARES, !LAST_SQUARES);
        let down = |from| [from & left & down_left(over) & (to >> 7), from & right & down_right(over) & (to >> 9)];
        let up = |from| [from & left & up_left(over) & (to << 9), from & right & up_right(over) & (to << 7)];
        self.by_way(pieces, down, up)
    }

    /// Moves a piece of the mover by a step; returns whether it was a man.
    #[inline(always)]
    pub(super) fn step(&mut self, number: u8) -> bool {
        let moved = EFFECTS[usize::from(number)].moved;
        let from = 1 << (number & 31);
        let man = self.kings & from == 0;
        self.own ^= moved;
        self.kings = if man { self.kings | (moved & self.crowning & !from) } else { self.kings ^ moved };
        man
    }

    /// Moves a piece of the mover by a jump. The piece, if it must jump again.
    #[inline(always)]
    pub(super) fn jump(&mut self, number: u8) -> Option<u32> {
        let Effect { moved, captured } = EFFECTS[usize::from(number)];
        let from = 1 << (number & 31);
        let piece = moved & !from;
        self.own ^= moved;
        self.other &= !captured;
        self.kings &= !captured;
        if self.kings & from != 0 {
            self.kings ^= moved;
        } else if piece & self.crowning != 0 {
            self.kings |= piece;
            return None;
        }
        self.jumps(piece).any().then_some(piece)
    }

    /// Makes it the other player's turn.
    #[inline(always)]
    pub(super) fn pass_on(&mut self) {
        (self.own, self.other) = (self.other, self.own);
        self.mover ^= 1;
    }
}

/// The squares from which a step down and to the left leads to one of these; and so on.
#[inline(always)]
fn down_left(to: u32) -> u32 {
    (to >> 4 & EVEN_ROWS) | (to >> 3 & ODD_ROWS & !FIRST_SQUARES)
}

#[inline(always)]
fn down_right(to: u32) -> u32 {
    (to >> 5 & EVEN_ROWS & !LAST_SQUARES) | (to >> 4 & ODD_ROWS)
}

#[inline(always)]
fn up_left(to: u32) -> u32 {
    (to << 4 & EVEN_ROWS) | (to << 5 & ODD_ROWS & !FIRST_SQUARES)
}

#[inline(always)]
fn up_right(to: u32) -> u32 {
    (to << 3 & EVEN_ROWS & !LAST_SQUARES) | (to << 4 & ODD_ROWS)
}
