//! The canonical text of an expression: named arguments, defaults left out, one way of spacing.

use std::fmt::{self, Display, Formatter};

use super::call::{Call, EvaluationSource, Value};
use super::expression::{Body, Expression, Term, Weight, WrittenPolicy};

/// A number in the shortest form that reads back as the same number.
pub(super) struct Decimal(pub f64);

impl Display for Decimal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let text = format!("{:?}", self.0);
        f.write_str(text.strip_suffix(".0").unwrap_or(&text))
    }
}

/// Items with a separator between them.
fn joined<T: Display>(f: &mut Formatter<'_>, items: &[T], separator: &str) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        let separator = if i == 0 { "" } else { separator };
        write!(f, "{separator}{item}")?;
    }
    Ok(())
}

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.body)?;
        if !self.options.is_empty() {
            f.write_str(" with ")?;
            joined(f, &self.options, ", ")?;
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
            Body::Search { tree, playout: None } => write!(f, "{tree}"),
            Body::Search { tree, playout: Some(playout) } => write!(f, "{tree} > {playout}"),
            Body::Player(call) => write!(f, "{call}"),
            Body::Preset(preset) => write!(f, "{preset}"),
        }
    }
}

impl Display for WrittenPolicy {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            WrittenPolicy::Call(call) => write!(f, "{call}"),
            WrittenPolicy::Linear(terms) => joined(f, terms, " + "),
            WrittenPolicy::Blend(terms) => {
                f.write_str("blend(")?;
                joined(f, terms, ", ")?;
                f.write_str(")")
            }
        }
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.weight {
            Weight::Equal => {}
            Weight::Number(number) => write!(f, "{} ", Decimal(*number))?,
            Weight::Schedule(call) => write!(f, "[{call}] ")?,
        }
        match &self.policy {
            WrittenPolicy::Linear(_) => write!(f, "({})", self.policy),
            policy => write!(f, "{policy}"),
        }
    }
}

impl Display for Call {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        let given: Vec<String> = self
            .arguments()
            .filter(|(parameter, value)| parameter.default_value().as_ref() != Some(value))
            .map(|(parameter, value)| format!("{}={value}", parameter.name))
            .collect();
        if given.is_empty() { Ok(()) } else { write!(f, "({})", given.join(", ")) }
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
            Value::Policy(policy) => write!(f, "{policy}"),
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_print_short_and_read_back() {
        for (number, text) in [(0.7, "0.7"), (5.0, "5"), (1e-5, "1e-5"), (1e300, "1e300"), (1e6, "1000000")] {
            assert_eq!(Decimal(number).to_string(), text);
            assert_eq!(text.parse::<f64>().unwrap(), number);
        }
    }
}
