//! Who waits for what: every client with its session, the rows of those who wait, and the memory that they share.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{ClientId, Count, Request};
use crate::outbox::{Letter, Outbox, Topic};
use crate::settings::ServerBounds;
use crate::talk::Talk;
use crate::words;

/// How much memory there is.
#[derive(Clone, Copy)]
struct Memory {
    /// For one search.
    one: usize,
    /// For all sessions together.
    all: usize,
}

/// All clients, and the rows in which they wait.
pub struct State {
    clients: HashMap<ClientId, Client>,
    most_clients: usize,
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
    /// Whether nothing is done any more.
    pub ended: bool,
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

impl Client {
    fn new(talk: Box<dyn Talk>, outbox: Arc<Outbox>, key: Option<String>) -> Client {
        Client {
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
            key,
            away: None,
        }
    }
}

/// Something to do, with the session taken out of its place.
pub struct Task {
    /// Whose it is.
    pub id: ClientId,
    /// The session.
    pub talk: Box<dyn Talk>,
    /// Where its answers go.
    pub outbox: Arc<Outbox>,
    /// What is to be done.
    pub work: Work,
}

/// What is done for a session.
pub enum Work {
    /// It is asked.
    Answer(Request),
    /// Its search goes on for a slice.
    Search,
    /// It gives back its memory.
    Forget,
}

/// What a thread does next.
pub enum Next {
    /// Something for a session.
    Task(Task),
    /// The end of a session.
    TakeApart(Box<dyn Talk>),
}

impl State {
    /// Nobody yet.
    pub fn new(bounds: &ServerBounds) -> State {
        State {
            clients: HashMap::new(),
            most_clients: bounds.clients,
            last: 0,
            asked: VecDeque::new(),
            searching: VecDeque::new(),
            hall: VecDeque::new(),
            memory: Memory { one: bounds.memory, all: bounds.all_memory },
            leftovers: Vec::new(),
            ended: false,
        }
    }

    /// Takes in a client with a new session. Returns nothing if there are too many.
    pub fn come_in(&mut self, key: Option<String>, talk: Box<dyn Talk>, outbox: Arc<Outbox>) -> Option<ClientId> {
        // Whoever is here comes before whoever was.
        if self.clients.len() >= self.most_clients && !self.forget_the_longest_away() {
            return None;
        }
        self.last += 1;
        let is_taken = self.clients.values().any(|client| key.is_some() && client.key == key);
        self.clients.insert(self.last, Client::new(talk, outbox, key.filter(|_| !is_taken)));
        Some(self.last)
    }

    /// A client has left: its session waits if it can be found again, and ends otherwise.
    pub fn go_away(&mut self, id: ClientId) {
        match self.clients.get_mut(&id) {
            Some(client) if client.key.is_some() => {
                client.away = Some(Instant::now());
                client.outbox = Arc::new(Outbox::of_nobody());
                client.inbox.clear();
            }
            _ => self.remove(id),
        }
    }

    /// Ends the sessions of clients that have been away for this long.
    pub fn sweep(&mut self, longest: Duration) {
        let is_over = |client: &Client| client.away.is_some_and(|away| away.elapsed() >= longest);
        let over: Vec<ClientId> =
            self.clients.iter().filter(|(_, client)| is_over(client)).map(|(&id, _)| id).collect();
        over.into_iter().for_each(|id| self.remove(id));
    }

    /// A client asks something.
    pub fn take_request(&mut self, id: ClientId, request: Request) {
        if let Some(client) = self.clients.get_mut(&id) {
            client.inbox.push_back(request);
            self.settle(id);
        }
    }

    /// How many there are.
    pub fn count(&self) -> Count {
        let searching = self.clients.values().filter(|client| client.admitted).count();
        Count { clients: self.clients.len(), searching, hall: self.hall.len() }
    }

    /// How many searches wait for their turn.
    pub fn waiting(&self) -> usize {
        self.searching.len()
    }

    /// What is done next, by a thread that searches or by one that does not.
    pub fn next(&mut self, searches: bool) -> Option<Next> {
        let task = self.next_request().or_else(|| if searches { self.next_search() } else { None });
        task.map(Next::Task).or_else(|| self.leftovers.pop().map(Next::TakeApart))
    }

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
            // It may have been stopped since it was put in this row.
            let goes_on = client.busy && client.admitted;
            if let Some(talk) = client.talk.take_if(|_| goes_on) {
                client.used = Instant::now();
                return Some(Task { id, talk, outbox: client.outbox.clone(), work: Work::Search });
            }
        }
        None
    }

    /// A session comes back from a thread. That of a client that has left meanwhile is taken apart.
    pub fn put_back(&mut self, id: ClientId, talk: Box<dyn Talk>, busy: bool) {
        let Some(client) = self.clients.get_mut(&id) else {
            self.leftovers.push(talk);
            return;
        };
        if !client.must_forget {
            client.bytes = talk.bytes();
        }
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
            if self.taken() + self.memory.one > self.memory.all {
                if self.make_room() {
                    continue;
                }
                // Somebody may always search.
                if self.clients.values().any(|client| client.admitted) {
                    break;
                }
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
    pub fn come_back(&mut self, key: Option<&str>, outbox: &Arc<Outbox>) -> Option<ClientId> {
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
        let is_idle = |client: &Client| client.bytes > 0 && !client.busy;
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
    pub fn settle(&mut self, id: ClientId) {
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

    pub fn remove(&mut self, id: ClientId) {
        self.drop_client(id);
        self.let_in();
    }

    fn drop_client(&mut self, id: ClientId) {
        let Some(client) = self.clients.remove(&id) else { return };
        self.leftovers.extend(client.talk);
        self.hall.retain(|other| *other != id);
    }
}
