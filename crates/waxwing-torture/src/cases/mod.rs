//! The attacks, each with the case that its generator draws.

mod disks;
mod games;
mod interrupts;
mod kills;
mod memory;
mod merges;
mod peeking;
mod programs;
mod stores;

use waxwing::Rng;

use crate::Workplace;

/// One attack: fails with what went wrong.
pub type Attack = fn(&Workplace, &mut Rng) -> Result<(), String>;

/// All attacks, by what they do.
pub const ATTACKS: [(&str, Attack); 9] = [
    ("kill", kills::attack),
    ("full-disk", disks::attack),
    ("bit-flip", stores::attack),
    ("live-merge", merges::attack),
    ("hostile-program", programs::attack),
    ("hostile-game", games::attack),
    ("little-memory", memory::attack),
    ("peek", peeking::attack),
    ("interrupt", interrupts::attack),
];

/// Fails with this message if something does not hold.
fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

/// One of these.
fn pick<'a, T>(items: &'a [T], rng: &mut Rng) -> &'a T {
    &items[rng.below(items.len())]
}
