//! A position begins with what comes next, `deal`, `pass`, `exchange`, `play` or `over`, the number of finished rounds and the
//! points of all four in them. Within a round follow the hands, as in a deal, and what each player has passed, or `-`:
//!
//! `pass 0 0,0,0,0 AK2..JT.Q98/…/…/… 2C,7H,AS/-/-/-`
//!
//! While tricks are played, these follow: who is to play; the card of each player in the current trick, or in the last one
//! if none has been played since; the points taken in this round; and the kinds of cards that each has shown not to have,
//! of `CDHS` for the suits and `Q` for the queen of spades.
//!
//! `play 0 0,0,0,0 … … East 3C/-/-/2C 0,0,0,0 -/-/D/-`
//!
//! Determinizations carry the rounds to come as a number, which comes last.

use super::cards::{Card, HEARTS, POINTS, Three, cards, deck, suit_cards};
use super::hidden::KINDS;
use super::notation::{NAMES, hand_text, read_card, read_hand, read_three};
use super::{Hearts, Phase};
use crate::position::{Fields, NOTHING, joined, numbers};

const PHASES: [(&str, Phase); 5] = [
    ("deal", Phase::Deal),
    ("pass", Phase::Pass),
    ("exchange", Phase::Exchange),
    ("play", Phase::Play),
    ("over", Phase::Over),
];
/// The letters of the kinds that somebody may be known not to have, in their order.
const KIND_LETTERS: [char; 5] = ['C', 'D', 'H', 'S', 'Q'];
const FUTURE: &str = "future:";
/// More rounds than any game has: each costs sixteen points or more, and no player gets more than 225.
const MOST_ROUNDS: u16 = 60;
/// More points than anybody can have: one less than the highest limit, and a round.
const MOST_POINTS: u16 = 199 + 26;

impl Hearts {
    pub(super) fn written(&self) -> String {
        let (phase, _) = PHASES.into_iter().find(|&(_, phase)| phase == self.phase).expect("all phases are listed");
        let mut text = format!("{phase} {} {}", self.round, joined(self.totals, ","));
        if matches!(self.phase, Phase::Pass | Phase::Exchange | Phase::Play) {
            let passes = self.passes.map(|set| if set == 0 { NOTHING.to_owned() } else { Three::of(set).to_string() });
            text = format!("{text} {} {}", self.hands.map(hand_text).join("/"), passes.join("/"));
        }
        if self.phase == Phase::Play {
            let trick = joined((0..4).map(|seat| self.written_card(seat)), "/");
            let lacks = joined(self.lacks.map(written_kinds), "/");
            text = format!("{text} {} {trick} {} {lacks}", NAMES[usize::from(self.mover)], joined(self.points, ","));
        }
        if self.future == 0 { text } else { format!("{text} {FUTURE}{:x}", self.future) }
    }

    /// The seats that have laid a card in the trick, the leader's first.
    fn laid_seats(&self) -> impl Iterator<Item = usize> + use<> {
        let (mover, laid) = (usize::from(self.mover), usize::from(self.laid));
        (0..laid).map(move |place| (mover + 4 - laid + place) % 4)
    }

    fn written_card(&self, seat: usize) -> String {
        let lies_there = if self.laid == 0 { self.tricks > 0 } else { self.laid_seats().any(|laid| laid == seat) };
        if lies_there { self.trick[seat].to_string() } else { NOTHING.to_owned() }
    }

    pub(super) fn read(&self, text: &str) -> Result<Self, String> {
        let mut fields = Fields::of(text);
        let phase = PHASES[fields.word("what comes next", &PHASES.map(|(name, _)| name))?].1;
        let round = fields.number("the number of finished rounds", 0..=MOST_ROUNDS)? as u8;
        let totals = numbers(fields.take("the points")?, ',', "the points of a player", 0..=MOST_POINTS)?;
        let totals = totals.map(|total| total as u8);
        let is_over = totals.iter().any(|&total| total >= self.rules.limit);
        if is_over != (phase == Phase::Over) {
            return Err(format!("the game is over when somebody has {} points, and only then", self.rules.limit));
        }
        let mut read = Hearts { phase, round, totals, ..Hearts::with(self.rules) };
        match phase {
            Phase::Deal | Phase::Over => {}
            Phase::Pass | Phase::Exchange => read.read_passing(&mut fields)?,
            Phase::Play => read.read_play(&mut fields)?,
        }
        if let Some(future) = fields.optional() {
            let number = future.strip_prefix(FUTURE).and_then(|number| u64::from_str_radix(number, 16).ok());
            let number = number.filter(|&number| number != 0);
            read.future = number.ok_or_else(|| format!("`{future}` is too much"))?;
        }
        fields.end()?;
        Ok(read)
    }

