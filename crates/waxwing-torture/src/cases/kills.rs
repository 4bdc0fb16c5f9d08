//! A run that is killed again and again has the games of one that was not.

use std::time::Duration;

use rustix::process::Signal;
use waxwing::Rng;

use super::{ensure, pick};
use crate::Workplace;
use crate::workplace::{interrupt, text};

pub fn attack(place: &Workplace, rng: &mut Rng) -> Result<(), String> {
    let store = place.fresh("killed.sqlite");
    let file = place.experiment();
    for _ in 0..1 + rng.below(4) {
        let jobs = (1 + rng.below(3)).to_string();
        let run = ["experiment", "run", text(&file), "--out", text(&store), "-j", &jobs];
        let signal = *pick(&[Signal::KILL, Signal::KILL, Signal::INT, Signal::TERM], rng);
        let ended = interrupt(place.command(&run), Duration::from_millis(rng.below(400) as u64), signal)?;
        let expected = matches!(ended.code, None | Some(0 | 130));
        ensure(expected, || format!("{signal:?} ended it with {:?}: {}", ended.code, ended.complaint))?;
    }
    place.play(&store)?;
    place.compare(&store)
}
