//! The expression of an agent: what a text means once every name and number in it has been checked.

use std::str::FromStr;
use std::sync::Arc;

use super::call::Call;
use super::catalogue::{Catalogue, Gives};
use super::error::ExpressionError;
use super::presets::Preset;
use super::{check, syntax};
use crate::icarus::Phase;
use crate::thinking::Budget;

/// An agent as a text says it: a search with its strategies, a player or a preset, with options and a budget.
///
/// ```
/// use waxwing::agent::WrittenPolicy;
/// use waxwing::{Budget, Expression};
///
/// let expression = Expression::parse("rave(250) > mast+nast(n=2) with final(value) @5000")?;
/// assert_eq!(expression.to_string(), "rave > mast + nast with final(by=value) @5000");
/// assert_eq!(expression.budget, Some(Budget::Iterations(5000)));
///
/// let Some(WrittenPolicy::Call(rave)) = expression.tree() else { panic!("a single strategy") };
/// assert_eq!(rave.number("k"), 250.0);
/// assert_eq!(expression.option("final").unwrap().choice("by"), "value");
/// # Ok::<(), waxwing::agent::ExpressionError>(())
/// ```
///
/// Printing gives the canonical text, and parsing that gives an equal expression. Equality does not look at the text
/// an expression was read from.
#[derive(Clone, Debug)]
pub struct Expression {
    /// What chooses the actions.
    pub body: Body,
    /// What follows `with`; [`Expression::all_options`] also has those of a preset.
    pub options: Vec<Call>,
    /// What follows `@`.
    pub budget: Option<Budget>,
    pub(super) catalogue: Catalogue,
    pub(super) source: Arc<str>,
}

/// What chooses the actions.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// A tree search: `tree > playout`; without `>` the one policy is followed everywhere.
    Search {
        /// The policy in the tree.
        tree: WrittenPolicy,
        /// The policy below it.
        playout: Option<WrittenPolicy>,
    },
    /// An agent that is not composed of strategies.
    Player(Call),
    /// An expression with a name, such as `icarus/NRML`.
    Preset(&'static Preset),
}

/// A strategy or a combination of strategies.
#[derive(Clone, Debug, PartialEq)]
pub enum WrittenPolicy {
    /// One strategy.
    Call(Call),
    /// The linear combination `a + b`: a term is drawn by weight for each choice. At least two terms.
    Linear(Vec<Term>),
    /// The maxilinear combination `blend(a, b)`: a greatest weighted sum of the terms' values. At least two terms.
    Blend(Vec<Term>),
    /// The majority `vote(a, b, c)`: each term's choice is a vote, as heavy as its weight. At least two terms.
    Vote(Vec<Term>),
    /// The product of distributions `product(a, b)`. At least two terms, all of them equal.
    Product(Vec<Term>),
    /// One policy and, from some moment of an iteration on, another: `switch(a, b, depth=4)`. Two terms, both of them equal.
    Switch(Vec<Term>, Border),
}

/// From where on the second policy of a `switch` chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border {
    /// From this many plies below the root on.
    Depth(u32),
    /// From this phase on: [`Phase::Expansion`] or [`Phase::Simulation`].
    Phase(Phase),
}

impl Border {
    /// Whether a moment of an iteration lies beyond it.
    pub(crate) fn is_behind(self, phase: Phase, depth: usize) -> bool {
        match self {
            Border::Depth(plies) => depth >= plies as usize,
            Border::Phase(Phase::Simulation) => phase == Phase::Simulation,
            Border::Phase(_) => phase != Phase::Selection,
        }
    }
}

impl WrittenPolicy {
    /// The terms of a combination; `None` for one strategy.
    pub fn terms(&self) -> Option<&[Term]> {
        match self {
            WrittenPolicy::Call(_) => None,
            WrittenPolicy::Linear(terms)
            | WrittenPolicy::Blend(terms)
            | WrittenPolicy::Vote(terms)
            | WrittenPolicy::Product(terms)
            | WrittenPolicy::Switch(terms, _) => Some(terms),
        }
    }

    /// The same combination of other terms; a strategy is left as it is.
    ///
    /// ```
    /// use waxwing::Expression;
    ///
    /// let expression = Expression::parse("vote(mast, nast, lgrf)")?;
    /// let vote = expression.tree().unwrap();
    /// let terms = vote.terms().unwrap()[..2].to_vec();
    /// assert_eq!(vote.with_terms(terms).to_string(), "vote(mast, nast)");
    /// # Ok::<(), waxwing::agent::ExpressionError>(())
    /// ```
    pub fn with_terms(&self, terms: Vec<Term>) -> WrittenPolicy {
        match self {
            WrittenPolicy::Call(_) => self.clone(),
            WrittenPolicy::Linear(_) => WrittenPolicy::Linear(terms),
            WrittenPolicy::Blend(_) => WrittenPolicy::Blend(terms),
            WrittenPolicy::Vote(_) => WrittenPolicy::Vote(terms),
            WrittenPolicy::Product(_) => WrittenPolicy::Product(terms),
            WrittenPolicy::Switch(_, border) => WrittenPolicy::Switch(terms, *border),
        }
    }

