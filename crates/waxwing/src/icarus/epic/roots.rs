//! `√(ln m)` of a count, without a logarithm.

use std::sync::LazyLock;

/// The bits of a number's mantissa that lie between two entries of the table.
const BETWEEN: u32 = 23 - 8;
/// Where the entry of 1 would be if the table began at the number 0.
const ONE: u32 = 1f32.to_bits() >> BETWEEN;

/// `√(ln m)` for 256 numbers in every octave from 1 to 2³².
pub(super) struct Roots(Box<[f32]>);

static ROOTS: LazyLock<Roots> = LazyLock::new(|| {
    let last = (2f32.powi(32).to_bits() >> BETWEEN) + 1;
    Roots((ONE..=last).map(|entry| libm::logf(f32::from_bits(entry << BETWEEN)).sqrt()).collect())
});

impl Roots {
    pub fn get() -> &'static Roots {
        &ROOTS
    }

    /// `√(ln count)`; 0 counts as 1. Between two entries the root is as good as straight, and up to 512 every number is
    /// an entry.
    #[inline]
    pub fn of(&self, count: u32) -> f32 {
        let bits = (count.max(1) as f32).to_bits();
        let entry = ((bits >> BETWEEN) - ONE) as usize;
        let beyond = (bits & ((1 << BETWEEN) - 1)) as f32 * (1.0 / (1u32 << BETWEEN) as f32);
        let &[low, high] = self.0[entry..].first_chunk().expect("the table reaches beyond every count");
        low + beyond * (high - low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_those_of_the_logarithm_over_the_whole_range() {
        let roots = Roots::get();
        let exact = |count: u32| f64::from(count).ln().sqrt();
        let spread = (0..400_000).map(|step| 2f64.powf(f64::from(step) * 31.0 / 400_000.0) as u32);
        for count in (1..200_000).chain(spread).chain([1 << 31, u32::MAX]) {
            let error = f64::from(roots.of(count)) - exact(count);
            assert!(error.abs() < 2e-6, "{count}: {error}");
        }
        assert_eq!((roots.of(0), roots.of(1)), (0.0, 0.0));
    }
}
