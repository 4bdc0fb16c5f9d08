//! Any lines are answered by a session, whatever they ask, and nothing goes on for ever.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waxwing::thinking::Slice;
use waxwing_session::{Session, Settings};

fuzz_target!(|text: &str| {
    let mut settings = Settings::shared(1);
    let bounds = &mut settings.bounds;
    (bounds.iterations, bounds.traced, bounds.playouts, bounds.memory) = (40, 8, 2, 4 << 20);
    settings.bounds.moves = 60;
    let mut session = Session::new(waxwing_games::standard(), settings);
    for line in text.lines().take(12) {
        for answer in session.ask(line) {
            assert!(answer.to_json().starts_with("{\"id\":"));
        }
        session.advance(Slice::iterations(10)).iter().for_each(|answer| drop(answer.to_json()));
    }
    for _ in 0..50 {
        session.advance(Slice::iterations(20));
    }
});
