//! Who is served next. Each client has a session; a few threads ask them and let their searches go on in turn.
//!
//! *Workers*, one for each core, take requests first and slices of searches second; a *clerk* takes requests alone, so that
//! these wait for no slice of somebody else's search. A session that somebody works with is out of its place, so nobody waits
//! for it while holding the lock: the lock is held for a few comparisons at a time.
//!
//! Searches share the memory too. A search is *admitted* if there is enough for it besides what all sessions hold; where there
//! is not, sessions whose searches are done forget them, the oldest first, and where there is none, the search waits in the
//! *hall*.
//!
//! The rows of those who wait are in `turns/state.rs`; here are the threads.
//!
//! A client that has given its session a key may be *away* for a while and come back to it. Nothing goes on meanwhile.

mod state;

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;
use waxwing::panics::caught;

use crate::outbox::Outbox;
use crate::settings::ServerBounds;
use crate::talk::{Invite, Talk};
use crate::words;
use state::{Next, State, Task, Work};

/// The number of a client.
pub type ClientId = u64;

/// A request on its way. Its slot is free again when it is answered.
pub struct Request {
    /// One JSON text.
    pub text: String,
    /// One of the slots that the client has for requests without an answer.
    pub _slot: OwnedSemaphorePermit,
}

/// All sessions, and whose turn it is.
pub struct Turns {
    state: Mutex<State>,
    changed: Condvar,
    slice: Duration,
}

/// How many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Sessions.
    pub clients: usize,
    /// Sessions whose searches are admitted.
    pub searching: usize,
    /// Sessions that wait in the hall.
    pub hall: usize,
}

impl Turns {
    /// Nobody yet, and no threads.
    pub fn new(bounds: &ServerBounds) -> Turns {
        let state = State::new(bounds);
        Turns { state: Mutex::new(state), changed: Condvar::new(), slice: bounds.slice }
    }

    /// Starts this many workers, and the clerk. They end after [`Turns::end`].
    pub fn start(self: &Arc<Turns>, workers: usize) -> std::io::Result<Vec<JoinHandle<()>>> {
        // Expressions and positions are read by functions that call themselves, within bounds.
        const STACK: usize = 16 << 20;
        let spawn = |searches: bool| {
            let turns = self.clone();
            let name = if searches { "worker" } else { "clerk" };
            thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(move || turns.work(searches))
        };
        (0..=workers).map(|number| spawn(number > 0)).collect()
    }

    /// No more turns: the threads end after what they are doing.
    pub fn end(&self) {
        self.lock().ended = true;
        self.changed.notify_all();
    }

    /// Takes in a client: with the session of its key if it was away, or else with a new one. Returns nothing if there are too
    /// many clients.
    pub fn join(&self, key: Option<String>, invite: &Invite, outbox: Arc<Outbox>) -> Option<ClientId> {
        if let Some(id) = self.lock().come_back(key.as_deref(), &outbox) {
            self.changed.notify_all();
            return Some(id);
        }
        let talk = invite();
        self.lock().come_in(key, talk, outbox)
    }

    /// A client has left. Whatever goes on for it ends, or, if it has a key, stops until it comes back.
    pub fn leave(&self, id: ClientId) {
        self.lock().go_away(id);
        self.changed.notify_all();
    }

    /// Ends the sessions of clients that have been away for this long.
    pub fn sweep(&self, longest: Duration) {
        self.lock().sweep(longest);
        self.changed.notify_all();
    }

    /// A client asks something.
    pub fn ask(&self, id: ClientId, request: Request) {
        self.lock().take_request(id, request);
        self.changed.notify_all();
    }

    /// The outbox of a client has room again.
    pub fn look_again(&self, id: ClientId) {
        self.lock().settle(id);
        self.changed.notify_all();
    }

    /// How many there are.
    pub fn count(&self) -> Count {
        self.lock().count()
    }

    fn work(&self, searches: bool) {
        while let Some(next) = self.next(searches) {
            match next {
                Next::Task(task) => self.run(task),
                Next::TakeApart(talk) => take_apart(talk),
            }
        }
    }

    fn next(&self, searches: bool) -> Option<Next> {
        let mut state = self.lock();
        loop {
            if state.ended {
                return None;
            }
            if let Some(next) = state.next(searches) {
                return Some(next);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn run(&self, Task { id, mut talk, outbox, work }: Task) {
        let done = caught(|| {
            let letters = match &work {
                Work::Answer(request) => talk.ask(&request.text),
                Work::Search => talk.advance(self.slice, &|| self.lock().waiting()),
                Work::Forget => {
                    talk.forget();
                    Vec::new()
                }
            };
            (letters, talk.is_busy())
        });
        match done {
            Ok((letters, busy)) => {
                letters.into_iter().for_each(|letter| outbox.put(letter));
                self.lock().put_back(id, talk, busy);
            }
            Err(told) => {
                words::log(&format!("a session has failed: {told}"));
                outbox.close(words::error("this session has failed, which is a fault of the server: begin again"));
                self.lock().remove(id);
                take_apart(talk);
            }
        }
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Drops a session. One that has panicked may do so again.
fn take_apart(talk: Box<dyn Talk>) {
    if let Err(told) = caught(|| drop(talk)) {
        words::log(&format!("a session has failed at its end: {told}"));
    }
}
