//! What the server needs of a session: to ask it, and to let it go on.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use waxwing::thinking::Slice;
use waxwing_session::messages::{Answer, Say};
use waxwing_session::{Session, Settings};
use waxwing_workshop::Workshop;

use crate::outbox::{Letter, Topic};
use crate::settings::ServerBounds;

/// A conversation with one client. Whatever it says goes to the client.
pub trait Talk: Send {
    /// Answers a request, which begins at most what goes on in [`Talk::advance`].
    fn ask(&mut self, request: &str) -> Vec<Letter>;

    /// Whether something goes on.
    fn is_busy(&self) -> bool;

    /// Goes on for about this long. What it says tells how many other searches are before it now.
    fn advance(&mut self, time: Duration, waiting: &dyn Fn() -> usize) -> Vec<Letter>;

    /// Bytes of the trees and records of its searches, as far as they are known.
    fn bytes(&self) -> usize;

    /// Gives back the memory of searches that are done.
    fn forget(&mut self);
}

/// Makes a session for a new client.
pub type Invite = dyn Fn() -> Box<dyn Talk> + Send + Sync;

/// News of a search more often than this is not looked at.
const NEWS: Duration = Duration::from_millis(80);

/// A session of the workshop's games.
pub struct Conversation {
    session: Session,
    /// The bytes of each search that it has told of: of an agent in a seat, or of an analysis.
    bytes: HashMap<(u32, Option<u8>), usize>,
    /// When it last told how far something has come.
    told: HashMap<u32, Instant>,
}

impl Conversation {
    /// A session for a client of a server with these bounds. Nobody must be able to guess the seed.
    pub fn new(workshop: &Workshop, bounds: &ServerBounds, allow_programs: bool, seed: u64) -> Conversation {
        let mut settings = Settings::shared(seed);
        settings.bounds.tables = bounds.tables;
        settings.bounds.memory = bounds.memory;
        settings.bounds.time = bounds.time;
        settings.bounds.iterations = bounds.iterations;
        settings.bounds.message = bounds.message;
        // Whoever may run any program can read any file.
        settings.files = allow_programs;
        let session = Session::new(workshop.clone(), settings);
        Conversation { session, bytes: HashMap::new(), told: HashMap::new() }
    }

    /// What is sent of what the session says; nothing of news that come too soon.
    fn letters(&mut self, answers: Vec<Answer>, waiting: &dyn Fn() -> usize) -> Vec<Letter> {
        answers.into_iter().filter_map(|answer| self.letter(answer, waiting)).collect()
    }

    fn letter(&mut self, mut answer: Answer, waiting: &dyn Fn() -> usize) -> Option<Letter> {
        let Answer { id, table, .. } = answer;
        if let Say::Progress(progress) | Say::Thought(progress) = &mut answer.say {
            let seat = progress.chooses.then_some(progress.seat);
            self.bytes.insert((table, seat), progress.thought.bytes);
        }
        if let Say::Progress(progress) = &mut answer.say {
            let now = Instant::now();
            if self.told.get(&table).is_some_and(|told| now.duration_since(*told) < NEWS) {
                return None;
            }
            self.told.insert(table, now);
            progress.waiting = waiting();
        }
        let is_news = matches!(answer.say, Say::Progress(_) | Say::Thought(_) | Say::Why { .. } | Say::Review { .. });
        Some(Letter { text: answer.to_json(), topic: is_news.then_some(Topic { id, table }) })
    }
}

impl Talk for Conversation {
    fn ask(&mut self, request: &str) -> Vec<Letter> {
        let answers = self.session.ask(request);
        self.letters(answers, &|| 0)
    }

    fn is_busy(&self) -> bool {
        self.session.is_busy()
    }

    fn advance(&mut self, time: Duration, waiting: &dyn Fn() -> usize) -> Vec<Letter> {
        let answers = self.session.advance(Slice::time(time));
        self.letters(answers, waiting)
    }

    fn bytes(&self) -> usize {
        self.bytes.values().sum()
    }

    fn forget(&mut self) {
        self.session.forget();
        self.bytes.clear();
    }
}
