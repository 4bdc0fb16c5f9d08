//! Any text is a game with moves, or an error that can be shown: `GAME` on the first line, moves on the others.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (game, moves) = text.split_once('\n').unwrap_or(("othello", text));
    let mut position = match waxwing_games::standard().open(game) {
        Ok(game) => game.start(),
        Err(error) => return drop(error.to_string()),
    };
    match position.follow(moves, 1) {
        Ok(()) => assert!(!position.draw(None).is_empty()),
        Err(error) => drop(error.to_string()),
    }
});
