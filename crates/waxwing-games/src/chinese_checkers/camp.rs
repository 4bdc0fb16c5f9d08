//! The checkers of one player, and the number of such a configuration among all of them.
//!
//! A configuration is known by the orders of its fields in the player's view, a₀ < a₁ < … < a₅. Its *index* is
//! C(a₀, 1) + C(a₁, 2) + … + C(a₅, 6): every configuration has its own, without gaps, and those within the rhombus, whose
//! orders come first, have the smallest. So one index serves the small board and the large one.

use super::board::{CHECKERS, FIELDS, RHOMBUS_FIELDS};

/// A byte of every checker, in ascending order, and two that are larger than any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Camp(u64);

const ONES: u64 = 0x0101_0101_0101_0101;
const FILLING: u64 = 0x7f7f << 48;

impl Camp {
    /// The configuration of a player at the start: the first orders.
    pub(super) const START: Camp = Camp(FILLING | 0x05_04_03_02_01_00);
    /// That of a player who has all checkers in the target: the last orders of the rhombus.
    pub(super) const HOME: Camp = Camp(FILLING | 0x30_2f_2e_2d_2c_2b);

    /// The configuration of these orders, which ascend.
    pub(super) fn new(orders: [u8; CHECKERS]) -> Camp {
        let [a, b, c, d, e, f] = orders;
        Camp(u64::from_le_bytes([a, b, c, d, e, f, 0, 0]) | FILLING)
    }

    /// The order of the i-th checker.
    #[inline(always)]
    pub(super) fn get(self, i: usize) -> u8 {
        (self.0 >> (8 * i)) as u8
    }

    /// The orders of the checkers.
    #[inline(always)]
    pub(super) fn orders(self) -> [u8; CHECKERS] {
        let [a, b, c, d, e, f, ..] = self.0.to_le_bytes();
        [a, b, c, d, e, f]
    }

    /// A number that no other configuration has.
    #[inline(always)]
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    /// How many checkers come before an order.
    #[inline(always)]
    pub(super) fn below(self, order: u8) -> usize {
        // A byte is 127 + order - checker, which has its high bit where the checker is smaller.
        let differences = (u64::from(order) * ONES + 0x7f * ONES) - self.0;
        (((differences >> 7) & ONES).wrapping_mul(ONES) >> 56) as usize
    }

    /// How many checkers are outside the rhombus.
    #[inline(always)]
    pub(super) fn outside(self) -> usize {
        CHECKERS - self.below(RHOMBUS_FIELDS as u8)
    }

    /// Whether there is a checker of this order.
    #[inline(always)]
    pub(super) fn contains(self, order: u8) -> bool {
        self.get(self.below(order)) == order
    }

    /// The configuration after a checker has moved.
    #[inline(always)]
    pub(super) fn after(self, from: u8, to: u8) -> Camp {
        let place = 8 * self.below(from);
        let before = (1 << place) - 1;
        let left = self.0 & before | self.0 >> 8 & !before | 0x7f << 56;
        let place = 8 * Camp(left).below(to);
        let before = (1 << place) - 1;
        Camp(left & before | u64::from(to) << place | left << 8 & !before << 8)
    }

    /// The number of this configuration.
    #[inline]
    pub(super) fn index(self) -> usize {
        self.orders().iter().zip(1..).map(|(&order, k)| choose(order, k) as usize).sum()
    }
}

