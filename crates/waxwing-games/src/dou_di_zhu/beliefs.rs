//! What plays and passes say of the hands.
//!
//! From a determinization the hands at the deal follow: what each player holds, and what it has played. So the game can be played
//! again, and at each answer to a play it is known what the player could have done. The model of how players answer:
//!
//! - Who can beat the last play without a bomb passes with probability [`HOLDS_BACK`], or [`SPARES`] if the last play is its
//!   partner's. Otherwise it beats it with one of its ranks, each half as likely as the next lower one.
//! - A bomb is laid with probability [`BOMBS`], or [`MUST_BOMB`] if nothing else beats the last play.
//!
//! What is led says nothing here, nor do kickers.

use waxwing::Player;
use waxwing::knowledge::Beliefs;

use super::knowledge::DouDiZhuKnowledge;
use super::listing::above;
use super::plays::{PLAY_COUNT, Play};
use super::{DouDiZhu, DouDiZhuMove, LANDLORD};

/// How often a player passes who could beat an opponent's play without a bomb.
pub(super) const HOLDS_BACK: f32 = 0.3;
/// How often a peasant passes who could beat the other one's play without a bomb.
pub(super) const SPARES: f32 = 0.7;
/// How often a bomb is laid where something else beats the last play, and where nothing else does.
pub(super) const BOMBS: f32 = 0.05;
pub(super) const MUST_BOMB: f32 = 0.15;

impl Beliefs<DouDiZhu> for DouDiZhuKnowledge {
    fn log_likelihood(&self, root: &DouDiZhu, observer: Player, seen: &[u64]) -> f32 {
        let Some(mut state) = root.before(seen) else { return 0.0 };
        let mut sum = 0.0;
        for &key in seen {
            let play = DouDiZhuMove(key).play();
            if state.mover != observer.0 && !state.is_leading() {
                sum += libm::logf(state.likelihood_of_answer(play));
            }
            state.make(play);
        }
        sum
    }
}

impl DouDiZhu {
    /// The game after the deal, if these are the numbers of all plays and passes since then.
    fn before(&self, seen: &[u64]) -> Option<DouDiZhu> {
        // The Landlord begins.
        if seen.len() % 3 != usize::from(self.mover) || seen.iter().any(|&key| key >= PLAY_COUNT as u64) {
            return None;
        }
        let held: usize = self.hands.iter().map(|hand| hand.len()).sum();
        let plays = || seen.iter().map(|&key| DouDiZhuMove(key).play());
        let played: usize = plays().flatten().map(|play| play.cards().len()).sum();
        if held + played != self.deck.len() {
            return None;
        }
        let mut state = DouDiZhu { last: Play::NONE, leader: LANDLORD, mover: LANDLORD, ..self.clone() };
        for (play, hand) in plays().zip((0..3).cycle()) {
            if let Some(play) = play {
                state.hands[hand] = state.hands[hand].plus(play.cards());
            }
        }
        Some(state)
    }

    /// How likely the mover, who is not leading, answers so.
    pub(super) fn likelihood_of_answer(&self, answer: Option<Play>) -> f32 {
        let (hand, last) = (self.hand(), self.last);
        let (ranks, bombs) = if last.is_bomb() {
            (0, hand.bombs() & above(last.lowest))
        } else {
            (hand.ranks_above(last), hand.bombs())
        };
        let is_partners = self.mover != LANDLORD && self.leader != LANDLORD;
        let bomb = match (ranks, bombs) {
            (_, 0) => 0.0,
            (0, _) => MUST_BOMB,
            _ => BOMBS,
        };
        let pass = match ranks {
            0 => 1.0 - bomb,
            _ if is_partners => SPARES,
            _ => HOLDS_BACK,
        };
        match answer {
            None => pass,
            Some(play) if play.is_bomb() => bomb / bombs.count_ones().max(1) as f32,
            Some(play) => {
                let halvings = |count: u32| libm::exp2f(-(count as f32));
                let lower = (ranks & !above(play.lowest) & !(1 << play.lowest)).count_ones();
                let all = 2.0 * (1.0 - halvings(ranks.count_ones()));
                (1.0 - pass - bomb) * halvings(lower) / all
            }
        }
    }
}
