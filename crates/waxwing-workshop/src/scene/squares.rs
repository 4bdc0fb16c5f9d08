//! What a scene says of a game's places, for evaluations that are learned: a game that says how it looks needs to say nothing more.
//!
//! What can stand on a place is seen in random games. Neighbours in a straight line make the tuples of the model. A scene does not
//! say how a board looks from the other side, so each player has weights of its own.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use waxwing::knowledge::{Layout, Squares};
use waxwing::{Player, Rng, Turn};

use super::{Piece, Place, Scene, Scenic, Shade};

/// How many random games are looked at, and how many of their positions.
const GAMES: u64 = 40;
const MOST_POSITIONS: usize = 20_000;
/// Places that are further apart than this many times the least distance are no neighbours: a diagonal of squares is.
const NEAR: f32 = 1.5;
/// How far from a straight line the next place may be, in least distances.
const ASKEW: f32 = 0.3;
/// The most entries of a tuple, and the most places.
const MOST_ENTRIES: usize = 1 << 13;
const LONGEST: usize = 5;
/// The most tuples. Where a board has more, they are shorter.
const MOST_TUPLES: usize = 1500;
/// The most contents that places may have; what is rare beyond that looks like an empty place.
const MOST_KINDS: usize = 64;

/// What stands on a place: whose (0 nobody's, 1 the viewer's, 2 the other player's), what, how many.
type Content = (u8, u8, u32);

/// The squares of a game by its scenes.
pub(crate) struct SceneSquares {
    game: String,
    places: HashMap<String, usize>,
    /// The number of each content that was seen.
    contents: HashMap<Content, u8>,
    layout: Layout,
}

impl SceneSquares {
    /// The squares of the game of a position. `None` if its scenes have no places.
    pub fn of<G: Scenic>(game: &G) -> Option<Arc<dyn Squares<G>>> {
        if game.players() != 2 {
            return None;
        }
        let named: Vec<Place> =
            game.scene(None).places.into_iter().filter(|place| !matches!(place.shade, Shade::Button)).collect();
        let places: HashMap<String, usize> =
            named.iter().enumerate().map(|(number, place)| (place.name.clone(), number)).collect();
        let contents = contents_of(game, &places);
        let kinds = vec![contents.len() as u8 + 1; named.len()];
        let layout = Layout::tuples(kinds, 2, &tuples(&named, contents.len() + 1), &[]).ok()?;
        let game = std::any::type_name::<G>().rsplit("::").next().unwrap_or_default().to_lowercase();
        Some(Arc::new(SceneSquares { game, places, contents, layout }))
    }
}

impl<G: Scenic> Squares<G> for SceneSquares {
    fn game(&self) -> String {
        self.game.clone()
    }

    fn layout(&self) -> Layout {
        self.layout.clone()
    }

    fn stage(&self, _: &G, viewer: Player) -> usize {
        usize::from(viewer.0 != 0)
    }

    fn look(&self, state: &G, viewer: Player, places: &mut [u8]) {
        for (place, content) in standing(&state.scene(None), viewer, &self.places) {
            places[place] = self.contents.get(&content).copied().unwrap_or(0);
        }
    }
}

/// What stands on the places that are not empty.
fn standing(scene: &Scene, viewer: Player, places: &HashMap<String, usize>) -> BTreeMap<usize, Content> {
    let mut found = BTreeMap::new();
    for Piece { place, kind, owner, count, .. } in &scene.pieces {
        let Some(&place) = places.get(place) else { continue };
        let owner = owner.map_or(0, |owner| if owner == viewer.0 { 1 } else { 2 });
        // What is on top counts, and how many there are below.
        let below = found.get(&place).map_or(0, |&(_, _, count)| count);
        found.insert(place, (owner, *kind as u8, below + count));
    }
    found
}

/// What stands on places in random games, by numbers from 1 on.
fn contents_of<G: Scenic>(game: &G, places: &HashMap<String, usize>) -> HashMap<Content, u8> {
    let mut seen: BTreeMap<Content, usize> = BTreeMap::new();
    let (mut positions, mut actions) = (0, Vec::new());
    for number in 0..GAMES {
        let (mut rng, mut state) = (Rng::new(number), game.clone());
        while positions < MOST_POSITIONS {
            let action = match state.turn() {
                Turn::Over => break,
                Turn::Chance => state.sample_chance(&mut rng),
                Turn::Player(_) => state.random_action(&mut rng, &mut actions),
            };
            state.apply(action);
            positions += 1;
            let scene = state.scene(None);
            let both = [0, 1].into_iter().flat_map(|viewer| standing(&scene, Player(viewer), places));
            both.for_each(|(_, content)| *seen.entry(content).or_default() += 1);
        }
    }
    numbered(seen)
}

/// The most frequent contents, with their numbers.
fn numbered(seen: BTreeMap<Content, usize>) -> HashMap<Content, u8> {
    let mut contents: Vec<(Content, usize)> = seen.into_iter().collect();
    contents.sort_by_key(|&(content, count)| (std::cmp::Reverse(count), content));
    contents.truncate(MOST_KINDS - 1);
    contents.into_iter().zip(1..).map(|((content, _), number)| (content, number)).collect()
}

