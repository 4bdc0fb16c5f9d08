//! Hands of cards in scenes.

use waxwing_workshop::{Kind, Place, Scene, Shape};

/// The size of a card, and how many lie in a row.
pub(crate) const CARD: (f32, f32) = (0.95, 1.25);
pub(crate) const IN_A_ROW: usize = 8;
/// The room of a row of cards, and of a line of text.
pub(crate) const ROW: f32 = 1.35;
pub(crate) const LINE: f32 = 0.5;
/// The width of a scene with hands.
pub(crate) const WIDTH: f32 = IN_A_ROW as f32 + 0.2;

/// A card: the name of its place, and what stands on it.
pub(crate) struct ShownCard {
    pub name: String,
    pub text: String,
}

/// `1 card`, `2 cards`.
pub(crate) fn counted(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

/// Lays cards in rows below the middle of a line of text, and returns where the next line begins.
pub(crate) fn lay(scene: &mut Scene, top: f32, title: &str, cards: &[ShownCard]) -> f32 {
    scene.label(WIDTH / 2.0, top + LINE / 2.0, 0.32, title);
    for (row, cards) in cards.chunks(IN_A_ROW).enumerate() {
        let left = (WIDTH - cards.len() as f32) / 2.0;
        for (column, card) in cards.iter().enumerate() {
            let centre = (left + column as f32 + 0.5, top + LINE + ROW * (row as f32 + 0.5));
            scene.places.push(Place::new(&card.name, centre, CARD, Shape::Rounded));
            scene.put(&card.name, Kind::Card, None).reading(&card.text);
        }
    }
    top + LINE + ROW * cards.len().div_ceil(IN_A_ROW) as f32
}
