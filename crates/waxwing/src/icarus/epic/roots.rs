//! `√(ln m)` of a count, without a logarithm.

use std::sync::LazyLock;

/// The bits of a number's mantissa that lie between two entries of the table.
const BETWEEN: u32 = 23 - 8;
/// Entries for 32 octaves. They are found by the last bits of an exponent and the first of a mantissa, so that they go round.
const ENTRIES: usize = 32 << 8;

type Lines = [[f32; 2]; ENTRIES];

/// Straight lines through `√(ln m)` at 256 numbers in every octave from 1 to 2³²: where each is at 0, and its slope.
#[derive(Clone, Copy)]
pub(super) struct Roots(&'static Lines);

static LINES: LazyLock<Box<Lines>> = LazyLock::new(|| {
    let mut lines = Box::new([[0.0; 2]; ENTRIES]);
    let one = 1f32.to_bits() as usize >> BETWEEN;
    (one..one + ENTRIES).for_each(|entry| lines[entry % ENTRIES] = line(entry as u32));
    lines
});

fn line(entry: u32) -> [f32; 2] {
    let [low, high] = [entry, entry + 1].map(|entry| f64::from(f32::from_bits(entry << BETWEEN)));
    let root = |number: f64| libm::log(number).sqrt();
    let slope = (root(high) - root(low)) / (high - low);
    [(root(low) - low * slope) as f32, slope as f32]
}

impl Roots {
    pub fn get() -> Roots {
        Roots(&LINES)
    }

    /// `√(ln count)` of a count of at least 1 that is not rounded to 2³² (some number for 0). Between two entries the root is as good as
    /// straight, and up to 512 every number is an entry.
    #[inline]
    pub fn of(self, count: u32) -> f32 {
        let number = i64::from(count) as f32;
        let [start, slope] = self.0[(number.to_bits() >> BETWEEN) as usize % ENTRIES];
        start + slope * number
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
        for count in (1..200_000).chain(spread).chain([1 << 31, u32::MAX - 128]) {
            let error = f64::from(roots.of(count)) - exact(count);
            assert!(error.abs() < 2e-6, "{count}: {error}");
        }
        assert_eq!(roots.of(1), 0.0);
    }
}
