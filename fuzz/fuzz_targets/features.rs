//! Any text is a file of weights, or an error that can be shown; a file survives writing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use waxwing::knowledge::FeatureFile;

fuzz_target!(|text: &str| {
    match text.parse::<FeatureFile>() {
        Ok(file) => {
            let written = file.to_string();
            assert_eq!(written.parse::<FeatureFile>().as_ref(), Ok(&file), "{written}");
        }
        Err(error) => drop(error.to_string()),
    }
});
