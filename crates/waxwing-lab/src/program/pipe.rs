//! A program that answers line by line.
//!
//! Nothing is read between commands, so that what a program prints meanwhile waits in the system's pipe and holds the
//! program up, not us; and there are no threads, so that none is left behind by a process that keeps a pipe open.

use std::io::{self, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::answer::{Complaint, Incoming};
use super::group::Group;

/// How often it is looked whether to stop.
const LOOK: Duration = Duration::from_millis(20);
/// How often it is looked whether a program has ended.
const GLANCE: Duration = Duration::from_millis(2);
/// Pipes close a moment before it is known how a program ended: this is how long its last words are waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// How long a program may take to quit before it is killed.
const GRACE: Duration = Duration::from_millis(500);
/// Bytes that are read at once.
const CHUNK: usize = 4096;
/// Bytes that a pipe with room for any takes without waiting, on every system.
const SIP: usize = 512;

/// A running program; it is killed, with everything that it has started, when this is dropped.
pub(super) struct Pipe {
    input: ChildStdin,
    output: ChildStdout,
    /// `None` when it is closed.
    errors: Option<ChildStderr>,
    /// What it has printed after its last answer, at most a chunk.
    ahead: Vec<u8>,
    complaint: Complaint,
    group: Group,
}

/// What happened while it was looked at the streams.
enum News {
    Nothing,
    /// Bytes of the output.
    Output(Vec<u8>),
    /// The program reads or writes no more.
    Closed,
}

impl Pipe {
    /// Starts a program with its arguments. The message says why it cannot be.
    pub(super) fn open(words: &[String]) -> Result<Pipe, String> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let group = Group::start(&mut command);
        let mut group = group.map_err(|error| format!("`{}` cannot be started: {error}", words[0]))?;
        let streams = (group.leader.stdin.take(), group.leader.stdout.take(), group.leader.stderr.take());
        let (Some(input), Some(output), errors) = streams else { return Err(format!("`{}` has no pipes", words[0])) };
        Ok(Pipe { input, output, errors, ahead: Vec::new(), complaint: Complaint::default(), group })
    }

    /// Sends a line, which has a name in messages, and waits for the whole answer, until the time is up or `stop` is set. The
    /// message says why there is none.
    pub(super) fn ask(
        &mut self,
        (line, name): (&str, &str),
        answer: &mut dyn Incoming,
        timeout: Duration,
        stop: Option<&AtomicBool>,
    ) -> Result<(), String> {
        let asked = Instant::now();
        let sent = format!("{line}\n");
        let mut unsent = sent.as_bytes();
        loop {
            // What a program has left behind may keep its pipes open when it has ended. All that it has printed itself is
            // there by then.
            let has_ended = self.group.ended().is_some();
            match self.look(&mut unsent, LOOK) {
                News::Nothing if !has_ended => {}
                News::Nothing | News::Closed => return Err(self.crashed(name)),
                News::Output(bytes) => {
                    let taken = answer.take(&bytes).map_err(|fault| format!("{fault} (asked `{name}`)"))?;
                    if let Some(taken) = taken {
                        self.ahead = bytes[taken..].to_vec();
                        return Ok(());
                    }
                }
            }
            if stop.is_some_and(|stop| stop.load(Relaxed)) {
                return Err("interrupted".to_owned());
            }
            if asked.elapsed() > timeout {
                return Err(format!("no answer to `{name}` within {} s", timeout.as_secs_f64()));
            }
        }
    }

    /// Waits until a stream is ready, for `longest` at most: sends what is unsent, and takes up what was printed after
    /// that.
    fn look(&mut self, unsent: &mut &[u8], longest: Duration) -> News {
        let sends = !unsent.is_empty();
        if !sends && !self.ahead.is_empty() {
            return News::Output(std::mem::take(&mut self.ahead));
        }
        let [ready, complained] = self.ready(sends, longest);
        if complained {
            self.listen();
        }
        match ready {
            false => News::Nothing,
            true if sends => match self.input.write(&unsent[..unsent.len().min(SIP)]) {
                Ok(written) => {
                    *unsent = &unsent[written..];
                    News::Nothing
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => News::Nothing,
                Err(_) => News::Closed,
            },
            true => match chunk(&mut self.output) {
                Ok(bytes) if bytes.is_empty() => News::Closed,
                Ok(bytes) => News::Output(bytes),
                Err(_) => News::Nothing,
            },
        }
    }

    /// Whether the input can be written, or else the output be read, and whether the error stream can be read: without waiting
    /// then.
    fn ready(&self, sends: bool, longest: Duration) -> [bool; 2] {
        let first = match sends {
            true => PollFd::new(&self.input, PollFlags::OUT),
            false => PollFd::new(&self.output, PollFlags::IN),
        };
        let mut streams = vec![first];
        streams.extend(self.errors.as_ref().map(|errors| PollFd::new(errors, PollFlags::IN)));
        // Where a signal ends the waiting, nothing is ready.
        let _ = poll(&mut streams, Some(&timespec(longest)));
        [0, 1].map(|place| streams.get(place).is_some_and(|stream| !stream.revents().is_empty()))
    }

    /// Takes up what the error stream has now. It must be ready.
    fn listen(&mut self) {
        match self.errors.as_mut().map(chunk) {
            Some(Ok(bytes)) if bytes.is_empty() => self.errors = None,
            Some(Ok(bytes)) => self.complaint.take(&bytes),
            Some(Err(_)) | None => {}
        }
    }

    /// How the program ended, and what it complained of.
    fn crashed(&mut self, name: &str) -> String {
        let began = Instant::now();
        while (self.errors.is_some() || self.group.ended().is_none()) && began.elapsed() < LAST_WORDS {
            let mut errors: Vec<PollFd<'_>> = self.errors.iter().map(|it| PollFd::new(it, PollFlags::IN)).collect();
            let _ = poll(&mut errors, Some(&timespec(GLANCE)));
            if errors.first().is_some_and(|errors| !errors.revents().is_empty()) {
                self.listen();
            }
        }
        let status = self.group.ended().map_or("closed a stream".to_owned(), |status| format!("ended ({status})"));
        let complaint = self.complaint.text();
        let said = if complaint.is_empty() { String::new() } else { format!("; it said: {complaint}") };
        format!("{status} instead of answering `{name}`{said}")
    }

    /// Says farewell and lets the program quit by itself before it is killed.
    pub(super) fn quit(mut self, farewell: &[u8]) {
        let [is_read, _] = self.ready(true, Duration::ZERO);
        if is_read {
            // Who does not read is killed below.
            let _ = self.input.write(farewell);
        }
        drop(self.input);
        let began = Instant::now();
        while self.group.ended().is_none() && began.elapsed() < GRACE {
            std::thread::sleep(GLANCE);
        }
    }
}

/// What a stream that is ready has, at most a chunk; nothing at its end.
fn chunk(stream: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; CHUNK];
    let length = stream.read(&mut bytes)?;
    bytes.truncate(length);
    Ok(bytes)
}

fn timespec(duration: Duration) -> Timespec {
    Timespec { tv_sec: duration.as_secs() as _, tv_nsec: duration.subsec_nanos() as _ }
}
