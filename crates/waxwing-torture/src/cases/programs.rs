//! Programs from outside that crash, hang, flood or leave children behind: the match ends, tells, and leaves nothing running.

use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::Value;
use waxwing::Rng;
use waxwing_lab::{HOSTILE_PROGRAMS, surviving_processes};

use super::{ensure, pick};
use crate::Workplace;
use crate::workplace::{Ended, finish, interrupt};

pub fn attack(place: &Workplace, rng: &mut Rng) -> Result<(), String> {
    let program = pick(HOSTILE_PROGRAMS, rng);
    let told = |message: String| format!("a program that {}: {message}", program.name);
    let processes = place.fresh("processes");
    let (agent, seed) = (program.expression(&processes), rng.below(1 << 30).to_string());
    let count = rng.below(2) == 0;
    let mut arguments = vec!["match", "go(size=5)", "random", &agent, "--games", "2", "--seed", &seed, "--json"];
    if count {
        arguments.extend(["--forfeits", "count"]);
    }
    let started = Instant::now();
    if rng.below(3) == 0 {
        let after = Duration::from_millis(rng.below(500) as u64);
        interrupt(place.command(&arguments), after, *pick(&[Signal::INT, Signal::TERM], rng)).map_err(told)?;
    } else {
        let ended = finish(place.command(&arguments), Duration::from_secs(90)).map_err(told)?;
        judge(&ended, count).map_err(told)?;
    }
    ensure(started.elapsed() < Duration::from_secs(60), || told(format!("it took {:?}", started.elapsed())))?;
    // What was killed is gone a moment later.
    std::thread::sleep(Duration::from_millis(100));
    let left = surviving_processes(&processes);
    ensure(left.is_empty(), || told(format!("{} processes are left", left.len())))
}

/// Both games fail: they are told of, and are in the score only if they were to be counted.
fn judge(ended: &Ended, count: bool) -> Result<(), String> {
    if ended.code == Some(2) {
        // It did not even start as it should, which is told before any game.
        return ensure(!ended.complaint.is_empty(), || "refused without a word".into());
    }
    let report: Value =
        serde_json::from_str(&ended.printed).map_err(|error| format!("{error}: {}", ended.complaint))?;
    let (games, failed) = (report["games"].as_u64(), report["failed"].as_u64());
    ensure(failed == Some(2), || format!("{failed:?} of 2 games are told to have failed"))?;
    let (counted, code) = if count { (2, 0) } else { (0, 1) };
    ensure(games == Some(counted), || format!("{games:?} games count instead of {counted}"))?;
    ensure(ended.code == Some(code), || format!("it ended with {:?} instead of {code}", ended.code))
}
