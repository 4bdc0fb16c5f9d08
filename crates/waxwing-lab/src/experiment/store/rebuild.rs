//! A store made anew from what is intact in it: for stores of the first format, and for damaged ones.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use waxwing_workshop::Workshop;

use super::open::{beside, log_of};
use super::snapshot::{Reading, Snapshot};
use super::{Store, StoreError};

impl Store {
    /// Replaces a store of the first format by one of the newest with the same games. It fails if it is damaged as far as
    /// that can be seen, or if another process has it open; then nothing has changed.
    pub(super) fn renew(workshop: &Workshop, path: &Path) -> Result<(), StoreError> {
        let old = Store::open(workshop, path)?;
        let snapshot = old.snapshot()?;
        if let Some(damage) = snapshot.damage().first() {
            return Err(old.damaged(damage));
        }
        let copy = Copy::of(&snapshot)?;
        drop(snapshot);
        copy.replace(old)
    }
}

/// What is intact in a store, in a file beside it that goes unless it takes its place.
pub(super) struct Copy {
    /// The file of the store, behind all links.
    file: PathBuf,
    copy: PathBuf,
}

impl Copy {
    pub(super) fn of(snapshot: &Snapshot<'_>) -> Result<Copy, StoreError> {
        let path = &snapshot.store.path;
        let system = |error: io::Error| StoreError::system(path, &error);
        let file = fs::canonicalize(path).map_err(system)?;
        let part = beside(&file, ".part");
        if part.exists() {
            return Err(StoreError::InTheWay { path: part });
        }
        let copy = Copy { copy: part, file };
        let mut store = Store::create(&snapshot.store.workshop, &copy.copy)?;
        store.copy_from(snapshot)?;
        drop(store);
        fs::set_permissions(&copy.copy, fs::metadata(&copy.file).map_err(system)?.permissions()).map_err(system)?;
        File::open(&copy.copy).and_then(|file| file.sync_all()).map_err(system)?;
        Ok(copy)
    }

    /// Puts the copy in the place of the store. It fails if another process has the store open.
    pub(super) fn replace(self, old: Store) -> Result<(), StoreError> {
        let (path, log) = (old.path.clone(), log_of(&self.file));
        drop(old);
        // The last one that closes a store removes its log; a log would be taken for one of the new file.
        if log.exists() {
            return Err(StoreError::InUse { path });
        }
        fs::rename(&self.copy, &self.file).map_err(|error| StoreError::system(&path, &error))
    }

    /// Keeps the store as it is under another name, too.
    pub(super) fn keep_damaged(&self) -> Result<PathBuf, StoreError> {
        let kept = beside(&self.file, ".damaged");
        match fs::hard_link(&self.file, &kept) {
            Ok(()) => Ok(kept),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(StoreError::InTheWay { path: kept }),
            // Not every file system has links.
            Err(_) => match fs::copy(&self.file, &kept) {
                Ok(_) => Ok(kept),
                Err(error) => Err(StoreError::system(&self.file, &error)),
            },
        }
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // Where it has taken the store's place there is nothing to remove.
        let _ = fs::remove_file(&self.copy);
    }
}

/// Which games of a damaged store are to be played again: those that are named, and gaps where exactly as many are missing.
pub(super) fn lost_games(snapshot: &Snapshot<'_>) -> Result<Vec<(i64, u64)>, StoreError> {
    let mut games = Vec::new();
    for (&cell, found) in
        snapshot.games.iter().filter(|(cell, found)| found.lost > 0 && snapshot.cells.contains_key(cell))
    {
        let intact: Vec<i64> = snapshot.store.numbers(cell)?;
        let is_intact = |number: &i64| intact.binary_search(number).is_ok();
        let gaps: Vec<i64> = gaps(&intact, found.lost);
        let mut named: Vec<i64> =
            found.damaged.iter().copied().filter(|number| *number >= 0 && !is_intact(number)).collect();
        named.sort_unstable();
        named.dedup();
        let numbers = if gaps.len() as u64 == found.lost { gaps } else { named };
        games.extend(numbers.into_iter().map(|number| (cell, number as u64)));
    }
    Ok(games)
}

/// The numbers that are missing below the highest one, and at most one more than this many.
fn gaps(numbers: &[i64], most: u64) -> Vec<i64> {
    let before = |place: usize| if place == 0 { -1 } else { numbers[place - 1] };
    let gaps = (0..numbers.len()).flat_map(|place| before(place) + 1..numbers[place]);
    gaps.take(most as usize + 1).collect()
}

/// A snapshot in which rows are put right where one flipped bit explains them.
pub(super) fn healed(store: &Store) -> Result<Snapshot<'_>, StoreError> {
    Snapshot::take(store, Reading::Healed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_lie_below_the_highest_number() {
        assert_eq!(gaps(&[0, 1, 4, 6], 9), [2, 3, 5]);
        assert_eq!(gaps(&[2, 3], 1), [0, 1]);
        assert!(gaps(&[], 5).is_empty());
        assert_eq!(gaps(&[i64::MAX], 1), [0, 1]);
    }
}
