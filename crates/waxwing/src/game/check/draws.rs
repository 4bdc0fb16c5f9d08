//! Whether random actions are uniform.

use super::{Check, STANDARD_ERRORS};
use crate::Rng;
use crate::game::Game;

/// How many states are tested for uniform random actions, and with how many draws per action.
pub(super) const UNIFORM_STATES: usize = 24;
const DRAWS_PER_ACTION: usize = 100;

/// What random actions are drawn from.
#[derive(Clone, Copy)]
pub(super) enum Source {
    Legal,
    Playouts,
}

impl<G: Game> Check<'_, G> {
    /// Draws once, or in some of the states often, and counts what comes: all zeros if that was too little to judge by. The
    /// error is what is not in the list.
    pub(super) fn draw(
        &mut self,
        source: Source,
        actions: &[G::Action],
        draw: impl Fn(&mut Rng, &mut Vec<G::Action>) -> G::Action,
    ) -> Result<Vec<usize>, G::Action> {
        let left = &mut self.uniform_states[source as usize];
        let many = *left > 0 && actions.len() > 1 && self.rng.below(4) == 0;
        *left -= usize::from(many);
        let draws = if many { DRAWS_PER_ACTION * actions.len() } else { 1 };
        let mut counts = vec![0; actions.len()];
        let mut buffer = Vec::new();
        for _ in 0..draws {
            let action = draw(&mut self.rng, &mut buffer);
            let place = actions.iter().position(|&listed| listed == action).ok_or(action)?;
            counts[place] += usize::from(many);
        }
        Ok(counts)
    }
}

/// Whether counts that should be equal differ by more than chance explains: the chi-square statistic has the mean `f`
/// and the variance `2 f` for `f` degrees of freedom; the constant allows for its long tail when there are few.
pub(super) fn chi_square_is_too_large(counts: &[usize]) -> bool {
    let expected = counts.iter().sum::<usize>() as f64 / counts.len() as f64;
    if expected == 0.0 {
        return false;
    }
    let statistic: f64 = counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    let freedom = (counts.len() - 1) as f64;
    statistic > freedom + STANDARD_ERRORS * (2.0 * freedom).sqrt() + 20.0
}
