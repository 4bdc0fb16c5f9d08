//! The one source of randomness: a seeded Xoshiro256++ generator.
//!
//! It is a concrete type, so that games and strategies need no generic parameter for it, and named, so that the same
//! seed gives the same search on every machine.

use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded random number generator.
///
/// ```
/// use waxwing::Rng;
/// let mut a = Rng::new(7);
/// let mut b = Rng::new(7);
/// assert_eq!(a.below(1000), b.below(1000));
/// ```
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The generator of this seed.
    pub fn new(seed: u64) -> Self {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A seed for an independent stream: the same `(seed, stream)` always gives the same one.
    pub fn derive(seed: u64, stream: u64) -> u64 {
        // The finaliser of SplitMix64 over both words: neighbouring streams share no pattern.
        let mut z = seed ^ stream.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..bound`; 0 when `bound` is 0.
    ///
    /// Multiply and shift, without rejection: the bias is below `bound / 2³²`, far under what any search can notice.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        (((self.next_u64() >> 32) * bound as u64) >> 32) as usize
    }

    /// A number in `[0, 1)`.
    #[inline]
    pub fn unit(&mut self) -> f32 {
        (self.next_u64() >> 40) as f32 * (1.0 / (1u32 << 24) as f32)
    }

    /// [`Rng::below`] and [`Rng::unit`] from one draw: they use different bits of it.
    #[inline]
    pub fn below_and_unit(&mut self, bound: usize) -> (usize, f32) {
        let bits = self.next_u64();
        let index = (((bits >> 32) * bound as u64) >> 32) as usize;
        (index, (bits & 0xFF_FFFF) as f32 * (1.0 / (1u32 << 24) as f32))
    }

    /// Puts the items in a random order.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_covers_its_range_evenly() {
        let mut rng = Rng::new(1);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        assert!(counts.iter().all(|&n| (9_600..10_400).contains(&n)), "{counts:?}");
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn a_shuffle_gives_every_order_equally_often() {
        let mut rng = Rng::new(2);
        let mut counts = std::collections::HashMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            rng.shuffle(&mut items);
            *counts.entry(items).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 24);
        assert!(counts.values().all(|n| (850..1_150).contains(n)), "{counts:?}");
    }

    #[test]
    fn derived_seeds_differ() {
        let seeds: std::collections::HashSet<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |stream| Rng::derive(seed, stream))).collect();
        assert_eq!(seeds.len(), 10_000);
    }
}
