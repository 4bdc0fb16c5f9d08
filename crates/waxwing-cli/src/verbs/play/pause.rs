//! Waiting for a search: a line that shows it going on, and Ctrl-C, which ends it with what it has.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use crate::interrupt;
use crate::live::Live;
use crate::show::{self, dim};

/// A search that a person waits for. As long as this lives, Ctrl-C asks the search to end.
pub struct Pause {
    flag: &'static AtomicBool,
}

impl Pause {
    pub fn new() -> Pause {
        Pause { flag: interrupt::while_thinking() }
    }

    /// Whether the person has had enough.
    pub fn is_over(&self) -> bool {
        self.flag.load(Relaxed)
    }

    /// Set when the person has had enough.
    pub fn flag(&self) -> &'static AtomicBool {
        self.flag
    }
}

impl Drop for Pause {
    fn drop(&mut self) {
        interrupt::thought_through();
    }
}

/// A line on a terminal about a search that is going on, which disappears when it is done.
pub struct Waiting {
    live: Option<Live>,
    what: String,
    since: Instant,
}

impl Waiting {
    /// Nothing is drawn where the output is no terminal.
    pub fn new(_: &Pause, what: String) -> Waiting {
        Waiting { live: Live::on_terminal(), what, since: Instant::now() }
    }

    /// Says how far it is.
    pub fn show(&mut self, progress: &str) {
        let Some(live) = &mut self.live else { return };
        let time = show::seconds(self.since.elapsed().as_secs_f64());
        let line = format!("  {}… {progress} {}", self.what, dim(format!("{time}, Ctrl-C: enough")));
        // A terminal that is gone does not end the search.
        let _ = live.draw(&[line]);
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(live) = &mut self.live {
            let _ = live.draw(&[]);
        }
    }
}
