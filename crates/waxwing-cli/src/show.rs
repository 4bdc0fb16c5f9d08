//! How answers look: tables, numbers, JSON.

use std::io::{self, Write};
use std::time::Duration;
pub use waxwing_lab::thousands;

use console::{Alignment, Term, measure_text_width, pad_str, style};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use waxwing_workshop::statistics::Interval;

use crate::failure::Failure;

/// Writes a text to the output.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// The columns of the terminal, if the output is one.
pub fn width() -> Option<usize> {
    let term = Term::stdout();
    term.is_term().then(|| usize::from(term.size().1))
}

/// Writes a value as JSON.
pub fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(value).map_err(io::Error::other)?;
    print(&(json + "\n"))
}

/// Rows of cells under a heading, each column as wide as its widest cell.
pub struct TextTable {
    columns: Vec<(String, Alignment)>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// A table with these columns: a name beginning with `>` puts its column to the right.
    pub fn new(columns: &[&str]) -> TextTable {
        let column = |name: &&str| match name.strip_prefix('>') {
            Some(name) => (name.to_owned(), Alignment::Right),
            None => ((*name).to_owned(), Alignment::Left),
        };
        TextTable { columns: columns.iter().map(column).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The lines of the table, indented by two.
    pub fn lines(&self) -> Vec<String> {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| measure_text_width(&row[column]));
            cells.chain([measure_text_width(&self.columns[column].0)]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |cells: &[String]| {
            let padded = cells.iter().zip(&widths).zip(&self.columns);
            let padded = padded.map(|((cell, &width), (_, alignment))| pad_str(cell, width, *alignment, None));
            format!("  {}", padded.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
        };
        let heading: Vec<String> = self.columns.iter().map(|(name, _)| style(name).dim().to_string()).collect();
        let has_heading = self.columns.iter().any(|(name, _)| !name.is_empty());
        has_heading.then(|| line(&heading)).into_iter().chain(self.rows.iter().map(|row| line(row))).collect()
    }

    /// The table as a text.
    pub fn text(&self) -> String {
        self.lines().into_iter().map(|line| line + "\n").collect()
    }
}

/// A rate to three or four digits: `83,400`, `12.3`.
pub fn rate(number: f64) -> String {
    match number {
        number if number >= 100_000.0 => thousands((number / 1000.0).round() as u64 * 1000),
        number if number >= 10_000.0 => thousands((number / 100.0).round() as u64 * 100),
        number if number >= 100.0 => thousands(number.round() as u64),
        number => format!("{number:.1}"),
    }
}

/// An amount of memory: `1.2 MB`.
pub fn bytes(number: usize) -> String {
    let number = number as f64;
    match number {
        number if number >= 1e9 => format!("{:.1} GB", number / 1e9),
        number if number >= 1e6 => format!("{:.1} MB", number / 1e6),
        number => format!("{:.1} kB", number / 1e3),
    }
}

/// A time: `0.12 s`, `3 min 20 s`.
pub fn seconds(number: f64) -> String {
    match number {
        number if number >= 60.0 => format!("{} min {:.0} s", (number / 60.0) as u64, number % 60.0),
        number if number >= 10.0 => format!("{number:.1} s"),
        number => format!("{number:.2} s"),
    }
}

/// `1 game`, `2 games`.
pub fn plural(number: u64, word: &str) -> String {
    format!("{} {word}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// A text broken into lines of at most this width.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if measure_text_width(line) + 1 + measure_text_width(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A text in lines of a comfortable width that the terminal has, each behind an indent.
pub fn paragraph(text: &str, indent: usize) -> String {
    indented(text, indent, width())
}

/// The same for a terminal of this width.
fn indented(text: &str, indent: usize, terminal: Option<usize>) -> String {
    // A word that ends in the last column would have the terminal begin a line by itself.
    let width = terminal.map_or(COMFORTABLE, |width| width.saturating_sub(1).min(COMFORTABLE));
    let lines = wrap(text, width.saturating_sub(indent).max(NARROWEST));
    lines.into_iter().map(|line| format!("{}{line}\n", " ".repeat(indent))).collect()
}

/// The columns of a text that is read with ease, and those that it has in any case.
const COMFORTABLE: usize = 100;
const NARROWEST: usize = 20;

/// A rate of 0 to 1, or a dash where there is none yet.
pub fn fraction(rate: Option<f64>) -> String {
    rate.map_or("-".into(), |rate| format!("{rate:.3}"))
}

/// An interval of a rate.
pub fn interval(interval: Interval) -> String {
    format!("[{:.3}, {:.3}]", interval.low, interval.high)
}

/// A bar on the error stream; it draws nothing where that is not a terminal.
pub fn progress_bar(total: u64, units: &str) -> ProgressBar {
    let bar = ProgressBar::new(total);
    let template = format!("{{bar:24.cyan}} {{pos}}/{{len}} {units}, {{eta}} left  {{wide_msg}}");
    bar.set_style(ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// What is said of games that the same seed would not give again.
pub const NOT_REPRODUCIBLE: &str =
    "not reproducible by its seed: a budget of time, threads that share a tree, or programs from outside";

/// A heading.
pub fn heading(text: impl std::fmt::Display) -> String {
    style(text).bold().to_string()
}

/// What is less important.
pub fn dim(text: impl std::fmt::Display) -> String {
    style(text).dim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_fit_the_terminal_and_are_no_wider_than_is_comfortable() {
        let text = "aaaaaaaaa bbbbbbbbb ccccccccc";
        assert_eq!(indented(text, 2, Some(31)), "  aaaaaaaaa bbbbbbbbb\n  ccccccccc\n");
        assert_eq!(indented(text, 2, Some(32)), format!("  {text}\n"));
        let long = [text; 20].join(" ");
        let widest = |terminal| indented(&long, 0, terminal).lines().map(str::len).max();
        assert_eq!((widest(None), widest(Some(300)), widest(Some(5))), (Some(99), Some(99), Some(19)));
    }

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!((rate(123_456.0), rate(45_678.0), rate(12.34)), ("123,000".into(), "45,700".into(), "12.3".into()));
        assert_eq!((bytes(1_234_567), seconds(200.0)), ("1.2 MB".into(), "3 min 20 s".into()));
        assert_eq!((plural(1, "game"), plural(2000, "game")), ("1 game".into(), "2,000 games".into()));
    }

    #[test]
    fn tables_align_their_columns() {
        let mut table = TextTable::new(&["move", ">visits"]);
        table.row(["d3".into(), "12".into()]);
        table.row(["pass".into(), "1,234".into()]);
        let plain: String = table.lines().iter().map(|line| format!("{}\n", console::strip_ansi_codes(line))).collect();
        assert_eq!(plain, "  move  visits\n  d3        12\n  pass   1,234\n");
    }
}