/// `BINOMIALS[n][k]` is the number of ways to choose k things out of n.
static BINOMIALS: [[u32; 8]; FIELDS + 1] = {
    let mut table = [[0; 8]; FIELDS + 1];
    let mut n = 0;
    while n <= FIELDS {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < 7 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

#[inline(always)]
pub(super) fn choose(n: u8, k: usize) -> u32 {
    BINOMIALS[usize::from(n)][k & 7]
}

/// The indices of all configurations that are one move away, by a few additions each.
///
/// When checker i goes to order t, the checkers between them change places by one. Their part of the index is a difference
/// of two running sums, so that the index is a sum of a part of i, a part of the number of checkers before t, and a
/// binomial of t. The parts depend on the side of i that t lies on.
pub(super) struct Indices {
    camp: Camp,
    /// The parts of the checker that goes: if it goes back, if it goes on.
    leaving: [[u32; 8]; 2],
    /// The parts of the number of checkers before its new order.
    arriving: [[u32; 8]; 2],
}

impl Indices {
    #[inline]
    pub(super) fn of(camp: Camp) -> Self {
        let orders = camp.orders();
        let mut indices = Indices { camp, leaving: [[0; 8]; 2], arriving: [[0; 8]; 2] };
        let total = camp.index() as u32;
        // Sums over the checkers before i: as they are, one place further, one place back.
        let (mut kept, mut raised, mut lowered) = (0u32, 0u32, 0u32);
        for (i, order) in orders.into_iter().enumerate() {
            let (own, back) = (choose(order, i + 1), choose(order, i));
            indices.arriving[0][i] = kept.wrapping_sub(raised);
            indices.leaving[0][i] = raised.wrapping_add(total).wrapping_sub(kept + own);
            indices.leaving[1][i] = kept.wrapping_sub(lowered + back);
            (kept, raised, lowered) = (kept + own, raised.wrapping_add(choose(order, i + 2)), lowered + back);
            indices.arriving[1][i + 1] = lowered.wrapping_add(total - kept);
        }
        indices
    }

    /// The index after the i-th checker, of this order, has gone to another one.
    #[inline(always)]
    pub(super) fn after(&self, i: usize, from: u8, to: u8) -> usize {
        let before = self.camp.below(to) & 7;
        let on = usize::from(to > from);
        let moved = self.leaving[on][i & 7].wrapping_add(self.arriving[on][before]);
        moved.wrapping_add(choose(to, before + 1 - on)) as usize
    }
}

/// Configurations by their indices; quick if the indices ascend.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    orders: [u8; CHECKERS],
}

impl Reader {
    pub(super) fn new() -> Self {
        Reader { orders: [0; CHECKERS] }
    }

    /// The configuration with this index.
    #[inline]
    pub(super) fn read(&mut self, index: usize) -> Camp {
        let mut left = index as u32;
        for (order, k) in self.orders.iter_mut().rev().zip((1..=CHECKERS).rev()) {
            if choose(*order, k) > left || choose(*order + 1, k) <= left {
                *order = BINOMIALS.partition_point(|row| row[k] <= left) as u8 - 1;
            }
            left -= choose(*order, k);
        }
        Camp::new(self.orders)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sets of `count` numbers below a bound, the largest number counting most.
    fn configurations(bound: u8, count: usize) -> Vec<Vec<u8>> {
        if count == 0 {
            return vec![Vec::new()];
        }
        let largest = (count as u8 - 1..bound).flat_map(|last| {
            configurations(last, count - 1).into_iter().map(move |mut set| {
                set.push(last);
                set
            })
        });
        largest.collect()
    }

    #[test]
    fn indices_number_all_configurations_without_gaps() {
        let mut reader = Reader::new();
        let all = configurations(14, CHECKERS);
        assert_eq!(all.len(), 3_003);
        for (index, orders) in all.into_iter().enumerate() {
            let camp = Camp::new(orders.clone().try_into().unwrap());
            assert_eq!((camp.index(), camp.orders().to_vec()), (index, orders));
            assert_eq!(reader.read(index), camp);
        }
        assert_eq!(Camp::HOME.index(), 13_983_815);
        assert_eq!(Camp::new([67, 68, 69, 70, 71, 72]).index(), 170_230_451);
        assert_eq!(Reader::new().read(170_230_451), Camp::new([67, 68, 69, 70, 71, 72]));
    }

    #[test]
    fn a_move_changes_one_checker_and_the_index_with_it() {
        let mut rng = waxwing::Rng::new(1);
        for _ in 0..2_000 {
            let mut fields: Vec<u8> = (0..FIELDS as u8).collect();
            rng.shuffle(&mut fields);
            let (mut orders, others) = (fields[..CHECKERS].to_vec(), &fields[CHECKERS..]);
            orders.sort_unstable();
            let camp = Camp::new(orders.clone().try_into().unwrap());
            let indices = Indices::of(camp);
            for (i, &from) in orders.iter().enumerate() {
                assert!(camp.contains(from) && camp.get(i) == from);
                for &to in others {
                    assert!(!camp.contains(to));
                    let mut moved = orders.clone();
                    moved[i] = to;
                    moved.sort_unstable();
                    let after = camp.after(from, to);
                    assert_eq!(after.orders().to_vec(), moved);
                    assert_eq!(indices.after(i, from, to), after.index());
                }
            }
        }
    }
}
