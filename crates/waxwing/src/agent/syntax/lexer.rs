//! From characters to tokens.

use std::sync::Arc;

use super::hints;
use crate::agent::error::{ExpressionError, Span, char_boundary};

/// Longest text that is read. The longest sensible expression has a few hundred characters.
pub(super) const MAX_BYTES: usize = 10_000;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// A name or keyword; its letters are the token's part of the text.
    Word,
    Number(f64),
    /// A quoted text, without its quotes and with its escapes resolved.
    Text(String),
    Open,
    Close,
    BracketOpen,
    BracketClose,
    Comma,
    Equals,
    Plus,
    Ampersand,
    Greater,
    At,
    Slash,
    End,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub span: Span,
}

/// The tokens of a text; the last one is always [`Kind::End`].
pub(super) fn tokens(source: &Arc<str>) -> Result<Vec<Token>, ExpressionError> {
    if source.len() > MAX_BYTES {
        let start = char_boundary(source, MAX_BYTES);
        let message = format!("the text is too long: {} bytes, at most {MAX_BYTES} are read", source.len());
        return Err(ExpressionError::new(&source[..start], Span { start, end: start }, message));
    }
    let mut lexer = Lexer { source, at: 0, tokens: Vec::new() };
    while lexer.token()? {}
    Ok(lexer.tokens)
}

struct Lexer<'t> {
    source: &'t Arc<str>,
    at: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    /// Adds the next token; false after the last.
    fn token(&mut self) -> Result<bool, ExpressionError> {
        self.skip(char::is_whitespace);
        let start = self.at;
        let Some(first) = self.peek() else {
            // Errors at the end point behind the last visible character, not behind trailing white space.
            let end = self.source.trim_end().len();
            self.tokens.push(Token { kind: Kind::End, span: Span { start: end, end } });
            return Ok(false);
        };
        let after_slash = self.tokens.last().is_some_and(|token| token.kind == Kind::Slash);
        let kind = match first {
            // Names of presets may begin with a digit or be a mere hyphen.
            c if after_slash && is_word(c) => self.word(),
            c if c.is_ascii_alphabetic() => self.word(),
            c if c.is_ascii_digit() || (c == '-' && self.digit_follows()) => self.number()?,
            '"' => self.text()?,
            c => self.symbol(c)?,
        };
        self.tokens.push(Token { kind, span: Span { start, end: self.at } });
        Ok(true)
    }

    fn word(&mut self) -> Kind {
        self.skip(is_word);
        Kind::Word
    }

    fn number(&mut self) -> Result<Kind, ExpressionError> {
        let start = self.at;
        if self.peek() == Some('-') {
            self.at += 1;
        }
        self.skip(|c| c.is_ascii_digit());
        if self.peek() == Some('.') && self.digit_follows() {
            self.at += 1;
            self.skip(|c| c.is_ascii_digit());
        }
        self.exponent();
        let span = Span { start, end: self.at };
        let value: f64 = self.source[start..self.at].parse().expect("the scanned form is a number");
        if value.is_infinite() {
            return Err(self.error(span, "the number is too large"));
        }
        // Adding zero turns -0 into 0, which prints the same as it is meant.
        Ok(Kind::Number(value + 0.0))
    }

    /// Reads `e-5`, but leaves the `e` of `2epic` alone.
    fn exponent(&mut self) {
        let bytes = self.source.as_bytes();
        if !matches!(bytes.get(self.at), Some(b'e' | b'E')) {
            return;
        }
        let sign = usize::from(matches!(bytes.get(self.at + 1), Some(b'+' | b'-')));
        if bytes.get(self.at + 1 + sign).is_some_and(u8::is_ascii_digit) {
            self.at += 1 + sign;
            self.skip(|c| c.is_ascii_digit());
        }
    }

    fn text(&mut self) -> Result<Kind, ExpressionError> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let place = self.at;
            match self.next() {
                Some('"') => return Ok(Kind::Text(text)),
                Some('\\') => match self.next() {
                    Some(c @ ('"' | '\\')) => text.push(c),
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some(_) => {
                        let span = Span { start: place, end: self.at };
                        let error = self.error(span, "unknown escape");
                        return Err(error.with_help(r#"the escapes are `\"`, `\\`, `\n` and `\t`"#));
                    }
                    None => {}
                },
                Some(c) => text.push(c),
                None => {
                    let error = self.error(Span { start, end: self.at }, "the text in quotes does not end");
                    return Err(error.with_help("add the closing `\"`"));
                }
            }
        }
    }

    fn symbol(&mut self, first: char) -> Result<Kind, ExpressionError> {
        let start = self.at;
        self.at += first.len_utf8();
        Ok(match first {
            '(' => Kind::Open,
            ')' => Kind::Close,
            '[' => Kind::BracketOpen,
            ']' => Kind::BracketClose,
            ',' => Kind::Comma,
            '=' => Kind::Equals,
            '+' => Kind::Plus,
            '&' => Kind::Ampersand,
            '>' | '▷' => Kind::Greater,
            '@' => Kind::At,
            '/' => Kind::Slash,
            other => {
                let span = Span { start, end: self.at };
                let error = self.error(span, format!("unexpected character `{}`", other.escape_debug()));
                return Err(match hints::character(&self.source[start..]) {
                    Some(help) => error.with_help(help),
                    None => error,
                });
            }
        })
    }

    fn peek(&self) -> Option<char> {
        self.source[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn digit_follows(&self) -> bool {
        self.source.as_bytes().get(self.at + 1).is_some_and(u8::is_ascii_digit)
    }

    fn skip(&mut self, accepts: impl Fn(char) -> bool) {
        let rest = &self.source[self.at..];
        self.at += rest.find(|c| !accepts(c)).unwrap_or(rest.len());
    }

    fn error(&self, span: Span, message: impl Into<String>) -> ExpressionError {
        ExpressionError::new(self.source.clone(), span, message)
    }
}

/// Capital letters and underscores are in no name, but a word that has them is a better place for an error.
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = tokens(&text.into()).unwrap().into_iter().map(|token| token.kind).collect();
        assert_eq!(kinds.pop(), Some(Kind::End));
        kinds
    }

    #[test]
    fn numbers_have_points_exponents_and_signs() {
        use Kind::Number;
        assert_eq!(kinds("0.5 1e-5 5 2E+3 -7 -0"), [0.5, 1e-5, 5.0, 2e3, -7.0, 0.0].map(Number));
        assert_eq!(kinds("2epic"), [Number(2.0), Kind::Word]);
        assert_eq!(kinds("1s"), [Number(1.0), Kind::Word]);
    }

    #[test]
    fn texts_resolve_their_escapes() {
        assert_eq!(kinds(r#""a \"b\" \\ \n""#), [Kind::Text("a \"b\" \\ \n".into())]);
    }

    #[test]
    fn the_name_of_a_preset_may_be_a_hyphen() {
        assert_eq!(kinds("icarus/-@5"), [Kind::Word, Kind::Slash, Kind::Word, Kind::At, Kind::Number(5.0)]);
    }
}
