//! The canonical text of an expression: named arguments, defaults left out, one way of spacing.
//!
//! The alternate form (`{:#}`) leaves nothing to this version: every parameter has its value, and presets are written out.

use std::fmt::{self, Display, Formatter};

use super::call::{Call, EvaluationSource, Value};
use super::expression::{Body, Border, Expression, Term, Weight, WrittenPolicy};

/// A number in the shortest form that reads back as the same number.
pub(super) struct Decimal(pub f64);

impl Display for Decimal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let text = format!("{:?}", self.0);
        f.write_str(text.strip_suffix(".0").unwrap_or(&text))
    }
}

/// Items with a separator between them.
fn joined<T: Display>(f: &mut Formatter<'_>, items: impl IntoIterator<Item = T>, separator: &str) -> fmt::Result {
    for (i, item) in items.into_iter().enumerate() {
        f.write_str(if i == 0 { "" } else { separator })?;
        item.fmt(f)?;
    }
    Ok(())
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.body.fmt(f)?;
        let options: Vec<&Call> =
            if f.alternate() { self.all_options().collect() } else { self.options.iter().collect() };
        if !options.is_empty() {
            f.write_str(" with ")?;
            joined(f, options, ", ")?;
        }
        match &self.budget {
            Some(budget) => write!(f, " @{budget}"),
            None => Ok(()),
        }
    }
}

impl Display for Body {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Body::Search { tree, playout: None } => tree.fmt(f),
            Body::Search { tree, playout: Some(playout) } => joined(f, [tree, playout], " > "),
            Body::Player(call) => call.fmt(f),
            Body::Preset(preset) if f.alternate() => preset.expression().body.fmt(f),
            Body::Preset(preset) => preset.fmt(f),
        }
    }
}

impl Display for WrittenPolicy {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            WrittenPolicy::Call(call) => call.fmt(f),
            WrittenPolicy::Linear(terms) => joined(f, terms, " + "),
            WrittenPolicy::Blend(terms) => called(f, "blend", terms, None),
            WrittenPolicy::Vote(terms) => called(f, "vote", terms, None),
            WrittenPolicy::Product(terms) => called(f, "product", terms, None),
            WrittenPolicy::Switch(terms, border) => called(f, "switch", terms, Some(border)),
        }
    }
}

/// An operator that is written like a call.
fn called(f: &mut Formatter<'_>, name: &str, terms: &[Term], border: Option<&Border>) -> fmt::Result {
    write!(f, "{name}(")?;
    joined(f, terms, ", ")?;
    match border {
        Some(Border::Depth(plies)) => write!(f, ", depth={plies})"),
        Some(Border::Phase(phase)) => write!(f, ", phase={})", phase.name()),
        None => f.write_str(")"),
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.weight {
            Weight::Equal => {}
            Weight::Number(number) => write!(f, "{} ", Decimal(*number))?,
            Weight::Schedule(call) => {
                f.write_str("[")?;
                call.fmt(f)?;
                f.write_str("] ")?;
            }
        }
        match &self.policy {
            WrittenPolicy::Linear(_) => {
                f.write_str("(")?;
                self.policy.fmt(f)?;
                f.write_str(")")
            }
            policy => policy.fmt(f),
        }
    }
}

impl Display for Call {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        let is_said = |value: &Value, default: Option<Value>| f.alternate() || default.as_ref() != Some(value);
        let said = self.arguments().filter(|(parameter, value)| is_said(value, parameter.default_value()));
        let said: Vec<Argument<'_>> = said.map(|(parameter, value)| Argument(&parameter.name, value)).collect();
        if said.is_empty() {
            return Ok(());
        }
        f.write_str("(")?;
        joined(f, said, ", ")?;
        f.write_str(")")
    }
}

/// A parameter with its value.
struct Argument<'a>(&'a str, &'a Value);

impl Display for Argument<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", self.0)?;
        self.1.fmt(f)
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{}", Decimal(*number)),
            Value::Integer(number) => write!(f, "{number}"),
            Value::Choice(name) => f.write_str(name),
            Value::Evaluation(EvaluationSource::Default) | Value::Weighting(None) => f.write_str("default"),
            Value::Evaluation(EvaluationSource::Named(name)) | Value::Weighting(Some(name)) => f.write_str(name),
            Value::Evaluation(EvaluationSource::File(text)) | Value::Text(text) => write!(f, "\"{}\"", escaped(text)),
            Value::Policy(policy) => policy.fmt(f),
            Value::Contexts(contexts) => contexts.fmt(f),
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::PRESETS;

    #[test]
    fn the_alternate_form_leaves_nothing_out_and_reads_back() {
        let full = |text: &str| format!("{:#}", Expression::parse(text).unwrap());
        let named = full("icarus/NM with solver @50");
        assert!(named.starts_with("uct(c=0.7") && named.contains("mast(policy=gibbs, tau=1"), "{named}");
        assert!(!named.contains("icarus") && named.contains("nast(") && named.contains("with solver("), "{named}");
        let composed = full("blend([rave(k=250)] amaf, uct) > 0.5 (mast + nast) + 0.5 bhrf(else=mast)");
        assert!(composed.contains("[rave(k=250)] amaf(") && composed.contains("0.5 (mast(policy="), "{composed}");
        assert!(composed.contains("else=mast(policy=gibbs"), "{composed}");
        for text in PRESETS.iter().map(ToString::to_string).chain([named, composed]) {
            assert_eq!(full(&full(&text)), full(&text), "{text}");
        }
    }

    #[test]
    fn numbers_print_short_and_read_back() {
        for (number, text) in [(0.7, "0.7"), (5.0, "5"), (1e-5, "1e-5"), (1e300, "1e300"), (1e6, "1000000")] {
            assert_eq!(Decimal(number).to_string(), text);
            assert_eq!(text.parse::<f64>().unwrap(), number);
        }
    }
}
