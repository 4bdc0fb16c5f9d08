//! Who makes new agents: the names that may be used, and what a new agent has to keep to.

use std::collections::HashSet;
use std::iter;

use waxwing::agent::catalogue::{Catalogue, Domain, Entry, Parameter, Role};
use waxwing::agent::{CONTEXT_WORDS, Call, Value, WrittenPolicy};
use waxwing::knowledge::Offers;
use waxwing::{Expression, Rng};

use super::genome::{Genome, text_of};
use super::values;
use crate::duels::Ground;

/// The most names of an agent.
const LARGEST: usize = 12;
/// How often something new is tried until it is an agent.
const TRIES: usize = 200;
/// Options that say how work is shared, when searches and games are broken off: no part of a strategy.
const NOT_EVOLVED: [&str; 4] = ["root", "tree", "longest", "resign"];

/// A new agent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bred {
    pub expression: Expression,
    /// How it was made.
    pub how: String,
}

/// Makes agents for a game.
pub(crate) struct Breeder<'a> {
    pub(super) ground: &'a Ground,
    pub(super) catalogue: Catalogue,
    /// Whether names may be used that need to know more of the game than its rules.
    knowledge: bool,
    /// What records can be about.
    contexts: Vec<String>,
}

impl<'a> Breeder<'a> {
    /// A breeder with the names of the game's workshop.
    pub(crate) fn new(ground: &'a Ground, knowledge: bool) -> Breeder<'a> {
        let catalogue = ground.game().workshop().catalogue().clone();
        let start = ground.game().start();
        let contexts = contexts(&start.offers(), start.is_hidden(), knowledge);
        Breeder { ground, catalogue, knowledge, contexts }
    }

    /// The names of a role that may be used.
    pub(super) fn entries(&self, role: Role) -> Vec<&Entry> {
        let is_used = |entry: &&Entry| {
            let is_strategy_alone = role != Role::Option || !NOT_EVOLVED.contains(&&*entry.name);
            is_strategy_alone && (self.knowledge || !needs_knowledge(entry))
        };
        self.catalogue.entries(role).filter(is_used).collect()
    }

    /// Any call of a role, some of its values changed. The more parameters a name has, the more it can be: the oftener it is chosen, and
    /// the more values are changed. `None` where none comes out.
    pub(super) fn call(&self, role: Role, rng: &mut Rng) -> Option<Call> {
        let entries = self.entries(role);
        let chances = entries.iter().flat_map(|entry| iter::repeat_n(entry, 1 + entry.parameters.len()));
        let chances: Vec<_> = chances.collect();
        let entry = chances.get(rng.below(chances.len()))?;
        let required = entry.parameters.iter().filter(|parameter| parameter.default.is_none());
        let given: Option<Vec<(&str, Value)>> =
            required.map(|parameter| Some((&*parameter.name, values::first(parameter, rng)?))).collect();
        let call = Call::of(&self.catalogue, role, &entry.name, &given?).ok()?;
        let changes = rng.below(2 + entry.parameters.len() / 3);
        Some((0..changes).fold(call, |call, _| self.with_another_value(&call, rng).map_or(call, |new| new.0)))
    }

    /// Any strategy.
    pub(super) fn policy(&self, rng: &mut Rng) -> Option<WrittenPolicy> {
        self.call(Role::Strategy, rng).map(WrittenPolicy::Call)
    }

    /// The call with another value of one of its parameters, and which; `None` if none comes out. The first parameter, which matters most
    /// in the catalogue's order, is changed more often than the others.
    pub(super) fn with_another_value(&self, call: &Call, rng: &mut Rng) -> Option<(Call, String)> {
        let arguments: Vec<_> = call.arguments().collect();
        let at = if rng.below(3) == 0 { 0 } else { rng.below(arguments.len()) };
        let (parameter, value) = arguments.get(at)?;
        let other = values::nearby(parameter, value, &self.contexts, rng).filter(|other| other != *value)?;
        let how = format!("{}({}={value}→{other})", call.name(), parameter.name);
        Some((call.with(&self.catalogue, &parameter.name, other).ok()?, how))
    }

    /// What is tried until it is an agent that the game can serve, small enough and not known already.
    pub(super) fn bred(
        &self,
        known: &HashSet<String>,
        rng: &mut Rng,
        mut try_one: impl FnMut(&mut Rng) -> Option<(Genome, String)>,
    ) -> Option<Bred> {
        for _ in 0..TRIES {
            let Some((genome, how)) = try_one(rng) else { continue };
            let Ok(expression) = genome.expression() else { continue };
            let is_new = !known.contains(&text_of(&expression));
            if is_new && genome.size() <= LARGEST && self.ground.check(&expression).is_ok() {
                return Some(Bred { expression, how });
            }
        }
        None
    }
}

/// What records of a game can be about; with no more knowledge than its rules, or with what it says of actions and states.
fn contexts(offers: &Offers, hides: bool, knowledge: bool) -> Vec<String> {
    let is_served = |name: &str| match name {
        "episode" => knowledge && offers.episodes,
        "predicates" => knowledge && !offers.predicates.is_empty(),
        "seen" => hides,
        _ => true,
    };
    let words = CONTEXT_WORDS.iter().map(|word| word.name).filter(|name| is_served(name)).map(str::to_owned);
    let said = offers.attributes.iter().filter(|_| knowledge).map(|(name, _)| name.clone());
    words.chain(said).collect()
}

/// Whether a name needs to know more of the game than its rules: it says so, or asks for an evaluation or for weights.
fn needs_knowledge(entry: &Entry) -> bool {
    let asks = |parameter: &Parameter| matches!(parameter.domain, Domain::Evaluation | Domain::Weighting);
    !entry.needs.is_empty() || entry.parameters.iter().any(asks)
}
