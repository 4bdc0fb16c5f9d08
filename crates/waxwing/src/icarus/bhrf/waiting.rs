//! Moves of finished descents that wait to be counted.

use crate::game::{Player, Reward};

pub(super) struct Waiting<A> {
    moves: Vec<Answer<A>>,
    /// The contexts of all moves, one behind the other.
    contexts: Vec<u64>,
}

struct Answer<A> {
    player: Player,
    reply: A,
    reward: Reward,
    /// Where its context lies.
    start: usize,
    length: usize,
}

impl<A> Default for Waiting<A> {
    fn default() -> Waiting<A> {
        Waiting { moves: Vec::new(), contexts: Vec::new() }
    }
}

impl<A: Copy> Waiting<A> {
    /// Adds the moves of one descent, which are told first to last.
    pub fn add_descent<'a>(&mut self, moves: impl Iterator<Item = (Player, A, Reward, &'a [u64])>) {
        let first = self.moves.len();
        for (player, reply, reward, context) in moves {
            let start = self.contexts.len();
            self.contexts.extend_from_slice(context);
            self.moves.push(Answer { player, reply, reward, start, length: context.len() });
        }
        // Algorithm 1 goes from the last move to the first.
        self.moves[first..].reverse();
    }

    /// Hands out all moves, and forgets them.
    pub fn drain(&mut self, mut each: impl FnMut(Player, A, Reward, &[u64])) {
        for answer in &self.moves {
            let context = &self.contexts[answer.start..answer.start + answer.length];
            each(answer.player, answer.reply, answer.reward, context);
        }
        self.clear();
    }

    pub fn clear(&mut self) {
        self.moves.clear();
        self.contexts.clear();
    }
}
