//! What is typed and printed: `fold`, `call`, `raise`, and cards such as `Qh`.

use waxwing::{Notation, Player};

use crate::{Act, Card, Leduc, Next, other};

const NAMES: [&str; 6] = ["Jh", "Js", "Qh", "Qs", "Kh", "Ks"];
const WORDS: [(Act, &str); 3] = [(Act::Fold, "fold"), (Act::Call, "call"), (Act::Raise, "raise")];

impl Notation for Leduc {
    fn format(&self, act: Act) -> String {
        let word = WORDS.into_iter().find(|(known, _)| *known == act).map(|(_, word)| word);
        match act {
            Act::Deal(card) => name(card),
            _ => word.expect("every act of a player has a word").to_owned(),
        }
    }

    fn parse(&self, text: &str) -> Result<Act, String> {
        let act = WORDS.into_iter().find(|(_, word)| *word == text).map(|(act, _)| act);
        let card = || NAMES.iter().position(|name| *name == text).map(|number| Act::Deal(Card(number as u8)));
        let message = || format!("`{text}` is not fold, call or raise, nor a card: {}", NAMES.join(", "));
        act.or_else(card).ok_or_else(message)
    }

    fn draw(&self, view: Option<Player>) -> String {
        let table = self.table.map_or("-".to_owned(), name);
        let lines = [Player(0), Player(1)].map(|player| {
            let is_hidden = view == Some(other(player)) && self.next != Next::Showdown;
            let hand = match self.hands[player.index()] {
                None => "-".to_owned(),
                Some(_) if is_hidden => "?".to_owned(),
                Some(card) => name(card),
            };
            format!("{}: {hand}, has paid {}\n", self.player_name(player), self.paid[player.index()])
        });
        format!("{}table: {table}, raises: {}\n", lines.concat(), self.raises)
    }

    fn player_name(&self, player: Player) -> String {
        ["first", "second"][player.index()].to_owned()
    }
}

fn name(card: Card) -> String {
    NAMES[usize::from(card.0)].to_owned()
}
