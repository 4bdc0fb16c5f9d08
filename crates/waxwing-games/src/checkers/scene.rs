//! Men and kings on the dark squares, Black at the top.

use waxwing::Player;
use waxwing_workshop::{Colour, Kind, Place, Scene, Scenic, Shade, Shape};

use super::board::place;
use super::{Checkers, CheckersMove};

impl Scenic for Checkers {
    fn scene(&self, _: Option<Player>) -> Scene {
        let size = f32::from(2 * self.width());
        let mut scene = Scene::new(size, size, [Colour::Black, Colour::White]);
        scene.lay((size / 2.0, size / 2.0), (size, size), Shade::Light);
        for square in self.all_squares() {
            let (row, column) = place(square);
            let (x, y, name) = (f32::from(column) + 0.5, f32::from(row) + 0.5, self.name(square).to_string());
            scene.places.push(Place::new(&name, (x, y), (1.0, 1.0), Shape::Square).shaded(Shade::Dark));
            scene.label(x - 0.36, y - 0.38, 0.2, &name);
            let kind = if self.board.kings >> square & 1 == 1 { Kind::King } else { Kind::Disc };
            let owner = [0, 1].map(Player).into_iter().find(|&player| self.pieces(player) >> square & 1 == 1);
            if owner.is_some() {
                scene.put(name, kind, owner);
            }
        }
        scene
    }

    fn touches(&self, action: CheckersMove) -> Vec<String> {
        action.path().map(|square| self.name(square).to_string()).collect()
    }
}
