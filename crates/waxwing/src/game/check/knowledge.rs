//! What a game says beyond its rules: its names, and what it says about actions.

use super::{Check, FaultKind};
use crate::game::Game;
use crate::knowledge::{Categories, Offers};

/// The most predicates, and the greatest size of an attribute's range.
const MOST_PREDICATES: usize = 64;
const MOST_NUMBERS: usize = 1 << 16;

impl<G: Game> Check<'_, G> {
    /// The names by which knowledge is asked for, and its sizes.
    pub(super) fn check_offers(&self) -> Result<(), FaultKind> {
        let offers = Offers::of(self.start);
        let attributes: Vec<String> = offers.attributes.iter().map(|(name, _)| name.clone()).collect();
        for (what, names) in [
            ("predicate", &offers.predicates),
            ("evaluation", &offers.evaluations),
            ("weighting", &offers.weightings),
            ("attribute", &attributes),
        ] {
            let is_useless = |place: usize, name: &String| names[..place].contains(name) || is_reserved(name);
            if let Some((_, name)) = names.iter().enumerate().find(|&(place, name)| is_useless(place, name)) {
                return Err(FaultKind::KnowledgeName(what, name.clone()));
            }
        }
        if offers.predicates.len() > MOST_PREDICATES {
            return Err(FaultKind::Predicates(offers.predicates.len()));
        }
        match offers.attributes.into_iter().find(|&(_, size)| !(1..=MOST_NUMBERS).contains(&size)) {
            Some((name, size)) => Err(FaultKind::AttributeSize(name, size)),
            None => self.check_categories(),
        }
    }

    /// A weighting by an attribute must be by one that there is, with a weight for each of its numbers.
    fn check_categories(&self) -> Result<(), FaultKind> {
        let knowledge = self.start.knowledge();
        let Some(weightings) = knowledge.weightings() else { return Ok(()) };
        let ranges = knowledge.attributes().map(|attributes| attributes.ranges()).unwrap_or_default();
        for (weighting, name) in weightings.all() {
            let Some((attribute, weights)) = weightings.by_attribute(weighting) else { continue };
            if ranges.get(attribute.index()).is_none_or(|&(_, size)| size != weights.len()) {
                return Err(FaultKind::WeightsByAttribute(name.to_owned(), weights.len()));
            }
        }
        Ok(())
    }

    /// What is said about the legal actions of a state.
    pub(super) fn check_described(&self, state: &G, actions: &[G::Action]) -> Result<(), FaultKind> {
        let Some(attributes) = state.knowledge().attributes() else { return Ok(()) };
        for (name, size) in attributes.ranges() {
            let Some(attribute) = attributes.named(name) else { continue };
            let mut numbers = Vec::new();
            attributes.describe(attribute, state, actions, &mut numbers);
            if numbers.len() != actions.len() {
                return Err(FaultKind::AttributeCount(name.to_owned(), numbers.len(), actions.len()));
            }
            let beyond = numbers.iter().position(|&number| usize::from(number) >= size);
            if let Some(place) = beyond {
                let action = self.text(state, actions[place]);
                return Err(FaultKind::AttributeRange(name.to_owned(), numbers[place], action, size));
            }
        }
        self.check_weights_by_category(state, actions)
    }

    /// The weight of an action must be that of its category.
    fn check_weights_by_category(&self, state: &G, actions: &[G::Action]) -> Result<(), FaultKind> {
        let knowledge = state.knowledge();
        let Some(categories) = Categories::of(knowledge) else { return Ok(()) };
        let (mut weights, mut numbers) = (Vec::new(), Vec::new());
        if let (Some(weightings), Some(attributes)) = (knowledge.weightings(), knowledge.attributes()) {
            weightings.weigh(categories.weighting, state, actions, &mut weights);
            attributes.describe(categories.attribute, state, actions, &mut numbers);
        }
        let expected = numbers.iter().map(|&category| categories.probabilities[usize::from(category)]);
        match actions.iter().zip(expected).enumerate().find(|&(place, (_, weight))| weights.get(place) != Some(&weight))
        {
            Some((_, (&action, _))) => Err(FaultKind::CategoryWeight(self.text(state, action))),
            None => Ok(()),
        }
    }
}

/// Whether an expression could not ask for it: `default` means the first.
fn is_reserved(name: &str) -> bool {
    name.is_empty() || name == "default"
}
