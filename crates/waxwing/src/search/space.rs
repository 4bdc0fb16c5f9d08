//! What a search grows: one tree where nothing is hidden, a tree for each player where something is.
//!
//! The loop around it knows only [`Space`]. Which one a game has follows from its type, and is decided in one place,
//! [`SpaceKind`]: the other one is not even compiled for it. A few calls of an iteration go through the object; the loops
//! inside a descent are those of the space.

use std::any::Any;

use super::ending::Rewards;
use super::forest::Forest;
use super::insight::Insight;
use super::memory::Memory;
use super::standing::Viewpoint;
use super::tree::{NeedsRoom, Proof, Tree, TreeOptions};
use super::view::{TreeNode, TreeScope};
use super::worker::{Pause, Worker};
use crate::game::{Game, Player};
use crate::icarus::{Arms, Information, Place, Quota};
use crate::thinking::ProofRule;

/// Where an iteration is in a space. The space makes one for each thread, and alone knows what it holds.
pub(crate) struct Descent(Box<dyn Any + Send>);

impl Descent {
    pub fn new(own: impl Any + Send) -> Descent {
        Descent(Box::new(own))
    }

    /// What the space has put into it.
    #[inline]
    pub fn of<T: Any>(&mut self) -> &mut T {
        self.0.downcast_mut().expect("a space is given what it has made for the thread")
    }
}

/// What a space knows about an action of the root, for the player who searches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RootRecord {
    pub visits: u32,
    /// The rewards, in units of [`Reward`](crate::Reward).
    pub sum: i64,
    pub proof: Proof,
    /// The implicit minimax value, in `[0, 1]`.
    pub minimax: Option<f64>,
}

impl RootRecord {
    /// Nothing is known.
    pub const EMPTY: RootRecord = RootRecord { visits: 0, sum: 0, proof: Proof::Open, minimax: None };
}

/// A space whose root is now another node.
pub(crate) struct Rerooted {
    /// Where each old slot is now, nowhere if it is gone.
    pub moved: Vec<Option<u32>>,
    /// The visited nodes that are left, and the depth of the deepest.
    pub kept: (u64, u32),
}

/// A tree of histories, or several, with the baseline's records: it is descended, learns the rewards, and is read.
///
/// Threads may share it: what an iteration changes, it changes through `&self`. It gets room only between iterations.
pub(crate) trait Space<G: Game>: Send + Sync {
    /// What a thread that searches this position needs in the space.
    fn descent(&self, position: &G) -> Descent;

    /// Begins an iteration: decides which state it starts from, and is at the root.
    fn begin(&self, memory: &Memory<G>, worker: &mut Worker<G>, descent: &mut Descent);

    /// Goes on from the root, or from where it has paused, until the space is left. Returns the rewards if they are known without
    /// a playout.
    fn descend(
        &self,
        memory: &Memory<G>,
        worker: &mut Worker<G>,
        descent: &mut Descent,
    ) -> Result<Option<Rewards>, Pause>;

    /// Adds the rewards of a finished iteration to the records on its path.
    fn back_up(&self, worker: &Worker<G>, descent: &mut Descent);

    /// Takes back the visits that threads which share the space have claimed on the way down, where an iteration is given up.
    fn release_visits(&self, descent: &mut Descent);

    /// Forgets everything but its memory.
    fn clear(&mut self);

    /// Forgets everything and gives its memory back.
    fn shrink(&mut self);

    /// Makes the node behind these moves the root. Does nothing and returns `None` where there is no such node, or none that
    /// has children.
    fn reroot(&mut self, moves: &[G::Action]) -> Option<Rerooted>;

    /// Whether it should grow before the next iteration. A space may also ask in the middle of one ([`Pause::Room`]).
    fn is_crowded(&self) -> bool;

    /// Makes room for at least this many slots more. Returns whether the quota allows it.
    fn grow(&mut self, needs: NeedsRoom, quota: &Quota) -> bool;

    /// The slots that there is room for: all numbers by which strategies know histories are below it.
    fn capacity(&self) -> usize;

    fn bytes(&self) -> usize;

    /// The memory of a slot with all that belongs to it, on average.
    fn bytes_per_slot(&self) -> f64;

    /// The iterations of all searches of this root.
    fn iterations(&self) -> u32;

    /// Whether there is nothing left to find out.
    fn is_settled(&self) -> bool {
        false
    }

    /// The rule that proofs rest on, where they are not forced.
    fn assumed_rule(&self) -> Option<ProofRule> {
        None
    }

    /// What is known about an action of the root.
    fn root_record(&self, from: Viewpoint<'_, G>, action: G::Action) -> RootRecord;

    /// The most visited moves behind an action of the root.
    fn line(&self, from: Viewpoint<'_, G>, first: G::Action) -> Vec<G::Action>;

    /// The node behind these moves; `None` if there is no such node.
    fn view(&self, from: Viewpoint<'_, G>, path: &[G::Action], scope: &TreeScope) -> Option<TreeNode<G::Action>>;

    /// The slot of what an observer has seen of these moves since the root.
    fn slot_of(&self, game: &G, observer: Player, moves: &[G::Action]) -> Option<u32>;

    /// The baseline's record of what an observer has seen of these moves since the root.
    fn baseline(&self, game: &G, observer: Player, moves: &[G::Action]) -> Option<Information<G::Action>>;

    /// Reads what a player who is to act knows of these actions behind these moves of everybody, as a choice there would, without
    /// counting it. Returns where that is; `None` where the player's tree does not reach, or no action has a record there.
    fn arms_of(
        &self,
        root: &G,
        moves: &[G::Action],
        decision: (Player, &[G::Action]),
        arms: &mut Arms,
    ) -> Option<Place>;

    /// The implicit minimax value of the state behind these moves for player 0, in `[-1, 1]`, where there is one.
    fn minimax(&self, _moves: &[G::Action]) -> Option<f32> {
        None
    }

    /// What is proven about the state behind these moves.
    fn proof(&self, _moves: &[G::Action]) -> Proof {
        Proof::Open
    }
}

/// What a space is made for.
pub(crate) struct SpaceNeeds<'a, G: Game> {
    /// How many play.
    pub players: usize,
    /// How many actions the game has, if they are numbered; 0 where threads share the space.
    pub actions: usize,
    /// What the game's knowledge adds to the statistics.
    pub insight: &'a Insight<G>,
    /// Bytes that strategies keep for each slot.
    pub beside: usize,
    /// What only a tree can do.
    pub tree: TreeOptions,
}

/// The kind of space that a game has.
pub(crate) struct SpaceKind<G: Game> {
    /// Whether each player has a view of its own, since something is hidden.
    pub hidden: bool,
    pub make: fn(SpaceNeeds<'_, G>) -> Box<dyn Space<G>>,
}

impl<G: Game> SpaceKind<G> {
    /// That of this game: nothing else in a search asks whether something is hidden. Being a constant, it names one of the two
    /// functions, and the space of the other is not compiled.
    pub const OF_GAME: SpaceKind<G> = if G::HIDDEN {
        SpaceKind { hidden: true, make: |needs| Box::new(Forest::new(needs.players, needs.actions)) }
    } else {
        SpaceKind { hidden: false, make: |needs| Box::new(Tree::new(&needs)) }
    };
}
