//! Records of games as SGF, FF\[4\]: the main line of the first game of a file, and the properties that decide what is on
//! the board. What else a file says is passed over.
//!
//! A file is read in one pass without recursion, so that no nesting can be too deep, and errors know their place.

use std::fmt::{self, Write as _};

use waxwing::{Game, Player, Turn};

use super::board::LARGEST;
use super::{Go, GoMove, GoStep};

/// The record of a game.
///
/// ```
/// use waxwing_games::{Go, GoRecord};
///
/// let record = GoRecord::read("(;FF[4]SZ[9]KM[6.5]AB[ee];W[dc];B[tt](;W[fg])(;W[gg]))")?;
/// assert_eq!((record.size, record.komi, record.steps.len()), (9, 6.5, 4));
/// assert!(record.follow(&Go::new(9, 7.5).unwrap(), None).is_ok());
/// assert_eq!(GoRecord::read(&record.to_string())?, record);
/// # Ok::<(), waxwing_games::SgfError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GoRecord {
    /// The rows and columns of the board.
    pub size: u8,
    /// What White gets besides its points.
    pub komi: f64,
    /// The players' names.
    pub names: [String; 2],
    /// The result, such as `B+3.5` or `W+R`; empty if it is not known.
    pub result: String,
    /// What was done on the board.
    pub steps: Vec<GoStep>,
}

/// What is wrong with a record, and where. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct SgfError {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl Default for GoRecord {
    fn default() -> GoRecord {
        GoRecord { size: LARGEST as u8, komi: 7.5, names: Default::default(), result: String::new(), steps: Vec::new() }
    }
}

impl GoRecord {
    /// Reads the main line of the first game.
    pub fn read(text: &str) -> Result<GoRecord, SgfError> {
        GoRecord::read_with_places(text).map(|(record, _)| record)
    }

    /// Likewise, and says for every step where in the text it is: how many bytes are before it.
    pub(super) fn read_with_places(text: &str) -> Result<(GoRecord, Vec<usize>), SgfError> {
        let properties = Reader::main_line(text)?;
        let (mut record, mut places) = (GoRecord::default(), Vec::new());
        // Points mean nothing before the size is known.
        for property in properties.iter().filter(|property| property.name == "SZ") {
            record.size = size(property).map_err(|message| error(text, property.at, message))?;
        }
        for property in &properties {
            record.add(property).map_err(|message| error(text, property.at, message))?;
            places.resize(record.steps.len(), property.at);
        }
        Ok((record, places))
    }

    /// The game that begins with a state and has these moves. `names` are Black's and White's; who has resigned has lost. What
    /// is on the board at the beginning is set up.
    pub fn of(start: &Go, moves: &[GoMove], names: &[String], resigned: Option<Player>) -> GoRecord {
        let stones = start.points().filter_map(|at| Some(GoStep::Place(start.stone(at)?, at)));
        let mut steps: Vec<GoStep> = stones.collect();
        // Stones of one colour share a property: Black's first.
        steps.sort_by_key(|step| matches!(step, GoStep::Place(Player(1), _)));
        let mut state = start.clone();
        for &at in moves {
            if let Turn::Player(player) = state.turn() {
                steps.push(GoStep::Play(player, at));
                state.apply(at);
            }
        }
        let result = match resigned {
            Some(Player(loser)) => format!("{}+R", if loser == 0 { 'W' } else { 'B' }),
            None if state.turn() == Turn::Over => state.score_text(),
            None => String::new(),
        };
        let name = |seat: usize| names.get(seat).cloned().unwrap_or_default();
        GoRecord { size: start.size(), komi: start.komi(), names: [name(0), name(1)], result, steps }
    }

    /// The empty board that the game begins with, by the rules of another.
    pub fn start(&self, rules: &Go) -> Result<Go, String> {
        let mut start = rules.with_size(self.size)?;
        start.set_komi(self.komi)?;
        Ok(start)
    }

    /// Every step with the state it leads to, up to a number of moves, by the rules of a game.
    pub fn follow(&self, rules: &Go, moves: Option<usize>) -> Result<Vec<(GoStep, Go)>, String> {
        let mut state = self.start(rules)?;
        let mut left = moves.unwrap_or(usize::MAX);
        let mut states = Vec::new();
        for (index, &step) in self.steps.iter().enumerate() {
            if matches!(step, GoStep::Play(..)) {
                let Some(rest) = left.checked_sub(1) else { break };
                left = rest;
            }
            let wrong = |reason| format!("step {} (`{}`): {reason}", index + 1, property(step, self.size));
            state.step(step).map_err(wrong)?;
            states.push((step, state.clone()));
        }
        Ok(states)
    }

