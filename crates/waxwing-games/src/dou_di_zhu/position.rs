//! A position is the hands of the Landlord and the two peasants with `/` between them, and the Landlord's cards that all know,
//! if there are any; who is to move; the last play, or `-`; and who made it and leads if both others pass:
//! `5/66/77 Peasant-1 3334 Landlord`. Before the deal it is `undealt`.

use super::cards::{Cards, RANKS};
use super::deal::{KITTY, LARGEST_HAND, counts, written};
use super::notation::{NAMES, read_play, written_play};
use super::plays::Play;
use super::{DouDiZhu, LANDLORD};
use crate::position::{Fields, NOTHING};

const UNDEALT: &str = "undealt";

impl DouDiZhu {
    pub(super) fn written(&self) -> String {
        if !self.dealt {
            return UNDEALT.to_owned();
        }
        let mut hands = self.hands.map(written).join("/");
        if !self.shown.is_empty() {
            hands = format!("{hands}/{}", written(self.shown));
        }
        let [mover, leader] = [self.mover, self.leader].map(|player| NAMES[usize::from(player)]);
        let last =
            if self.is_leading() && self.last == Play::NONE { NOTHING.to_owned() } else { written_play(self.last) };
        format!("{hands} {mover} {last} {leader}")
    }

    pub(super) fn read(&self, text: &str) -> Result<Self, String> {
        let mut fields = Fields::of(text);
        let hands = fields.take("the hands")?;
        let undealt = DouDiZhu {
            hands: [Cards::NONE; 3],
            shown: Cards::NONE,
            last: Play::NONE,
            leader: LANDLORD,
            mover: LANDLORD,
            dealt: false,
            ..self.clone()
        };
        if hands == UNDEALT {
            return fields.end().map(|()| undealt);
        }
        let mover = fields.word("the player to move", &NAMES)? as u8;
        let last = fields.take("the last play")?;
        let leader = fields.word("the player of the last play", &NAMES)? as u8;
        fields.end()?;
        let (hands, shown) = self.read_hands(hands)?;
        let last = match last {
            NOTHING if mover == leader => Play::NONE,
            NOTHING => return Err("only who leads has no play to beat".to_owned()),
            text => read_play(text)?.play().ok_or("a pass is no play")?,
        };
        let read = DouDiZhu { hands, shown, mover, last, leader, dealt: true, ..undealt };
        read.check_cards()?;
        Ok(read)
    }

    fn read_hands(&self, text: &str) -> Result<([Cards; 3], Cards), String> {
        let parts: Vec<&str> = text.split('/').collect();
        if !(3..=4).contains(&parts.len()) {
            return Err(format!("there are three hands with `/` between them, not {}", parts.len()));
        }
        let mut read = [Cards::NONE; 4];
        for (cards, part) in read.iter_mut().zip(parts) {
            let counts = counts(part)?;
            let has_too_many = |rank: usize| counts[rank] > self.deck.count(rank);
            if (0..RANKS).any(has_too_many) {
                return Err(format!("the cards of the game are {}", written(self.deck)));
            }
            *cards = Cards::from_counts(counts);
        }
        let [landlord, lower, upper, shown] = read;
        Ok(([landlord, lower, upper], shown))
    }

    /// All cards must be of the deck, and only the player of the last play may have none.
    fn check_cards(&self) -> Result<(), String> {
        let played = if self.is_leading() { Cards::NONE } else { self.last.cards() };
        let all = self.hands.iter().chain([&played]);
        let total = |rank: usize| all.clone().map(|cards| cards.count(rank)).sum::<u8>();
        let has_none = |player: u8| self.hands[usize::from(player)].is_empty();
        match () {
            () if (0..RANKS).any(|rank| total(rank) > self.deck.count(rank)) => {
                Err(format!("the hands and the last play are part of {}", written(self.deck)))
            }
            () if self.hands.iter().any(|hand| hand.len() > LARGEST_HAND) => {
                Err(format!("a hand has at most {LARGEST_HAND} cards"))
            }
            () if (0..3).any(|player| player != self.leader && has_none(player)) => {
                Err("only the player of the last play may be without cards".to_owned())
            }
            () if self.shown.len() > if self.kitty { KITTY } else { 0 } || !self.hands[0].contain(self.shown) => {
                Err(format!("the shown cards are at most {KITTY} of the Landlord's, if the kitty is shown"))
            }
            () => Ok(()),
        }
    }
}
