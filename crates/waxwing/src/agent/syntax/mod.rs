//! The grammar: from a text to a tree of names, numbers and texts with their places.
//!
//! Nothing here knows what the names mean: that is the catalogue's, and [`Expression`](crate::Expression) checks the
//! tree against it. The same calls name games and their options, `breakthrough(rows=6, columns=4)`, which
//! [`parse_call`] reads.
//!
//! ```text
//! agent    = body [ "with" option { "," option } ] [ "@" budget ]
//! body     = search | player | preset
//! search   = policy [ ">" policy ]
//! policy   = term { "+" term }
//! term     = [ weight ] atom
//! atom     = call | "(" policy ")" | operator
//! operator = ( "blend" | "vote" | "product" ) "(" term "," term { "," term } ")" | "switch" "(" term "," term "," border ")"
//! border   = "depth" "=" INT | "phase" "=" ( "expansion" | "simulation" )
//! weight   = number | "[" schedule "]"
//! call     = name [ "(" [ argument { "," argument } ] ")" ]
//! argument = [ name "=" ] value
//! value    = number | name | string | policy | contexts
//! contexts = call { "&" call }
//! budget   = INT | NUMBER "s" | NUMBER "ms" | "d" INT | "until-stopped"
//! preset   = name "/" WORD
//! ```

mod hints;
mod lexer;
mod parser;

use std::sync::Arc;

use super::error::{ExpressionError, Span};
use crate::thinking::Budget;
pub(super) use hints::SEQUENCE;
pub(super) use parser::parse_call as parse_raw_call;
pub(super) use parser::{parse_expression, parse_policy, shorten};

/// A word of the text.
#[derive(Clone, Debug)]
pub struct RawName {
    /// The word.
    pub text: String,
    /// Its place in the text.
    pub span: Span,
}

/// A name with its arguments, not yet checked against anything.
#[derive(Clone, Debug)]
pub struct RawCall {
    /// What is called.
    pub name: RawName,
    /// The arguments in the order of the text, positional ones first.
    pub arguments: Vec<RawArgument>,
    /// From the name to the closing parenthesis.
    pub span: Span,
    pub(super) source: Arc<str>,
}

impl RawCall {
    /// An error at a place of the text this call was read from.
    pub fn error(&self, span: Span, message: impl Into<String>) -> ExpressionError {
        ExpressionError::new(self.source.clone(), span, message)
    }
}

/// An argument: `name=value`, or a positional `value`.
#[derive(Clone, Debug)]
pub struct RawArgument {
    /// The parameter's name; `None` for a positional argument.
    pub name: Option<RawName>,
    /// What it is given.
    pub value: RawValue,
    /// From the name, if any, to the value.
    pub span: Span,
}

/// The value of an argument.
#[derive(Clone, Debug)]
pub struct RawValue {
    /// What it can be by its form.
    pub kind: RawKind,
    /// The part of the text that it is.
    pub text: String,
    /// Its place in the text.
    pub span: Span,
}

