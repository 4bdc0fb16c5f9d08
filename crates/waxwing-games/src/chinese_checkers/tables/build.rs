//! Building a table: a breadth-first search backwards from the target.
//!
//! With no other player on the board every move can be taken back, so the configurations one move away from those of a
//! distance are either known already or one further. Each level goes once through the table, in pieces that the threads
//! take as they come. Two threads may both write an entry; they write the same number, and whether a third one sees it at
//! once makes no difference within the level. Between levels the threads are joined, so that relaxed accesses suffice.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering::Relaxed};

use super::super::board::{self, RHOMBUS_MOVES, STAR_MOVES, Surroundings, VIEWS};
use super::super::camp::{Camp, Indices, Reader};
use super::{Board, TableError};

/// An entry that has not been reached.
const UNKNOWN: u8 = u8::MAX;
/// The entries that a thread takes at once.
const PIECE: usize = 1 << 15;

/// The distances of all configurations of a board, by their indices. `progress` is told how many are done, now and then.
pub(super) fn build(
    board: Board,
    threads: usize,
    cancel: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<Vec<u8>, TableError> {
    let search = Search {
        table: blank(board.entries())?,
        moves: match board {
            Board::Rhombus => &RHOMBUS_MOVES,
            Board::Star => &STAR_MOVES,
        },
        cancel,
        done: AtomicUsize::new(0),
    };
    search.table[Camp::HOME.index()].store(0, Relaxed);
    for distance in 0..UNKNOWN {
        let before = search.done.load(Relaxed);
        search.level(distance, threads, progress);
        if cancel.load(Relaxed) {
            return Err(TableError::Cancelled);
        }
        if search.done.load(Relaxed) == before {
            break;
        }
    }
    Ok(search.table.into_iter().map(AtomicU8::into_inner).collect())
}

fn blank(entries: usize) -> Result<Vec<AtomicU8>, TableError> {
    let mut table = Vec::new();
    table.try_reserve_exact(entries).map_err(|_| TableError::NoMemory)?;
    table.resize_with(entries, || AtomicU8::new(UNKNOWN));
    Ok(table)
}

struct Search<'a> {
    table: Vec<AtomicU8>,
    moves: &'static Surroundings,
    cancel: &'a AtomicBool,
    /// The configurations whose neighbours are known.
    done: AtomicUsize,
}

impl Search<'_> {
    /// Finds the configurations that are one further than a distance.
    fn level(&self, distance: u8, threads: usize, progress: &mut dyn FnMut(u64)) {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // Where no thread can be had, this one does it all.
                let _ = std::thread::Builder::new().spawn_scoped(scope, || self.work(distance, &next, &mut |_| {}));
            }
            self.work(distance, &next, progress);
        });
    }

    fn work(&self, distance: u8, next: &AtomicUsize, progress: &mut dyn FnMut(u64)) {
        while !self.cancel.load(Relaxed) {
            let start = next.fetch_add(PIECE, Relaxed);
            if start >= self.table.len() {
                return;
            }
            let done = self.piece(distance, start);
            let before = self.done.fetch_add(done, Relaxed);
            progress((before + done) as u64);
        }
    }

    /// Spreads from the configurations of a distance in one piece of the table; returns their number.
    fn piece(&self, distance: u8, start: usize) -> usize {
        let end = self.table.len().min(start + PIECE);
        let (mut reader, mut done) = (Reader::new(), 0);
        for (index, entry) in (start..end).zip(&self.table[start..end]) {
            if entry.load(Relaxed) == distance {
                self.spread(distance + 1, reader.read(index));
                done += 1;
            }
        }
        done
    }

    #[inline]
    fn spread(&self, distance: u8, camp: Camp) {
        let (view, indices) = (&VIEWS[0], Indices::of(camp));
        let orders = camp.orders();
        let places = orders.map(|order| view.places[usize::from(order)]);
        let occupied = places.iter().fold(0, |set, &place| set | 1u128 << place);
        for (i, (&from, place)) in orders.iter().zip(places).enumerate() {
            for to in board::places(self.moves.moves(place, occupied, u128::MAX)) {
                let entry = &self.table[indices.after(i, from, view.orders[usize::from(to)])];
                if entry.load(Relaxed) == UNKNOWN {
                    entry.store(distance, Relaxed);
                }
            }
        }
    }
}
