//! Ctrl-C: the first one asks for a clean end, the second one is obeyed at once.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use waxwing_lab::end_programs;

use crate::failure::Failure;
use crate::output;

static ASKED: AtomicBool = AtomicBool::new(false);

/// The exit code of an interrupted command.
const INTERRUPTED: i32 = 130;

/// Signals closer together than this are one: some programs send theirs to the process and to its group.
const ECHO: Duration = Duration::from_millis(300);

/// How long a command that is to end soon may take to do so.
const GRACE: Duration = Duration::from_secs(1);

/// From now on, an interruption sets the flag.
pub fn watch() -> &'static AtomicBool {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    install(|| {
        let first = FIRST.get_or_init(Instant::now);
        if ASKED.swap(true, Relaxed) && first.elapsed() > ECHO {
            leave();
        }
    });
    &ASKED
}

/// From now on, an interruption sets the flag, and a command that has not ended soon after it is ended: for verbs that have
/// nothing to show before they are done, and something to tidy.
pub fn watch_closely() -> &'static AtomicBool {
    install(|| {
        ASKED.store(true, Relaxed);
        std::thread::sleep(GRACE);
        leave();
    });
    &ASKED
}

/// From now on, an interruption ends the command: for verbs that have nothing to show before they are done.
pub fn end_at_once() {
    install(|| leave());
}

/// Whether a person waits for a search.
static WAITING: AtomicBool = AtomicBool::new(false);

/// From now on, an interruption ends the command, but for a search that a person waits for: the first one ends that.
pub fn end_unless_thinking() {
    install(|| {
        if !WAITING.load(Relaxed) || ASKED.swap(true, Relaxed) {
            leave();
        }
    });
}

/// A person waits for a search from now on: an interruption sets the flag.
pub fn while_thinking() -> &'static AtomicBool {
    ASKED.store(false, Relaxed);
    WAITING.store(true, Relaxed);
    &ASKED
}

/// The search has ended.
pub fn thought_through() {
    WAITING.store(false, Relaxed);
    ASKED.store(false, Relaxed);
}

/// Ends the process and the programs that it has started, and leaves nothing half-written behind.
fn leave() -> ! {
    end_programs();
    output::abandon();
    std::process::exit(INTERRUPTED)
}

/// What a command that has shown all it has ends with.
pub fn outcome() -> Result<(), Failure> {
    if ASKED.load(Relaxed) { Err(Failure::Interrupted) } else { Ok(()) }
}

fn install(handler: impl Fn() + Send + 'static) {
    // Without a handler an interruption just ends the program, which is no reason not to run it.
    let _ = ctrlc::set_handler(handler);
}
