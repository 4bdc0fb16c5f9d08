//! Memory that is soon full: every search keeps its limits of memory, time and iterations, and lets itself be interrupted.

use std::time::Duration;

use serde_json::Value;
use waxwing::Rng;

use super::{ensure, pick};
use crate::Workplace;
use crate::workplace::finish_or_interrupt;

const GAMES: [&str; 12] = [
    "othello",
    "breakthrough",
    "kalah",
    "lines-of-action",
    "go",
    "focus(players=3)",
    "chinese-checkers",
    "dou-di-zhu",
    "hearts",
    "confrontation",
    "checkers",
    "backgammon",
];

const TREES: [&str; 4] = ["uct", "rave", "grave", "amaf"];
const PLAYOUTS: [&str; 9] =
    ["mast", "nast(n=3)", "lgrf(context=2)", "epic", "past", "tiles", "bhrf(else=mast)", "pool-rave(else=nast)", "uct"];
const OPTIONS: [&str; 8] =
    ["", "tree(2)", "tree(3)", "root(2)", "ph, tree(2)", "solver", "reuse, tree(2)", "final(value)"];

pub fn attack(place: &Workplace, rng: &mut Rng) -> Result<(), String> {
    let game = *pick(&GAMES, rng);
    let (tree, playout, option) = (pick(&TREES, rng), pick(&PLAYOUTS, rng), *pick(&OPTIONS, rng));
    let with = if option.is_empty() { String::new() } else { format!(" with {option}") };
    let agent = format!("{tree} > {playout}{with}");
    let megabytes = 16 + rng.below(16);
    let memory = format!("{megabytes}MB");
    let seconds = 0.05 + rng.below(20) as f64 / 10.0;
    let time = format!("{seconds}s");
    let iterations = (1 + rng.below(200_000)).to_string();
    let budget = if rng.below(2) == 0 { ["--time", &time] } else { ["--iterations", &iterations] };
    let seed = rng.below(1 << 30).to_string();
    let arguments = ["search", game, &agent, budget[0], budget[1], "--memory", &memory, "--seed", &seed, "--json"];
    let told = arguments.join(" ");
    // Some games take minutes for as many iterations.
    let ended = finish_or_interrupt(place.command(&arguments), Duration::from_secs(20));
    let ended = ended.map_err(|error| format!("{told}: {error}"))?;
    if ended.code == Some(2) {
        // The game cannot serve the agent, and says so.
        return ensure(!ended.complaint.is_empty(), || format!("{told}: refused without a word"));
    }
    let report: Value = serde_json::from_str(&ended.printed).map_err(|error| format!("{told}: {error}"))?;
    let bytes = report["bytes"].as_u64().unwrap_or(u64::MAX);
    ensure(bytes <= megabytes as u64 * 1_000_000, || format!("{told}: {bytes} bytes"))?;
    let elapsed = report["elapsed_s"].as_f64().unwrap_or(f64::MAX);
    ensure(budget[0] != "--time" || elapsed < seconds + 2.0, || format!("{told}: {elapsed} s"))?;
    let is_whole = report["iterations"].as_u64().map(|made| made.to_string()) == Some(iterations.clone());
    let is_early = report["stopped"].is_string();
    ensure(budget[0] == "--time" || is_whole || is_early, || format!("{told}: {} iterations", report["iterations"]))
}
