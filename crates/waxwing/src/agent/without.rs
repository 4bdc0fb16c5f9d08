//! An expression without one of its parts: the experiment that says what the part is for.

use super::call::{Call, Value};
use super::catalogue::{Domain, Role};
use super::error::{ExpressionError, Span};
use super::expression::{Body, Expression, Term, WrittenPolicy};
use super::parts::{Part, PartKind, Place, Step, is_idle};

impl Expression {
    /// The same expression without one of its [`parts`](Expression::parts), presets written out. Weights keep their
    /// proportions. What a search could do with the part it can do without it: if [`Expression::check`] finds nothing wrong
    /// with this expression, it finds nothing wrong with the result.
    ///
    /// ```
    /// use waxwing::Expression;
    ///
    /// let expression = Expression::parse("implicit-minimax/bl with im(0.4)")?;
    /// let parts = expression.parts();
    /// let playouts = parts.iter().find(|part| part.text().starts_with("ege")).unwrap();
    /// let without = expression.without(playouts)?;
    /// assert_eq!(without.to_string(), "uct(c=0.4) > uniform with solver, mate1, det, im");
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    ///
    /// Fails if the part is none of this expression's, if the expression's catalogue has no `uct` or `uniform` to take its
    /// place, or if the canonical text of the result is longer than what can be read.
    pub fn without(&self, part: &Part) -> Result<Expression, ExpressionError> {
        if !self.parts().contains(part) {
            return Err(self.failure(format!("it has no part like {part}")));
        }
        let mut rest = self.written_out();
        match (part.place, &mut rest.body) {
            (Place::Option(index), _) => {
                rest.options.remove(index);
            }
            (Place::Tree, Body::Search { tree, .. }) => *tree = self.side(tree, part)?,
            (Place::Playouts, Body::Search { playout: Some(playout), .. }) => *playout = self.side(playout, part)?,
            _ => unreachable!("only a search has parts, and playouts only where they are written"),
        }
        // What is read again has its places in its own text.
        Expression::parse_with(&rest.to_string(), &self.catalogue)
    }

    /// A side of `>` without the part.
    fn side(&self, policy: &WrittenPolicy, part: &Part) -> Result<WrittenPolicy, ExpressionError> {
        match part.kind() {
            PartKind::Tree => self.baseline(policy),
            PartKind::Playouts => self.simple("uniform").map(WrittenPolicy::Call),
            kind => self.without_inside(policy, kind, &part.path),
        }
    }

    /// A policy without a part that is inside it.
    fn without_inside(
        &self,
        policy: &WrittenPolicy,
        kind: PartKind,
        path: &[Step],
    ) -> Result<WrittenPolicy, ExpressionError> {
        match (policy, path) {
            (WrittenPolicy::Call(_), [Step::Amaf]) => self.baseline(policy),
            (WrittenPolicy::Call(call), [Step::Argument(index), rest @ ..]) => {
                self.without_in_argument(call, *index, kind, rest)
            }
            (combined, [Step::Term(index), rest @ ..]) => {
                let terms = combined.terms().expect("only combinations have terms");
                Ok(match rest {
                    [] => fewer(combined, terms, *index),
                    _ => combined.with_terms(self.without_in_term(terms, *index, kind, rest)?),
                })
            }
            _ => unreachable!("the way to a part leads through its expression"),
        }
    }

    fn without_in_term(
        &self,
        terms: &[Term],
        index: usize,
        kind: PartKind,
        path: &[Step],
    ) -> Result<Vec<Term>, ExpressionError> {
        let mut terms = terms.to_vec();
        terms[index].policy = self.without_inside(&terms[index].policy, kind, path)?;
        Ok(terms)
    }

    fn without_in_argument(
        &self,
        call: &Call,
        index: usize,
        kind: PartKind,
        path: &[Step],
    ) -> Result<WrittenPolicy, ExpressionError> {
        let Value::Policy(behind) = &call.values[index] else { unreachable!("the way leads to a policy") };
        let behind = match (path, kind) {
            ([], PartKind::First) => return Ok(behind.clone()),
            ([], _) => match call.entry.parameters[index].default_value() {
                Some(Value::Policy(default)) if is_idle(&default) => default,
                _ => WrittenPolicy::Call(self.simple("uniform")?),
            },
            _ => self.without_inside(behind, kind, path)?,
        };
        let mut call = call.clone();
        call.values[index] = Value::Policy(behind);
        Ok(WrittenPolicy::Call(call))
    }

    /// Plain UCT in the place of a policy, with its exploration constant: that of the `uct` in it, or its own `c`.
    fn baseline(&self, policy: &WrittenPolicy) -> Result<WrittenPolicy, ExpressionError> {
        if let Some(uct) = uct_in(policy) {
            return Ok(WrittenPolicy::Call(uct.clone()));
        }
        let mut uct = self.simple("uct")?;
        if let (WrittenPolicy::Call(call), Some(to)) = (policy, exploration(&uct))
            && let Some(from) = exploration(call)
        {
            uct.values[to] = call.values[from].clone();
        }
        Ok(WrittenPolicy::Call(uct))
    }

    /// A strategy with its defaults.
    fn simple(&self, name: &str) -> Result<Call, ExpressionError> {
        let missing = || self.failure(format!("there is no plain `{name}` to take the part's place"));
        let entry = self.catalogue.share(Role::Strategy, name).ok_or_else(missing)?;
        let values = entry.parameters.iter().map(|parameter| parameter.default_value());
        let values: Vec<Value> = values.collect::<Option<_>>().ok_or_else(missing)?;
        let span = Span { start: 0, end: 0 };
        Ok(Call { entry: entry.clone(), places: vec![span; values.len()], values, span, source: "".into() })
    }

    pub(super) fn failure(&self, message: String) -> ExpressionError {
        let text = self.to_string();
        let span = Span { start: 0, end: text.len() };
        ExpressionError::new(text, span, message)
    }
}

/// The terms without one of them; the last that is left needs no combination.
fn fewer(combined: &WrittenPolicy, terms: &[Term], gone: usize) -> WrittenPolicy {
    let mut terms = terms.to_vec();
    terms.remove(gone);
    if let [_] = terms[..] { terms.remove(0).policy } else { combined.with_terms(terms) }
}

/// The first `uct` of a combination.
fn uct_in(policy: &WrittenPolicy) -> Option<&Call> {
    match policy {
        WrittenPolicy::Call(call) => (call.name() == "uct").then_some(call),
        combined => combined.terms()?.iter().find_map(|term| uct_in(&term.policy)),
    }
}

/// The index of a strategy's exploration constant.
fn exploration(call: &Call) -> Option<usize> {
    let index = call.entry().parameter("c")?;
    matches!(call.entry.parameters[index].domain, Domain::Number { .. }).then_some(index)
}
