//! The file that learning goes on from. It is replaced whole, so that whoever is killed while writing loses what was learned
//! since the last time, and nothing else.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use waxwing_workshop::{AnyTeacher, Position};

use super::{Curve, EvaluationLessons};
use crate::learning::LearningError;

const TITLE: &str = "An evaluation that is being learned by Waxwing";

/// The file of one run.
pub(super) struct Kept {
    path: PathBuf,
    /// What the file begins with if it is of this run: the game and the lessons.
    title: String,
}

/// What is in the file.
pub(super) struct Found {
    pub state: Vec<u8>,
    pub curve: Curve,
}

impl Kept {
    pub fn new(path: &Path, position: &Position, lessons: &EvaluationLessons) -> Kept {
        let (version, game, start) = (env!("CARGO_PKG_VERSION"), position.game_text(), position.text());
        Kept { path: path.to_owned(), title: format!("{TITLE} {version}\n{game}\n{start:?}\n{lessons:?}\n") }
    }

    pub fn write(&self, teacher: &dyn AnyTeacher, curve: &Curve) -> Result<(), LearningError> {
        self.try_to_write(teacher, curve).map_err(|error| self.failed(&error))
    }

    fn try_to_write(&self, teacher: &dyn AnyTeacher, curve: &Curve) -> io::Result<()> {
        let (state, curve) = (teacher.state(), curve.csv());
        let mut part = self.path.clone().into_os_string();
        part.push(".part");
        let mut file = File::create(&part)?;
        write!(file, "{}{} {}\n{curve}", self.title, curve.len(), state.len())?;
        file.write_all(&state)?;
        file.sync_all()?;
        fs::rename(part, &self.path)
    }

    /// What was kept, if anything was.
    pub fn read(&self) -> Result<Option<Found>, LearningError> {
        let bytes = match fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.failed(&error)),
        };
        self.parse(&bytes).map(Some).ok_or_else(|| self.foreign())
    }

    fn parse(&self, bytes: &[u8]) -> Option<Found> {
        let rest = bytes.strip_prefix(self.title.as_bytes())?;
        let end = rest.iter().position(|&byte| byte == b'\n')?;
        let (curve, state) = std::str::from_utf8(&rest[..end]).ok()?.split_once(' ')?;
        let (text, found) = rest[end + 1..].split_at_checked(curve.parse().ok()?)?;
        if state.parse() != Ok(found.len()) {
            return None;
        }
        Some(Found { state: found.to_vec(), curve: Curve::read(std::str::from_utf8(text).ok()?)? })
    }

    /// The run is over. A file that cannot be removed would only be refused.
    pub fn remove(&self) {
        let _ = fs::remove_file(&self.path);
    }

    pub fn foreign(&self) -> LearningError {
        LearningError::OtherLessons { file: self.path.display().to_string() }
    }

    fn failed(&self, error: &io::Error) -> LearningError {
        LearningError::Keeping { file: self.path.display().to_string(), reason: error.to_string() }
    }
}
