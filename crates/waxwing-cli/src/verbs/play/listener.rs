//! Where a person's lines come from: a line editor on a terminal, a pipe otherwise.

use std::io::{self, BufRead, IsTerminal};

use console::style;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper, Prompt};

use super::commands::WORDS;
use crate::failure::{Failure, printable};
use crate::show;

/// Where lines come from.
pub enum Listener {
    /// A terminal: lines are edited, earlier ones come back with the arrows, and Tab completes words and moves.
    Editor(Box<Editor<Words, MemHistory>>),
    /// A pipe or a file, whose lines are shown as they are read.
    Pipe,
}

impl Listener {
    /// A line editor if the input is a terminal that can have one.
    pub fn new() -> Listener {
        if !io::stdin().is_terminal() {
            return Listener::Pipe;
        }
        let editor = Editor::with_history(Config::builder().auto_add_history(true).build(), MemHistory::new());
        editor.map_or(Listener::Pipe, |mut editor| {
            editor.set_helper(Some(Words::default()));
            Listener::Editor(Box::new(editor))
        })
    }

    /// The next line behind a prompt with this name, without white space around it; `None` at the end of the input.
    pub fn listen(&mut self, name: &str, moves: Vec<String>) -> Result<Option<String>, Failure> {
        let prompt = Named::new(name);
        match self {
            Listener::Editor(editor) => {
                if let Some(words) = editor.helper_mut() {
                    words.moves = moves;
                }
                match editor.readline(&prompt) {
                    Ok(line) => Ok(Some(line.trim().to_owned())),
                    Err(ReadlineError::Interrupted) => Err(Failure::Interrupted),
                    Err(ReadlineError::Eof) => Ok(None),
                    Err(ReadlineError::Io(error)) => Err(error.into()),
                    Err(error) => Err(Failure::failed(error)),
                }
            }
            Listener::Pipe => {
                show::print(prompt.styled())?;
                let line = read_line()?;
                // What is typed shows by itself on a terminal only.
                let shown = line.as_deref().map_or(String::new(), |line| printable(line.trim()));
                if !io::stdin().is_terminal() || line.is_none() {
                    show::print(&format!("{shown}\n"))?;
                }
                Ok(line.map(|line| line.trim().to_owned()))
            }
        }
    }
}

/// The next line of the input; `None` at its end. Bytes that are no text become replacement characters.
fn read_line() -> Result<Option<String>, Failure> {
    let mut line = Vec::new();
    let length = io::stdin().lock().read_until(b'\n', &mut line)?;
    Ok((length > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

/// The name of the player who is asked.
struct Named {
    plain: String,
    styled: String,
}

impl Named {
    fn new(name: &str) -> Named {
        Named { plain: format!("{name}> "), styled: format!("{}> ", style(name).bold()) }
    }
}

impl Prompt for Named {
    fn raw(&self) -> &str {
        &self.plain
    }

    fn styled(&self) -> &str {
        &self.styled
    }
}

/// What Tab completes: words that can be said, and the legal moves.
#[derive(Default)]
pub struct Words {
    moves: Vec<String>,
}

impl Words {
    /// The words and moves that continue the last word of a line, with the place where it begins.
    fn continuing(&self, line: &str) -> (usize, Vec<String>) {
        let start = line.rfind(char::is_whitespace).map_or(0, |space| space + 1);
        let (typed, is_first) = (&line[start..], line[..start].trim().is_empty());
        let words = WORDS.iter().map(|word| word.name).filter(|_| is_first).map(str::to_owned);
        let all = words.chain(self.moves.iter().cloned());
        (start, all.filter(|word| word.starts_with(typed)).collect())
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.continuing(line.get(..at).unwrap_or(line)))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_of_a_line_is_completed_by_words_and_moves() {
        let words = Words { moves: vec!["d3".into(), "d6".into(), "hint4".into()] };
        let completed = |line: &str| words.continuing(line);
        assert_eq!(completed("hin"), (0, vec!["hint".into(), "hint4".into()]));
        assert_eq!(completed("d"), (0, vec!["d3".into(), "d6".into()]));
        assert_eq!(completed("why d"), (4, vec!["d3".into(), "d6".into()]), "no word follows a word");
        assert_eq!(completed("ü"), (0, vec![]));
    }
}
