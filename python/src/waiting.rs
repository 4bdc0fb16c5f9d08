//! Work that Python waits for: without its lock, until it is done, or until Ctrl-C.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use serde::Serialize;
use waxwing::panics::caught;

use crate::errors::{SearchError, failed};
use crate::threads::NewThreads;

/// How often a person who presses Ctrl-C is heard.
const LOOK: Duration = Duration::from_millis(50);
/// How long work may take to end once it was told to. Then Python's code in it is interrupted, again and again: it may be a loop
/// without end.
const PATIENCE: Duration = Duration::from_secs(1);

/// What was raised in Python games and strategies, oldest first. The loops of a search carry no results: an exception unwinds
/// them with its text, lies here meanwhile, and is known again by the text.
static RAISED: Mutex<Vec<Raised>> = Mutex::new(Vec::new());

/// How many exceptions lie there at most: some are raised where nobody waits for them, such as in a game on the page.
const KEPT: usize = 8;

struct Raised {
    number: u64,
    told: String,
    error: PyErr,
}

/// How many exceptions were raised so far.
static COUNT: AtomicU64 = AtomicU64::new(0);

fn all_raised() -> MutexGuard<'static, Vec<Raised>> {
    RAISED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Leaves whatever is running with this exception.
#[cold]
pub fn raise(error: PyErr) -> ! {
    let told = error.to_string();
    keep(&told, error);
    std::panic::resume_unwind(Box::new(told))
}

/// Keeps an exception of which only these words go on.
pub fn keep(told: &str, error: PyErr) {
    let mut raised = all_raised();
    let forgotten = (raised.len() == KEPT).then(|| raised.remove(0));
    raised.push(Raised { number: COUNT.fetch_add(1, Relaxed), told: told.to_owned(), error });
    // What Python does with an object that is gone is not done behind the lock.
    drop(raised);
    drop(forgotten);
}

/// The exception that is behind a message, if it is one of Python's.
pub fn behind(message: &str) -> Option<PyErr> {
    take(|raised| message.contains(&raised.told))
}

/// Takes the first of these exceptions.
fn take(which: impl Fn(&Raised) -> bool) -> Option<PyErr> {
    let mut raised = all_raised();
    let found = raised.iter().position(which)?;
    Some(raised.remove(found).error)
}

/// A moment, after which exceptions are raised in work that says nothing of them when it ends.
pub struct Since(u64);

impl Since {
    pub fn now() -> Since {
        Since(COUNT.load(Relaxed))
    }

    /// The first exception that was raised since then. Where games of several threads fail in one moment it may be another one's.
    pub fn check(&self) -> PyResult<()> {
        take(|raised| raised.number >= self.0).map_or(Ok(()), Err)
    }
}

/// The exception for work that has ended with these words.
fn ended(told: String) -> PyErr {
    take(|raised| told.ends_with(&raised.told)).unwrap_or_else(|| SearchError::new_err(told))
}

/// Does a quick piece of work here and now; what a Python game raises in it is raised.
pub fn now<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    caught(work).map_err(ended)
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
/// and is raised then. Python's code that does not come back is interrupted.
pub fn wait<T: Send>(py: Python<'_>, code: Code, stop: &AtomicBool, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let (sender, receiver) = mpsc::channel();
    let mut interrupted = Ok(());
    let (threads, mut told) = (NewThreads::from_now(), Instant::now());
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
                            told = Instant::now();
                        }
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) if told.elapsed() > PATIENCE => {
                        Python::attach(|py| threads.interrupt(py));
                        told = Instant::now();
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                }
            }
        })
    });
    interrupted?;
    result.map_err(ended)
}

/// A report as Python's `json` reads it.
pub fn to_json(report: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(report).map_err(failed)
}
