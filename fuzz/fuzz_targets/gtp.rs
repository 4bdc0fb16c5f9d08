//! Any lines are answered by the Go engine, one answer for each, whole, with one empty line at its end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waxwing::{Expression, Limits};
use waxwing_lab::gtp::{Engine, Options};

fuzz_target!(|text: &str| {
    // A clock would make the engine think for as long as the text says.
    if text.contains("time_") {
        return;
    }
    let agent = Expression::parse("uct @2").expect("this is an agent");
    let game = waxwing_games::standard().open("go(size=3, komi=0.5)").expect("a board of this size exists");
    let mut engine = Engine::new(&game, &agent, Options::new(Limits::iterations(2), 1)).expect("Go can serve it");
    for line in text.lines() {
        let answer = engine.answer(line);
        assert!(answer.is_empty() || answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{line:?}: {answer:?}");
        assert!(answer.matches("\n\n").count() <= 1, "{line:?}: {answer:?}");
    }
});
