//! A file that games are written to as they are finished.

use std::any::Any;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use waxwing::Notation;
use waxwing_games::Go;
use waxwing_lab::{GameRecord, MatchPlan, Setting, WrittenGame, written_sgf};

use crate::failure::Failure;

/// The file, until it cannot be written to.
pub struct Records {
    file: Mutex<io::Result<File>>,
    is_sgf: bool,
}

impl Records {
    /// Makes the file before the first game is played.
    pub fn create<G: Notation>(path: &Path, start: &G) -> Result<Records, Failure> {
        let is_sgf = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"));
        if is_sgf && !(start as &dyn Any).is::<Go>() {
            return Err(Failure::usage(
                "records as SGF are for `go`; for a line of JSON a game, name the file otherwise",
            ));
        }
        let cannot = |error| Failure::Usage(format!("`{}` cannot be written: {error}", path.display()));
        Ok(Records { file: Mutex::new(Ok(File::create(path).map_err(cannot)?)), is_sgf })
    }

    /// Writes a game, whole.
    pub fn write<G: Notation>(
        &self,
        setting: &Setting<'_, G>,
        plan: &MatchPlan,
        number: u64,
        record: &GameRecord<G::Action>,
    ) {
        let sgf = if self.is_sgf { written_sgf(setting, plan, number, record) } else { None };
        let text = sgf.unwrap_or_else(|| WrittenGame::of(setting, plan, number, record).line());
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(open) = &mut *file
            && let Err(error) = open.write_all(text.as_bytes())
        {
            *file = Err(error);
        }
    }

    /// Whether everything was written.
    pub fn finish(self) -> Result<(), Failure> {
        self.file.into_inner().unwrap_or_else(PoisonError::into_inner)?.sync_all()?;
        Ok(())
    }
}
