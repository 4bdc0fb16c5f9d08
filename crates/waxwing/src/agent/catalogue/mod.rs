//! The catalogue: every name of the expression language with its parameters, defaults and ranges, declared once.
//!
//! Parser checks, error messages, listings and forms all come from here. [`Catalogue::built_in`] has what comes with the
//! library, and [`Catalogue::with`] adds strategies of one's own; an expression remembers the catalogue that it was read with.
//!
//! ```
//! use waxwing::agent::catalogue::{Catalogue, Role};
//!
//! let catalogue = Catalogue::built_in();
//! let nast = catalogue.find(Role::Strategy, "nast").unwrap();
//! assert_eq!(nast.signature(), "nast(n=2, c=0.7, short=shorter, prefix=no)");
//! assert_eq!(nast.parameters[0].domain.to_string(), "a whole number from 1 to 8");
//! ```

mod adding;
mod entry;
mod options;
mod parameter;
mod schedules;

use crate::icarus;
pub use crate::icarus::Gives;
pub use adding::{CatalogueError, LEVELS};
pub use entry::{Entry, Giving, Need, Reference};
pub use parameter::{Constant, Domain, Parameter};

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, LazyLock};

/// A text that is part of the program, or made while it runs.
pub type Text = Cow<'static, str>;

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

/// The names that expressions may use; the default has none. A clone shares the entries, and costs nothing.
#[derive(Clone, Default)]
pub struct Catalogue {
    entries: Arc<Vec<Arc<Entry>>>,
}

impl Catalogue {
    /// What comes with the library.
    pub fn built_in() -> Catalogue {
        static BUILT_IN: LazyLock<Catalogue> = LazyLock::new(|| {
            let entries = [icarus::entries(), schedules::schedules(), options::options(), options::players()];
            entries.into_iter().flatten().fold(Catalogue::default(), |catalogue, entry| {
                catalogue.adding(entry).unwrap_or_else(|error| panic!("an entry of our own is wrong: {error}"))
            })
        });
        BUILT_IN.clone()
    }

    /// The entries of a role, in the order in which they are best listed.
    pub fn entries(&self, role: Role) -> impl Iterator<Item = &Entry> + Clone {
        self.entries.iter().map(|entry| &**entry).filter(move |entry| entry.role == role)
    }

    /// The entries of all roles, one role after the other.
    pub fn all_entries(&self) -> impl Iterator<Item = &Entry> + Clone {
        Role::ALL.into_iter().flat_map(|role| self.entries(role))
    }

    /// The entry of a name or alias in a role.
    pub fn find(&self, role: Role, name: &str) -> Option<&Entry> {
        self.entries(role).find(|entry| entry.is_called(name))
    }

    /// The names of a role, `uct, amaf, …`.
    pub fn names(&self, role: Role) -> String {
        let names: Vec<&str> = self.entries(role).map(|entry| &*entry.name).collect();
        names.join(", ")
    }

    /// Likewise, for a call that keeps it.
    pub(super) fn share(&self, role: Role, name: &str) -> Option<&Arc<Entry>> {
        self.entries.iter().find(|entry| entry.role == role && entry.is_called(name))
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Catalogue({} entries)", self.entries.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::PRESETS;

    #[test]
    fn every_entry_is_described_and_cited_in_one_line() {
        for entry in Catalogue::built_in().all_entries() {
            assert!(entry.about.len() > 20 && !entry.about.contains('\n'), "{}", entry.name);
            let citation = &entry.paper.citation;
            assert!(citation.len() > 5 && !citation.contains('\n'), "{} cites nothing", entry.name);
            assert!(entry.parameters.iter().all(|parameter| parameter.about.len() > 10), "{}", entry.name);
        }
    }

    #[test]
    fn every_row_that_is_cited_is_in_the_table_of_the_papers() {
        let papers = include_str!("../../../../../docs/papers.md");
        let catalogue = Catalogue::built_in();
        let cited = catalogue.all_entries().map(|entry| &entry.paper).chain(PRESETS.iter().map(|preset| &preset.paper));
        let missing = |row: &&str| !papers.contains(&format!("<a id=\"{row}\">"));
        let missing: Vec<&str> = cited.flat_map(|paper| paper.rows).copied().filter(missing).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn exclusions_name_what_exists() {
        let catalogue = Catalogue::built_in();
        for entry in catalogue.all_entries() {
            for other in &entry.excludes {
                let other = catalogue.find(entry.role, other).expect("what is excluded exists");
                assert!(other.excludes.contains(&entry.name), "{} and {}", entry.name, other.name);
            }
        }
    }

    #[test]
    fn a_catalogue_lists_the_entries_of_a_role_in_their_order() {
        let catalogue = Catalogue::built_in();
        assert!(catalogue.names(Role::Strategy).starts_with("uct, uniform, amaf, rave"));
        assert_eq!(catalogue.names(Role::Schedule), "rave, fade");
        let roles: Vec<Role> = catalogue.all_entries().map(|entry| entry.role).collect();
        assert!(roles.is_sorted_by_key(|role| Role::ALL.iter().position(|other| other == role)));
    }
}
