//! The discs as two sets of squares, seen by the player to move: which moves flip something, and what they flip.
//!
//! Square `row * 8 + column` is bit `row * 8 + column`, on small boards too.

/// Columns between the outermost ones: a bracketed run seen along a row or diagonal lies in these, so that a fill
/// that stays on them cannot run around the edge.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The empty squares from which a run of `other` discs ends at an `own` disc; also squares outside a small board.
#[inline(always)]
pub(super) fn mobility(own: u64, other: u64) -> u64 {
    let inner = other & INNER_COLUMNS;
    let targets = along::<1>(own, inner) | along::<8>(own, other) | along::<7>(own, inner) | along::<9>(own, inner);
    targets & !(own | other)
}

/// Where the runs of `other` that start beside an `own` disc end, in the two directions of one line. A run has at most
/// six discs, so a fill by 1, 1, 2 and 2 steps covers it.
#[inline(always)]
fn along<const STEP: u32>(own: u64, other: u64) -> u64 {
    let mut up = other & (own << STEP);
    let mut down = other & (own >> STEP);
    up |= other & (up << STEP);
    down |= other & (down >> STEP);
    let pairs_up = other & (other << STEP);
    let pairs_down = pairs_up >> STEP;
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    (up << STEP) | (down >> STEP)
}

/// The rays from a square: four towards higher squares (right, down-left, down, down-right), then their opposites.
static RAYS: [[u64; 8]; 64] = rays();

const fn rays() -> [[u64; 8]; 64] {
    const STEPS: [(i32, i32); 8] = [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];
    let mut table = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let mut row = square as i32 / 8 + STEPS[direction].0;
            let mut column = square as i32 % 8 + STEPS[direction].1;
            while row >= 0 && row < 8 && column >= 0 && column < 8 {
                table[square][direction] |= 1 << (row * 8 + column);
                row += STEPS[direction].0;
                column += STEPS[direction].1;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

/// The `other` discs that a disc of the player to move on this square brackets.
#[inline(always)]
pub(super) fn flips(own: u64, other: u64, square: u8) -> u64 {
    let rays = &RAYS[usize::from(square & 63)];
    let mut flipped = 0;
    for &ray in &rays[..4] {
        // Adding one to the run (with everything off the ray set) carries into the first square behind it.
        let end = (other | !ray).wrapping_add(1) & ray & own;
        flipped |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for &ray in &rays[4..] {
        // Downwards the first square behind the run is the highest one that is not `other`; bit 0 stands in when
        // there is none, and belongs to nobody then.
        let behind = !other & ray;
        let end = (1 << (63 - (behind | 1).leading_zeros())) & behind & own;
        flipped |= end.wrapping_neg() << 1 & ray;
    }
    flipped
}