impl RawValue {
    /// The value as a number.
    pub fn number(&self) -> Option<f64> {
        match self.kind {
            RawKind::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The value as a bare name such as `greedy`.
    pub fn name(&self) -> Option<&str> {
        match &self.kind {
            RawKind::Policy(policy) => policy.single_call().filter(|call| call.name.span == self.span)?,
            _ => return None,
        };
        Some(&self.text)
    }

    /// The value as contexts joined by `&`; one alone is the call of a name.
    pub(super) fn contexts(&self) -> Option<Vec<&RawCall>> {
        match &self.kind {
            RawKind::Policy(policy) => policy.single_call().map(|call| vec![call]),
            RawKind::Contexts(calls) => Some(calls.iter().collect()),
            _ => None,
        }
    }

    /// The value as a text in quotes, without the quotes.
    pub fn quoted(&self) -> Option<&str> {
        match &self.kind {
            RawKind::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// The forms of a value. A bare name is the simplest policy; what it means is for the parameter to say.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum RawKind {
    /// `0.5`
    Number(f64),
    /// `"gnugo --mode gtp"`
    Text(String),
    /// `greedy`, `nast(n=3)`, `0.5 mast + 0.5 nast`
    Policy(RawPolicy),
    /// `action&last(1)`
    Contexts(Vec<RawCall>),
}

/// Terms joined by `+`; one term is that term.
#[derive(Clone, Debug)]
pub struct RawPolicy {
    pub(super) terms: Vec<RawTerm>,
}

impl RawPolicy {
    /// The call, if this policy is nothing but a call without weight or parentheses.
    pub(super) fn single_call(&self) -> Option<&RawCall> {
        match &self.terms[..] {
            [RawTerm { weight: None, atom: RawAtom::Call(call), .. }] => Some(call),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct RawTerm {
    pub weight: Option<RawWeight>,
    pub atom: RawAtom,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum RawWeight {
    Number(f64, Span),
    Schedule(RawCall),
}

#[derive(Clone, Debug)]
pub(super) enum RawAtom {
    Call(RawCall),
    Group(RawPolicy),
    Combined(RawCombined),
}

/// An operator that is written like a call, with its terms and the arguments that have names.
#[derive(Clone, Debug)]
pub(super) struct RawCombined {
    pub operator: RawName,
    pub terms: Vec<RawTerm>,
    pub arguments: Vec<RawArgument>,
    /// From the name to the closing parenthesis.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(super) struct RawExpression {
    pub body: RawBody,
    pub options: Vec<RawCall>,
    pub budget: Option<Budget>,
    pub source: Arc<str>,
}

#[derive(Clone, Debug)]
pub(super) enum RawBody {
    Search { tree: RawPolicy, playout: Option<RawPolicy> },
    Preset { family: RawName, name: RawName },
}

/// Reads one call, such as a game with its options. Its arguments are numbers, names and texts in quotes.
///
/// ```
/// let call = waxwing::agent::parse_call("breakthrough(rows=6, columns=4)")?;
/// assert_eq!(call.name.text, "breakthrough");
/// assert_eq!(call.arguments[0].name.as_ref().unwrap().text, "rows");
/// assert_eq!(call.arguments[0].value.number(), Some(6.0));
/// # Ok::<(), waxwing::agent::ExpressionError>(())
/// ```
pub fn parse_call(text: &str) -> Result<RawCall, ExpressionError> {
    let call = parser::parse_call(text)?;
    let composed =
        |value: &&RawValue| matches!(value.kind, RawKind::Policy(_) | RawKind::Contexts(_)) && value.name().is_none();
    match call.arguments.iter().map(|argument| &argument.value).find(composed) {
        Some(value) => Err(call.error(value.span, "expected a number, a name or a text in quotes")),
        None => Ok(call),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_keeps_its_arguments_with_their_places() {
        let text = r#"go(9, ko=simple, note="a b")"#;
        let call = parse_call(text).unwrap();
        let [size, ko, note] = &call.arguments[..] else { panic!("three arguments") };
        assert_eq!((size.value.number(), size.name.is_none()), (Some(9.0), true));
        assert_eq!((ko.value.name(), ko.value.number()), (Some("simple"), None));
        assert_eq!(note.value.quoted(), Some("a b"));
        assert_eq!(&text[ko.span.start..ko.span.end], "ko=simple");
        assert_eq!(&text[call.span.start..call.span.end], text);
    }

    #[test]
    fn a_call_may_have_no_arguments_and_no_parentheses() {
        for text in ["othello", "othello()", " othello ( ) "] {
            assert!(parse_call(text).unwrap().arguments.is_empty());
        }
    }

    #[test]
    fn a_call_has_no_policies_and_nothing_behind_it() {
        let error = parse_call("go(size=uct + mast)").unwrap_err();
        assert_eq!(error.summary(), "1:9: expected a number, a name or a text in quotes");
        let error = parse_call("go @5").unwrap_err();
        assert_eq!(error.summary(), "1:4: expected `(` or the end of the text, found `@`");
        let error = parse_call("go(size=9) x").unwrap_err();
        assert_eq!(error.summary(), "1:12: expected the end of the text, found `x`");
        assert_eq!(parse_call("").unwrap_err().summary(), "1:1: expected a name, found the end of the text");
    }
}
