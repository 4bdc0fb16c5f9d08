//! A part of the terminal that is drawn again and again in place.

use std::io::{self, Write};

use console::{Term, truncate_str};

/// The lines above the cursor that belong to us.
pub struct Live {
    term: Term,
    drawn: usize,
}

impl Live {
    /// A part of the standard output; `None` if that is not a terminal.
    pub fn on_terminal() -> Option<Live> {
        let term = Term::stdout();
        (term.is_term() && term.features().is_attended()).then_some(Live { term, drawn: 0 })
    }

    /// How many lines fit.
    pub fn height(&self) -> usize {
        usize::from(self.term.size().0).max(8)
    }

    /// Replaces what was drawn before.
    pub fn draw(&mut self, lines: &[String]) -> io::Result<()> {
        let width = usize::from(self.term.size().1).max(20);
        let mut text = String::new();
        if self.drawn > 0 {
            text += &format!("\x1b[{}A", self.drawn);
        }
        for line in lines {
            // Each line ends by clearing what is left of the longer one before.
            text += &format!("\r{}\x1b[K\n", truncate_str(line, width - 1, "…"));
        }
        text += "\x1b[J";
        self.drawn = lines.len();
        // One write, so that no half of a table is ever seen.
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }
}
