//! Any text is a position or an error that can be shown, `GAME` on the first line and the position on the second; what is
//! accepted can be written again, drawn, and played to its end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waxwing::{Notation, Rng, Turn};
use waxwing_games::Visitor;
use waxwing_lab::GameText;

struct Read<'a>(&'a str);

impl Visitor for Read<'_> {
    type Output = ();

    fn visit<G: Notation>(self, start: G) {
        let Ok(mut state) = start.read_position(self.0) else { return };
        let written = state.write_position().expect("what is read can be written");
        let again = start.read_position(&written).expect("what is written can be read");
        assert_eq!(again.write_position().as_ref(), Some(&written));
        let mut rng = Rng::new(1);
        if let Turn::Player(player) = state.turn() {
            state.draw(Some(player));
            state.determinize(player, &mut rng).playout(&mut rng, &mut Vec::new(), 100_000);
        }
        state.playout(&mut rng, &mut Vec::new(), 100_000);
        assert_eq!(state.turn(), Turn::Over, "{written}");
    }
}

fuzz_target!(|text: &str| {
    let (game, position) = text.split_once('\n').unwrap_or(("othello", text));
    if let Ok(game) = GameText::parse(game) {
        game.open(Read(position));
    }
});
