//! What a game offers beyond its rules, in words and numbers.

use std::fmt;

use super::Categories;
use crate::game::Game;

/// What a game offers beyond its rules: names and counts, without the knowledge itself.
///
/// It prints as a sentence, such as `it offers episodes, evaluations (ms, lh)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Offers {
    /// Whether the game is divided into episodes.
    pub episodes: bool,
    /// The names of the predicates.
    pub predicates: Vec<String>,
    /// The names of the evaluations; the first is the default.
    pub evaluations: Vec<String>,
    /// The names of the weightings; the first is the default.
    pub weightings: Vec<String>,
    /// How many categories of moves there are.
    pub categories: usize,
    /// Whether there are prior win rates of actions.
    pub priors: bool,
    /// How many features states have.
    pub features: usize,
    /// Whether actions have values as moves.
    pub move_values: bool,
    /// Whether actions say something of what is hidden.
    pub beliefs: bool,
    /// The names of the attributes of actions, and the sizes of their ranges.
    pub attributes: Vec<(String, usize)>,
}

impl Offers {
    /// What the game of a position offers.
    pub fn of<G: Game>(game: &G) -> Offers {
        let knowledge = game.knowledge();
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        let ranges = knowledge.attributes().map(|attributes| attributes.ranges()).unwrap_or_default();
        Offers {
            episodes: knowledge.episodes().is_some(),
            predicates: knowledge.predicates().map(|predicates| owned(predicates.names())).unwrap_or_default(),
            evaluations: knowledge.evaluations().iter().map(|evaluation| evaluation.name().to_owned()).collect(),
            weightings: knowledge.weightings().map(|weightings| owned(weightings.names())).unwrap_or_default(),
            categories: Categories::of(knowledge).map_or(0, |categories| categories.probabilities.len()),
            priors: knowledge.priors().is_some(),
            features: knowledge.features().map_or(0, |features| features.initial().len()),
            move_values: knowledge.move_values().is_some(),
            beliefs: knowledge.beliefs().is_some(),
            attributes: ranges.into_iter().map(|(name, size)| (name.to_owned(), size)).collect(),
        }
    }
}

impl fmt::Display for Offers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |what: &str, names: &[String]| match names {
            [] => None,
            names => Some(format!("{what} ({})", names.join(", "))),
        };
        let plain = |what: &str, has: bool| has.then(|| what.to_owned());
        let attributes: Vec<String> = self.attributes.iter().map(|(name, _)| name.clone()).collect();
        let offers: Vec<String> = [
            plain("episodes", self.episodes),
            named("predicates", &self.predicates),
            named("evaluations", &self.evaluations),
            named("weights of moves", &self.weightings),
            plain("categories of moves", self.categories > 0),
            plain("prior win rates", self.priors),
            plain("features", self.features > 0),
            plain("values of moves", self.move_values),
            plain("beliefs", self.beliefs),
            named("attributes of moves", &attributes),
        ]
        .into_iter()
        .flatten()
        .collect();
        match &offers[..] {
            [] => f.write_str("it offers nothing beyond its rules"),
            offers => write!(f, "it offers {}", offers.join(", ")),
        }
    }
}
