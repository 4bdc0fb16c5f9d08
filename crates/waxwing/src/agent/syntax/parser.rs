//! Recursive descent over the tokens, one function per rule of the grammar.

use std::sync::Arc;

use super::hints::{self, Read};
use super::lexer::{Kind, Token, tokens};
use super::{
    RawArgument, RawAtom, RawBody, RawCall, RawCombined, RawExpression, RawKind, RawName, RawPolicy, RawTerm, RawValue,
    RawWeight,
};
use crate::agent::catalogue::{Catalogue, Role};
use crate::agent::error::{ExpressionError, Span};
use crate::agent::operators::operator;
use crate::thinking::{Budget, BudgetError};

/// Deepest nesting of parentheses and brackets, so that no text can exhaust the stack, here or in what walks the tree.
const MAX_DEPTH: usize = 32;

type Parsed<T> = Result<T, ExpressionError>;

pub(in crate::agent) fn parse_expression(text: &str, catalogue: &Catalogue) -> Parsed<RawExpression> {
    Parser::new(text, catalogue)?.expression()
}

pub(in crate::agent) fn parse_policy(text: &str, catalogue: &Catalogue) -> Parsed<RawPolicy> {
    let mut parser = Parser::new(text, catalogue)?;
    let policy = parser.policy()?;
    if *parser.peek() == Kind::End { Ok(policy) } else { Err(parser.expected("the end of the text")) }
}

pub(in crate::agent) fn parse_call(text: &str) -> Parsed<RawCall> {
    // A call by itself needs no names.
    let no_names = Catalogue::default();
    let mut parser = Parser::new(text, &no_names)?;
    let call = parser.call("a name")?;
    match parser.peek() {
        Kind::End => Ok(call),
        _ if call.name.span == call.span => Err(parser.expected("`(` or the end of the text")),
        _ => Err(parser.expected("the end of the text")),
    }
}

