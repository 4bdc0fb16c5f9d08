//! What the server needs of a session: to ask it, and to let it go on.

use std::time::Duration;

use waxwing::thinking::Slice;
use waxwing_session::Session;

use crate::outbox::{Letter, Topic};

/// A conversation with one client. Whatever it says goes to the client.
pub trait Talk: Send {
    /// Answers a request, which begins at most what goes on in [`Talk::advance`].
    fn ask(&mut self, request: &str) -> Vec<Letter>;

    /// Whether something goes on.
    fn is_busy(&self) -> bool;

    /// Goes on for about this long. What it says tells how many other searches are before it now.
    fn advance(&mut self, time: Duration, waiting: &dyn Fn() -> usize) -> Vec<Letter>;

    /// Gives back the memory of searches that are done.
    fn forget(&mut self);
}

/// Makes a session for a new client.
pub type Invite = dyn Fn() -> Box<dyn Talk> + Send + Sync;

impl Talk for Session {
    fn ask(&mut self, request: &str) -> Vec<Letter> {
        Session::ask(self, request).into_iter().map(|answer| letter(&answer)).collect()
    }

    fn is_busy(&self) -> bool {
        Session::is_busy(self)
    }

    fn advance(&mut self, time: Duration, waiting: &dyn Fn() -> usize) -> Vec<Letter> {
        let answers = Session::advance(self, Slice::time(time));
        let _ = waiting;
        answers.into_iter().map(|answer| letter(&answer)).collect()
    }

    fn forget(&mut self) {}
}

fn letter(answer: &waxwing_session::Answer) -> Letter {
    let topic = (answer.say["type"] == "progress").then_some(Topic { id: answer.id, table: answer.table });
    Letter { text: answer.to_json(), topic }
}
