//! What a new entry must keep to.

use std::fmt;
use std::sync::Arc;

use super::{Catalogue, Constant, Domain, Entry, Giving, Parameter, Role, Text};
use crate::agent::call::Value;
use crate::agent::check::Checker;
use crate::agent::operators::operator;
use crate::agent::syntax;

/// Why a catalogue does not take an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CatalogueError {
    /// Only strategies can be added.
    NotAStrategy(Role),
    /// The entry does not say what builds it ([`Entry::built_by`]).
    NoBuilder(String),
    /// Not a name: lower case letters, digits and hyphens, of which the first is a letter, and no word of the grammar.
    IllFormed(String),
    /// The catalogue has a strategy of this name.
    Taken(String),
    /// It is one of [`LEVELS`].
    Level(String),
    /// Two parameters of an entry have this name.
    Repeated {
        /// The entry.
        entry: String,
        /// The parameter.
        parameter: String,
    },
    /// The default of a parameter is none of the values it can have, or a policy that cannot be read.
    Default {
        /// The entry.
        entry: String,
        /// The parameter.
        parameter: String,
        /// What is wrong.
        reason: String,
    },
    /// [`Giving::ValuesIf`] names a parameter, or a choice of it, that the entry does not have.
    Giving(String),
}

impl fmt::Display for CatalogueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CatalogueError::NotAStrategy(role) => write!(f, "only strategies can be added, not a {role}"),
            CatalogueError::NoBuilder(name) => write!(f, "nothing builds `{name}`"),
            CatalogueError::IllFormed(name) => write!(
                f,
                "`{name}` is no name: a name has lower case letters, digits and hyphens, begins with a letter, and is no word of the grammar such as `with` or `blend`"
            ),
            CatalogueError::Taken(name) => write!(f, "there is a strategy `{name}` already"),
            CatalogueError::Level(name) => {
                write!(f, "`{name}` is a level of strength, and no strategy can have its name")
            }
            CatalogueError::Repeated { entry, parameter } => {
                write!(f, "`{entry}` has two parameters `{parameter}`")
            }
            CatalogueError::Default { entry, parameter, reason } => {
                write!(f, "the default of `{parameter}` of `{entry}`: {reason}")
            }
            CatalogueError::Giving(entry) => {
                write!(f, "what `{entry}` gives depends on a choice that is none of its parameters")
            }
        }
    }
}

impl std::error::Error for CatalogueError {}

/// The names of a game's agents by their strength, the weakest first. They are no words of the language, but can be written
/// where an expression can, so that no strategy has one.
pub const LEVELS: [&str; 4] = ["easy", "medium", "hard", "best"];

fn is_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_lowercase())
        && letters.all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
        && name != "with"
        && operator(name).is_none()
}

impl Catalogue {
    /// The catalogue with one more strategy. Fails if its name is taken or ill-formed, or one of its parameters is.
    ///
    /// ```
    /// use waxwing::agent::catalogue::{Catalogue, CatalogueError, Entry};
    ///
    /// let mast = Entry::strategy("mast", "another one").built_by(|setting| Err(setting.call().error("not yet")));
    /// assert_eq!(Catalogue::built_in().with(mast).unwrap_err(), CatalogueError::Taken("mast".into()));
    /// ```
    pub fn with(self, entry: Entry) -> Result<Catalogue, CatalogueError> {
        match entry.role {
            Role::Strategy if entry.maker.is_some() => self.adding(entry),
            Role::Strategy => Err(CatalogueError::NoBuilder(entry.name.to_string())),
            role => Err(CatalogueError::NotAStrategy(role)),
        }
    }

    pub(super) fn adding(mut self, mut entry: Entry) -> Result<Catalogue, CatalogueError> {
        for name in entry.aliases.iter().chain([&entry.name]) {
            check_name(name)?;
            if LEVELS.contains(&&**name) {
                return Err(CatalogueError::Level(name.to_string()));
            }
            if self.find(entry.role, name).is_some() {
                return Err(CatalogueError::Taken(name.to_string()));
            }
        }
        for (index, parameter) in entry.parameters.iter().enumerate() {
            check_name(&parameter.name)?;
            if entry.parameters[..index].iter().any(|other| other.name == parameter.name) {
                let (entry, parameter) = (entry.name.to_string(), parameter.name.to_string());
                return Err(CatalogueError::Repeated { entry, parameter });
            }
        }
        if let Giving::ValuesIf { parameter, choice } = &entry.giving {
            let has_choice = |found: &Parameter| {
                found.name == *parameter && matches!(&found.domain, Domain::Choice(names) if names.contains(choice))
            };
            if !entry.parameters.iter().any(has_choice) {
                return Err(CatalogueError::Giving(entry.name.to_string()));
            }
        }
        for parameter in &mut entry.parameters {
            parameter.value = self.default_of(parameter).map_err(|reason| {
                let (entry, parameter) = (entry.name.to_string(), parameter.name.to_string());
                CatalogueError::Default { entry, parameter, reason }
            })?;
        }
        Arc::make_mut(&mut self.entries).push(Arc::new(entry));
        Ok(self)
    }

