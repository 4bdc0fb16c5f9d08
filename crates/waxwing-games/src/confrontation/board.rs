//! The sixteen regions and which pieces are in them.
//!
//! A set of regions is 16 bits. Rows run from the Wardens' home to the Legion's: 0 | 1 2 | 3 4 5 | 6 7 8 9 | 10 11 12 |
//! 13 14 | 15.

use super::names::{LEGION, PIECES, WARDENS};

pub(super) const HAVEN: u8 = 0;
pub(super) const UNDERWAY_IN: u8 = 4;
pub(super) const DEEP_GATE: u8 = 8;
pub(super) const UNDERWAY_OUT: u8 = 11;
pub(super) const WHITE_MARCH: u8 = 14;
pub(super) const CITADEL: u8 = 15;

/// Where defeated pieces are.
pub(super) const GONE: u8 = 16;

const MOUNTAINS: u64 = 0b1111 << 6;
const HOMES: u64 = 1 | 1 << 15;
const PLAINS: u64 = 0xffff & !MOUNTAINS & !HOMES;

/// How many pieces of each side fit in a region.
pub(super) const CAPACITIES: [u8; 16] = [4, 2, 2, 2, 2, 2, 1, 1, 1, 1, 2, 2, 2, 2, 2, 4];

/// The roads from row to row: each joins a region to one of the next row.
const ROADS: [(u8, u8); 24] = [
    (0, 1),
    (0, 2),
    (1, 3),
    (1, 4),
    (2, 4),
    (2, 5),
    (3, 6),
    (3, 7),
    (4, 7),
    (4, 8),
    (5, 8),
    (5, 9),
    (6, 10),
    (7, 10),
    (7, 11),
    (8, 11),
    (8, 12),
    (9, 12),
    (10, 13),
    (11, 13),
    (11, 14),
    (12, 14),
    (13, 15),
    (14, 15),
];

/// What only the Wardens may use: the Underway and the Long River, downstream.
const WARDENS_ROADS: [(u8, u8); 3] = [(UNDERWAY_IN, UNDERWAY_OUT), (10, 11), (11, 12)];

/// Neighbours in a row; the mountains have none.
const SIDE_ROADS: [(u8, u8); 6] = [(1, 2), (3, 4), (4, 5), (10, 11), (11, 12), (13, 14)];

/// For each region (and for pieces that are gone, nothing): a set of regions. As long as a field of five bits can say.
type Neighbours = [u16; 32];

const fn joined(roads: &[(u8, u8)], onwards: bool, back: bool) -> Neighbours {
    let mut table = [0; 32];
    let mut road = 0;
    while road < roads.len() {
        let (from, to) = roads[road];
        if onwards {
            table[from as usize] |= 1 << to;
        }
        if back {
            table[to as usize] |= 1 << from;
        }
        road += 1;
    }
    table
}

const fn both(one: Neighbours, other: Neighbours) -> Neighbours {
    let mut table = one;
    let mut region = 0;
    while region < 32 {
        table[region] |= other[region];
        region += 1;
    }
    table
}

/// Where any piece of a side may go.
pub(super) static FORWARD: [Neighbours; 2] =
    [both(joined(&ROADS, true, false), joined(&WARDENS_ROADS, true, false)), joined(&ROADS, false, true)];
/// Where the Wardens retreat.
pub(super) static BACKWARD: Neighbours = joined(&ROADS, false, true);
pub(super) static SIDEWAYS: Neighbours = joined(&SIDE_ROADS, true, true);
/// Where the Ranger may attack besides going forward.
pub(super) static BACK_AND_SIDEWAYS: Neighbours = both(joined(&ROADS, false, true), joined(&SIDE_ROADS, true, true));

/// The region of each piece of a side: nine fields of five bits, [`GONE`] for defeated ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Places(u64);

/// Some pieces of a side: bit `5 i + 4` for piece `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pieces(u64);

