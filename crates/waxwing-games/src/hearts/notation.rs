//! `QS` is the queen of spades and `TD` the ten of diamonds (`10D` is read too); a card is its rank and the first
//! letter of its suit. A pass is three cards, `2C,7H,AS`, what a player sees of the exchange is `got:2C,7H,AS`, and the
//! exchange itself is `exchange`.
//!
//! A deal is `deal:` and the hands of North, East, South and West with slashes between them. In a hand the ranks of its
//! clubs, diamonds, hearts and spades come in this order, with dots between them: `AK2..JT.Q98` has no diamonds.

use waxwing::{Notation, Player};

use super::cards::{Card, PASSED, RANK_LETTERS, RANKS, SUIT_LETTERS, SUIT_SIGNS, Three, cards, deck, suit_cards};
use super::moves::Deal;
use super::{Hearts, HeartsMove, Phase, SHORTEST};
use crate::position::refusal;

pub(super) const NAMES: [&str; 4] = ["North", "East", "South", "West"];
/// What comes before the cards in a text.
const DEAL: &str = "deal:";
const GOT: &str = "got:";
const EXCHANGE: &str = "exchange";

/// The ranks of a hand in a suit, the highest first.
fn ranks(hand: u64, suit: u8) -> Vec<char> {
    let mut ranks: Vec<char> =
        cards(hand & suit_cards(suit)).map(|card| RANK_LETTERS[usize::from(card.rank())]).collect();
    ranks.reverse();
    ranks
}

pub(super) fn hand_text(hand: u64) -> String {
    [0, 1, 2, 3].map(|suit| ranks(hand, suit).into_iter().collect::<String>()).join(".")
}

fn read_rank(letter: char) -> Option<u8> {
    RANK_LETTERS.iter().position(|&rank| rank == letter.to_ascii_uppercase()).map(|rank| rank as u8)
}

pub(super) fn read_card(text: &str) -> Option<Card> {
    let mut letters = text.chars();
    let letter = letters.next_back()?.to_ascii_uppercase();
    let suit = SUIT_LETTERS.iter().position(|&suit| suit == letter)? as u8;
    let rank = match letters.as_str() {
        "10" => 8,
        rank => {
            let mut rank = rank.chars();
            let letter = rank.next()?;
            rank.next().is_none().then(|| read_rank(letter))??
        }
    };
    Card::new(suit, rank)
}

pub(super) fn read_three(text: &str) -> Option<Three> {
    let mut texts = text.split(',');
    let mut cards = [Card::at(0); PASSED];
    for card in &mut cards {
        *card = read_card(texts.next()?)?;
    }
    texts.next().is_none().then(|| Three::new(cards))?
}

/// The deal of a text without `deal:`, and how many ranks it has: as many as given, or any.
pub(super) fn read_deal(text: &str, wanted: Option<u8>) -> Result<(Deal, u8), String> {
    let form = "a deal is four hands like `AK2..JT.Q98` (clubs, diamonds, hearts, spades), with `/` between them";
    let hands: Vec<&str> = text.split('/').collect();
    let hands: [&str; 4] = hands.try_into().map_err(|hands: Vec<&str>| {
        let count = if hands.len() == 1 { "one hand".to_owned() } else { format!("{} hands", hands.len()) };
        format!("`{text}` has {count}; {form}")
    })?;
    let mut sets = [0; 4];
    for (seat, hand) in hands.into_iter().enumerate() {
        sets[seat] = read_hand(hand)
            .map_err(|reason| format!("`{text}`: the hand of {}, `{hand}`, {reason}; {form}", NAMES[seat]))?;
        if let Some(twice) = cards(sets[seat] & sets[..seat].iter().fold(0, |all, set| all | set)).next() {
            return Err(format!("`{text}` deals {twice} twice; every card is dealt once"));
        }
    }
    check_hands(text, sets, wanted).map(|ranks| (Deal::of(sets), ranks))
}

pub(super) fn read_hand(text: &str) -> Result<u64, String> {
    let suits: Vec<&str> = text.split('.').collect();
    if suits.len() != 4 {
        return Err("does not have four suits".to_owned());
    }
    let mut set = 0;
    for (suit, letters) in (0..).zip(suits) {
        for letter in letters.chars() {
            let rank = read_rank(letter).ok_or_else(|| format!("has `{letter}`, which is no rank of 23456789TJQKA"))?;
            let bit = suit_bit(suit, rank);
            if set & bit != 0 {
                return Err(format!(
                    "has {}{} twice",
                    RANK_LETTERS[usize::from(rank)],
                    SUIT_LETTERS[usize::from(suit)]
                ));
            }
            set |= bit;
        }
    }
    Ok(set)
}

fn suit_bit(suit: u8, rank: u8) -> u64 {
    Card::new(suit, rank).map_or(0, Card::bit)
}

/// How many ranks the hands are dealt from, if they are a deal of all their cards to equal hands.
fn check_hands(text: &str, hands: [u64; 4], wanted: Option<u8>) -> Result<u8, String> {
    let size = wanted.unwrap_or_else(|| hands[0].count_ones().clamp(SHORTEST.into(), RANKS.into()) as u8);
    for (seat, hand) in hands.into_iter().enumerate() {
        if hand.count_ones() != u32::from(size) {
            let name = NAMES[seat];
            return Err(format!("`{text}` gives {name} {} cards; every hand has {size}", hand.count_ones()));
        }
    }
    let missing = cards(deck(size) & !hands.iter().fold(0, |all, hand| all | hand)).next();
    missing.map_or(Ok(size), |card| {
        Err(format!("`{text}` does not deal {card}; hands of {size} have the highest {size} ranks of every suit"))
    })
}

