//! Stones on the crossings of lines.

use waxwing::{Notation, Player};
use waxwing_workshop::{Colour, Kind, Place, Scene, Scenic, Shade, Shape, Stroke};

use super::{Go, GoMove};

/// Where the first line is.
const EDGE: f32 = 1.1;

impl Scenic for Go {
    fn scene(&self, _: Option<Player>) -> Scene {
        let last = f32::from(self.size() - 1);
        let (near, far) = (EDGE, EDGE + last);
        let mut scene = Scene::new(far + 0.7, far + 0.7, [Colour::Black, Colour::White]);
        scene.lay((near + last / 2.0, 0.6 + last / 2.0), (last + 1.2, last + 1.2), Shade::Plain);
        for line in 0..self.size() {
            let (across, down) = (EDGE + f32::from(line), 0.6 + f32::from(line));
            scene.lines.push(Stroke::new((across, 0.6), (across, 0.6 + last)));
            scene.lines.push(Stroke::new((near, down), (far, down)));
        }
        for at in self.points() {
            self.show_point(at, &mut scene);
        }
        scene
    }

    fn touches(&self, action: GoMove) -> Vec<String> {
        vec![self.format(action)]
    }
}

impl Go {
    fn show_point(&self, at: GoMove, scene: &mut Scene) {
        let Some((column, row)) = at.place() else { return };
        let (x, y) = (EDGE + f32::from(column), 0.6 + f32::from(self.size() - 1 - row));
        let name = self.format(at);
        if column == 0 {
            scene.label(0.25, y, 0.34, (row + 1).to_string());
        }
        if row == 0 {
            scene.label(x, scene.height - 0.25, 0.34, &name[..1]);
        }
        if self.is_star(at) {
            scene.label(x, y, 0.4, "•");
        }
        scene.places.push(Place::new(&name, (x, y), (1.0, 1.0), Shape::Crossing));
        if let Some(player) = self.stone(at) {
            scene.put(name, Kind::Disc, Some(player));
        }
    }
}
