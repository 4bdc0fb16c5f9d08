//! How far a player alone on the board is from its target: the least number of moves for every configuration of its six
//! checkers (Sturtevant 2008; section 4.1 of the paper on Progressive History uses such a table).
//!
//! There are two tables, a byte for each configuration. That of the rhombus, the 49 fields without the triangles at the
//! player's sides, is built in seconds and is what the evaluation `distance` and the values of moves need. That of the whole
//! star, twelve times as large, takes a minute or two; the evaluation `star` needs it, and nothing else reads it. Both ignore
//! that checkers may not leave the target. One table serves players of all directions, since each has a view of its own.
//!
//! Tables are kept in the user's cache directory, or in `WAXWING_CACHE` if that is set, and mapped into memory where they
//! are needed. What is in the cache changes how long the first evaluation takes, never its value: a table of the rhombus
//! that is missing is built, by [`prepare`] to be kept, otherwise in memory on the first use; an agent with `eval=star` is
//! refused until [`build`] has made the table.
//!
//! ```no_run
//! use std::sync::atomic::AtomicBool;
//! use waxwing_games::chinese_checkers::tables::{self, Board};
//!
//! let note = tables::prepare(&AtomicBool::new(false), &mut |done, total| eprint!("\r{done} of {total}"))?;
//! if let Some(note) = note {
//!     eprintln!("{note}");
//! }
//! println!("{:?}", tables::verify(Board::Rhombus)?.histogram);
//! # Ok::<(), tables::TableError>(())
//! ```

mod build;
mod error;
mod file;
mod store;

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

pub use error::TableError;
use file::DistanceTable;
use store::{Spec, Store};

/// The board that a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// The 49 fields of a player's start, the hexagon and target.
    Rhombus,
    /// All 73 fields.
    Star,
}

/// The configurations of the rhombus by distance.
const HISTOGRAM: [u64; 22] = [
    1, 10, 81, 476, 2_316, 9_353, 32_145, 94_664, 239_654, 520_615, 980_443, 1_599_320, 2_225_091, 2_571_489,
    2_402_772, 1_774_788, 1_001_609, 405_083, 106_403, 16_204, 1_261, 38,
];

/// The largest distance in the rhombus.
pub(super) const FARTHEST: u8 = HISTOGRAM.len() as u8 - 1;

impl Board {
    /// All boards.
    pub const ALL: [Board; 2] = [Board::Rhombus, Board::Star];

    /// What its table is called.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// How many configurations its table has.
    pub fn entries(self) -> usize {
        self.spec().entries
    }

    fn spec(self) -> Spec {
        match self {
            Board::Rhombus => Spec { name: "chinese-checkers-49", fields: 49, entries: 13_983_816 },
            Board::Star => Spec { name: "chinese-checkers-73", fields: 73, entries: 170_230_452 },
        }
    }

    /// The board of the table that has this name. `chinese-checkers` alone is that of the rhombus.
    pub fn find(name: &str) -> Result<Board, TableError> {
        let found = Board::ALL.into_iter().find(|board| board.name() == name);
        let found = found.or((name == super::NAME).then_some(Board::Rhombus));
        found.ok_or_else(|| {
            let likeness = |board: &Board| strsim::jaro_winkler(board.name(), name);
            let nearest = Board::ALL.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
            let nearest = nearest.filter(|board| likeness(board) > 0.75).map(Board::name);
            TableError::Unknown { name: name.to_owned(), nearest, names: Board::ALL.map(Board::name) }
        })
    }
}

/// Where tables are kept: `WAXWING_CACHE`, or a folder in the user's cache directory if there is one.
pub fn directory() -> Option<PathBuf> {
    let given = std::env::var_os("WAXWING_CACHE").filter(|path| !path.is_empty()).map(PathBuf::from);
    given.or_else(|| dirs::cache_dir().map(|directory| directory.join("waxwing")))
}

fn store(board: Board) -> Result<Store, TableError> {
    directory().map(|directory| Store::new(directory, board.spec())).ok_or(TableError::NoDirectory)
}

/// The file that a board's table is kept in.
pub fn path(board: Board) -> Result<PathBuf, TableError> {
    store(board).map(|store| store.path())
}

/// Whether there is a usable table of a board in the cache, without reading all of a large one.
pub fn check(board: Board) -> Result<(), TableError> {
    store(board)?.load().map(drop)
}

