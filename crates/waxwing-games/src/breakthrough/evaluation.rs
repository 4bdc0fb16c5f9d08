//! The evaluations `ms` and `lh` of a state, and of all its moves without making them.
//!
//! `ms` (Schadd): 10 for each piece more and 2.5 for each row that the foremost piece is ahead, cut off at ±100, is δ; the value
//! is tanh(δ / 60). `lh` (Lorentz & Horey): the sum of the values of the squares under a player's pieces, minus the other's, is
//! δ; the value is tanh(δ / 100). A won game is 1, a lost one -1.
//!
//! δ is a small whole number of steps, and its hyperbolic tangents are looked up. A move changes δ by what its destination
//! says: which row it is, what the square is worth, and whether a piece is captured there.

use std::sync::LazyLock;

use super::{Breakthrough, BreakthroughMove};
use crate::bits::byte_counts;

/// The values of `lh` by row, from the player's home row: on the outer columns and on the inner ones. On the home row
/// the fourth column from either side counts as an outer one.
const OUTER: [u64; 8] = [5, 2, 4, 7, 11, 16, 20, 36];
const INNER: [u64; 8] = [15, 3, 6, 10, 15, 21, 28, 36];

/// The most that `lh` can give one player: all pieces on the best squares.
const LH_MOST: i32 = 16 * 36;
/// δ of `ms` comes in steps of 2.5, and ends after this many of them.
const MS_MOST: i32 = 40;
/// The steps that a piece is worth.
const PIECE: i32 = 4;

/// The values of `ms` and `lh` for all that δ can be.
static MS: LazyLock<[f32; 2 * MS_MOST as usize + 1]> = LazyLock::new(|| values(MS_MOST, 2.5 / 60.0));
static LH: LazyLock<[f32; 2 * LH_MOST as usize + 1]> = LazyLock::new(|| values(LH_MOST, 1.0 / 100.0));

fn values<const COUNT: usize>(most: i32, scale: f64) -> [f32; COUNT] {
    std::array::from_fn(|place| libm::tanh(f64::from(place as i32 - most) * scale) as f32)
}

/// `OUTER_SQUARES[columns]`: where the values of the outer columns apply.
static OUTER_SQUARES: [u64; 9] = outer_squares();

const fn outer_squares() -> [u64; 9] {
    let mut table = [0; 9];
    let mut place = 0;
    while place < 9 * 64 {
        let (columns, row, column) = (place / 64, place / 8 % 8, place % 8);
        if column < columns {
            let from_side = if column < columns - 1 - column { column } else { columns - 1 - column };
            if from_side == 0 || (row == 0 && from_side == 3) {
                table[columns] |= 1 << (place % 64);
            }
        }
        place += 1;
    }
    table
}

/// `SQUARES[columns]`: what `lh` gives for each square, in its owner's view.
static SQUARES: [[u8; 64]; 9] = squares();

const fn squares() -> [[u8; 64]; 9] {
    let mut table = [[0; 64]; 9];
    let mut place = 0;
    while place < 9 * 64 {
        let (columns, square) = (place / 64, place % 64);
        let is_outer = OUTER_SQUARES[columns] >> square & 1 == 1;
        table[columns][square] = if is_outer { OUTER[square / 8] } else { INNER[square / 8] } as u8;
        place += 1;
    }
    table
}

/// The sum of `values[row]` over the squares. Both halves of the rows are summed by one multiplication each: the products of
/// all rows with their values meet in the highest 16 bits.
#[inline(always)]
fn sum(squares: u64, values: &[u64; 8]) -> i32 {
    const EVEN_BYTES: u64 = 0x00ff_00ff_00ff_00ff;
    let counts = byte_counts(squares);
    let even = values[6] | values[4] << 16 | values[2] << 32 | values[0] << 48;
    let odd = values[7] | values[5] << 16 | values[3] << 32 | values[1] << 48;
    let sum_even = (counts & EVEN_BYTES).wrapping_mul(even) >> 48;
    let sum_odd = ((counts >> 8) & EVEN_BYTES).wrapping_mul(odd) >> 48;
    (sum_even + sum_odd) as i32
}

/// The value of `ms` by its steps.
#[inline(always)]
fn ms_of(values: &[f32; 2 * MS_MOST as usize + 1], steps: i32) -> f32 {
    values[(steps.clamp(-MS_MOST, MS_MOST) + MS_MOST) as usize]
}

impl Breakthrough {
    /// How many pieces more the mover has.
    #[inline(always)]
    fn lead(&self) -> i32 {
        self.own.count_ones() as i32 - self.other.count_ones() as i32
    }

    /// The row that the mover's foremost piece has reached.
    #[inline(always)]
    fn own_row(&self) -> i32 {
        7 - (self.own.leading_zeros() / 8) as i32
    }

    /// The row that the foremost of the other player's pieces has reached in that player's view, if it has none but
    /// these.
    #[inline(always)]
    fn other_row(&self, pieces: u64) -> i32 {
        i32::from(self.rows) - 1 - (pieces.trailing_zeros() / 8) as i32
    }

    /// The value of `ms` for the mover while the game lasts.
    #[inline]
    pub(super) fn ms(&self) -> f32 {
        ms_of(&MS, PIECE * self.lead() + self.own_row() - self.other_row(self.other))
    }

    /// What `lh` looks at: the sum of the mover's squares, minus that of the other's.
    #[inline(always)]
    fn square_lead(&self) -> i32 {
        let outer = OUTER_SQUARES[usize::from(self.column_count())];
        let side = |pieces: u64| sum(pieces & outer, &OUTER) + sum(pieces & !outer, &INNER);
        side(self.own) - side(self.turned(self.other))
    }

    /// The value of `lh` for the mover while the game lasts.
    #[inline]
    pub(super) fn lh(&self) -> f32 {
        LH[(self.square_lead() + LH_MOST) as usize]
    }

    /// Appends the values of `ms` behind the mover's actions.
    pub(super) fn ms_of_actions(&self, actions: &[BreakthroughMove], values: &mut Vec<f32>) {
        let known = &*MS;
        let (lead, own_row) = (PIECE * self.lead(), self.own_row());
        let winning = self.winning_squares();
        values.extend(actions.iter().map(|&action| {
            let to = self.destination(action);
            let captured = 1 << to & self.other;
            let rows = own_row.max(i32::from(to / 8)) - self.other_row(self.other ^ captured);
            let value = ms_of(known, lead + PIECE * i32::from(captured != 0) + rows);
            if winning >> to & 1 == 1 { 1.0 } else { value }
        }));
    }

    /// Appends the values of `lh` behind the mover's actions.
    pub(super) fn lh_of_actions(&self, actions: &[BreakthroughMove], values: &mut Vec<f32>) {
        let (known, squares) = (&*LH, &SQUARES[usize::from(self.column_count())]);
        let worth = |square: u8| i32::from(squares[usize::from(square & 63)]);
        let lead = self.square_lead();
        let winning = self.winning_squares();
        values.extend(actions.iter().map(|&action| {
            let (_, from) = action.step_of(self.mover);
            let to = self.destination(action);
            // The captured piece is as many rows from its owner's home as the goal is away from here.
            let turned = (8 * (self.rows - 1)).wrapping_sub(to & 56) + (to & 7);
            let captured = if self.other >> to & 1 == 1 { worth(turned) } else { 0 };
            let value = known[(lead + worth(to) - worth(from) + captured + LH_MOST) as usize];
            if winning >> to & 1 == 1 { 1.0 } else { value }
        }));
    }
}
