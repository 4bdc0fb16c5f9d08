//! Questions whose answers take a while: they wait in a row, and are worked on before searches go on.

use waxwing::Player;
use waxwing_workshop::{AnyAgent, Ownership, Position, Shown};

use super::looking::Listing;
use super::{Table, read_agent, read_seed};
use crate::answer::{About, Outcome, Refusal, refusal};
use crate::messages::{AskSteps, Say};
use crate::session::Outbox;
use crate::settings::Settings;

/// A question that waits, or is worked on.
pub(super) struct Question {
    /// The request that asked it.
    id: u32,
    kind: Kind,
}

enum Kind {
    /// Iterations of this agent's search, from a seat.
    Steps(Box<AnyAgent>, Player),
    /// What the last search has learned.
    Records(Box<Listing>),
    /// Who holds the places at the ends of playouts from a position, as far as they have been made.
    Ownership(Box<Counting>),
}

struct Counting {
    position: Position,
    eyes: Option<Player>,
    wanted: u64,
    counted: Option<Ownership>,
    /// How many parts have been counted: each has a seed of its own.
    parts: u64,
}

/// Iterations that are traced in one slice, and playouts that are counted in one.
const TRACED: u64 = 50;
const PLAYOUTS: u64 = 50;

/// Questions that may wait at a table.
const MOST: usize = 16;

impl Counting {
    /// Counts some playouts more. Returns what is counted once all have been.
    fn advance(&mut self) -> Option<Option<Ownership>> {
        let made = self.counted.as_ref().map_or(0, |counted| counted.playouts);
        let part = PLAYOUTS.min(self.wanted - made);
        self.parts += 1;
        let Some(more) = self.position.ownership(self.eyes, part, self.parts) else { return Some(None) };
        let counted = match self.counted.take() {
            Some(counted) => counted.and(more),
            None => more,
        };
        let is_done = counted.playouts >= self.wanted;
        self.counted = Some(counted);
        is_done.then(|| self.counted.take())
    }
}

impl Table {
    fn enqueue(&mut self, id: u32, kind: Kind) -> Outcome {
        if self.questions.len() >= MOST {
            return Err(refusal("too many questions wait for their answers at this table"));
        }
        self.questions.push_back(Question { id, kind });
        Ok(Vec::new())
    }

    pub(super) fn steps(&mut self, id: u32, ask: &AskSteps, settings: &Settings) -> Outcome {
        let seat = self.searchable()?;
        let seed = ask.seed.as_deref().map_or(Ok(1), read_seed)?;
        let read = read_agent(&self.game, &ask.agent, None, settings);
        let (expression, _) = read.map_err(|error| error.about("agent"))?;
        let mut agent = self.game.build(&expression).map_err(|error| Refusal::from(error).about("agent"))?;
        if !(1..=settings.bounds.traced).contains(&ask.first) {
            let message = format!("iterations are shown from 1 to {}", settings.bounds.traced);
            return Err(refusal(message).about("first"));
        }
        // The frames of one iteration are as many pictures as it has moves.
        let most = if ask.frames { 1 } else { settings.bounds.steps };
        let end = ask.first.saturating_add(ask.count.clamp(1, most)).min(settings.bounds.traced + 1);
        let shown = Shown::numbers(ask.first..end);
        agent.begin_iterations(&self.position, seed, if ask.frames { shown.with_frames() } else { shown })?;
        self.enqueue(id, Kind::Steps(Box::new(agent), seat))
    }

    pub(super) fn records(&mut self, id: u32, most: usize, find: String) -> Outcome {
        self.looked()?;
        self.enqueue(id, Kind::Records(Box::new(Listing::new(most, find))))
    }

    pub(super) fn ownership(&mut self, id: u32, playouts: u64, settings: &Settings) -> Outcome {
        let position = self.looked().map_or(&self.position, |(_, position)| position).clone();
        let wanted = playouts.min(settings.bounds.playouts);
        let counting = Counting { position, eyes: self.eyes(), wanted, counted: None, parts: 0 };
        self.enqueue(id, Kind::Ownership(Box::new(counting)))
    }

    /// Works on the first question for a slice. Returns whether there was one.
    pub(super) fn advance_question(&mut self, settings: &Settings, outbox: &mut Outbox) -> bool {
        let Some(mut question) = self.questions.pop_front() else { return false };
        match self.answered(&mut question.kind, settings) {
            Ok(Some(say)) => outbox.say(question.id, say),
            Ok(None) => self.questions.push_front(question),
            Err(error) => outbox.say(question.id, Say::Error(*error)),
        }
        true
    }

    fn answered(&self, kind: &mut Kind, settings: &Settings) -> Result<Option<Say>, Refusal> {
        match kind {
            Kind::Records(listing) => self.listed(listing, settings),
            Kind::Ownership(counting) => Ok(counting.advance().map(|ownership| Say::Ownership { ownership })),
            Kind::Steps(agent, seat) => {
                if !self.may_look(*seat) {
                    return Err(refusal("it is another player's turn now"));
                }
                let Some(steps) = agent.advance_iterations(TRACED)? else { return Ok(None) };
                if steps.is_empty() {
                    let message =
                        "there are no such iterations: the agent does not search, or has found out everything before";
                    return Err(refusal(message).about("first"));
                }
                Ok(Some(Say::Steps { steps, last: settings.bounds.traced }))
            }
        }
    }

    /// Answers the questions that wait: what they were about is gone.
    pub(super) fn drop_questions(&mut self, outbox: &mut Outbox) {
        for question in self.questions.drain(..) {
            outbox.say(question.id, Say::Error(*refusal("the position has changed before this was answered")));
        }
    }
}
