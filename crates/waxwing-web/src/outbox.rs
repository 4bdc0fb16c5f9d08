//! What a client has not been sent yet. It is bounded: news replaces older news of the same kind, and nobody works for a client
//! whose outbox is full.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Which messages replace each other: those of one request at one table that tell how far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic {
    /// The number of the request.
    pub id: u32,
    /// The table.
    pub table: u32,
}

/// A text for a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// One JSON text.
    pub text: String,
    /// What it is news of: a newer letter on the topic removes one that was not sent yet.
    pub topic: Option<Topic>,
}

impl Letter {
    /// A letter that is always sent.
    pub fn plain(text: String) -> Letter {
        Letter { text, topic: None }
    }
}

/// The letters that wait for a client to read them.
pub struct Outbox {
    waiting: Mutex<Waiting>,
    arrived: Notify,
    most: Most,
}

/// How much may wait before the outbox is full.
#[derive(Clone, Copy, Debug)]
pub struct Most {
    /// Letters.
    pub letters: usize,
    /// Bytes of their texts.
    pub bytes: usize,
}

#[derive(Default)]
struct Waiting {
    letters: VecDeque<Letter>,
    bytes: usize,
    /// Nothing more is put in, and the connection ends when the rest is sent.
    closed: bool,
}

impl Outbox {
    /// An empty one.
    pub fn new(most: Most) -> Outbox {
        Outbox { waiting: Mutex::default(), arrived: Notify::new(), most }
    }

    /// The outbox of a client that is away: it takes nothing, and nobody works for it.
    pub fn of_nobody() -> Outbox {
        let outbox = Outbox::new(Most { letters: 0, bytes: 0 });
        outbox.lock().closed = true;
        outbox
    }

    /// Puts a letter in. A full outbox takes it too: whoever writes asks [`Outbox::has_room`] before the work.
    pub fn put(&self, letter: Letter) {
        let mut waiting = self.lock();
        if waiting.closed {
            return;
        }
        // At the end, where it cannot overtake what it came after.
        let older = letter.topic.and_then(|_| waiting.letters.iter().position(|other| other.topic == letter.topic));
        if let Some(older) = older.and_then(|place| waiting.letters.remove(place)) {
            waiting.bytes -= older.text.len();
        }
        waiting.bytes += letter.text.len();
        waiting.letters.push_back(letter);
        drop(waiting);
        self.arrived.notify_one();
    }

    /// The last letter: the connection ends when it is sent.
    pub fn close(&self, last: Letter) {
        self.put(last);
        self.lock().closed = true;
        self.arrived.notify_one();
    }

    /// Whether somebody may work for this client.
    pub fn has_room(&self) -> bool {
        let waiting = self.lock();
        self.is_roomy(&waiting)
    }

    /// The next letter, as soon as there is one, and whether there is room again now that it is taken; `None` when it is
    /// closed and empty. Nothing is lost if this is dropped while it waits.
    pub async fn next(&self) -> Option<(Letter, bool)> {
        loop {
            let arrived = self.arrived.notified();
            {
                let mut waiting = self.lock();
                let was_full = !self.is_roomy(&waiting);
                if let Some(letter) = waiting.letters.pop_front() {
                    waiting.bytes -= letter.text.len();
                    return Some((letter, was_full && self.is_roomy(&waiting)));
                }
                if waiting.closed {
                    return None;
                }
            }
            arrived.await;
        }
    }

    fn is_roomy(&self, waiting: &Waiting) -> bool {
        waiting.letters.len() < self.most.letters && waiting.bytes < self.most.bytes
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outbox() -> Outbox {
        Outbox::new(Most { letters: 3, bytes: 100 })
    }

    fn news(id: u32, text: &str) -> Letter {
        Letter { text: text.to_owned(), topic: Some(Topic { id, table: 0 }) }
    }

    fn plain(text: &str) -> Letter {
        Letter::plain(text.to_owned())
    }

    fn run<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(work)
    }

    #[test]
    fn news_replaces_older_news_and_nothing_else() {
        let outbox = outbox();
        for letter in [news(1, "old"), plain("answer"), news(2, "other"), news(1, "new")] {
            outbox.put(letter);
        }
        let sent: Vec<String> = run(async {
            let mut sent = Vec::new();
            for _ in 0..3 {
                sent.push(outbox.next().await.unwrap().0.text);
            }
            sent
        });
        assert_eq!(sent, ["answer", "other", "new"]);
    }

    #[test]
    fn a_full_outbox_says_so_and_says_when_there_is_room_again() {
        let outbox = outbox();
        for text in ["1", "2", "3"] {
            assert!(outbox.has_room());
            outbox.put(plain(text));
        }
        assert!(!outbox.has_room());
        assert_eq!(run(outbox.next()), Some((plain("1"), true)));
        assert_eq!(run(outbox.next()), Some((plain("2"), false)));
        outbox.put(plain(&"x".repeat(100)));
        assert!(!outbox.has_room(), "many bytes fill it too");
    }

    #[test]
    fn replaced_news_counts_no_more() {
        let outbox = outbox();
        for _ in 0..1000 {
            outbox.put(news(1, &"x".repeat(90)));
        }
        assert!(outbox.has_room());
    }

    #[test]
    fn a_closed_outbox_sends_the_rest_and_takes_nothing() {
        let outbox = outbox();
        outbox.put(plain("first"));
        outbox.close(plain("last"));
        outbox.put(plain("too late"));
        assert_eq!(run(outbox.next()).unwrap().0.text, "first");
        assert_eq!(run(outbox.next()).unwrap().0.text, "last");
        assert_eq!(run(outbox.next()), None);
    }
}
