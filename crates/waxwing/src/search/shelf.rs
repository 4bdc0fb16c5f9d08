//! An append-only store that threads may fill and read at the same time.
//!
//! # Why this is sound
//!
//! Each range of cells has one writer: the thread that claimed it from the owner's counter, which hands every index out
//! once. The writer fills the range *before* it publishes the range's start in an atomic with release ordering; readers
//! get the start from that atomic with acquire ordering, so the writes happen before their reads. Nothing is written a
//! second time while the store is shared: [`Shelf::resize`] needs exclusive access.

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;

pub(crate) struct Shelf<T> {
    cells: Vec<UnsafeCell<MaybeUninit<T>>>,
}

// SAFETY: cells are written by one thread before they are published and only read afterwards (see the module's text).
unsafe impl<T: Send + Sync> Sync for Shelf<T> {}

impl<T: Copy> Shelf<T> {
    pub fn new() -> Shelf<T> {
        Shelf { cells: Vec::new() }
    }

    pub fn resize(&mut self, len: usize) {
        self.cells.reserve_exact(len.saturating_sub(self.cells.len()));
        self.cells.resize_with(len, || UnsafeCell::new(MaybeUninit::uninit()));
    }

    /// Where a cell lies in memory, for prefetching.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn address(&self, index: usize) -> *const T {
        self.cells.as_ptr().wrapping_add(index).cast()
    }

    /// Fills the cells from `start` on.
    ///
    /// # Safety
    /// The caller is the only one who has claimed these cells, and has not published them.
    pub unsafe fn write(&self, start: usize, items: &[T]) {
        for (cell, &item) in self.cells[start..start + items.len()].iter().zip(items) {
            // SAFETY: nothing else reads or writes an unpublished cell.
            unsafe { (*cell.get()).write(item) };
        }
    }

    /// The items of a published range.
    ///
    /// # Safety
    /// All cells of the range were filled by [`Shelf::write`] and then published to this thread.
    #[inline]
    pub unsafe fn slice(&self, start: usize, len: usize) -> &[T] {
        let cells = &self.cells[start..start + len];
        // SAFETY: the cells are initialised and no longer written; UnsafeCell<MaybeUninit<T>> has the layout of T.
        unsafe { std::slice::from_raw_parts(cells.as_ptr().cast::<T>(), len) }
    }
}
