//! Finished iterations that wait to be counted.

use super::memo::Choice;
use crate::game::{Game, MAX_PLAYERS, Player, Reward};
use crate::icarus::{Iteration, Step};

/// What is needed of a finished iteration.
pub(super) struct Finished<G: Game> {
    pub root: G,
    pub steps: Vec<Step<G::Action>>,
    /// How many of the steps were made in the tree.
    pub descent: u32,
    pub positions: Vec<u64>,
    pub episodes: Vec<u32>,
    /// The positions before the root in the episode that was under way there.
    pub trail: Vec<u64>,
    pub rewards: [Reward; MAX_PLAYERS],
    legal: Vec<G::Action>,
    legal_starts: Vec<u32>,
    /// The choices from sets.
    pub choices: Vec<Choice>,
}

impl<G: Game> Finished<G> {
    fn new(root: &G, trail: &[u64]) -> Finished<G> {
        Finished {
            root: root.clone(),
            trail: trail.to_vec(),
            steps: Vec::new(),
            descent: 0,
            positions: Vec::new(),
            episodes: Vec::new(),
            rewards: [Reward::LOSS; MAX_PLAYERS],
            legal: Vec::new(),
            legal_starts: Vec::new(),
            choices: Vec::new(),
        }
    }

    fn copy(&mut self, iteration: &Iteration<'_, G>, owner: usize) {
        fn refill<T: Copy>(items: &mut Vec<T>, from: &[T]) {
            items.clear();
            items.extend_from_slice(from);
        }
        // Within a search, iterations start from the same state unless something is hidden.
        if G::HIDDEN {
            self.root.clone_from(iteration.root);
        }
        refill(&mut self.steps, iteration.steps);
        refill(&mut self.positions, &iteration.course.positions);
        refill(&mut self.episodes, &iteration.course.episodes);
        refill(&mut self.legal, iteration.legal);
        refill(&mut self.legal_starts, iteration.legal_starts);
        iteration.course.memo.take_choices(owner, &mut self.choices);
        self.descent = iteration.places.len() as u32;
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

/// Those that wait, and behind them room for more.
pub(super) struct Waiting<G: Game> {
    count: usize,
    all: Vec<Finished<G>>,
}

impl<G: Game> Default for Waiting<G> {
    fn default() -> Waiting<G> {
        Waiting { count: 0, all: Vec::new() }
    }
}

impl<G: Game> Waiting<G> {
    /// Adds one; `owner` is the address of the strategy.
    pub fn add(&mut self, iteration: &Iteration<'_, G>, owner: usize) {
        if self.count == self.all.len() {
            self.all.push(Finished::new(iteration.root, &iteration.course.trail));
        }
        self.all[self.count].copy(iteration, owner);
        self.count += 1;
    }

    /// Hands out those that wait, and forgets them.
    pub fn drain(&mut self, each: impl FnMut(&Finished<G>)) {
        self.all[..self.count].iter().for_each(each);
        self.count = 0;
    }
}
