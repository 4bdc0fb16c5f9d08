//! A disk that is full ends a run or an export with a message, and nothing that was written is lost or half there.

use std::time::Duration;

use waxwing::Rng;

use super::ensure;
use crate::Workplace;
use crate::workplace::{finish, text};

pub fn attack(place: &Workplace, rng: &mut Rng) -> Result<(), String> {
    if rng.below(2) == 0 { run(place, rng) } else { export(place, rng) }
}

fn run(place: &Workplace, rng: &mut Rng) -> Result<(), String> {
    let store = place.fresh("full.sqlite");
    let file = place.experiment();
    for _ in 0..1 + rng.below(3) {
        let run = ["experiment", "run", text(&file), "--out", text(&store)];
        let ended = finish(place.with_little_disk(rng.below(400), &run), Duration::from_secs(60))?;
        let said = ended.code == Some(0) || !ended.complaint.is_empty();
        ensure(said, || format!("it ended with {:?} and said nothing", ended.code))?;
    }
    place.play(&store)?;
    place.compare(&store)
}

fn export(place: &Workplace, rng: &mut Rng) -> Result<(), String> {
    let table = place.fresh("full.csv");
    let store = place.reference_store();
    let export = ["experiment", "export", text(&store), "--csv", text(&table)];
    let ended = finish(place.with_little_disk(rng.below(60), &export), Duration::from_secs(60))?;
    ensure(ended.code == Some(0) || !table.exists(), || "an export that failed has left its table".into())?;
    let left = place.files_with("full.csv.");
    ensure(left.is_empty(), || format!("an export has left {left:?}"))
}
