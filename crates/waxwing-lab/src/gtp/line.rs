//! Lines of the protocol: commands in, answers out.

use waxwing::Player;

/// A command as it was sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The number that the answer is to carry.
    pub(super) id: String,
    pub(super) command: String,
    pub(super) arguments: Vec<String>,
}

impl Line {
    /// Reads a line; `None` if there is nothing in it but space or a comment.
    pub(super) fn read(text: &str) -> Option<Line> {
        let text = text.split('#').next().unwrap_or_default();
        let plain: String = text.replace('\t', " ").chars().filter(|letter| !letter.is_control()).collect();
        let mut words = plain.split_whitespace().map(str::to_owned).peekable();
        words.peek()?;
        let id = words.next_if(|word| word.bytes().all(|digit| digit.is_ascii_digit())).unwrap_or_default();
        Some(Line { id, command: words.next().unwrap_or_default(), arguments: words.collect() })
    }
}

/// The beginning of an answer.
pub(super) fn opening(success: bool, id: &str) -> String {
    format!("{}{id}", if success { '=' } else { '?' })
}

/// What is answered to arguments that a command does not take.
pub(super) const SYNTAX: &str = "syntax error";

/// A colour of stones.
pub(super) fn colour(text: Option<&String>) -> Result<Player, String> {
    match text.map(|text| text.to_lowercase()).as_deref() {
        Some("b" | "black") => Ok(Player(0)),
        Some("w" | "white") => Ok(Player(1)),
        _ => Err(SYNTAX.to_owned()),
    }
}

/// A number.
pub(super) fn number<T: std::str::FromStr>(text: Option<&String>) -> Result<T, String> {
    text.and_then(|text| text.parse().ok()).ok_or_else(|| SYNTAX.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Option<(String, Vec<String>)> {
        Line::read(text).map(|line| (line.id, [vec![line.command], line.arguments].concat()))
    }

    #[test]
    fn comments_and_control_characters_do_not_count() {
        assert_eq!(words("  \t# only a comment"), None);
        assert_eq!(words("\r\n"), None);
        let read = words("12\tplay\u{7} b  D4\r # a move");
        assert_eq!(read, Some(("12".into(), ["play", "b", "D4"].map(str::to_owned).to_vec())));
        assert_eq!(words("7"), Some(("7".into(), vec![String::new()])));
    }
}
