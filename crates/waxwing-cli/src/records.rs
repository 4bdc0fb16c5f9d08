//! A file that games are written to as they are finished.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use waxwing_lab::{WrittenGame, written_sgf};
use waxwing_workshop::{GameRecord, MatchPlan, Setting};

use crate::failure::Failure;

/// The file, until it cannot be written to.
pub struct Records {
    file: Mutex<io::Result<File>>,
    is_sgf: bool,
}

impl Records {
    /// Makes the file before the first game is played.
    pub fn create(path: &Path, setting: &Setting<'_>) -> Result<Records, Failure> {
        let is_sgf = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"));
        let reason = match (setting.game.name(), setting.position) {
            ("go", None) => None,
            ("go", Some(_)) => Some("records as SGF begin with the start of the game, not with a position"),
            _ => Some("records as SGF are for `go`"),
        };
        if let Some(reason) = reason.filter(|_| is_sgf) {
            return Err(Failure::usage(format!("{reason}; for a line of JSON a game, name the file otherwise")));
        }
        let cannot = |error| Failure::Usage(format!("`{}` cannot be written: {error}", path.display()));
        Ok(Records { file: Mutex::new(Ok(File::create(path).map_err(cannot)?)), is_sgf })
    }

    /// Writes a game, whole.
    pub fn write(&self, setting: &Setting<'_>, plan: &MatchPlan, number: u64, record: &GameRecord) {
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
