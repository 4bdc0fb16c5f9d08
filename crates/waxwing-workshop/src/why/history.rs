//! How a choice changed while a search went on, in bounded memory.

use serde::Serialize;

use super::MoveStanding;
use crate::thought::Thought;

/// How the visits and values of the moves changed while one search went on.
///
/// It is told the search's reports as they come. When it is full it keeps every other moment, and from then on notes half as
/// often: however long the search is, the moments cover all of it. The last one is always the latest report.
///
/// ```
/// # use waxwing_workshop::doctest::nim;
/// use waxwing::thinking::Slice;
/// use waxwing::{Limits, Player};
/// use waxwing_workshop::{ChoiceHistory, Watch};
///
/// let game = nim().open("nim(heap=10)")?;
/// let mut agent = game.agent("uct")?;
/// agent.start(&game.start(), Player(0), 1)?;
/// agent.begin(&game.start(), &Limits::iterations(10_000))?;
/// let mut history = ChoiceHistory::new(20);
/// while agent.advance(Slice::iterations(100), Watch::default())? {
///     history.record(&agent.report().unwrap());
/// }
/// assert!((10..=20).contains(&history.moments().len()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct ChoiceHistory {
    moments: Vec<Moment>,
    /// The most moments that are kept.
    #[serde(skip)]
    most: usize,
    /// The fewest iterations between two moments.
    #[serde(skip)]
    gap: u64,
}

/// What a search thought after some iterations.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Moment {
    /// The iterations made by then.
    pub iterations: u64,
    /// What it would have played then.
    pub best: String,
    /// The most visited moves of that moment, and the one that it would have played.
    pub moves: Vec<MoveStanding>,
}

impl ChoiceHistory {
    /// How many moves of each moment are kept.
    const MOVES: usize = 8;

    /// A history of at most this many moments, and at least four.
    pub fn new(most: usize) -> ChoiceHistory {
        ChoiceHistory { moments: Vec::new(), most: most.max(4), gap: 1 }
    }

    /// The moments, earliest first.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// Notes a report of the search, if it has gone on since the last one.
    pub fn record(&mut self, thought: &Thought) {
        if self.moments.last().is_some_and(|last| last.iterations >= thought.iterations) || thought.gave_up.is_some() {
            return;
        }
        // The latest moment makes room for this one if it is too near to the one before.
        if let [.., before, last] = &self.moments[..]
            && last.iterations - before.iterations < self.gap
        {
            self.moments.pop();
        }
        self.moments.push(Moment::of(thought));
        if self.moments.len() > self.most {
            self.thin();
        }
    }

    /// Keeps every other moment and the latest.
    fn thin(&mut self) {
        let latest = self.moments.len() - 1;
        let mut index = 0..;
        self.moments.retain(|_| index.next().is_some_and(|index| index % 2 == 0 || index == latest));
        let span = self.moments.last().map_or(0, |last| last.iterations - self.moments[0].iterations);
        self.gap = (2 * self.gap).max(span / (self.moments.len() as u64 - 1));
    }
}

impl Moment {
    fn of(thought: &Thought) -> Moment {
        // The moves of a report are the most visited first.
        let mut kept: Vec<&str> = thought.actions.iter().take(ChoiceHistory::MOVES).map(|one| &*one.action).collect();
        if !kept.contains(&&*thought.best) {
            kept.push(&thought.best);
        }
        Moment {
            iterations: thought.iterations,
            best: thought.best.clone(),
            moves: kept.into_iter().filter_map(|action| MoveStanding::of(thought, action)).collect(),
        }
    }
}
