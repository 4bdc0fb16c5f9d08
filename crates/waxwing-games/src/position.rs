//! Positions as text: what the games' forms have in common.
//!
//! A position is a line of fields with a space between them. Boards are written row by row from the top with `/` between the
//! rows, a letter for a piece and a number for empty squares, as in chess. Where earlier positions matter, the moves since
//! one of them come last, after the word `moves`.

use std::fmt::{Display, Write as _};
use std::ops::RangeInclusive;

use waxwing::{Notation, Turn};

/// What comes before the moves.
pub(crate) const MOVES: &str = "moves";
/// A field that has nothing to say.
pub(crate) const NOTHING: &str = "-";
/// No more of a wrong text is repeated in a message.
const MOST_REPEATED: usize = 120;

/// The message about a text that is no position: what is wrong, and what one looks like.
pub(crate) fn refusal<G: Notation>(state: &G, text: &str, reason: &str) -> String {
    let example = state.write_position().map_or_else(String::new, |example| format!("; one looks like `{example}`"));
    format!("`{}` is not a position: {reason}{example}", shortened(text))
}

pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_REPEATED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The fields of a text, which are taken one after the other.
pub(crate) struct Fields<'a> {
    rest: std::str::SplitWhitespace<'a>,
}

impl<'a> Fields<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Fields { rest: text.split_whitespace() }
    }

    /// The next field, which must be there.
    pub(crate) fn take(&mut self, what: &str) -> Result<&'a str, String> {
        self.rest.next().ok_or_else(|| format!("{what} is missing"))
    }

    /// The next field if there is one.
    pub(crate) fn optional(&mut self) -> Option<&'a str> {
        self.rest.next()
    }

    /// A field that is one of these words; the place of the word.
    pub(crate) fn word(&mut self, what: &str, words: &[&str]) -> Result<usize, String> {
        let found = self.take(what)?;
        let place = words.iter().position(|&word| word == found);
        place.ok_or_else(|| format!("{what} is {}, not `{}`", listed(words), shortened(found)))
    }

    /// A field that is a number.
    pub(crate) fn number(&mut self, what: &str, range: RangeInclusive<u16>) -> Result<u16, String> {
        number(self.take(what)?, what, range)
    }

    /// There must be no more fields.
    pub(crate) fn end(mut self) -> Result<(), String> {
        self.rest.next().map_or(Ok(()), |more| Err(format!("`{}` is too much", shortened(more))))
    }
}

/// The words as a message lists them.
fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => quoted.concat(),
    }
}

/// Reads a number of digits alone.
pub(crate) fn number(text: &str, what: &str, range: RangeInclusive<u16>) -> Result<u16, String> {
    let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| is_plain && range.contains(number)).ok_or_else(|| {
        format!("{what} is a number from {} to {}, not `{}`", range.start(), range.end(), shortened(text))
    })
}

/// Numbers with a sign between them, as many as the array has.
pub(crate) fn numbers<const N: usize>(
    text: &str,
    separator: char,
    what: &str,
    range: RangeInclusive<u16>,
) -> Result<[u16; N], String> {
    let read: Result<Vec<u16>, String> = text.split(separator).map(|part| number(part, what, range.clone())).collect();
    <[u16; N]>::try_from(read?).map_err(|read| format!("{what} is {N} numbers, not {}", read.len()))
}

/// Things with a sign between them.
pub(crate) fn joined<T: Display>(things: impl IntoIterator<Item = T>, separator: &str) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(separator)
}

