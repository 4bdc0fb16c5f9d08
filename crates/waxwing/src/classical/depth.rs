//! Depths in fractions of plies, and what an action costs of them.

use std::ops::{Add, Sub};

use super::plan::Depths;

/// A number of plies, in 64ths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Depth(i32);

impl Depth {
    /// One move.
    pub const PLY: Depth = Depth(64);
    /// Of what holds at any depth.
    pub const CERTAIN: Depth = Depth(i32::MAX);
    /// Less than anything that is asked for.
    pub const NONE: Depth = Depth(i32::MIN);
    /// Nothing is left.
    pub const ZERO: Depth = Depth(0);

    pub const fn plies(plies: u32) -> Depth {
        Depth(64 * plies as i32)
    }

    /// A number of plies, rounded to 64ths.
    fn of(plies: f32) -> Depth {
        Depth((64.0 * plies).round() as i32)
    }

    /// How many plies it is, begun ones included.
    #[inline]
    pub fn begun_plies(self) -> u32 {
        (self.0.max(0) as u32).div_ceil(64)
    }

    /// In two bytes, for a table; searches are not that deep.
    #[inline]
    pub fn pack(self) -> u16 {
        if self == Depth::CERTAIN { u16::MAX } else { self.0.clamp(0, i32::from(u16::MAX) - 1) as u16 }
    }

    #[inline]
    pub fn unpack(packed: u16) -> Depth {
        if packed == u16::MAX { Depth::CERTAIN } else { Depth(packed.into()) }
    }
}

impl Add for Depth {
    type Output = Depth;

    #[inline]
    fn add(self, other: Depth) -> Depth {
        Depth(self.0 + other.0)
    }
}

impl Sub for Depth {
    type Output = Depth;

    #[inline]
    fn sub(self, other: Depth) -> Depth {
        Depth(self.0 - other.0)
    }
}

/// A move with this probability costs one ply.
const ONE_PLY: f32 = 0.25;
/// No move is cheaper than this, so that every search ends.
const LEAST: Depth = Depth(4);
/// What enhanced realization-probability search allows.
const ENHANCED: [Depth; 2] = [Depth(32), Depth(256)];

/// What an action of each category costs: log P / log 0.25 plies where P is how likely it is to be played.
pub(super) fn costs(depths: Depths, probabilities: &[f32]) -> Vec<Depth> {
    let cost = |&probability: &f32| {
        let cost = Depth::of(libm::logf(probability.clamp(1e-6, 1.0)) / libm::logf(ONE_PLY));
        match depths {
            Depths::Fixed => Depth::PLY,
            Depths::Realization => cost.max(LEAST),
            Depths::Enhanced => cost.clamp(ENHANCED[0], ENHANCED[1]),
        }
    };
    probabilities.iter().map(cost).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likely_moves_cost_less_than_unlikely_ones() {
        let probabilities = [1.0, 0.5, 0.25, 0.0625, 0.000_1, 0.0];
        let realization = costs(Depths::Realization, &probabilities);
        assert_eq!(realization[..4], [Depth(4), Depth(32), Depth(64), Depth(128)]);
        assert_eq!(realization[4].begun_plies(), 7);
        let enhanced = costs(Depths::Enhanced, &probabilities);
        assert_eq!(enhanced, [Depth(32), Depth(32), Depth(64), Depth(128), Depth(256), Depth(256)]);
        assert_eq!(costs(Depths::Fixed, &probabilities), [Depth::PLY; 6]);
    }

    #[test]
    fn depths_are_packed_without_loss() {
        for depth in [Depth::ZERO, Depth::of(3.5), Depth::plies(512), Depth::CERTAIN] {
            assert_eq!(Depth::unpack(depth.pack()), depth);
        }
        assert!(Depth::NONE < Depth::ZERO - Depth::plies(9) && Depth::CERTAIN > Depth::plies(512));
    }
}
