//! Mobility and walls: what the lines of the board say about both players at once.
//!
//! What can move along a line, and what is in its way, depends on nothing but the pieces on that line. A line is a number
//! in base three, its pattern: a digit for each square, 0 if it is empty, 1 for a piece of Black, 2 for one of White. A
//! table has an entry for each pattern. A piece that comes or goes changes the patterns of four lines.

use std::sync::LazyLock;

use super::super::rays::{LARGEST, SMALLEST};
use crate::bits::squares;

/// Rows, columns, diagonals up to the right and diagonals up to the left: the kinds of lines, in this order.
const KINDS: usize = 4;
const FIRST_OF_KIND: [u8; KINDS] = [0, 8, 16, 31];
const LINES: usize = 46;
/// Room for the lines, and more, so that any number below it may be asked for.
const ROOM: usize = LINES.next_power_of_two();

/// Of the weight of a move that neither captures nor ends on an edge, so that every weight is a whole number.
const QUARTERS: u16 = 4;

/// What is to be known of a line with a certain pattern: the weights of the moves of both players, and whether the pieces
/// on its first and on its last square are walled in along it. Small, so that most of the table stays near.
#[derive(Clone, Copy, Default)]
struct Entry(u16);

impl Entry {
    /// The bits of the weights of a player's moves, of which the heaviest line has 16 quarters.
    const BITS: usize = 7;
    const WALLED: usize = 2 * Self::BITS;

    /// Both mobilities, as they are added up.
    #[inline(always)]
    fn mobility(self) -> Mobility {
        let [black, white] = [0, 1].map(|player| u32::from(self.0 >> (Self::BITS * player) & 0x7f));
        Mobility(black | white << Mobility::BITS)
    }

    /// A bit for each end of the line.
    #[inline(always)]
    fn walled(self) -> usize {
        usize::from(self.0 >> Self::WALLED)
    }

    /// The entry of a line with these digits. A line along the edge is all edge, and leads nowhere off the rim.
    fn of(digits: &[u8], on_edge: bool) -> Entry {
        let count = digits.iter().filter(|&&digit| digit != 0).count();
        let last = digits.len() - 1;
        let mut entry = 0;
        for (from, &digit) in digits.iter().enumerate().filter(|&(_, &digit)| digit != 0) {
            let up = from.checked_add(count).filter(|&to| to <= last);
            for to in [up, from.checked_sub(count)].into_iter().flatten() {
                let between = &digits[from.min(to) + 1..from.max(to)];
                if between.contains(&(3 - digit)) {
                    let ends = u16::from(from == 0) | u16::from(from == last) << 1;
                    entry |= if on_edge { 0 } else { ends << Self::WALLED };
                } else if digits[to] != digit {
                    let weight = if digits[to] == 0 { QUARTERS } else { 2 * QUARTERS };
                    let weight = match () {
                        () if on_edge => weight / 4,
                        () if to == 0 || to == last => weight / 2,
                        () => weight,
                    };
                    entry += weight << (Self::BITS * usize::from(digit - 1));
                }
            }
        }
        Entry(entry)
    }
}

/// Where a square lies on a line through it.
#[derive(Clone, Copy, Default)]
struct Spot {
    line: u8,
    /// What the digit of the square is multiplied with; 0 on a line of one square, along which nothing moves.
    power: u16,
}

/// The lines of a board of one size.
struct Layout {
    /// The pattern of each line without pieces, which is where its entries begin.
    empty: [u16; ROOM],
    spots: [[Spot; KINDS]; 64],
    /// The squares at the ends of a line that are walled in, by the bits of an entry.
    ends: [[u64; 4]; ROOM],
    corners: u64,
}

struct Tables {
    entries: Vec<Entry>,
    layouts: Vec<Layout>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut entries = vec![Entry::default()];
    let mut add = |length: u8, on_edge| {
        let start = entries.len() as u16;
        entries.extend((0..3_u32.pow(length.into())).map(|pattern| {
            let digits: Vec<u8> = (0..length).map(|place| (pattern / 3_u32.pow(place.into()) % 3) as u8).collect();
            Entry::of(&digits, on_edge)
        }));
        start
    };
    // No entries but the first one for lines of one square.
    let inner: Vec<u16> = (0..=LARGEST).map(|length| if length < 2 { 0 } else { add(length, false) }).collect();
    let layouts = (SMALLEST..=LARGEST).map(|size| Layout::new(size, &inner, add(size, true))).collect();
    Tables { entries, layouts }
});

impl Layout {
    /// `inner[length]` and `edge` are where the entries begin for lines of this length and for those along the edge.
    fn new(size: u8, inner: &[u16], edge: u16) -> Layout {
        let mut layout =
            Layout { empty: [0; ROOM], spots: [[Spot::default(); KINDS]; 64], ends: [[0; 4]; ROOM], corners: 0 };
        let last = size - 1;
        for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
            let square = usize::from(row * 8 + column);
            // The number of the line among those of its kind, the place of the square on it, and its length.
            let (falling, rising) = (row + column, row + LARGEST - 1 - column);
            let lines = [
                (row, column, size),
                (column, row, size),
                (rising, row.min(column), size - row.abs_diff(column)),
                (falling, row - falling.saturating_sub(last), size - falling.abs_diff(last)),
            ];
            for (kind, (number, place, length)) in lines.into_iter().enumerate() {
                let line = usize::from(FIRST_OF_KIND[kind] + number);
                let on_edge = kind < 2 && (number == 0 || number == last);
                let power = if length < 2 { 0 } else { 3_u16.pow(place.into()) };
                layout.spots[square][kind] = Spot { line: line as u8, power };
                layout.empty[line] = if on_edge { edge } else { inner[usize::from(length)] };
                for (end, at_end) in [(1, place == 0), (2, place == length - 1)] {
                    for bits in (0..4).filter(|bits| at_end && bits & end != 0) {
                        layout.ends[line][bits] |= 1 << square;
                    }
                }
            }
            let at_side = |place: u8| place == 0 || place == last;
            layout.corners |= u64::from(at_side(row) && at_side(column)) << square;
        }
        layout
    }
}

