//! The catalogue: every name of the expression language with its parameters, defaults and ranges, declared once.
//!
//! Parser checks, error messages, listings and forms all come from here. To add a name, add an [`Entry`] to
//! `strategies.rs` or `options.rs`; nothing else of the language changes.
//!
//! ```
//! use waxwing::agent::catalogue::{Role, find};
//!
//! let nast = find(Role::Strategy, "nast").unwrap();
//! assert_eq!(nast.signature(), "nast(n=2, c=0.7, short=shorter, prefix=no)");
//! assert_eq!(nast.parameters[0].domain.to_string(), "a whole number from 1 to 8");
//! ```

mod options;
mod strategies;

pub use crate::icarus::Gives;

use std::fmt;

use super::print::Decimal;

/// What a name can be used as. Names are unique within a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// An information capture and reuse strategy: `uct`, `mast`.
    Strategy,
    /// A weight that changes with the visits of the current node: `[rave(k=250)]`.
    Schedule,
    /// What follows `with`: `solver`, `final(value)`.
    Option,
    /// An agent that is not composed of strategies: `random`.
    Player,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 4] = [Role::Strategy, Role::Schedule, Role::Option, Role::Player];

    /// The entries of this role, in the order in which they are best listed.
    pub fn entries(self) -> &'static [Entry] {
        match self {
            Role::Strategy => strategies::STRATEGIES,
            Role::Schedule => strategies::SCHEDULES,
            Role::Option => options::OPTIONS,
            Role::Player => options::PLAYERS,
        }
    }

    /// The names of this role, `uct, amaf, …`.
    pub fn names(self) -> String {
        let names: Vec<&str> = self.entries().iter().map(|entry| entry.name).collect();
        names.join(", ")
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Strategy => "strategy",
            Role::Schedule => "schedule",
            Role::Option => "option",
            Role::Player => "player",
        })
    }
}

/// One name of the language.
#[derive(Debug)]
pub struct Entry {
    /// The name, lower case with hyphens.
    pub name: &'static str,
    /// Other names that mean the same; printing gives [`Entry::name`].
    pub aliases: &'static [&'static str],
    /// What it is used as.
    pub role: Role,
    /// What it does, in one line.
    pub about: &'static str,
    /// Where it comes from.
    pub paper: Reference,
    /// Its parameters, in the order of positional arguments.
    pub parameters: &'static [Parameter],
    /// What it needs of a game.
    pub needs: &'static [Need],
    /// What a strategy gives for the actions of a state.
    pub giving: Giving,
    /// Options that cannot stand beside this one.
    pub excludes: &'static [&'static str],
}

impl Entry {
    /// An entry with nothing but a role, to write the others shorter.
    const fn of(role: Role) -> Entry {
        Entry {
            name: "",
            aliases: &[],
            role,
            about: "",
            paper: Reference { rows: &[], citation: "" },
            parameters: &[],
            needs: &[],
            giving: Giving::Weights,
            excludes: &[],
        }
    }

    /// The index of a parameter.
    pub fn parameter(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|parameter| parameter.name == name)
    }

    /// The name with all parameters and their defaults: `uct(c=0.7)`. A parameter without default stands alone.
    pub fn signature(&self) -> String {
        let parameters: Vec<String> = self.parameters.iter().map(Parameter::to_string).collect();
        if parameters.is_empty() { self.name.to_string() } else { format!("{}({})", self.name, parameters.join(", ")) }
    }
}

/// Where an entry comes from: its rows of `docs/papers.md`, and a short citation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The keys of the rows, such as `mast`; empty for what is in none of the five papers.
    pub rows: &'static [&'static str],
    /// Such as `Finnsson and Björnsson 2008`.
    pub citation: &'static str,
}

/// A parameter of an entry.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name, unique within the entry.
    pub name: &'static str,
    /// What it can be.
    pub domain: Domain,
    /// What it is when it is not given; `None` if it must be given.
    pub default: Option<Constant>,
    /// What it means, in one line.
    pub about: &'static str,
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        match self.default {
            None => Ok(()),
            Some(Constant::Number(number)) => write!(f, "={}", Decimal(number)),
            Some(Constant::Integer(number)) => write!(f, "={number}"),
            Some(Constant::Name(name) | Constant::Policy(name)) => write!(f, "={name}"),
            Some(Constant::Text(text)) => write!(f, "={text:?}"),
        }
    }
}

/// What a parameter can be.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    Choice(&'static [&'static str]),
    /// The name of one of the game's evaluation functions, or `default`.
    Evaluation,
    /// The name of one of the game's ways to weigh moves in informed playouts, or `default`.
    Weighting,
    /// A text in quotes.
    Text,
    /// Another policy.
    Policy,
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Domain::Number { min, max, open: true } => {
                write!(f, "a number above {} up to {}", Decimal(min), Decimal(max))
            }
            Domain::Number { min, max, open: false } => write!(f, "a number from {} to {}", Decimal(min), Decimal(max)),
            Domain::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Domain::Choice([only]) => write!(f, "`{only}`"),
            Domain::Choice(names) => {
                let (last, others) = names.split_last().expect("a choice has names");
                let others: Vec<String> = others.iter().map(|name| format!("`{name}`")).collect();
                write!(f, "{} or `{last}`", others.join(", "))
            }
            Domain::Evaluation => f.write_str("the name of an evaluation of the game, or `default`"),
            Domain::Weighting => f.write_str("the name of a weighting of the game, or `default`"),
            Domain::Text => f.write_str("a text in quotes"),
            Domain::Policy => f.write_str("a policy"),
        }
    }
}

