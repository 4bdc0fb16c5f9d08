//! Joining stores: the games of one go into another, each once.

use std::collections::BTreeMap;

use serde::Serialize;

use super::damage::Damage;
use super::rows::{FAILURE, FailureRow, GAME, GameRow};
use super::snapshot::{Listing, Snapshot};
use super::write::Writing;
use super::{Store, StoreError};

/// What a merge did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Merged {
    /// Games that were not there before.
    pub games: u64,
    /// Games that were there already, and alike.
    pub known: u64,
    /// Games that were there already with other moves although their seeds determine them: versions that differ. The
    /// first one stays.
    pub different: u64,
    /// What is damaged in the other store, and was left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub damage: Vec<Damage>,
}

impl Store {
    /// Adds the games of another store. Doing it again changes nothing. It fails if both are the same file, or if either
    /// cannot be read; then nothing has changed.
    pub fn merge(&mut self, other: &Store) -> Result<Merged, StoreError> {
        self.differs_from(other)?;
        self.copy_from(&other.snapshot()?)
    }

    /// Makes sure that another store is another file. It fails if both are the same.
    pub fn differs_from(&self, other: &Store) -> Result<(), StoreError> {
        let files = [self, other].map(|store| identity(&store.path));
        let is_same = files[0].is_some() && files[0] == files[1];
        let same = || StoreError::Same { path: self.path.clone(), other: other.path.clone() };
        if is_same { Err(same()) } else { Ok(()) }
    }

    /// Adds what a snapshot of another store has.
    pub(super) fn copy_from(&mut self, other: &Snapshot<'_>) -> Result<Merged, StoreError> {
        let writing = Writing::begin(&mut self.connection, &self.path)?;
        let merged = Copying::new(other, &writing)?.copy()?;
        writing.commit()?;
        Ok(merged)
    }
}

/// What tells a file from others, whatever its name is.
#[cfg(unix)]
fn identity(path: &std::path::Path) -> Option<impl PartialEq> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

/// What tells a file from others, whatever its name is.
#[cfg(not(unix))]
fn identity(path: &std::path::Path) -> Option<impl PartialEq> {
    std::fs::canonicalize(path).ok()
}

/// A merge at work: cells and runs have other numbers in every store, and the same keys and tokens.
struct Copying<'a> {
    other: &'a Snapshot<'a>,
    writing: &'a Writing<'a>,
    cells: BTreeMap<i64, i64>,
    runs: BTreeMap<i64, i64>,
}

impl<'a> Copying<'a> {
    fn new(other: &'a Snapshot<'a>, writing: &'a Writing<'a>) -> Result<Copying<'a>, StoreError> {
        let (mut cells, mut runs) = (BTreeMap::new(), BTreeMap::new());
        for (&id, run) in &other.runs {
            runs.insert(id, writing.run(run, Some(id))?);
        }
        for (&id, cell) in &other.cells {
            cells.insert(id, writing.cell(&cell.text, Some(id))?);
        }
        Ok(Copying { other, writing, cells, runs })
    }

    fn copy(&self) -> Result<Merged, StoreError> {
        for listing in &self.other.listings {
            let Some(&cell) = self.cells.get(&listing.cell) else { continue };
            self.writing.listing(&Listing { cell, ..listing.clone() }, |known| known.max(listing.games))?;
        }
        self.other.files.iter().try_for_each(|file| self.writing.file(file))?;
        let mut merged = Merged { damage: self.other.damage.clone(), ..Merged::default() };
        let store = self.other.store;
        store.each::<StoreError>(&format!("SELECT {GAME} FROM game"), [], &mut |row| {
            GameRow::read(row).map_or(Ok(()), |row| self.game(row, &mut merged))
        })?;
        store.each::<StoreError>(&format!("SELECT {FAILURE} FROM failure"), [], &mut |row| {
            FailureRow::read(row).map_or(Ok(()), |row| self.failure(row))
        })?;
        Ok(merged)
    }

    fn game(&self, game: GameRow<'_>, merged: &mut Merged) -> Result<(), StoreError> {
        let (Some(&cell), Some(&run)) = (self.cells.get(&game.cell), self.runs.get(&game.run)) else { return Ok(()) };
        let game = GameRow { cell, run, ..game };
        if self.writing.game(&game)? {
            self.writing.forget_failure(cell, game.number)?;
            merged.games += 1;
            return Ok(());
        }
        const OURS: &str = "SELECT moves_hash FROM game WHERE cell = ?1 AND number = ?2 AND moves IS NULL";
        let ours = self.writing.number(OURS, [cell, game.number])?;
        let is_different = game.moves.is_none() && ours.is_some_and(|ours| ours != game.moves_hash);
        *(if is_different { &mut merged.different } else { &mut merged.known }) += 1;
        Ok(())
    }

    fn failure(&self, failure: FailureRow<'_>) -> Result<(), StoreError> {
        let ours = (self.cells.get(&failure.cell), self.runs.get(&failure.run));
        let (Some(&cell), Some(&run)) = ours else { return Ok(()) };
        const PLAYED: &str = "SELECT 1 FROM game WHERE cell = ?1 AND number = ?2";
        if self.writing.number(PLAYED, [cell, failure.number])?.is_some() {
            return Ok(());
        }
        self.writing.failure(&FailureRow { cell, run, ..failure })
    }
}
