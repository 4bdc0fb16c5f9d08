//! A new agent of two.

use std::collections::HashSet;

use waxwing::agent::Call;
use waxwing::{Expression, Rng};

use super::breeder::{Bred, Breeder};
use super::genome::Genome;

impl Breeder<'_> {
    /// An agent with parts of both; `None` if nothing comes out that is not known already.
    pub(crate) fn crossed(
        &self,
        [first, second]: [&Expression; 2],
        known: &HashSet<String>,
        rng: &mut Rng,
    ) -> Option<Bred> {
        let (first, second) = (Genome::of(first)?, Genome::of(second)?);
        self.bred(known, rng, |rng| match rng.below(2) {
            0 => {
                let (places, others) = (first.policies(), second.policies());
                let (place, _) = &places[rng.below(places.len())];
                let (_, other) = others[rng.below(others.len())].clone();
                Some((first.replaced(place, other.clone()).ok()?, format!("{other} of the second in the first")))
            }
            _ => {
                let options = some_of(&first.options, &second.options, rng);
                let genome = Genome { playout: second.playout.clone(), options, ..first.clone() };
                Some((genome, "tree of the first, playouts of the second, options of both".to_owned()))
            }
        })
    }
}

/// Some of the options of two agents. What is in both stays, from either; what one of them excludes is sorted out later.
fn some_of(first: &[Call], second: &[Call], rng: &mut Rng) -> Vec<Call> {
    let mut options: Vec<Call> = Vec::new();
    for option in first.iter().chain(second) {
        let is_in = |options: &[Call]| options.iter().any(|other| other.name() == option.name());
        if !is_in(&options) && (is_in(first) && is_in(second) || rng.below(2) == 0) {
            options.push(option.clone());
        }
    }
    options
}
