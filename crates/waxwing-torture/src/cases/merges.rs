//! A store that is merged while it is written ends up whole.

use std::process::Stdio;
use std::thread;
use std::time::Duration;

use waxwing::Rng;

use super::ensure;
use crate::Workplace;
use crate::workplace::text;

pub fn attack(place: &Workplace, rng: &mut Rng) -> Result<(), String> {
    let (from, to) = (place.fresh("live.sqlite"), place.fresh("merged.sqlite"));
    let file = place.experiment();
    let mut run = place.command(&["experiment", "run", text(&file), "--out", text(&from), "-j", "1"]);
    let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().map_err(|error| error.to_string())?;
    let merge = ["experiment", "merge", text(&to), text(&from)];
    for _ in 0..1 + rng.below(4) {
        thread::sleep(Duration::from_millis(rng.below(300) as u64));
        if from.exists() {
            // The store may be there before its tables are: then it is no store yet, and that is said.
            let ended = place.run(&merge)?;
            ensure(ended.code == Some(0) || !ended.complaint.is_empty(), || "a merge failed without a word".into())?;
        }
    }
    let status = run.wait().map_err(|error| error.to_string())?;
    ensure(status.success(), || format!("the run that was merged from ended with {status}"))?;
    place.compare(&from)?;
    place.succeed(&merge)?;
    place.compare(&to)?;
    let itself = place.run(&["experiment", "merge", text(&to), text(&to)])?;
    ensure(itself.code == Some(2), || format!("a store was merged with itself: {:?}", itself.code))
}
