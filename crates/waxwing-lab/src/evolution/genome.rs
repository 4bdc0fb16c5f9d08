//! The syntax tree of an expression, and how a part of it is replaced.

use waxwing::agent::catalogue::{Catalogue, Gives};
use waxwing::agent::{Body, Border, Call, ExpressionError, Term, Value, Weight, WrittenPolicy};
use waxwing::{Expression, agent};

/// A side of `>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Tree,
    Playouts,
}

/// A step from a policy to one inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// To this term of a combination.
    Term(usize),
    /// To the policy that is this argument of a call.
    Argument(String),
}

/// Where a policy is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub side: Side,
    pub path: Vec<Step>,
}

/// A search while it is changed. Whatever is done to it, its text is read again before anybody plays it.
#[derive(Clone, Debug)]
pub(super) struct Genome {
    pub tree: WrittenPolicy,
    pub playout: Option<WrittenPolicy>,
    pub options: Vec<Call>,
    pub catalogue: Catalogue,
}

impl Genome {
    /// The genome of a search, presets written out; `None` for a player.
    pub(super) fn of(expression: &Expression) -> Option<Genome> {
        Some(Genome {
            tree: expression.tree()?.clone(),
            playout: expression.playout().cloned(),
            options: expression.all_options().cloned().collect(),
            catalogue: expression.catalogue().clone(),
        })
    }

    /// Its expression: the text, read with the checks of the catalogue.
    pub(super) fn expression(&self) -> Result<Expression, ExpressionError> {
        let body = Body::Search { tree: self.tree.clone(), playout: self.playout.clone() };
        let options: Vec<String> = self.options.iter().map(ToString::to_string).collect();
        let with = if options.is_empty() { String::new() } else { format!(" with {}", options.join(", ")) };
        Expression::parse_with(&format!("{body}{with}"), &self.catalogue)
    }

    /// A side, if it is written.
    pub(super) fn side(&self, side: Side) -> Option<&WrittenPolicy> {
        match side {
            Side::Tree => Some(&self.tree),
            Side::Playouts => self.playout.as_ref(),
        }
    }

    /// Every policy with its place, those that contain others before them.
    pub(super) fn policies(&self) -> Vec<(Place, &WrittenPolicy)> {
        let mut found = Vec::new();
        for side in [Side::Tree, Side::Playouts] {
            if let Some(policy) = self.side(side) {
                list(Place { side, path: Vec::new() }, policy, &mut found);
            }
        }
        found
    }

    /// The genome with another policy at a place.
    pub(super) fn replaced(&self, place: &Place, policy: WrittenPolicy) -> Result<Genome, ExpressionError> {
        let mut genome = self.clone();
        let own = self.side(place.side).expect("a place is in a side that is written");
        let side = replaced(own, &place.path, policy, &self.catalogue)?;
        match place.side {
            Side::Tree => genome.tree = side,
            Side::Playouts => genome.playout = Some(side),
        }
        Ok(genome)
    }

    /// How many names it is made of.
    pub(super) fn size(&self) -> usize {
        let calls = |policy: &WrittenPolicy| match combined(policy) {
            None => 1,
            Some(terms) => terms.iter().filter(|term| matches!(term.weight, Weight::Schedule(_))).count(),
        };
        self.policies().into_iter().map(|(_, policy)| calls(policy)).sum::<usize>() + self.options.len()
    }
}

fn list<'a>(place: Place, policy: &'a WrittenPolicy, found: &mut Vec<(Place, &'a WrittenPolicy)>) {
    let inside = |step: Step| Place { path: place.path.iter().cloned().chain([step]).collect(), ..place };
    found.push((place.clone(), policy));
    if let WrittenPolicy::Call(call) = policy {
        for (parameter, value) in call.arguments() {
            if let Value::Policy(inner) = value {
                list(inside(Step::Argument(parameter.name.to_string())), inner, found);
            }
        }
    }
    for (index, term) in combined(policy).into_iter().flatten().enumerate() {
        list(inside(Step::Term(index)), &term.policy, found);
    }
}

/// The terms of a combination; `None` for a call.
pub(super) fn combined(policy: &WrittenPolicy) -> Option<&[Term]> {
    policy.terms()
}

fn replaced(
    policy: &WrittenPolicy,
    path: &[Step],
    new: WrittenPolicy,
    catalogue: &Catalogue,
) -> Result<WrittenPolicy, ExpressionError> {
    let Some((step, rest)) = path.split_first() else { return Ok(new) };
    match (step, policy, combined(policy)) {
        (Step::Term(index), _, Some(terms)) => {
            let mut terms = terms.to_vec();
            terms[*index].policy = replaced(&terms[*index].policy, rest, new, catalogue)?;
            Ok(policy.with_terms(terms))
        }
        (Step::Argument(name), WrittenPolicy::Call(call), _) => {
            let inner = replaced(call.policy(name), rest, new, catalogue)?;
            call.with(catalogue, name, Value::Policy(inner)).map(WrittenPolicy::Call)
        }
        _ => unreachable!("the way to a policy leads through its expression"),
    }
}

/// How two policies become one.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Join {
    /// A blend, where both give values; a mixture otherwise.
    Blend(Option<Call>),
    Mixture(Option<Call>),
    Product,
    Switch(Border),
}

/// Two policies as one.
pub(super) fn joined(first: WrittenPolicy, second: WrittenPolicy, join: Join) -> WrittenPolicy {
    let values = first.gives() == Gives::Values && second.gives() == Gives::Values;
    let equal = |policy| Term { weight: Weight::Equal, policy };
    let terms = |first, second, schedule: Option<Call>| {
        let weight = schedule.map_or(Weight::Equal, Weight::Schedule);
        vec![Term { weight, policy: second }, equal(first)]
    };
    match join {
        Join::Blend(schedule) if values => WrittenPolicy::Blend(terms(first, second, schedule)),
        Join::Blend(schedule) | Join::Mixture(schedule) => WrittenPolicy::Linear(terms(first, second, schedule)),
        Join::Product => WrittenPolicy::Product(vec![equal(first), equal(second)]),
        Join::Switch(border) => WrittenPolicy::Switch(vec![equal(first), equal(second)], border),
    }
}

/// The canonical text of an expression without a budget.
pub(super) fn text_of(expression: &agent::Expression) -> String {
    let mut expression = expression.clone();
    expression.budget = None;
    expression.to_string()
}
