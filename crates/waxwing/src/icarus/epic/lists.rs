//! What is known about the actions out of a position, where the game lists them: blocks of edges.
//!
//! A block is a small open-addressing table by [`crate::Game::action_index`]. It grows with the actions that are seen in
//! it, until it has a place for every action of the game (where the game has few enough); then nothing is searched any
//! more. An edge holds the parts of its value that change with a visit: a choice has only the logarithm left to do.

use super::edges::{Arm, Block, Statistics};
use super::index::afford;
use super::roots::Roots;
use crate::Rng;
use crate::game::{Game, Reward};
use crate::icarus::Quota;
use crate::icarus::highest::Highest;

#[derive(Clone, Copy)]
struct Edge {
    key: u64,
    /// Never available where there is no edge.
    arm: Arm,
}

const NO_EDGE: Edge = Edge { key: 0, arm: Arm::UNVISITED };

impl Edge {
    #[inline]
    fn is_none(&self) -> bool {
        self.arm.statistics.available == 0
    }
}

pub(super) struct Lists {
    edges: Vec<Edge>,
    c: f32,
    roots: Roots,
    /// The size of a block with a place for every action, or 0 if there are too many.
    whole: u32,
}

const SMALLEST: u32 = 8;
/// How many times larger than needed a block may be if that gives it a place for every action.
const WORTH: u32 = 4;
/// The most actions that a game may have for a block to hold them all.
const MOST: usize = 1 << 12;

impl Lists {
    /// For a game with this many actions (0: too many to count).
    pub fn new(action_space: usize, c: f32) -> Lists {
        let whole = if action_space <= MOST { action_space as u32 } else { 0 };
        Lists { edges: Vec::new(), c, roots: Roots::get(), whole }
    }

    pub fn clear(&mut self) {
        self.edges.clear();
    }

    pub fn bytes(&self) -> usize {
        self.edges.capacity() * size_of::<Edge>()
    }

    /// The size of a block that is to hold this many edges: at most half full.
    fn size_for(&self, edges: usize) -> u32 {
        let size = (edges.min(1 << 30) as u32 * 2).next_power_of_two().max(SMALLEST);
        if size * WORTH >= self.whole && self.whole > 0 { self.whole } else { size }
    }

    /// A block with room for this many edges, if memory allows.
    pub fn make(&mut self, edges: usize, quota: &Quota) -> Option<Block> {
        let size = self.size_for(edges);
        afford(&mut self.edges, size as usize, quota).then(|| {
            let first = self.edges.len() as u32;
            self.edges.resize((first + size) as usize, NO_EDGE);
            Block { first, size, used: 0 }
        })
    }

    /// The place of an action's edge, or the free place where it would be.
    #[inline]
    fn place(&self, block: Block, key: u64) -> Result<usize, usize> {
        let first = block.first as usize;
        if block.size == self.whole {
            let place = first + key as usize;
            return if self.edges[place].is_none() { Err(place) } else { Ok(place) };
        }
        let mask = block.size - 1;
        let mut offset = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32 & mask;
        loop {
            let place = first + offset as usize;
            let edge = &self.edges[place];
            if edge.is_none() {
                return Err(place);
            }
            if edge.key == key {
                return Ok(place);
            }
            offset = (offset + 1) & mask;
        }
    }

    #[inline]
    pub fn value(&self, block: Block, key: u64) -> f32 {
        self.place(block, key).map_or(f32::INFINITY, |place| self.edges[place].arm.value(0, self.roots))
    }

    /// The index of a legal action with the highest value, ties broken uniformly.
    #[inline]
    pub fn best<G: Game>(
        &self,
        block: Block,
        game: &G,
        legal: &[G::Action],
        values: &mut Vec<f32>,
        rng: &mut Rng,
    ) -> usize {
        if block.size == self.whole {
            let edges = &self.edges[block.first as usize..][..block.size as usize];
            let value = |action| edges[game.action_index(action) as usize].arm.value(0, self.roots);
            highest(legal, value, values, rng)
        } else {
            highest(legal, |action| self.value(block, game.action_index(action)), values, rng)
        }
    }

    pub fn statistics(&self, block: Block, key: u64) -> Statistics {
        self.place(block, key).map_or(Statistics::default(), |place| self.edges[place].arm.statistics)
    }

    /// One pass, of which all legal actions were listed.
    #[inline]
    pub fn count<G: Game>(
        &mut self,
        block: &mut Block,
        game: &G,
        legal: &[G::Action],
        chosen: u64,
        reward: Reward,
        quota: &Quota,
    ) -> bool {
        if block.size == self.whole {
            let edges = &mut self.edges[block.first as usize..][..block.size as usize];
            legal.iter().for_each(|&action| edges[game.action_index(action) as usize].arm.statistics.available += 1);
            edges[chosen as usize].arm.visit(reward, self.c);
            false
        } else {
            let before = block.used;
            for &action in legal {
                let key = game.action_index(action);
                match self.place(*block, key) {
                    Ok(place) => self.edges[place].arm.statistics.available += 1,
                    Err(_) => self.enter(block, key, quota),
                }
            }
            if let Ok(place) = self.place(*block, chosen) {
                self.edges[place].arm.visit(reward, self.c);
            }
            block.used != before
        }
    }

    /// The first time that an action is available.
    #[cold]
    fn enter(&mut self, block: &mut Block, key: u64, quota: &Quota) {
        if block.size != self.whole && (block.used + 1) * 2 > block.size {
            self.enlarge(block, quota);
        }
        // A table needs a free place to end a search at.
        if block.size != self.whole && block.used + 1 >= block.size {
            return;
        }
        let (Ok(place) | Err(place)) = self.place(*block, key);
        self.edges[place] = Edge { key, ..NO_EDGE };
        self.edges[place].arm.statistics.available = 1;
        block.used += 1;
    }

    /// Moves a block to where it has more room, if memory allows. Its old place is lost, but not more than all blocks hold.
    fn enlarge(&mut self, block: &mut Block, quota: &Quota) {
        let Some(mut larger) = self.make(block.used as usize + 1, quota) else { return };
        for old in block.first as usize..(block.first + block.size) as usize {
            if !self.edges[old].is_none() {
                let (Ok(place) | Err(place)) = self.place(larger, self.edges[old].key);
                self.edges[place] = self.edges[old];
            }
        }
        larger.used = block.used;
        *block = larger;
    }
}

/// The index of the action with the highest value, ties broken uniformly. `values` is room for all of them.
#[inline]
fn highest<A: Copy>(legal: &[A], value: impl Fn(A) -> f32, values: &mut Vec<f32>, rng: &mut Rng) -> usize {
    if values.len() < legal.len() {
        values.resize(legal.len(), 0.0);
    }
    let values = &mut values[..legal.len()];
    let mut highest = Highest::NONE;
    for (index, (&action, place)) in legal.iter().zip(values.iter_mut()).enumerate() {
        *place = value(action);
        highest.see(index as u32, *place);
    }
    if let Some(index) = highest.only() {
        return index as usize;
    }
    let equals = values.iter().enumerate().filter(|&(_, &value)| value == highest.value);
    let ties = equals.clone().count();
    equals.map(|(index, _)| index).nth(rng.below(ties)).unwrap_or(0)
}
