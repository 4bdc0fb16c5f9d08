//! What a game needs before agents play it.

use std::sync::atomic::AtomicBool;

use indicatif::ProgressBar;
use waxwing_games::chinese_checkers::tables::TableError;
use waxwing_lab::GameText;

use crate::failure::{self, Failure};
use crate::{interrupt, show};

/// Gets ready what the game's evaluations need. What does not work is said, and the command goes on.
pub fn prepare(game: &GameText) -> Result<(), Failure> {
    let note = with_bar(|stop, progress| waxwing_games::prepare(game.entry(), stop, progress))?;
    note.iter().for_each(|note| failure::warn(note));
    Ok(())
}

/// Does some work with a bar that appears when there is something to show.
pub fn with_bar<T>(
    work: impl FnOnce(&AtomicBool, &mut dyn FnMut(u64, u64)) -> Result<T, TableError>,
) -> Result<T, Failure> {
    let mut bar: Option<ProgressBar> = None;
    let done = work(interrupt::watch(), &mut |done, total| {
        bar.get_or_insert_with(|| show::progress_bar(total, "configurations")).set_position(done);
    });
    bar.iter().for_each(ProgressBar::finish_and_clear);
    done.map_err(|error| match error {
        TableError::Cancelled => Failure::Interrupted,
        TableError::Unknown { .. } => Failure::usage(error),
        other => Failure::Io(std::io::Error::other(other)),
    })
}
