//! What is said of damage in a store.

use std::path::Path;

use waxwing_lab::{Damage, Snapshot, Store};

use crate::context::Context;
use crate::failure::{Failure, tell, warn};
use crate::interrupt;
use crate::show::{self, dim};

/// What is said of a store of the first format.
const NO_CHECKSUMS: &str = "has format 1: its games have no checksums, so that damage may go unnoticed";

/// A store for reading, which an interruption ends.
pub fn open(context: &Context, path: &Path) -> Result<Store, Failure> {
    let mut store = Store::open(&context.workshop, path)?;
    store.stop_on(interrupt::watch_closely());
    Ok(store)
}

/// Says what was left out of what was shown. It fails if there is something.
pub fn told(snapshot: &Snapshot<'_>) -> Result<(), Failure> {
    let path = snapshot.path();
    note_format(path, snapshot.format());
    match warned(path, snapshot.damage()) {
        0 => Ok(()),
        count => Err(left_out(count, path)),
    }
}

/// Says that a store has no checksums, if it has none.
pub fn note_format(path: &Path, format: i32) {
    if format == 1 {
        tell(&dim(format!("{} {NO_CHECKSUMS}", path.display())));
    }
}

/// Names what is damaged; returns how much there is.
pub fn warned(path: &Path, damage: &[Damage]) -> usize {
    const MOST: usize = 20;
    damage.iter().take(MOST).for_each(|damage| warn(&format!("{}: {damage}", path.display())));
    if damage.len() > MOST {
        warn(&format!("{}: and {} more", path.display(), damage.len() - MOST));
    }
    damage.len()
}

/// What a command ends with that has left something out.
pub fn left_out(count: usize, path: &Path) -> Failure {
    let found = show::plural(count as u64, "finding");
    Failure::failed(format!(
        "what is damaged was left out ({found}); `waxwing experiment check {} --repair` plays damaged games again",
        path.display()
    ))
}
