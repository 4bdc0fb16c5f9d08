//! Experiment files: what is written in one, before anything is made of it.
//!
//! The tables of a file are read as they are. `cells.rs` turns them into cells. Every value that can be wrong keeps its
//! place, so that an error names the line.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::{Spanned, Table, Value};
use waxwing_workshop::Workshop;

use super::claim::RawClaim;
use super::figure::Figure;
use super::reproduction::Reproduction;

/// A value with its place.
pub(super) type At<T> = Spanned<T>;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawFile {
    pub name: At<String>,
    pub title: String,
    pub source: String,
    pub note: Option<String>,
    pub difference: Option<String>,
    #[serde(default)]
    pub central: Vec<At<String>>,
    #[serde(default)]
    pub agents: BTreeMap<String, At<String>>,
    #[serde(default)]
    pub defaults: RawCell,
    #[serde(default)]
    pub cell: Vec<At<RawCell>>,
    #[serde(default)]
    pub claim: Vec<At<RawClaim>>,
    #[serde(default)]
    pub figure: Figure,
    pub reproduction: Option<At<Reproduction>>,
}

/// A cell, or several that differ in what `over` lists. What it leaves out is taken from `[defaults]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawCell {
    pub label: Option<At<String>>,
    pub kind: Option<At<String>>,
    pub game: Option<At<String>>,
    pub agent: Option<At<String>>,
    pub against: Option<At<String>>,
    pub agents: Option<At<Vec<String>>>,
    pub design: Option<At<String>>,
    #[serde(rename = "as")]
    pub role: Option<At<String>>,
    pub openings: Option<At<String>>,
    pub pairs: Option<At<String>>,
    pub games: Option<At<i64>>,
    pub budget: Option<At<Value>>,
    pub threads: Option<At<i64>>,
    pub seed: Option<At<i64>>,
    pub over: Option<At<Table>>,
    pub measure: Option<At<String>>,
    pub published: Option<At<Value>>,
    pub plus_minus: Option<At<Value>>,
    pub published_games: Option<At<Value>>,
    pub note: Option<String>,
    pub difference: Option<String>,
    pub row: Option<At<String>>,
    pub column: Option<At<String>>,
}

impl RawCell {
    /// The cell with what it leaves out taken from the defaults.
    pub(super) fn or(self, defaults: &RawCell) -> RawCell {
        let other = defaults.clone();
        RawCell {
            label: self.label.or(other.label),
            kind: self.kind.or(other.kind),
            game: self.game.or(other.game),
            agent: self.agent.or(other.agent),
            against: self.against.or(other.against),
            agents: self.agents.or(other.agents),
            design: self.design.or(other.design),
            role: self.role.or(other.role),
            openings: self.openings.or(other.openings),
            pairs: self.pairs.or(other.pairs),
            games: self.games.or(other.games),
            budget: self.budget.or(other.budget),
            threads: self.threads.or(other.threads),
            seed: self.seed.or(other.seed),
            over: self.over.or(other.over),
            measure: self.measure.or(other.measure),
            published: self.published.or(other.published),
            plus_minus: self.plus_minus.or(other.plus_minus),
            published_games: self.published_games.or(other.published_games),
            note: self.note.or(other.note),
            difference: self.difference.or(other.difference),
            row: self.row.or(other.row),
            column: self.column.or(other.column),
        }
    }
}

/// What is wrong with an experiment file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {message}")]
pub struct FileError {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// What an experiment was read from: enough to read it again where its files are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The text of the file.
    pub text: String,
    /// The files beside it that it names, with their texts.
    pub beside: BTreeMap<String, String>,
}

/// A file while it is read: it knows where a place is, and which other files were needed.
pub(super) struct Source<'a> {
    pub workshop: &'a Workshop,
    pub file: &'a str,
    pub text: &'a str,
    /// Where files beside this one are found: in its folder if `None`.
    kept: Option<&'a BTreeMap<String, String>>,
    beside: RefCell<BTreeMap<String, String>>,
}

impl<'a> Source<'a> {
    /// A file in its folder.
    pub(super) fn in_folder(workshop: &'a Workshop, file: &'a str, text: &'a str) -> Source<'a> {
        Source { workshop, file, text, kept: None, beside: RefCell::default() }
    }

    /// A file that was kept with all that it needs.
    pub(super) fn kept(workshop: &'a Workshop, file: &'a str, origin: &'a Origin) -> Source<'a> {
        Source { workshop, file, text: &origin.text, kept: Some(&origin.beside), beside: RefCell::default() }
    }

    /// What was read so far.
    pub(super) fn origin(&self) -> Origin {
        Origin { text: self.text.to_owned(), beside: self.beside.borrow().clone() }
    }
}

impl Source<'_> {
    /// An error at a value.
    pub(super) fn error<T>(&self, at: &At<T>, message: impl ToString) -> FileError {
        self.error_at(at.span().start, message)
    }

    /// An error at a byte of the text.
    pub(super) fn error_at(&self, start: usize, message: impl ToString) -> FileError {
        let before = &self.text.as_bytes()[..start.min(self.text.len())];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        FileError { file: self.file.to_owned(), line, message: message.to_string() }
    }

    /// Reads the tables of the text.
    pub(super) fn tables<T: DeserializeOwned>(&self) -> Result<T, FileError> {
        toml::from_str(self.text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            self.error_at(start, in_plain_words(error.message(), self.key_at(start)))
        })
    }

