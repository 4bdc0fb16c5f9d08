//! A results file: read, checked, put in order, written whole.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use csv::{ReaderBuilder, StringRecord, Writer};

use super::error::ResultsError;
use super::identity::Identity;
use super::row::{COLUMNS, GameRange, Row};

/// The rows of a file. No two of the same identity have a game in common.
#[derive(Clone, Debug)]
pub(crate) struct ResultsFile {
    path: PathBuf,
    rows: Vec<(u64, Row)>,
}

impl ResultsFile {
    /// Reads a file; one that is not there has no rows.
    pub(crate) fn read(path: &Path) -> Result<ResultsFile, ResultsError> {
        let mut file = ResultsFile { path: path.to_owned(), rows: Vec::new() };
        let text = match fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(file),
            text => text.map_err(|error| ResultsError::system(path, &error))?,
        };
        let mut reader = ReaderBuilder::new().from_reader(&text[..]);
        let header = reader.headers().map_err(|error| file.unreadable(&error))?;
        if header != &StringRecord::from(COLUMNS.to_vec()) {
            return Err(file.wrong(1, format!("the first line is not `{}`", COLUMNS.join(","))));
        }
        for record in reader.records() {
            let record = record.map_err(|error| file.unreadable(&error))?;
            let line = record.position().map_or(0, csv::Position::line);
            let row = Row::read(&record).map_err(|message| file.wrong(line, message))?;
            file.add(line, row)?;
        }
        Ok(file)
    }

    fn wrong(&self, line: u64, message: String) -> ResultsError {
        ResultsError::Line { path: self.path.clone(), line, message }
    }

    fn unreadable(&self, error: &csv::Error) -> ResultsError {
        let line = error.position().map_or(1, csv::Position::line);
        self.wrong(line, error.to_string())
    }

    /// Adds a row that is in this line of a file. It fails if a row has some of its games.
    pub(super) fn add(&mut self, line: u64, row: Row) -> Result<(), ResultsError> {
        if let Some((other, known)) = self.overlapping(&row) {
            let message = format!("games {} of `{}` are in line {other} too, as {}", row.games, row.cell, known.games);
            return Err(self.wrong(line, message));
        }
        self.rows.push((line, row));
        Ok(())
    }

    /// A row that has some of the games of another.
    pub(super) fn overlapping(&self, row: &Row) -> Option<&(u64, Row)> {
        self.rows.iter().find(|(_, known)| known.identity == row.identity && known.games.overlaps(row.games))
    }

    /// Takes a row out.
    pub(super) fn remove(&mut self, row: &Row) {
        self.rows.retain(|(_, known)| known != row);
    }

    /// All rows, in the order of the file.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().map(|(_, row)| row)
    }

    /// All rows with their lines.
    pub(super) fn numbered(&self) -> impl Iterator<Item = (u64, &Row)> {
        self.rows.iter().map(|(line, row)| (*line, row))
    }

    /// An error of adding a line of this file to another, told of this file.
    pub(super) fn refused(&self, line: u64, added: Result<(), ResultsError>) -> Result<(), ResultsError> {
        added.map_err(|error| match error {
            ResultsError::Line { path, message, .. } => {
                self.wrong(line, format!("it cannot be added to `{}`: {message}, with other counts", path.display()))
            }
            other => other,
        })
    }

    /// The rows of an identity.
    pub(crate) fn rows_of(&self, identity: &Identity) -> impl Iterator<Item = &Row> {
        self.rows().filter(move |row| row.identity == *identity)
    }

    /// Whether rows of an identity have all these games.
    pub(super) fn covers(&self, identity: &Identity, games: GameRange) -> bool {
        let overlap = |row: &Row| {
            let (first, last) = (row.games.first.max(games.first), row.games.last.min(games.last));
            (last + 1).saturating_sub(first)
        };
        self.rows_of(identity).map(overlap).sum::<u64>() == games.len()
    }

    /// Puts rows in order, and joins those of a build whose games follow each other.
    pub(super) fn tidy(&mut self) {
        let order = |row: &Row| (row.cell.clone(), row.identity.clone(), row.games);
        self.rows.sort_by_cached_key(|(_, row)| order(row));
        let mut tidy: Vec<(u64, Row)> = Vec::new();
        for (line, row) in std::mem::take(&mut self.rows) {
            match tidy.last_mut() {
                Some((_, last)) if last.has_origin_of(&row) && last.games.last + 1 == row.games.first => {
                    last.games.last = row.games.last;
                    last.sums.add_all(&row.sums);
                }
                _ => tidy.push((line, row)),
            }
        }
        self.rows = tidy;
    }

    /// Writes the file whole: it is the old one or the new one at any moment.
    pub(super) fn write(&self) -> Result<(), ResultsError> {
        let fault = |error: &dyn std::fmt::Display| ResultsError::system(&self.path, error);
        let mut writer = Writer::from_writer(Vec::new());
        writer.write_record(COLUMNS).map_err(|error| fault(&error))?;
        for row in self.rows() {
            writer.write_record(row.fields()).map_err(|error| fault(&error))?;
        }
        let bytes = writer.into_inner().map_err(|error| fault(&error))?;
        let part = self.path.with_extension("csv.part");
        let write = || {
            let mut file = File::create(&part)?;
            file.write_all(&bytes)?;
            file.sync_all()?;
            fs::rename(&part, &self.path)
        };
        write().map_err(|error| {
            // What is left of it is of no use.
            let _ = fs::remove_file(&part);
            fault(&error)
        })
    }
}
