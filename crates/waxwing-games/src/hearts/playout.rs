//! Random games without detours.

use waxwing::{Game, Rng};

use super::cards::{Card, POINTS, suit_cards};
use super::{Hearts, Phase};
use crate::bits::Ranked;

/// One of these cards, as [`Game::random_action`] draws it.
#[inline(always)]
fn random_card(cards: u64, rng: &mut Rng) -> Card {
    let cards = Ranked::new(cards);
    Card::at(cards.select(rng.below(cards.count())))
}

/// The wanted cards of a hand if there are any, otherwise all.
#[inline(always)]
fn playable(hand: u64, wanted: u64) -> u64 {
    if hand & wanted != 0 { hand & wanted } else { hand }
}

impl Hearts {
    #[inline(always)]
    pub(super) fn play_out(&mut self, rng: &mut Rng, most: u32) -> u32 {
        let mut plies = 0;
        while plies < most {
            let action = match self.phase {
                Phase::Play if self.tricks > 0 && self.laid == 0 && most - plies >= self.cards_left() => {
                    plies += self.play_tricks(rng);
                    continue;
                }
                Phase::Play | Phase::Pass => self.random_action(rng, &mut Vec::new()),
                Phase::Deal | Phase::Exchange => self.sample_chance(rng),
                Phase::Over => break,
            };
            self.apply(action);
            plies += 1;
        }
        plies
    }

    /// The cards that will be played from the start of this trick to the end of the round.
    #[inline(always)]
    fn cards_left(&self) -> u32 {
        4 * u32::from(self.rules.ranks - self.tricks)
    }

    /// Plays the tricks after the first one to the end of the round.
    ///
    /// What a player has shown not to have is not noted, as it is forgotten when the round ends. The three who follow
    /// do not wait for each other: their cards depend on the suit led only.
    #[inline(always)]
    fn play_tricks(&mut self, rng: &mut Rng) -> u32 {
        let mut leader = self.mover;
        let mut may_lead = self.wanted;
        let cards = self.cards_left();
        for _ in 0..cards / 4 {
            let (card, mut laid) = self.lay(leader, may_lead, rng);
            let suit = suit_cards(card.suit());
            let mut points = POINTS[usize::from(card.place())];
            let mut taking = card.place() << 2 | leader;
            for distance in 1..4 {
                let seat = (leader + distance) & 3;
                let (card, bit) = self.lay(seat, suit, rng);
                laid |= bit;
                points += POINTS[usize::from(card.place())];
                taking = taking.max(if suit & bit != 0 { card.place() << 2 | seat } else { 0 });
            }
            may_lead = if laid & self.rules.breaking != 0 { u64::MAX } else { may_lead };
            leader = taking & 3;
            self.points[usize::from(leader)] += points;
            self.taking = taking;
        }
        self.wanted = may_lead;
        self.finish_round();
        cards
    }

    /// Lays a random card on the table: one of the wanted ones if the player has any.
    #[inline(always)]
    fn lay(&mut self, seat: u8, wanted: u64, rng: &mut Rng) -> (Card, u64) {
        let seat = usize::from(seat & 3);
        let hand = self.hands[seat];
        let card = random_card(playable(hand, wanted), rng);
        self.hands[seat] = hand & !card.bit();
        self.trick[seat] = card;
        (card, card.bit())
    }
}