/// A one in each field.
const ONES: u64 = {
    let (mut ones, mut piece) = (0, 0);
    while piece < PIECES {
        ones |= 1 << (5 * piece);
        piece += 1;
    }
    ones
};

impl Places {
    pub const NOWHERE: Places = Places(ONES * GONE as u64);

    #[inline(always)]
    pub fn of(self, piece: u8) -> u8 {
        (self.0 >> ((5 * u32::from(piece)) & 63)) as u8 & 31
    }

    #[inline(always)]
    pub fn put(&mut self, piece: u8, region: u8) {
        let shift = (5 * u32::from(piece)) & 63;
        self.0 = self.0 & !(31 << shift) | u64::from(region) << shift;
    }

    /// The pieces in a region.
    #[inline(always)]
    pub fn within(self, region: u8) -> Pieces {
        let difference = self.0 ^ (ONES * u64::from(region));
        let elsewhere = ((difference & (ONES * 15)) + ONES * 15) | difference;
        Pieces(!elsewhere & (ONES * 16))
    }

    /// The pieces that are not gone.
    #[inline(always)]
    pub fn alive(self) -> Pieces {
        Pieces(!self.0 & (ONES * 16))
    }
}

impl Pieces {
    pub const NONE: Pieces = Pieces(0);

    #[inline(always)]
    pub fn one(piece: u8) -> Pieces {
        Pieces(16 << ((5 * u32::from(piece)) & 63))
    }

    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub fn has(self, piece: u8) -> bool {
        self.0 >> ((5 * u32::from(piece) + 4) & 63) & 1 == 1
    }

    #[inline(always)]
    pub fn and(self, other: Pieces) -> Pieces {
        Pieces(self.0 & other.0)
    }

    #[inline(always)]
    pub fn with(self, other: Pieces) -> Pieces {
        Pieces(self.0 | other.0)
    }

    #[inline(always)]
    pub fn without(self, other: Pieces) -> Pieces {
        Pieces(self.0 & !other.0)
    }

    #[inline(always)]
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest piece of some.
    #[inline(always)]
    pub fn first(self) -> u8 {
        (self.0.trailing_zeros() / 5) as u8
    }

    /// The k-th lowest piece, counted from 0; there are more than `k`.
    #[inline(always)]
    pub fn nth(self, k: usize) -> u8 {
        let mut left = self.0;
        for _ in 0..k {
            left &= left.wrapping_sub(1);
        }
        Pieces(left).first()
    }

    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let piece = (left != 0).then(|| Pieces(left).first());
            left &= left.wrapping_sub(1);
            piece
        })
    }

    /// The same set with bit `i` for piece `i`.
    #[inline]
    pub fn identities(self) -> u16 {
        self.iter().fold(0, |set, piece| set | 1 << piece)
    }
}

/// How many pieces of a side are in each region: four sets of regions of 16 bits each, those with at least one piece,
/// at least two, three and four.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Crowds(u64);

/// The bits of one region.
const COLUMN: u64 = 0x0001_0001_0001_0001;

impl Crowds {
    pub const NONE: Crowds = Crowds(0);

    /// One piece more in a region that is not full.
    #[inline(always)]
    pub fn enter(&mut self, region: u8) {
        let column = COLUMN << (region & 15);
        self.0 |= (self.0 & column) << 16 | 1 << (region & 15);
    }

    /// One piece less in a region that has one.
    #[inline(always)]
    pub fn leave(&mut self, region: u8) {
        let column = COLUMN << (region & 15);
        self.0 = self.0 & !column | (self.0 & column) >> 16;
    }

    /// The regions with a piece.
    #[inline(always)]
    pub fn occupied(self) -> u16 {
        self.0 as u16
    }

    /// The regions with exactly one.
    #[inline(always)]
    pub fn single(self) -> u16 {
        self.0 as u16 & !((self.0 >> 16) as u16)
    }