/// Every place alone, and neighbours in straight lines, as long as tables and their number allow.
fn tuples(places: &[Place], kinds: usize) -> Vec<Vec<u16>> {
    let alone: Vec<Vec<u16>> = (0..places.len() as u16).map(|place| vec![place]).collect();
    let longest = (1..=LONGEST).take_while(|&length| kinds.pow(length as u32) <= MOST_ENTRIES).last().unwrap_or(1);
    for length in (2..=longest).rev() {
        let lines = lines(places, length);
        if !lines.is_empty() && lines.len() + alone.len() <= MOST_TUPLES {
            return [alone, lines].concat();
        }
    }
    alone
}

/// Straight lines of this many neighbours, each in one of its directions.
fn lines(places: &[Place], length: usize) -> Vec<Vec<u16>> {
    // Distances are compared by their squares.
    let away = |a: &Place, x: f32, y: f32| (a.x - x).powi(2) + (a.y - y).powi(2);
    let pairs = || places.iter().enumerate().flat_map(|(a, one)| places[a + 1..].iter().map(move |two| (one, two)));
    let least = pairs().map(|(one, two)| away(one, two.x, two.y)).filter(|&far| far > 0.0).fold(f32::MAX, f32::min);
    let at = |x: f32, y: f32| places.iter().position(|place| away(place, x, y) <= ASKEW * ASKEW * least);
    let mut found = Vec::new();
    for (first, one) in places.iter().enumerate() {
        for (second, two) in places.iter().enumerate().skip(first + 1) {
            if away(one, two.x, two.y) > NEAR * NEAR * least {
                continue;
            }
            let mut line = vec![first as u16, second as u16];
            while line.len() < length {
                let [.., before, last] = line[..] else { unreachable!("a line has two places") };
                let (before, last) = (&places[usize::from(before)], &places[usize::from(last)]);
                let Some(next) = at(2.0 * last.x - before.x, 2.0 * last.y - before.y) else { break };
                if line.contains(&(next as u16)) {
                    break;
                }
                line.push(next as u16);
            }
            if line.len() == length {
                found.push(line);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use waxwing::doctest::Nim;
    use waxwing::knowledge::{Course, LearnedFile, Teacher, TeacherError, learned};

    use super::super::{Board, Colour, Kind, Shape};
    use super::*;

    impl Scenic for Nim {
        fn scene(&self, _: Option<Player>) -> Scene {
            let mut scene = Scene::new(1.0, 1.0, [Colour::Black, Colour::White]);
            scene.places.push(Place::new("heap", (0.5, 0.5), (1.0, 1.0), Shape::Circle));
            if self.heap > 0 {
                scene.put("heap", Kind::Seeds, None).times(self.heap.into());
            }
            scene
        }

        fn touches(&self, _: u8) -> Vec<String> {
            vec!["heap".into()]
        }
    }

    #[test]
    fn a_game_is_learned_by_its_scene_alone() {
        let (start, course) = (Nim::new(21), Course { games: 3_000, lambda: 0.5, rate: 4.0, explore: 0.5, seed: 1 });
        assert_eq!(Teacher::new(&start, course).err(), Some(TeacherError::NoSquares));
        waxwing::knowledge::lend_squares(SceneSquares::of::<Nim>);
        let mut teacher = Teacher::new(&start, course).unwrap();
        (0..course.games).for_each(|_| teacher.play());
        let bytes = teacher.file().to_bytes("");
        assert_eq!(LearnedFile::read(&bytes).unwrap().game, "nim");
        let evaluation = learned(&bytes, &start).unwrap();
        for (heap, mover) in (1..=21).flat_map(|heap| [(heap, 0), (heap, 1)]).filter(|&state| state != (21, 1)) {
            let value = evaluation.evaluate(&Nim { mover, ..Nim::new(heap) }, Player(mover));
            // Whoever leaves a multiple of four wins.
            assert_eq!(value > 0.0, heap % 4 != 0, "{heap} stones, player {mover}: {value}");
        }
    }

    #[test]
    fn lines_are_as_long_as_they_can_be_and_there_once() {
        let places = Board::new(4, 3).scene([Colour::Black, Colour::White]).places;
        let lines = lines(&places, 3);
        let mut sorted: Vec<Vec<u16>> = lines.iter().map(|line| sorted(line)).collect();
        sorted.sort();
        sorted.dedup();
        // Two in each of three rows, one in each of four columns, two in each of both directions of diagonals.
        assert_eq!((lines.len(), sorted.len()), (14, 14), "{lines:?}");
        // Every place alone, and the three rows of four.
        assert_eq!(tuples(&places, 3).len(), 12 + 3);
    }

    fn sorted(line: &[u16]) -> Vec<u16> {
        let mut places = line.to_vec();
        places.sort_unstable();
        places
    }
}
