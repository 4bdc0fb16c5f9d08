//! The course of a round: deal, passes, exchange, tricks, score.

use super::cards::{Card, HEARTS, PENALTIES, POINTS, Three, deck, suit_cards};
use super::moves::Deal;
use super::{Hearts, Phase, hidden, scores};

impl Hearts {
    /// The cards of the player to move.
    #[inline(always)]
    pub(super) fn hand(&self) -> u64 {
        self.hands[usize::from(self.mover & 3)]
    }

    pub(super) fn deal(&mut self, deal: Deal) {
        self.hands = deal.hands(self.rules.ranks);
        self.passes = [0; 4];
        self.mover = 0;
        if self.direction() == 0 {
            self.begin_play();
        } else {
            self.phase = Phase::Pass;
        }
    }

    pub(super) fn pass(&mut self, three: Three) {
        self.passes[usize::from(self.mover & 3)] = three.set();
        self.mover += 1;
        if self.mover == 4 {
            self.mover = 0;
            self.phase = Phase::Exchange;
        }
    }

    /// What a player gets when the passes are exchanged.
    pub(super) fn received(&self, receiver: usize) -> Three {
        Three::of(self.passes[self.giver(receiver)])
    }

    /// Who passes cards to this player.
    pub(super) fn giver(&self, receiver: usize) -> usize {
        (receiver + 4 - usize::from(self.direction())) % 4
    }

    /// Whom this player passes cards to.
    pub(super) fn receiver(&self, giver: usize) -> usize {
        (giver + usize::from(self.direction())) % 4
    }

    pub(super) fn exchange(&mut self) {
        for seat in 0..4 {
            self.hands[seat] ^= self.passes[seat] | self.passes[self.giver(seat)];
        }
        self.begin_play();
    }

    pub(super) fn begin_play(&mut self) {
        self.phase = Phase::Play;
        self.wanted = self.lowest_club();
        let leader = self.hands.iter().position(|hand| hand & self.wanted != 0);
        self.mover = leader.expect("every card has been dealt") as u8;
    }

    /// The card that is led to the first trick.
    pub(super) fn lowest_club(&self) -> u64 {
        let deck = deck(self.rules.ranks);
        deck & deck.wrapping_neg()
    }

    /// The cards that the player to move may play.
    #[inline(always)]
    pub(super) fn playable(&self) -> u64 {
        let hand = self.hand();
        playable(hand, self.wanted, self.second_choice())
    }

    /// What may be played by a player who has none of the wanted cards, if it has one of these.
    #[inline(always)]
    fn second_choice(&self) -> u64 {
        if self.tricks == 0 { !PENALTIES } else { u64::MAX }
    }

    #[inline]
    pub(super) fn play(&mut self, card: Card) {
        let seat = usize::from(self.mover & 3);
        let (bit, claim) = (card.bit(), card.place() << 2 | self.mover);
        if self.laid == 0 {
            if HEARTS & bit != 0 && !self.broken {
                self.lacks[seat] |= hidden::ALL_BUT_HEARTS;
            }
            self.wanted = suit_cards(card.suit());
            self.taking = claim;
        } else if self.wanted & bit != 0 {
            self.taking = self.taking.max(claim);
        } else {
            self.lacks[seat] |= hidden::lacks_suit(self.wanted);
            if self.tricks == 0 && PENALTIES & bit != 0 {
                self.lacks[seat] |= hidden::ALL_BUT_PENALTIES;
            }
        }
        self.hands[seat] &= !bit;
        self.trick[seat] = card;
        self.trick_points += POINTS[usize::from(card.place())];
        self.broken |= self.rules.breaking & bit != 0;
        self.laid += 1;
        self.mover = (self.mover + 1) & 3;
        if self.laid == 4 {
            self.finish_trick();
        }
    }

    #[inline]
    fn finish_trick(&mut self) {
        self.mover = self.taking & 3;
        self.points[usize::from(self.mover)] += self.trick_points;
        self.trick_points = 0;
        self.laid = 0;
        self.tricks += 1;
        self.wanted = if self.broken { u64::MAX } else { !HEARTS };
        if self.tricks == self.rules.ranks {
            self.finish_round();
        }
    }

    /// Adds up the points and goes on to the next round, if there is one.
    pub(super) fn finish_round(&mut self) {
        let scores = scores::of_round(self.points, self.moon());
        self.totals = std::array::from_fn(|seat| self.totals[seat] + scores[seat]);
        self.points = [0; 4];
        self.lacks = [0; 4];
        self.passes = [0; 4];
        (self.tricks, self.broken, self.mover) = (0, false, 0);
        self.round += 1;
        if self.future != 0 {
            self.totals = scores::finish(self.totals, self.rules.limit, self.future);
        }
        let is_over = self.totals.iter().any(|&total| total >= self.rules.limit);
        self.phase = if is_over { Phase::Over } else { Phase::Deal };
    }
}

/// The cards that may be played from a hand: wanted ones if there are any, or else those of second choice, or else all.
#[inline(always)]
pub(super) fn playable(hand: u64, wanted: u64, second: u64) -> u64 {
    let first_choice = hand & wanted;
    let rest = if hand & second != 0 { hand & second } else { hand };
    if first_choice != 0 { first_choice } else { rest }
}
