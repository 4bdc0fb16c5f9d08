//! What is wrong with an expression, and where: the place in the text, what was expected, what would be right.

use std::fmt;
use std::sync::Arc;

/// A place in a text, as byte offsets of its first character and of the character after its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte; equal to `start` for a place between two characters.
    pub end: usize,
}

impl Span {
    /// From this span's start to the other one's end.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }
}

/// An error in an expression. It prints as several lines, with a mark under the place:
///
/// ```
/// let error = waxwing::Expression::parse("rvae > mast").unwrap_err();
/// assert_eq!(error.to_string(), "\
/// unknown strategy `rvae`
///   rvae > mast
///   ^^^^
/// help: did you mean `rave`?");
/// assert_eq!(error.summary(), "1:1: unknown strategy `rvae`; did you mean `rave`?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    text: Arc<str>,
    span: Span,
    message: String,
    help: Option<String>,
}

impl ExpressionError {
    /// An error at a place of a text. A place outside the text is moved to its nearest character.
    pub fn new(text: impl Into<Arc<str>>, span: Span, message: impl Into<String>) -> ExpressionError {
        let text = text.into();
        let start = char_boundary(&text, span.start);
        let end = (span.end.min(text.len())..).find(|&end| text.is_char_boundary(end)).unwrap_or(start).max(start);
        ExpressionError { text, span: Span { start, end }, message: message.into(), help: None }
    }

    /// The same error with a hint of what would be right.
    pub fn with_help(self, help: impl Into<String>) -> ExpressionError {
        ExpressionError { help: Some(help.into()), ..self }
    }

    /// The text that the error is in.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place in the text.
    pub fn span(&self) -> Span {
        self.span
    }

    /// What is wrong, in one line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What would be right, in one line, where there is something to say.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// Line and column of the place, both counted from 1, the column in characters.
    pub fn position(&self) -> (usize, usize) {
        let before = &self.text[..self.span.start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// The error in one line, for lists and logs.
    pub fn summary(&self) -> String {
        let (line, column) = self.position();
        match &self.help {
            Some(help) => format!("{line}:{column}: {}; {help}", self.message),
            None => format!("{line}:{column}: {}", self.message),
        }
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let excerpt = Excerpt::of(&self.text, self.span);
        let gutter = if self.text.contains('\n') { format!("{} | ", self.position().0) } else { String::from("  ") };
        writeln!(f, "{}", self.message)?;
        writeln!(f, "{}", format!("{gutter}{}", excerpt.shown).trim_end())?;
        write!(f, "{}{}", " ".repeat(gutter.len() + excerpt.indent), "^".repeat(excerpt.marks))?;
        match &self.help {
            Some(help) => write!(f, "\nhelp: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ExpressionError {}

/// The line an error is in, cut to a readable length, and where the marks go below it, in terminal columns.
struct Excerpt {
    shown: String,
    indent: usize,
    marks: usize,
}

impl Excerpt {
    /// How many characters of a line are shown, and how many of them before the place.
    const LENGTH: usize = 100;
    const CONTEXT: usize = 40;

    fn of(text: &str, span: Span) -> Excerpt {
        let line_start = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[span.start..].find('\n').map_or(text.len(), |newline| span.start + newline);
        let line: Vec<char> = text[line_start..line_end].trim_end().chars().map(printable).collect();
        // The place may lie in the white space that was cut off.
        let start = text[line_start..span.start].chars().count();
        let end = start + text[span.start..span.end.min(line_end)].chars().count();

        let from = if line.len() > Self::LENGTH { start.min(line.len()).saturating_sub(Self::CONTEXT) } else { 0 };
        let to = line.len().min(from + Self::LENGTH);
        let mut shown: String = line[from..to].iter().collect();
        let mut indent = columns(&line[from..start.min(to)]) + start.saturating_sub(to);
        if from > 0 {
            shown.insert(0, '…');
            indent += 1;
        }
        if to < line.len() {
            shown.push('…');
        }
        let marks = columns(&line[start.min(to)..end.min(to)]).max(1);
        Excerpt { shown, indent, marks }
    }
}

/// The last place at or before an offset that is not inside a character.
pub(super) fn char_boundary(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|&place| text.is_char_boundary(place)).unwrap_or(0)
}

/// The character itself, or a replacement for one that would move the cursor or hide (tabs, controls, directional
/// marks).
fn printable(c: char) -> char {
    match c {
        '\t' => ' ',
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

/// How many terminal columns a text takes. Covers the scripts and symbols that differ from one column each, so that
/// the marks are under the right place without a table of all of Unicode.
fn columns(text: &[char]) -> usize {
    text.iter()
        .map(|&c| match c {
            '\u{300}'..='\u{36f}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' => 0,
            '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' => 2,
            '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}' | '\u{1f300}'..='\u{1faff}' => 2,
            '\u{20000}'..='\u{3fffd}' => 2,
            _ => 1,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, part: &str) -> ExpressionError {
        let start = text.find(part).expect("the part is in the text");
        ExpressionError::new(text, Span { start, end: start + part.len() }, "wrong")
    }

    #[test]
    fn marks_stand_under_the_place_also_behind_wide_and_combining_characters() {
        assert_eq!(at("ab cd", "cd").to_string(), "wrong\n  ab cd\n     ^^");
        assert_eq!(at("äöü cd", "cd").to_string(), "wrong\n  äöü cd\n      ^^");
        assert_eq!(at("围棋 cd", "cd").to_string(), "wrong\n  围棋 cd\n       ^^");
        assert_eq!(at("e\u{301} cd", "cd").to_string(), "wrong\n  e\u{301} cd\n    ^^");
    }

    #[test]
    fn only_the_line_of_the_place_is_shown_with_its_number() {
        let error = at("uct\n  > mast\n@5", "mast");
        assert_eq!(error.to_string(), "wrong\n2 |   > mast\n        ^^^^");
        assert_eq!(error.position(), (2, 5));
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = format!("{}here{}", "a".repeat(500), "b".repeat(500));
        let shown = at(&text, "here").to_string();
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[1], format!("  …{}here{}…", "a".repeat(40), "b".repeat(56)));
        assert_eq!(lines[2], format!("{}^^^^", " ".repeat(43)));
    }

    #[test]
    fn a_place_outside_the_text_is_moved_into_it() {
        let error = ExpressionError::new("ä", Span { start: 1, end: 99 }, "wrong");
        assert_eq!(error.span(), Span { start: 0, end: 2 });
        assert_eq!(ExpressionError::new("", Span { start: 7, end: 3 }, "wrong").to_string(), "wrong\n\n  ^");
    }
}