/// Writes a board. `letter` says what is on the square of a row, counted from the top, and a column.
pub(crate) fn write_rows(rows: u8, columns: u8, letter: impl Fn(u8, u8) -> Option<char>) -> String {
    let row = |row: u8| {
        let (mut text, mut empty) = (String::new(), 0);
        for column in 0..columns {
            match letter(row, column) {
                Some(letter) => {
                    if empty > 0 {
                        let _ = write!(text, "{empty}");
                    }
                    text.push(letter);
                    empty = 0;
                }
                None => empty += 1,
            }
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    joined((0..rows).map(row), "/")
}

/// Reads a board: the rows from the top, each with a letter or nothing for each square.
pub(crate) fn read_rows(text: &str, rows: u8, columns: u8, letters: &[char]) -> Result<Vec<Vec<Option<char>>>, String> {
    let read: Vec<&str> = text.split('/').collect();
    if read.len() != usize::from(rows) {
        return Err(format!("the board has {rows} rows with `/` between them, not {}", read.len()));
    }
    read.into_iter().map(|row| read_row(row, usize::from(columns), letters)).collect()
}

fn read_row(text: &str, columns: usize, letters: &[char]) -> Result<Vec<Option<char>>, String> {
    let (mut row, mut digits) = (Vec::new(), 0);
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            digits = (10 * digits + digit as usize).min(columns + 1);
            continue;
        }
        if !letters.contains(&letter) {
            let known = listed(
                &letters.iter().map(char::to_string).collect::<Vec<_>>().iter().map(String::as_str).collect::<Vec<_>>(),
            );
            return Err(format!(
                "`{letter}` is nothing that is on a board; it is {known}, or a number of empty squares"
            ));
        }
        row.resize((row.len() + digits).min(columns + 1), None);
        row.push(Some(letter));
        digits = 0;
    }
    row.resize((row.len() + digits).min(columns + 1), None);
    if row.len() == columns { Ok(row) } else { Err(format!("the row `{}` has not {columns} squares", shortened(text))) }
}

/// A position and the moves that go on from it, which may be none.
pub(crate) fn split_moves(text: &str) -> (&str, &str) {
    let is_word = |place: usize| {
        let (before, after) = (&text[..place], &text[place + MOVES.len()..]);
        before.is_empty() | before.ends_with(char::is_whitespace)
            && after.is_empty() | after.starts_with(char::is_whitespace)
    };
    match text.match_indices(MOVES).find(|&(place, _)| is_word(place)) {
        Some((place, _)) => (&text[..place], &text[place + MOVES.len()..]),
        None => (text, ""),
    }
}

/// Makes the moves of a text, outcomes of chance included.
pub(crate) fn follow<G: Notation>(mut state: G, moves: &str) -> Result<G, String> {
    for text in moves.split_whitespace() {
        let action = state.parse(text)?;
        let is_possible = match state.turn() {
            Turn::Player(_) => state.is_legal(action),
            Turn::Chance => state.is_outcome(action),
            Turn::Over => false,
        };
        if !is_possible {
            return Err(format!("the move `{}` is not possible where it comes", shortened(text)));
        }
        state.apply(action);
    }
    Ok(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_as_they_are_written() {
        let rows = read_rows("bw1/12/3b", 3, 3, &['b', 'w']);
        assert!(rows.unwrap_err().contains("`12`"));
        let rows = read_rows("bw1/3/b1w", 3, 3, &['b', 'w']).unwrap();
        assert_eq!(write_rows(3, 3, |row, column| rows[usize::from(row)][usize::from(column)]), "bw1/3/b1w");
        let wide = read_rows("19", 1, 19, &['b']).unwrap();
        assert_eq!(wide[0].len(), 19);
        for wrong in ["", "3/3", "3/3/3/3", "4/3/3", "3/2x/3", "3/bbbb/3", "3/99999999999999999999/3"] {
            assert!(read_rows(wrong, 3, 3, &['b', 'w']).is_err(), "{wrong}");
        }
    }

    #[test]
    fn moves_are_what_comes_after_their_word() {
        assert_eq!(split_moves("8/8 b moves a1 b2"), ("8/8 b ", " a1 b2"));
        assert_eq!(split_moves("8/8 b"), ("8/8 b", ""));
        assert_eq!(split_moves("removes b"), ("removes b", ""));
        assert_eq!(split_moves("moves"), ("", ""));
    }

    #[test]
    fn a_number_is_digits_alone() {
        for wrong in ["", "+1", "-1", " 1", "1.0", "256", "99999999999999999999"] {
            assert!(number(wrong, "the count", 0..=255).is_err(), "{wrong}");
        }
        assert_eq!(number("255", "the count", 0..=255), Ok(255));
        assert_eq!(numbers("1,2", ',', "the count", 0..=2), Ok([1, 2]));
        assert!(numbers::<3>("1,2", ',', "the count", 0..=2).is_err());
    }
}
