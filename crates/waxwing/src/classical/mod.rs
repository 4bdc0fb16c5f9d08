//! The classical opponents: alpha-beta search for two players who see everything, and paranoid, best-reply and maxⁿ
//! search for more of them.
//!
//! It stands in for the opponents of the papers: MIA, which plays Lines of Action (Winands et al.), and the alpha-beta
//! program of Lanctot et al. 2014, section 4.2 (`docs/papers.md`: `mia`, `im-alpha-beta`, `mp-opponents`). To follow a search, read `root.rs`
//! (iterative deepening), then `search.rs` (principal variation search), then `selective.rs` (enhanced transposition
//! cut-offs, null moves, multi-cut, quiescence search). `depth.rs` has the fractional plies of (enhanced)
//! realization-probability search, `ordering.rs` killer moves and the relative history heuristic, `table.rs` the
//! transposition table. `sides.rs` makes it a search for many players, `replies.rs` lets them reply out of turn, and
//! `max_n.rs` is a recursion of its own, in which everybody wants the most for himself.

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

use crate::game::{Game, Player};
use crate::thinking::{Budget, Clock, Control, Limits, Report, SearchError, Stopped};
use crate::time::Instant;
use ordering::{Frame, History};
use plan::Plan;
use root::Root;
use search::{MOST_PLIES, Searcher, Watch};
use sides::Sides;
use table::Table;

/// A classical player, with what it keeps from one move to the next.
pub(crate) struct Classical<G: Game> {
    plan: Plan<G>,
    table: Option<Table>,
    history: History,
    frames: Vec<Frame<G::Action>>,
}

impl<G: Game> Classical<G> {
    pub fn new(options: Options, game: &G) -> Classical<G> {
        let frames = (0..MOST_PLIES + 2).map(|_| Frame::default()).collect();
        Classical { plan: Plan::new(options), table: None, history: History::new(game, options.history), frames }
    }

    /// Prepares for a search, perhaps that of a new game, which has a seed. Fails if less memory is allowed than the least
    /// that the player needs.
    pub fn begin(&mut self, new_game: Option<u64>, memory: usize) -> Result<(), SearchError> {
        let least = self.history.bytes() + 3 * Table::LEAST / 2;
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
            self.table.insert(table.unwrap_or_else(|| Table::new(share))).begin(new_game.is_some());
        }
        Ok(())
    }

    /// Searches until the budget is used up, the root is proven, or somebody stops it.
    pub fn run(
        &mut self,
        position: &G,
        mover: Player,
        limits: &Limits,
        control: &mut Control<'_, G::Action>,
    ) -> Report<G::Action> {
        let started = Instant::now();
        let (mut nodes, mut plies, mut deadline) = (u64::MAX, u32::MAX, None);
        match limits.budget {
            Budget::Iterations(most) => nodes = most,
            Budget::Depth(most) => plies = most,
            Budget::Time(time) => deadline = started.checked_add(time),
            Budget::UntilStopped => {}
        }
        let clock = Clock::new(started, deadline, control.stop);
        let mut searcher = Searcher {
            plan: &self.plan,
            sides: Sides::new(self.plan.options.method, mover, position.players()),
            table: self.table.as_mut().filter(|_| position.position_hash().is_some()),
            history: &mut self.history,
            frames: &mut self.frames,
            nodes: 0,
            stopped: None,
            watch: Watch::new(nodes, &clock),
        };
        let mut root = Root::new(position, mover, &mut searcher);
        let stopped = root.deepen(&mut searcher, plies, &mut |root, searcher| {
            if let Some(progress) = &mut control.progress {
                progress(&root.report(searcher, started.elapsed()));
            }
        });
        let mut report = root.report(&searcher, started.elapsed());
        report.stopped = stopped;
        report.reproducible = deadline.is_none() && stopped != Stopped::Asked;
        report
    }
}