    fn read_hands(&mut self, fields: &mut Fields) -> Result<(), String> {
        let hands = four(fields.take("the hands")?, "hands")?;
        let passes = four(fields.take("the passes")?, "passes")?;
        let all = deck(self.rules.ranks);
        let mut seen = 0;
        for (hand, text) in self.hands.iter_mut().zip(hands) {
            *hand = read_hand(text).map_err(|reason| format!("the hand `{text}` {reason}"))?;
            if *hand & (seen | !all) != 0 {
                return Err(format!("the hand `{text}` has a card of another hand, or one that is not in the deck"));
            }
            seen |= *hand;
        }
        for (pass, text) in self.passes.iter_mut().zip(passes).filter(|(_, text)| *text != NOTHING) {
            let three = read_three(text).filter(|three| three.set() & !all == 0);
            *pass = three.ok_or_else(|| format!("a pass is three cards like `2C,7H,AS`, not `{text}`"))?.set();
        }
        if self.direction() == 0 && self.passes != [0; 4] {
            return Err("no cards are passed in this round".to_owned());
        }
        Ok(())
    }

    /// Before the exchange: those who have passed come first, and hold the cards still.
    fn read_passing(&mut self, fields: &mut Fields) -> Result<(), String> {
        self.read_hands(fields)?;
        let passed = self.passes.iter().take_while(|&&pass| pass != 0).count();
        let has_all = self.hands.iter().all(|hand| hand.count_ones() == u32::from(self.rules.ranks));
        let expected = if self.phase == Phase::Exchange { 4..5 } else { 0..4 };
        match () {
            () if self.direction() == 0 => Err("no cards are passed in this round".to_owned()),
            () if !has_all => Err(format!("every hand has {} cards before the first trick", self.rules.ranks)),
            () if (0..4).any(|seat| self.passes[seat] & !self.hands[seat] != 0) => {
                Err("before the exchange everybody holds the cards to pass".to_owned())
            }
            () if !expected.contains(&passed) || self.passes[passed..].iter().any(|&pass| pass != 0) => {
                Err("players pass in the order of their seats, and then there is an exchange".to_owned())
            }
            () => {
                self.mover = if self.phase == Phase::Exchange { 0 } else { passed as u8 };
                Ok(())
            }
        }
    }

    fn read_play(&mut self, fields: &mut Fields) -> Result<(), String> {
        self.read_hands(fields)?;
        let holds = |giver: usize| {
            (0..4).filter(|&seat| seat != self.receiver(giver)).fold(0, |set, seat| set | self.hands[seat])
        };
        if (0..4).any(|giver| self.passes[giver] & holds(giver) != 0) {
            return Err("cards that were passed are with who got them, or played".to_owned());
        }
        self.mover = fields.word("the player to play", &NAMES)? as u8;
        self.count_cards()?;
        let trick = four(fields.take("the trick")?, "cards of the trick")?;
        self.set_trick(trick)?;
        let points = numbers(fields.take("the points of the round")?, ',', "the points taken", 0..=26)?;
        self.points = points.map(|points| points as u8);
        self.check_points()?;
        for (seat, text) in
            four(fields.take("the kinds that are missing")?, "kinds that are missing")?.into_iter().enumerate()
        {
            self.lacks[seat] = read_kinds(text)?;
            let missing = KINDS.iter().enumerate().filter(|(kind, _)| self.lacks[seat] >> kind & 1 == 1);
            if missing.fold(0, |set, (_, kind)| set | kind) & self.hands[seat] != 0 {
                return Err(format!("{} has a card of a kind that is missing", NAMES[seat]));
            }
        }
        Ok(())
    }

