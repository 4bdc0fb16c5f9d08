//! The parameters of an entry: what they can be, and what they are when they are not given.

use std::fmt;

use super::Text;
use crate::agent::call::{EvaluationSource, Value};
use crate::agent::contexts::{CONTEXT_WORDS, Context, Contexts};
use crate::agent::print::Decimal;

/// A parameter of an entry.
///
/// ```
/// use waxwing::agent::catalogue::Parameter;
///
/// let gamma = Parameter::number("gamma", 0.99, 0.0, 1.0, "what is left of a record after each playout");
/// assert_eq!(gamma.to_string(), "gamma=0.99");
/// ```
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name, unique within the entry.
    pub name: Text,
    /// What it can be.
    pub domain: Domain,
    /// What it is when it is not given; `None` if it must be given.
    pub default: Option<Constant>,
    /// What it means, in one line.
    pub about: Text,
    /// The default as a value, once the entry is in a catalogue: a policy is read with the names there.
    pub(in crate::agent) value: Option<Value>,
}

impl Parameter {
    fn new(name: impl Into<Text>, domain: Domain, default: Option<Constant>, about: impl Into<Text>) -> Parameter {
        Parameter { name: name.into(), domain, default, about: about.into(), value: None }
    }

    /// A number from `min` to `max`.
    pub fn number(name: impl Into<Text>, default: f64, min: f64, max: f64, about: impl Into<Text>) -> Parameter {
        Parameter::new(name, Domain::Number { min, max, open: false }, Some(Constant::Number(default)), about)
    }

    /// A number above 0, up to `max`.
    pub fn positive(name: impl Into<Text>, default: f64, max: f64, about: impl Into<Text>) -> Parameter {
        Parameter::new(name, Domain::Number { min: 0.0, max, open: true }, Some(Constant::Number(default)), about)
    }

    /// A whole number from `min` to `max`.
    pub fn integer(name: impl Into<Text>, default: u64, min: u64, max: u64, about: impl Into<Text>) -> Parameter {
        Parameter::new(name, Domain::Integer { min, max }, Some(Constant::Integer(default)), about)
    }

    /// One of several names, of which the first is the default.
    pub fn choice<const N: usize>(
        name: impl Into<Text>,
        names: [impl Into<Text>; N],
        about: impl Into<Text>,
    ) -> Parameter {
        let names: Vec<Text> = names.map(Into::into).into();
        let default = names.first().cloned().map(Constant::Name);
        Parameter::new(name, Domain::Choice(names), default, about)
    }

    /// The name of one of the game's evaluations, or a file of one, under the name `eval`.
    pub fn evaluation() -> Parameter {
        let about = "which of the game's evaluations, or the file of another in quotes; `default` is the one the game puts first";
        Parameter::new("eval", Domain::Evaluation, Some(Constant::Name("default".into())), about)
    }

    /// The name of one of the game's ways to weigh moves, under the name `weights`.
    pub fn weighting() -> Parameter {
        let about = "which of the game's ways to weigh moves; `default` is the one the game puts first";
        Parameter::new("weights", Domain::Weighting, Some(Constant::Name("default".into())), about)
    }

    /// Another policy, as an expression.
    pub fn policy(name: impl Into<Text>, default: impl Into<Text>, about: impl Into<Text>) -> Parameter {
        Parameter::new(name, Domain::Policy, Some(Constant::Policy(default.into())), about)
    }

    /// Contexts joined by `&`, under the name `by`; the default is the action alone.
    pub fn contexts(about: impl Into<Text>) -> Parameter {
        Parameter::new("by", Domain::Contexts, Some(Constant::Name("action".into())), about)
    }

    /// A text in quotes, which must be given.
    pub fn text(name: impl Into<Text>, about: impl Into<Text>) -> Parameter {
        Parameter::new(name, Domain::Text, None, about)
    }

    /// The same parameter without its default: it must be given.
    pub fn required(self) -> Parameter {
        Parameter { default: None, ..self }
    }

