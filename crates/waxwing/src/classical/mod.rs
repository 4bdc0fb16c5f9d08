//! The classical opponents: alpha-beta search for two players who see everything, and paranoid, best-reply and maxⁿ
//! search for more of them.
//!
//! It takes the place of the opponents of the papers: MIA, which plays Lines of Action (Winands et al.), and the
//! alpha-beta program of Lanctot et al. 2014, section 4.2 (`docs/papers.md`: `mia`, `im-alpha-beta`, `mp-opponents`).
//! To follow a search, read `root.rs` (iterative deepening), then `search.rs` (principal variation search), then
//! `selective.rs` (enhanced transposition cut-offs, null moves, multi-cut, quiescence search). `depth.rs` has the
//! fractional plies of (enhanced) realization-probability search, `ordering.rs` killer moves and the relative history
//! heuristic, `table.rs` the transposition table. `sides.rs` makes it a search for many players, `replies.rs` lets them
//! reply out of turn, and `max_n.rs` is a recursion of its own, in which every player wants the most for itself.

mod depth;
mod max_n;
mod ordering;
mod plan;
mod replies;
mod root;
mod score;
mod search;
mod selective;
mod sides;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use plan::{Depths, History as Counting, Method, Options};

use std::time::Duration;

use crate::game::{Game, Player};
use crate::thinking::{Budget, Clock, Control, Report, SearchError, Slice, Stopped};
use crate::time::Instant;
use ordering::{Frame, History};
use plan::Plan;
use root::Root;
use search::{MOST_PLIES, Searcher, Watch};
use sides::Sides;
use table::TranspositionTable;

/// A classical player, with what it keeps from one move to the next.
pub(crate) struct Classical<G: Game> {
    plan: Plan<G>,
    table: Option<TranspositionTable>,
    history: History,
    frames: Vec<Frame<G::Action>>,
}

impl<G: Game> Classical<G> {
    pub fn new(options: Options<G>, game: &G) -> Classical<G> {
        let frames = (0..MOST_PLIES + 2).map(|_| Frame::default()).collect();
        let history = History::new(game, options.history);
        Classical { plan: Plan::new(options, game), table: None, history, frames }
    }

    /// Prepares for a search, perhaps that of a new game, which has a seed. Fails if less memory is allowed than the least
    /// that the player needs.
    pub fn prepare(&mut self, new_game: Option<u64>, memory: usize) -> Result<(), SearchError> {
        let least = self.history.bytes() + 3 * TranspositionTable::LEAST / 2;
        if memory < least {
            return Err(SearchError::Memory { limit: memory, least });
        }
        // While the table doubles, the old half of it is there too.
        let share = 2 * ((memory - self.history.bytes()) / 3);
        self.frames.iter_mut().for_each(Frame::forget_killers);
        match new_game {
            Some(seed) => {
                self.plan.seed = seed;
                self.history.forget();
            }
            None => self.history.fade(),
        }
        if self.plan.options.table {
            // A table that is larger than it now may be is of no use.
            let table = self.table.take().filter(|table| table.bytes() <= share);
            self.table.insert(table.unwrap_or_else(|| TranspositionTable::new(share))).begin(new_game.is_some());
        }
        Ok(())
    }

    /// Begins a search, of which nothing is done yet.
    pub fn begin(&mut self, position: &G, mover: Player, budget: Budget, most: u64) -> Running<G> {
        let sides = Sides::new(self.plan.options.method, mover, position.players());
        let has_hash = position.position_hash().is_some();
        let clock = Clock::new(Slice::REST, None, None);
        let mut searcher = self.searcher(sides, has_hash, Watch::new(u64::MAX, &clock, 0));
        let root = Root::new(position, mover, &mut searcher);
        Running { root, sides, has_hash, budget, most, nodes: 0, spent: Duration::ZERO, stopped: None }
    }

    /// Goes on until the slice is over, the budget is used up, the root is proven, or somebody stops it. A slice ends between
    /// two actions of the root, so that it may be much longer than it was to be; what ends the search ends it at once.
    pub fn advance(&mut self, running: &mut Running<G>, slice: Slice, control: &mut Control<'_, G::Action>) {
        if running.stopped.is_some() {
            return;
        }
        let left = running.budget.time().map(|time| time.saturating_sub(running.spent));
        let clock = Clock::new(slice, left, control.stop);
        let (before, spent) = (running.nodes, running.spent);
        let nodes = running.budget.iterations().unwrap_or(u64::MAX).min(running.most);
        let plies = if let Budget::Depth(most) = running.budget { most } else { u32::MAX };
        let is_over = |nodes: u64| {
            slice.iterations.is_some_and(|most| nodes - before >= most)
                || clock.pause.is_some_and(|pause| Instant::now() >= pause)
        };
        let mut searcher = self.searcher(running.sides, running.has_hash, Watch::new(nodes, &clock, before));
        searcher.nodes = before;
        running.stopped = running.root.deepen(&mut searcher, plies, &is_over, &mut |root, searcher| {
            if let Some(progress) = &mut control.progress {
                progress(&root.report(searcher, spent + clock.started.elapsed()));
            }
        });
        running.nodes = searcher.nodes;
        running.spent += clock.started.elapsed();
    }

    /// What the search says at this moment.
    pub fn report(&mut self, running: &Running<G>) -> Report<G::Action> {
        let clock = Clock::new(Slice::REST, None, None);
        let mut searcher = self.searcher(running.sides, running.has_hash, Watch::new(u64::MAX, &clock, 0));
        searcher.nodes = running.nodes;
        let mut report = running.root.report(&searcher, running.spent);
        report.stopped = running.stopped.unwrap_or(Stopped::Running);
        report.reproducible = running.budget.time().is_none() && report.stopped != Stopped::Asked;
        report
    }

    fn searcher<'a>(&'a mut self, sides: Sides, has_hash: bool, watch: Watch<'a>) -> Searcher<'a, G> {
        Searcher {
            plan: &self.plan,
            sides,
            table: self.table.as_mut().filter(|_| has_hash),
            history: &mut self.history,
            frames: &mut self.frames,
            nodes: 0,
            stopped: None,
            watch,
        }
    }
}

/// A search that is under way. It owns what it needs besides what the player keeps.
pub(crate) struct Running<G: Game> {
    root: Root<G>,
    sides: Sides,
    /// Whether the position has a hash, without which the table is of no use.
    has_hash: bool,
    budget: Budget,
    /// The nodes after which it ends in any case.
    most: u64,
    /// The moves made so far.
    nodes: u64,
    /// The time of the slices so far.
    spent: Duration,
    /// What has ended the search, if it is over.
    pub stopped: Option<Stopped>,
}