/// Sees to it that the table of a board is in the cache, and says whether it had to be built. `progress` is told how many
/// configurations are done, out of how many.
///
/// If another process is building the table, this waits for it. A damaged file is replaced; half of one is never seen.
pub fn build(board: Board, cancel: &AtomicBool, progress: &mut dyn FnMut(u64, u64)) -> Result<bool, TableError> {
    let store = store(board)?;
    store.make_directory()?;
    let (_, built) = store.obtain(cancel, || compute(board, cancel, progress))?;
    match built {
        store::Built::Not => Ok(false),
        store::Built::Saved => Ok(true),
        store::Built::NotSaved(error) => Err(error),
    }
}

/// What a table was found to be like.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// How many configurations have each distance, from 0.
    pub histogram: Vec<u64>,
}

/// Reads the whole table of a board and compares it with its checksum, and with the known numbers of configurations by
/// distance if it is that of the rhombus.
pub fn verify(board: Board) -> Result<Verified, TableError> {
    let store = store(board)?;
    let table = store.load()?;
    table.check_all().map_err(|reason| TableError::Damaged { path: store.path(), reason })?;
    let histogram = histogram(table.entries());
    let is_right = match board {
        Board::Rhombus => histogram == HISTOGRAM,
        // What is known of the larger one: every configuration can be solved, one of them is.
        Board::Star => histogram.first() == Some(&1) && histogram.len() < usize::from(u8::MAX),
    };
    if !is_right {
        return Err(TableError::Damaged { path: store.path(), reason: "the distances are wrong".to_owned() });
    }
    Ok(Verified { histogram })
}

fn histogram(entries: &[u8]) -> Vec<u64> {
    let mut counts = vec![0; 256];
    entries.iter().for_each(|&distance| counts[usize::from(distance)] += 1);
    counts.truncate(counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1));
    counts
}

fn compute(board: Board, cancel: &AtomicBool, progress: &mut dyn FnMut(u64, u64)) -> Result<Vec<u8>, TableError> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let total = board.entries() as u64;
    build::build(board, threads, cancel, &mut |done| progress(done, total))
}

/// The tables of this process, for evaluations.
static RHOMBUS: OnceLock<DistanceTable> = OnceLock::new();
static STAR: OnceLock<DistanceTable> = OnceLock::new();

/// Gets the table of the rhombus ready: it is loaded, or built and kept in the cache. Call it before the first search, where
/// seconds do not matter.
///
/// Returns a message for the user if the table cannot be kept, and the search goes on all the same. The error is that the
/// work was cancelled.
pub fn prepare(cancel: &AtomicBool, progress: &mut dyn FnMut(u64, u64)) -> Result<Option<String>, TableError> {
    if RHOMBUS.get().is_some() {
        return Ok(None);
    }
    match obtain_rhombus(cancel, progress) {
        Ok((table, note)) => {
            // Whoever was quicker has found the same table.
            let _ = RHOMBUS.set(table);
            Ok(note)
        }
        Err(error @ TableError::Cancelled) => Err(error),
        Err(error) => Ok(Some(error.to_string())),
    }
}

fn obtain_rhombus(
    cancel: &AtomicBool,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(DistanceTable, Option<String>), TableError> {
    let not_kept = |error: TableError| format!("{error}; the table is built again in every run");
    let mut compute = || compute(Board::Rhombus, cancel, progress);
    match store(Board::Rhombus) {
        Ok(store) => {
            let (table, built) = store.obtain(cancel, compute)?;
            match built {
                store::Built::Not | store::Built::Saved => Ok((table, None)),
                store::Built::NotSaved(error) => Ok((table, Some(not_kept(error)))),
            }
        }
        Err(error) => Ok((DistanceTable::in_memory(compute()?), Some(not_kept(error)))),
    }
}

/// The table of a board from the cache. Tests depend on nothing that the user has.
fn load(board: Board) -> Result<DistanceTable, TableError> {
    if cfg!(test) { Err(TableError::Missing { name: board.name() }) } else { store(board)?.load() }
}

/// The distances of a board's configurations, by index. A table that is neither here nor in the cache is built in memory,
/// which takes seconds for the rhombus, and minutes for the star: see [`check_star`].
#[inline]
pub(super) fn distances(board: Board) -> &'static [u8] {
    let table = match board {
        Board::Rhombus => &RHOMBUS,
        Board::Star => &STAR,
    };
    table.get_or_init(|| load_or_build(board)).entries()
}

#[cold]
fn load_or_build(board: Board) -> DistanceTable {
    load(board).unwrap_or_else(|_| {
        let built = compute(board, &AtomicBool::new(false), &mut |_, _| {});
        DistanceTable::in_memory(built.expect("there is memory for a table that an evaluation needs"))
    })
}

/// Whether the table of the star is here, or in the cache.
pub(super) fn check_star() -> Result<(), TableError> {
    if STAR.get().is_none() {
        // Whoever was quicker has found the same table.
        let _ = STAR.set(load(Board::Star)?);
    }
    Ok(())
}
