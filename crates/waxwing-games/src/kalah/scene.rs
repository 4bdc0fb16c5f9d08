//! Two rows of houses between the stores, South below.

use waxwing::Player;
use waxwing_workshop::{Colour, Kind, Place, Scene, Scenic, Shade, Shape};

use super::{Kalah, KalahMove, NORTH, SOUTH};

/// The name of a house as a place: houses of both players have the same numbers.
fn house_name(player: Player, house: u8) -> String {
    format!("{}-{}", if player == SOUTH { "south" } else { "north" }, house + 1)
}

impl Kalah {
    fn show_side(&self, player: Player, scene: &mut Scene) {
        let middle = f32::from(self.houses) + 3.0;
        let (y, names, store) = match player {
            SOUTH => (2.4, 3.22, (middle - 0.85, "South")),
            _ => (1.0, 0.18, (0.85, "North")),
        };
        let side = self.side(player);
        for (column, house) in self.left_to_right(player).enumerate() {
            let (x, name) = (column as f32 + 2.0, house_name(player, house));
            scene.places.push(Place::new(&name, (x, y), (0.9, 1.1), Shape::Rounded).shaded(Shade::Light));
            scene.label(x, names, 0.3, (house + 1).to_string());
            if side.house(house) > 0 {
                scene.put(name, Kind::Seeds, None).times(u32::from(side.house(house)));
            }
        }
        let (x, name) = store;
        let place = name.to_lowercase();
        scene.places.push(Place::new(&place, (x, 1.7), (1.1, 2.3), Shape::Rounded).shaded(Shade::Dark));
        scene.label(x, names, 0.3, name);
        scene.put(place, Kind::Seeds, None).times(u32::from(side.store()));
    }
}

impl Scenic for Kalah {
    fn scene(&self, _: Option<Player>) -> Scene {
        let mut scene = Scene::new(f32::from(self.houses) + 3.0, 3.4, [Colour::Blue, Colour::Orange]);
        scene.lay((scene.width / 2.0, 1.7), (scene.width, 2.6), Shade::Plain);
        self.show_side(NORTH, &mut scene);
        self.show_side(SOUTH, &mut scene);
        scene
    }

    fn touches(&self, action: KalahMove) -> Vec<String> {
        match action.packed_deal() {
            Some(_) => Vec::new(),
            None => vec![house_name(Player(action.player()), action.house())],
        }
    }
}
