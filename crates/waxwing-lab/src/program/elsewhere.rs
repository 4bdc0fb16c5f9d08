//! Where there are no process groups, no programs are started: what they start could not be ended.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::answer::Incoming;

/// A program that never runs.
pub(super) struct Pipe(Infallible);

impl Pipe {
    /// Refuses to start a program.
    pub(super) fn open(words: &[String]) -> Result<Pipe, String> {
        Err(format!("`{}` cannot be started: programs are started on Unix systems only", words[0]))
    }

    /// Never called: there is none.
    pub(super) fn ask(
        &mut self,
        _: (&str, &str),
        _: &mut dyn Incoming,
        _: Duration,
        _: Option<&AtomicBool>,
    ) -> Result<(), String> {
        match self.0 {}
    }

    /// Never called: there is none.
    pub(super) fn quit(self, _: &[u8]) {}
}

/// Does nothing: there are no programs.
pub fn end_programs() {}
