//! Any text is an expression or an error that can be shown; an expression survives printing, and builds or is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waxwing::{Agent, Expression};
use waxwing_games::Breakthrough;

fuzz_target!(|text: &str| {
    match Expression::parse(text) {
        Ok(expression) => {
            let printed = expression.to_string();
            assert_eq!(Expression::parse(&printed).as_ref(), Ok(&expression), "{printed}");
            let game = Breakthrough::new(4, 2).expect("a board of this size exists");
            if let Err(error) = Agent::new(expression, &game) {
                let _ = error.to_string();
            }
        }
        Err(error) => drop((error.to_string(), error.summary())),
    }
});
