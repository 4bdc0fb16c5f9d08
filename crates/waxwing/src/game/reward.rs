//! Rewards as fixed-point numbers, so that sums over billions of playouts stay exact and do not depend on their order.

use std::fmt;

/// What a game gives a player at its end, in `[0, 1]`: loss 0, draw ½, win 1.
///
/// Stored in units of 2⁻³¹: the sum over 2³¹ playouts fits 63 bits without rounding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Reward(u32);

impl Reward {
    /// Nothing.
    pub const LOSS: Reward = Reward(0);
    /// One half.
    pub const DRAW: Reward = Reward(1 << 30);
    /// Everything.
    pub const WIN: Reward = Reward(1 << 31);

    /// The nearest reward to a number; what lies outside `[0, 1]` is cut off (not-a-number becomes 0).
    pub fn new(value: f64) -> Reward {
        Reward((value.clamp(0.0, 1.0) * f64::from(Reward::WIN.0)).round() as u32)
    }

    /// The reward as a number in `[0, 1]`.
    #[inline]
    pub fn value(self) -> f64 {
        f64::from(self.0) / f64::from(Reward::WIN.0)
    }

    /// What the opponent gets in a two-player game.
    #[inline]
    pub fn opposite(self) -> Reward {
        Reward(Reward::WIN.0 - self.0)
    }

    /// The fixed-point representation: [`Reward::WIN`] is 2³¹.
    #[inline]
    pub(crate) fn bits(self) -> i64 {
        i64::from(self.0)
    }
}

impl fmt::Debug for Reward {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_exact_and_the_rest_is_cut_to_the_unit_interval() {
        assert_eq!(Reward::new(0.5), Reward::DRAW);
        assert_eq!(Reward::new(1.0), Reward::WIN);
        assert_eq!(Reward::new(-3.0), Reward::LOSS);
        assert_eq!(Reward::new(7.0), Reward::WIN);
        assert_eq!(Reward::new(f64::NAN), Reward::LOSS);
        assert_eq!(Reward::DRAW.value(), 0.5);
        assert_eq!(Reward::new(0.25).opposite(), Reward::new(0.75));
    }
}
