//! The board: stacks as numbers, and sets of squares that tell them apart by what moves depend on.
//!
//! A stack is a 1 followed by two bits for each piece, the top piece last; an empty square is 1. Taking pieces off
//! the top is a shift to the right, putting others on it a shift to the left, and what is more than five pieces ends
//! up above the lowest ten bits.
//!
//! Three kinds of sets go with the stacks: the squares that a player owns, the squares with a number of pieces or more,
//! and those where the piece beneath the top one, two, three or four is of the same player as the top piece. With
//! them all moves of a count in a direction are found at once.

use crate::bits::squares;

/// The most pieces that a stack has, and the most that can be moved.
pub(super) const COUNTS: usize = 5;
/// Up, right, down and left.
pub(super) const DIRECTIONS: usize = 4;
/// How far a square is from the next one in each direction.
pub(super) const STEPS: [i8; DIRECTIONS] = [8, 1, -8, -1];
/// The squares of the board: three are cut off in each corner.
pub(super) const BOARD: u64 = 0x3c7e_ffff_ffff_7e3c;
/// Their number.
pub(super) const SQUARES: usize = BOARD.count_ones() as usize;
/// A square without pieces.
pub(super) const EMPTY: u16 = 1;

/// One of these behind the pieces of a full stack.
const FULL: u16 = 1 << (2 * COUNTS);
/// All numbers below this may be stacks.
const WORDS: usize = 2 * FULL as usize;
/// The sets by height, and those by the owner of a piece that is not on top.
const PLANES: usize = COUNTS + COUNTS - 1;

/// `ORIGINS[count - 1][direction]`: the squares from which `count` pieces stay on the board.
pub(super) static ORIGINS: [[u64; DIRECTIONS]; COUNTS] = origins();
/// `AROUND[count - 1][square]`: the squares from which `count` pieces get there.
pub(super) static AROUND: [[u64; 64]; COUNTS] = around();
/// For each stack the sets to which its square belongs: bit `i` for the i-th of [`Board::planes`].
static SHAPES: [u16; WORDS] = shapes();
/// The pieces in a stack by their owner, a byte for each.
static COLOURS: [u32; WORDS] = colours();

const fn origins() -> [[u64; DIRECTIONS]; COUNTS] {
    let mut table = [[0; DIRECTIONS]; COUNTS];
    let mut place = 0;
    while place < COUNTS * DIRECTIONS * 64 {
        let (count, direction, square) = (place / (DIRECTIONS * 64) + 1, place / 64 % DIRECTIONS, place % 64);
        let columns = [0, 1, 0, -1][direction] * count as i32;
        let rows = [1, 0, -1, 0][direction] * count as i32;
        let (column, row) = (square as i32 % 8 + columns, square as i32 / 8 + rows);
        let inside = column >= 0 && column < 8 && row >= 0 && row < 8 && BOARD >> (row * 8 + column) & 1 == 1;
        if inside && BOARD >> square & 1 == 1 {
            table[count - 1][direction] |= 1 << square;
        }
        place += 1;
    }
    table
}

const fn around() -> [[u64; 64]; COUNTS] {
    let mut table = [[0; 64]; COUNTS];
    let mut place = 0;
    while place < COUNTS * DIRECTIONS * 64 {
        let (count, direction, square) = (place / (DIRECTIONS * 64) + 1, place / 64 % DIRECTIONS, place % 64);
        if ORIGINS[count - 1][direction] >> square & 1 == 1 {
            table[count - 1][(square as i32 + STEPS[direction] as i32 * count as i32) as usize] |= 1 << square;
        }
        place += 1;
    }
    table
}

const fn shapes() -> [u16; WORDS] {
    let mut table = [0; WORDS];
    let mut word = 1;
    while word < WORDS {
        let height = word.ilog2() as usize / 2;
        let mut place = 0;
        while place < height {
            table[word] |= 1 << place;
            if place > 0 && word >> (2 * place) & 3 == word & 3 {
                table[word] |= 1 << (COUNTS - 1 + place);
            }
            place += 1;
        }
        word += 1;
    }
    table
}

const fn colours() -> [u32; WORDS] {
    let mut table = [0; WORDS];
    let mut word = 1;
    while word < WORDS {
        let height = word.ilog2() as usize / 2;
        let mut place = 0;
        while place < height {
            table[word] += 1 << (8 * (word >> (2 * place) & 3));
            place += 1;
        }
        word += 1;
    }
    table
}

/// The squares from which a move of this count in this direction ends on one of these.
#[inline(always)]
pub(super) fn origins_of(targets: u64, direction: usize, count: usize) -> u64 {
    let shifted = match direction {
        0 => targets >> (8 * count),
        1 => targets >> count,
        2 => targets << (8 * count),
        _ => targets << count,
    };
    shifted & ORIGINS[count - 1][direction]
}

/// The number of pieces in a stack.
#[inline(always)]
pub(super) fn height(stack: u16) -> usize {
    stack.ilog2() as usize / 2
}

/// Pieces by their owner, a byte for each: how many there are in all.
#[inline(always)]
pub(super) fn sum(colours: u32) -> u32 {
    colours.wrapping_mul(0x0101_0101) >> 24
}

/// Pieces by their owner: those of one player.
#[inline(always)]
pub(super) fn of_player(colours: u32, player: u8) -> u32 {
    colours >> (8 * (player & 3)) & 0xff
}

