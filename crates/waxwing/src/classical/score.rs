//! Scores of positions: evaluations and proven results on one scale.

use std::ops::Neg;

use crate::game::{Player, Reward};

/// How good a position is for one of the players: an evaluation in its own units, or a game that is won or lost in a
/// number of plies from the root.
///
/// It is a whole number, so that a window of two neighbouring scores contains nothing. An evaluation is the number of its bits
/// as a float without sign, with the sign of the float: such numbers are in the order of the floats, a change of sign is a
/// change of sign, and nothing is rounded. Above all finite floats there are eight million numbers left for games that are
/// won, the sooner the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score(i32);

impl Score {
    /// Better than anything.
    pub const INFINITE: Score = Score(i32::MAX);
    /// A game in which no player has won.
    pub const DRAW: Score = Score(0);
    /// Won in the root itself.
    const WON: i32 = i32::MAX - 1;
    /// The bits of infinity: all finite floats are below.
    const LEAST_WON: i32 = 0x7f80_0000;

    /// An evaluation.
    #[inline]
    pub fn of(value: f32) -> Score {
        let bits = if value.is_nan() { 0 } else { value.clamp(f32::MIN, f32::MAX).to_bits() };
        let size = (bits & 0x7fff_ffff) as i32;
        Score(if bits >> 31 == 0 { size } else { -size })
    }

    /// Won after `ply` plies.
    #[inline]
    pub fn won_after(ply: usize) -> Score {
        Score(Score::WON - ply as i32)
    }

    /// The evaluation; `None` for a game that is won or lost.
    pub fn evaluation(self) -> Option<f32> {
        let size = f32::from_bits(self.0.unsigned_abs());
        (!self.is_won() && !self.is_lost()).then_some(if self.0 < 0 { -size } else { size })
    }

    #[inline]
    pub fn is_won(self) -> bool {
        self.0 >= Score::LEAST_WON
    }

    #[inline]
    pub fn is_lost(self) -> bool {
        self.0 <= -Score::LEAST_WON
    }

    /// The next better score.
    #[inline]
    pub fn next(self) -> Score {
        Score(self.0.saturating_add(1))
    }

    /// The same seen from a position `ply` plies below the root, as tables keep it: they do not know how far that is.
    #[inline]
    pub fn seen_from_position(self, ply: usize) -> Score {
        Score(self.0 + self.sign_of_end() * ply as i32)
    }

    /// The opposite of [`Score::seen_from_position`].
    #[inline]
    pub fn seen_from_root(self, ply: usize) -> Score {
        Score(self.0 - self.sign_of_end() * ply as i32)
    }

    #[inline]
    fn sign_of_end(self) -> i32 {
        i32::from(self.is_won()) - i32::from(self.is_lost())
    }

    /// The bits, for a table.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0 as u32
    }

    /// The score of these bits.
    #[inline]
    pub fn from_bits(bits: u32) -> Score {
        Score(bits as i32)
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// What is asked of a search: which of the scores between these two it is, or on which side of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// What the player to move has already.
    pub alpha: Score,
    /// What the other one allows.
    pub beta: Score,
}

impl Window {
    /// Whether a score is more than this one.
    #[inline]
    pub fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha.next() }
    }

    /// Whether it contains no score, so that the answer is yes or no.
    #[inline]
    pub fn is_zero(self) -> bool {
        self.alpha.next() >= self.beta
    }

    /// The same for another player: the other way round if the turn has passed.
    #[inline]
    pub fn seen_by(self, same: bool) -> Window {
        if same { self } else { Window { alpha: -self.beta, beta: -self.alpha } }
    }
}

/// What was found out about a position: at most, at least or exactly a score, depending on the window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub score: Score,
    /// Whether it holds however deep one searches: it rests on ends of games only.
    pub certain: bool,
}

impl Finding {
    /// The placeholder answer of a search that has been stopped; it is not used.
    pub const NONE: Finding = Finding { score: Score::DRAW, certain: false };

    #[inline]
    pub fn guess(score: Score) -> Finding {
        Finding { score, certain: false }
    }

    /// The result of a finished game after `ply` plies. What lies between a draw and a win is left to the evaluation.
    #[inline]
    pub fn of_end(reward: Reward, ply: usize) -> Option<Finding> {
        let score = match reward {
            Reward::WIN => Score::won_after(ply),
            Reward::LOSS => -Score::won_after(ply),
            Reward::DRAW => Score::DRAW,
            _ => return None,
        };
        Some(Finding { score, certain: true })
    }

    /// The same for another player.
    #[inline]
    pub fn seen_by(self, same: bool) -> Finding {
        if same { self } else { Finding { score: -self.score, ..self } }
    }
}

/// A player's position in the search: who moves, and how far it is from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub mover: Player,
    pub ply: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_in_the_order_of_their_evaluations_and_won_games_above_them() {
        let values = [f32::MIN, -700.25, -1.0, -1e-30, 0.0, 1e-40, 0.3, 0.300_000_04, 699.0, f32::MAX];
        for pair in values.windows(2) {
            assert!(Score::of(pair[0]) < Score::of(pair[1]), "{pair:?}");
        }
        for value in values {
            assert_eq!(Score::of(value).evaluation(), Some(value));
            assert_eq!(-Score::of(value), Score::of(-value));
        }
        assert_eq!(Score::of(f32::INFINITY), Score::of(f32::MAX));
        assert_eq!((Score::of(f32::NAN), Score::of(-0.0)), (Score::DRAW, Score::DRAW));
        assert!(Score::won_after(3) > Score::won_after(5) && Score::won_after(60_000) > Score::of(f32::MAX));
        assert!(Score::won_after(60_000).is_won() && (-Score::won_after(7)).is_lost() && !Score::of(f32::MAX).is_won());
        assert_eq!(Score::won_after(7).evaluation(), None);
    }

    #[test]
    fn the_distance_of_an_end_is_counted_from_where_it_is_seen() {
        let won = Score::won_after(7);
        assert_eq!(won.seen_from_position(4), Score::won_after(3));
        assert_eq!((-won).seen_from_position(4), -Score::won_after(3));
        assert_eq!((-won).seen_from_position(4).seen_from_root(4), -won);
        assert_eq!(Score::of(0.5).seen_from_position(4), Score::of(0.5));
    }

    #[test]
    fn windows_and_findings_turn_only_when_the_turn_passes() {
        let window = Window { alpha: Score::of(1.0), beta: Score::of(2.0) };
        assert_eq!((window.seen_by(false).alpha, window.seen_by(true).alpha), (Score::of(-2.0), Score::of(1.0)));
        assert!(Window::above(Score::of(1.0)).is_zero() && !window.is_zero());
        assert_eq!(Finding::guess(Score::of(1.0)).seen_by(false).score, Score::of(-1.0));
        assert_eq!(Finding::of_end(Reward::new(0.7), 3).map(|finding| finding.score), None);
    }
}