/// The weights of the moves of both players, in quarters; White's in the higher half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mobility(u32);

impl Mobility {
    const BITS: usize = 16;

    #[inline(always)]
    fn change(&mut self, old: Mobility, new: Mobility) {
        self.0 = self.0.wrapping_add(new.0).wrapping_sub(old.0);
    }
}

/// What all lines say together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineSums {
    mobility: Mobility,
    /// Pieces on the rim that are walled in along a row or column, along a diagonal up to the right and along one up to
    /// the left. There is one way of each sort off the rim, except that in a corner there is only a diagonal.
    walled: [u64; 3],
}

impl LineSums {
    /// The mobility of a player, in quarters of an ordinary move. It is 0 if the player has no move.
    #[inline(always)]
    pub(super) fn mobility(&self, player: usize) -> i32 {
        (self.mobility.0 >> (Mobility::BITS * player) & 0xffff) as i32
    }

    /// How well these pieces, the other player's, are walled in: 2 for each on the rim that cannot leave it, 1 for each
    /// that can by one way of three.
    #[inline(always)]
    pub(super) fn walls_around(&self, pieces: u64, size: u8) -> i32 {
        let [straight, rising, falling] = self.walled;
        if straight | rising | falling == 0 {
            return 0;
        }
        let corners = TABLES.layouts[usize::from(size - SMALLEST)].corners;
        let all = (straight & rising & falling) | ((rising | falling) & corners);
        let most = (straight & (rising | falling)) | (rising & falling) | all;
        ((all & pieces).count_ones() + (most & pieces).count_ones()) as i32
    }
}

/// The plane of [`LineSums::walled`] for lines of a kind.
const fn plane(kind: usize) -> usize {
    kind.saturating_sub(1)
}

/// A move, as the lines see it.
#[derive(Clone, Copy)]
pub(super) struct Shift {
    pub(super) player: usize,
    pub(super) from: u8,
    pub(super) to: u8,
    /// The kind of line along which it goes.
    pub(super) kind: usize,
    pub(super) captures: bool,
}

/// All lines of a position.
pub(super) struct Lines {
    table: &'static [Entry],
    layout: &'static Layout,
    patterns: [u16; ROOM],
    entries: [Entry; ROOM],
    pub(super) sums: LineSums,
}

impl Lines {
    /// The lines of a board with these pieces of Black and White.
    #[inline]
    pub(super) fn of(size: u8, pieces: [u64; 2]) -> Self {
        let tables: &'static Tables = &TABLES;
        let layout = &tables.layouts[usize::from(size - SMALLEST)];
        let mut patterns = layout.empty;
        for (set, digit) in pieces.into_iter().zip([1, 2]) {
            for square in squares(set) {
                for spot in &layout.spots[usize::from(square & 63)] {
                    patterns[usize::from(spot.line) % ROOM] += digit * spot.power;
                }
            }
        }
        let mut entries = [Entry::default(); ROOM];
        let mut sums = LineSums { mobility: Mobility(0), walled: [0; 3] };
        for (kind, &first) in FIRST_OF_KIND.iter().enumerate() {
            let end = FIRST_OF_KIND.get(kind + 1).map_or(LINES, |&first| first.into());
            for line in first.into()..end {
                let entry = tables.entries[usize::from(patterns[line])];
                entries[line] = entry;
                sums.mobility.0 += entry.mobility().0;
                sums.walled[plane(kind)] |= layout.ends[line][entry.walled()];
            }
        }
        Lines { table: &tables.entries, layout, patterns, entries, sums }
    }

    /// The sums after a move.
    ///
    /// No branch depends on the board. The line along which the move goes changes at both ends, and is looked at twice, the
    /// second time for nothing.
    #[inline]
    pub(super) fn after(&self, shift: Shift) -> LineSums {
        let digit = shift.player as u16 + 1;
        // A capture turns one digit into the other.
        let arriving = digit.wrapping_sub(u16::from(shift.captures) * (3 - digit));
        let mut sums = self.sums;
        let spots = |square: u8| &self.layout.spots[usize::from(square & 63)];
        for (kind, (from, to)) in spots(shift.from).iter().zip(spots(shift.to)).enumerate() {
            let leaves = digit.wrapping_mul(from.power).wrapping_neg();
            let arrives = arriving.wrapping_mul(to.power);
            let along = u16::from(kind == shift.kind);
            self.change(&mut sums, kind, from.line, leaves.wrapping_add(along * arrives));
            self.change(&mut sums, kind, to.line, (1 - along).wrapping_mul(arrives));
        }
        sums
    }

    /// Adds a number to the pattern of a line.
    #[inline(always)]
    fn change(&self, sums: &mut LineSums, kind: usize, line: u8, number: u16) {
        let line = usize::from(line) % ROOM;
        let old = self.entries[line];
        let new = self.table[usize::from(self.patterns[line].wrapping_add(number))];
        let ends = &self.layout.ends[line];
        sums.mobility.change(old.mobility(), new.mobility());
        sums.walled[plane(kind)] ^= ends[old.walled()] ^ ends[new.walled()];
    }
}

#[test]
fn no_line_is_too_heavy_for_its_entry() {
    let weights = TABLES.entries.iter().flat_map(|entry| {
        let Mobility(both) = entry.mobility();
        [both & 0xffff, both >> Mobility::BITS]
    });
    assert_eq!(weights.max(), Some(16));
}
