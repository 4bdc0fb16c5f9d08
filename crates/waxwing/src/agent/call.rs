//! A call: an entry of the catalogue with a value for each of its parameters.

use std::sync::Arc;

use super::catalogue::{Entry, Gives, Giving, Parameter, Role, Text};
use super::contexts::Contexts;
use super::error::{ExpressionError, Span};
use super::expression::WrittenPolicy;

/// A name of the language with its arguments, checked: `nast(n=3)`.
///
/// Equality is that of entry and values; places in the text do not count.
#[derive(Clone, Debug)]
pub struct Call {
    pub(super) entry: Arc<Entry>,
    pub(super) values: Vec<Value>,
    /// The place of each value in the text; the whole call for those that were not given.
    pub(super) places: Vec<Span>,
    pub(super) span: Span,
    pub(super) source: Arc<str>,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// Of a [`Domain::Number`](super::catalogue::Domain::Number).
    Number(f64),
    /// Of a [`Domain::Integer`](super::catalogue::Domain::Integer).
    Integer(u64),
    /// Of a [`Domain::Choice`](super::catalogue::Domain::Choice).
    Choice(Text),
    /// Of a [`Domain::Evaluation`](super::catalogue::Domain::Evaluation).
    Evaluation(EvaluationSource),
    /// Of a [`Domain::Weighting`](super::catalogue::Domain::Weighting); `None` is the game's default.
    Weighting(Option<String>),
    /// Of a [`Domain::Text`](super::catalogue::Domain::Text).
    Text(String),
    /// Of a [`Domain::Policy`](super::catalogue::Domain::Policy).
    Policy(WrittenPolicy),
    /// Of a [`Domain::Contexts`](super::catalogue::Domain::Contexts).
    Contexts(Contexts),
}

/// Where an evaluation comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvaluationSource {
    /// It is the one that the game puts first.
    Default,
    /// The game offers it by this name.
    Named(String),
    /// It is in a file, of this path.
    File(String),
}

impl EvaluationSource {
    /// Whether it is left to the game.
    pub fn is_default(&self) -> bool {
        *self == EvaluationSource::Default
    }
}

impl PartialEq for Call {
    fn eq(&self, other: &Call) -> bool {
        (self.entry.role, &self.entry.name, &self.values) == (other.entry.role, &other.entry.name, &other.values)
    }
}

impl Call {
    /// A call with all its values, which comes from no text.
    #[cfg(test)]
    pub(super) fn new(entry: Arc<Entry>, values: Vec<Value>) -> Call {
        assert_eq!(values.len(), entry.parameters.len());
        let span = Span { start: 0, end: 0 };
        Call { entry, places: vec![span; values.len()], values, span, source: "".into() }
    }

    /// What is called.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The name of what is called.
    pub fn name(&self) -> &str {
        &self.entry.name
    }

    /// The parameters with their values, given or not.
    pub fn arguments(&self) -> impl Iterator<Item = (&Parameter, &Value)> {
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
    pub fn choice(&self, parameter: &str) -> &str {
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

    /// Where an evaluation comes from.
    #[track_caller]
    pub fn evaluation(&self, parameter: &str) -> &EvaluationSource {
        match self.value(parameter) {
            Value::Evaluation(source) => source,
            other => self.mismatch(parameter, other),
        }
    }

    /// The name of a weighting; `None` is the game's default.
    #[track_caller]
    pub fn weighting(&self, parameter: &str) -> Option<&str> {
        match self.value(parameter) {
            Value::Weighting(name) => name.as_deref(),
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
    pub fn policy(&self, parameter: &str) -> &WrittenPolicy {
        match self.value(parameter) {
            Value::Policy(policy) => policy,
            other => self.mismatch(parameter, other),
        }
    }

    /// What a record is about.
    #[track_caller]
    pub fn contexts(&self, parameter: &str) -> &Contexts {
        match self.value(parameter) {
            Value::Contexts(contexts) => contexts,
            other => self.mismatch(parameter, other),
        }
    }

    /// Whether it keeps what it learns for the whole game, or a policy among its arguments does.
    pub(super) fn keeps(&self) -> bool {
        self.arguments().any(|(parameter, value)| match value {
            Value::Choice(choice) => parameter.name == "keep" && choice == "game",
            Value::Policy(policy) => policy.keeps(),
            _ => false,
        })
    }

    /// Whether this strategy, with these arguments, gives values or weights.
    pub fn gives(&self) -> Gives {
        match &self.entry.giving {
            Giving::Values => Gives::Values,
            Giving::ValuesIf { parameter, choice } if self.choice(parameter) == choice => Gives::Values,
            Giving::Weights | Giving::ValuesIf { .. } => Gives::Weights,
        }
    }

    /// The strategy that this call of `records` is under another name, if it is one: the same records after the same iterations,
    /// and the same distribution of choices.
    ///
    /// ```
    /// use waxwing::Expression;
    /// use waxwing::agent::WrittenPolicy;
    ///
    /// let expression = Expression::parse("records(by=action&last(2), policy=ucb1)")?;
    /// let Some(WrittenPolicy::Call(records)) = expression.tree() else { panic!("a single strategy") };
    /// assert_eq!(records.same_as().as_deref(), Some("nast(n=3)"));
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    pub fn same_as(&self) -> Option<String> {
        (self.entry.role == Role::Strategy && self.name() == "records").then(|| crate::icarus::same_as(self))?
    }

    /// The call of `records` that this strategy is, if it is one: [`same_as`](Call::same_as) undoes it.
    ///
    /// ```
    /// use waxwing::Expression;
    /// use waxwing::agent::WrittenPolicy;
    ///
    /// let expression = Expression::parse("nast(n=3)")?;
    /// let Some(WrittenPolicy::Call(nast)) = expression.tree() else { panic!("a single strategy") };
    /// let records = nast.as_records().expect("it is a point of the space of records");
    /// assert_eq!(records.to_string(), "records(by=action&last(2), policy=ucb1)");
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    pub fn as_records(&self) -> Option<Call> {
        (self.entry.role == Role::Strategy).then(|| crate::icarus::setting_of(self))?
    }

    /// An error that points at this call, for what can only be checked later, such as what a game offers.
    ///
    /// ```
    /// use waxwing::agent::{Expression, WrittenPolicy};
    ///
    /// let expression = Expression::parse("uct > epic")?;
    /// let Some(WrittenPolicy::Call(epic)) = expression.playout() else { panic!("a single strategy") };
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

    /// Whether one of its evaluations is in a file.
    pub(crate) fn loads_evaluation(&self) -> bool {
        self.values.iter().any(|value| matches!(value, Value::Evaluation(EvaluationSource::File(_))))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::catalogue::{Catalogue, Role};
    use crate::agent::syntax;

    fn call(text: &str) -> Result<Call, ExpressionError> {
        let raw = syntax::parse_call(text).unwrap();
        let catalogue = Catalogue::built_in();
        Call::check(&catalogue, catalogue.share(Role::Strategy, &raw.name.text).unwrap(), &raw)
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
        let made = Call::new(nast.entry.clone(), nast.values.clone());
        assert_eq!(made.error("no").to_string(), "no\n  nast(n=3, c=0.5)\n  ^^^^^^^^^^^^^^^^");
    }

    #[test]
    #[should_panic = "the catalogue declares no parameter `q` of `uct`"]
    fn asking_for_an_undeclared_parameter_is_a_programming_error() {
        call("uct").unwrap().number("q");
    }
}
