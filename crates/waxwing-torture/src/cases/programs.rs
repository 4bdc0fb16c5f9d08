//! Programs from outside that crash, hang, flood or leave children behind: the match ends, tells, and leaves nothing running.

use std::fs;
use std::time::{Duration, Instant};

use waxwing::Rng;

use super::{ensure, pick};
use crate::Workplace;
use crate::workplace::finish;

/// Shell scripts that do not behave as an engine should. `OK` answers the first commands as an engine would.
const PROGRAMS: [&str; 12] = [
    "exit 3",
    "sleep 1000",
    "yes",
    "yes '= '",
    "cat /dev/zero",
    "OK; exit 1",
    "OK; sleep 1000 & wait",
    "sleep 1000 & OK; printf '= Z99\\n\\n'; sleep 1000",
    "OK; printf '= resign\\n\\n'; cat >/dev/null",
    "(sleep 1000 &) ; OK; printf '? no\\n\\n'; cat > /dev/null",
    "trap '' TERM INT HUP; OK; while true; do sleep 1; done",
    "OK; while true; do echo; done",
];

/// Answers three commands: the size of the board, that it is cleared, and the komi.
const OK: &str = "for i in 1 2 3; do read line; printf '= \\n\\n'; done; read line";

pub fn attack(place: &Workplace, rng: &mut Rng) -> Result<(), String> {
    let script = pick(&PROGRAMS, rng).replace("OK", OK);
    let mark = format!("WAXWING_TORTURE_{}", rng.next_u64());
    let agent = format!("gtp(\"sh -c {}\", timeout=1)", quoted(&script));
    let started = Instant::now();
    let mut command =
        place.command(&["match", "go(size=5)", "random", &agent, "--games", "2", "--seed", "1", "--json"]);
    command.env("TORTURE_MARK", &mark);
    let ended = finish(command, Duration::from_secs(90)).map_err(|error| format!("`{script}`: {error}"))?;
    let resigns = script.contains("resign");
    let counted = ended.code == Some(0) && ended.printed.contains("\"win_rate\"");
    ensure(!resigns || counted, || format!("`{script}` resigns, and that is no result: {}", ended.complaint))?;
    let failure_is_told = ended.code != Some(0) || ended.printed.contains("\"failures\"");
    ensure(resigns || failure_is_told, || format!("`{script}` failed, and nothing tells it: {}", ended.printed))?;
    ensure(started.elapsed() < Duration::from_secs(60), || format!("`{script}` took {:?}", started.elapsed()))?;
    let left = survivors(&mark);
    ensure(left.is_empty(), || format!("`{script}` left {} processes behind", left.len()))
}

/// The text as one word of a command within the text of an expression.
fn quoted(script: &str) -> String {
    format!("'{}'", script.replace('\'', "'\\''")).replace('\\', "\\\\").replace('"', "\\\"")
}

/// The processes that have inherited this mark.
fn survivors(mark: &str) -> Vec<u32> {
    // One that was killed is gone a moment later.
    std::thread::sleep(Duration::from_millis(100));
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let has_mark = |process: &u32| {
        let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        environment.windows(mark.len()).any(|part| part == mark.as_bytes())
    };
    numbers.filter(has_mark).collect()
}
