//! The move generators against known counts of action sequences.
//!
//! Each game keeps its counts in a `perft.txt`: lines `options | depth | count`, options as `name=value` with spaces
//! between them; what follows a `#` is a remark on where the counts come from.

use waxwing_games::standard;

fn check_line(game: &str, line: &str) {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let &[options, depth, count] = fields.as_slice() else { panic!("{game}: not three fields: {line}") };
    let options: Vec<String> = options
        .split_whitespace()
        .map(|option| option.split_once('=').unwrap_or_else(|| panic!("{game}: not an option: {option}")))
        .map(|(name, value)| format!("{name}=\"{value}\""))
        .collect();
    let depth = depth.parse().unwrap_or_else(|_| panic!("{game}: not a depth: {line}"));
    let text = format!("{game}({})", options.join(", "));
    let start = standard().open(&text).unwrap_or_else(|error| panic!("{line}: {error}")).start();
    let counted = start.perft(depth).expect("a listed depth crosses no deal");
    assert_eq!(counted.to_string(), count, "{game}: {line}");
}

#[test]
fn every_game_counts_as_its_data_file_says() {
    for game in standard().games() {
        let folder = game.name.replace('-', "_");
        let path = format!("{}/src/{folder}/perft.txt", env!("CARGO_MANIFEST_DIR"));
        let data = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let lines = data.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        assert!(!lines.is_empty(), "{path} holds no counts");
        lines.iter().for_each(|line| check_line(&game.name, line));
    }
}