    fn add(&mut self, property: &Property) -> Result<(), String> {
        let first = || property.values.first().map_or("", |value| value.as_str());
        match property.name.as_str() {
            "GM" if first().trim() != "1" => return Err(format!("`GM[{}]` is not Go, which is `GM[1]`", first())),
            "KM" => self.komi = komi(first())?,
            "PB" => self.names[0] = first().to_owned(),
            "PW" => self.names[1] = first().to_owned(),
            "RE" => self.result = first().to_owned(),
            "B" => self.steps.push(GoStep::Play(Player(0), self.point(first(), true)?)),
            "W" => self.steps.push(GoStep::Play(Player(1), self.point(first(), true)?)),
            "AB" => self.place(Player(0), property)?,
            "AW" => self.place(Player(1), property)?,
            "AE" => return Err("stones that are taken from the board (`AE`) are not supported".to_owned()),
            "PL" => self.steps.push(GoStep::Turn(player(first())?)),
            _ => {}
        }
        Ok(())
    }

    fn place(&mut self, player: Player, property: &Property) -> Result<(), String> {
        for value in &property.values {
            let (from, to) = value.split_once(':').unwrap_or((value, value));
            let corner = |text| self.point(text, false)?.place().ok_or_else(|| format!("`{text}` is not a point"));
            let ((left, top), (right, bottom)) = (corner(from)?, corner(to)?);
            // (Rows count from below here, and from above in a file.)
            for row in (bottom..=top).rev() {
                let points = (left..=right).filter_map(|column| GoMove::new(column, row));
                self.steps.extend(points.map(|at| GoStep::Place(player, at)));
            }
        }
        Ok(())
    }

    /// Reads a point; an empty text is a pass, and so is `tt`, which no board of up to 19 rows has.
    fn point(&self, text: &str, may_pass: bool) -> Result<GoMove, String> {
        let text = text.trim();
        if may_pass && (text.is_empty() || text == "tt") {
            return Ok(GoMove::PASS);
        }
        let place = |letter: u8| letter.checked_sub(b'a').filter(|&place| place < self.size);
        let point = match text.as_bytes() {
            &[column, row] => place(column).zip(place(row)),
            _ => None,
        };
        let point = point.and_then(|(column, row)| GoMove::new(column, self.size - 1 - row));
        point.ok_or_else(|| format!("`{}` is not a point of a board of {} rows", shortened(text), self.size))
    }
}

fn size(property: &Property) -> Result<u8, String> {
    let text = property.values.first().map_or("", |value| value.trim());
    let number = match text.split_once(':') {
        Some((columns, rows)) if columns.trim() == rows.trim() => rows.trim(),
        Some(_) => return Err(format!("`SZ[{}]`: the board must be a square", shortened(text))),
        None => text,
    };
    let size = number.parse().ok().filter(|&size| Go::new(size, 0.0).is_ok());
    size.ok_or_else(|| format!("`SZ[{}]`: the size must be a number from 2 to {LARGEST}", shortened(text)))
}

fn komi(text: &str) -> Result<f64, String> {
    let komi = text.trim().parse::<f64>().map_err(|_| format!("`KM[{}]` is not a number", shortened(text)))?;
    Go::new(LARGEST as u8, komi).map(|_| komi)
}

fn player(text: &str) -> Result<Player, String> {
    match text.trim().as_bytes().first() {
        Some(b'B' | b'b' | b'1') => Ok(Player(0)),
        Some(b'W' | b'w' | b'2') => Ok(Player(1)),
        _ => Err(format!("`PL[{}]` is neither `B` nor `W`", shortened(text))),
    }
}

/// A text short enough for a message.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(20).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(20).is_some() {
        short.push('…');
    }
    short
}

/// A property of a node, and where in the text it begins.
struct Property {
    name: String,
    values: Vec<String>,
    at: usize,
}

/// An error at a place of the text, which is in bytes.
pub(super) fn error(text: &str, at: usize, message: impl Into<String>) -> SgfError {
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let (line, column) = (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1);
    SgfError { line, column, message: message.into() }
}

