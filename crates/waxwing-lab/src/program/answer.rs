//! What a program prints, taken up in a bounded amount of memory.

/// An answer that has more bytes or lines, empty lines included, is none.
const MOST_BYTES: usize = 1 << 16;
const MOST_LINES: usize = 1_000;
/// So much of a line of the error stream is kept.
const MOST_COMPLAINED: usize = 1_000;
/// The most characters of what a program printed that are quoted in a message.
const MOST_QUOTED: usize = 200;

/// Why a command has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The program understood it and refused; it can be asked on.
    Refused(String),
    /// The program is of no use any more.
    Failed(String),
}

impl Trouble {
    /// What happened.
    pub(super) fn reason(self) -> String {
        match self {
            Trouble::Refused(reason) | Trouble::Failed(reason) => reason,
        }
    }
}

/// An answer while it is read, which is done as soon as it is clear that it is none.
pub(super) trait Incoming {
    /// Takes up bytes, until the answer is whole: returns how many it took then. It fails as soon as it is clear that
    /// this is no answer.
    fn take(&mut self, bytes: &[u8]) -> Result<Option<usize>, String>;
}

/// An answer of the Go Text Protocol while it is read.
#[derive(Default)]
pub(super) struct Answer {
    lines: Vec<String>,
    line: Vec<u8>,
    bytes: usize,
    breaks: usize,
}

impl Incoming for Answer {
    fn take(&mut self, bytes: &[u8]) -> Result<Option<usize>, String> {
        for (place, &byte) in bytes.iter().enumerate() {
            self.bytes += 1;
            if byte != b'\n' {
                self.line.push(byte);
            } else if self.end_line()? {
                return Ok(Some(place + 1));
            }
            if self.bytes > MOST_BYTES || self.breaks > MOST_LINES {
                return Err(format!("it printed more than {MOST_BYTES} bytes or {MOST_LINES} lines without an end"));
            }
        }
        Ok(None)
    }
}

impl Answer {
    /// Ends a line; returns whether it ends the answer. Empty lines before an answer mean nothing, the one after it
    /// ends it.
    fn end_line(&mut self) -> Result<bool, String> {
        self.breaks += 1;
        let line = plain(&self.line);
        self.line.clear();
        if line.is_empty() {
            return Ok(!self.lines.is_empty());
        }
        if self.lines.is_empty() && !line.starts_with(['=', '?']) {
            return Err(format!("`{}` is no answer of the Go Text Protocol", quoted(&line)));
        }
        self.lines.push(line);
        Ok(false)
    }

    /// The text of a whole answer to a command, or how it was refused.
    pub(super) fn read(&self, command: &str) -> Result<String, String> {
        let text = self.lines.join("\n");
        let (sign, text) = text.split_at_checked(1).unwrap_or_default();
        let text = text.trim();
        if sign == "=" { Ok(text.to_owned()) } else { Err(format!("`{command}` was refused: {}", quoted(text))) }
    }
}

/// The last line of an error stream, for the message about a crash.
#[derive(Default)]
pub(super) struct Complaint {
    line: Vec<u8>,
    last: String,
}

impl Complaint {
    /// Takes up bytes; of a long line only the beginning is kept.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == b'\n' {
                self.end_line();
            } else if self.line.len() < MOST_COMPLAINED {
                self.line.push(byte);
            }
        }
    }

    fn end_line(&mut self) {
        let line = plain(&self.line);
        self.line.clear();
        if !line.is_empty() {
            self.last = line;
        }
    }

    /// The last line that is not empty, whether or not it has ended.
    pub(super) fn text(&mut self) -> String {
        self.end_line();
        quoted(&self.last)
    }
}

/// A line without control characters and without space at its end.
fn plain(line: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(line).chars().filter(|letter| !letter.is_control()).collect();
    text.trim_end().to_owned()
}

/// The beginning of a text that a program printed, for a message.
pub(super) fn quoted(text: &str) -> String {
    let beginning: String = text.chars().take(MOST_QUOTED).collect();
    if beginning.len() < text.len() { beginning + "…" } else { beginning }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer in some bytes, and what is left of them.
    fn read(text: &str) -> (Result<String, String>, &str) {
        let mut answer = Answer::default();
        let taken = answer.take(text.as_bytes()).unwrap().expect("it is whole");
        (answer.read("name"), &text[taken..])
    }

    #[test]
    fn an_answer_ends_with_an_empty_line() {
        assert_eq!(read("\n\n= D4\r\n\r\n= E5\n\n"), (Ok("D4".to_owned()), "= E5\n\n"));
        assert_eq!(read("=\nA1\nB2\n\n"), (Ok("A1\nB2".to_owned()), ""));
        let refused = "`name` was refused: no\u{e9} idea";
        assert_eq!(read("? no\u{e9} \u{7}idea\n\n"), (Err(refused.to_owned()), ""));
        let mut parts = Answer::default();
        assert_eq!((parts.take(b"= D"), parts.take(b"4\n"), parts.take(b"\nx")), (Ok(None), Ok(None), Ok(Some(1))));
        assert_eq!(parts.read("genmove"), Ok("D4".to_owned()));
    }

    #[test]
    fn what_has_no_end_is_no_answer_and_takes_little_memory() {
        for endless in ["= x", "\n", "= \n", "=\0\u{7}"] {
            let mut answer = Answer::default();
            let error = (0..).find_map(|_| answer.take(endless.as_bytes()).err()).unwrap();
            assert!(error.contains("it printed more than 65536 bytes or 1000 lines"), "{error}");
            let kept = answer.line.capacity() + answer.lines.iter().map(|line| line.len() + 24).sum::<usize>();
            assert!(kept <= 2 * MOST_BYTES, "{kept} bytes");
        }
        assert!(Answer::default().take(b"y\n").unwrap_err().contains("`y` is no answer"));
    }

    #[test]
    fn a_complaint_is_the_last_line_and_short() {
        let mut complaint = Complaint::default();
        complaint.take(b"first\nit hurts\n \n");
        assert_eq!(complaint.text(), "it hurts");
        complaint.take(b"no end of line");
        assert_eq!(complaint.text(), "no end of line");
        (0..10_000).for_each(|_| complaint.take(b"more and more"));
        assert!(complaint.line.capacity() <= 2 * MOST_COMPLAINED);
        assert_eq!(complaint.text().chars().count(), MOST_QUOTED + 1);
    }
}
