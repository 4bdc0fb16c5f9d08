//! The star, with the homes of the players in their colours.

use waxwing::{Game, Notation, Player};
use waxwing_workshop::{Colour, Kind, Place, Scene, Scenic, Shade, Shape};

use super::board::{COORDINATES, PLACES};
use super::{ChineseCheckers, ChineseCheckersMove};

const COLOURS: [Colour; 6] =
    [Colour::Black, Colour::White, Colour::Blue, Colour::Orange, Colour::Green, Colour::Purple];
/// How far apart rows are: the fields are at the corners of triangles with equal sides.
const ROW: f32 = 0.866;

/// The centre of a field by its coordinates.
fn centre((x, z): (i32, i32)) -> (f32, f32) {
    (x as f32 + z as f32 / 2.0, z as f32 * ROW)
}

impl Scenic for ChineseCheckers {
    fn scene(&self, _: Option<Player>) -> Scene {
        let coordinates = COORDINATES.map(centre);
        let least = |number: fn(&(f32, f32)) -> f32| coordinates.iter().map(number).fold(f32::MAX, f32::min);
        let most = |number: fn(&(f32, f32)) -> f32| coordinates.iter().map(number).fold(f32::MIN, f32::max);
        let (left, top) = (least(|at| at.0) - 0.5, least(|at| at.1) - 0.5);
        let (width, height) = (most(|at| at.0) + 0.5 - left, most(|at| at.1) + 0.5 - top);
        let mut scene = Scene::new(width, height, COLOURS[..self.players()].to_vec());
        for (field, (x, y)) in coordinates.into_iter().enumerate() {
            let (name, at) = (field.to_string(), PLACES[field]);
            let home = (0..self.players()).find(|&player| self.target(player) >> at & 1 == 1);
            let shade = home.map_or(Shade::Plain, |player| Shade::Home(player as u8));
            let place = Place::new(&name, (x - left, y - top), (0.9, 0.9), Shape::Circle).shaded(shade);
            scene.places.push(place);
            let owner = (0..self.players()).find(|&player| self.set(player) >> at & 1 == 1);
            if let Some(player) = owner {
                scene.put(name, Kind::Disc, Some(Player(player as u8)));
            }
        }
        scene
    }

    fn touches(&self, action: ChineseCheckersMove) -> Vec<String> {
        match action.fields() {
            Some((from, to)) => vec![from.to_string(), to.to_string()],
            None => vec![self.format(action)],
        }
    }
}
