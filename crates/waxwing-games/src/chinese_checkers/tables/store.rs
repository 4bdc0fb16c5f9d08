//! Where a table is kept: one file, written whole or not at all, by one process at a time.
//!
//! A new table grows in a file of another name beside it, and is renamed when the disk has all of it. Whoever builds holds
//! an advisory lock meanwhile, so that others wait and then find the table. Where locks do not work, each builds its own,
//! in a file named after its process, and the last one to finish replaces what the others have made.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::error::TableError;
use super::file::DistanceTable;

/// What a table must be like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spec {
    pub(super) name: &'static str,
    /// The number of the board's fields.
    pub(super) fields: u32,
    pub(super) entries: usize,
}

/// Whether a table has been built, and kept.
#[derive(Debug)]
pub(super) enum Built {
    Not,
    Saved,
    NotSaved(TableError),
}

/// How often a process that waits for another one looks again.
const PATIENCE: Duration = Duration::from_millis(50);

/// The place of one table.
pub(super) struct Store {
    directory: PathBuf,
    spec: Spec,
}

impl Store {
    pub(super) fn new(directory: PathBuf, spec: Spec) -> Store {
        Store { directory, spec }
    }

    pub(super) fn path(&self) -> PathBuf {
        self.directory.join(format!("{}.table", self.spec.name))
    }

