//! `3334` is three 3s with a 4, `wW` the rocket, `pass` a pass. The main part comes first, then what is attached; any
//! order can be read. A deal is `deal:`, the three hands with `/` between them, and the shown cards if there are any.

use waxwing::{Notation, Player};

use super::cards::{Cards, RANKS, Ranks, SIGNS};
use super::deal::{self, Deal, check_numbers, counts, written};
use super::plays::Play;
use super::{DouDiZhu, DouDiZhuMove, LANDLORD};
use crate::position::refusal;

const PASS: &str = "pass";
const DEAL: &str = "deal:";
pub(super) const NAMES: [&str; 3] = ["Landlord", "Peasant-1", "Peasant-2"];

/// The play of these cards, as text.
pub(super) fn written_play(play: Play) -> String {
    let shape = play.shape();
    let attached = Cards::of(Ranks::from(play.kickers), shape.kicker_copies);
    written(Cards::of(play.main(), shape.copies)) + &written(attached)
}

pub(super) fn read_play(text: &str) -> Result<DouDiZhuMove, String> {
    let wrong = |reason: String| format!("`{text}` is not a play: {reason}");
    let counts = counts(text).map_err(wrong)?;
    check_numbers(&counts).map_err(wrong)?;
    let cards = Cards::from_counts(counts);
    let found = Play::all().find(|(_, play)| play.cards() == cards);
    found.map(|(number, _)| DouDiZhuMove::numbered(number)).ok_or_else(|| {
        wrong("these cards make no combination; plays look like `7`, `3334`, `56789`, `wW` or `pass`".to_owned())
    })
}

impl DouDiZhu {
    fn read_deal(&self, text: &str) -> Result<DouDiZhuMove, String> {
        let wrong = |reason: String| format!("`{text}` is not a deal: {reason}");
        let hands = text.strip_prefix(DEAL).ok_or_else(|| {
            wrong(
                "the cards have not been dealt; a deal looks like `deal:…/…/…`, with a hand for each player".to_owned(),
            )
        })?;
        Deal::read_whole(hands, self.deck, self.kitty).map(DouDiZhuMove::deal).map_err(wrong)
    }

    /// A player's hand as somebody sees it.
    fn drawn_hand(&self, player: u8, view: Option<Player>) -> String {
        let hand = self.hands[usize::from(player)];
        let line = match view {
            Some(viewer) if viewer.0 != player => {
                let known = if player == LANDLORD { self.shown } else { Cards::NONE };
                let hidden = "·".repeat(hand.len() - known.len());
                [grouped(known), hidden].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
            }
            _ => grouped(hand),
        };
        format!("  {:<9} {:>2}  {line}\n", NAMES[usize::from(player)], hand.len())
    }

    fn played(&self) -> Cards {
        let counts = |cards: Cards| cards.counts();
        let hands = self.hands.map(counts);
        let deck = counts(self.deck);
        Cards::from_counts(std::array::from_fn(|rank| deck[rank] - hands.iter().map(|hand| hand[rank]).sum::<u8>()))
    }

    /// What is on the table.
    fn drawn_table(&self) -> String {
        let leader = NAMES[usize::from(self.leader)];
        match () {
            () if self.is_over() => format!("{} by {leader}, the last cards", written_play(self.last)),
            () if self.is_leading() => format!("nothing, {leader} leads"),
            () => format!("{} by {leader}", written_play(self.last)),
        }
    }
}

/// Cards with a space between the ranks.
fn grouped(cards: Cards) -> String {
    let of_rank = |rank: usize| SIGNS[rank].to_string().repeat(usize::from(cards.count(rank)));
    (0..RANKS).map(of_rank).filter(|group| !group.is_empty()).collect::<Vec<_>>().join(" ")
}

impl Notation for DouDiZhu {
    fn format(&self, action: DouDiZhuMove) -> String {
        match (action.packed_deal(), action.play()) {
            (Some(packed), _) => format!("{DEAL}{}", Deal::unpacked(packed, self.deck, self.kitty).text()),
            (None, Some(play)) => written_play(play),
            (None, None) => PASS.to_owned(),
        }
    }

    fn parse(&self, text: &str) -> Result<DouDiZhuMove, String> {
        match text {
            _ if !self.dealt => self.read_deal(text),
            PASS => Ok(DouDiZhuMove::PASS),
            // A deal that is wrong in itself is more worth saying than that it comes too late.
            _ if text.starts_with(DEAL) => {
                self.read_deal(text).and(Err(format!("`{text}` is not a play: the cards have been dealt already")))
            }
            _ => read_play(text),
        }
    }

    fn draw(&self, view: Option<Player>) -> String {
        if !self.dealt {
            let each = deal::peasant_cards(self.deck);
            return format!("  {} cards to deal: {}, {each} and {each}\n", self.deck.len(), self.deck.len() - 2 * each);
        }
        let hands: String = (0..3).map(|player| self.drawn_hand(player, view)).collect();
        let unseen = view.map_or_else(String::new, |viewer| {
            let others = [(viewer.0 + 1) % 3, (viewer.0 + 2) % 3].map(|player| self.hands[usize::from(player)]);
            format!("  unseen        {}\n", grouped(others[0].plus(others[1])))
        });
        let played = self.played();
        let played = if played.is_empty() { "nothing".to_owned() } else { grouped(played) };
        format!("{hands}{unseen}  played        {played}\n  table         {}\n", self.drawn_table())
    }

    fn player_name(&self, player: Player) -> String {
        NAMES[player.index() % 3].to_owned()
    }

    fn write_position(&self) -> Option<String> {
        Some(self.written())
    }

    fn read_position(&self, text: &str) -> Result<Self, String> {
        self.read(text).map_err(|reason| refusal(self, text, &reason))
    }
}
