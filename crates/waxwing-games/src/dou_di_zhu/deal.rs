//! Deals: drawn, packed into a number, and written as `deal:`, the three hands with `/` between them.
//!
//! A rank is split between three hands in at most 15 ways, a joker in 3, and three shown cards can be of 680 kinds:
//! 15¹³ · 3² · 680 is less than 2⁶⁴ by a third, so that a whole deal is one number.

use waxwing::Rng;

use super::cards::{BLACK_JOKER, Cards, JOKERS, RANKS, SIGNS, TWO};

/// How many of the Landlord's cards can be shown to all.
pub(super) const KITTY: usize = 3;
/// The number of multisets of three ranks.
const KITTIES: u64 = 680;
/// The most cards of one hand: longer chains than those of the table are not possible then.
pub(super) const LARGEST_HAND: usize = 20;

/// Three hands, the Landlord's first, and those of its cards that all players see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deal {
    pub(super) hands: [Cards; 3],
    pub(super) shown: Cards,
}

/// The cards of the game with this many ranks: the lowest ones and the 2, four of each, and the jokers.
pub(super) fn deck_of(ranks: u8) -> Cards {
    let lowest = (1 << (ranks - 1)) - 1;
    Cards::deck(lowest | (1 << TWO) | JOKERS)
}

/// How many cards each peasant gets: a third of what is left without the kitty, which like the rest is the Landlord's.
pub(super) fn peasant_cards(deck: Cards) -> usize {
    (deck.len() - KITTY) / 3
}

impl Deal {
    /// Shuffles the physical cards.
    pub(super) fn random(deck: Cards, kitty: bool, rng: &mut Rng) -> Self {
        let each = peasant_cards(deck);
        let landlord = deck.draw(deck.len() - 2 * each, rng);
        let peasants = deck.except(landlord);
        let lower = peasants.draw(each, rng);
        let shown = if kitty { landlord.draw(KITTY, rng) } else { Cards::NONE };
        let hands = [landlord, lower, peasants.except(lower)];
        Deal { hands: hands.map(Cards::stacked), shown: shown.stacked() }
    }

    /// The number of this deal.
    pub(super) fn packed(self) -> u64 {
        let hands = self.hands.map(Cards::counts);
        let split = |rank: usize| {
            let (landlord, lower) = (u64::from(hands[0][rank]), u64::from(hands[1][rank]));
            let both = landlord + lower;
            both * (both + 1) / 2 + lower
        };
        let splits = (0..RANKS).rev().fold(0, |number, rank| number * ways(rank) + split(rank));
        splits * KITTIES + packed_kitty(self.shown)
    }

    /// The deal of a number, with the cards of this deck.
    pub(super) fn unpacked(number: u64, deck: Cards, kitty: bool) -> Self {
        let mut splits = number / KITTIES;
        let numbers: [[u8; 3]; RANKS] = std::array::from_fn(|rank| {
            let (split, total) = ((splits % ways(rank)) as u8, deck.count(rank));
            splits /= ways(rank);
            let both = (0..total).take_while(|both| (both + 1) * (both + 2) / 2 <= split).count() as u8;
            let lower = split - both * (both + 1) / 2;
            [both - lower, lower, total - both]
        });
        let hand = |player: usize| Cards::from_counts(numbers.map(|of_rank| of_rank[player]));
        let shown = if kitty { unpacked_kitty(number % KITTIES) } else { Cards::NONE };
        Deal { hands: [hand(0), hand(1), hand(2)], shown }
    }

    /// Whether a number, which may be any, is that of a deal of all cards of this deck.
    pub(super) fn is_whole(number: u64, deck: Cards, kitty: bool) -> bool {
        let mut splits = number / KITTIES;
        let fits = |rank: usize| {
            let (split, total) = (splits % ways(rank), u64::from(deck.count(rank)));
            splits /= ways(rank);
            split < (total + 1) * (total + 2) / 2
        };
        if !(0..RANKS).all(fits) || splits > 0 {
            return false;
        }
        let Deal { hands: [landlord, lower, upper], shown } = Deal::unpacked(number, deck, kitty);
        let each = peasant_cards(deck);
        let has_kitty = if kitty { landlord.contain(shown) } else { number.is_multiple_of(KITTIES) };
        lower.len() == each && upper.len() == each && has_kitty
    }

    /// The deal as text: the hands, and the shown cards if there are any.
    pub(super) fn text(self) -> String {
        let mut text = self.hands.map(written).join("/");
        if !self.shown.is_empty() {
            text = format!("{text}/{}", written(self.shown));
        }
        text
    }