    /// The key whose value has this byte, if both are in one line.
    fn key_at(&self, start: usize) -> Option<&str> {
        let before = self.text.get(..start)?;
        let line = before.rsplit('\n').next()?;
        let (key, _) = line.rsplit_once('=')?;
        let key = key.rsplit(['{', ',']).next()?.trim();
        let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
        is_key.then_some(key)
    }

    /// The text of a file beside this one.
    pub(super) fn beside(&self, name: &str) -> io::Result<String> {
        let text = match self.kept {
            Some(kept) => kept.get(name).cloned().ok_or(io::ErrorKind::NotFound)?,
            None => fs::read_to_string(Path::new(self.file).parent().unwrap_or(Path::new("")).join(name))?,
        };
        self.beside.borrow_mut().insert(name.to_owned(), text.clone());
        Ok(text)
    }
}

/// A message of the reader in the words of a file: keys, texts, numbers, lists and tables instead of types of the program.
fn in_plain_words(message: &str, key: Option<&str>) -> String {
    let message = message.trim_end();
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let what = key.map_or("this".to_owned(), |key| format!("`{key}`"));
    let kinds = message.strip_prefix("invalid type: ").or(message.strip_prefix("invalid value: "));
    // A list in the place of a table is counted first.
    let kinds = kinds.or(message.strip_prefix("invalid ").filter(|rest| rest.starts_with("length ")));
    if let Some((found, expected)) = kinds.and_then(|kinds| kinds.split_once(", expected ")) {
        return format!("{what} is {}, not {}", expected_words(expected), found_words(found));
    }
    match quoted[..] {
        [key, ref known @ ..] if message.starts_with("unknown field") => match nearest(key, known.iter().copied()) {
            Some(meant) => format!("unknown key `{key}`; did you mean `{meant}`?"),
            None => format!("unknown key `{key}`; there are {}", known.join(", ")),
        },
        [word, ref known @ ..] if message.starts_with("unknown variant") => {
            format!("`{word}` is not known here; write \"{}\"", known.join("\" or \""))
        }
        [key, ..] if message.starts_with("missing field") => format!("there is no `{key}` here"),
        [key, ..] if message.starts_with("duplicate") => format!("`{key}` is given twice"),
        // One of several words, and what is neither a word nor a table of one.
        _ if message == "wanted string or table" => format!("{what} is a text in quotes"),
        _ if message.starts_with("wanted ") => format!("{what} has a value that makes no sense here"),
        _ => message.to_owned(),
    }
}

/// What a value should have been.
fn expected_words(expected: &str) -> &str {
    match expected {
        "i64" => "a whole number",
        "u64" => "a whole number of at least 0",
        "f64" => "a number",
        "a string" | "a borrowed string" => "a text in quotes",
        "a character" => "a text of one letter",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        other if other.starts_with("struct ") || other.contains("map") => "a table",
        _ => "something else",
    }
}

/// What a value is.
fn found_words(found: &str) -> String {
    let (kind, value) = found.split_once(' ').unwrap_or((found, ""));
    let value = value.trim_start_matches("point ").replace('`', "");
    match kind {
        "string" | "character" => format!("the text {value}"),
        "integer" | "floating" => format!("the number {value}"),
        "boolean" => value,
        "sequence" | "length" => "a list".into(),
        "map" => "a table".into(),
        other => format!("a {other}"),
    }
}

/// The most similar of some names, if one is similar at all.
pub(super) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    const ALIKE: f64 = 0.75;
    let alike = names.map(|other| (strsim::jaro_winkler(name, other), other)).filter(|(likeness, _)| *likeness > ALIKE);
    alike.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, other)| other)
}

/// The value that a word means.
pub(super) fn word<T: Copy>(source: &Source<'_>, at: &At<String>, words: &[(&str, T)]) -> Result<T, FileError> {
    let (text, names) = (at.as_ref().as_str(), words.iter().map(|(name, _)| *name));
    words.iter().find(|(name, _)| *name == text).map(|(_, value)| *value).ok_or_else(|| {
        let all = names.clone().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(" or ");
        let meant = nearest(text, names).map_or(String::new(), |name| format!("; did you mean \"{name}\"?"));
        source.error(at, format!("`{text}` is not known here; write {all}{meant}"))
    })
}
