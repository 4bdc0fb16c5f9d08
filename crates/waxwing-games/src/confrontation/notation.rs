//! `ranger:11` moves the Ranger to region 11; the other player sees where from, but not who: `4-11`. No text depends on the
//! position, so that none tells what is hidden in it, and a line can be written without being played. `battle:ranger-wolf` shows
//! two pieces that meet. `card:5` and `card:veil` put a card down, `card:?` is what the other player sees of it, `shows:5`
//! turns the Legion's card up, `recall:5` picks a card that was played before. `retreat:3` leaves a battle, `stay` does not.
//! The others are words: `guard`, `show-bearer`, `alone`, `ambush`, `let-pass`, `cards`, `no-cards`, `fight:bearer` and
//! `fight:unknown`. `deal:` is followed by a set-up.

use waxwing::{Game, Notation, Player, Turn};

use super::action::{Act, PLAINS};
use super::names::{
    CARD_NAMES, LEGION, PIECE_NAMES, REGION_NAMES, SIDES, WARDENS, card_named, piece_named, region_numbered,
};
use super::{Confrontation, ConfrontationMove, draw, setup};
use crate::position::refusal;

impl Confrontation {
    /// The side whose cards a text means: the acting one's.
    fn side_of_cards(&self) -> usize {
        match self.turn() {
            Turn::Player(player) => player.index() & 1,
            Turn::Chance | Turn::Over => LEGION,
        }
    }

    /// An action from the word before the first colon and what follows.
    fn read_act(&self, word: &str, rest: &str) -> Result<Act, String> {
        let side = self.side_of_cards();
        let card = |side: usize| {
            let cards = || format!("`{rest}` is not a card; the {} have {}", SIDES[side], CARD_NAMES[side].join(", "));
            card_named(side, rest).ok_or_else(cards)
        };
        match word {
            "deal" => setup::read_deal(rest).map(Act::Deal),
            "battle" => read_battle(rest)
                .ok_or_else(|| format!("`{rest}` is not a warden and one of the legion, such as `ranger-wolf`")),
            "card" => Ok(Act::Card { side, card: card(side)? }),
            "recall" => Ok(Act::Recall { side, card: card(side)? }),
            "shows" => Ok(Act::Shows { card: card(LEGION)? }),
            "retreat" => region_numbered(rest)
                .map(|to| Act::Retreat { to })
                .ok_or_else(|| format!("`{rest}` is not a region; they are 0 to 15")),
            "fight" => match piece_named(rest) {
                Some((WARDENS, warden)) => Ok(Act::Face { warden }),
                _ => Err(format!("`{rest}` is not a warden; there are {}", PIECE_NAMES[WARDENS].join(", "))),
            },
            name => read_move(name, rest),
        }
    }
}

/// A piece and where it goes. (Where it is now may be what the reader must not know.)
fn read_move(name: &str, region: &str) -> Result<Act, String> {
    let (side, piece) = piece_named(name)
        .ok_or_else(|| format!("`{name}` is not a piece; there are {}", PIECE_NAMES.concat().join(", ")))?;
    let to =
        region_numbered(region).ok_or_else(|| format!("`{region}` is not a region; they are 0 to 15: `{name}:11`"))?;
    Ok(Act::Move { side, piece, to })
}

/// Two regions with a hyphen between them.
fn read_way(text: &str) -> Option<(u8, u8)> {
    let (from, to) = text.split_once('-')?;
    Some((region_numbered(from)?, region_numbered(to)?))
}

/// Names may have hyphens themselves: the one between them is where both sides of it are names.
fn read_battle(text: &str) -> Option<Act> {
    text.match_indices('-').find_map(|(place, _)| {
        match (piece_named(&text[..place]), piece_named(&text[place + 1..])) {
            (Some((WARDENS, warden)), Some((LEGION, legionary))) => Some(Act::Battle { warden, legionary }),
            _ => None,
        }
    })
}

impl Notation for Confrontation {
    fn format(&self, action: ConfrontationMove) -> String {
        let piece = |side: usize, piece: u8| PIECE_NAMES[side][usize::from(piece)];
        let card = |side: usize, card: u8| CARD_NAMES[side][usize::from(card)];
        match action.act() {
            Act::Move { side, piece: mover, to } => format!("{}:{to}", piece(side, mover)),
            Act::Pass { from, to } => format!("{from}-{to}"),
            Act::Battle { warden, legionary } => {
                format!("battle:{}-{}", piece(WARDENS, warden), piece(LEGION, legionary))
            }
            Act::Card { side, card: played } => format!("card:{}", card(side, played)),
            Act::Recall { side, card: picked } => format!("recall:{}", card(side, picked)),
            Act::Shows { card: shown } => format!("shows:{}", card(LEGION, shown)),
            Act::Retreat { to } => format!("retreat:{to}"),
            Act::Face { warden } => format!("fight:{}", piece(WARDENS, warden)),
            Act::Plain(plain) => PLAINS[plain as usize].1.to_owned(),
            Act::Deal(deal) => format!("deal:{}", setup::write_board(&setup::board_of(deal))),
        }
    }

    fn parse(&self, text: &str) -> Result<ConfrontationMove, String> {
        if let Some(&(plain, _)) = PLAINS.iter().find(|(_, word)| *word == text) {
            return Ok(ConfrontationMove::plain(plain));
        }
        let act = match text.split_once(':') {
            Some((word, rest)) => {
                self.read_act(word, rest).map_err(|reason| format!("`{text}` is not a move: {reason}"))
            }
            None => read_way(text).map(|(from, to)| Act::Pass { from, to }).ok_or_else(|| {
                format!(
                    "`{text}` is not a move; moves look like `ranger:11`, `card:5`, `card:veil`, `recall:3`, \
                     `retreat:7`, `fight:bearer`, or are one of the words stay, guard, show-bearer, alone, ambush, \
                     let-pass, cards, no-cards"
                )
            }),
        };
        act.map(ConfrontationMove::new)
    }

    fn draw(&self, view: Option<Player>) -> String {
        draw::draw(self, view)
    }

    fn player_name(&self, player: Player) -> String {
        ["Wardens", "Legion"][player.index() % 2].to_owned()
    }

    fn places(&self) -> Vec<String> {
        (0..REGION_NAMES.len()).map(|region| region.to_string()).collect()
    }

    /// A region with pieces of both sides, where a battle is fought, is held by neither.
    fn holders(&self, holders: &mut Vec<Option<Player>>) {
        holders.extend((0..REGION_NAMES.len() as u8).map(|region| {
            match (self.board.has_wardens(region), self.board.has_legion(region)) {
                (true, false) => Some(Player(WARDENS as u8)),
                (false, true) => Some(Player(LEGION as u8)),
                _ => None,
            }
        }));
    }

    fn write_position(&self) -> Option<String> {
        Some(self.written())
    }

    fn read_position(&self, text: &str) -> Result<Self, String> {
        Confrontation::read(text).map_err(|reason| refusal(self, text, &reason))
    }
}