    /// Reads any deal that could be part of the whole deck. The message says what is wrong.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split('/').collect();
        let (&[landlord, lower, upper] | &[landlord, lower, upper, _]) = parts.as_slice() else {
            return Err(
                "a deal is three hands with `/` between them, and perhaps the Landlord's shown cards".to_owned()
            );
        };
        let hands = [counts(landlord)?, counts(lower)?, counts(upper)?];
        let shown = parts.get(3).map_or(Ok([0; RANKS]), |kitty| counts(kitty))?;
        let total: [u8; RANKS] = std::array::from_fn(|rank| hands.iter().map(|hand| hand[rank]).sum());
        check_numbers(&total)?;
        let deal =
            Deal { hands: hands.map(Cards::from_counts), shown: Cards::from_counts(shown.map(|count| count.min(4))) };
        if let Some(hand) = deal.hands.iter().find(|hand| hand.is_empty() || hand.len() > LARGEST_HAND) {
            return Err(format!("a hand has 1 to {LARGEST_HAND} cards, not {}", hand.len()));
        }
        if deal.shown.len() > KITTY || !deal.hands[0].contain(deal.shown) {
            return Err(format!("the shown cards are at most {KITTY} of the Landlord's"));
        }
        Ok(deal)
    }

    /// Reads a deal of all cards of a deck, with shown cards if there is a kitty to be shown.
    pub(super) fn read_whole(text: &str, deck: Cards, kitty: bool) -> Result<Self, String> {
        let deal = Deal::read(text)?;
        let [landlord, lower, upper] = deal.hands;
        if landlord.plus(lower).plus(upper) != deck {
            return Err(format!("the hands together must be {}", written(deck)));
        }
        let each = peasant_cards(deck);
        if lower.len() != each || upper.len() != each {
            return Err(format!("the hands have {}, {each} and {each} cards", deck.len() - 2 * each));
        }
        let shown = if kitty { KITTY } else { 0 };
        if deal.shown.len() != shown {
            return Err(format!("{shown} cards of the Landlord are shown behind the hands, not {}", deal.shown.len()));
        }
        Ok(deal)
    }
}

/// In how many ways the cards of a rank can be split.
const fn ways(rank: usize) -> u64 {
    if rank < BLACK_JOKER { 15 } else { 3 }
}

/// The number of a multiset of three ranks, 0 for none: the ranks as a subset, spread apart to be different.
fn packed_kitty(shown: Cards) -> u64 {
    let ranks = (0..RANKS).flat_map(|rank| std::iter::repeat_n(rank, usize::from(shown.count(rank))));
    ranks.enumerate().map(|(place, rank)| spread(place, rank)).sum()
}

fn unpacked_kitty(mut number: u64) -> Cards {
    let mut counts = [0; RANKS];
    for place in (0..KITTY).rev() {
        let rank = (0..RANKS).rev().find(|&rank| spread(place, rank) <= number).unwrap_or(0);
        number -= spread(place, rank);
        counts[rank] += 1;
    }
    Cards::from_counts(counts)
}

/// What the rank at a place (from the lowest) adds to the number of a multiset.
fn spread(place: usize, rank: usize) -> u64 {
    let elements = (rank + place) as u64;
    match place {
        0 => elements,
        1 => elements * (elements - 1) / 2,
        _ => elements * (elements - 1) * (elements - 2) / 6,
    }
}

/// The cards as signs, from low to high.
pub(super) fn written(cards: Cards) -> String {
    let of_rank = |rank: usize| std::iter::repeat_n(SIGNS[rank], usize::from(cards.count(rank)));
    (0..RANKS).flat_map(of_rank).collect()
}

/// The rank of a sign. Small letters will do, except for the jokers: `w` is the black one and `W` the red one.
fn rank(sign: char) -> Option<usize> {
    SIGNS.iter().position(|&known| known == sign || known != 'W' && known == sign.to_ascii_uppercase())
}

/// How many cards of each rank a text names. The message says which sign is none.
pub(super) fn counts(text: &str) -> Result<[u8; RANKS], String> {
    let mut counts = [0u8; RANKS];
    for sign in text.chars() {
        let rank = rank(sign).ok_or_else(|| format!("`{sign}` is no card; the cards are 3456789TJQKA2, w and W"))?;
        // Far more than there are, and far from what three hands together could overflow.
        counts[rank] = (counts[rank] + 1).min(60);
    }
    Ok(counts)
}

/// No rank may have more cards than the deck has.
pub(super) fn check_numbers(counts: &[u8; RANKS]) -> Result<(), String> {
    let most = |rank| if rank < BLACK_JOKER { 4 } else { 1 };
    match (0..RANKS).find(|&rank| counts[rank] > most(rank)) {
        Some(rank) => Err(format!("there are no {} cards {}", counts[rank], SIGNS[rank])),
        None => Ok(()),
    }
}
