//! Work that Python waits for: without its lock, until it is done, or until Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;

use pyo3::prelude::*;
use serde::Serialize;
use waxwing::panics::caught;

use crate::errors::{SearchError, failed};

/// How often a person who presses Ctrl-C is heard.
const LOOK: Duration = Duration::from_millis(50);

/// What was raised in a Python game or strategy. The loops of a search carry no results, so that an exception unwinds them, and
/// lies here until it is raised again. One place for the process: two threads whose games fail in the same moment may
/// exchange their exceptions.
static RAISED: Mutex<Option<PyErr>> = Mutex::new(None);

fn raised() -> Option<PyErr> {
    RAISED.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Leaves whatever is running with this exception.
#[cold]
pub fn raise(error: PyErr) -> ! {
    RAISED.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    std::panic::resume_unwind(Box::new("an exception was raised"))
}

/// The exception that ended some of the work, if one did.
pub fn check_raised() -> PyResult<()> {
    raised().map_or(Ok(()), Err)
}

/// Does a quick piece of work here and now; what a Python game raises in it is raised.
pub fn now<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    drop(raised());
    caught(work).map_err(|told| raised().unwrap_or_else(|| SearchError::new_err(told)))
}

/// Whose code does the work.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// Rust alone: other threads of Python go on.
    Rust,
    /// A game or a strategy that is written in Python, in one thread: it keeps Python's lock from call to call, and lets others have
    /// it as Python itself does.
    Python,
    /// The same in several threads, which take the lock at each call: one that kept it would wait for them for ever.
    PythonThreads,
}

/// Does a long piece of work in a thread of its own, and waits for it. Ctrl-C sets the flag, which should end the work soon,
/// and is raised then.
pub fn wait<T: Send>(py: Python<'_>, code: Code, stop: &AtomicBool, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    // Something that was raised where nobody waited for it, such as in a game on the page.
    drop(raised());
    let (sender, receiver) = mpsc::channel();
    let mut interrupted = Ok(());
    let result = py.detach(|| {
        let receiver = receiver;
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let done = match code {
                    Code::Rust => caught(work),
                    Code::Python => Python::attach(|_| caught(work)),
                    // The thread is made known to Python once, not at each call.
                    Code::PythonThreads => Python::attach(|py| py.detach(|| caught(work))),
                };
                let _ = sender.send(done);
            });
            loop {
                match receiver.recv_timeout(LOOK) {
                    Ok(done) => break done,
                    Err(mpsc::RecvTimeoutError::Disconnected) => break Err("the work has vanished".to_owned()),
                    Err(mpsc::RecvTimeoutError::Timeout) if interrupted.is_ok() => {
                        interrupted = Python::attach(|py| py.check_signals());
                        if interrupted.is_err() {
                            stop.store(true, Relaxed);
                        }
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                }
            }
        })
    });
    interrupted?;
    result.map_err(|told| raised().unwrap_or_else(|| SearchError::new_err(told)))
}

/// A report as Python's `json` reads it.
pub fn to_json(report: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(report).map_err(failed)
}
