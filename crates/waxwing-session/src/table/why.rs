//! Why a move: the search of the analysis again without each part of its expression, and two of its moves beside each other.

use waxwing::Budget;
use waxwing::thinking::Slice;
use waxwing_workshop::{Beside, Watch, Why, WhyError};

use super::thinking::{Analysis, touched_line};
use super::{Activity, Table};
use crate::answer::{About, Outcome, Refusal, refusal};
use crate::messages::{BesideView, ErrorView, Say};
use crate::session::Outbox;
use crate::settings::Settings;

/// Searches that are under way, each without a part.
pub(super) struct Asking {
    /// The request that began them.
    id: u32,
    why: Why,
    /// How many were done when something was said last.
    said: usize,
}

impl Asking {
    pub fn say(&mut self, done: bool, outbox: &mut Outbox) {
        self.said = self.why.progress().0;
        outbox.say(self.id, Say::Why { report: Box::new(self.why.report()), done });
    }
}

impl From<WhyError> for Box<ErrorView> {
    fn from(error: WhyError) -> Refusal {
        match error {
            WhyError::Agent(error) => error.into(),
            other => refusal(other.to_string()),
        }
    }
}

impl Table {
    /// The analysis, if the client may look into it and it has found something.
    fn analysed(&self) -> Result<&Analysis, Refusal> {
        let analysis = self.analysis.as_ref().filter(|analysis| analysis.thought.is_some());
        let analysis = analysis.ok_or_else(|| refusal("nothing has been analysed yet: `think` does"))?;
        if self.may_look(analysis.seat) { Ok(analysis) } else { Err(refusal("this analysis is another player's")) }
    }

    pub(super) fn beside(&self, one: &str, other: &str) -> Outcome {
        let Analysis { agent, position, thought, .. } = self.analysed()?;
        let Some(thought) = thought else { return Err(refusal("nothing has been analysed yet")) };
        let beside = Beside::new(agent, thought, one, other).map_err(|error| refusal(error.to_string()))?;
        let lines = [&beside.one, &beside.other].map(|case| touched_line(position, &case.line));
        let [one_line, other_line] = lines;
        Ok(vec![Say::Beside(Box::new(BesideView { beside, one_line, other_line }))])
    }

    /// Makes the analysis again without each part: with its seed, and as many iterations as it has made.
    pub(super) fn why(&mut self, id: u32, settings: &Settings, outbox: &mut Outbox) -> Outcome {
        if let Some(Activity::Choosing(_)) = self.activity {
            return Err(refusal("an agent thinks about its move; `stop` lets it move now"));
        }
        self.analysed()?;
        self.end_activity(outbox);
        let Analysis { agent, position, seed, thought, .. } = self.analysed()?;
        let iterations = thought.as_ref().map_or(0, |thought| thought.iterations);
        if agent.is_outside() || iterations == 0 {
            return Err(refusal("this analysis has made no iterations, of which parts could be left out"));
        }
        let limits = settings.limits(Budget::Iterations(iterations));
        let why = Why::new(&self.game, position, agent.expression(), *seed, &limits);
        let why = why.map_err(|error| Refusal::from(error).about("agent"))?;
        self.activity = Some(Activity::Asking(Box::new(Asking { id, why, said: 0 })));
        Ok(Vec::new())
    }

    pub(super) fn advance_asking(&mut self, slice: Slice, outbox: &mut Outbox) {
        let Some(Activity::Asking(asking)) = &mut self.activity else { return };
        match asking.why.advance(slice, Watch::default()) {
            Ok(true) if asking.why.progress().0 == asking.said => {}
            Ok(true) => asking.say(false, outbox),
            Ok(false) => self.end_activity(outbox),
            Err(error) => {
                outbox.say(asking.id, Say::Error(*Refusal::from(error)));
                self.activity = None;
            }
        }
    }
}
