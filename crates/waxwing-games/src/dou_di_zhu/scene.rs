//! The last play on the table, and the hands that the viewer sees.

use waxwing::{Notation, Player};
use waxwing_workshop::{Scene, Scenic};

use super::cards::{Cards, RANKS, SIGNS};
use super::notation::NAMES;
use super::{DouDiZhu, DouDiZhuMove, LANDLORD};
use crate::hand::{self, LINE, ShownCard, WIDTH};

/// The cards of a set, from low to high. Cards of one rank are told apart by their number: `3:1`, `3:2`.
fn shown(cards: Cards, before: &str) -> Vec<ShownCard> {
    let of_rank = |rank: usize| {
        (1..=cards.count(rank)).map(move |copy| ShownCard {
            name: format!("{before}{}:{copy}", SIGNS[rank]),
            text: SIGNS[rank].to_string(),
        })
    };
    (0..RANKS).flat_map(of_rank).collect()
}

impl Scenic for DouDiZhu {
    fn scene(&self, viewer: Option<Player>) -> Scene {
        let mut scene = Scene::new(WIDTH, 0.0, []);
        for (player, name) in NAMES.into_iter().enumerate() {
            let x = WIDTH * (player as f32 + 0.5) / NAMES.len() as f32;
            scene.label(x, LINE * 0.4, 0.32, name);
            scene.label(x, LINE * 1.1, 0.26, hand::counted(self.hands[player].len(), "card"));
        }
        let leads = !self.dealt || self.is_leading();
        let (title, table) = match leads {
            true => ("nothing on the table".to_owned(), Cards::NONE),
            false => (format!("on the table, by {}", NAMES[usize::from(self.leader)]), self.last.cards()),
        };
        let mut bottom = hand::lay(&mut scene, 0.9, &title, &shown(table, "table-"));
        if viewer.is_some_and(|player| player.0 != LANDLORD) && !self.shown.is_empty() {
            bottom = hand::lay(&mut scene, bottom, "the Landlord has", &shown(self.shown, "known-"));
        }
        for (player, name) in NAMES.into_iter().enumerate() {
            // Of an empty hand there is nothing to see.
            if !self.hands[player].is_empty() && viewer.is_none_or(|viewer| viewer.index() == player) {
                // A hand that can be played from has plain names; where all are seen, that is the mover's.
                let plays = viewer.is_some() || player == usize::from(self.mover);
                let before = if plays { String::new() } else { format!("{}-", name.to_lowercase()) };
                bottom = hand::lay(&mut scene, bottom, name, &shown(self.hands[player], &before));
            }
        }
        scene.height = bottom;
        scene
    }

    fn touches(&self, action: DouDiZhuMove) -> Vec<String> {
        match (action.packed_deal(), action.play()) {
            (Some(_), _) => Vec::new(),
            (None, Some(play)) => shown(play.cards(), "").into_iter().map(|card| card.name).collect(),
            (None, None) => vec![self.format(action)],
        }
    }
}