    /// Whether the policy gives values, which a `blend` can take, or weights.
    pub fn gives(&self) -> Gives {
        match self {
            WrittenPolicy::Call(call) => call.gives(),
            WrittenPolicy::Linear(_) | WrittenPolicy::Vote(_) | WrittenPolicy::Product(_) => Gives::Weights,
            WrittenPolicy::Blend(_) => Gives::Values,
            WrittenPolicy::Switch(terms, _) => match terms.iter().any(|term| term.policy.gives() == Gives::Weights) {
                true => Gives::Weights,
                false => Gives::Values,
            },
        }
    }

    /// Whether one of its strategies keeps what it learns for the whole game.
    pub(super) fn keeps(&self) -> bool {
        match self {
            WrittenPolicy::Call(call) => call.keeps(),
            combined => combined.terms().into_iter().flatten().any(|term| term.policy.keeps()),
        }
    }
}

/// One part of a combination.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// How much it counts.
    pub weight: Weight,
    /// What it is.
    pub policy: WrittenPolicy,
}

/// How much a term counts. In a combination either all terms are [`Equal`](Weight::Equal), or all have numbers, or one
/// has a schedule and the others are equal.
#[derive(Clone, Debug, PartialEq)]
pub enum Weight {
    /// As much as every other term that is equal; beside a schedule λ, these terms share 1 - λ.
    Equal,
    /// As much as this number in proportion to the sum of all.
    Number(f64),
    /// The share λ that a schedule says.
    Schedule(Call),
}

impl Expression {
    /// Reads an expression with the names of [`Catalogue::built_in`]. The error points at the place in the text.
    pub fn parse(text: &str) -> Result<Expression, ExpressionError> {
        Expression::parse_with(text, &Catalogue::built_in())
    }

    /// Reads an expression with the names of a catalogue, which it remembers. The error points at the place in the text.
    pub fn parse_with(text: &str, catalogue: &Catalogue) -> Result<Expression, ExpressionError> {
        check::expression(syntax::parse_expression(text, catalogue)?, catalogue)
    }

    /// The catalogue that it was read with.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The text this expression was read from; [`to_string`](ToString::to_string) gives the canonical one.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The policy in the tree, also of a preset; `None` for a player.
    pub fn tree(&self) -> Option<&WrittenPolicy> {
        match &self.body {
            Body::Search { tree, .. } => Some(tree),
            Body::Player(_) => None,
            Body::Preset(preset) => preset.expression().tree(),
        }
    }

    /// The policy below the tree, also of a preset; `None` if it is the tree's own, and for a player.
    pub fn playout(&self) -> Option<&WrittenPolicy> {
        match &self.body {
            Body::Search { playout, .. } => playout.as_ref(),
            Body::Player(_) => None,
            Body::Preset(preset) => preset.expression().playout(),
        }
    }

    /// The player, also of a preset; `None` for a search.
    pub fn player(&self) -> Option<&Call> {
        match &self.body {
            Body::Search { .. } => None,
            Body::Player(call) => Some(call),
            Body::Preset(preset) => preset.expression().player(),
        }
    }

    /// All options: those of a preset first, then those that follow `with`. No option occurs twice.
    pub fn all_options(&self) -> impl Iterator<Item = &Call> {
        let own = match &self.body {
            Body::Preset(preset) => &preset.expression().options[..],
            _ => &[],
        };
        own.iter().chain(&self.options)
    }

    /// An option by its name.
    pub fn option(&self, name: &str) -> Option<&Call> {
        self.all_options().find(|option| option.name() == name)
    }

    /// Whether what one search of a game has found goes into the next one: the tree (`reuse`), what a strategy learns for the
    /// whole game (`keep=game`), or the table of a classical player.
    ///
    /// ```
    /// use waxwing::Expression;
    ///
    /// let keeps = |text| Expression::parse(text).unwrap().keeps();
    /// assert!(keeps("uct with reuse") && keeps("uct > bhrf(else=mast)") && keeps("ab @d4"));
    /// assert!(!keeps("rave > mast + nast with solver") && !keeps("uct > bhrf(keep=search)"));
    /// ```
    pub fn keeps(&self) -> bool {
        let policies = || self.tree().into_iter().chain(self.playout());
        let options = || self.all_options();
        self.player().is_some_and(|player| player.name() != "random")
            || options().any(|option| option.name() == "reuse" || option.keeps())
            || policies().any(WrittenPolicy::keeps)
    }
}

impl PartialEq for Expression {
    fn eq(&self, other: &Expression) -> bool {
        (&self.body, &self.options, &self.budget) == (&other.body, &other.options, &other.budget)
    }
}

impl FromStr for Expression {
    type Err = ExpressionError;

    fn from_str(text: &str) -> Result<Expression, ExpressionError> {
        Expression::parse(text)
    }
}
