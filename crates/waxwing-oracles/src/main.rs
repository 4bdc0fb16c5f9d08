//! Compares the games of Waxwing with OpenSpiel's.
//!
//! `waxwing-oracles PYTHON [GAME…]`: OpenSpiel, installed for that Python, plays random games; Waxwing follows them and must
//! offer the same moves to the same player in every state, the same chances, and the same rewards at the end.
//! `cargo xtask oracles` installs OpenSpiel and calls this.
//!
//! Where to start reading: `table.rs` lists what is compared, `translate/` has a file for each game, `follow.rs` compares.

mod follow;
mod play;
mod run;
mod spoil;
mod table;
#[cfg(test)]
mod tests;
mod transcript;
mod translate;

use std::env;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use table::Entry;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let Some((python, wanted)) = arguments.split_first() else {
        eprintln!("usage: waxwing-oracles PYTHON [GAME…]");
        return ExitCode::from(2);
    };
    let entries: Vec<Entry> = table::entries().into_iter().filter(|entry| is_wanted(entry, wanted)).collect();
    if entries.is_empty() {
        eprintln!("none of these games is compared: {}", wanted.join(" "));
        return ExitCode::from(2);
    }
    let agreed = entries.iter().filter(|entry| report(entry, Path::new(python))).count();
    eprintln!("{agreed} of {} comparisons agree", entries.len());
    if agreed == entries.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn is_wanted(entry: &Entry, wanted: &[String]) -> bool {
    wanted.is_empty() || wanted.iter().any(|game| *game == entry.game || *game == entry.spiel)
}

/// Makes one comparison and prints what came of it; returns whether the programs agree.
fn report(entry: &Entry, python: &Path) -> bool {
    let started = Instant::now();
    let compared = run::compare(entry, python);
    let seconds = started.elapsed().as_secs_f64();
    match &compared {
        Ok(tally) => eprintln!("{entry}: agreement in {tally}, {seconds:.1} s"),
        Err(failure) => eprintln!("{entry}: {failure}"),
    }
    compared.is_ok()
}
