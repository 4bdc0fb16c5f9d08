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
    let rows = rightwards(own, inner) | leftwards(own, inner);
    let targets = rows | along::<8>(own, other) | along::<7>(own, inner) | along::<9>(own, inner);
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

/// The same along the rows to the right only: adding its first disc to a run carries into the square behind it.
#[inline(always)]
fn rightwards(own: u64, inner: u64) -> u64 {
    inner + (inner & (own << 1))
}

/// The same along the rows to the left only.
#[inline(always)]
fn leftwards(own: u64, inner: u64) -> u64 {
    run_left(own, inner) >> 1
}

/// The runs of `inner` discs to the left of these.
#[inline(always)]
fn run_left(from: u64, inner: u64) -> u64 {
    let mut run = inner & (from >> 1);
    run |= inner & (run >> 1);
    let pairs = inner & (inner >> 1);
    run |= pairs & (run >> 2);
    run | (pairs & (run >> 2))
}

/// The rays from a square: right, down-left, down and down-right.
static RAYS: [[u64; 4]; 64] = rays();

const fn rays() -> [[u64; 4]; 64] {
    const STEPS: [(i32, i32); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
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
    let square = usize::from(square & 63);
    let [right, downwards @ ..] = &RAYS[square];
    let [_, upwards @ ..] = &RAYS[square ^ 56];
    let (own_turned, other_turned) = (own.swap_bytes(), other.swap_bytes());
    let mut flipped = bracketed(own, other, *right) | bracketed_left(own, other, 1 << square);
    let mut turned = 0;
    for (&down, &up) in downwards.iter().zip(upwards) {
        flipped |= bracketed(own, other, down);
        turned |= bracketed(own_turned, other_turned, up);
    }
    flipped | turned.swap_bytes()
}

/// The run of `other` discs at the beginning of a ray to higher squares, if an `own` disc ends it.
#[inline(always)]
fn bracketed(own: u64, other: u64, ray: u64) -> u64 {
    // Adding one to the run, with everything off the ray set, carries into the first square behind it.
    let end = (other | !ray).wrapping_add(1) & ray & own;
    end.wrapping_sub(u64::from(end != 0)) & ray
}

/// The same to the left of a disc, where no carry goes.
#[inline(always)]
fn bracketed_left(own: u64, other: u64, disc: u64) -> u64 {
    let run = run_left(disc, other & INNER_COLUMNS);
    if (run >> 1) & own == 0 { 0 } else { run }
}