/// Stacks of the mover from which a number of pieces can be moved, by what is beneath them.
#[derive(Clone, Copy)]
pub(super) struct Sources {
    /// A piece of the mover's own.
    pub(super) keeping: u64,
    /// Nothing.
    pub(super) leaving: u64,
    /// A piece of another player.
    pub(super) yielding: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    stacks: [u16; 64],
    owned: [u64; 4],
    /// The squares with one to five pieces or more; then those with a piece of the top piece's owner beneath the top
    /// one to four pieces.
    planes: [u64; PLANES],
}

impl Board {
    /// The board with these stacks.
    pub(super) fn new(stacks: [u16; 64]) -> Self {
        let mut board = Board { stacks: [EMPTY; 64], owned: [0; 4], planes: [0; PLANES] };
        for square in squares(BOARD) {
            let stack = stacks[usize::from(square)];
            let changed = board.replace(square, stack);
            board.flip([(square, changed), (square, 0)]);
            board.owned[usize::from(stack & 3)] |= u64::from(stack != EMPTY) << square;
        }
        board
    }

    #[inline(always)]
    pub(super) fn stack(&self, square: u8) -> u16 {
        self.stacks[usize::from(square & 63)]
    }

    /// The squares of a player's stacks.
    #[inline(always)]
    pub(super) fn owned(&self, player: u8) -> u64 {
        self.owned[usize::from(player & 3)]
    }

    /// The squares with this many pieces or more, from one to five.
    #[inline(always)]
    pub(super) fn tall(&self, height: usize) -> u64 {
        self.planes[height - 1]
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> u64 {
        self.tall(1)
    }

    /// The stacks from which a player can move this many pieces.
    #[inline(always)]
    pub(super) fn movable(&self, player: u8, count: usize) -> u64 {
        self.owned(player) & self.tall(count)
    }

    #[inline(always)]
    pub(super) fn sources(&self, player: u8, count: usize) -> Sources {
        let own = self.movable(player, count);
        if count == COUNTS {
            return Sources { keeping: 0, leaving: own, yielding: 0 };
        }
        let (more, same) = (self.tall(count + 1), self.planes[COUNTS - 1 + count]);
        Sources { keeping: own & same, leaving: own & !more, yielding: own & more & !same }
    }

    /// The squares where this many more pieces make more than five.
    #[inline(always)]
    pub(super) fn overfull(&self, count: usize) -> u64 {
        self.tall(COUNTS + 1 - count)
    }

    /// The pieces by owner that go from the bottom of a stack when this many are put on it.
    #[inline(always)]
    pub(super) fn removed(&self, square: u8, count: usize) -> u32 {
        COLOURS[usize::from(self.stack(square) >> (2 * (COUNTS - count)))]
    }

    /// Moves the top pieces of a stack of a player to another one; the pieces by owner that go from its bottom.
    #[inline(always)]
    pub(super) fn go(&mut self, player: u8, from: u8, to: u8, count: usize) -> u32 {
        let stack = self.stack(from);
        let (moved, rest) = (stack & ((1 << (2 * count)) - 1), stack >> (2 * count));
        self.owned[usize::from(player & 3)] &= !(1 << from);
        self.owned[usize::from(rest & 3)] |= u64::from(rest != EMPTY) << from;
        let changed = self.replace(from, rest);
        self.put(player, to, moved, count, (from, changed))
    }

    /// Puts a piece of a player on a stack; the pieces by owner that go from its bottom.
    #[inline(always)]
    pub(super) fn drop(&mut self, player: u8, to: u8) -> u32 {
        self.put(player, to, u16::from(player), 1, (to, 0))
    }

    /// Puts pieces on a stack, the top one a player's; the pieces by owner that go from its bottom. The sets of the
    /// square they come from are brought up to date with those of this one, so that each is written once.
    #[inline(always)]
    fn put(&mut self, player: u8, to: u8, pieces: u16, count: usize, left: (u8, u16)) -> u32 {
        let stack = self.stack(to);
        let removed = self.removed(to, count);
        let joined = u32::from(stack) << (2 * count) | u32::from(pieces);
        let full = u32::from(FULL);
        let kept = if joined < 2 * full { joined } else { joined & (full - 1) | full };
        // (An empty square seems to be player 1's here, who then loses nothing.)
        self.owned[usize::from(stack & 3)] &= !(1 << to);
        self.owned[usize::from(player & 3)] |= 1 << to;
        let changed = self.replace(to, kept as u16);
        self.flip([left, (to, changed)]);
        removed
    }

    /// Puts a stack in place of another; which of the [`Board::planes`] must be changed for it.
    #[inline(always)]
    fn replace(&mut self, square: u8, stack: u16) -> u16 {
        let place = &mut self.stacks[usize::from(square & 63)];
        let shape = |stack: u16| SHAPES[usize::from(stack) & (WORDS - 1)];
        let changed = shape(*place) ^ shape(stack);
        *place = stack;
        changed
    }

    /// Changes the planes of two squares.
    #[inline(always)]
    fn flip(&mut self, changes: [(u8, u16); 2]) {
        for (i, plane) in self.planes.iter_mut().enumerate() {
            for (square, changed) in changes {
                *plane ^= u64::from(changed >> i & 1) << (square & 63);
            }
        }
    }

    /// All stacks, in words.
    #[inline]
    pub(super) fn words(&self) -> [[u64; 4]; 4] {
        let word = |place: usize| (0..4).fold(0, |word, i| word << 16 | u64::from(self.stacks[4 * place + i]));
        std::array::from_fn(|row| std::array::from_fn(|column| word(4 * row + column)))
    }
}
