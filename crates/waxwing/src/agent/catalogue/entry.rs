//! One name of the expression language, and what belongs to it.

use std::fmt;
use std::sync::Arc;

use super::{Parameter, Role, Text};
use crate::agent::ExpressionError;
use crate::strategy::{Builder, Built, Setting};

/// One name of the language.
///
/// ```
/// use waxwing::agent::catalogue::{Entry, Parameter};
///
/// let entry = Entry::strategy("decaying-mast", "move averages that forget")
///     .cited("Tak, Winands and Björnsson 2014")
///     .taking([Parameter::number("gamma", 0.99, 0.0, 1.0, "what is left after each playout")]);
/// assert_eq!(entry.signature(), "decaying-mast(gamma=0.99)");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The name, lower case with hyphens.
    pub name: Text,
    /// Other names that mean the same; printing gives [`Entry::name`].
    pub aliases: Vec<Text>,
    /// What it is used as.
    pub role: Role,
    /// What it does, in one line.
    pub about: Text,
    /// Where it comes from.
    pub paper: Reference,
    /// Its parameters, in the order of positional arguments.
    pub parameters: Vec<Parameter>,
    /// What it needs of a game.
    pub needs: Vec<Need>,
    /// What a strategy gives for the actions of a state.
    pub giving: Giving,
    /// Options that cannot be given beside this one.
    pub excludes: Vec<Text>,
    pub(in crate::agent) maker: Option<Maker>,
}

impl Entry {
    /// A strategy that takes no parameters, needs nothing of the game and gives weights.
    pub fn strategy(name: impl Into<Text>, about: impl Into<Text>) -> Entry {
        Entry::of(Role::Strategy, name, about)
    }

    /// An entry with nothing but a role, a name and what it does.
    pub(in crate::agent) fn of(role: Role, name: impl Into<Text>, about: impl Into<Text>) -> Entry {
        Entry {
            name: name.into(),
            aliases: Vec::new(),
            role,
            about: about.into(),
            paper: Reference { rows: &[], citation: "".into() },
            parameters: Vec::new(),
            needs: Vec::new(),
            giving: Giving::Weights,
            excludes: Vec::new(),
            maker: None,
        }
    }

    /// The entry with where it comes from.
    pub fn cited(mut self, citation: impl Into<Text>) -> Entry {
        self.paper.citation = citation.into();
        self
    }

    /// The entry with its rows of `docs/papers.md`.
    pub(crate) fn in_papers(mut self, rows: &'static [&'static str]) -> Entry {
        self.paper.rows = rows;
        self
    }

    /// The entry with another name that means the same.
    pub fn also(mut self, alias: impl Into<Text>) -> Entry {
        self.aliases.push(alias.into());
        self
    }

    /// The entry with these parameters.
    pub fn taking(mut self, parameters: impl IntoIterator<Item = Parameter>) -> Entry {
        self.parameters.extend(parameters);
        self
    }

    /// The entry with what it needs of a game beyond its rules.
    pub fn needing(mut self, needs: impl IntoIterator<Item = Need>) -> Entry {
        self.needs.extend(needs);
        self
    }

    /// The entry with what it gives.
    pub fn giving(self, giving: Giving) -> Entry {
        Entry { giving, ..self }
    }

    /// The entry with what makes the strategy from a call. A catalogue takes no strategy without.
    pub fn built_by(
        self,
        build: impl Fn(&Setting<'_>) -> Result<Built, ExpressionError> + Send + Sync + 'static,
    ) -> Entry {
        Entry { maker: Some(Maker(Arc::new(build))), ..self }
    }

    /// The entry with options that cannot be given beside it.
    pub(in crate::agent) fn excluding<const N: usize>(self, others: [&'static str; N]) -> Entry {
        Entry { excludes: others.map(Text::from).into(), ..self }
    }

    /// The index of a parameter.
    pub fn parameter(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|parameter| parameter.name == name)
    }

    /// Whether this is its name, or another one that means the same.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }

    /// The name with all parameters and their defaults: `uct(c=0.7)`. A parameter without a default is named alone.
    pub fn signature(&self) -> String {
        let parameters: Vec<String> = self.parameters.iter().map(Parameter::to_string).collect();
        if parameters.is_empty() { self.name.to_string() } else { format!("{}({})", self.name, parameters.join(", ")) }
    }
}

/// What makes a strategy.
#[derive(Clone)]
pub(in crate::agent) struct Maker(pub Arc<Builder>);

impl fmt::Debug for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Maker")
    }
}

/// Where an entry comes from: its rows of `docs/papers.md`, and a short citation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The keys of the rows, such as `mast`; empty for what is in none of the five papers.
    pub rows: &'static [&'static str],
    /// Such as `Finnsson and Björnsson 2008`.
    pub citation: Text,
}

/// What an entry needs of a game beyond its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A division of the game into episodes.
    Episodes,
    /// Predicates that hold in a state or not.
    Predicates,
    /// An evaluation function.
    Evaluation,
    /// Weights of moves in informed playouts.
    Weights,
    /// Expert playouts.
    Expert,
    /// Categories of moves with their probabilities.
    Categories,
    /// Prior win rates of actions.
    Priors,
    /// Features of states.
    Features,
    /// Values of moves.
    MoveValues,
    /// What actions say of what is hidden.
    Beliefs,
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Need::Episodes => "episodes",
            Need::Predicates => "predicates",
            Need::Evaluation => "an evaluation",
            Need::Weights => "weights of moves",
            Need::Expert => "expert playouts",
            Need::Categories => "categories of moves",
            Need::Priors => "prior win rates",
            Need::Features => "features",
            Need::MoveValues => "values of moves",
            Need::Beliefs => "beliefs (what actions say of what is hidden)",
        })
    }
}

/// What a strategy gives, which may depend on an argument. [`Call::gives`](crate::agent::Call::gives) answers for a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Giving {
    /// Always values.
    Values,
    /// Always weights.
    Weights,
    /// Values if a choice has one particular value, weights otherwise.
    ValuesIf {
        /// The name of the parameter.
        parameter: Text,
        /// The choice that gives values.
        choice: Text,
    },
}