    /// The default of a parameter as a value, if it is one of those it can have.
    fn default_of(&self, parameter: &Parameter) -> Result<Option<Value>, String> {
        let Some(default) = &parameter.default else { return Ok(None) };
        let refused = || Err(format!("it is not {}", parameter.domain));
        match (default, &parameter.domain) {
            (Constant::Number(number), Domain::Number { min, max, open })
                if number <= max && (number > min || !open && number == min) => {}
            (Constant::Integer(number), Domain::Integer { min, max }) if (min..=max).contains(&number) => {}
            (Constant::Name(name), Domain::Choice(names)) if names.contains(name) => {}
            (Constant::Name(_), Domain::Evaluation | Domain::Weighting | Domain::Contexts)
            | (Constant::Text(_), Domain::Text) => {}
            (Constant::Policy(text), Domain::Policy) => {
                let read = syntax::parse_policy(text, self).and_then(|raw| {
                    let source = Arc::from(&**text);
                    Checker { catalogue: self, source: &source }.policy(&raw)
                });
                return read.map(|policy| Some(Value::Policy(policy))).map_err(|error| error.summary());
            }
            _ => return refused(),
        }
        Ok(parameter.default_value())
    }
}

fn check_name(name: &Text) -> Result<(), CatalogueError> {
    if is_name(name) { Ok(()) } else { Err(CatalogueError::IllFormed(name.to_string())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Expression;

    fn refused(entry: Entry) -> CatalogueError {
        Catalogue::built_in().with(entry).unwrap_err()
    }

    fn built(entry: Entry) -> Entry {
        entry.built_by(|setting| Err(setting.call().error("not in a test")))
    }

    fn named(name: &'static str) -> Entry {
        built(Entry::strategy(name, "for a test"))
    }

    #[test]
    fn names_must_be_free_and_well_formed() {
        for name in ["", "Mast", "my mast", "2nd", "-a", "with", "blend", "vote", "product", "switch", "mäst"] {
            assert_eq!(refused(named(name)), CatalogueError::IllFormed(name.into()));
        }
        assert_eq!(refused(named("uct")), CatalogueError::Taken("uct".into()));
        assert_eq!(refused(named("mine").also("rave")), CatalogueError::Taken("rave".into()));
        assert_eq!(refused(named("mine").also("best")), CatalogueError::Level("best".into()));
        // Names are unique within a role: an option's name is free for a strategy.
        assert!(Catalogue::built_in().with(named("solver")).is_ok());
        let unbuilt = Entry::strategy("mine", "for a test");
        assert_eq!(refused(unbuilt), CatalogueError::NoBuilder("mine".into()));
        let option = Entry::of(Role::Option, "mine", "for a test");
        assert_eq!(refused(option), CatalogueError::NotAStrategy(Role::Option));
    }

    #[test]
    fn parameters_must_be_told_apart_and_have_defaults_in_their_domains() {
        let x = |default| Parameter::number("x", default, 0.0, 1.0, "a number");
        let twice = CatalogueError::Repeated { entry: "mine".into(), parameter: "x".into() };
        assert_eq!(refused(named("mine").taking([x(0.5), x(0.5)])), twice);
        let outside = refused(named("mine").taking([x(2.0)])).to_string();
        assert_eq!(outside, "the default of `x` of `mine`: it is not a number from 0 to 1");
        let open = refused(named("mine").taking([Parameter::positive("x", 0.0, 1.0, "a number")])).to_string();
        assert_eq!(open, "the default of `x` of `mine`: it is not a number above 0 up to 1");
        let none = refused(named("mine").taking([Parameter::policy("else", "vast", "a policy")])).to_string();
        assert_eq!(none, "the default of `else` of `mine`: 1:1: unknown strategy `vast`; did you mean `mast`?");
        let giving = Giving::ValuesIf { parameter: "x".into(), choice: "y".into() };
        assert_eq!(refused(named("mine").taking([x(0.5)]).giving(giving)), CatalogueError::Giving("mine".into()));
    }

    #[test]
    fn an_expression_is_read_with_the_names_of_its_catalogue() {
        let x = Parameter::number("x", 0.5, 0.0, 1.0, String::from("a number"));
        let catalogue =
            Catalogue::built_in().with(built(Entry::strategy(String::from("mine"), "ours").taking([x]))).unwrap();
        let expression = Expression::parse_with("uct > mine(x=0.25) + mast", &catalogue).unwrap();
        assert_eq!(expression.to_string(), "uct > mine(x=0.25) + mast");
        assert_eq!(expression.catalogue().entries(Role::Strategy).last().unwrap().name, "mine");
        let error = Expression::parse_with("uct > mne", &catalogue).unwrap_err();
        assert_eq!(error.help(), Some("did you mean `mine`?"));
        assert_eq!(Expression::parse("uct > mine").unwrap_err().message(), "unknown strategy `mine`");
    }
}
