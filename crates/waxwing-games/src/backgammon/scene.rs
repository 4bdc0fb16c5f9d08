//! Twenty-four points, the bar, and what is borne off. Points are named as White counts them.

use waxwing::{Notation, Player};
use waxwing_workshop::{Colour, Kind, Place, Scene, Scenic, Shade, Shape};

use super::board::{BAR, OFF};
use super::{Backgammon, BackgammonMove};

/// The most checkers of a point that are drawn one by one; a number stands on the last.
const DRAWN: u8 = 5;
const COLOURS: [&str; 2] = ["white", "black"];
/// The size of a point.
const POINT: (f32, f32) = (0.96, 4.3);
const HEIGHT: f32 = 10.4;

/// The name of a point of a player's view.
fn point_name(player: u8, point: u8) -> String {
    let colour = COLOURS[usize::from(player & 1)];
    match point {
        BAR => format!("bar-{colour}"),
        OFF => format!("off-{colour}"),
        point if player == 0 => point.to_string(),
        point => (BAR - point).to_string(),
    }
}

/// The centre of a point as White counts it: 13 to 24 above from the left, 12 to 1 below.
fn centre(point: u8) -> (f32, f32) {
    let column = if point > 12 { point - 13 } else { 12 - point };
    let x = f32::from(column) + 0.5 + if column >= 6 { 1.0 } else { 0.0 };
    (x, if point > 12 { 2.6 } else { HEIGHT - 2.6 })
}

impl Backgammon {
    fn show_point(&self, point: u8, scene: &mut Scene) {
        let (centre, name) = (centre(point), point.to_string());
        let (shape, number) = if point > 12 { (Shape::Down, 0.2) } else { (Shape::Up, HEIGHT - 0.2) };
        let shade = if point.is_multiple_of(2) { Shade::Dark } else { Shade::Light };
        scene.places.push(Place::new(&name, centre, POINT, shape).shaded(shade));
        let counted = if self.mover == 0 { point } else { BAR - point };
        scene.label(centre.0, number, 0.3, counted.to_string());
        let [white, black] = [self.sides[0].count(point), self.sides[1].count(BAR - point)];
        let (player, count) = if white > 0 { (0, white) } else { (1, black) };
        for checker in 0..count.min(DRAWN) {
            let piece = scene.put(&name, Kind::Disc, Some(Player(player)));
            if checker + 1 == DRAWN && count > DRAWN {
                piece.times(u32::from(count));
            }
        }
    }

    /// The bar and what is off, each with its checkers as one piece.
    fn show_beside(&self, player: u8, scene: &mut Scene) {
        // A checker comes in on the side of the points that it enters; it is borne off where its way ends.
        let (upper, lower) = (2.8, HEIGHT - 2.8);
        let (bar, off) = if player == 0 { (upper, lower) } else { (lower, upper) };
        for (point, x, y) in [(BAR, 6.5, bar), (OFF, 13.6, off)] {
            let name = point_name(player, point);
            scene.places.push(Place::new(&name, (x, y), (0.95, 4.3), Shape::Rounded));
            let count = self.sides[usize::from(player)].count(point);
            if count > 0 {
                scene.put(name, Kind::Disc, Some(Player(player))).times(count.into());
            }
        }
    }

    fn show_dice(&self, scene: &mut Scene) {
        let [first, second] = self.dice();
        let repeated = if second == 0 { u32::from(self.left) } else { 1 };
        for (place, die) in [first, second].into_iter().filter(|&die| die > 0).enumerate() {
            let name = format!("die-{die}");
            scene.places.push(Place::new(
                &name,
                (9.2 + 1.2 * place as f32, HEIGHT / 2.0),
                (0.85, 0.85),
                Shape::Rounded,
            ));
            let text = if repeated > 1 { format!("{repeated}×{die}") } else { die.to_string() };
            scene.put(name, Kind::Die, None).reading(text);
        }
    }
}

impl Scenic for Backgammon {
    fn scene(&self, _: Option<Player>) -> Scene {
        let mut scene = Scene::new(14.2, HEIGHT, [Colour::White, Colour::Black]);
        scene.lay((6.5, HEIGHT / 2.0), (13.0, HEIGHT - 0.8), Shade::Plain);
        (1..BAR).for_each(|point| self.show_point(point, &mut scene));
        [0, 1].into_iter().for_each(|player| self.show_beside(player, &mut scene));
        self.show_dice(&mut scene);
        scene
    }

    fn touches(&self, action: BackgammonMove) -> Vec<String> {
        let Some((source, die)) = action.source_and_die() else { return Vec::new() };
        let target = source.saturating_sub(die);
        let mut touches = vec![point_name(self.mover, source), point_name(self.mover, target)];
        // Where either die bears off the same checker, the die is pointed at too.
        if self.format(action).ends_with(')') {
            touches.push(format!("die-{die}"));
        }
        touches
    }
}
