//! Any text is a game with moves, or an error that can be shown: `GAME` on the first line, moves on the others.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waxwing::Notation;
use waxwing_games::Visitor;
use waxwing_lab::{GameText, replay};

struct Replay<'a>(&'a str);

impl Visitor for Replay<'_> {
    type Output = ();

    fn visit<G: Notation>(self, start: G) {
        match replay(&start, self.0, 1) {
            Ok(states) => {
                let drawings = states.iter().map(|(_, state)| state.draw(None));
                assert!(drawings.last().is_none_or(|drawing| !drawing.is_empty()));
            }
            Err(error) => drop(error.to_string()),
        }
    }
}

fuzz_target!(|text: &str| {
    let (game, moves) = text.split_once('\n').unwrap_or(("othello", text));
    match GameText::parse(game) {
        Ok(game) => game.open(Replay(moves)),
        Err(error) => drop(error.to_string()),
    }
});
