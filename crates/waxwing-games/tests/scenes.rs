//! How positions look: pieces lie on places, places lie in the picture, every legal move touches other places than the others,
//! and no viewer's scene tells what the viewer cannot know.

use std::collections::HashSet;

use waxwing::{Player, Rng, Turn};
use waxwing_games::standard;
use waxwing_workshop::{Position, Scene, Shade};

/// Games with options that change how they look.
const GAMES: &[&str] = &[
    "backgammon",
    "breakthrough",
    "breakthrough(rows=5, columns=3)",
    "checkers",
    "checkers(turn=whole)",
    "chinese-checkers",
    "chinese-checkers(players=6)",
    "confrontation",
    "dou-di-zhu",
    "dou-di-zhu(kitty=shown)",
    "focus",
    "focus(players=4)",
    "go(size=5)",
    "go(size=19)",
    "hearts",
    "kalah",
    "kalah(houses=3, start=random)",
    "lines-of-action",
    "othello",
];

fn check_scene(position: &Position, scene: &Scene) {
    let game = position.game_text();
    assert!(scene.text.is_none(), "{game} has a scene of its own");
    let mut names = HashSet::new();
    for place in &scene.places {
        assert!(names.insert(place.name.as_str()), "{game}: {} is there twice", place.name);
        assert!(!place.name.is_empty() && !place.name.contains(char::is_whitespace), "{game}: {:?}", place.name);
    }
    for place in scene.places.iter().chain(&scene.ground) {
        let (right, bottom) = (place.x + place.width / 2.0, place.y + place.height / 2.0);
        let is_inside = place.x - place.width / 2.0 > -0.01 && place.y - place.height / 2.0 > -0.01;
        let is_inside = is_inside && right < scene.width + 0.01 && bottom < scene.height + 0.01;
        // What lies on the crossings at the edge of a board may reach beyond it.
        assert!(is_inside || place.shade == Shade::Plain && right < scene.width + 0.6, "{game}: {place:?}");
    }
    for piece in &scene.pieces {
        assert!(names.contains(piece.place.as_str()), "{game}: nothing is called {}", piece.place);
    }
    check_labels(scene, game);
    let svg = scene.svg();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{game}");
}

/// Labels of one line leave each other room.
fn check_labels(scene: &Scene, game: &str) {
    /// How wide a letter of a wide font is, of its height.
    const LETTER: f32 = 0.62;
    for (index, label) in scene.labels.iter().enumerate() {
        let half = |text: &str, size: f32| LETTER * size * text.chars().count() as f32 / 2.0;
        for other in &scene.labels[..index] {
            let is_beside = (label.y - other.y).abs() < label.size.max(other.size) / 2.0;
            let apart = half(&label.text, label.size) + half(&other.text, other.size);
            let has_room = !is_beside || (label.x - other.x).abs() > apart;
            assert!(has_room, "{game}: `{}` runs into `{}`", label.text, other.text);
        }
    }
}

/// Every legal move can be pointed at, and no two by the same places.
fn check_touches(position: &Position, mover: Player) {
    let (game, scene) = (position.game_text(), position.scene(Some(mover)));
    let names: HashSet<&str> = scene.places.iter().map(|place| place.name.as_str()).collect();
    let mut seen = HashSet::new();
    for touched in position.touched_moves() {
        assert!(!touched.touches.is_empty() && seen.insert(touched.touches.clone()), "{game}: {touched:?}");
        let is_word = touched.touches == [touched.text.clone()];
        let are_places = touched.touches.iter().all(|touch| names.contains(touch.as_str()));
        assert!(is_word || are_places, "{game}: {touched:?} in {names:?}");
    }
    assert_eq!(seen.len(), position.legal().len(), "{game}");
}

#[test]
fn scenes_show_what_the_viewer_sees_and_every_move_can_be_pointed_at() {
    let workshop = standard();
    for (number, game) in GAMES.iter().enumerate() {
        let mut rng = Rng::new(number as u64);
        for _ in 0..3 {
            let mut position = workshop.open(game).unwrap().start();
            for _ in 0..60 {
                check_scene(&position, &position.scene(None));
                for player in (0..position.players()).map(|player| Player(player as u8)) {
                    let scene = position.scene(Some(player));
                    check_scene(&position, &scene);
                    if position.is_hidden() && !position.is_deal() && !position.is_over() {
                        let other = position.determinize(player, &mut rng);
                        assert_eq!(other.scene(Some(player)), scene, "{game}: {player} sees what is hidden");
                    }
                }
                if let Turn::Player(mover) = position.turn() {
                    check_touches(&position, mover);
                }
                position.play_random(&mut rng);
            }
        }
    }
}

#[test]
fn the_last_move_is_marked_where_nothing_is_hidden() {
    let mut position = standard().open("breakthrough").unwrap().start();
    position.play("a2a3").unwrap();
    let marks: Vec<String> = position.scene(None).marks.into_iter().map(|mark| mark.place).collect();
    assert_eq!(marks, ["a2", "a3"]);
    let legal = position.scene_to_move(None).marks.len();
    assert_eq!(legal, 2 + 8, "the last move and the pieces of Black that can move");
}
