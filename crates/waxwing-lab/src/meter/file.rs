//! What a meter has found, as lines of JSON: the plan first, then a line for each position. A run that was killed goes on.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{MeterError, MeterPlan, Observed};

/// A file with what a meter has found.
pub struct MeterFile {
    path: PathBuf,
    file: File,
    observed: Vec<Observed>,
}

impl MeterFile {
    /// The file of a plan: begun if it is not there. Fails if it has another plan, or is no such file.
    pub fn open(path: &Path, plan: &MeterPlan) -> Result<MeterFile, MeterError> {
        let wrong = |reason: String| MeterError::File { path: path.display().to_string(), reason };
        let system = |error: std::io::Error| wrong(error.to_string());
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.map_err(system)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(system)?;
        // What a run that was killed has not finished has no end of line.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole == 0 && !text.is_empty() {
            return Err(wrong("this is no file of a meter".into()));
        }
        file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::Start(whole as u64))).map_err(system)?;
        let mut found = MeterFile { path: path.to_owned(), file, observed: Vec::new() };
        let Some((first, rest)) = text[..whole].split_once('\n') else {
            found.write(plan)?;
            return Ok(found);
        };
        let kept: MeterPlan = serde_json::from_str(first).map_err(|_| wrong("this is no file of a meter".into()))?;
        if kept != (MeterPlan { positions: kept.positions, ..plan.clone() }) {
            let reason = "this file was begun with other settings, which stay; give another file";
            return Err(wrong(format!("{reason} (it has {})", first.trim())));
        }
        for line in rest.lines() {
            let read = serde_json::from_str(line);
            found.observed.push(read.map_err(|error| wrong(format!("a line cannot be read: {error}")))?);
        }
        Ok(found)
    }

    /// The plan and the positions of a file that is there.
    pub fn read(path: &Path) -> Result<(MeterPlan, Vec<Observed>), MeterError> {
        let wrong = |reason: String| MeterError::File { path: path.display().to_string(), reason };
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let mut lines = text.lines();
        let plan: Option<MeterPlan> = lines.next().and_then(|line| serde_json::from_str(line).ok());
        let mut plan = plan.ok_or_else(|| wrong("this is no file of a meter".into()))?;
        let read = |line| serde_json::from_str(line).map_err(|error| wrong(format!("a line cannot be read: {error}")));
        let observed = lines.map(read).collect::<Result<Vec<Observed>, _>>()?;
        plan.positions = observed.iter().map(|one| one.number + 1).max().unwrap_or(0).max(1);
        Ok((plan, observed))
    }

    /// What it has.
    pub fn observed(&self) -> &[Observed] {
        &self.observed
    }

    /// Whether it has the position of a number.
    pub fn has(&self, number: u64) -> bool {
        self.observed.iter().any(|observed| observed.number == number)
    }

    /// Adds a position.
    pub fn add(&mut self, observed: Observed) -> Result<(), MeterError> {
        self.write(&observed)?;
        self.observed.push(observed);
        Ok(())
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), MeterError> {
        let text = serde_json::to_string(line).expect("texts and numbers can be written as JSON") + "\n";
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| MeterError::File { path: self.path.display().to_string(), reason: error.to_string() })
    }
}
