//! What a game needs before agents play it.

use std::sync::atomic::AtomicBool;

use indicatif::ProgressBar;
use waxwing_workshop::{OpenGame, PrepareError};

use crate::failure::{self, Failure};
use crate::{interrupt, show};

/// Gets ready what the game's evaluations need. What does not work is said, and the command goes on.
pub fn prepare(game: &OpenGame) -> Result<(), Failure> {
    let note = with_bar(|stop, progress| game.prepare(stop, progress)).map_err(|error| match error {
        PrepareError::Cancelled => Failure::Interrupted,
        other => Failure::failed(other),
    })?;
    note.iter().for_each(|note| failure::warn(note));
    Ok(())
}

/// Does some work with a bar that appears when there is something to show.
pub fn with_bar<T>(work: impl FnOnce(&AtomicBool, &mut dyn FnMut(u64, u64)) -> T) -> T {
    let mut bar: Option<ProgressBar> = None;
    let done = work(interrupt::watch(), &mut |done, total| {
        bar.get_or_insert_with(|| show::progress_bar(total, "configurations")).set_position(done);
    });
    bar.iter().for_each(ProgressBar::finish_and_clear);
    done
}
