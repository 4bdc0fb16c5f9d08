//! The match is played to its end, and the better player wins it.

use std::process::Command;

#[test]
fn the_solver_beats_the_random_player() {
    let output = Command::new(env!("CARGO_BIN_EXE_nim-match")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let score = |agent: &str| -> f64 {
        let line = text.lines().find_map(|line| line.strip_prefix(agent)).unwrap_or_else(|| panic!("{text}"));
        line.split(',').next().unwrap().parse().unwrap()
    };
    let (solver, random) = (score("uct > mast with solver: "), score("random: "));
    assert!(solver > 0.9 && (solver + random - 1.0).abs() < 1e-9, "{text}");
}
