//! `waxwing gtp`: a client of Go, or of another board game, at the other end of the standard streams.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use waxwing_lab::gtp::{Client, Engine, Options};

use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::{Seed, Thinking, share};

#[derive(Args)]
pub struct Gtp {
    /// Who plays, such as `rave > mast with reuse`; a budget in it (`@5000`, `@1s`) comes before clocks and options
    #[arg(long, value_name = "EXPR")]
    agent: String,
    /// The rules to begin with, such as `go(size=19, ko=simple)`, of which clients set the size and the komi themselves; or another
    /// board game, such as `othello`
    #[arg(long, default_value = "go")]
    game: String,
    /// Resign after three moves in a row that looked worth less than this
    #[arg(long, value_name = "VALUE", value_parser = share)]
    resign: Option<f64>,
    #[command(flatten)]
    thinking: Thinking,
    #[command(flatten)]
    seed: Seed,
}

impl Gtp {
    pub fn run(self, context: &Context) -> Result<(), Failure> {
        let game = context.open(&self.game)?;
        let expression = game.expression(&self.agent)?;
        let mut options = Options::new(self.thinking.limits(None), self.seed.seed);
        options.resign = self.resign;
        // An engine has nothing to save, but it may have started a program.
        interrupt::end_at_once();
        serve(Engine::new(&game, &expression, options)?)
    }
}

/// Answers line after line until the client says so, or is gone.
fn serve(mut engine: Engine) -> Result<(), Failure> {
    let inbox = Arc::new(Inbox::default());
    let [reader, watcher] = [(); 2].map(|()| inbox.clone());
    thread::spawn(move || reader.fill());
    thread::spawn(move || watcher.watch());
    while let Some(line) = inbox.next() {
        let mut written = Ok(());
        let mut print = |text: &str| {
            if written.is_ok() {
                written = write(text);
                if written.is_err() {
                    inbox.leave();
                }
            }
        };
        let client = &mut Client { waiting: &inbox.waiting, gone: &inbox.gone, print: &mut print };
        let goes_on = engine.handle(&line, client);
        written?;
        if !goes_on {
            break;
        }
    }
    Ok(())
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// An input that ends so soon after its last line was written as a whole, such as by `printf … | waxwing gtp`: whoever wrote
/// it waits for the answers.
const AT_ONCE: Duration = Duration::from_millis(200);

/// Lines that have come, whether one waits, and whether the client is gone.
#[derive(Default)]
struct Inbox {
    /// `None` is the end of the input.
    lines: Mutex<VecDeque<Option<String>>>,
    arrival: Condvar,
    /// Changed only while the lines are locked, so that it never lags behind them.
    waiting: AtomicBool,
    /// The client is gone: no answer is read any more.
    gone: AtomicBool,
}

impl Inbox {
    /// Takes in all lines until the input ends; bytes that are no text become replacement characters.
    fn fill(&self) {
        let mut input = io::stdin().lock();
        let mut last = Instant::now();
        loop {
            let mut line = Vec::new();
            let length = input.read_until(b'\n', &mut line).unwrap_or(0);
            if length == 0 {
                self.put(None);
                if last.elapsed() > AT_ONCE {
                    self.leave();
                }
                return;
            }
            last = Instant::now();
            self.put(Some(String::from_utf8_lossy(&line).into_owned()));
        }
    }

    /// Waits until the output has no reader any more, which an engine that thinks would not see.
    #[cfg(unix)]
    fn watch(&self) {
        use rustix::event::{PollFd, PollFlags, poll};
        let output = io::stdout();
        loop {
            // A pipe without a reader is an error, also for those who want nothing of it.
            let mut streams = [PollFd::new(&output, PollFlags::empty())];
            match poll(&mut streams, None) {
                Ok(_) if !streams[0].revents().is_empty() => return self.leave(),
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
    }

    /// Where the system does not tell, it is seen when something is written.
    #[cfg(not(unix))]
    fn watch(&self) {}

    /// Ends all thinking, and takes in no more lines.
    fn leave(&self) {
        let _lines = self.locked();
        self.gone.store(true, Relaxed);
        self.waiting.store(true, Relaxed);
        self.arrival.notify_one();
    }

    fn put(&self, line: Option<String>) {
        let mut lines = self.locked();
        lines.push_back(line);
        self.waiting.store(true, Relaxed);
        self.arrival.notify_one();
    }

    /// Waits for the next line; `None` if there is none any more, or the client is gone.
    fn next(&self) -> Option<String> {
        let mut lines = self.locked();
        loop {
            if self.gone.load(Relaxed) {
                return None;
            }
            if let Some(line) = lines.pop_front() {
                self.waiting.store(!lines.is_empty(), Relaxed);
                return line;
            }
            lines = self.arrival.wait(lines).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn locked(&self) -> MutexGuard<'_, VecDeque<Option<String>>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
