//! The words that shells complete where a game or an agent is expected: names that can be typed alone. What may be added to
//! them, options in parentheses and the rest of an expression, is read later, by the workshop.

use std::any::TypeId;
use std::ffi::OsStr;
use std::sync::Arc;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use waxwing::agent::PRESETS;
use waxwing::agent::catalogue::Role;
use waxwing_workshop::{Level, Workshop};

/// What can stand where a game, an agent or a word of the catalogue is expected.
pub struct Words {
    games: Known,
    agents: Known,
    catalogue: Known,
}

impl Words {
    /// The names of a workshop.
    pub fn of(workshop: &Workshop) -> Words {
        let catalogue = workshop.catalogue();
        let entries = |role| catalogue.entries(role).map(|entry| entry.name.to_string()).collect::<Vec<_>>();
        let presets = PRESETS.iter().map(ToString::to_string);
        let levels = Level::ALL.iter().map(|level| level.name().to_owned());
        let begin_an_agent = entries(Role::Strategy).into_iter().chain(entries(Role::Player));
        Words {
            games: Known::new(workshop.games().map(|game| game.name.to_string())),
            agents: Known::new(levels.chain(begin_an_agent).chain(presets.clone())),
            catalogue: Known::new(catalogue.all_entries().map(|entry| entry.name.to_string()).chain(presets)),
        }
    }

    /// The argument of a verb, with the words that can stand there. Any other text is taken too.
    pub fn suggest(&self, verb: &str, arg: Arg) -> Arg {
        let is_text = arg.get_value_parser().type_id() == TypeId::of::<String>();
        let known = match (verb, arg.get_id().as_str()) {
            _ if !is_text => return arg,
            (_, "game" | "games") => &self.games,
            (_, "expr" | "agent" | "agents") => &self.agents,
            ("agents", "name") => &self.catalogue,
            _ => return arg,
        };
        arg.value_parser(known.clone()).hide_possible_values(true)
    }
}

/// A parser of texts that knows some of them.
#[derive(Clone)]
struct Known(Arc<[String]>);

impl Known {
    fn new(words: impl Iterator<Item = String>) -> Known {
        Known(words.collect())
    }
}

impl TypedValueParser for Known {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(PossibleValue::new)))
    }
}
