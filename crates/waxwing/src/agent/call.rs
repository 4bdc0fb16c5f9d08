//! A call: an entry of the catalogue with a value for each of its parameters.

use std::sync::Arc;

use super::catalogue::{Constant, Domain, Entry, Gives, Giving, Parameter};
use super::error::{ExpressionError, Span};
use super::expression::Policy;
use super::nearest::nearest;
use super::syntax::{RawArgument, RawCall, RawKind, RawValue, shorten};
use super::{check, syntax};

/// A name of the language with its arguments, checked: `nast(n=3)`.
///
/// Equality is that of entry and values; places in the text do not count.
#[derive(Clone, Debug)]
pub struct Call {
    entry: &'static Entry,
    values: Vec<Value>,
    /// Where each value stands; the whole call for those that were not given.
    places: Vec<Span>,
    span: Span,
    source: Arc<str>,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// Of a [`Domain::Number`].
    Number(f64),
    /// Of a [`Domain::Integer`].
    Integer(u64),
    /// Of a [`Domain::Choice`].
    Choice(&'static str),
    /// Of a [`Domain::Evaluation`]; `None` is the game's default.
    Evaluation(Option<String>),
    /// Of a [`Domain::Text`].
    Text(String),
    /// Of a [`Domain::Policy`].
    Policy(Policy),
}

impl PartialEq for Call {
    fn eq(&self, other: &Call) -> bool {
        (self.entry.role, self.entry.name, &self.values) == (other.entry.role, other.entry.name, &other.values)
    }
}

impl Call {
    /// Checks a call's arguments against an entry, and fills in what was not given. The call's name is not looked at.
    pub fn check(entry: &'static Entry, raw: &RawCall) -> Result<Call, ExpressionError> {
        let mut given: Vec<Option<&RawValue>> = vec![None; entry.parameters.len()];
        for (position, argument) in raw.arguments.iter().enumerate() {
            let index = parameter_of(entry, raw, position, argument)?;
            if given[index].replace(&argument.value).is_some() {
                let message = format!("`{}` is given twice", entry.parameters[index].name);
                return Err(raw.error(argument.span, message));
            }
        }
        let mut values = Vec::with_capacity(given.len());
        for (parameter, given) in entry.parameters.iter().zip(&given) {
            values.push(match (given, parameter.default_value()) {
                (Some(value), _) => parameter.check(raw, value)?,
                (None, Some(value)) => value,
                (None, None) => {
                    let message = format!("`{}` needs `{}`: {}", entry.name, parameter.name, parameter.about);
                    return Err(raw.error(raw.span, message).with_help(parameter.hint()));
                }
            });
        }
        let places = given.iter().map(|value| value.map_or(raw.span, |value| value.span)).collect();
        Ok(Call { entry, values, places, span: raw.span, source: raw.source.clone() })
    }

    /// A call with all its values, which comes from no text.
    #[cfg(test)]
    pub(super) fn new(entry: &'static Entry, values: Vec<Value>) -> Call {
        assert_eq!(values.len(), entry.parameters.len());
        let span = Span { start: 0, end: 0 };
        Call { entry, places: vec![span; values.len()], values, span, source: "".into() }
    }

    /// What is called.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The name of what is called.
    pub fn name(&self) -> &'static str {
        self.entry.name
    }

    /// The parameters with their values, given or not.
    pub fn arguments(&self) -> impl Iterator<Item = (&'static Parameter, &Value)> {
        self.entry.parameters.iter().zip(&self.values)
    }

    /// The value of a number.
    ///
    /// This and the other accessors panic if the entry has no such parameter, or one of another kind: the catalogue
    /// and the code that reads it disagree.
    #[track_caller]
    pub fn number(&self, parameter: &str) -> f64 {
        match self.value(parameter) {
            Value::Number(number) => *number,
            other => self.mismatch(parameter, other),
        }
    }

    /// The value of a whole number.
    #[track_caller]
    pub fn integer(&self, parameter: &str) -> u64 {
        match self.value(parameter) {
            Value::Integer(number) => *number,
            other => self.mismatch(parameter, other),
        }
    }

