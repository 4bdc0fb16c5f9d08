//! A set of steps or of jumps, all of the same player: to be counted, chosen from and listed.

use waxwing::Rng;

use crate::bits::Ranked;

/// Bit `way * 32 + square` says whether the piece on the square can go that way; the two ways down are in the first
/// word, those up in the second.
#[derive(Clone, Copy)]
pub(super) struct Choices([u64; 2]);

impl Choices {
    /// The squares from which a piece can go each way.
    #[inline(always)]
    pub(super) fn new(down: [u32; 2], up: [u32; 2]) -> Self {
        Choices([down, up].map(|[left, right]| u64::from(left) | u64::from(right) << 32))
    }

    #[inline(always)]
    pub(super) fn any(self) -> bool {
        self.0[0] | self.0[1] != 0
    }

    /// Whether this number, below 128, is in the set.
    #[inline(always)]
    pub(super) fn contains(self, number: u8) -> bool {
        self.0[usize::from(number >> 6 & 1)] >> (number & 63) & 1 == 1
    }

    /// One of the numbers, uniformly; the set is not empty.
    #[inline(always)]
    pub(super) fn random(self, rng: &mut Rng) -> u8 {
        // Without kings there is only one way forward, and one word to count: worth its branches.
        match self.0 {
            [down, 0] => one_of(down, rng),
            [0, up] => 64 | one_of(up, rng),
            both => {
                let [down, up] = both.map(Ranked::new);
                let k = rng.below(down.count() + up.count());
                if k < down.count() { down.select(k) } else { 64 | up.select(k - down.count()) }
            }
        }
    }

    /// All numbers, in ascending order.
    #[inline(always)]
    pub(super) fn for_each(self, mut visit: impl FnMut(u8)) {
        for (word, first) in self.0.into_iter().zip([0, 64]) {
            let mut left = word;
            while left != 0 {
                visit(first + left.trailing_zeros() as u8);
                left &= left - 1;
            }
        }
    }
}

/// One of the set bits, uniformly.
#[inline(always)]
fn one_of(word: u64, rng: &mut Rng) -> u8 {
    let ranked = Ranked::new(word);
    ranked.select(rng.below(ranked.count()))
}
