//! Finished iterations that wait to be counted.
//!
//! While threads iterate they only read the records, without any lock: what they have finished is copied and counted
//! between two iterations, when one thread has all records to itself. A search of one thread counts each iteration before
//! the next; threads that share the records pause together, so they let some iterations gather first.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::game::{Game, MAX_PLAYERS, Player, Reward};
use crate::icarus::{Iteration, Sharing, Step};

/// What is needed of a finished iteration.
pub(super) struct Finished<G: Game> {
    pub root: G,
    pub steps: Vec<Step<G::Action>>,
    pub positions: Vec<u64>,
    pub episodes: Vec<u32>,
    /// The positions before the root in the episode that was under way there.
    pub trail: Vec<u64>,
    pub rewards: [Reward; MAX_PLAYERS],
    legal: Vec<G::Action>,
    legal_starts: Vec<u32>,
}

impl<G: Game> Finished<G> {
    fn new(root: &G, trail: &[u64]) -> Finished<G> {
        Finished {
            root: root.clone(),
            trail: trail.to_vec(),
            steps: Vec::new(),
            positions: Vec::new(),
            episodes: Vec::new(),
            rewards: [Reward::LOSS; MAX_PLAYERS],
            legal: Vec::new(),
            legal_starts: Vec::new(),
        }
    }

    fn copy(&mut self, iteration: &Iteration<'_, G>) {
        fn refill<T: Copy>(items: &mut Vec<T>, from: &[T]) {
            items.clear();
            items.extend_from_slice(from);
        }
        // Within a search, iterations start from the same state unless something is hidden.
        if G::HIDDEN {
            self.root.clone_from(iteration.root);
        }
        refill(&mut self.steps, iteration.steps);
        refill(&mut self.positions, iteration.positions);
        refill(&mut self.episodes, iteration.episodes);
        refill(&mut self.legal, iteration.legal);
        refill(&mut self.legal_starts, iteration.legal_starts);
        self.rewards = *iteration.rewards;
    }

    /// The legal actions at a step; empty where they were not listed.
    #[inline]
    pub fn legal(&self, index: usize) -> &[G::Action] {
        &self.legal[self.legal_starts[index] as usize..self.legal_starts[index + 1] as usize]
    }

    #[inline]
    pub fn reward(&self, player: Player) -> Reward {
        self.rewards[player.index()]
    }
}

pub(super) struct Queue<G: Game> {
    /// Those that wait, and behind them room for more.
    waiting: Mutex<(usize, Vec<Finished<G>>)>,
    is_due: AtomicBool,
}

/// How many iterations of threads that share the records are counted together.
const GATHER: usize = 32;
const UNHARMED: &str = "no thread panics while it holds the queue";

impl<G: Game> Queue<G> {
    pub fn new() -> Queue<G> {
        Queue { waiting: Mutex::new((0, Vec::new())), is_due: AtomicBool::new(false) }
    }

    pub fn push(&self, iteration: &Iteration<'_, G>) {
        let mut waiting = self.waiting.lock().expect(UNHARMED);
        let (count, all) = &mut *waiting;
        if *count == all.len() {
            all.push(Finished::new(iteration.root, iteration.trail));
        }
        all[*count].copy(iteration);
        *count += 1;
        if iteration.sharing == Sharing::Alone || *count >= GATHER {
            self.is_due.store(true, Relaxed);
        }
    }

    #[inline]
    pub fn is_due(&self) -> bool {
        self.is_due.load(Relaxed)
    }

    /// Hands out those that wait.
    pub fn drain(&mut self, mut each: impl FnMut(&Finished<G>)) {
        let (count, all) = self.waiting.get_mut().expect(UNHARMED);
        all[..*count].iter().for_each(&mut each);
        *count = 0;
        *self.is_due.get_mut() = false;
    }

    /// Forgets those that wait, and the state they started from.
    pub fn clear(&mut self) {
        *self = Queue::new();
    }
}
