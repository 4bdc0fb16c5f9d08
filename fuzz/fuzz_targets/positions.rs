//! Any text is a position or an error that can be shown, `GAME` on the first line and the position on the second; what is
//! accepted can be written again, drawn, and played to its end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waxwing::{Rng, Turn};

fuzz_target!(|text: &str| {
    let (game, text) = text.split_once('\n').unwrap_or(("othello", text));
    let Ok(game) = waxwing_games::standard().open(game) else { return };
    let mut position = match game.read_position(text) {
        Ok(position) => position,
        Err(error) => return drop(error.to_string()),
    };
    let written = position.text().expect("what is read can be written");
    let again = game.read_position(&written).expect("what is written can be read");
    assert_eq!(again.text().as_ref(), Some(&written));
    let mut rng = Rng::new(1);
    if let Turn::Player(player) = position.turn() {
        position.draw(Some(player));
        position.determinize(player, &mut rng).playouts(1, &mut rng);
    }
    for _ in 0..100_000 {
        position.play_random(&mut rng);
    }
    assert!(position.is_over(), "{written}");
});
