//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::failure::Failure;
use crate::show;

/// Where a text goes in the end.
pub struct Output {
    /// The file and the place where it grows; the standard output if there is none.
    file: Option<(PathBuf, PathBuf, File)>,
}

impl Output {
    /// Makes sure that there is a place for the text before the work for it begins.
    pub fn open(path: Option<PathBuf>) -> Result<Output, Failure> {
        let Some(path) = path else { return Ok(Output { file: None }) };
        let mut growing = path.clone().into_os_string();
        growing.push(".part");
        let cannot = |error: io::Error| Failure::Usage(format!("`{}` cannot be written: {error}", path.display()));
        if path.is_dir() {
            return Err(cannot(ErrorKind::IsADirectory.into()));
        }
        let growing = PathBuf::from(growing);
        let file = File::create(&growing).map_err(cannot)?;
        Ok(Output { file: Some((path, growing, file)) })
    }

    /// The file that the text goes to, if it is one.
    pub fn path(&self) -> Option<String> {
        self.file.as_ref().map(|(path, ..)| path.display().to_string())
    }

    /// Writes the text, and what is to be said about it where it goes to a file.
    pub fn finish(mut self, text: &str, summary: &str) -> Result<(), Failure> {
        let Some(path) = self.path() else { return show::print(text) };
        self.place(text.as_bytes())?;
        show::print(&format!("{summary}, written to {path}\n"))
    }

    /// Writes the text if it goes to a file, and prints the report in any case.
    pub fn finish_with(mut self, text: &str, report: &impl Serialize) -> Result<(), Failure> {
        self.place(text.as_bytes())?;
        show::print_json(report)
    }

    /// Writes all bytes, and puts the file where it belongs.
    fn place(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let Some((path, growing, file)) = &mut self.file else { return Ok(()) };
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(growing, path)?;
        self.file = None;
        Ok(())
    }
}

/// Writes a file.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    Output::open(Some(path.to_owned()))?.place(bytes)
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some((_, growing, _)) = &self.file {
            // Whoever has removed it before has done what was to be done.
            let _ = fs::remove_file(growing);
        }
    }
}
