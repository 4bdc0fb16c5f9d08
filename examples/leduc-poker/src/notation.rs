//! What is typed and printed: `fold`, `call`, `raise`, and cards such as `Qh`.

use waxwing::{Notation, Player};

use crate::{Act, Card, Leduc, Next, other};

const CARDS: [&str; 6] = ["Jh", "Js", "Qh", "Qs", "Kh", "Ks"];

impl Notation for Leduc {
    fn format(&self, act: Act) -> String {
        let text = match act {
            Act::Fold => "fold",
            Act::Call => "call",
            Act::Raise => "raise",
            Act::Deal(card) => CARDS[usize::from(card.0)],
        };
        text.to_owned()
    }

    fn parse(&self, text: &str) -> Result<Act, String> {
        let deals = (0..6).map(|number| Act::Deal(Card(number)));
        let mut acts = [Act::Fold, Act::Call, Act::Raise].into_iter().chain(deals);
        let message = || format!("`{text}` is not fold, call or raise, nor a card: {}", CARDS.join(", "));
        acts.find(|&act| self.format(act) == text).ok_or_else(message)
    }

    fn draw(&self, view: Option<Player>) -> String {
        let name = |card: Option<Card>| card.map_or("-", |card| CARDS[usize::from(card.0)]);
        let lines = [Player(0), Player(1)].map(|player| {
            let hand = self.hands[player.index()];
            let is_hidden = hand.is_some() && view == Some(other(player)) && self.next != Next::Showdown;
            let hand = if is_hidden { "?" } else { name(hand) };
            format!("{}: {hand}, has paid {}\n", self.player_name(player), self.paid[player.index()])
        });
        format!("{}table: {}, raises: {}\n", lines.concat(), name(self.table), self.raises)
    }

    fn player_name(&self, player: Player) -> String {
        ["first", "second"][player.index()].to_owned()
    }
}
