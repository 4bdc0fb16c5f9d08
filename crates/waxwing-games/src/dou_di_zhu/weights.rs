//! How tidily a play leaves the hand: weights for informed playouts, since random ones tear hands to pieces.
//!
//! - A play that empties the hand leaves nothing worth mentioning to the others ([`ENDS`]).
//! - Who leads likes each further card of a play [`CARD`] times as much, plays without its lowest card [`HIGHER`] times, and
//!   bombs [`BOMB_LED`] times.
//! - Who follows answers as the model of `beliefs.rs` says: mostly by the lowest rank that beats the last play.
//! - In both cases each main rank and each kicker of which cards stay behind counts [`TORN`] times, and each kicker above the
//!   king [`HIGH_KICKER`] times.
//!
//! The prior win rate of an action follows from its weight w: r / (1 + r), where r is the fourth root of w.

use super::cards::{Cards, Ranks};
use super::plays::Play;
use super::{DouDiZhu, DouDiZhuMove};

pub(super) const ENDS: f32 = 1e6;
pub(super) const CARD: f32 = 3.0;
pub(super) const HIGHER: f32 = 0.1;
pub(super) const BOMB_LED: f32 = 0.02;
pub(super) const TORN: f32 = 0.25;
pub(super) const HIGH_KICKER: f32 = 0.2;
/// The ace, the 2 and the jokers.
const HIGH: Ranks = !0 << 11;

impl DouDiZhu {
    /// The weights of these actions of the mover.
    pub(super) fn tidy_weights(&self, actions: &[DouDiZhuMove], weights: &mut Vec<f32>) {
        let hand = self.hand();
        weights.extend(actions.iter().map(|action| match action.play() {
            // Before the deal there is nothing to choose.
            None if !self.dealt => 1.0,
            None => self.likelihood_of_answer(None),
            Some(play) if play.cards() == hand => ENDS,
            Some(play) if self.is_leading() => led(hand, play) * tidiness(hand, play),
            Some(play) => self.likelihood_of_answer(Some(play)) * tidiness(hand, play),
        }));
    }
}

/// How often the mover may be expected to win after an action of this weight.
pub(super) fn prior(weight: f32) -> f32 {
    let root = weight.sqrt().sqrt();
    root / (1.0 + root)
}

/// How much a player likes to lead a play.
fn led(hand: Cards, play: Play) -> f32 {
    if play.is_bomb() {
        return BOMB_LED;
    }
    let lowest = hand.with_at_least(1) & hand.with_at_least(1).wrapping_neg();
    let has_lowest = (play.main() | Ranks::from(play.kickers)) & lowest != 0;
    power(CARD, play.cards().len() as u32 - 1) * if has_lowest { 1.0 } else { HIGHER }
}

/// What a play does to the rest of the hand.
fn tidiness(hand: Cards, play: Play) -> f32 {
    let kickers = Ranks::from(play.kickers);
    let torn = play.taken_from(hand).with_at_least(1) & (play.main() | kickers);
    power(TORN, torn.count_ones()) * power(HIGH_KICKER, (kickers & HIGH).count_ones())
}

/// The same number on any machine.
fn power(base: f32, exponent: u32) -> f32 {
    (0..exponent).fold(1.0, |power, _| power * base)
}
