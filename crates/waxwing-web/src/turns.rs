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
//! A client that has given its session a key may be *away* for a while and come back to it. Nothing goes on meanwhile.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tokio::sync::OwnedSemaphorePermit;
use waxwing::panics::caught;

use crate::outbox::{Letter, Outbox, Topic};
use crate::settings::ServerBounds;
use crate::talk::{Invite, Talk};
use crate::words;

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
    most_clients: usize,
}

/// How much memory there is.
#[derive(Clone, Copy)]
struct Memory {
    /// For one search.
    one: usize,
    /// For all sessions together.
    all: usize,
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

struct State {
    clients: HashMap<ClientId, Client>,
    last: ClientId,
    /// Whose requests are next.
    asked: VecDeque<ClientId>,
    /// Whose searches are next.
    searching: VecDeque<ClientId>,
    /// Who waits for memory.
    hall: VecDeque<ClientId>,
    memory: Memory,
    /// Sessions of clients that have left: the threads take them apart, which may take a while.
    leftovers: Vec<Box<dyn Talk>>,
    ended: bool,
}

struct Client {
    /// Its session, unless a thread is at work with it.
    talk: Option<Box<dyn Talk>>,
    inbox: VecDeque<Request>,
    outbox: Arc<Outbox>,
    /// Whether its search goes on.
    busy: bool,
    in_asked: bool,
    in_searching: bool,
    /// Whether there is memory for its search.
    admitted: bool,
    /// Which place in the hall it was told last that it has.
    told: Option<usize>,
    /// What its trees and records take, as far as is known.
    bytes: usize,
    /// Whether it is to give back its memory at the next occasion.
    must_forget: bool,
    /// When it was last asked, or searched.
    used: Instant,
    /// By what it is found again after the client was away.
    key: Option<String>,
    /// Since when the client is away, if it is.
    away: Option<Instant>,
}

/// Something to do, with the session taken out of its place.
struct Task {
    id: ClientId,
    talk: Box<dyn Talk>,
    outbox: Arc<Outbox>,
    work: Work,
}

enum Work {
    Answer(Request),
    Search,
    Forget,
}

enum Next {
    Task(Task),
    TakeApart(Box<dyn Talk>),
}

impl Turns {
    /// Nobody yet, and no threads.
    pub fn new(bounds: &ServerBounds) -> Turns {
        let state = State {
            clients: HashMap::new(),
            last: 0,
            asked: VecDeque::new(),
            searching: VecDeque::new(),
            hall: VecDeque::new(),
            memory: Memory { one: bounds.memory, all: bounds.all_memory },
            leftovers: Vec::new(),
            ended: false,
        };
        Turns { state: Mutex::new(state), changed: Condvar::new(), slice: bounds.slice, most_clients: bounds.clients }
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
        let mut state = self.lock();
        // Whoever is here comes before whoever was.
        if state.clients.len() >= self.most_clients && !state.forget_the_longest_away() {
            return None;
        }
        state.last += 1;
        let id = state.last;
        let is_taken = state.clients.values().any(|client| key.is_some() && client.key == key);
        let client = Client {
            talk: Some(talk),
            inbox: VecDeque::new(),
            outbox,
            busy: false,
            in_asked: false,
            in_searching: false,
            admitted: false,
            told: None,
            bytes: 0,
            must_forget: false,
            used: Instant::now(),
            key: key.filter(|_| !is_taken),
            away: None,
        };
        state.clients.insert(id, client);
        Some(id)
    }

