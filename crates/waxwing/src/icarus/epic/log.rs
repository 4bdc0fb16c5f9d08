//! The iterations that left something unknown behind, move by move.
//!
//! Most positions of a long episode are passed once and never again. They are not stored one by one: the rest of an
//! episode behind the last known position is a *tail*, a stretch of a logged iteration. What was legal where it begins is
//! noted, if the game gives its actions as sets; what was legal further on is found out by playing the iteration again, in
//! the rare case that another one passes there.

use super::edges::Available;
use super::index::afford;
use super::memo::Choice;
use super::waiting::Finished;
use crate::game::{Game, MAX_PLAYERS, Player, Reward, SetWords, Turn};
use crate::icarus::Quota;

/// The moves from `step` to before `end` of a logged iteration, all within one episode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tail {
    pub entry: u32,
    pub step: u32,
    pub end: u32,
}

impl Tail {
    /// What is left of it after `moves` moves.
    pub fn after(self, moves: usize) -> Option<Tail> {
        let step = self.step + moves as u32;
        (step < self.end).then_some(Tail { step, ..self })
    }
}

#[derive(Clone, Copy)]
struct Move<A> {
    action: A,
    /// [`Log::CHANCE`] where no player chose.
    actor: u8,
}

struct Entry {
    root: u32,
    first: u32,
    /// Where the sets of this iteration begin.
    first_set: u32,
    /// How many of the moves were made in the tree.
    descent: u32,
    rewards: [Reward; MAX_PLAYERS],
}

pub(super) struct Log<G: Game> {
    /// The state that all iterations start from, or the determinization of each.
    roots: Vec<G>,
    entries: Vec<Entry>,
    moves: Vec<Move<G::Action>>,
    /// What there was to choose from at the first unknown positions of episodes, where that was noted.
    sets: Vec<Noted>,
}

/// A set at a step of an iteration.
#[derive(Clone, Copy)]
struct Noted {
    step: u32,
    first: u32,
    words: SetWords,
}

impl<G: Game> Log<G> {
    pub const CHANCE: u8 = u8::MAX;

    pub fn new() -> Log<G> {
        Log { roots: Vec::new(), entries: Vec::new(), moves: Vec::new(), sets: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.roots.clear();
        self.entries.clear();
        self.moves.clear();
        self.sets.clear();
    }

    pub fn bytes(&self) -> usize {
        self.roots.capacity() * size_of::<G>()
            + self.entries.capacity() * size_of::<Entry>()
            + self.moves.capacity() * size_of::<Move<G::Action>>()
            + self.sets.capacity() * size_of::<Noted>()
    }

    /// Logs an iteration if memory allows.
    pub fn write(&mut self, iteration: &Finished<G>, quota: &Quota) -> Option<u32> {
        let new_root = G::HIDDEN || self.roots.is_empty();
        let granted = afford(&mut self.entries, 1, quota)
            && afford(&mut self.moves, iteration.steps.len(), quota)
            && afford(&mut self.sets, iteration.choices.len(), quota)
            && (!new_root || afford(&mut self.roots, 1, quota));
        granted.then(|| {
            if new_root {
                self.roots.push(iteration.root.clone());
            }
            let (root, first) = (self.roots.len() as u32 - 1, self.moves.len() as u32);
            let first_set = self.sets.len() as u32;
            self.sets.extend(
                iteration
                    .choices
                    .iter()
                    .filter(|choice| choice.words_at == Choice::UNKNOWN)
                    .map(|&Choice { step, first, words, .. }| Noted { step, first, words }),
            );
            self.entries.push(Entry { root, first, first_set, descent: iteration.descent, rewards: iteration.rewards });
            let moves = iteration.steps.iter().zip(&iteration.actions);
            self.moves.extend(
                moves
                    .map(|(step, &action)| Move { action, actor: step.player.map_or(Self::CHANCE, |player| player.0) }),
            );
            self.entries.len() as u32 - 1
        })
    }

    fn moves(&self, tail: Tail) -> &[Move<G::Action>] {
        let first = self.entries[tail.entry as usize].first;
        &self.moves[(first + tail.step) as usize..(first + tail.end) as usize]
    }

    /// Who acted at the head of a tail ([`Log::CHANCE`] too), and which action it was.
    #[inline]
    pub fn head(&self, tail: Tail) -> (u8, G::Action) {
        let first = self.entries[tail.entry as usize].first;
        let Move { action, actor } = self.moves[(first + tail.step) as usize];
        (actor, action)
    }

    /// What a player got at the end of the iteration that a tail belongs to.
    pub fn reward(&self, tail: Tail, player: Player) -> Reward {
        self.entries[tail.entry as usize].rewards[player.index()]
    }

    /// Whether a tail begins with moves of these keys.
    pub fn begins_with(&self, tail: Tail, keys: &[u64]) -> bool {
        let game = &self.roots[self.entries[tail.entry as usize].root as usize];
        let moves = self.moves(tail);
        moves.len() >= keys.len()
            && moves.iter().zip(keys).all(|(logged, &key)| game.action_index(logged.action) == key)
    }

    /// The actions to choose from at the head of a tail; `room` is for a list of them.
    pub fn available<'a>(&self, tail: Tail, room: &'a mut Vec<G::Action>) -> Available<'a, G::Action> {
        let entry = tail.entry as usize;
        let end = self.entries.get(entry + 1).map_or(self.sets.len(), |next| next.first_set as usize);
        let noted = &self.sets[self.entries[entry].first_set as usize..end];
        if let Some(&Noted { first, words, .. }) = noted.iter().find(|noted| noted.step == tail.step) {
            return Available::Set { first: first as usize, words };
        }
        room.clear();
        self.list(tail, room);
        Available::List(room)
    }

    /// The same, appended to an empty list.
    #[cold]
    pub fn list(&self, tail: Tail, choices: &mut Vec<G::Action>) {
        let entry = &self.entries[tail.entry as usize];
        let mut state = self.roots[entry.root as usize].clone();
        self.moves[entry.first as usize..][..tail.step as usize].iter().for_each(|logged| state.apply(logged.action));
        if let Turn::Player(_) = state.turn() {
            if tail.step < entry.descent { state.legal_actions(choices) } else { state.playout_actions(choices) }
        }
    }
}
