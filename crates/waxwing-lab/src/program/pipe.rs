//! A child process that answers commands of the Go Text Protocol.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often somebody who waits for an answer looks whether he is to stop.
const LOOK: Duration = Duration::from_millis(20);
/// The longest line that is read: what does not end is no answer.
const LONGEST: u64 = 1 << 16;

/// A running program; it is killed when this is dropped.
pub(super) struct Pipe {
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
    /// The last line of its error stream, for the message about a crash.
    complaint: Arc<Mutex<String>>,
}

impl Pipe {
    pub(super) fn open(words: &[String]) -> Result<Pipe, String> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for us: we end the program when its game is over.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| format!("`{}` cannot be started: {error}", words[0]))?;
        let missing = || format!("`{}` has no pipes", words[0]);
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let errors = child.stderr.take().ok_or_else(missing)?;
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || each_line(output, |line| sender.send(line).is_ok()));
        let complaint = Arc::new(Mutex::new(String::new()));
        let last = complaint.clone();
        thread::spawn(move || {
            each_line(errors, |line| {
                if !line.trim().is_empty() {
                    *last.lock().unwrap_or_else(PoisonError::into_inner) = line.trim().to_owned();
                }
                true
            });
        });
        Ok(Pipe { child, input, answers, complaint })
    }

    /// Sends a command and waits for the whole answer.
    pub(super) fn ask(
        &mut self,
        command: &str,
        timeout: Duration,
        stop: Option<&AtomicBool>,
    ) -> Result<String, String> {
        let asked = Instant::now();
        let written = self.input.write_all(format!("{command}\n").as_bytes()).and_then(|()| self.input.flush());
        written.map_err(|_| self.crashed(command))?;
        let mut lines: Vec<String> = Vec::new();
        loop {
            if stop.is_some_and(|stop| stop.load(Relaxed)) {
                return Err("interrupted".to_owned());
            }
            match self.answers.recv_timeout(LOOK) {
                // Empty lines before an answer mean nothing; the one after it ends it.
                Ok(line) if line.is_empty() && lines.is_empty() => {}
                Ok(line) if line.is_empty() => return read(&lines, command),
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed(command)),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if asked.elapsed() > timeout {
                return Err(format!("no answer to `{command}` within {} s", timeout.as_secs_f64()));
            }
        }
    }

    fn crashed(&mut self, command: &str) -> String {
        // Its pipes close a moment before its state is known.
        thread::sleep(LOOK);
        let status = match self.child.try_wait() {
            Ok(Some(status)) => format!("ended ({status})"),
            _ => "closed its output".to_owned(),
        };
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner);
        let said = if complaint.is_empty() { String::new() } else { format!("; it said: {complaint}") };
        format!("{status} instead of answering `{command}`{said}")
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // (One that has ended by itself cannot be killed, which is as good.)
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The text of an answer, or what it complains of.
fn read(lines: &[String], command: &str) -> Result<String, String> {
    let (sign, first) = lines[0].split_at_checked(1).unwrap_or((&lines[0], ""));
    let texts = [first.trim()].into_iter().chain(lines[1..].iter().map(String::as_str));
    let text = texts.collect::<Vec<_>>().join("\n");
    match sign {
        "=" => Ok(text),
        "?" => Err(format!("`{command}` was refused: {text}")),
        _ => Err(format!("`{}` is no answer of the Go Text Protocol", shortened(&lines[0]))),
    }
}

fn shortened(line: &str) -> String {
    line.chars().take(60).collect()
}

/// Hands over the lines of a stream, without control characters, until it ends or nobody wants more.
fn each_line(stream: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut reader = BufReader::new(stream);
    loop {
        let mut line = Vec::new();
        match (&mut reader).take(LONGEST).read_until(b'\n', &mut line) {
            Ok(1..) => {}
            Ok(0) | Err(_) => return,
        }
        let text: String = String::from_utf8_lossy(&line).chars().filter(|letter| !letter.is_control()).collect();
        if !take(text.trim_end().to_owned()) {
            return;
        }
    }
}
