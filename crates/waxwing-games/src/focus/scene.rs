//! Stacks of pieces, and the reserves beside the board.

use waxwing::Player;
use waxwing_workshop::{Board, Colour, Kind, Place, Scene, Scenic, Shape};

use super::board::{BOARD, height};
use super::{Focus, FocusMove};
use crate::grid::{name, square};

const COLOURS: [Colour; 4] = [Colour::Blue, Colour::Orange, Colour::Black, Colour::White];
/// How much room the reserves have.
const BESIDE: f32 = 1.6;

/// The place of a player's reserve.
fn reserve_name(player: u8) -> String {
    format!("reserve-{}", player + 1)
}

/// Whether a place of the whole square is on the board.
fn is_on_board(place: &Place) -> bool {
    let [column, row] = *place.name.as_bytes() else { return false };
    square(column, row, 8, 8).is_some_and(|square| BOARD >> square & 1 == 1)
}

impl Scenic for Focus {
    fn scene(&self, _: Option<Player>) -> Scene {
        let mut scene = Board::new(8, 8).plain().scene(COLOURS[..usize::from(self.players)].to_vec());
        scene.places.retain(is_on_board);
        scene.width += BESIDE;
        for square in (0..64).filter(|square| BOARD >> square & 1 == 1) {
            let stack = self.board.stack(square);
            for level in (0..height(stack)).rev() {
                let owner = Player((stack >> (2 * level) & 3) as u8);
                scene.put(name(square), Kind::Stacked, Some(owner));
            }
        }
        for player in 0..self.players {
            let (x, y) = (scene.width - BESIDE / 2.0, 1.2 + 1.9 * f32::from(player));
            scene.label(x, y - 0.75, 0.26, "reserve");
            scene.places.push(Place::new(reserve_name(player), (x, y), (1.0, 1.0), Shape::Rounded));
            scene.put(reserve_name(player), Kind::Disc, Some(Player(player))).reading(self.reserve(player).to_string());
        }
        scene
    }

    fn touches(&self, action: FocusMove) -> Vec<String> {
        let from = if action.is_from_reserve() { reserve_name(self.mover) } else { name(action.from()) };
        vec![from, name(action.to())]
    }
}
