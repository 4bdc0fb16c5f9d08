//! Games that never end, are slow or break promises: a search of any kind ends in time, with a report or an error.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use waxwing::{Agent, Control, Game, Limits, Rng};

use super::{ensure, pick};
use crate::Workplace;
use crate::hostile::{Flaw, Hostile, expressions, hidden, hostile};

/// How much later than asked for a search may end on a busy machine.
const LATE: Duration = Duration::from_secs(3);

pub fn attack(_: &Workplace, rng: &mut Rng) -> Result<(), String> {
    let flaw = match rng.below(7) {
        0 | 1 => Flaw::Endless,
        2 => Flaw::Slow(Duration::from_micros(rng.below(3_000) as u64)),
        3 => Flaw::Stuck(rng.below(50) as u32),
        4 => Flaw::Players(rng.below(12)),
        5 => Flaw::Stranger,
        _ => Flaw::Surprise,
    };
    let skips_turn = rng.below(4) == 0;
    if rng.below(2) == 0 {
        search(Hostile { skips_turn, ..hidden(flaw) }, flaw, rng)
    } else {
        search(hostile(flaw), flaw, rng)
    }
}

fn search<G: Game>(game: G, flaw: Flaw, rng: &mut Rng) -> Result<(), String> {
    let expressions = expressions(&game);
    if expressions.is_empty() {
        return Ok(());
    }
    let text = pick(&expressions, rng).clone();
    let time = Duration::from_millis(1 + rng.below(100) as u64);
    let (limits, stop_after) = match rng.below(3) {
        0 => (Limits::time(time), None),
        1 => (Limits::iterations(u64::MAX), Some(time)),
        _ => (Limits::iterations(1 + rng.below(200) as u64).longest(1 + rng.below(100) as u32), Some(10 * time)),
    };
    let longest = if rng.below(2) == 0 { u32::MAX } else { limits.longest };
    let limits = limits.memory(rng.below(1 << 22)).longest(longest);
    let seed = rng.next_u64();
    let told = format!("`{text}`, {flaw:?}, {limits:?}");
    let started = Instant::now();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let Ok(mut agent) = Agent::parse(&text, &game) else { return };
        agent.start(&game, seed);
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            if let Some(time) = stop_after {
                let stop = &stop;
                scope.spawn(move || {
                    thread::sleep(time);
                    stop.store(true, Relaxed);
                });
            }
            let report = agent.think(&game, &limits, &mut Control { stop: Some(&stop), progress: None });
            let _ = sender.send(report.map(|report| (report.bytes, report.elapsed)).map_err(|error| error.to_string()));
        });
    });
    match receiver.recv_timeout(Duration::from_secs(20)) {
        Ok(Ok((bytes, elapsed))) => {
            ensure(bytes <= limits.memory, || format!("{told}: {bytes} bytes"))?;
            ensure(elapsed < 10 * time + LATE, || format!("{told}: {elapsed:?}"))
        }
        Ok(Err(_)) => Ok(()),
        Err(error) => Err(format!("{told}: no answer after {:?} ({error})", started.elapsed())),
    }
}
