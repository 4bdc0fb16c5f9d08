//! Why this move: the same search with each of its parts left out, one move beside another, and how the choice changed.
//!
//! [`Why`] makes the searches one after another, in slices, so that a server, a browser's worker and a terminal can all drive
//! it; it starts no thread and looks at no clock. [`Beside`] compares two moves of one search, and [`ChoiceHistory`] keeps how
//! a choice came about. All of them say no more than the player to move has seen, since a search knows no more.

mod beside;
mod history;
mod table;

use std::sync::atomic::Ordering;

use serde::Serialize;
use waxwing::agent::{ExpressionError, Part};
use waxwing::thinking::Slice;
use waxwing::{Expression, Limits, Player, Turn};

use crate::agent::{AnyAgent, ThinkError, Watch};
use crate::opened::OpenGame;
use crate::position::Position;
use crate::thought::{Thought, ThoughtAction};

pub use beside::{Beside, MoveCase, UnknownMove};
pub use history::{ChoiceHistory, Moment};
pub use table::{WhyReport, WithoutPart, WithoutResult};

/// A search, and the same search without each of its parts: same position, same seed, same budget.
///
/// ```
/// # use waxwing_workshop::doctest::nim;
/// use waxwing::Limits;
/// use waxwing::thinking::Slice;
/// use waxwing_workshop::{Watch, Why};
///
/// let game = nim().open("nim(heap=10)")?;
/// let expression = game.workshop().expression("rave > mast with solver")?;
/// let mut why = Why::new(&game, &game.start(), &expression, 1, &Limits::iterations(500))?;
/// while why.advance(Slice::iterations(100), Watch::default())? {}
/// let report = why.report();
/// assert_eq!(report.whole.unwrap().best.action, "2"); // leaves a multiple of four
/// let left_out: Vec<&str> = report.without.iter().map(|row| &*row.part).collect();
/// assert_eq!(left_out, ["amaf", "mast", "solver"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Why {
    game: OpenGame,
    position: Position,
    seat: Player,
    seed: u64,
    limits: Limits,
    /// The search with all its parts, which keeps its tree.
    whole: AnyAgent,
    history: ChoiceHistory,
    /// Each part with the number of the search without it.
    parts: Vec<(Part, usize)>,
    /// The search with all its parts first, then each that is left without one of them, once.
    searches: Vec<OneSearch>,
    /// The search that is under way; those before it are done.
    at: usize,
    /// The agent of that search, if it has begun and is not the first.
    running: Option<AnyAgent>,
    is_stopped: bool,
}

struct OneSearch {
    expression: Expression,
    /// What it has found, or why it could not search.
    result: Option<Result<Thought, String>>,
}

/// Why the searches cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WhyError {
    /// The game cannot serve the agent, or its budget has no end.
    #[error(transparent)]
    Agent(#[from] ExpressionError),
    /// The agent cannot think about the position.
    #[error(transparent)]
    Think(#[from] ThinkError),
}

/// What a search says about one move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MoveStanding {
    /// The move.
    pub action: String,
    /// Iterations that began with it.
    pub visits: u64,
    /// Its part of all visits, from 0 to 1.
    pub share: f64,
    /// Its mean reward for the player to move, in [0, 1].
    pub value: Option<f64>,
    /// `win`, `draw` or `loss` for the player to move, where it is proven.
    pub proven: Option<&'static str>,
}

impl MoveStanding {
    /// The standing of a move among all that a search has considered; `None` if it is none of them.
    pub(crate) fn of(thought: &Thought, action: &str) -> Option<MoveStanding> {
        let found = thought.actions.iter().find(|one| one.action == action)?;
        let all: u64 = thought.actions.iter().map(|one| one.visits).sum();
        let ThoughtAction { action, visits, value, proven, .. } = found.clone();
        Some(MoveStanding { action, visits, share: visits as f64 / all.max(1) as f64, value, proven })
    }
}

impl Why {
    /// How many moments of the first search are kept.
    const MOMENTS: usize = 64;