    /// The name that was chosen.
    #[track_caller]
    pub fn choice(&self, parameter: &str) -> &'static str {
        match self.value(parameter) {
            Value::Choice(name) => name,
            other => self.mismatch(parameter, other),
        }
    }

    /// Whether a choice between `yes` and `no` is `yes`.
    #[track_caller]
    pub fn flag(&self, parameter: &str) -> bool {
        self.choice(parameter) == "yes"
    }

    /// The name of an evaluation; `None` is the game's default.
    #[track_caller]
    pub fn evaluation(&self, parameter: &str) -> Option<&str> {
        match self.value(parameter) {
            Value::Evaluation(name) => name.as_deref(),
            other => self.mismatch(parameter, other),
        }
    }

    /// The value of a text.
    #[track_caller]
    pub fn text(&self, parameter: &str) -> &str {
        match self.value(parameter) {
            Value::Text(text) => text,
            other => self.mismatch(parameter, other),
        }
    }

    /// The value of a policy.
    #[track_caller]
    pub fn policy(&self, parameter: &str) -> &Policy {
        match self.value(parameter) {
            Value::Policy(policy) => policy,
            other => self.mismatch(parameter, other),
        }
    }

    /// Whether this strategy, with these arguments, gives values or weights.
    pub fn gives(&self) -> Gives {
        match self.entry.giving {
            Giving::Values => Gives::Values,
            Giving::ValuesIf { parameter, choice } if self.choice(parameter) == choice => Gives::Values,
            Giving::Weights | Giving::ValuesIf { .. } => Gives::Weights,
        }
    }

    /// An error that points at this call, for what can only be checked later, such as what a game offers.
    ///
    /// ```
    /// use waxwing::agent::{Expression, Policy};
    ///
    /// let expression = Expression::parse("uct > epic")?;
    /// let Some(Policy::Call(epic)) = expression.playout() else { panic!("a single strategy") };
    /// let error = epic.error("`kalah` has no episodes").with_help("`hearts` has");
    /// assert_eq!(error.to_string(), "\
    /// `kalah` has no episodes
    ///   uct > epic
    ///         ^^^^
    /// help: `hearts` has");
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    pub fn error(&self, message: impl Into<String>) -> ExpressionError {
        self.error_in(self.span, message)
    }

    /// An error that points at the value of a parameter, or at the call if it was not given.
    #[track_caller]
    pub fn error_at(&self, parameter: &str, message: impl Into<String>) -> ExpressionError {
        self.error_in(self.places[self.index(parameter)], message)
    }

    fn error_in(&self, span: Span, message: impl Into<String>) -> ExpressionError {
        if self.source.is_empty() {
            // Not from a text: show the call itself.
            let text = self.to_string();
            let span = Span { start: 0, end: text.len() };
            return ExpressionError::new(text, span, message);
        }
        ExpressionError::new(self.source.clone(), span, message)
    }

    #[track_caller]
    fn value(&self, parameter: &str) -> &Value {
        &self.values[self.index(parameter)]
    }

    #[track_caller]
    fn index(&self, parameter: &str) -> usize {
        match self.entry.parameter(parameter) {
            Some(index) => index,
            None => panic!("the catalogue declares no parameter `{parameter}` of `{}`", self.entry.name),
        }
    }

    #[track_caller]
    fn mismatch(&self, parameter: &str, value: &Value) -> ! {
        panic!("the catalogue declares `{parameter}` of `{}` as another kind: it is {value:?}", self.entry.name)
    }
}

