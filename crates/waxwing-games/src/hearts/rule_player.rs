//! A player of simple rules, from whose rounds the database of scores is made.
//!
//! It passes what is dangerous: the high spades if it has few spades, high hearts, and high cards of short suits. It
//! leads low, and spades below the queen while she is out; it plays the highest card that does not take the trick, or
//! if it must take it, a high one when no player can punish it and a low one otherwise; it throws away the queen, then
//! what could catch her, then hearts, then high cards. Having taken all points so far, and many, it tries to take the
//! rest; if another player has, it tries to take a trick from that player, and gives that player no hearts. It uses
//! nothing but what the player to move sees, and draws no lots.

use super::cards::{Card, HEARTS, PENALTIES, QUEEN, QUEEN_OF_SPADES, Three, cards, suit_cards};
use super::{Hearts, HeartsMove, Phase};

const SPADES: u64 = suit_cards(3);
/// A player with this many points, with none for the others, may shoot the moon.
const MOON_IN_SIGHT: u8 = 15;
/// With this many spades the queen is safe in a hand.
const SAFE_SPADES: u32 = 5;

/// What it does in this state, in which a player is to act.
pub(super) fn choose(state: &Hearts) -> HeartsMove {
    if state.phase == Phase::Pass {
        return HeartsMove::Pass(pass(state.hand()));
    }
    let playable = state.playable();
    let shooter = shooter(state);
    let is_threatened = state.laid > 0 && shooter == Some(state.taking & 3);
    let card = match () {
        () if shooter == Some(state.mover) => highest(playable),
        () if is_threatened && playable & state.wanted != 0 => highest(playable),
        () if is_threatened && playable & !PENALTIES != 0 => highest(playable & !PENALTIES),
        () if state.laid == 0 => lead(state, playable),
        () if playable & state.wanted != 0 => follow(state, playable),
        () => throw_away(state, playable),
    };
    HeartsMove::Play(card)
}

fn pass(hand: u64) -> Three {
    let mut held: Vec<Card> = cards(hand).collect();
    held.sort_by_key(|&card| std::cmp::Reverse(danger(hand, card)));
    Three::new([held[0], held[1], held[2]]).expect("the cards of a hand are different")
}

/// How much it wants to be rid of a card before play.
fn danger(hand: u64, card: Card) -> u32 {
    let held = (hand & suit_cards(card.suit())).count_ones();
    let rank = u32::from(card.rank());
    match card.suit() {
        3 if card == QUEEN_OF_SPADES && held < SAFE_SPADES => 100,
        3 if card > QUEEN_OF_SPADES && held < SAFE_SPADES => 60 + rank,
        3 => 0,
        2 => 12 + 2 * rank,
        _ if held <= 3 => 18 + rank,
        _ => 6 + rank,
    }
}

/// Who may be about to shoot the moon.
fn shooter(state: &Hearts) -> Option<u8> {
    let taken: u8 = state.points.iter().sum();
    let all = |seat: &u8| state.points[usize::from(*seat)] == taken;
    (0..4).find(all).filter(|_| taken >= MOON_IN_SIGHT)
}

/// Whether another player still has the queen of spades.
fn queen_is_out(state: &Hearts) -> bool {
    let held = state.hands.iter().fold(0, |set, hand| set | hand);
    held & QUEEN != 0 && state.hand() & QUEEN == 0
}

fn lead(state: &Hearts, playable: u64) -> Card {
    let spades = playable & SPADES;
    let low_spades = spades & (QUEEN - 1);
    if queen_is_out(state) && low_spades != 0 && low_spades == spades {
        return highest(low_spades);
    }
    // The queen and what could catch her are led last.
    let careful = playable & !(SPADES & !(QUEEN - 1));
    let side_suits = careful & !HEARTS;
    lowest([side_suits, careful, playable].into_iter().find(|&set| set != 0).expect("there is a card to play"))
}

fn follow(state: &Hearts, playable: u64) -> Card {
    let taking = Card::at(state.taking >> 2);
    let below = playable & (taking.bit() - 1);
    if below & QUEEN != 0 {
        return QUEEN_OF_SPADES;
    }
    if below != 0 {
        return highest(below);
    }
    let without_queen = if playable & !QUEEN != 0 { playable & !QUEEN } else { playable };
    let is_last = state.laid == 3;
    let is_harmless = state.trick_points == 0 && (is_last || state.tricks == 0);
    if is_last || is_harmless { highest(without_queen) } else { lowest(without_queen) }
}

fn throw_away(state: &Hearts, playable: u64) -> Card {
    let catchers = if queen_is_out(state) { playable & SPADES & !(2 * QUEEN - 1) } else { 0 };
    let choices = [playable & QUEEN, catchers, playable & HEARTS, playable];
    highest(choices.into_iter().find(|&set| set != 0).expect("there is a card to play"))
}

/// The card of the highest rank, and of the last suit among those.
fn highest(set: u64) -> Card {
    cards(set).max_by_key(|card| (card.rank(), card.suit())).expect("there is a card to play")
}

/// The card of the lowest rank, and of the first suit among those.
fn lowest(set: u64) -> Card {
    cards(set).min_by_key(|card| (card.rank(), card.suit())).expect("there is a card to play")
}
