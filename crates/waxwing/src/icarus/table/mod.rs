//! Tables of records, by number.

mod records;
mod slots;
mod stats;

pub(crate) use records::Row;
pub use records::{Lifetime, Records};
pub(crate) use slots::SlotTable;
pub(crate) use stats::StatTable;

/// Tells how keys of several parts become one number: `Σ part · radix` in a dense table, a mixture of bits in a sparse one.
#[inline]
pub(crate) fn mix(key: u64, part: u64) -> u64 {
    // Multiplication by an odd constant and a rotation: each part is kept apart from its neighbours.
    (key.rotate_left(23) ^ part.wrapping_add(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}