    /// The value when none is given; `None` if one must be.
    pub(in crate::agent) fn default_value(&self) -> Option<Value> {
        Some(match self.default.as_ref()? {
            Constant::Number(number) => Value::Number(*number),
            Constant::Integer(number) => Value::Integer(*number),
            // The one default of an evaluation or a weighting is the game's.
            Constant::Name(_) if self.domain == Domain::Evaluation => Value::Evaluation(EvaluationSource::Default),
            Constant::Name(_) if self.domain == Domain::Weighting => Value::Weighting(None),
            Constant::Name(name) if self.domain == Domain::Contexts => {
                Value::Contexts(Contexts::new([Context::named(name.clone())])?)
            }
            Constant::Name(name) => Value::Choice(name.clone()),
            Constant::Text(text) => Value::Text(text.to_string()),
            Constant::Policy(_) => {
                self.value.clone().expect("a catalogue has read the default policies of its entries")
            }
        })
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        self.default.as_ref().map_or(Ok(()), |default| write!(f, "={default}"))
    }
}

/// What a parameter can be.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// A number from `min` to `max`; `open` means that `min` itself is excluded.
    Number {
        /// The least value, or the limit it must exceed.
        min: f64,
        /// The greatest value.
        max: f64,
        /// Whether `min` itself is excluded.
        open: bool,
    },
    /// A whole number from `min` to `max`.
    Integer {
        /// The least value.
        min: u64,
        /// The greatest value.
        max: u64,
    },
    /// One of several names.
    Choice(Vec<Text>),
    /// The name of one of the game's evaluation functions, a file in quotes, or `default`.
    Evaluation,
    /// The name of one of the game's ways to weigh moves, or `default`.
    Weighting,
    /// A text in quotes.
    Text,
    /// Another policy.
    Policy,
    /// What a record is about: contexts joined by `&`.
    Contexts,
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Number { min, max, open: true } => {
                write!(f, "a number above {} up to {}", Decimal(*min), Decimal(*max))
            }
            Domain::Number { min, max, open: false } => {
                write!(f, "a number from {} to {}", Decimal(*min), Decimal(*max))
            }
            Domain::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Domain::Choice(names) => match &names[..] {
                [] => f.write_str("nothing"),
                [only] => write!(f, "`{only}`"),
                [others @ .., last] => {
                    let others: Vec<String> = others.iter().map(|name| format!("`{name}`")).collect();
                    write!(f, "{} or `{last}`", others.join(", "))
                }
            },
            Domain::Evaluation => f.write_str("the name of an evaluation of the game, a file in quotes, or `default`"),
            Domain::Weighting => f.write_str("the name of a weighting of the game, or `default`"),
            Domain::Text => f.write_str("a text in quotes"),
            Domain::Policy => f.write_str("a policy"),
            Domain::Contexts => {
                f.write_str("contexts joined by & (action&last(1)): ")?;
                for word in CONTEXT_WORDS {
                    let number = word.number.map_or(String::new(), |(_, least, _)| format!("({least})"));
                    write!(f, "`{}{number}`, ", word.name)?;
                }
                f.write_str("and what the game says of an action")
            }
        }
    }
}

/// The value of a parameter that is not given.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// For [`Domain::Number`].
    Number(f64),
    /// For [`Domain::Integer`].
    Integer(u64),
    /// For [`Domain::Choice`], [`Domain::Evaluation`] and [`Domain::Weighting`]; one word of [`Domain::Contexts`].
    Name(Text),
    /// For [`Domain::Text`].
    Text(Text),
    /// For [`Domain::Policy`], as an expression.
    Policy(Text),
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant::Number(number) => write!(f, "{}", Decimal(*number)),
            Constant::Integer(number) => write!(f, "{number}"),
            Constant::Name(name) | Constant::Policy(name) => f.write_str(name),
            Constant::Text(text) => write!(f, "{text:?}"),
        }
    }
}
