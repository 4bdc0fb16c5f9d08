//! Why a command did not succeed, and the exit code that says so.

use std::fmt::Display;
use std::io::{self, Write};

use console::style;
use waxwing::SearchError;
use waxwing::agent::ExpressionError;
use waxwing_lab::{ResultsError, StoreError};
use waxwing_workshop::{AgentError, ReplayError, ThinkError};

/// Why a command did not succeed.
#[derive(Debug)]
pub enum Failure {
    /// What was asked for makes no sense: exit code 2.
    Usage(String),
    /// It was interrupted, and what there is has been shown: exit code 130.
    Interrupted,
    /// What was done has been shown, but not all of it worked: exit code 1.
    Failed(String),
    /// Reading or writing did not work: exit code 1, or 0 if the output has no reader any more.
    Io(io::Error),
}

impl Failure {
    /// Wrong usage, with a message.
    pub fn usage(message: impl Display) -> Failure {
        Failure::Usage(message.to_string())
    }

    /// Something that did not work, with a message: exit code 1.
    pub fn failed(message: impl Display) -> Failure {
        Failure::Io(io::Error::other(message.to_string()))
    }

    /// What is wrong, for those who go on.
    pub fn message(&self) -> String {
        match self {
            Failure::Usage(message) | Failure::Failed(message) => message.clone(),
            Failure::Interrupted => "interrupted".to_owned(),
            Failure::Io(error) => error.to_string(),
        }
    }

    /// Says what is wrong on the error stream, and returns the exit code.
    pub fn report(self) -> u8 {
        match self {
            Failure::Usage(message) => {
                complain(&message);
                2
            }
            Failure::Interrupted => 130,
            Failure::Failed(message) => {
                complain(&message);
                1
            }
            // `waxwing … | head -1` has read what it wanted.
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Failure::Io(error) => {
                complain(&error.to_string());
                1
            }
        }
    }
}

fn complain(message: &str) {
    tell(&format!("{} {}", style("error:").for_stderr().red().bold(), printable(message)));
}

/// Says what did not work though the command goes on.
pub fn warn(message: &str) {
    tell(&format!("{} {}", style("warning:").for_stderr().yellow().bold(), printable(message)));
}

/// Writes a line to the error stream. Where that cannot be written, there is no place to say so.
pub fn tell(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// The text without characters that would move a terminal's cursor: messages quote what was typed.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}

impl From<ExpressionError> for Failure {
    fn from(error: ExpressionError) -> Failure {
        Failure::usage(error)
    }
}

impl From<ThinkError> for Failure {
    fn from(error: ThinkError) -> Failure {
        match error {
            // More memory, or another position, would do.
            ThinkError::Search(SearchError::Memory { .. } | SearchError::NoPlayerToMove(_)) => Failure::usage(error),
            _ => Failure::failed(error),
        }
    }
}

impl From<AgentError> for Failure {
    fn from(error: AgentError) -> Failure {
        match error {
            AgentError::Expression(error) => error.into(),
            AgentError::Think(error) => error.into(),
            _ => Failure::failed(error),
        }
    }
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Failure {
        Failure::usage(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::Missing { .. }
            | StoreError::Foreign { .. }
            | StoreError::Format { .. }
            | StoreError::NoGame { .. }
            | StoreError::Same { .. } => Failure::usage(error),
            StoreError::Interrupted => Failure::Interrupted,
            _ => Failure::failed(error),
        }
    }
}

impl From<ResultsError> for Failure {
    fn from(error: ResultsError) -> Failure {
        match error {
            ResultsError::Store(error) => error.into(),
            ResultsError::Line { .. } => Failure::usage(error),
            _ => Failure::failed(error),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}