struct Parser<'a> {
    /// Whose names the help mentions.
    catalogue: &'a Catalogue,
    source: Arc<str>,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &str, catalogue: &'a Catalogue) -> Parsed<Parser<'a>> {
        let source = Arc::from(text);
        Ok(Parser { catalogue, tokens: tokens(&source)?, source, at: 0, depth: 0 })
    }

    fn expression(&mut self) -> Parsed<RawExpression> {
        if *self.peek() == Kind::End {
            let error = self.error(self.span(), "the text is empty: an expression is expected");
            return Err(error.with_help("for example `rave(k=250) > mast + nast @5000`"));
        }
        let body = self.body()?;
        let options = self.options()?;
        let budget = if self.eat(Kind::At) { Some(self.budget()?) } else { None };
        if *self.peek() == Kind::End {
            return Ok(RawExpression { body, options, budget, source: self.source.clone() });
        }
        let read = match &body {
            _ if budget.is_some() => Read::Budget,
            _ if !options.is_empty() => Read::Options,
            RawBody::Preset { .. } => Read::Preset,
            RawBody::Search { playout: None, .. } => Read::Tree,
            RawBody::Search { playout: Some(_), .. } => Read::Playout,
        };
        Err(self.unexpected_end(read))
    }

    /// The error where an expression should have ended: says what could have followed what is there.
    fn unexpected_end(&self, read: Read) -> ExpressionError {
        let error = self.expected(match read {
            Read::Budget => "the end of the text",
            Read::Options => "`,`, `@` or the end of the text",
            Read::Preset => "`with`, `@` or the end of the text",
            Read::Tree => "`+`, `>`, `with`, `@` or the end of the text",
            Read::Playout => "`+`, `with`, `@` or the end of the text",
        });
        let Span { start, end } = self.span();
        if hints::is_arrow(&self.source[start..]) {
            return error.with_help(hints::SEQUENCE);
        }
        let next = self.tokens.get(self.at + 1).filter(|token| token.kind == Kind::Word);
        let next = next.map(|token| &self.source[token.span.start..token.span.end]);
        match hints::at_end(self.catalogue, read, &self.source[start..end], next) {
            Some(help) => error.with_help(help),
            None => error,
        }
    }

    fn body(&mut self) -> Parsed<RawBody> {
        if *self.peek() == Kind::Word && self.tokens[self.at + 1].kind == Kind::Slash {
            let family = self.name("a name")?;
            self.at += 1;
            let name =
                self.name("the name of a preset").map_err(|error| error.with_help("for example `icarus/NRML`"))?;
            return Ok(RawBody::Preset { family, name });
        }
        let tree = self.policy()?;
        let playout = if self.eat(Kind::Greater) { Some(self.playout()?) } else { None };
        if playout.is_some() && *self.peek() == Kind::Greater {
            let error = self.error(self.span(), "`>` may stand only once: between the tree's policy and the playout's");
            return Err(error.with_help("combine playout policies with `+`"));
        }
        Ok(RawBody::Search { tree, playout })
    }

    /// The policy behind `>`, which is one sign.
    fn playout(&mut self) -> Parsed<RawPolicy> {
        match self.peek() {
            Kind::Greater | Kind::Equals => Err(self.expected("a strategy").with_help(hints::SEQUENCE)),
            _ => self.policy(),
        }
    }

    fn options(&mut self) -> Parsed<Vec<RawCall>> {
        let mut options = Vec::new();
        if self.word() == Some("with") {
            self.at += 1;
            options.push(self.option()?);
            while self.eat(Kind::Comma) {
                options.push(self.option()?);
            }
        }
        Ok(options)
    }

    fn option(&mut self) -> Parsed<RawCall> {
        if self.word().is_none() {
            return Err(self
                .expected("an option")
                .with_help(format!("options: {}", self.catalogue.names(Role::Option))));
        }
        self.call("an option")
    }

    /// What follows `@`: a word, or a number with a unit.
    fn budget(&mut self) -> Parsed<Budget> {
        const FORMS: &str = "`@5000` (iterations), `@1s`, `@250ms` (time), `@d6` (depth) or `@until-stopped`";
        let no_budget = self.expected("a budget").with_help(FORMS);
        let (start, is_number) = (self.span(), matches!(self.peek(), Kind::Number(_)));
        if !is_number && self.word().is_none() {
            return Err(no_budget);
        }
        self.at += 1;
        let has_unit = is_number && self.word().is_some_and(|word| word != "with");
        self.at += usize::from(has_unit);
        let span = start.to(self.last_span());
        self.source[span.start..span.end].parse().map_err(|error| match error {
            BudgetError::Form(_) => no_budget,
            BudgetError::Unit(unit) => self.error(self.last_span(), format!("unknown unit `{unit}`")).with_help(FORMS),
            BudgetError::Fraction(what) => self
                .error(span, format!("a budget of {what} is a whole number"))
                .with_help("a time has a unit: `@1s`, `@250ms`"),
            error => self.error(span, error.to_string()),
        })
    }

    fn policy(&mut self) -> Parsed<RawPolicy> {
        let mut terms = vec![self.term()?];
        while self.eat(Kind::Plus) {
            terms.push(self.term()?);
        }
        Ok(RawPolicy { terms })
    }

    fn term(&mut self) -> Parsed<RawTerm> {
        let start = self.span();
        let weight = match *self.peek() {
            Kind::Number(weight) => {
                self.at += 1;
                Some(RawWeight::Number(weight, start))
            }
            Kind::BracketOpen => Some(RawWeight::Schedule(self.schedule()?)),
            _ => None,
        };
        let atom = self.atom()?;
        Ok(RawTerm { weight, atom, span: start.to(self.last_span()) })
    }

    fn schedule(&mut self) -> Parsed<RawCall> {
        let open = self.enter()?;
        let call = self.call("a schedule")?;
        self.leave(open, Kind::BracketClose, "`]`")?;
        Ok(call)
    }

    fn atom(&mut self) -> Parsed<RawAtom> {
        if *self.peek() == Kind::Open {
            let open = self.enter()?;
            let policy = self.policy()?;
            self.leave(open, Kind::Close, "`+` or `)`")?;
            return Ok(RawAtom::Group(policy));
        }
        match self.word() {
            Some(word) if operator(word).is_some() => self.combined().map(RawAtom::Combined),
            Some("with") => Err(self.expected("a strategy")),
            _ => {
                let call = self.call("a strategy")?;
                if *self.peek() == Kind::Slash {
                    let error = self.error(call.span.to(self.span()), "a preset cannot be part of a policy");
                    return Err(error.with_help("a preset stands alone, only `with` and `@` may follow it"));
                }
                Ok(RawAtom::Call(call))
            }
        }
    }

    fn combined(&mut self) -> Parsed<RawCombined> {
        let operator = self.name("an operator")?;
        let (word, name) = (operator.span, operator.text.clone());
        if *self.peek() != Kind::Open {
            let form = crate::agent::operators::operator(&name).map_or("", |operator| operator.form);
            return Err(self.expected("`(`").with_help(format!("for example `{form}`")));
        }
        let open = self.enter()?;
        let (mut terms, mut arguments) = (Vec::new(), Vec::new());
        loop {
            let is_named = *self.peek() == Kind::Word && self.tokens[self.at + 1].kind == Kind::Equals;
            if is_named {
                arguments.push(self.argument()?);
            } else if let Some(named) = arguments.last() {
                let RawArgument { span, .. } = named;
                let error = self.error(*span, format!("what has a name comes after the policies of `{name}`"));
                return Err(error);
            } else {
                terms.push(self.term()?);
            }
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        if *self.peek() == Kind::Plus {
            return Err(self.unexpected_plus(&name));
        }
        self.leave(open, Kind::Close, "`,` or `)`")?;
        let span = word.to(self.last_span());
        match terms.len() {
            0 | 1 => Err(self.error(span, format!("`{name}` combines at least two terms"))),
            _ => Ok(RawCombined { operator, terms, arguments, span }),
        }
    }

    /// A linear combination needs parentheses to be a term; a blend takes none.
    fn unexpected_plus(&self, operator: &str) -> ExpressionError {
        if operator == "blend" {
            let message = "maxilinear combination needs values; a linear combination gives a distribution";
            let help = "`blend` takes strategies that give values, separated by `,`";
            return self.error(self.span(), message).with_help(help);
        }
        let help = format!("a mixture stands in parentheses there: `{operator}((mast + nast), lgrf)`");
        self.expected("`,` or `)`").with_help(help)
    }

    fn call(&mut self, what: &str) -> Parsed<RawCall> {
        let name = self.name(what)?;
        let arguments = if *self.peek() == Kind::Open { self.arguments()? } else { Vec::new() };
        let span = name.span.to(self.last_span());
        Ok(RawCall { name, arguments, span, source: self.source.clone() })
    }

    fn arguments(&mut self) -> Parsed<Vec<RawArgument>> {
        let open = self.enter()?;
        let mut arguments: Vec<RawArgument> = Vec::new();
        if *self.peek() != Kind::Close {
            loop {
                let argument = self.argument()?;
                if argument.name.is_none() && arguments.last().is_some_and(|last| last.name.is_some()) {
                    let error = self.error(argument.span, "an argument without a name after one with a name");
                    return Err(error.with_help("write `name=value`, or put it before the named ones"));
                }
                arguments.push(argument);
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        self.leave(open, Kind::Close, "`,` or `)`")?;
        Ok(arguments)
    }

    fn argument(&mut self) -> Parsed<RawArgument> {
        let start = self.span();
        let mut name = None;
        if *self.peek() == Kind::Word && self.tokens[self.at + 1].kind == Kind::Equals {
            name = Some(self.name("a name")?);
            self.at += 1;
        }
        let value = self.value()?;
        Ok(RawArgument { name, span: start.to(value.span), value })
    }

    fn value(&mut self) -> Parsed<RawValue> {
        let start = self.span();
        let next = self.tokens.get(self.at + 1).map(|token| &token.kind);
        let kind = match self.peek().clone() {
            Kind::Text(text) => {
                self.at += 1;
                RawKind::Text(text)
            }
            // Before a name or a parenthesis a number is a weight, and the value a policy.
            Kind::Number(number) if !matches!(next, Some(Kind::Word | Kind::Open)) => {
                self.at += 1;
                RawKind::Number(number)
            }
            Kind::Number(_) | Kind::Word | Kind::Open | Kind::BracketOpen => {
                let policy = self.policy()?;
                if *self.peek() == Kind::Ampersand { self.contexts(start, &policy)? } else { RawKind::Policy(policy) }
            }
            _ => return Err(self.expected("a value")),
        };
        let span = start.to(self.last_span());
        Ok(RawValue { kind, text: self.source[span.start..span.end].to_string(), span })
    }

    /// Contexts joined by `&`, of which the first has been read.
    fn contexts(&mut self, start: Span, first: &RawPolicy) -> Parsed<RawKind> {
        let Some(first) = first.single_call() else {
            return Err(self.error(start.to(self.span()), "`&` joins contexts, such as `action&last(1)`"));
        };
        let mut calls = vec![first.clone()];
        while self.eat(Kind::Ampersand) {
            calls.push(self.call("a context")?);
        }
        Ok(RawKind::Contexts(calls))
    }

    fn name(&mut self, what: &str) -> Parsed<RawName> {
        let Some(word) = self.word() else { return Err(self.expected(what)) };
        let name = RawName { text: word.to_string(), span: self.span() };
        self.at += 1;
        Ok(name)
    }

    /// Steps over an opening parenthesis or bracket, one level deeper.
    fn enter(&mut self) -> Parsed<Span> {
        let open = self.span();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(open, format!("nested too deeply: at most {MAX_DEPTH} levels are read")));
        }
        self.at += 1;
        Ok(open)
    }

    /// Steps over the closing one that belongs to `open`.
    fn leave(&mut self, open: Span, close: Kind, what: &str) -> Parsed<()> {
        if *self.peek() == Kind::Greater {
            let help = "`>` is written once, outside of all parentheses: `uct > (mast + nast)`";
            return Err(self.expected(what).with_help(help));
        }
        if !self.eat(close) {
            let bracket = &self.source[open.start..open.end];
            let (line, column) = self.error(open, "").position();
            let place = if line > 1 { format!("line {line}, column {column}") } else { format!("column {column}") };
            return Err(self.expected(what).with_help(format!("the `{bracket}` at {place} is not closed")));
        }
        self.depth -= 1;
        Ok(())
    }

    fn peek(&self) -> &Kind {
        &self.tokens[self.at].kind
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The place of the token before the current one.
    fn last_span(&self) -> Span {
        self.tokens[self.at - 1].span
    }

    /// The current token's letters, if it is a word.
    fn word(&self) -> Option<&str> {
        let Span { start, end } = self.span();
        (*self.peek() == Kind::Word).then(|| &self.source[start..end])
    }

    fn eat(&mut self, kind: Kind) -> bool {
        let found = *self.peek() == kind;
        self.at += usize::from(found);
        found
    }

    fn error(&self, span: Span, message: impl Into<String>) -> ExpressionError {
        ExpressionError::new(self.source.clone(), span, message)
    }

    fn expected(&self, what: &str) -> ExpressionError {
        let Span { start, end } = self.span();
        let found = match self.peek() {
            Kind::End => String::from("the end of the text"),
            _ => format!("`{}`", shorten(&self.source[start..end])),
        };
        self.error(self.span(), format!("expected {what}, found {found}"))
    }
}

/// A part of the text in one short line, for messages.
pub(in crate::agent) fn shorten(text: &str) -> String {
    const LENGTH: usize = 40;
    let mut line: String = text.chars().take(LENGTH).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LENGTH).is_some() {
        line.push('…');
    }
    line
}
