//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use crate::failure::Failure;
use crate::show;

/// Files that are to be removed should the program end now.
static FLEETING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Files that are removed unless they are kept, also where an interruption ends the program.
pub struct Fleeting(Vec<PathBuf>);

impl Fleeting {
    /// From now on, these files go when something goes wrong.
    pub fn new(files: impl IntoIterator<Item = PathBuf>) -> Fleeting {
        let files: Vec<PathBuf> = files.into_iter().collect();
        FLEETING.lock().unwrap_or_else(PoisonError::into_inner).extend(files.iter().cloned());
        Fleeting(files)
    }

    /// They stay.
    pub fn keep(mut self) {
        forget(&std::mem::take(&mut self.0));
    }
}

impl Drop for Fleeting {
    fn drop(&mut self) {
        remove(&self.0);
        forget(&self.0);
    }
}

/// Removes what must not be left behind: the program ends.
pub fn abandon() {
    remove(&FLEETING.lock().unwrap_or_else(PoisonError::into_inner));
}

fn forget(files: &[PathBuf]) {
    FLEETING.lock().unwrap_or_else(PoisonError::into_inner).retain(|file| !files.contains(file));
}

fn remove(files: &[PathBuf]) {
    for file in files {
        // Whoever has removed it before has done what was to be done.
        let _ = fs::remove_file(file);
    }
}

/// Where a text goes in the end.
pub struct Output {
    /// The standard output if there is none.
    file: Option<Growing>,
}

/// A file while it is written.
struct Growing {
    path: PathBuf,
    /// Where it grows; a device or a pipe takes what it gets.
    part: Option<(PathBuf, Fleeting)>,
    file: BufWriter<File>,
}

impl Output {
    /// Makes sure that there is a place for the text before the work for it begins.
    pub fn open(path: Option<PathBuf>) -> Result<Output, Failure> {
        Ok(Output { file: path.map(Growing::open).transpose()? })
    }

    /// The file that the text goes to, if it is one.
    pub fn path(&self) -> Option<String> {
        self.file.as_ref().map(|growing| growing.path.display().to_string())
    }

    /// Writes the text, and what is to be said about it where it goes to a file.
    pub fn finish(self, text: &str, summary: &str) -> Result<(), Failure> {
        let Some(path) = self.path() else { return show::print(text) };
        self.place(text)?;
        show::print(&format!("{summary}, written to {path}\n"))
    }

    /// Writes the text if it goes to a file, and prints the report in any case.
    pub fn finish_with(self, text: &str, report: &impl Serialize) -> Result<(), Failure> {
        self.place(text)?;
        show::print_json(report)
    }

    /// Writes the text and puts the file where it belongs, if there is one.
    pub fn place(self, text: &str) -> Result<(), Failure> {
        let Some(mut growing) = self.file else { return Ok(()) };
        growing.file.write_all(text.as_bytes())?;
        growing.place()
    }
}

impl Growing {
    fn open(path: PathBuf) -> Result<Growing, Failure> {
        let cannot = |error: io::Error| Failure::Usage(format!("`{}` cannot be written: {error}", path.display()));
        if path.is_dir() {
            return Err(cannot(ErrorKind::IsADirectory.into()));
        }
        if path.exists() && !path.is_file() {
            let file = File::options().write(true).open(&path).map_err(cannot)?;
            return Ok(Growing { path, part: None, file: BufWriter::new(file) });
        }
        let mut part = path.clone().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        let fleeting = Fleeting::new([part.clone()]);
        let file = BufWriter::new(File::create(&part).map_err(cannot)?);
        Ok(Growing { path, part: Some((part, fleeting)), file })
    }

    /// Puts the file where it belongs.
    fn place(mut self) -> Result<(), Failure> {
        self.file.flush()?;
        if let Some((part, fleeting)) = self.part {
            self.file.get_ref().sync_all()?;
            fs::rename(part, &self.path)?;
            fleeting.keep();
        }
        Ok(())
    }
}

/// Writes a file piece by piece.
pub fn write_with(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> Result<(), Failure>) -> Result<(), Failure> {
    let mut growing = Growing::open(path.to_owned())?;
    write(&mut growing.file)?;
    growing.place()
}

/// Writes a file.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_with(path, |file| Ok(file.write_all(bytes)?))
}