    /// A client has left. Whatever goes on for it ends, or, if it has a key, stops until it comes back.
    pub fn leave(&self, id: ClientId) {
        let mut state = self.lock();
        match state.clients.get_mut(&id) {
            Some(client) if client.key.is_some() => {
                client.away = Some(Instant::now());
                client.outbox = Arc::new(Outbox::of_nobody());
                client.inbox.clear();
            }
            _ => state.remove(id),
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Ends the sessions of clients that have been away for this long.
    pub fn sweep(&self, longest: Duration) {
        let mut state = self.lock();
        let is_over = |client: &Client| client.away.is_some_and(|away| away.elapsed() >= longest);
        let over: Vec<ClientId> =
            state.clients.iter().filter(|(_, client)| is_over(client)).map(|(&id, _)| id).collect();
        over.into_iter().for_each(|id| state.remove(id));
        drop(state);
        self.changed.notify_all();
    }

    /// A client asks something.
    pub fn ask(&self, id: ClientId, request: Request) {
        let mut state = self.lock();
        if let Some(client) = state.clients.get_mut(&id) {
            client.inbox.push_back(request);
            state.settle(id);
            self.changed.notify_all();
        }
    }

    /// The outbox of a client has room again.
    pub fn look_again(&self, id: ClientId) {
        self.lock().settle(id);
        self.changed.notify_all();
    }

    /// How many there are.
    pub fn count(&self) -> Count {
        let state = self.lock();
        let searching = state.clients.values().filter(|client| client.admitted).count();
        Count { clients: state.clients.len(), searching, hall: state.hall.len() }
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
            let task = state.next_request().or_else(|| if searches { state.next_search() } else { None });
            if let Some(task) = task {
                return Some(Next::Task(task));
            }
            if let Some(talk) = state.leftovers.pop() {
                return Some(Next::TakeApart(talk));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn run(&self, Task { id, mut talk, outbox, work }: Task) {
        let done = caught(|| {
            let letters = match &work {
                Work::Answer(request) => talk.ask(&request.text),
                Work::Search => talk.advance(self.slice, &|| self.lock().searching.len()),
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

impl State {
    /// The next request, of the client that has waited for the longest time.
    fn next_request(&mut self) -> Option<Task> {
        while let Some(id) = self.asked.pop_front() {
            let Some(client) = self.clients.get_mut(&id) else { continue };
            client.in_asked = false;
            let Some(talk) = client.talk.take() else { continue };
            client.used = Instant::now();
            let work = match std::mem::take(&mut client.must_forget) {
                true => Some(Work::Forget),
                false => client.inbox.pop_front().map(Work::Answer),
            };
            match work {
                Some(work) => return Some(Task { id, talk, outbox: client.outbox.clone(), work }),
                None => client.talk = Some(talk),
            }
        }
        None
    }

    /// The next slice of a search.
    fn next_search(&mut self) -> Option<Task> {
        while let Some(id) = self.searching.pop_front() {
            let Some(client) = self.clients.get_mut(&id) else { continue };
            client.in_searching = false;
            if let Some(talk) = client.talk.take() {
                client.used = Instant::now();
                return Some(Task { id, talk, outbox: client.outbox.clone(), work: Work::Search });
            }
        }
        None
    }

    /// A session comes back from a thread. That of a client that has left meanwhile is taken apart.
    fn put_back(&mut self, id: ClientId, talk: Box<dyn Talk>, busy: bool) {
        let Some(client) = self.clients.get_mut(&id) else {
            self.leftovers.push(talk);
            return;
        };
        client.bytes = talk.bytes();
        client.talk = Some(talk);
        client.busy = busy;
        client.admitted &= busy;
        let waits = busy && !client.admitted;
        let place = self.hall.iter().position(|other| *other == id);
        match (waits, place) {
            (true, None) => {
                client.told = None;
                self.hall.push_back(id);
            }
            (false, Some(place)) => drop(self.hall.remove(place)),
            _ => {}
        }
        self.let_in();
        self.keep_within();
        self.settle(id);
    }

    /// Lets those in the hall search that there is memory for, and tells the others how many are before them.
    fn let_in(&mut self) {
        while let Some(&id) = self.hall.front() {
            let is_alone = !self.clients.values().any(|client| client.admitted);
            if !is_alone && self.taken() + self.memory.one > self.memory.all {
                if self.make_room() {
                    continue;
                }
                break;
            }
            self.hall.pop_front();
            if let Some(client) = self.clients.get_mut(&id) {
                client.admitted = true;
                self.settle(id);
            }
        }
        self.tell_the_hall();
    }

    /// What all sessions may hold: a search that is admitted may take the memory of one.
    fn taken(&self) -> usize {
        let of = |client: &Client| if client.admitted { client.bytes.max(self.memory.one) } else { client.bytes };
        self.clients.values().map(of).sum()
    }

    /// Ends sessions, the largest first, while all of them together hold more than there is: a session may have several
    /// searches at once, more than it was admitted for.
    fn keep_within(&mut self) {
        while self.clients.values().map(|client| client.bytes).sum::<usize>() > self.memory.all {
            if self.make_room() {
                continue;
            }
            let Some((&id, client)) = self.clients.iter().max_by_key(|(_, client)| client.bytes) else { return };
            client.outbox.close(words::error("the server needs the memory of this session: open the address again"));
            self.drop_client(id);
        }
    }

    /// Tells those in the hall how many wait before them, if that has changed.
    fn tell_the_hall(&mut self) {
        for (place, id) in self.hall.iter().enumerate() {
            let Some(client) = self.clients.get_mut(id) else { continue };
            if client.told != Some(place) {
                client.told = Some(place);
                // A request has no such numbers.
                let topic = Topic { id: u32::MAX, table: u32::MAX };
                client.outbox.put(Letter { text: words::waiting(place + 1), topic: Some(topic) });
            }
        }
    }

    /// The session of this key, if its client was away, gets a new outbox.
    fn come_back(&mut self, key: Option<&str>, outbox: &Arc<Outbox>) -> Option<ClientId> {
        let is_it = |client: &Client| client.away.is_some() && client.key.as_deref() == Some(key.unwrap_or_default());
        let (&id, client) = self.clients.iter_mut().find(|(_, client)| is_it(client))?;
        client.away = None;
        client.told = None;
        client.outbox = outbox.clone();
        self.settle(id);
        Some(id)
    }

    /// Ends the session whose client has been away for the longest time. Returns whether there is one.
    fn forget_the_longest_away(&mut self) -> bool {
        let away = self.clients.iter().filter_map(|(&id, client)| Some((client.away?, id)));
        let longest = away.min().map(|(_, id)| id);
        longest.into_iter().for_each(|id| self.remove(id));
        longest.is_some()
    }

    /// Takes the memory of the session that has searched nothing for the longest time, or else that of a client that is away.
    /// Returns whether there is one.
    fn make_room(&mut self) -> bool {
        let is_idle = |client: &Client| client.bytes > 0 && !client.busy && client.talk.is_some();
        let idle = self.clients.iter_mut().filter(|(_, client)| is_idle(client));
        if let Some((&id, client)) = idle.min_by_key(|(_, client)| client.used) {
            (client.must_forget, client.bytes) = (true, 0);
            self.settle(id);
            return true;
        }
        let away = self.clients.iter().filter(|(_, client)| client.admitted || client.bytes > 0);
        let longest = away.filter_map(|(&id, client)| Some((client.away?, id))).min();
        longest.into_iter().for_each(|(_, id)| self.drop_client(id));
        longest.is_some()
    }

    /// Puts a client where it has something to wait for. A thread that is at work with its session does so afterwards.
    fn settle(&mut self, id: ClientId) {
        let Some(client) = self.clients.get_mut(&id) else { return };
        let is_here = client.talk.is_some();
        let has_room = client.outbox.has_room();
        if is_here && !client.in_asked && (client.must_forget || (has_room && !client.inbox.is_empty())) {
            client.in_asked = true;
            self.asked.push_back(id);
        }
        if is_here && has_room && client.busy && client.admitted && !client.in_searching {
            client.in_searching = true;
            self.searching.push_back(id);
        }
    }

    fn remove(&mut self, id: ClientId) {
        self.drop_client(id);
        self.let_in();
    }

    fn drop_client(&mut self, id: ClientId) {
        let Some(client) = self.clients.remove(&id) else { return };
        self.leftovers.extend(client.talk);
        self.hall.retain(|other| *other != id);
    }
}
