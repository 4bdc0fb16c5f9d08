//! How fast the games play themselves out at random: `cargo run --release --example playouts [GAME]...`
//!
//! The best of seven short runs, by CPU time where the system tells it (Linux), else by the wall clock. With `--count N`
//! it plays N playouts of each game instead, for a profiler.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use waxwing::{Notation, Rng};
use waxwing_games::{Visitor, games, open};

const RUNS: usize = 7;
const RUN: Duration = Duration::from_millis(300);

/// Plays out from the start: so many times, or for [`RUNS`] times [`RUN`].
struct Playouts {
    count: Option<u32>,
}

/// Playouts per second and plies per playout.
struct Speed {
    rate: f64,
    plies: f64,
}

impl Visitor for Playouts {
    type Output = Speed;

    fn visit<G: Notation>(self, start: G) -> Speed {
        let mut rng = Rng::new(1);
        let runs = if self.count.is_some() { 1 } else { RUNS };
        let (mut best, mut playouts, mut plies) = (0.0_f64, 0_u64, 0_u64);
        for _ in 0..runs {
            let (begin, mut done) = (clock(), 0_u32);
            while self.count.map_or_else(|| clock() - begin < RUN, |count| done < count) {
                plies += batch(&start, &mut rng);
                done += BATCH;
            }
            best = best.max(f64::from(done) / (clock() - begin).as_secs_f64());
            playouts += u64::from(done);
        }
        Speed { rate: best, plies: plies as f64 / playouts as f64 }
    }
}

/// Playouts between two looks at the clock.
const BATCH: u32 = 10_000;

/// The time this thread has spent on a processor, as the first number of its scheduler statistics; or the time of day.
fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = statistics.split_whitespace().next().and_then(|number| number.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn batch<G: Notation>(start: &G, rng: &mut Rng) -> u64 {
    let mut buffer = Vec::with_capacity(256);
    (0..BATCH).map(|_| u64::from(start.clone().playout(rng, &mut buffer))).sum()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut names = Vec::new();
    let mut count = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--count" => count = Some(arguments.next().ok_or("--count needs a number")?.parse()?),
            _ => names.push(argument),
        }
    }
    if names.is_empty() {
        names.extend(games().iter().map(|game| game.name.to_owned()));
    }
    for name in names {
        let Speed { rate, plies } = open(&name, &[], Playouts { count })?;
        println!("{name:16} {rate:>10.0} playouts/s {plies:>7.2} plies/playout");
    }
    Ok(())
}
