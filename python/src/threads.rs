//! Python's code in the threads of a search, and how it is interrupted where it does not come back by itself.

use std::ffi::{c_long, c_ulong};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::ffi;
use pyo3::prelude::*;

use crate::waiting::raise;

/// What a call of Python returns, or leaves the search with what it raises.
pub fn ask<T>(call: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
    // A thread that is ending is not interrupted any more.
    let _ = HERE.try_with(|_| ());
    Python::attach(call).unwrap_or_else(|error| raise(error))
}

thread_local! {
    static HERE: Here = Here::new();
}

/// The threads that have called Python's code and go on: their numbers, and Python's names for them.
static THREADS: Mutex<Vec<(u64, c_ulong)>> = Mutex::new(Vec::new());

/// How many threads there were so far.
static COUNT: AtomicU64 = AtomicU64::new(0);

fn threads() -> MutexGuard<'static, Vec<(u64, c_ulong)>> {
    THREADS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A thread that calls Python's code, as long as it runs.
struct Here(u64);

impl Here {
    fn new() -> Here {
        let number = COUNT.fetch_add(1, Relaxed);
        // SAFETY: it asks the system who it is, and nothing else.
        let name = unsafe { ffi::PyThread_get_thread_ident() };
        threads().push((number, name));
        Here(number)
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        threads().retain(|(number, _)| *number != self.0);
    }
}

/// The threads that begin to call Python's code from a moment on.
pub struct NewThreads {
    first: u64,
}

impl NewThreads {
    /// Those that begin now or later.
    pub fn from_now() -> NewThreads {
        NewThreads { first: COUNT.load(Relaxed) }
    }

    /// Has Python raise `KeyboardInterrupt` in their code.
    pub fn interrupt(&self, py: Python<'_>) {
        let exception = py.get_type::<PyKeyboardInterrupt>();
        let new: Vec<(u64, c_ulong)> = threads().iter().filter(|(number, _)| *number >= self.first).copied().collect();
        for (_, name) in new {
            // SAFETY: this thread has Python's lock. Python looks for the thread of that name, and does nothing if there is none.
            unsafe { ffi::PyThreadState_SetAsyncExc(name as c_long, exception.as_ptr()) };
        }
    }
}
