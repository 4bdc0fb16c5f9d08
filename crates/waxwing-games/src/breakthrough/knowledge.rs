//! What Breakthrough offers beyond its rules.
//!
//! Episodes: one starts in the initial state and after every capture; its label is the player to move.
//!
//! The evaluations are those of the implicit minimax paper. `ms` (Schadd): 10 for each piece more and 2.5 for each row
//! that the foremost piece is ahead, cut off at ±100, is δ; the value is tanh(δ / 60). `lh` (Lorentz & Horey): the sum of the values
//! of the squares under a player's pieces, minus the other's, is δ; the value is tanh(δ / 100). A won game is 1, a lost one -1.

use std::sync::LazyLock;

use waxwing::Player;
use waxwing::knowledge::{EpisodeLabel, FeatureWeights, Knowledge};

use super::{Breakthrough, BreakthroughMove, features};
use crate::bits::{self, byte_counts};

pub(super) struct BreakthroughKnowledge;

/// In the order of the bits of [`Knowledge::holding`].
const PREDICATES: &[&str] = &["capture", "win", "threatened", "home-capture", "ahead", "behind", "past-middle"];

/// The values of `lh` by row, from the player's home row: on the outer columns and on the inner ones. On his home row
/// the fourth column from either side counts as an outer one.
const OUTER: [u64; 8] = [5, 2, 4, 7, 11, 16, 20, 36];
const INNER: [u64; 8] = [15, 3, 6, 10, 15, 21, 28, 36];

/// The most that `lh` can give one player: all pieces on the best squares.
const LH_MOST: i32 = 16 * 36;
/// δ of `ms` comes in steps of 2.5, and ends after so many of them.
const MS_MOST: i32 = 40;

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

impl Breakthrough {
    /// The captures of the mover, as the squares of the captured pieces.
    #[inline(always)]
    fn captures(&self) -> u64 {
        let [_, left, right] = self.destinations();
        (left | right) & self.other
    }

    /// The value of `ms` for the mover while the game lasts.
    #[inline]
    fn ms(&self) -> f32 {
        let pieces = self.own.count_ones() as i32 - self.other.count_ones() as i32;
        let own_row = 7 - (self.own.leading_zeros() / 8) as i32;
        let other_row = i32::from(self.rows) - 1 - (self.other.trailing_zeros() / 8) as i32;
        let steps = (4 * pieces + own_row - other_row).clamp(-MS_MOST, MS_MOST);
        MS[(steps + MS_MOST) as usize]
    }

    /// The value of `lh` for the mover while the game lasts.
    #[inline]
    fn lh(&self) -> f32 {
        let outer = OUTER_SQUARES[usize::from(self.column_count())];
        let side = |pieces: u64| sum(pieces & outer, &OUTER) + sum(pieces & !outer, &INNER);
        LH[(side(self.own) - side(self.turned(self.other)) + LH_MOST) as usize]
    }
}

impl Knowledge<Breakthrough> for BreakthroughKnowledge {
    fn has_episodes(&self) -> bool {
        true
    }

    #[inline]
    fn episode(&self, state: &Breakthrough) -> Option<EpisodeLabel> {
        (state.captured || state.last == BreakthroughMove::NONE).then_some(EpisodeLabel::from(state.mover))
    }

    fn predicates(&self) -> &'static [&'static str] {
        PREDICATES
    }

    fn holding(&self, state: &Breakthrough) -> u64 {
        let captures = state.captures();
        let (own, other) = (state.own.count_ones(), state.other.count_ones());
        // A piece one row before the goal always gets there: of its diagonals at least one is on the board, and none of
        // them can be blocked.
        let before_goal = 0xff << (8 * (state.rows - 2));
        let before_home = 0xff << 8;
        bits::pack([
            captures != 0,
            state.own & before_goal != 0 || (other == 1 && captures != 0),
            state.other & before_home != 0,
            captures & before_home != 0,
            own > other,
            own < other,
            state.own >> (8 * state.rows.div_ceil(2)) != 0,
        ])
    }

    fn feature_weights(&self) -> &'static [f32] {
        &features::WEIGHTS
    }

    fn features(&self, state: &Breakthrough, player: Player, features: &mut Vec<u16>) {
        features::holding(state, player, features);
    }

    fn feature_gains(
        &self,
        weights: &FeatureWeights,
        state: &Breakthrough,
        actions: &[BreakthroughMove],
        gains: &mut Vec<f32>,
    ) {
        features::gains(weights, state, actions, gains);
    }

    fn evaluations(&self) -> &'static [&'static str] {
        &["ms", "lh"]
    }

    #[inline]
    fn evaluate(&self, evaluation: usize, state: &Breakthrough, player: Player) -> f32 {
        let value = match evaluation {
            _ if state.is_over() => -1.0,
            0 => state.ms(),
            _ => state.lh(),
        };
        if player.0 == state.mover { value } else { -value }
    }
}