/// Which parameter an argument is for.
fn parameter_of(
    entry: &Entry,
    raw: &RawCall,
    position: usize,
    argument: &RawArgument,
) -> Result<usize, ExpressionError> {
    let takes = || match entry.parameters {
        [] => format!("`{}` takes no arguments", entry.name),
        _ => format!("`{}` takes: {}", entry.name, entry.signature()),
    };
    match &argument.name {
        None if position < entry.parameters.len() => Ok(position),
        None if entry.parameters.is_empty() => Err(raw.error(argument.span, takes())),
        None => Err(raw.error(argument.span, format!("too many arguments for `{}`", entry.name)).with_help(takes())),
        Some(name) => entry.parameter(&name.text).ok_or_else(|| {
            let error = raw.error(name.span, format!("`{}` has no parameter `{}`", entry.name, shorten(&name.text)));
            match nearest(&name.text, entry.parameters.iter().map(|parameter| parameter.name)) {
                Some(meant) => error.with_help(format!("did you mean `{meant}`?")),
                None => error.with_help(takes()),
            }
        }),
    }
}

impl Parameter {
    /// The value when none is given; `None` if one must be.
    pub fn default_value(&self) -> Option<Value> {
        Some(match self.default? {
            Constant::Number(number) => Value::Number(number),
            Constant::Integer(number) => Value::Integer(number),
            // The one default of an evaluation is the game's.
            Constant::Name(_) if self.domain == Domain::Evaluation => Value::Evaluation(None),
            Constant::Name(name) => Value::Choice(name),
            Constant::Text(text) => Value::Text(text.to_string()),
            Constant::Policy(text) => {
                let raw = syntax::parse_policy(text).expect("the catalogue's default policies parse");
                Value::Policy(check::policy(&text.into(), &raw).expect("the catalogue's default policies are valid"))
            }
        })
    }

    /// What to write.
    fn hint(&self) -> String {
        format!("`{}` is {}", self.name, self.domain)
    }

