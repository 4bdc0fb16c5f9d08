//! `cargo xtask nightly`: what is tested on random cases, on cases that no run has seen before.
//!
//! The tests of every commit draw the same cases every time (`PROPTEST_RNG_SEED` in `.cargo/config.toml`), so that a failure is always
//! the fault of the commit.

use std::hash::{BuildHasher, RandomState};

/// The property tests: the package, and what follows it in `cargo test`.
const PROPERTIES: [(&str, &[&str]); 4] = [
    ("waxwing", &["--lib", "--", "agent::tests::properties", "thinking::budget"]),
    ("waxwing-games", &["--test", "promises", "--test", "positions"]),
    ("waxwing-session", &["--test", "any_request"]),
    (
        "waxwing-workshop",
        &["--lib", "--test", "games", "--", "statistics::significance", "statistics::anova", "replay::"],
    ),
];

/// The files that they are in.
#[cfg(test)]
const FILES: [&str; 8] = [
    "crates/waxwing-games/tests/positions.rs",
    "crates/waxwing-games/tests/promises.rs",
    "crates/waxwing-session/tests/any_request.rs",
    "crates/waxwing-workshop/src/statistics/anova/tests.rs",
    "crates/waxwing-workshop/src/statistics/significance.rs",
    "crates/waxwing-workshop/tests/games/replay.rs",
    "crates/waxwing/src/agent/tests/properties.rs",
    "crates/waxwing/src/thinking/budget.rs",
];

/// How many cases each property gets that does not say itself how many it needs.
const CASES: &str = "2000";

/// A seed that no run has had, as far as chance can tell. It has few digits, since it is to be typed again.
pub fn new_seed() -> u64 {
    RandomState::new().hash_one("seed") % 1_000_000_000
}

/// The arguments of `cargo` for each of the steps that try the property tests.
pub fn properties() -> Vec<Vec<&'static str>> {
    PROPERTIES.iter().map(|(package, which)| [&["test", "--package", package], *which].concat()).collect()
}

/// The environment of these steps.
pub fn environment(seed: &str) -> [(&str, &str); 2] {
    [("PROPTEST_RNG_SEED", seed), ("PROPTEST_CASES", CASES)]
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    /// All sources below a folder.
    fn sources(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let below = entries.map(|path| match path.extension() {
            _ if path.is_dir() => sources(&path),
            Some(extension) if extension == "rs" => vec![path],
            _ => Vec::new(),
        });
        below.flatten().collect()
    }

    #[test]
    fn every_property_test_is_tried() {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let has_properties = |path: &PathBuf| {
            let text = fs::read_to_string(path).unwrap();
            text.lines().any(|line| line.trim() == "proptest! {")
        };
        let mut found: Vec<PathBuf> = sources(&workspace.join("crates")).into_iter().filter(has_properties).collect();
        found.sort();
        let mut listed = FILES.map(|file| workspace.join(file));
        listed.sort();
        assert_eq!(
            found, listed,
            "a file with property tests that `cargo xtask nightly` leaves out, or one without any"
        );
    }

    #[test]
    fn seeds_are_new() {
        assert_ne!(new_seed(), new_seed());
    }
}
