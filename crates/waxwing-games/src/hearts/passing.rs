//! Choosing three cards of a hand.

use waxwing::Rng;

use super::cards::{Card, PASSED, Three, cards};
use super::{Hearts, HeartsMove};
use crate::bits::Ranked;

/// All ways to choose three of thirteen places, ordered by the highest: those of a smaller hand come first.
static CHOICES: [[u8; PASSED]; 286] = choices();

const fn choices() -> [[u8; PASSED]; 286] {
    let mut table = [[0; PASSED]; 286];
    let (mut low, mut middle, mut high) = (0, 1, 2);
    let mut place = 0;
    while place < 286 {
        table[place] = [low, middle, high];
        low += 1;
        if low == middle {
            (low, middle) = (0, middle + 1);
        }
        if middle == high {
            (middle, high) = (1, high + 1);
        }
        place += 1;
    }
    table
}

/// How many ways there are to choose three of a hand.
#[inline]
fn count(hand_size: u8) -> usize {
    let size = usize::from(hand_size);
    size * (size - 1) * (size - 2) / 6
}

/// Three cards of a hand of this size, uniformly.
#[inline]
pub(super) fn random(hand: u64, hand_size: u8, rng: &mut Rng) -> Three {
    let hand = Ranked::new(hand);
    let places = CHOICES[rng.below(count(hand_size))];
    Three::ascending(places.map(|place| Card::at(hand.select(usize::from(place)))))
}

impl Hearts {
    /// Appends all passes of the player to move.
    pub(super) fn list_passes(&self, actions: &mut Vec<HeartsMove>) {
        let mut held = [Card::at(0); 13];
        held.iter_mut().zip(cards(self.hand())).for_each(|(slot, card)| *slot = card);
        let choices = &CHOICES[..count(self.rules.ranks)];
        let pass = |places: &[u8; PASSED]| Three::ascending(places.map(|place| held[usize::from(place)]));
        actions.extend(choices.iter().map(|places| HeartsMove::Pass(pass(places))));
    }
}