/// A hand for a drawing: the signs of the suits with their ranks.
fn drawn_hand(hand: u64) -> String {
    let suits = (0..4).filter(|&suit| hand & suit_cards(suit) != 0).map(|suit| {
        let ranks: Vec<String> = ranks(hand, suit).iter().map(char::to_string).collect();
        format!("{} {}", SUIT_SIGNS[usize::from(suit)], ranks.join(" "))
    });
    suits.collect::<Vec<_>>().join("  ")
}

fn drawn_card(card: Card) -> String {
    format!("{}{}", SUIT_SIGNS[usize::from(card.suit())], RANK_LETTERS[usize::from(card.rank())])
}

impl Hearts {
    fn heading(&self) -> String {
        let direction = match self.direction() {
            1 => "cards are passed to the left",
            2 => "cards are passed across",
            3 => "cards are passed to the right",
            _ => "no cards are passed",
        };
        let what = match self.phase {
            Phase::Over => return format!("  the game is over, played to {}\n", self.rules.limit),
            Phase::Play if self.broken => "hearts may be led",
            Phase::Play => "hearts may not be led yet",
            _ => direction,
        };
        let limit = if self.rules.limit == 1 { "1 point".to_owned() } else { format!("{} points", self.rules.limit) };
        format!("  round {}, to {limit}; {what}\n", self.round + 1)
    }

    /// Whether a player's card lies in the trick.
    pub(super) fn has_laid(&self, seat: usize) -> bool {
        (usize::from(self.mover) + 3 - seat) % 4 < usize::from(self.laid)
    }

    /// The line of a player: its points, its card in the trick, and its hand as far as it is seen.
    fn line(&self, seat: usize, view: Option<Player>) -> String {
        let is_seen = view.is_none_or(|player| player.index() == seat);
        let (taken, total) = (self.points[seat], self.totals[seat]);
        let card = match () {
            () if self.has_laid(seat) => drawn_card(self.trick[seat]),
            // Between tricks the last one lies there still.
            () if self.laid == 0 && self.tricks > 0 => format!("({})", drawn_card(self.trick[seat])),
            () => String::new(),
        };
        let hand = match self.hands[seat].count_ones() {
            _ if is_seen => drawn_hand(self.hands[seat]),
            1 => "1 card".to_owned(),
            count => format!("{count} cards"),
        };
        let passed = match self.phase {
            Phase::Pass | Phase::Exchange if is_seen && self.passes[seat] != 0 => {
                format!("   passes {}", drawn_hand(self.passes[seat]))
            }
            _ => String::new(),
        };
        let line = format!("  {:<6}{total:>6}{taken:>7}  {card:<6}{hand}{passed}", NAMES[seat]);
        format!("{}\n", line.trim_end())
    }
}

impl Notation for Hearts {
    fn format(&self, action: HeartsMove) -> String {
        match action {
            HeartsMove::Play(card) => card.to_string(),
            HeartsMove::Pass(three) => three.to_string(),
            HeartsMove::Receive(three) => format!("{GOT}{three}"),
            HeartsMove::Exchange => EXCHANGE.to_owned(),
            HeartsMove::Deal(deal) => format!("{DEAL}{}", deal.hands(self.rules.ranks).map(hand_text).join("/")),
        }
    }

    fn parse(&self, text: &str) -> Result<HeartsMove, String> {
        if let Some(hands) = text.strip_prefix(DEAL) {
            return read_deal(hands, Some(self.rules.ranks)).map(|(deal, _)| HeartsMove::Deal(deal));
        }
        let read = match text.strip_prefix(GOT) {
            Some(three) => read_three(three).map(HeartsMove::Receive),
            None if text == EXCHANGE => Some(HeartsMove::Exchange),
            None => read_card(text).map(HeartsMove::Play).or_else(|| read_three(text).map(HeartsMove::Pass)),
        };
        read.ok_or_else(|| {
            let form = match self.phase {
                Phase::Pass => "a pass is three cards like `2C,7H,AS`",
                Phase::Exchange => "what comes now is `exchange`",
                Phase::Deal => "what comes now is `deal:` with four hands like `AK2..JT.Q98`, and `/` between them",
                Phase::Play | Phase::Over => "a card is its rank (23456789TJQKA) and the letter of its suit, like `QS`",
            };
            format!("`{text}` is not a move; {form}")
        })
    }

    fn draw(&self, view: Option<Player>) -> String {
        let mut drawing = self.heading();
        drawing.push_str("          total  taken  trick hand\n");
        (0..4).for_each(|seat| drawing.push_str(&self.line(seat, view)));
        drawing
    }

    fn player_name(&self, player: Player) -> String {
        NAMES[player.index() % 4].to_owned()
    }

    fn write_position(&self) -> Option<String> {
        Some(self.written())
    }

    fn read_position(&self, text: &str) -> Result<Self, String> {
        self.read(text).map_err(|reason| refusal(self, text, &reason))
    }
}
