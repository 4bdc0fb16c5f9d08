//! States in which chance decides.

use super::{Check, FaultKind, RECALLED};
use crate::game::Game;

impl<G: Game> Check<'_, G> {
    /// All checks of a chance event; the outcome to go on with.
    pub(super) fn check_chance(&mut self, state: &G) -> Result<G::Action, FaultKind> {
        let mut outcomes = Vec::new();
        state.chance_outcomes(&mut outcomes);
        let mut before = self.rng.clone();
        let sampled = state.sample_chance(&mut self.rng);
        for (place, &(action, probability)) in outcomes.iter().enumerate() {
            let repeated = outcomes[..place].iter().any(|&(earlier, _)| earlier == action);
            if repeated || probability.is_nan() || probability <= 0.0 {
                return Err(FaultKind::Outcome(self.text(state, action), probability.to_string()));
            }
            self.check_text(state, action)?;
            self.check_index(state, action)?;
        }
        let sum: f64 = outcomes.iter().map(|&(_, probability)| probability).sum();
        if outcomes.is_empty() {
            // Such outcomes are too many for indices of their own; what the players see of them has one.
            self.check_text(state, sampled)?;
            self.unlisted.insert(sampled);
        } else if (sum - 1.0).abs() > 1e-9 {
            return Err(FaultKind::Probabilities(sum.to_string()));
        } else if !outcomes.iter().any(|&(action, _)| action == sampled) {
            return Err(FaultKind::Sampled(self.text(state, sampled)));
        } else if outcomes.len() == 1 && before.next_u64() != self.rng.clone().next_u64() {
            return Err(FaultKind::NeedlessDraw(self.text(state, sampled)));
        }
        self.check_outcomes(state, sampled, &outcomes)?;
        Ok(sampled)
    }

    /// What chance may decide is told apart from all else that was seen so far.
    fn check_outcomes(
        &mut self,
        state: &G,
        sampled: G::Action,
        outcomes: &[(G::Action, f64)],
    ) -> Result<(), FaultKind> {
        let mut possible = outcomes.iter().map(|&(action, _)| action).chain([sampled]);
        if let Some(denied) = possible.find(|&action| !state.is_outcome(action)) {
            return Err(FaultKind::DeniedOutcome(self.text(state, denied)));
        }
        for _ in 0..RECALLED.min(self.seen.len()) {
            let action = self.seen[self.rng.below(self.seen.len())];
            let is_possible = self.unlisted.contains(&action) || outcomes.iter().any(|&(listed, _)| listed == action);
            if state.is_outcome(action) && !is_possible {
                return Err(FaultKind::AllowedOutcome(format!("{action:?}")));
            }
        }
        Ok(())
    }
}
