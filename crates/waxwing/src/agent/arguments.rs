//! Arguments: which parameter each is for, whether its value is in the parameter's domain, and what the rest are.

use super::call::{Call, EvaluationSource, Value};
use std::sync::Arc;

use super::catalogue::{Catalogue, Domain, Entry, Parameter};
use super::check::Checker;
use super::contexts::Contexts;
use super::error::ExpressionError;
use super::nearest::nearest;
use super::syntax::{RawArgument, RawCall, RawKind, RawValue, shorten};

impl Call {
    /// Checks a call's arguments against an entry, and fills in what was not given. The call's name is not looked at.
    pub fn check(catalogue: &Catalogue, entry: &Arc<Entry>, raw: &RawCall) -> Result<Call, ExpressionError> {
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
                (Some(value), _) => parameter.check(catalogue, raw, value)?,
                (None, Some(value)) => value,
                (None, None) => {
                    let message = format!("`{}` needs `{}`: {}", entry.name, parameter.name, parameter.about);
                    return Err(raw.error(raw.span, message).with_help(parameter.hint()));
                }
            });
        }
        let places = given.iter().map(|value| value.map_or(raw.span, |value| value.span)).collect();
        Ok(Call { entry: entry.clone(), values, places, span: raw.span, source: raw.source.clone() })
    }
}

/// Which parameter an argument is for.
fn parameter_of(
    entry: &Entry,
    raw: &RawCall,
    position: usize,
    argument: &RawArgument,
) -> Result<usize, ExpressionError> {
    let takes = || match entry.parameters[..] {
        [] => format!("`{}` takes no arguments", entry.name),
        _ => format!("its parameters and defaults: `{}`", entry.signature()),
    };
    match &argument.name {
        None if position < entry.parameters.len() => Ok(position),
        None if entry.parameters.is_empty() => Err(raw.error(argument.span, takes())),
        None => Err(raw.error(argument.span, format!("too many arguments for `{}`", entry.name)).with_help(takes())),
        Some(name) => entry.parameter(&name.text).ok_or_else(|| {
            let error = raw.error(name.span, format!("`{}` has no parameter `{}`", entry.name, shorten(&name.text)));
            match nearest(&name.text, entry.parameters.iter().map(|parameter| &*parameter.name)) {
                Some(meant) => error.with_help(format!("did you mean `{meant}`?")),
                None => error.with_help(takes()),
            }
        }),
    }
}

impl Parameter {
    /// What to write.
    fn hint(&self) -> String {
        format!("`{}` is {}", self.name, self.domain)
    }

    /// The value that a part of the text is for this parameter.
    fn check(&self, catalogue: &Catalogue, call: &RawCall, raw: &RawValue) -> Result<Value, ExpressionError> {
        let refuse = || {
            let message = format!("`{}` must be {}, not `{}`", self.name, self.domain, shorten(&raw.text));
            call.error(raw.span, message)
        };
        let described = || refuse().with_help(format!("`{}`: {}", self.name, self.about));
        // A name that the game must know; `None` is its default.
        let offered = || {
            let name = raw.name().ok_or_else(described)?;
            Ok((name != "default").then(|| name.to_string()))
        };
        match &self.domain {
            &Domain::Number { min, max, open } => {
                let within = |&number: &f64| number <= max && (if open { number > min } else { number >= min });
                raw.number().filter(within).map(Value::Number).ok_or_else(described)
            }
            &Domain::Integer { min, max } => {
                let whole =
                    raw.number().filter(|number| number.fract() == 0.0 && (0.0..=2f64.powi(53)).contains(number));
                let within = |number: &u64| (min..=max).contains(number);
                whole.map(|number| number as u64).filter(within).map(Value::Integer).ok_or_else(described)
            }
            Domain::Choice(names) => {
                // Some choices are between numbers, such as 2 and 3 repetitions.
                let written = raw.name().or(raw.number().map(|_| raw.text.as_str()));
                let chosen = names.iter().find(|&name| written == Some(name));
                chosen.cloned().map(Value::Choice).ok_or_else(|| {
                    match written.and_then(|written| nearest(written, names.iter().map(|name| &**name))) {
                        Some(meant) => refuse().with_help(format!("did you mean `{meant}`?")),
                        None => described(),
                    }
                })
            }
            Domain::Evaluation => Ok(Value::Evaluation(match raw.quoted() {
                Some(path) => EvaluationSource::File(path.to_string()),
                None => offered()?.map_or(EvaluationSource::Default, EvaluationSource::Named),
            })),
            Domain::Weighting => offered().map(Value::Weighting),
            Domain::Contexts => Contexts::check(call, raw)?.map(Value::Contexts).ok_or_else(described),
            Domain::Text => raw.quoted().map(|text| Value::Text(text.to_string())).ok_or_else(described),
            Domain::Policy => match &raw.kind {
                RawKind::Policy(policy) => {
                    Checker { catalogue, source: &call.source }.policy(policy).map(Value::Policy)
                }
                _ => Err(described()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::catalogue::Role;
    use crate::agent::syntax;

    fn call(text: &str) -> Result<Call, ExpressionError> {
        let (raw, catalogue) = (syntax::parse_call(text).unwrap(), Catalogue::built_in());
        Call::check(&catalogue, catalogue.share(Role::Strategy, &raw.name.text).unwrap(), &raw)
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

    /// Checks a call of an entry with every kind of parameter that few entries have.
    fn check(text: &str) -> Result<Call, ExpressionError> {
        let entry = Entry::strategy("test", "").taking([
            Parameter::text("command", "a command"),
            Parameter::policy("else", "mast + nast", "what else"),
            Parameter::choice("times", ["3", "2"], "how often"),
        ]);
        let entry = entry.built_by(|setting| Err(setting.call().error("not in a test")));
        let catalogue = Catalogue::built_in().with(entry).unwrap();
        let raw = syntax::parse_raw_call(text).unwrap();
        Call::check(&catalogue, catalogue.share(Role::Strategy, "test").unwrap(), &raw)
    }

    #[test]
    fn texts_and_policies_are_read_and_printed() {
        let call = check(r#"test("a \"b\"", else=0.5 uct + 0.5 (mast + nast(n=3)), times=2)"#).unwrap();
        assert_eq!(call.text("command"), "a \"b\"");
        assert_eq!(call.policy("else").to_string(), "0.5 uct + 0.5 (mast + nast(n=3))");
        assert_eq!(call.choice("times"), "2");
        assert_eq!(check(&call.to_string()).unwrap(), call);
        let short = check(r#"test("x", mast + nast)"#).unwrap();
        assert_eq!(short.to_string(), r#"test(command="x")"#);
    }

    #[test]
    fn texts_and_policies_are_refused_with_their_place() {
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
