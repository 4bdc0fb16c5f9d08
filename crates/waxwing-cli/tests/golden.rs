//! Commands whose whole output is fixed. Each file of `golden/` has a command with its output; run the tests with
//! `WAXWING_BLESS=1` to write what the commands print now, and read the difference.

mod common;

use std::fs;
use std::path::Path;

use common::printed;

/// The words of a command line, with single quotes around words that have spaces.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

#[test]
fn commands_print_what_they_printed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut count = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let (line, expected) = text.split_once('\n').unwrap();
        let words = words(line.strip_prefix("$ waxwing ").expect("a file begins with its command"));
        let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
        let printed = printed(&arguments);
        if std::env::var_os("WAXWING_BLESS").is_some() {
            fs::write(&path, format!("{line}\n{printed}")).unwrap();
        } else {
            assert_eq!(printed, expected, "{}", path.display());
        }
        count += 1;
    }
    assert!(count >= 10, "the files are found");
}

#[test]
fn every_game_and_every_word_is_listed() {
    let games = printed(&["games"]);
    assert!(waxwing_games::standard().games().all(|game| games.contains(&*game.name)));
    let agents = printed(&["agents"]);
    for entry in waxwing::agent::catalogue::Catalogue::built_in().all_entries() {
        assert!(agents.contains(&entry.signature()), "{}", entry.name);
        assert!(printed(&["agents", &entry.name]).contains(&*entry.paper.citation));
    }
    for preset in waxwing::agent::PRESETS {
        assert!(agents.contains(&preset.to_string()));
        let explained = printed(&["explain", &preset.to_string()]);
        assert!(explained.contains(&format!("stands for {}", preset.expression())), "{preset}");
    }
}
