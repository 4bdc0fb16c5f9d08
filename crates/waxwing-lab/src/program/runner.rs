//! A program in one game: started when it is first asked something, asked one thing after another, and ended.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use waxwing::agent::{Call, ExpressionError};
use waxwing_workshop::GaveUp;

use super::answer::{Incoming, Trouble};
use super::pipe::Pipe;

/// A program that may run.
pub(super) struct Runner {
    /// The program and its arguments.
    words: Vec<String>,
    timeout: Duration,
    /// What it is told before its input is closed.
    farewell: &'static [u8],
    /// Where it runs, from its first move on.
    pipe: Option<Pipe>,
    /// Why it cannot go on, if it cannot.
    failure: Option<String>,
}

impl Runner {
    /// The program of a call with a `command` and a `timeout`.
    pub fn new(call: &Call, farewell: &'static [u8]) -> Result<Runner, ExpressionError> {
        let words = shlex::split(call.text("command")).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| {
            let example = if call.name() == "gtp" { "gnugo --mode gtp" } else { "waxwing engine othello uct" };
            let help = format!("write `{}(\"{example}\")`", call.name());
            call.error_at("command", "this is not a command").with_help(help)
        })?;
        let timeout = Duration::from_secs_f64(call.number("timeout"));
        Ok(Runner { words, timeout, farewell, pipe: None, failure: None })
    }

    /// What the program is called in messages.
    pub fn name(&self) -> &str {
        &self.words[0]
    }

    /// Ends the program of the last game.
    pub fn end(&mut self) {
        self.failure = None;
        if let Some(pipe) = self.pipe.take() {
            pipe.quit(self.farewell);
        }
    }

    /// Starts the program if it does not run. Fails if it has failed before.
    pub fn run(&mut self) -> Result<(), String> {
        if let Some(reason) = &self.failure {
            return Err(reason.clone());
        }
        if self.pipe.is_none() {
            self.pipe = Some(Pipe::open(&self.words)?);
        }
        Ok(())
    }

    /// Sends a line, which is called `name` in messages, and waits until the answer is whole.
    pub fn ask(
        &mut self,
        line: &str,
        name: &str,
        answer: &mut dyn Incoming,
        stop: Option<&AtomicBool>,
    ) -> Result<(), Trouble> {
        let named = |reason: String| format!("`{}`: {reason}", self.words[0]);
        let pipe = self.pipe.as_mut().ok_or_else(|| Trouble::Failed(named("it does not run".to_owned())))?;
        pipe.ask((line, name), answer, self.timeout, stop).map_err(|reason| Trouble::Failed(named(reason)))
    }

    /// Nothing more is asked of a program that has failed.
    pub fn note<T>(&mut self, answer: Result<T, GaveUp>) -> Result<T, GaveUp> {
        if let Err(GaveUp::Failed(reason)) = &answer {
            self.pipe = None;
            self.failure = Some(reason.clone());
        }
        answer
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.end();
    }
}
