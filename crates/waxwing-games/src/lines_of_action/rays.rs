//! Lines and directions: where the count of a line is kept, and how far it is to the edge.
//!
//! Square `row * 8 + column` is bit `row * 8 + column`, on small boards too: they lie in the corner of a1. The lines
//! through a square are its row, its column, the diagonal up to the right and the one up to the left. Direction
//! `2 * line` goes along a line to higher squares, `2 * line + 1` to lower ones.

/// From a square to the next one on each line.
pub(super) const STEPS: [i8; 4] = [1, 8, 9, 7];
/// The same in rows and columns.
const ROWS_AND_COLUMNS: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

pub(super) const DIRECTIONS: usize = 8;
pub(super) const SMALLEST: u8 = 4;
pub(super) const LARGEST: u8 = 8;
const SIZES: usize = (LARGEST - SMALLEST + 1) as usize;

/// The ray from a square in one direction.
#[derive(Clone, Copy)]
pub(super) struct Ray {
    /// Where the count of its line begins in the word for such lines.
    pub(super) shift: u8,
    /// The squares up to the edge.
    pub(super) room: u8,
}

/// The rays from each square of a board.
pub(super) type Rays = [[Ray; DIRECTIONS]; 64];

static RAYS: [Rays; SIZES] = {
    let mut table = [[[Ray { shift: 0, room: 0 }; DIRECTIONS]; 64]; SIZES];
    let mut size = 0;
    while size < SIZES {
        table[size] = rays(SMALLEST as i8 + size as i8);
        size += 1;
    }
    table
};

/// The rays on the board of this size.
#[inline(always)]
pub(super) fn on_board(size: u8) -> &'static Rays {
    &RAYS[usize::from(size - SMALLEST)]
}

const fn rays(size: i8) -> Rays {
    let mut table = [[Ray { shift: 0, room: 0 }; DIRECTIONS]; 64];
    let mut place = 0;
    while place < 64 * DIRECTIONS {
        let (square, direction) = (place / DIRECTIONS, place % DIRECTIONS);
        let (up, right) = ROWS_AND_COLUMNS[direction / 2];
        let (up, right) = if direction % 2 == 0 { (up, right) } else { (-up, -right) };
        table[square][direction] = Ray {
            shift: shift(square as u8, direction / 2),
            room: room(square as i8 / 8, square as i8 % 8, up, right, size),
        };
        place += 1;
    }
    table
}

/// The steps that can be made before the edge of the board.
const fn room(row: i8, column: i8, up: i8, right: i8, size: i8) -> u8 {
    let (mut row, mut column) = (row + up, column + right);
    let mut steps = 0;
    while row >= 0 && row < size && column >= 0 && column < size {
        (row, column) = (row + up, column + right);
        steps += 1;
    }
    steps
}

/// Four bits for each line, one word for the lines of each kind.
const fn shift(square: u8, line: usize) -> u8 {
    let (row, column) = (square / 8, square % 8);
    4 * match line {
        0 => row,
        1 => column,
        2 => row + 7 - column,
        _ => row + column,
    }
}

/// `OFFSETS[direction][count]`: what is added to a square, to get `count` squares further.
pub(super) static OFFSETS: [[u8; 16]; DIRECTIONS] = {
    let mut table = [[0; 16]; DIRECTIONS];
    let mut place = 0;
    while place < DIRECTIONS * 8 {
        let (direction, count) = (place / 8, place as i8 % 8 + 1);
        let offset = STEPS[direction / 2] as i32 * count as i32;
        table[direction][count as usize] = (if direction % 2 == 0 { offset } else { -offset }) as u8;
        place += 1;
    }
    table
};

/// `BETWEEN[direction][count]`: the squares that a piece on square 0 passes on its way, not the last one. Squares
/// below 0 are counted from the other end, so that rotating the word moves the piece to another square.
pub(super) static BETWEEN: [[u64; 16]; DIRECTIONS] = between();

const fn between() -> [[u64; 16]; DIRECTIONS] {
    let mut table = [[0; 16]; DIRECTIONS];
    let mut place = 0;
    while place < DIRECTIONS * 7 {
        let (direction, count) = (place / 7, place % 7 + 1);
        let step = STEPS[direction / 2] as u32 * count as u32;
        let passed = (1_u64 << (step % 64)).rotate_right(if direction.is_multiple_of(2) { 0 } else { 2 * step });
        table[direction][count + 1] = table[direction][count] | passed;
        place += 1;
    }
    table
}

/// How many pieces are on each line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Counts([u64; 4]);

/// A piece on each of the squares, as a count.
static ONE: [[u64; 4]; 64] = {
    let mut table = [[0; 4]; 64];
    let mut place = 0;
    while place < 64 * 4 {
        table[place / 4][place % 4] = 1 << shift(place as u8 / 4, place % 4);
        place += 1;
    }
    table
};

impl Counts {
    /// Counts these pieces.
    pub(super) fn of(pieces: u64) -> Self {
        let squares = (0..64).filter(|square| pieces >> square & 1 == 1);
        squares.fold(Counts([0; 4]), |mut counts, square| {
            counts.add(square);
            counts
        })
    }

    #[inline(always)]
    pub(super) fn add(&mut self, square: u8) {
        for (count, one) in self.0.iter_mut().zip(&ONE[usize::from(square & 63)]) {
            *count += one;
        }
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, square: u8) {
        for (count, one) in self.0.iter_mut().zip(&ONE[usize::from(square & 63)]) {
            *count -= one;
        }
    }

    /// The pieces on the line of a ray in this direction.
    #[inline(always)]
    pub(super) fn along(&self, ray: Ray, direction: usize) -> u8 {
        (self.0[direction / 2] >> (ray.shift & 63)) as u8 & 15
    }
}
