//! `cargo xtask profiles`: Waxwing as cargo's release profile builds it beside Waxwing with one unit and link-time optimisation.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const ROUNDS: u32 = 15;
/// What the release profile must reach of the other.
const LEAST: f64 = 0.95;

/// The least nanoseconds by game and by what was measured.
type Times = BTreeMap<(String, String), f64>;

/// Builds `user-profile` with both profiles, runs both in turn, and prints how the speeds compare. Fails if something is
/// slower than [`LEAST`] of what more optimisation gives.
pub fn run(target: &Path) -> Result<(), String> {
    let folder = target.join("user-profile");
    let mut programs = Vec::new();
    for profile in ["release", "whole"] {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--profile", profile, "--manifest-path", "user-profile/Cargo.toml", "--target-dir"]);
        let status = build.arg(&folder).status().map_err(|error| format!("cannot run cargo: {error}"))?;
        if !status.success() {
            return Err(format!("`user-profile` cannot be built with the profile `{profile}`"));
        }
        programs.push(folder.join(profile).join("user-profile"));
    }
    let mut best = [Times::new(), Times::new()];
    for _ in 0..ROUNDS {
        for (times, program) in best.iter_mut().zip(&programs) {
            measure(program, times)?;
        }
    }
    let [users, whole] = best;
    let mut slow = Vec::new();
    println!("{:<14} {:<14} {:>8}", "game", "", "speed");
    for ((game, what), time) in &whole {
        let ratio = time / users[&(game.clone(), what.clone())];
        println!("{game:<14} {what:<14} {ratio:>8.2}");
        if ratio < LEAST {
            slow.push(format!("{game}, {what}: {ratio:.2}"));
        }
    }
    println!(
        "speed with cargo's release profile; 1 is that with one unit and thin LTO; the best of {ROUNDS} runs of each"
    );
    if slow.is_empty() { Ok(()) } else { Err(format!("below {LEAST}: {}", slow.join("; "))) }
}

/// Runs a program and keeps the better times.
fn measure(program: &Path, best: &mut Times) -> Result<(), String> {
    let output = Command::new(program).output().map_err(|error| format!("{}: {error}", program.display()))?;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, what, time] = fields[..] else { return Err(format!("`{line}` is not a time")) };
        let time: f64 = time.parse().map_err(|_| format!("`{time}` is not a number"))?;
        let known = best.entry((game.to_owned(), what.to_owned())).or_insert(time);
        *known = known.min(time);
    }
    Ok(())
}
