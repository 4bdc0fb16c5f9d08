//! Tallies: how many rows a table has, and the sum of their checksums, so that a row that is gone is missed.

/// Rows of a table, for games and failures those of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub count: i64,
    pub sum: i64,
}

impl Tally {
    /// A row of this checksum.
    pub(super) fn one(checksum: i64) -> Tally {
        Tally { count: 1, sum: checksum }
    }

    /// Both together.
    pub(super) fn plus(self, other: Tally) -> Tally {
        Tally { count: self.count.wrapping_add(other.count), sum: self.sum.wrapping_add(other.sum) }
    }

    /// This without the other.
    pub(super) fn minus(self, other: Tally) -> Tally {
        Tally { count: self.count.wrapping_sub(other.count), sum: self.sum.wrapping_sub(other.sum) }
    }
}
