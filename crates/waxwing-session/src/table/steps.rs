//! A search step by step.

use super::{Table, read_agent, read_seed};
use crate::answer::{About, Outcome, Refusal, refusal};
use crate::messages::Say;
use crate::settings::Settings;

impl Table {
    pub(super) fn steps(
        &mut self,
        agent: &str,
        seed: Option<&str>,
        first: u64,
        count: u64,
        settings: &Settings,
    ) -> Outcome {
        self.searchable()?;
        let seed = seed.map_or(Ok(1), read_seed)?;
        let (expression, _) = read_agent(&self.game, agent, None, settings).map_err(|error| error.about("agent"))?;
        let mut agent = self.game.build(&expression).map_err(|error| Refusal::from(error).about("agent"))?;
        if !(1..=settings.traced).contains(&first) {
            let message = format!("iterations are shown from 1 to {}", settings.traced);
            return Err(refusal(message).about("first"));
        }
        let end = first.saturating_add(count.min(settings.steps)).min(settings.traced + 1);
        let steps = agent.iterations(&self.position, seed, first..end)?;
        if steps.is_empty() && count > 0 {
            let message = "there are no such iterations: the agent does not search, or has found out everything before";
            return Err(refusal(message).about("first"));
        }
        Ok(vec![Say::Steps { steps, last: settings.traced }])
    }
}
