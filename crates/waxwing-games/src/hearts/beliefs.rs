//! What cards played say of the hands.
//!
//! From a determinization the hands at the first trick follow: what each player holds, and what it has played in this round. So
//! the round can be played again, and at each card it is known what else the player could have played. The model of how players
//! play: with probability [`AGREES`] as the player of simple rules in `rule_player.rs` does, and otherwise any card. What was
//! passed on says nothing here, nor do earlier rounds.

use waxwing::Player;
use waxwing::knowledge::Beliefs;

use super::cards::{Card, RANKS};
use super::knowledge::HeartsKnowledge;
use super::{Hearts, HeartsMove, Phase, rule_player};

/// How often players follow the simple rules.
pub(super) const AGREES: f32 = 0.5;
/// Keys of cards that are played count through the suits.
const IN_A_SUIT: u64 = RANKS as u64;

impl Beliefs<Hearts> for HeartsKnowledge {
    fn log_likelihood(&self, root: &Hearts, observer: Player, seen: &[u64]) -> f32 {
        let Some((mut state, played)) = root.before_play(seen) else { return 0.0 };
        let mut sum = 0.0;
        for card in played {
            if state.mover != observer.0 {
                sum += libm::logf(state.likelihood_of(card));
            }
            state.play(card);
        }
        sum
    }
}

impl Hearts {
    /// The round before the first trick, and the cards played since then, if these are among what was seen.
    fn before_play(&self, seen: &[u64]) -> Option<(Hearts, Vec<Card>)> {
        let count = 4 * usize::from(self.tricks) + usize::from(self.laid);
        if self.phase != Phase::Play || count > seen.len() {
            return None;
        }
        let card = |&key: &u64| Card::new(u8::try_from(key / IN_A_SUIT).ok()?, (key % IN_A_SUIT) as u8);
        let cards: Vec<Card> = seen[seen.len() - count..].iter().map(card).collect::<Option<_>>()?;
        let mut state = Hearts {
            tricks: 0,
            laid: 0,
            trick_points: 0,
            taking: 0,
            broken: false,
            points: [0; 4],
            lacks: [0; 4],
            ..self.clone()
        };
        for (seat, card) in self.seats(&cards).zip(&cards) {
            state.hands[seat] |= card.bit();
        }
        state.begin_play();
        Some((state, cards))
    }

    /// Who has played each of all cards of the round, in their order.
    fn seats(&self, cards: &[Card]) -> impl Iterator<Item = usize> {
        // As if the first seat had led: then it is known how far that is from the truth.
        let (mut seats, mut leader) = (Vec::with_capacity(cards.len()), 0);
        let mut mover = 0;
        for trick in cards.chunks(4) {
            seats.extend((0..trick.len()).map(|place| (leader + place) % 4));
            mover = (leader + trick.len()) % 4;
            if trick.len() == 4 {
                let followed = trick.iter().enumerate().filter(|(_, card)| card.suit() == trick[0].suit());
                let taker = followed.max_by_key(|(_, card)| card.rank()).map_or(0, |(place, _)| place);
                leader = (leader + taker) % 4;
                mover = leader;
            }
        }
        let turned = usize::from(self.mover) + 4 - mover;
        seats.into_iter().map(move |seat| (seat + turned) % 4)
    }

    /// How likely the mover plays this card.
    fn likelihood_of(&self, card: Card) -> f32 {
        let any = (1.0 - AGREES) / self.playable().count_ones().max(1) as f32;
        if rule_player::choose(self) == HeartsMove::Play(card) { AGREES + any } else { any }
    }
}