    /// Begins the search of a position with all parts of an expression. Each search gets the budget of `limits`, whatever
    /// budget the expression has: with iterations, the same seed gives the same table again.
    ///
    /// Fails if the game cannot serve the agent, if the budget has no end, and if no player is to move.
    pub fn new(
        game: &OpenGame,
        position: &Position,
        expression: &Expression,
        seed: u64,
        limits: &Limits,
    ) -> Result<Why, WhyError> {
        let mut expression = expression.clone();
        expression.budget = Some(limits.budget);
        expression.check_ends()?;
        let mut whole = game.build(&expression)?;
        let seat = if let Turn::Player(player) = position.turn() { player } else { Player(0) };
        whole.start(position, seat, seed)?;
        whole.begin(position, limits)?;
        let mut searches = vec![OneSearch { expression: expression.clone(), result: None }];
        let mut parts = Vec::new();
        for part in expression.parts() {
            let without = expression.without(&part)?;
            let known = searches.iter().position(|search| search.expression == without);
            let number = known.unwrap_or_else(|| {
                searches.push(OneSearch { expression: without, result: None });
                searches.len() - 1
            });
            parts.push((part, number));
        }
        Ok(Why {
            game: game.clone(),
            position: position.clone(),
            seat,
            seed,
            limits: *limits,
            whole,
            history: ChoiceHistory::new(Why::MOMENTS),
            parts,
            searches,
            at: 0,
            running: None,
            is_stopped: false,
        })
    }

    /// Goes on with the search that is under way until the slice is over or that search is; the next slice begins the next
    /// one. Returns whether there is more to do. Once it is stopped there is not.
    ///
    /// Fails if the search with all parts does. What goes wrong with another one is said in its row.
    pub fn advance(&mut self, slice: Slice, watch: Watch<'_>) -> Result<bool, ThinkError> {
        if self.is_done() {
            return Ok(false);
        }
        let stop = watch.stop;
        if self.at == 0 {
            self.advance_whole(slice, watch)?;
        } else if let Err(reason) = self.advance_variant(slice, watch) {
            self.end(Err(reason));
        }
        self.is_stopped |= stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        Ok(!self.is_done())
    }

    fn advance_whole(&mut self, slice: Slice, watch: Watch<'_>) -> Result<(), ThinkError> {
        let goes_on = self.whole.advance(slice, watch)?;
        let thought = if goes_on { self.whole.report() } else { self.whole.finish() };
        if let Some(thought) = &thought {
            self.history.record(thought);
        }
        if !goes_on {
            self.end(thought.ok_or_else(|| "it has nothing to say".to_owned()));
        }
        Ok(())
    }

    fn advance_variant(&mut self, slice: Slice, watch: Watch<'_>) -> Result<(), String> {
        let mut agent = match self.running.take() {
            Some(agent) => agent,
            None => self.begin_variant().map_err(|error| error.to_string())?,
        };
        if agent.advance(slice, watch).map_err(|error| error.to_string())? {
            self.running = Some(agent);
        } else {
            self.end(agent.finish().ok_or_else(|| "it has nothing to say".to_owned()));
        }
        Ok(())
    }

    fn begin_variant(&self) -> Result<AnyAgent, WhyError> {
        let mut agent = self.game.build(&self.searches[self.at].expression)?;
        agent.start(&self.position, self.seat, self.seed)?;
        agent.begin(&self.position, &self.limits)?;
        Ok(agent)
    }

    /// Ends the search that is under way.
    fn end(&mut self, result: Result<Thought, String>) {
        self.searches[self.at].result = Some(result);
        self.running = None;
        self.at += 1;
    }

    fn is_done(&self) -> bool {
        self.is_stopped || self.at == self.searches.len()
    }

    /// How many of the searches are done, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.at, self.searches.len())
    }

    /// What is known at this moment: the table, with rows that are still empty, and how the choice came about.
    pub fn report(&mut self) -> WhyReport {
        let whole = self.whole_thought();
        let of_part = |(part, number): &(Part, usize)| {
            let OneSearch { expression, result } = &self.searches[*number];
            WithoutPart::new(part, expression, result.as_ref(), whole.as_ref())
        };
        WhyReport {
            game: self.game.text().to_owned(),
            agent: self.searches[0].expression.to_string(),
            source: self.searches[0].expression.source().to_owned(),
            seed: self.seed.to_string(),
            finished: self.at == self.searches.len(),
            without: self.parts.iter().map(of_part).collect(),
            whole: whole.as_ref().and_then(|thought| WithoutResult::new(thought, thought)),
            history: self.history.clone(),
        }
    }

    /// Two moves of the search with all parts beside each other: what it would play, and another one. Fails if the search has
    /// not considered the other move, or nothing yet.
    pub fn beside(&mut self, other: &str) -> Result<Beside, UnknownMove> {
        let thought = self.whole_thought().ok_or_else(|| UnknownMove(other.to_owned()))?;
        Beside::new(&self.whole, &thought, &thought.best, other)
    }

    /// What the search with all parts has said, or says at this moment if it has begun to search.
    fn whole_thought(&mut self) -> Option<Thought> {
        match &self.searches[0].result {
            Some(result) => result.as_ref().ok().cloned(),
            None => self.whole.report().filter(|thought| thought.iterations > 0),
        }
    }
}
