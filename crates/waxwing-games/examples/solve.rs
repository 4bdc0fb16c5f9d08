//! Solves small boards of Breakthrough and Kalah with alpha-beta and prints what they cost beside what is known.
//!
//! `cargo run --release -p waxwing-games --example solve -- breakthrough-5x5 kalah-5,3`; without names, all that take less
//! than a minute or so.

use waxwing::thinking::Stopped;
use waxwing::{Agent, Game, Limits};
use waxwing_games::{Breakthrough, Kalah};

/// Rows, columns, and what the first player can get: independent solvers agree on these.
const BREAKTHROUGH: &[(usize, usize, &str)] = &[
    (4, 4, "loss"),
    (4, 5, "loss"),
    (5, 3, "loss"),
    (5, 4, "loss"),
    (5, 5, "loss"),
    (6, 3, "win"),
    (6, 4, "win"),
    (7, 3, "loss"),
    (8, 2, "win"),
];

/// Houses, seeds, and what the first player can get (Irving, Donkers and Uiterwijk 2000).
const KALAH: &[(usize, usize, &str)] = &[
    (4, 3, "win"),
    (3, 4, "win"),
    (4, 4, "win"),
    (4, 5, "win"),
    (4, 6, "draw"),
    (5, 3, "win"),
    (5, 4, "win"),
    (6, 3, "win"),
];

/// Boards that are solved only when they are named.
const LONG: &[&str] =
    &["breakthrough-5x5", "breakthrough-6x4", "breakthrough-7x3", "kalah-4,6", "kalah-5,4", "kalah-6,3"];

/// No search is longer than this.
const MOST_NODES: u64 = 4_000_000_000;
/// The memory that a search may use for its table.
const MEMORY: usize = 6 << 30;

fn main() -> Result<(), String> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |name: &str| if names.is_empty() { !LONG.contains(&name) } else { names.iter().any(|n| n == name) };
    println!(
        "{:18} {:>6} {:>6} {:>6} {:>14} {:>9} {:>12}",
        "board", "known", "found", "depth", "nodes", "seconds", "nodes/s"
    );
    for &(rows, columns, known) in BREAKTHROUGH {
        let name = format!("breakthrough-{rows}x{columns}");
        if wanted(&name) {
            solve(&name, known, &Breakthrough::new(rows, columns)?)?;
        }
    }
    for &(houses, stones, known) in KALAH {
        let name = format!("kalah-{houses},{stones}");
        if wanted(&name) {
            solve(&name, known, &Kalah::new(houses, stones)?)?;
        }
    }
    Ok(())
}

fn solve<G: Game>(name: &str, known: &str, start: &G) -> Result<(), String> {
    let mut agent = Agent::parse("ab", start).map_err(|error| error.to_string())?;
    let report = agent.search(start, 1, &Limits::iterations(MOST_NODES).memory(MEMORY)).unwrap();
    let best = report.actions.iter().find(|action| action.action == report.best).and_then(|action| action.proven);
    let found = best.filter(|_| report.stopped == Stopped::Proven).map_or("?", |outcome| outcome.name());
    let seconds = report.elapsed.as_secs_f64();
    let rate = report.nodes as f64 / seconds;
    println!("{name:18} {known:>6} {found:>6} {:>6} {:>14} {seconds:>9.2} {rate:>12.0}", report.depth, report.nodes);
    if found == known { Ok(()) } else { Err(format!("{name} should be a {known}")) }
}
