//! One thread of a search: the iteration of Algorithm 1, and the room it needs.

use super::ending::Rewards;
use super::memory::Memory;
use super::notes::{Notes, Prefix};
use super::trace::Trace;
use super::tree::{NeedsRoom, ROOT};
use crate::Rng;
use crate::game::{Game, MAX_PLAYERS, Player, Reward};
use crate::icarus::{Arms, Buffers, Iteration, Scratch, Sharing, Wants};

pub(crate) struct Worker<G: Game> {
    pub rng: Rng,
    pub sharing: Sharing,
    /// The position to search, and the player who searches it.
    position: G,
    pub observer: Player,
    /// The state that the iteration started from (a determinization where something is hidden), and the one it has reached.
    pub root: G,
    pub state: G,
    /// The tree node that the descent has reached, and the slots on the way there with the players who chose them.
    pub at: u32,
    pub path: Vec<(u32, Option<Player>)>,
    /// The same for the trees of a hidden-information game.
    pub forest: super::forest::Descent,
    /// The iteration has begun, but its descent was interrupted to make room.
    interrupted: bool,
    /// The descent ended where the game is over.
    pub ended: bool,
    /// How many decisions of the playout have been made; none while the iteration descends.
    pub playout_ply: Option<u32>,
    pub rewards: Rewards,
    pub notes: Notes<G>,
    pub room: Room<G::Action>,
    scratch: Scratch,
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
}

impl Tally {
    /// One step down the tree to a node that had so many visits.
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
        }
    }
}

/// Buffers that keep their memory from ply to ply.
pub(crate) struct Room<A> {
    pub arms: Arms,
    pub legal: Vec<A>,
    pub excluded: Vec<bool>,
    pub buffers: Buffers,
    /// Hints about the actions of a state, and the numbers beside a node's children.
    pub hints: Vec<f32>,
    pub numbers: Vec<f32>,
}

impl<G: Game> Worker<G> {
    pub fn new(
        position: &G,
        observer: Player,
        wants: Wants,
        prefix: &Prefix,
        seed: u64,
        sharing: Sharing,
    ) -> Worker<G> {
        Worker {
            rng: Rng::new(seed),
            sharing,
            position: position.clone(),
            observer,
            root: position.clone(),
            state: position.clone(),
            at: ROOT,
            path: Vec::new(),
            forest: super::forest::Descent::default(),
            interrupted: false,
            ended: false,
            playout_ply: None,
            rewards: [Reward::LOSS; MAX_PLAYERS],
            notes: Notes::new(wants, prefix),
            room: Room {
                arms: Arms::default(),
                legal: Vec::new(),
                excluded: Vec::new(),
                buffers: Buffers::default(),
                hints: Vec::new(),
                numbers: Vec::new(),
            },
            scratch: Scratch::default(),
            tally: Tally::default(),
        }
    }

    /// One iteration. If the tree has no room for a new node's children, the iteration waits: make room (or find that
    /// there is none) and call again.
    #[inline]
    pub fn iterate(&mut self, memory: &Memory<G>) -> Result<(), NeedsRoom> {
        if !std::mem::take(&mut self.interrupted) {
            self.begin();
        }
        let descended = if G::HIDDEN { self.descend_forest(memory) } else { self.descend(memory) };
        if let Err(needs_room) = descended {
            self.interrupted = true;
            return Err(needs_room);
        }
        if !memory.plan.mate1 || !self.wins_at_once(memory) {
            self.play_out(memory);
        }
        self.capture(memory);
        if G::HIDDEN {
            self.back_up_forest(memory)
        } else {
            self.back_up(memory)
        }
        self.tally.iterations += 1;
        Ok(())
    }

    fn begin(&mut self) {
        if G::HIDDEN {
            self.root = self.position.determinize(self.observer, &mut self.rng);
            self.begin_forest();
        }
        self.state.clone_from(&self.root);
        self.at = ROOT;
        self.path.clear();
        self.playout_ply = None;
        if self.notes.wants.steps {
            self.notes.clear();
        }
    }

    /// Makes an action, and notes it if anyone wants to know.
    #[inline]
    pub fn make(&mut self, player: Option<Player>, action: G::Action) {
        self.tally.plies += 1;
        if self.notes.wants.steps {
            self.notes.step(&self.state, player, action);
            self.state.apply(action);
            self.notes.arrive(&self.state);
        } else {
            self.state.apply(action);
        }
    }

    /// ξ and ω of every strategy.
    #[inline]
    fn capture(&mut self, memory: &Memory<G>) {
        if !self.notes.wants.steps {
            return;
        }
        let notes = &self.notes;
        let iteration = Iteration {
            root: &self.root,
            steps: &notes.steps,
            places: &notes.places,
            rewards: &self.rewards,
            seen: &notes.seen,
            seen_before: &notes.seen_before,
            before_root: notes.before_root,
            legal: &notes.legal,
            legal_starts: &notes.legal_starts,
            arms: &notes.arms,
            arm_starts: &notes.arm_starts,
            predicates: &notes.predicates,
            course: &notes.course,
            sharing: self.sharing,
        };
        for strategy in &memory.plan.strategies {
            strategy.capture(&iteration, &mut self.scratch);
        }
    }

    /// What the finished iteration looked like.
    pub fn trace(&self) -> Trace<'_, G> {
        Trace::new(&self.root, &self.notes, &self.rewards[..self.root.players()])
    }
}