    /// The regions where another piece fits.
    #[inline(always)]
    pub fn room(self) -> u16 {
        !((self.0 & MOUNTAINS) | (self.0 >> 16 & PLAINS) | (self.0 >> 48 & HOMES)) as u16
    }

    /// Whether at least `count` pieces (1 to 4) are in a region.
    #[inline(always)]
    pub fn at_least(self, count: u32, region: u8) -> bool {
        self.0 >> ((16 * (count - 1) + u32::from(region & 15)) & 63) & 1 == 1
    }

    /// The number of pieces in a region.
    #[inline]
    pub fn count(self, region: u8) -> u32 {
        (self.0 >> (region & 15) & COLUMN).count_ones()
    }
}

#[inline(always)]
pub(super) fn contains(regions: u16, region: u8) -> bool {
    regions >> (region & 15) & 1 == 1
}

/// The regions that a Legion piece reaches from here by going forward over regions with room and without
/// Wardens, and where it meets a Warden.
#[inline]
pub(super) fn ride(from: u8, wardens: u16, room: u16) -> u16 {
    // From each row to the one before, by two shifts; what a shift brings to another row is masked out.
    const ROWS: [(u32, u32, u16); 6] = [
        (1, 2, 0b1),
        (2, 3, 0b110),
        (3, 4, 0b11_1000),
        (3, 4, 0b11_1100_0000),
        (2, 3, 0b1_1100_0000_0000),
        (1, 2, 0b110_0000_0000_0000),
    ];
    const ROW_OF: [u8; 16] = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6];
    let mut found = 0;
    let mut riding: u16 = 1 << (from & 15);
    for &(left, right, row) in ROWS[..usize::from(ROW_OF[usize::from(from & 15)])].iter().rev() {
        let reached = (riding >> left | riding >> right) & row & room;
        found |= reached & wardens;
        riding = reached & !wardens;
    }
    found
}

/// Both sides' pieces on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    pub places: [Places; 2],
    pub crowds: [Crowds; 2],
}

impl Board {
    pub const EMPTY: Board = Board { places: [Places::NOWHERE; 2], crowds: [Crowds::NONE; 2] };

    #[inline(always)]
    pub fn region(&self, side: usize, piece: u8) -> u8 {
        self.places[side].of(piece)
    }

    #[inline(always)]
    pub fn is_gone(&self, side: usize, piece: u8) -> bool {
        self.region(side, piece) == GONE
    }

    /// Puts a piece that is not on the board into a region.
    #[inline(always)]
    pub fn place(&mut self, side: usize, piece: u8, region: u8) {
        self.places[side].put(piece, region);
        self.crowds[side].enter(region);
    }

    /// Takes a piece that is on the board away.
    #[inline(always)]
    pub fn remove(&mut self, side: usize, piece: u8) {
        self.crowds[side].leave(self.region(side, piece));
        self.places[side].put(piece, GONE);
    }

    #[inline(always)]
    pub fn relocate(&mut self, side: usize, piece: u8, to: u8) {
        self.crowds[side].leave(self.region(side, piece));
        self.place(side, piece, to);
    }

    /// Among these regions, those where a piece of the side may retreat to: without enemies, with room.
    #[inline]
    pub fn refuges(&self, side: usize, regions: u16) -> u16 {
        regions & self.crowds[side].room() & !self.crowds[1 - side].occupied()
    }

    /// Whether enough Legion pieces are in Haven for the Wardens to have lost.
    #[inline(always)]
    pub fn haven_has_fallen(&self) -> bool {
        self.crowds[LEGION].at_least(3, HAVEN)
    }

    #[inline(always)]
    pub fn has_wardens(&self, region: u8) -> bool {
        contains(self.crowds[WARDENS].occupied(), region)
    }

    #[inline(always)]
    pub fn has_legion(&self, region: u8) -> bool {
        contains(self.crowds[LEGION].occupied(), region)
    }
}
