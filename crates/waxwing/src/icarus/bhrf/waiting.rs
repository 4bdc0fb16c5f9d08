//! Moves of finished descents that wait to be counted.

use super::forest::Answer;

pub(super) struct Waiting<A> {
    moves: Vec<Noted<A>>,
    /// The contexts of all moves, one behind the other.
    contexts: Vec<u64>,
}

struct Noted<A> {
    answer: Answer<A>,
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
    pub fn add_descent<'a>(&mut self, moves: impl Iterator<Item = (Answer<A>, &'a [u64])>) {
        let first = self.moves.len();
        for (answer, context) in moves {
            let start = self.contexts.len();
            self.contexts.extend_from_slice(context);
            self.moves.push(Noted { answer, start, length: context.len() });
        }
        // Algorithm 1 goes from the last move to the first.
        self.moves[first..].reverse();
    }

    /// Hands out all moves, and forgets them.
    pub fn drain(&mut self, mut each: impl FnMut(Answer<A>, &[u64])) {
        for noted in &self.moves {
            each(noted.answer, &self.contexts[noted.start..noted.start + noted.length]);
        }
        self.clear();
    }

    pub fn clear(&mut self) {
        self.moves.clear();
        self.contexts.clear();
    }
}
