//! Finished iterations that wait to be counted.

use super::memo::{Choice, Memo};
use crate::game::{Game, MAX_PLAYERS, Player, Reward};
use crate::icarus::TypedIteration;
use crate::strategy::Step;

/// What is needed of a finished iteration.
pub(super) struct Finished<G: Game> {
    pub root: G,
    pub steps: Vec<Step>,
    pub actions: Vec<G::Action>,
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
            actions: Vec::new(),
            descent: 0,
            positions: Vec::new(),
            episodes: Vec::new(),
            rewards: [Reward::LOSS; MAX_PLAYERS],
            legal: Vec::new(),
            legal_starts: Vec::new(),
            choices: Vec::new(),
        }
    }

    fn copy(&mut self, iteration: &TypedIteration<'_, G>, memo: &mut Memo) {
        fn refill<T: Copy>(items: &mut Vec<T>, from: &[T]) {
            items.clear();
            items.extend_from_slice(from);
        }
        // Within a search, iterations start from the same state unless something is hidden.
        if G::HIDDEN {
            self.root.clone_from(iteration.root);
        }
        let log = iteration.log();
        refill(&mut self.steps, &log.steps);
        refill(&mut self.actions, iteration.actions);
        refill(&mut self.positions, &log.positions);
        refill(&mut self.episodes, &log.episodes);
        refill(&mut self.legal, iteration.legal);
        refill(&mut self.legal_starts, &log.legal_starts);
        memo.take_choices(log.number, &mut self.choices);
        self.descent = log.places.len() as u32;
        self.rewards = *iteration.iteration.rewards;
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
    /// Adds one, with what the thread has noted of its choices.
    pub fn add(&mut self, iteration: &TypedIteration<'_, G>, memo: &mut Memo) {
        if self.count == self.all.len() {
            self.all.push(Finished::new(iteration.root, &iteration.log().trail));
        }
        self.all[self.count].copy(iteration, memo);
        self.count += 1;
    }

    /// Hands out those that wait, and forgets them.
    pub fn drain(&mut self, each: impl FnMut(&Finished<G>)) {
        self.all[..self.count].iter().for_each(each);
        self.count = 0;
    }
}
