//! GNU Backgammon as a player, and as a judge of games: `examples/programs/backgammon_gnubg.py`. `cargo xtask test --all` installs it.

mod common;

use std::process::Command;

use common::json;
use serde_json::Value;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/programs/backgammon_gnubg.py");

/// What the judge says of the agents of some games: of each the turns and the equity lost in one.
fn judged(file: &str, plies: &str) -> Vec<(String, u64, f64)> {
    let output = Command::new("python3").args([SCRIPT, "--judge", file, "--plies", plies]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let read = |line: Value| {
        let number = |name: &str| line[name].as_f64().unwrap();
        (line["agent"].as_str().unwrap().to_owned(), number("turns") as u64, number("equity_lost"))
    };
    lines.map(read).collect()
}

#[test]
fn it_beats_a_random_player_and_loses_nothing_by_its_own_judgement() {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/gnubg games");
    let _ = std::fs::remove_file(file);
    let agent = format!("program(\"python3 '{SCRIPT}' --plies 0\")");
    let report = json(&["match", "backgammon", &agent, "random", "--games", "6", "--records", file]);
    assert_eq!((&report["games"], report.get("failed")), (&6.into(), None), "{report}");
    assert!(report["results"][0]["wins"].as_u64() >= Some(5), "{report}");
    let judged = judged(file, "0");
    let [(own, turns, lost), (random, _, by_random)] = &judged[..] else { panic!("{judged:?}") };
    assert!(own.starts_with("program(") && random == "random" && *turns > 60, "{judged:?}");
    assert!(*lost < 1e-6 && *by_random > 0.02, "{judged:?}");
}

#[test]
fn it_plays_on_from_any_position_and_refuses_other_games() {
    let agent = format!("program(\"python3 '{SCRIPT}'\")");
    let search = |game: &str, position: &[&str]| {
        let words = [&["search", game, &agent], position, &["--json"]].concat();
        let output = common::waxwing(&words);
        (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    // White bears its last two checkers off, with one die each.
    let position = "3:1,1:1,off:13 20:1,off:14 white 40 63";
    let (said, complained) = search("backgammon", &["--position", position]);
    let best: Value = serde_json::from_str(&said).unwrap_or_else(|_| panic!("{said}{complained}"));
    assert!(["3/off(6)", "3/off(3)", "1/off(3)", "1/off(6)"].contains(&best["best"].as_str().unwrap()), "{best}");
    let (_, complained) = search("othello", &[]);
    assert!(complained.contains("gnubg plays backgammon, not othello"), "{complained}");
}
