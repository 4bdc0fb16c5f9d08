//! Moves of finished descents that wait to be counted.
//!
//! As with episodes (`epic/queue.rs`), threads only read the forest while they iterate; what they have found is counted
//! between two iterations, when one thread has it to itself.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::game::{Player, Reward};
use crate::icarus::Sharing;

/// How many iterations of threads that share the forest are counted together.
const GATHER: usize = 32;
const UNHARMED: &str = "no thread panics while it holds the queue";

pub(super) struct Queue<A> {
    waiting: Mutex<Waiting<A>>,
    is_due: AtomicBool,
}

pub(super) struct Waiting<A> {
    iterations: usize,
    moves: Vec<Answer<A>>,
    /// The contexts of all moves, one behind the other.
    contexts: Vec<u64>,
    /// Where the moves of the iteration that is being added begin.
    first: usize,
}

struct Answer<A> {
    player: Player,
    reply: A,
    reward: Reward,
    /// Where its context lies.
    start: usize,
    length: usize,
}

impl<A: Copy> Waiting<A> {
    /// Adds a move of the descent, first to last.
    pub fn add(&mut self, player: Player, reply: A, reward: Reward, context: &[u64]) {
        let start = self.contexts.len();
        self.contexts.extend_from_slice(context);
        self.moves.push(Answer { player, reply, reward, start, length: context.len() });
    }
}

impl<A> Default for Queue<A> {
    fn default() -> Queue<A> {
        let waiting = Waiting { iterations: 0, moves: Vec::new(), contexts: Vec::new(), first: 0 };
        Queue { waiting: Mutex::new(waiting), is_due: AtomicBool::new(false) }
    }
}

impl<A: Copy> Queue<A> {
    /// Adds the moves of one descent.
    pub fn push(&self, sharing: Sharing, add: impl FnOnce(&mut Waiting<A>)) {
        let mut waiting = self.waiting.lock().expect(UNHARMED);
        waiting.first = waiting.moves.len();
        add(&mut waiting);
        // Algorithm 1 goes from the last move to the first.
        let first = waiting.first;
        waiting.moves[first..].reverse();
        waiting.iterations += 1;
        if sharing == Sharing::Alone || waiting.iterations >= GATHER {
            self.is_due.store(true, Relaxed);
        }
    }

    #[inline]
    pub fn is_due(&self) -> bool {
        self.is_due.load(Relaxed)
    }

    /// Hands out those that wait.
    pub fn drain(&mut self, mut each: impl FnMut(Player, A, Reward, &[u64])) {
        let Waiting { iterations, moves, contexts, .. } = self.waiting.get_mut().expect(UNHARMED);
        for answer in moves.iter() {
            let context = &contexts[answer.start..answer.start + answer.length];
            each(answer.player, answer.reply, answer.reward, context);
        }
        moves.clear();
        contexts.clear();
        *iterations = 0;
        *self.is_due.get_mut() = false;
    }

    /// Forgets those that wait.
    pub fn clear(&mut self) {
        self.drain(|_, _, _, _| {});
    }
}
