//! Any text is a record of a game, or an error that can be shown; a record survives writing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waxwing_games::{Go, GoRecord};

fuzz_target!(|text: &str| {
    match GoRecord::read(text) {
        Ok(record) => {
            let written = record.to_string();
            assert_eq!(GoRecord::read(&written).as_ref(), Ok(&record), "{written}");
            let _ = record.follow(&Go::new(9, 7.5).expect("a board of this size exists"), None);
        }
        Err(error) => drop(error.to_string()),
    }
});
