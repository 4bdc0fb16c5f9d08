//! The trick on the table, and the hands that the viewer sees.

use waxwing::{Notation, Player};
use waxwing_workshop::{Kind, Place, Scene, Scenic, Shape};

use super::cards::{Card, RANK_LETTERS, SUIT_SIGNS, cards};
use super::notation::NAMES;
use super::{Hearts, HeartsMove};
use crate::hand::{self, CARD, LINE, ROW, ShownCard, WIDTH};

fn text(card: Card) -> String {
    format!("{}{}", RANK_LETTERS[usize::from(card.rank())], SUIT_SIGNS[usize::from(card.suit())])
}

fn shown(set: u64) -> Vec<ShownCard> {
    cards(set).map(|card| ShownCard { name: card.to_string(), text: text(card) }).collect()
}

impl Hearts {
    /// The card of each player in the trick, with what the player has of points and cards.
    fn show_table(&self, scene: &mut Scene) {
        for (seat, name) in NAMES.into_iter().enumerate() {
            let x = WIDTH * (seat as f32 + 0.5) / NAMES.len() as f32;
            scene.label(x, LINE / 2.0, 0.32, name);
            let place = format!("trick-{}", name.to_lowercase());
            scene.places.push(Place::new(&place, (x, LINE + ROW / 2.0), CARD, Shape::Rounded));
            if self.has_laid(seat) {
                scene.put(place, Kind::Card, None).reading(text(self.trick[seat]));
            }
            let (held, taken) = (self.hands[seat].count_ones(), self.points[seat]);
            scene.label(x, LINE + ROW + 0.2, 0.26, format!("{} + {taken} points", self.totals[seat]));
            scene.label(x, LINE + ROW + 0.55, 0.26, hand::counted(held as usize, "card"));
        }
    }
}

impl Scenic for Hearts {
    fn scene(&self, viewer: Option<Player>) -> Scene {
        let mut scene = Scene::new(WIDTH, 0.0, []);
        self.show_table(&mut scene);
        let mut bottom = LINE + ROW + 0.9;
        for (seat, name) in NAMES.into_iter().enumerate() {
            // Of an empty hand there is nothing to see.
            if self.hands[seat] != 0 && viewer.is_none_or(|player| player.index() == seat) {
                let passed =
                    shown(self.passes[seat]).iter().map(|card| card.text.clone()).collect::<Vec<_>>().join(" ");
                let title = if passed.is_empty() { name.to_owned() } else { format!("{name} passed {passed}") };
                bottom = hand::lay(&mut scene, bottom, &title, &shown(self.hands[seat]));
            }
        }
        scene.height = bottom;
        scene
    }

    fn touches(&self, action: HeartsMove) -> Vec<String> {
        match action {
            HeartsMove::Play(card) => vec![card.to_string()],
            HeartsMove::Pass(_) => self.format(action).split(',').map(str::to_owned).collect(),
            HeartsMove::Receive(_) | HeartsMove::Exchange | HeartsMove::Deal(_) => Vec::new(),
        }
    }
}
