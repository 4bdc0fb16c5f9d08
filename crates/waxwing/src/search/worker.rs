//! What one thread of a search works with: the state that an iteration has reached, what is noted of it, and buffers.

use super::ending::{PlayoutProgress, Rewards, drawn_by};
use super::facts::ListRoom;
use super::notes::Notes;
use super::run::Task;
use super::tree::NeedsRoom;
use crate::Rng;
use crate::game::{Game, MAX_PLAYERS, Player, Reward};
use crate::icarus::{Arms, Buffers, Sharing, Threads};

pub(crate) struct Worker<G: Game> {
    pub rng: Rng,
    pub sharing: Sharing,
    /// The player who searches.
    pub observer: Player,
    /// The state that the iteration started from (a determinization where something is hidden), and the one it has reached.
    pub root: G,
    pub state: G,
    /// The work after which the iteration pauses for a look at the clock.
    look_at: u64,
    /// The plies after which this iteration pauses, for that look or because it is too long.
    pub due: u64,
    /// The plies when the iteration began, and how many it may make.
    began: u64,
    longest: u64,
    pub progress: PlayoutProgress,
    pub rewards: Rewards,
    pub notes: Notes<G>,
    pub scratch: Scratch<G::Action>,
    pub tally: Tally,
}

/// What a worker has done so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub iterations: u64,
    /// Actions made, in the tree and below it.
    pub plies: u64,
    /// Nodes visited for the first time (in the searching player's tree), and how deep the deepest lies.
    pub nodes: u64,
    pub depth: u32,
    /// Iterations that were too long and count as draws.
    pub capped: u64,
}

/// Why an iteration waits. It goes on when it is asked for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// A node's children need room: make it, or find that there is none.
    Room(NeedsRoom),
    /// It is time to look at the clock.
    Look,
}

impl From<NeedsRoom> for Pause {
    fn from(needs: NeedsRoom) -> Pause {
        Pause::Room(needs)
    }
}

impl Tally {
    /// What the pace of looks at the clock is measured by: never 0 for an iteration.
    #[inline]
    pub fn work(&self) -> u64 {
        self.plies + self.iterations
    }

    /// Notes one step down the tree to a node that had this many visits.
    #[inline]
    pub fn visit(&mut self, visits: u32, depth: &mut u32) {
        *depth += 1;
        self.nodes += u64::from(visits == 0);
        self.depth = self.depth.max(*depth);
    }

    pub fn join(self, other: Tally) -> Tally {
        Tally {
            iterations: self.iterations + other.iterations,
            plies: self.plies + other.plies,
            nodes: self.nodes + other.nodes,
            depth: self.depth.max(other.depth),
            capped: self.capped + other.capped,
        }
    }
}

/// Buffers that keep their memory from ply to ply.
pub(crate) struct Scratch<A> {
    pub arms: Arms,
    pub lists: ListRoom<A>,
    pub excluded: Vec<bool>,
    pub buffers: Buffers,
    /// What the strategies keep for this thread: made for the first iteration.
    pub threads: Threads,
}

impl<A> Default for Scratch<A> {
    fn default() -> Scratch<A> {
        Scratch {
            arms: Arms::default(),
            lists: ListRoom::default(),
            excluded: Vec::new(),
            buffers: Buffers::default(),
            threads: Threads::default(),
        }
    }
}

impl<G: Game> Worker<G> {
    /// For iterations of this search.
    pub fn new(task: &Task<'_, G>, rng: Rng, notes: Notes<G>, sharing: Sharing) -> Worker<G> {
        Worker {
            rng,
            sharing,
            observer: task.player,
            root: task.position.clone(),
            state: task.position.clone(),
            look_at: u64::MAX,
            due: u64::MAX,
            began: 0,
            longest: task.longest.into(),
            progress: PlayoutProgress::default(),
            rewards: [Reward::LOSS; MAX_PLAYERS],
            notes,
            scratch: Scratch::default(),
            tally: Tally::default(),
        }
    }

    /// Goes back to the root for the next iteration.
    #[inline]
    pub fn begin(&mut self) {
        self.began = self.tally.plies;
        self.look_at(self.look_at);
        self.state.clone_from(&self.root);
        if self.notes.needs.steps {
            self.notes.clear();
        }
    }

    /// Lets the iteration pause once this much work is done.
    #[inline]
    pub fn look_at(&mut self, work: u64) {
        self.look_at = work;
        self.due = (self.began + self.longest).min(work.saturating_sub(self.tally.iterations));
    }

    /// What follows when [`Worker::due`] is reached: the iteration is too long (then this is true), or pauses for a look.
    #[cold]
    pub fn is_too_long(&self) -> Result<bool, Pause> {
        if self.tally.plies - self.began >= self.longest { Ok(true) } else { Err(Pause::Look) }
    }

    /// Ends an iteration that is too long as a draw.
    #[cold]
    pub fn cap(&mut self) {
        self.tally.capped += 1;
        // A single player shares with no one: that would be a win.
        self.rewards = drawn_by(self.root.players().max(2));
    }

    /// Makes an action, and notes it if anyone wants to know.
    #[inline]
    pub fn make(&mut self, player: Option<Player>, action: G::Action) {
        self.tally.plies += 1;
        if self.notes.needs.steps {
            self.notes.step(&self.state, player, action);
            self.state.apply(action);
            self.notes.arrive(&self.state);
        } else {
            self.state.apply(action);
        }
    }
}
