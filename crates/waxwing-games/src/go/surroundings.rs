//! What is on the eight points round a point, as one number: two bits for each, the four neighbours in the low byte and the
//! diagonal ones in the high byte.

use super::board::{Colour, STRIDE};

pub(super) type Surroundings = u16;

/// The eight points as distances from the one in the middle, with the place of their bits.
pub(super) const PLACES: [(usize, u32); 8] = [
    (STRIDE, 0),
    (1, 2),
    (1usize.wrapping_neg(), 4),
    (STRIDE.wrapping_neg(), 6),
    (STRIDE + 1, 8),
    (STRIDE - 1, 10),
    (1usize.wrapping_sub(STRIDE), 12),
    ((STRIDE + 1).wrapping_neg(), 14),
];

/// The low bit of each of the four neighbours.
const FOUR: u16 = 0x55;

/// What is on one of the four neighbours.
#[inline(always)]
pub(super) fn neighbour(surroundings: Surroundings, direction: usize) -> u16 {
    surroundings >> (2 * direction) & 3
}

/// What is on the left.
#[inline(always)]
pub(super) fn west(surroundings: Surroundings) -> Colour {
    match surroundings >> 4 & 3 {
        0 => Colour::Empty,
        1 => Colour::Black,
        2 => Colour::White,
        _ => Colour::Border,
    }
}

/// Puts a stone on the point in the middle of the window, or takes it away.
#[inline(always)]
pub(super) fn toggle<const WINDOW: usize>(window: &mut [Surroundings; WINDOW], colour: Colour) {
    for (distance, shift) in PLACES {
        // Who sees this point above has it below.
        window[(STRIDE + 1).wrapping_sub(distance)] ^= (colour as u16) << shift;
    }
}

/// Whether one of the four neighbours is empty.
#[inline(always)]
pub(super) fn has_liberty(surroundings: Surroundings) -> bool {
    (surroundings | surroundings >> 1) & FOUR != FOUR
}

/// Whether there is no stone among the eight.
#[inline(always)]
pub(super) fn is_free(surroundings: Surroundings) -> bool {
    (surroundings ^ surroundings >> 1) & 0x5555 == 0
}

/// Whether two of the four neighbours are empty.
#[inline(always)]
pub(super) fn has_two_liberties(surroundings: Surroundings) -> bool {
    let empty = !(surroundings | surroundings >> 1) & FOUR;
    empty & empty.wrapping_sub(1) != 0
}

/// The neighbours of a colour: the low one of the two bits of each.
#[inline(always)]
pub(super) fn neighbours_of(surroundings: Surroundings, colour: Colour) -> u16 {
    let (low, high) = (surroundings, surroundings >> 1);
    (if colour == Colour::Black { low & !high } else { high & !low }) & FOUR
}

/// Whether an empty point is a true eye of a colour: all neighbours are its stones (or border), and at most one diagonal
/// point is the enemy's, none at the border.
#[inline(always)]
pub(super) fn is_eye(surroundings: Surroundings, colour: Colour) -> bool {
    let (low, high) = (surroundings, surroundings >> 1);
    let (own, enemy) = if colour == Colour::Black { (low, high & !low) } else { (high, low & !high) };
    if own & FOUR != FOUR {
        return false;
    }
    let enemies = enemy >> 8 & FOUR;
    let border = (low & high) >> 8 & FOUR;
    enemies == 0 || (border == 0 && enemies & (enemies - 1) == 0)
}

/// Whose an empty point without empty neighbours is: 1 for Black, -1 for White, 0 if both are beside it.
#[inline(always)]
pub(super) fn owner(surroundings: Surroundings) -> i32 {
    let (low, high) = (surroundings & FOUR, surroundings >> 1 & FOUR);
    i32::from(low == FOUR) - i32::from(high == FOUR)
}