/// Reads the text from its beginning.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// The properties of the main line: of all variations the first.
    fn main_line(text: &'a str) -> Result<Vec<Property>, SgfError> {
        // A mail's or a page's words may come before the game.
        let at = text.find("(;").or_else(|| text.find('(')).unwrap_or(text.len());
        let mut reader = Reader { text, at };
        let mut properties = Vec::new();
        let (mut open, mut has_node) = (0_usize, false);
        loop {
            reader.skip_space();
            match reader.peek() {
                Some('(') => open += 1,
                Some(';') if open > 0 => has_node = true,
                // The first variation that ends is the end of the main line.
                Some(')') if has_node => return Ok(properties),
                Some(letter) if has_node && letter.is_ascii_alphabetic() => {
                    properties.push(reader.property()?);
                    continue;
                }
                Some(other) => return Err(reader.error(format!("`{other}` is not expected here"))),
                None if open == 0 => return Err(reader.error("there is no game: it would begin with `(;`")),
                None => return Err(reader.error("the game has no end: a `)` is missing")),
            }
            reader.at += 1;
        }
    }

    fn property(&mut self) -> Result<Property, SgfError> {
        let at = self.at;
        let rest = &self.text[at..];
        let length = rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(rest.len());
        // Older files write names such as `GaMe`, of which the small letters do not count.
        let name = rest[..length].chars().filter(char::is_ascii_uppercase).collect();
        self.at += length;
        let mut values = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                Some('[') => values.push(self.value()?),
                _ if values.is_empty() => {
                    return Err(self.error(format!("a `[` is missing after `{}`", shortened(&rest[..length]))));
                }
                _ => return Ok(Property { name, values, at }),
            }
        }
    }

    /// A value in brackets. A backslash takes the meaning from what follows, and an end of a line away.
    fn value(&mut self) -> Result<String, SgfError> {
        let begin = self.at;
        let mut value = String::new();
        let mut letters = self.text[begin + 1..].char_indices();
        while let Some((place, letter)) = letters.next() {
            match letter {
                ']' => {
                    self.at = begin + 1 + place + 1;
                    return Ok(value);
                }
                '\\' => value.extend(letters.next().map(|(_, letter)| letter).filter(|&letter| letter != '\n')),
                letter => value.push(letter),
            }
        }
        Err(self.error("a `]` is missing: the value that begins here has no end"))
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn error(&self, message: impl Into<String>) -> SgfError {
        error(self.text, self.at, message)
    }
}

/// The record as SGF. Handicap stones, and whatever is set up, are in nodes of their own.
impl fmt::Display for GoRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(;FF[4]GM[1]CA[UTF-8]RU[Chinese]SZ[{}]KM[{}]", self.size, self.komi)?;
        let texts = [("PB", &self.names[0]), ("PW", &self.names[1]), ("RE", &self.result)];
        for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            write!(f, "{name}[{}]", escaped(text))?;
        }
        let handicap = self.steps.iter().take_while(|step| matches!(step, GoStep::Place(Player(0), _))).count();
        if handicap >= 2 {
            write!(f, "HA[{handicap}]")?;
        }
        let mut before = None;
        for &step in &self.steps {
            // Stones of one colour share a property, which cannot occur twice in a node.
            match (before, step) {
                (Some(GoStep::Place(last, _)), GoStep::Place(player, at)) if last == player => {
                    write!(f, "[{}]", letters(at, self.size))?;
                }
                (None, GoStep::Place(..)) => f.write_str(&property(step, self.size))?,
                _ => write!(f, "\n;{}", property(step, self.size))?,
            }
            before = Some(step);
        }
        f.write_str(")")
    }
}

/// A step as a property.
pub(super) fn property(step: GoStep, size: u8) -> String {
    let colour = |player: Player| if player == Player(0) { 'B' } else { 'W' };
    match step {
        GoStep::Place(player, at) => format!("A{}[{}]", colour(player), letters(at, size)),
        GoStep::Play(player, at) => format!("{}[{}]", colour(player), letters(at, size)),
        GoStep::Turn(player) => format!("PL[{}]", colour(player)),
    }
}

/// A point as two letters, columns from the left and rows from above; nothing for a pass.
fn letters(at: GoMove, size: u8) -> String {
    let mut text = String::new();
    if let Some((column, row)) = at.place() {
        let _ = write!(text, "{}{}", char::from(b'a' + column), char::from(b'a' + (size - 1).saturating_sub(row)));
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
