//! One thread of a search: the iteration of Algorithm 1, and the room it needs.

use super::ending::{Progress, Rewards};
use super::facts::ListRoom;
use super::memory::Memory;
use super::notes::{Notes, Prefix};
use super::proof::Proof;
use super::trace::Trace;
use super::tree::{NeedsRoom, ROOT};
use crate::Rng;
use crate::game::{BrokenPromise, Game, MAX_PLAYERS, Player, Reward, Turn};
use crate::icarus::{Arms, Buffers, Lexicon, Sharing, Threads, TypedIteration};
use crate::knowledge::{FeatureWeights, Learning, Trajectory};
use crate::strategy::{Iteration, Needs, Replay};

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
    stage: Stage,
    /// The work after which the iteration pauses for a look at the clock.
    look_at: u64,
    /// The plies after which this iteration pauses, for that look or because it is too long.
    pub due: u64,
    /// The plies when the iteration began, and how many it may make.
    began: u64,
    longest: u64,
    /// The descent ended where the game is over.
    pub ended: bool,
    pub progress: Progress,
    pub rewards: Rewards,
    pub notes: Notes<G>,
    pub room: Room<G::Action>,
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

/// How far an iteration has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The next one can begin.
    Ready,
    Descending,
    PlayingOut,
    /// Its rewards are known.
    Rewarded,
}

/// Why an iteration waits. It goes on when [`Worker::iterate`] is called again.
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
pub(crate) struct Room<A> {
    pub arms: Arms,
    pub lists: ListRoom<A>,
    pub excluded: Vec<bool>,
    pub buffers: Buffers,
    /// What the strategies keep for this thread: made for the first iteration.
    pub threads: Threads,
    /// Hints about the actions of a state, and the numbers beside a node's children.
    pub hints: Vec<f32>,
    pub numbers: Vec<f32>,
}

impl<G: Game> Worker<G> {
    pub fn new(
        position: &G,
        observer: Player,
        needs: Needs,
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
            stage: Stage::Ready,
            look_at: u64::MAX,
            due: u64::MAX,
            began: 0,
            longest: u64::MAX,
            ended: false,
            progress: Progress::default(),
            rewards: [Reward::LOSS; MAX_PLAYERS],
            notes: Notes::new(needs, prefix),
            room: Room {
                arms: Arms::default(),
                lists: ListRoom::default(),
                excluded: Vec::new(),
                buffers: Buffers::default(),
                threads: Threads::default(),
                hints: Vec::new(),
                numbers: Vec::new(),
            },
            tally: Tally::default(),
        }
    }

    /// One iteration, or the rest of one that was paused.
    #[inline]
    pub fn iterate(&mut self, memory: &Memory<G>) -> Result<(), Pause> {
        if self.stage == Stage::Ready {
            self.begin(memory);
        }
        if self.stage == Stage::Descending {
            if G::HIDDEN {
                self.descend_forest(memory)?
            } else {
                self.descend(memory)?
            }
            self.progress = memory.plan.ending.begin();
            let is_won = memory.plan.mate1 && self.wins_at_once(memory);
            self.stage = if is_won { Stage::Rewarded } else { Stage::PlayingOut };
        }
        if self.stage == Stage::PlayingOut {
            self.play_out(memory)?;
        }
        self.capture(memory);
        if G::HIDDEN {
            self.back_up_forest(memory)
        } else {
            self.back_up(memory)
        }
        self.tally.iterations += 1;
        self.stage = Stage::Ready;
        Ok(())
    }

    /// Lets iterations make at most this many plies.
    pub fn with_longest(self, longest: u32) -> Worker<G> {
        Worker { longest: longest.into(), ..self }
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
        self.rewards = Proof::Draw.rewards(self.root.players().max(2));
    }

    /// Gives up an iteration that is paused: it leaves no visit. (Where information is hidden, it leaves counts of what was available.)
    pub fn abandon(&mut self, memory: &Memory<G>) {
        let paused = std::mem::replace(&mut self.stage, Stage::Ready) != Stage::Ready;
        if paused && self.sharing == Sharing::Shared {
            let parents = std::iter::once(ROOT).chain(self.path.iter().map(|&(slot, _)| slot));
            parents.zip(&self.path).for_each(|(parent, &(slot, _))| memory.tree.release_visit(parent, slot));
            self.release_visits_in_forest(memory);
        }
    }

    fn begin(&mut self, memory: &Memory<G>) {
        if self.room.threads.is_empty() {
            self.room.threads = memory.plan.threads();
        }
        if G::HIDDEN {
            self.root = self.position.determinize(self.observer, &mut self.rng);
            self.check_determinization();
            self.begin_forest();
        }
        self.stage = Stage::Descending;
        self.began = self.tally.plies;
        self.look_at(self.look_at);
        self.state.clone_from(&self.root);
        self.at = ROOT;
        self.path.clear();
        if self.notes.needs.steps {
            self.notes.clear();
        }
    }

    fn check_determinization(&self) {
        let (observer, turn) = (self.observer, self.root.turn());
        if turn != Turn::Player(observer) || self.root.players() != self.position.players() {
            BrokenPromise::Determinization { observer, turn }.raise();
        }
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

    /// ξ and ω of every strategy.
    #[inline]
    fn capture(&mut self, memory: &Memory<G>) {
        if !self.notes.needs.steps {
            return;
        }
        let Worker { notes, root, rewards, sharing, room: Room { threads, .. }, .. } = self;
        let replay = Replayed { root: &*root, actions: &notes.actions, lexicon: &memory.lexicon };
        let iteration = TypedIteration {
            iteration: Iteration {
                sharing: *sharing,
                log: &notes.log,
                rewards,
                players: root.players(),
                action_space: root.action_space(),
                replay: &replay,
            },
            root,
            actions: &notes.actions,
            legal: &notes.legal,
        };
        let learners = memory.plan.learners().zip(threads.all());
        learners.for_each(|(learner, thread)| learner.capture(&iteration, thread));
    }

    /// Adds what this thread has counted for itself to the records.
    pub fn settle(&mut self, memory: &Memory<G>) {
        let learners = memory.plan.learners().zip(self.room.threads.all());
        learners.for_each(|(learner, thread)| learner.settle(thread));
    }

    /// What the finished iteration looked like.
    pub fn trace(&self) -> Trace<'_, G> {
        Trace::new(&self.root, &self.notes, &self.rewards[..self.root.players()])
    }
}

/// The states of a finished iteration.
struct Replayed<'a, G: Game> {
    root: &'a G,
    actions: &'a [G::Action],
    lexicon: &'a Lexicon<G::Action>,
}

impl<G: Game> Replay for Replayed<'_, G> {
    fn teach(&self, weights: &FeatureWeights, learning: Learning, outcome: (Player, Reward), room: &mut Trajectory) {
        weights.learn(self.root, self.actions.iter().copied(), outcome, learning, room);
    }

    fn remember(&self, index: usize, key: u64) -> bool {
        self.lexicon.learn(key, self.actions[index])
    }
}
