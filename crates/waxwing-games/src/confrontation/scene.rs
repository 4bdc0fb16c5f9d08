//! The regions with their pieces, the cards, and the battle that is going on. A piece that the viewer does not know has no
//! name, and its place is numbered.

use waxwing::{Notation, Player};
use waxwing_workshop::{Colour, Kind, Place, Scene, Scenic, Shade, Shape};

use super::action::Act;
use super::draw::{ROWS, battle, is_known};
use super::names::{CARD_NAMES, LEGION, PIECE_NAMES, PIECE_SIGNS, REGION_NAMES, SIDES, STRENGTHS, WARDENS};
use super::{Confrontation, ConfrontationMove};

/// The size of a region, of that part of it in which pieces are, and the distance of rows.
const REGION: (f32, f32) = (2.3, 1.45);
const INSIDE: (f32, f32) = (2.2, 1.08);
const ROW: f32 = 1.55;
const WIDTH: f32 = 4.0 * 2.4;

/// The centres of this many pieces in a region with this centre, and their size: two in a row, as large as there is room.
fn places_inside(count: usize, (x, y): (f32, f32)) -> (impl Iterator<Item = (f32, f32)>, (f32, f32)) {
    let rows = count.div_ceil(2).max(1);
    let (width, height) = (INSIDE.0 / 2.0, INSIDE.1 / rows as f32);
    let (left, top) = (x - INSIDE.0 / 2.0, y + REGION.1 / 2.0 - 0.05 - INSIDE.1);
    let centre =
        move |index: usize| (left + width * ((index % 2) as f32 + 0.5), top + height * ((index / 2) as f32 + 0.5));
    ((0..count).map(centre), (width - 0.06, (height - 0.04).min(0.8)))
}

/// How high the letters of a label may be, so that it is no wider than this: a letter is about two thirds as wide as high.
fn fitting(label: &str, width: f32) -> f32 {
    (1.55 * width / label.chars().count() as f32).min(0.29)
}

/// The name of a card's place.
fn card_name(side: usize, card: usize) -> String {
    format!("{}-{}", SIDES[side], CARD_NAMES[side][card])
}

impl Confrontation {
    fn show_region(&self, region: u8, (x, y): (f32, f32), viewer: Option<Player>, scene: &mut Scene) {
        let shade = match region {
            0 => Shade::Home(WARDENS as u8),
            15 => Shade::Home(LEGION as u8),
            _ => Shade::Light,
        };
        scene.places.push(Place::new(region.to_string(), (x, y), REGION, Shape::Rounded).shaded(shade));
        let name = format!("{region} {}", REGION_NAMES[usize::from(region)]);
        scene.label(x, y - 0.54, fitting(&name, REGION.0), name);
        let count = |side: usize| self.board.places[side].within(region).iter().count();
        let (mut centres, size) = places_inside(count(WARDENS) + count(LEGION), (x, y));
        for side in [WARDENS, LEGION] {
            let here = self.board.places[side].within(region);
            // Those that are known come first, so that the order of the others tells nothing.
            let known = here.iter().filter(|&piece| is_known(self, side, piece, viewer));
            let hidden = here.iter().filter(|&piece| !is_known(self, side, piece, viewer)).count();
            let named = known.map(|piece| {
                let (place, piece) = (PIECE_NAMES[side][usize::from(piece)].to_owned(), usize::from(piece));
                (place, Some(format!("{}{}", PIECE_SIGNS[side][piece], STRENGTHS[side][piece])))
            });
            let unnamed = (1..=hidden).map(|number| (format!("{}-{region}-{number}", SIDES[side]), None));
            for ((name, text), centre) in named.chain(unnamed).zip(&mut centres) {
                scene.places.push(Place::new(&name, centre, size, Shape::Crossing));
                let piece = scene.put(name, Kind::Block, Some(Player(side as u8)));
                match text {
                    Some(text) => piece.reading(text),
                    None => piece.face_down(),
                };
            }
        }
    }

    fn show_cards(&self, side: usize, y: f32, scene: &mut Scene) {
        scene.label(WIDTH / 2.0, y - 0.55, 0.26, format!("cards of the {}", SIDES[side]));
        for (card, name) in CARD_NAMES[side].into_iter().enumerate() {
            let centre = (0.55 + 1.06 * card as f32, y);
            let place = card_name(side, card);
            scene.places.push(Place::new(&place, centre, (1.0, 0.7), Shape::Rounded));
            if self.hands[side] >> card & 1 == 1 {
                scene.put(place, Kind::Card, None).reading(short(name));
            }
        }
    }
}

/// The name of a card as short as it must be on one.
fn short(name: &str) -> &str {
    match name {
        "last-stand" => "stand",
        "fall-back" => "back",
        "baleful-gaze" => "gaze",
        "sidestep" => "step",
        name => name,
    }
}

impl Scenic for Confrontation {
    fn scene(&self, viewer: Option<Player>) -> Scene {
        let mut scene = Scene::new(WIDTH, 0.0, [Colour::White, Colour::Black]);
        self.show_cards(LEGION, 0.85, &mut scene);
        for (line, row) in ROWS.into_iter().enumerate() {
            for (column, &region) in row.iter().enumerate() {
                let x = WIDTH / 2.0 + 2.4 * (column as f32 - (row.len() - 1) as f32 / 2.0);
                self.show_region(region, (x, 2.15 + ROW * line as f32), viewer, &mut scene);
            }
        }
        let below = 2.15 + ROW * ROWS.len() as f32;
        self.show_cards(WARDENS, below + 0.1, &mut scene);
        let battle = battle(self, viewer);
        if !battle.is_empty() {
            scene.label(WIDTH / 2.0, below + 0.75, 0.28, battle);
        }
        scene.height = below + 1.0;
        scene
    }

    fn touches(&self, action: ConfrontationMove) -> Vec<String> {
        match action.act() {
            Act::Move { side, piece, to } => vec![PIECE_NAMES[side][usize::from(piece)].to_owned(), to.to_string()],
            Act::Card { side, card } => vec![card_name(side, usize::from(card))],
            Act::Retreat { to } => vec![to.to_string()],
            _ => vec![self.format(action)],
        }
    }
}