/// The value of a parameter that is not given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// For [`Domain::Number`].
    Number(f64),
    /// For [`Domain::Integer`].
    Integer(u64),
    /// For [`Domain::Choice`], [`Domain::Evaluation`] and [`Domain::Weighting`].
    Name(&'static str),
    /// For [`Domain::Text`].
    Text(&'static str),
    /// For [`Domain::Policy`], as an expression.
    Policy(&'static str),
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
        })
    }
}

/// What a strategy gives, which may depend on an argument. [`Call::gives`](super::Call::gives) answers for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Giving {
    /// Always values.
    Values,
    /// Always weights.
    Weights,
    /// Values if a choice has one particular value, weights otherwise.
    ValuesIf {
        /// The name of the parameter.
        parameter: &'static str,
        /// The choice that gives values.
        choice: &'static str,
    },
}

/// The entry of a name or alias in a role.
pub fn find(role: Role, name: &str) -> Option<&'static Entry> {
    role.entries().iter().find(|entry| entry.name == name || entry.aliases.contains(&name))
}

const fn number(name: &'static str, default: f64, min: f64, max: f64, about: &'static str) -> Parameter {
    let domain = Domain::Number { min, max, open: false };
    Parameter { name, domain, default: Some(Constant::Number(default)), about }
}

const fn positive(name: &'static str, default: f64, max: f64, about: &'static str) -> Parameter {
    let domain = Domain::Number { min: 0.0, max, open: true };
    Parameter { name, domain, default: Some(Constant::Number(default)), about }
}

const fn integer(name: &'static str, default: u64, min: u64, max: u64, about: &'static str) -> Parameter {
    Parameter { name, domain: Domain::Integer { min, max }, default: Some(Constant::Integer(default)), about }
}

/// A choice whose first name is the default.
const fn choice(name: &'static str, names: &'static [&'static str], about: &'static str) -> Parameter {
    Parameter { name, domain: Domain::Choice(names), default: Some(Constant::Name(names[0])), about }
}

const EVALUATION: Parameter = Parameter {
    name: "eval",
    domain: Domain::Evaluation,
    default: Some(Constant::Name("default")),
    about: "which of the game's evaluations; `default` is the one the game puts first",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::{Call, PRESETS};

    fn is_name(name: &str) -> bool {
        let mut letters = name.chars();
        letters.next().is_some_and(|c| c.is_ascii_lowercase())
            && letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    }

    #[test]
    fn names_are_well_formed_and_unique_within_their_role() {
        for role in Role::ALL {
            let names: Vec<&str> =
                role.entries().iter().flat_map(|entry| entry.aliases.iter().copied().chain([entry.name])).collect();
            for (i, name) in names.iter().enumerate() {
                assert!(is_name(name) && !["with", "blend"].contains(name), "{name}");
                assert!(!names[..i].contains(name), "{name} stands twice among the {role} names");
            }
        }
    }

    #[test]
    fn every_entry_is_described_and_cited_in_one_line() {
        for entry in Role::ALL.iter().flat_map(|role| role.entries()) {
            assert!(entry.about.len() > 20 && !entry.about.contains('\n'), "{}", entry.name);
            let citation = entry.paper.citation;
            assert!(citation.len() > 5 && !citation.contains('\n'), "{} cites nothing", entry.name);
            for parameter in entry.parameters {
                assert!(is_name(parameter.name) && parameter.about.len() > 10, "{} {}", entry.name, parameter.name);
                assert_eq!(entry.parameters.iter().filter(|other| other.name == parameter.name).count(), 1);
            }
        }
    }

    #[test]
    fn every_row_that_is_cited_is_in_the_table_of_the_papers() {
        let papers = include_str!("../../../../../docs/papers.md");
        let entries = Role::ALL.iter().flat_map(|role| role.entries());
        let cited = entries.map(|entry| entry.paper).chain(PRESETS.iter().map(|preset| preset.paper));
        let missing = |row: &&str| !papers.contains(&format!("<a id=\"{row}\">"));
        let missing: Vec<&str> = cited.flat_map(|paper| paper.rows).copied().filter(missing).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn every_default_lies_in_its_domain() {
        for entry in Role::ALL.iter().flat_map(|role| role.entries()) {
            let given: Vec<String> = entry
                .parameters
                .iter()
                .filter(|parameter| parameter.default.is_some())
                .map(|p| p.to_string())
                .collect();
            let required = entry.parameters.iter().filter(|parameter| parameter.default.is_none());
            let value = |domain| if domain == Domain::Text { "\"1\"" } else { "1" };
            let ones = required.map(|parameter| format!("{}={}", parameter.name, value(parameter.domain)));
            let arguments: Vec<String> = given.into_iter().chain(ones).collect();
            let text = format!("{}({})", entry.name, arguments.join(", "));
            let raw = crate::agent::parse_call(&text).unwrap();
            Call::check(entry, &raw).unwrap_or_else(|error| panic!("{error}"));
        }
    }

    #[test]
    fn exclusions_and_conditions_name_what_exists() {
        for entry in Role::ALL.iter().flat_map(|role| role.entries()) {
            for other in entry.excludes {
                assert!(find(entry.role, other).is_some_and(|other| other.excludes.contains(&entry.name)));
            }
            if let Giving::ValuesIf { parameter, choice } = entry.giving {
                let index = entry.parameter(parameter).unwrap();
                assert!(matches!(entry.parameters[index].domain, Domain::Choice(names) if names.contains(&choice)));
            }
        }
    }
}