    /// The tricks played and the cards laid, by the numbers of cards.
    fn count_cards(&mut self) -> Result<(), String> {
        let sizes = self.hands.map(|hand| hand.count_ones() as u8);
        let size = sizes[usize::from(self.mover)];
        self.tricks = self.rules.ranks.saturating_sub(size);
        self.laid = sizes.iter().filter(|&&other| other + 1 == size).count() as u8;
        let is_laid = |seat: usize| self.laid_seats().any(|laid| laid == seat);
        let fits = (0..4).all(|seat| sizes[seat] + u8::from(is_laid(seat)) == size);
        if size == 0 || size > self.rules.ranks || self.laid > 3 || !fits {
            return Err("the hands have as many cards as that of who is to play, and one less after a card".to_owned());
        }
        Ok(())
    }

    /// The cards on the table, with what follows from them.
    fn set_trick(&mut self, texts: [&str; 4]) -> Result<(), String> {
        let held = self.hands.iter().fold(0, |set, hand| set | hand);
        let mut played = deck(self.rules.ranks) & !held;
        self.broken = played & self.rules.breaking != 0;
        for (seat, text) in texts.into_iter().enumerate() {
            // What lies there is written with the sign for nothing where nothing does.
            if (self.written_card(seat) == NOTHING) != (text == NOTHING) {
                return Err(
                    "a card lies before who has played to this trick, or before all of them between two".to_owned()
                );
            }
            if text != NOTHING {
                let card = read_card(text).filter(|card| played & card.bit() != 0);
                self.trick[seat] = card.ok_or_else(|| format!("`{text}` is no card that has been played"))?;
                played &= !self.trick[seat].bit();
            }
        }
        let Some(leader) = self.laid_seats().next() else { return self.begin_trick() };
        let led = self.trick[leader];
        if self.tricks == 0 && led.bit() != self.lowest_club() {
            return Err("the lowest club is led to the first trick".to_owned());
        }
        self.wanted = suit_cards(led.suit());
        let claim = |seat: usize| self.trick[seat].place() << 2 | seat as u8;
        let follows = |seat: &usize| self.wanted & self.trick[*seat].bit() != 0;
        self.taking = self.laid_seats().filter(follows).map(claim).max().unwrap_or_default();
        self.trick_points = self.laid_seats().map(|seat| points_of(self.trick[seat])).sum();
        Ok(())
    }

    /// No card has been laid.
    fn begin_trick(&mut self) -> Result<(), String> {
        self.wanted = match (self.tricks, self.broken) {
            (0, _) => self.lowest_club(),
            (_, true) => u64::MAX,
            (_, false) => !HEARTS,
        };
        if self.tricks == 0 && self.hand() & self.wanted == 0 {
            return Err("who has the lowest club leads to the first trick".to_owned());
        }
        Ok(())
    }

    /// All points of finished tricks are somebody's.
    fn check_points(&self) -> Result<(), String> {
        let held = self.hands.iter().fold(0, |set, hand| set | hand);
        let played: u8 = cards(deck(self.rules.ranks) & !held).map(points_of).sum();
        let taken: u16 = self.points.iter().map(|&points| u16::from(points)).sum();
        match u16::from(played - self.trick_points) {
            finished if finished == taken => Ok(()),
            finished => Err(format!("the finished tricks have {finished} points, not {taken}")),
        }
    }
}

fn points_of(card: Card) -> u8 {
    POINTS[usize::from(card.place())]
}

/// A part for each player.
fn four<'a>(text: &'a str, what: &str) -> Result<[&'a str; 4], String> {
    let parts: Vec<&str> = text.split('/').collect();
    parts
        .try_into()
        .map_err(|parts: Vec<&str>| format!("there are four {what} with `/` between them, not {}", parts.len()))
}

fn written_kinds(kinds: u8) -> String {
    let letters: String = (0..5).filter(|kind| kinds >> kind & 1 == 1).map(|kind| KIND_LETTERS[kind]).collect();
    if letters.is_empty() { NOTHING.to_owned() } else { letters }
}

fn read_kinds(text: &str) -> Result<u8, String> {
    if text == NOTHING {
        return Ok(0);
    }
    text.chars().try_fold(0, |kinds, letter| {
        let kind = KIND_LETTERS.iter().position(|&known| known == letter);
        kind.map(|kind| kinds | 1 << kind).ok_or_else(|| format!("a kind is one of `CDHSQ`, not `{letter}`"))
    })
}
