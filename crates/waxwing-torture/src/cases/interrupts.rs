//! Ctrl-C in the middle of anything: the command ends soon, with 130 or with what it has.

use std::time::Duration;

use rustix::process::Signal;
use waxwing::Rng;

use super::{ensure, pick};
use crate::Workplace;
use crate::workplace::{interrupt, text};

pub fn attack(place: &Workplace, rng: &mut Rng) -> Result<(), String> {
    let (store, csv, merged) =
        (place.reference_store(), place.fresh("interrupted.csv"), place.fresh("interrupted.sqlite"));
    let (file, run) = (place.experiment(), place.fresh("interrupted-run.sqlite"));
    let commands: [&[&str]; 9] = [
        &["search", "othello", "rave > nast with tree(2)", "--time", "60s"],
        &["search", "hearts", "uct > mast", "--iterations", "100000000"],
        &["search", "lines-of-action", "ab", "--time", "60s"],
        &["match", "breakthrough", "uct", "uct > mast", "--games", "10000", "--iterations", "1000"],
        &["bench", "othello", "--rounds", "1000"],
        &["perft", "othello", "14"],
        &["experiment", "run", text(&file), "--out", text(&run), "-j", "1"],
        &["experiment", "export", text(&store), "--csv", text(&csv)],
        &["experiment", "merge", text(&merged), text(&store)],
    ];
    let arguments = *pick(&commands, rng);
    let signal = *pick(&[Signal::INT, Signal::TERM], rng);
    let after = Duration::from_millis(rng.below(600) as u64);
    let told = || format!("{arguments:?} after {after:?}");
    let ended = interrupt(place.command(arguments), after, signal).map_err(|error| format!("{}: {error}", told()))?;
    let expected = matches!(ended.code, None | Some(0 | 130));
    ensure(expected, || format!("{} ended with {:?}: {}", told(), ended.code, ended.complaint))?;
    let left = place.files_with(".part");
    ensure(left.is_empty(), || format!("{} left {left:?}", told()))
}