    /// The table, if it is there and as it should be.
    pub(super) fn load(&self) -> Result<DistanceTable, TableError> {
        let path = self.path();
        let loaded = File::open(&path).and_then(|file| DistanceTable::map(&file, &self.spec));
        match loaded {
            Ok(Ok(table)) => Ok(table),
            Ok(Err(reason)) => Err(TableError::Damaged { path, reason }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(TableError::Missing { name: self.spec.name }),
            Err(error) => Err(TableError::Unreadable { path, error }),
        }
    }

    /// Makes the directory, if need be.
    pub(super) fn make_directory(&self) -> Result<(), TableError> {
        fs::create_dir_all(&self.directory)
            .map_err(|error| TableError::Unwritable { path: self.directory.clone(), error })
    }

    /// The table from its file, or from `compute`. It is kept if that is possible; if not, it serves this once.
    pub(super) fn obtain(
        &self,
        cancel: &AtomicBool,
        compute: impl FnOnce() -> Result<Vec<u8>, TableError>,
    ) -> Result<(DistanceTable, Built), TableError> {
        if let Ok(table) = self.load() {
            return Ok((table, Built::Not));
        }
        let lock = self.make_directory().and_then(|()| self.lock(cancel));
        if let Err(TableError::Cancelled) = lock {
            return Err(TableError::Cancelled);
        }
        // Somebody else may have built it while we waited.
        if let Ok(table) = self.load() {
            return Ok((table, Built::Not));
        }
        let table = DistanceTable::in_memory(compute()?);
        let saved = lock.and_then(|lock| self.save(&table, lock.is_some()));
        Ok((table, saved.map_or_else(Built::NotSaved, |()| Built::Saved)))
    }

    /// Waits until no other process builds; `None` where there are no locks. The file stays: to remove it would be to
    /// let somebody in who opens a new one.
    fn lock(&self, cancel: &AtomicBool) -> Result<Option<File>, TableError> {
        let path = self.directory.join(format!("{}.lock", self.spec.name));
        let unwritable = |error| TableError::Unwritable { path: path.clone(), error };
        let file = File::options().write(true).create(true).truncate(false).open(&path).map_err(unwritable)?;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(file)),
                Err(TryLockError::WouldBlock) if cancel.load(Relaxed) => return Err(TableError::Cancelled),
                Err(TryLockError::WouldBlock) => std::thread::sleep(PATIENCE),
                Err(TryLockError::Error(_)) => return Ok(None),
            }
        }
    }

    fn save(&self, table: &DistanceTable, locked: bool) -> Result<(), TableError> {
        // Under the lock one name is enough, and what a process that was killed has left behind is overwritten.
        let process = if locked { String::new() } else { format!(".{}", std::process::id()) };
        let growing = self.directory.join(format!("{}{process}.part", self.spec.name));
        let written = File::create(&growing)
            .and_then(|mut file| table.write(&mut file, &self.spec))
            .and_then(|()| fs::rename(&growing, self.path()));
        written.map_err(|error| {
            let _ = fs::remove_file(&growing);
            TableError::Unwritable { path: self.path(), error }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    const SPEC: Spec = Spec { name: "small", fields: 7, entries: 100_000 };

    /// A store in an empty directory of its own.
    fn store(test: &str) -> Store {
        let directory = std::env::temp_dir().join(format!("waxwing-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&directory);
        Store::new(directory, SPEC)
    }

    fn entries() -> Vec<u8> {
        (0..SPEC.entries).map(|index| (index * index % 251) as u8).collect()
    }

    fn obtain(store: &Store) -> (DistanceTable, Built) {
        store.obtain(&AtomicBool::new(false), || Ok(entries())).unwrap()
    }

    /// The names of the files in a store.
    fn files(store: &Store) -> Vec<String> {
        let files = fs::read_dir(&store.directory).unwrap();
        let mut names: Vec<String> =
            files.map(|file| file.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn a_table_is_built_once_and_found_again() {
        let store = store("found");
        assert!(matches!(store.load(), Err(TableError::Missing { name: "small" })));
        assert!(matches!(obtain(&store).1, Built::Saved));
        let (table, built) = store.obtain(&AtomicBool::new(false), || unreachable!("it is there")).unwrap();
        assert!(matches!(built, Built::Not));
        assert_eq!((table.entries(), table.check_all()), (&entries()[..], Ok(())));
        assert_eq!(files(&store), ["small.lock", "small.table"]);
        fs::remove_dir_all(&store.directory).unwrap();
    }

    #[test]
    fn a_damaged_file_is_noticed_and_built_again() {
        let store = store("damaged");
        obtain(&store);
        let whole = fs::read(store.path()).unwrap();
        let mut cases =
            vec![Vec::new(), whole[..30].to_vec(), whole[..whole.len() - 1].to_vec(), [&whole[..], b"x"].concat()];
        for place in [0, 9, 13, 20, 25, 29, 40, 62, 64, 50_000, whole.len() - 1] {
            let mut changed = whole.clone();
            changed[place] ^= 1;
            cases.push(changed);
        }
        for damaged in cases {
            fs::write(store.path(), &damaged).unwrap();
            assert!(matches!(store.load(), Err(TableError::Damaged { .. })), "{} bytes", damaged.len());
            let (table, built) = obtain(&store);
            assert!(matches!(built, Built::Saved));
            assert_eq!(table.entries(), entries());
            assert_eq!(fs::read(store.path()).unwrap(), whole);
        }
        fs::remove_dir_all(&store.directory).unwrap();
    }

    #[test]
    fn a_table_of_another_board_is_not_taken_for_this_one() {
        let store = store("another");
        obtain(&store);
        let other = Store::new(store.directory.clone(), Spec { fields: 8, ..SPEC });
        let Err(TableError::Damaged { reason, .. }) = other.load() else { panic!("it is another table") };
        assert_eq!(reason, "it is about 7 fields and 100000 configurations");
        fs::remove_dir_all(&store.directory).unwrap();
    }

    #[test]
    fn of_many_that_need_a_table_one_builds_it() {
        let (store, computed) = (store("many"), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let compute = || {
                        computed.fetch_add(1, Relaxed);
                        std::thread::sleep(Duration::from_millis(20));
                        Ok(entries())
                    };
                    let (table, _) = store.obtain(&AtomicBool::new(false), compute).unwrap();
                    assert_eq!(table.entries(), entries());
                });
            }
        });
        assert_eq!(computed.into_inner(), 1);
        assert_eq!(files(&store), ["small.lock", "small.table"]);
        fs::remove_dir_all(&store.directory).unwrap();
    }

    #[test]
    fn who_waits_for_another_can_be_cancelled() {
        let store = store("waiting");
        store.make_directory().unwrap();
        let _held = store.lock(&AtomicBool::new(false)).unwrap();
        let waited = store.obtain(&AtomicBool::new(true), || unreachable!("another one builds"));
        assert!(matches!(waited, Err(TableError::Cancelled)));
        fs::remove_dir_all(&store.directory).unwrap();
    }

    #[test]
    fn a_table_that_cannot_be_kept_serves_once_and_a_cancelled_one_leaves_nothing() {
        let store = store("unwritable");
        store.make_directory().unwrap();
        let cancelled = store.obtain(&AtomicBool::new(false), || Err(TableError::Cancelled));
        assert!(matches!(cancelled, Err(TableError::Cancelled)));
        assert_eq!(files(&store), ["small.lock"]);
        // A file is where the directory should be.
        let inside = Store::new(store.directory.join("small.lock"), SPEC);
        let (table, built) = obtain(&inside);
        assert_eq!(table.entries(), entries());
        let Built::NotSaved(error) = built else { panic!("nothing can be saved there") };
        assert!(error.to_string().contains("small.lock` cannot be written: "), "{error}");
        // A directory is where the file should be.
        fs::create_dir(store.path()).unwrap();
        assert!(matches!(obtain(&store).1, Built::NotSaved(TableError::Unwritable { .. })));
        assert_eq!(files(&store), ["small.lock", "small.table"]);
        fs::remove_dir_all(&store.directory).unwrap();
    }
}
