//! What is known about the actions out of a position: blocks of edges.
//!
//! A block is a small open-addressing table by [`crate::Game::action_index`]. It grows with the actions that are seen in
//! it, until it has a place for every action of the game (where the game has few enough); then nothing is searched any
//! more. What a choice reads lies together; the rest, of which a pass touches one edge, lies beside it.

use super::index::afford;
use super::roots::Roots;
use crate::game::{Game, Reward};
use crate::icarus::{Quota, REWARD_UNIT};

/// What a choice reads of an edge.
#[derive(Clone, Copy)]
struct Front {
    /// The last half of the key.
    tag: u32,
    /// m, or 0 where there is no edge.
    available: u32,
    /// q/n, or infinite.
    mean: f32,
    /// c/√n.
    scale: f32,
}

/// The exact statistics of an edge.
#[derive(Clone, Copy)]
struct Back {
    key: u64,
    sum: i64,
    visits: u32,
}

const NO_FRONT: Front = Front { tag: 0, available: 0, mean: f32::INFINITY, scale: 0.0 };
const NO_BACK: Back = Back { key: 0, sum: 0, visits: 0 };

/// The edges of one position: `size` places from `first` on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    first: u32,
    size: u32,
    used: u32,
}

/// q (in fixed point), n and m of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Statistics {
    pub sum: i64,
    pub visits: u32,
    pub available: u32,
}

pub(super) struct Edges {
    fronts: Vec<Front>,
    backs: Vec<Back>,
    c: f32,
    roots: &'static Roots,
    /// The size of a block with a place for every action, or 0 if there are too many.
    whole: u32,
}

const SMALLEST: u32 = 8;
/// The most actions that a game may have for a block to hold them all.
const MOST: usize = 1 << 12;

impl Edges {
    pub fn new(c: f32) -> Edges {
        Edges { fronts: Vec::new(), backs: Vec::new(), c, roots: Roots::get(), whole: 0 }
    }

    /// Forgets everything, and takes the number of actions from a game.
    pub fn begin(&mut self, action_space: usize) {
        self.clear();
        self.whole = if action_space <= MOST { action_space as u32 } else { 0 };
    }

    pub fn clear(&mut self) {
        self.fronts.clear();
        self.backs.clear();
    }

    pub fn bytes(&self) -> usize {
        self.fronts.capacity() * size_of::<Front>() + self.backs.capacity() * size_of::<Back>()
    }

    /// The size of a block that is to hold so many edges: at most half full.
    fn size_for(&self, edges: usize) -> u32 {
        let size = (edges.min(1 << 30) as u32 * 2).next_power_of_two().max(SMALLEST);
        if size >= self.whole && self.whole > 0 { self.whole } else { size }
    }

    /// A block with room for so many edges, if memory allows.
    pub fn make(&mut self, edges: usize, quota: &Quota) -> Option<Block> {
        let size = self.size_for(edges);
        let places = size as usize;
        let granted = afford(&mut self.fronts, places, quota) && afford(&mut self.backs, places, quota);
        granted.then(|| {
            let first = self.fronts.len() as u32;
            self.fronts.resize(first as usize + places, NO_FRONT);
            self.backs.resize(first as usize + places, NO_BACK);
            Block { first, size, used: 0 }
        })
    }

    /// The place of an action's edge, or the free place where it would be.
    #[inline]
    fn place(&self, block: Block, key: u64) -> Result<usize, usize> {
        let first = block.first as usize;
        if block.size == self.whole {
            let place = first + key as usize;
            return if self.fronts[place].available > 0 { Ok(place) } else { Err(place) };
        }
        let mask = block.size - 1;
        let mut offset = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32 & mask;
        loop {
            let place = first + offset as usize;
            let front = &self.fronts[place];
            if front.available == 0 {
                return Err(place);
            }
            if front.tag == key as u32 && self.backs[place].key == key {
                return Ok(place);
            }
            offset = (offset + 1) & mask;
        }
    }

    /// The value of every legal action.
    #[inline]
    pub fn values<G: Game>(&self, block: Block, game: &G, legal: &[G::Action], values: &mut Vec<f32>) {
        if block.size == self.whole {
            let fronts = &self.fronts[block.first as usize..][..block.size as usize];
            values.extend(legal.iter().map(|&action| self.value(&fronts[game.action_index(action) as usize])));
            return;
        }
        values.extend(legal.iter().map(|&action| match self.place(block, game.action_index(action)) {
            Ok(place) => self.value(&self.fronts[place]),
            Err(_) => f32::INFINITY,
        }));
    }

    #[inline]
    fn value(&self, front: &Front) -> f32 {
        front.mean + front.scale * self.roots.of(front.available)
    }

    pub fn statistics(&self, block: Block, key: u64) -> Statistics {
        self.place(block, key).map_or(Statistics::default(), |place| {
            let Back { sum, visits, .. } = self.backs[place];
            Statistics { sum, visits, available: self.fronts[place].available }
        })
    }

    /// One pass: every legal action was available, one was played. Actions that do not fit into memory stay unknown.
    #[inline]
    pub fn count<G: Game>(
        &mut self,
        block: &mut Block,
        game: &G,
        legal: &[G::Action],
        chosen: u64,
        reward: Reward,
        quota: &Quota,
    ) {
        for &action in legal {
            let key = game.action_index(action);
            match self.place(*block, key) {
                Ok(place) => self.fronts[place].available += 1,
                Err(_) => self.enter(block, key, quota),
            }
        }
        if let Ok(place) = self.place(*block, chosen) {
            let (front, back) = (&mut self.fronts[place], &mut self.backs[place]);
            back.sum += reward.bits();
            back.visits += 1;
            let share = 1.0 / back.visits as f32;
            front.mean = back.sum as f32 * REWARD_UNIT * share;
            front.scale = self.c * share.sqrt();
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
        self.fronts[place] = Front { tag: key as u32, available: 1, ..NO_FRONT };
        self.backs[place] = Back { key, ..NO_BACK };
        block.used += 1;
    }

    /// Moves a block to where it has more room, if memory allows. Its old place is lost, but not more than all blocks hold.
    fn enlarge(&mut self, block: &mut Block, quota: &Quota) {
        let Some(mut larger) = self.make(block.used as usize + 1, quota) else { return };
        for old in block.first as usize..(block.first + block.size) as usize {
            if self.fronts[old].available > 0 {
                let (Ok(place) | Err(place)) = self.place(larger, self.backs[old].key);
                self.fronts[place] = self.fronts[old];
                self.backs[place] = self.backs[old];
            }
        }
        larger.used = block.used;
        *block = larger;
    }
}