    /// The value that a part of the text is for this parameter.
    fn check(&self, call: &RawCall, raw: &RawValue) -> Result<Value, ExpressionError> {
        let refuse = || {
            let message = format!("`{}` must be {}, not `{}`", self.name, self.domain, shorten(&raw.text));
            call.error(raw.span, message)
        };
        let described = || refuse().with_help(format!("`{}`: {}", self.name, self.about));
        match self.domain {
            Domain::Number { min, max, open } => {
                let within = |&number: &f64| number <= max && (if open { number > min } else { number >= min });
                raw.number().filter(within).map(Value::Number).ok_or_else(described)
            }
            Domain::Integer { min, max } => {
                let whole =
                    raw.number().filter(|number| number.fract() == 0.0 && (0.0..=2f64.powi(53)).contains(number));
                let within = |number: &u64| (min..=max).contains(number);
                whole.map(|number| number as u64).filter(within).map(Value::Integer).ok_or_else(described)
            }
            Domain::Choice(names) => {
                // Some choices are between numbers, such as 2 and 3 repetitions.
                let written = raw.name().or(raw.number().map(|_| raw.text.as_str()));
                let chosen = names.iter().find(|&&name| written == Some(name));
                chosen.map(|name| Value::Choice(name)).ok_or_else(|| {
                    match written.and_then(|written| nearest(written, names.iter().copied())) {
                        Some(meant) => refuse().with_help(format!("did you mean `{meant}`?")),
                        None => described(),
                    }
                })
            }
            Domain::Evaluation => {
                let name = raw.name().ok_or_else(described)?;
                Ok(Value::Evaluation((name != "default").then(|| name.to_string())))
            }
            Domain::Text => raw.quoted().map(|text| Value::Text(text.to_string())).ok_or_else(described),
            Domain::Policy => match &raw.kind {
                RawKind::Policy(policy) => Ok(Value::Policy(check::policy(&call.source, policy)?)),
                _ => Err(described()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::catalogue::{Role, find};

    fn call(text: &str) -> Result<Call, ExpressionError> {
        let raw = syntax::parse_call(text).unwrap();
        Call::check(find(Role::Strategy, &raw.name.text).unwrap(), &raw)
    }

    #[test]
    fn arguments_are_positional_or_named_and_the_rest_are_defaults() {
        let mast = call("mast(greedy, epsilon=0.1)").unwrap();
        assert_eq!(mast.choice("policy"), "greedy");
        assert_eq!(mast.number("epsilon"), 0.1);
        assert_eq!(mast.number("tau"), 1.0);
        assert_eq!(mast, call("mast(epsilon=0.1, policy=greedy, c=0.7)").unwrap());
        assert_ne!(mast, call("to-mast(greedy, epsilon=0.1)").unwrap());
    }

    #[test]
    fn only_ucb1_makes_mast_give_values() {
        assert_eq!(call("mast").unwrap().gives(), Gives::Weights);
        assert_eq!(call("mast(roulette)").unwrap().gives(), Gives::Weights);
        assert_eq!(call("mast(ucb1)").unwrap().gives(), Gives::Values);
        assert_eq!(call("nast").unwrap().gives(), Gives::Values);
        assert_eq!(call("lgrf").unwrap().gives(), Gives::Weights);
    }

    #[test]
    fn later_errors_point_at_the_call_or_at_one_of_its_values() {
        let nast = call("nast(c=0.5, n=3)").unwrap();
        assert_eq!(nast.error("no").span(), Span { start: 0, end: 16 });
        assert_eq!(nast.error_at("n", "no").span(), Span { start: 14, end: 15 });
        assert_eq!(nast.error_at("prefix", "no").span(), Span { start: 0, end: 16 });
        let made = Call::new(nast.entry, nast.values.clone());
        assert_eq!(made.error("no").to_string(), "no\n  nast(n=3, c=0.5)\n  ^^^^^^^^^^^^^^^^");
    }

    #[test]
    #[should_panic = "the catalogue declares no parameter `q` of `uct`"]
    fn asking_for_an_undeclared_parameter_is_a_programming_error() {
        call("uct").unwrap().number("q");
    }

    /// The catalogue has no such parameters yet; the language knows them.
    mod texts_and_policies {
        use super::*;

        static ENTRY: Entry = Entry {
            name: "test",
            aliases: &[],
            role: Role::Strategy,
            about: "",
            paper: crate::agent::catalogue::Reference { ids: &[], citation: "" },
            parameters: &[
                Parameter { name: "command", domain: Domain::Text, default: None, about: "a command" },
                Parameter {
                    name: "else",
                    domain: Domain::Policy,
                    default: Some(Constant::Policy("mast + nast")),
                    about: "what else",
                },
                Parameter {
                    name: "times",
                    domain: Domain::Choice(&["3", "2"]),
                    default: Some(Constant::Name("3")),
                    about: "how often",
                },
            ],
            needs: crate::agent::catalogue::Need::Nothing,
            giving: Giving::Weights,
            excludes: &[],
        };

        fn check(text: &str) -> Result<Call, ExpressionError> {
            Call::check(&ENTRY, &syntax::parse_raw_call(text).unwrap())
        }

        #[test]
        fn are_read_and_printed() {
            let call = check(r#"test("a \"b\"", else=0.5 uct + 0.5 (mast + nast(n=3)), times=2)"#).unwrap();
            assert_eq!(call.text("command"), "a \"b\"");
            assert_eq!(call.policy("else").to_string(), "0.5 uct + 0.5 (mast + nast(n=3))");
            assert_eq!(call.choice("times"), "2");
            assert_eq!(check(&call.to_string()).unwrap(), call);
            let short = check(r#"test("x", mast + nast)"#).unwrap();
            assert_eq!(short.to_string(), r#"test(command="x")"#);
        }

        #[test]
        fn are_refused_with_their_place() {
            let summary = |text| check(text).unwrap_err().summary();
            assert_eq!(summary("test"), "1:1: `test` needs `command`: a command; `command` is a text in quotes");
            assert_eq!(
                summary("test(gnugo)"),
                "1:6: `command` must be a text in quotes, not `gnugo`; `command`: a command"
            );
            assert_eq!(summary(r#"test("x", 5)"#), "1:11: `else` must be a policy, not `5`; `else`: what else");
            assert_eq!(summary(r#"test("x", vast)"#), "1:11: unknown strategy `vast`; did you mean `mast`?");
        }
    }
}
