//! The tree of a game without hidden information.
//!
//! The children of a node lie side by side, 16 bytes each, behind a header of the same size; their actions lie in an
//! array of their own, which the selection loop does not touch. A block is made when its node is visited for the second
//! time, with the legal actions in random order: taking them one after the other is then the same as drawing them.
//! The record of a history is its slot; strategies that keep something for each history keep it by the slot's number.
//! What the game's knowledge says about a child lies beside its slot, as a few numbers: the hints that the plan asks for
//! (`insight.rs`), and behind them its implicit minimax value.
//!
//! Here is the store. `descent.rs` goes down, `back_up.rs` goes up again; `proof.rs` and `minimax.rs` are what can be concluded
//! where nothing is hidden, and `shape.rs` says how much of that a search wants. `space.rs` is what the search sees of all this,
//! `view.rs` what its reader does.

mod back_up;
mod descent;
mod minimax;
mod proof;
mod shape;
mod space;
mod view;

pub use proof::Proof;

pub(crate) use minimax::{Ended, Expand, Form, Minimax};
pub(crate) use shape::TreeOptions;

use std::ops::Deref;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};
use std::sync::atomic::{AtomicU32, AtomicU64};

use self::shape::Shape;
use super::shelf::Shelf;
use super::space::SpaceNeeds;
use crate::game::Game;
use crate::icarus::{Quota, Stat};

/// The slot of the root.
pub(crate) const ROOT: u32 = 0;

/// One child of a node: the baseline's record of its history, with the rewards of the player who acts in the parent. Of an
/// outcome of chance, where no player acts, it has the probability in their place. The word of its own is a *link*: the header
/// of the node's own block (0: none yet) and, in the highest bits, what is proven about the node.
///
/// The visits of a header are the number of children, its link how many of them from the left are known to be visited.
#[derive(Default)]
pub(crate) struct Slot(Stat);

impl Deref for Slot {
    type Target = Stat;

    #[inline(always)]
    fn deref(&self) -> &Stat {
        &self.0
    }
}

impl Slot {
    #[inline]
    fn link(&self) -> &AtomicU32 {
        self.0.own_word()
    }

    /// The probability of a chance outcome.
    #[inline]
    pub fn probability(&self) -> f64 {
        f64::from_bits(self.0.word())
    }
}

/// The children of a node: `count` slots from `first` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub first: u32,
    pub count: u32,
}

/// Why a node could not be given its children: it takes this many slots more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NeedsRoom(pub usize);

/// What is known of a node's children when it gets them, in their order.
pub(crate) struct Children<'a, A> {
    pub actions: &'a [A],
    /// The probabilities of chance outcomes; empty where a player acts.
    pub probabilities: &'a [f64],
    /// The numbers beside the slots, those of one child after the other.
    pub numbers: &'a [f32],
}

pub(crate) struct Tree<A> {
    shape: Shape,
    slots: Vec<Slot>,
    actions: Shelf<A>,
    numbers: Vec<AtomicU32>,
    /// Slots in use (low half) and how many of them are headers (high half).
    used: AtomicU64,
    /// The tree was cut out of an earlier one: its root has a visit that did not look at its children.
    rerooted: bool,
}

/// One header, in [`Tree::used`].
const HEADER: u64 = 1 << 32;

/// Slots in a cache line, and how many lines of a block are worth loading ahead: most blocks are no longer.
#[cfg(target_arch = "x86_64")]
const SLOTS_IN_A_LINE: usize = 64 / size_of::<Slot>();
#[cfg(target_arch = "x86_64")]
const PREFETCHED_LINES: usize = 6;

const START: usize = 1 << 12;

impl<A: Copy + PartialEq> Tree<A> {
    /// A tree of the form that a search needs.
    pub fn new<G: Game<Action = A>>(needs: &SpaceNeeds<'_, G>) -> Tree<A> {
        Tree::with_room(START, Shape::new(needs))
    }

    fn with_room(slots: usize, shape: Shape) -> Tree<A> {
        let (numbers, used) = (Vec::new(), AtomicU64::new(1));
        let mut tree = Tree { shape, slots: Vec::new(), actions: Shelf::new(), numbers, used, rerooted: false };
        tree.resize(slots);
        tree
    }

    #[inline]
    fn block_mask(&self) -> u32 {
        (1 << self.shape.block_bits) - 1
    }

    fn slot_bytes(&self) -> usize {
        size_of::<Slot>() + size_of::<A>() + self.shape.columns * size_of::<AtomicU32>()
    }

    fn resize(&mut self, len: usize) {
        self.slots.reserve_exact(len.saturating_sub(self.slots.len()));
        self.slots.resize_with(len, Slot::default);
        self.actions.resize(len);
        self.numbers.reserve_exact((len * self.shape.columns).saturating_sub(self.numbers.len()));
        self.numbers.resize_with(len * self.shape.columns, AtomicU32::default);
    }

    /// Makes room for at least this many more slots, if memory allows.
    fn make_room(&mut self, more: usize, quota: &Quota) -> bool {
        let len = self.slots.len();
        // Doubling keeps the work of growing small; near the limit, whatever is left must do.
        let left = quota.left() / (self.slot_bytes() + self.shape.beside);
        let added = len.max(more).min(left).min((self.block_mask() as usize).saturating_sub(len));
        let granted = added >= more && quota.take(added * self.slot_bytes());
        if granted {
            self.resize(len + added);
        }
        granted
    }

    /// Forgets everything.
    fn forget(&mut self) {
        let used = self.used();
        self.slots[..used].iter_mut().for_each(|slot| *slot = Slot::default());
        self.numbers[..used * self.shape.columns].iter_mut().for_each(|number| *number = AtomicU32::default());
        self.used = AtomicU64::new(1);
        self.rerooted = false;
    }

    #[inline]
    pub fn slot(&self, slot: u32) -> &Slot {
        &self.slots[slot as usize]
    }

    /// What is proven about the node of a slot.
    #[inline]
    pub fn proof_in(&self, slot: &Slot) -> Proof {
        Proof::from_bits(slot.link().load(Relaxed) >> self.shape.block_bits)
    }

    #[inline]
    pub fn proof_of(&self, slot: u32) -> Proof {
        self.proof_in(self.slot(slot))
    }

    /// Notes what is proven about a node, also as its minimax value.
    pub fn prove(&self, slot: u32, proof: Proof) {
        self.slot(slot).link().fetch_or(proof.bits() << self.shape.block_bits, Relaxed);
        self.value_proof(slot);
    }

    #[inline]
    pub fn children(&self, block: Block) -> &[Slot] {
        &self.slots[block.first as usize..(block.first + block.count) as usize]
    }

    #[inline]
    pub fn actions(&self, block: Block) -> &[A] {
        // SAFETY: blocks come from `block` alone, which reads them from where `expand` published them.
        unsafe { self.actions.slice(block.first as usize, block.count as usize) }
    }

    /// One of the numbers beside a slot.
    #[inline]
    pub fn number(&self, slot: u32, column: usize) -> f32 {
        f32::from_bits(self.numbers[slot as usize * self.shape.columns + column].load(Relaxed))
    }

    #[inline]
    pub fn set_number(&self, slot: u32, column: usize, number: f32) {
        self.numbers[slot as usize * self.shape.columns + column].store(number.to_bits(), Relaxed);
    }

    /// The numbers of one column, child after child.
    #[inline]
    pub fn column(&self, block: Block, column: usize) -> impl ExactSizeIterator<Item = f32> {
        let start = block.first as usize * self.shape.columns;
        let numbers = &self.numbers[start..start + block.count as usize * self.shape.columns];
        numbers.chunks_exact(self.shape.columns).map(move |child| f32::from_bits(child[column].load(Relaxed)))
    }

    /// The children of a node, if it has them yet.
    #[inline]
    pub fn block(&self, node: u32) -> Option<Block> {
        let header = self.slot(node).link().load(Acquire) & self.block_mask();
        (header != 0).then(|| Block { first: header + 1, count: self.slot(header).visits() })
    }

    /// Starts to load the children of a node, which will be looked at soon.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn prefetch(&self, node: u32) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let header = (self.slot(node).link().load(Relaxed) & self.block_mask()) as usize;
        for line in 0..PREFETCHED_LINES {
            let place = self.slots.as_ptr().wrapping_add(header + line * SLOTS_IN_A_LINE);
            // SAFETY: a prefetch reads nothing; any address will do.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
        }
        // SAFETY: as above.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(self.actions.address(header).cast()) };
    }

    /// Other processors load the children when they are looked at.
    #[cfg(not(target_arch = "x86_64"))]
    #[inline(always)]
    pub fn prefetch(&self, _: u32) {}

    /// Gives a node its children.
    pub fn expand(&self, node: u32, children: &Children<'_, A>) -> Result<Block, NeedsRoom> {
        let Children { actions, probabilities, numbers } = *children;
        let size = actions.len() + 1;
        let claim = HEADER | size as u64;
        let header = self.used.fetch_add(claim, Relaxed) as u32 as usize;
        if header + size > self.slots.len() {
            self.used.fetch_sub(claim, Relaxed);
            return Err(NeedsRoom(size));
        }
        self.slots[header].set_visits(actions.len() as u32);
        // SAFETY: the counter gave these cells to this call alone, and they are published below.
        unsafe { self.actions.write(header + 1, actions) };
        for (slot, probability) in self.slots[header + 1..].iter().zip(probabilities) {
            slot.set_word(probability.to_bits());
        }
        for (place, number) in self.numbers[(header + 1) * self.shape.columns..].iter().zip(numbers) {
            place.store(number.to_bits(), Relaxed);
        }
        let link = self.slot(node).link();
        let mut old = link.load(Acquire);
        // Another thread may have expanded the node meanwhile: its block counts, this one is lost.
        while old & self.block_mask() == 0 {
            match link.compare_exchange_weak(old, old | header as u32, AcqRel, Acquire) {
                Ok(_) => break,
                Err(now) => old = now,
            }
        }
        Ok(self.block(node).expect("the node has just been given a block"))
    }

    /// Takes back a visit of a node that a thread has claimed; which children are visited is found out anew.
    pub fn release_visit(&self, parent: u32, slot: u32) {
        self.slot(slot).release_visit();
        if let Some(block) = self.block(parent) {
            self.slot(block.first - 1).link().store(0, Relaxed);
        }
    }

    /// How many children from the left are visited: all of them in a selection node.
    #[inline]
    pub fn visited(&self, block: Block) -> u32 {
        let header = self.slot(block.first - 1);
        let known = header.link().load(Relaxed);
        let mut visited = known;
        while visited < block.count && self.slot(block.first + visited).visits() > 0 {
            visited += 1;
        }
        if visited != known {
            header.link().store(visited, Relaxed);
        }
        visited
    }

    /// The number of visited nodes, and the depth of the deepest.
    pub fn measure(&self) -> (u64, u32) {
        let mut nodes = 0;
        let mut deepest = 0;
        let mut open = vec![(ROOT, 0)];
        while let Some((node, depth)) = open.pop() {
            nodes += 1;
            deepest = deepest.max(depth);
            if let Some(block) = self.block(node) {
                let children = block.first..block.first + block.count;
                open.extend(children.filter(|&child| self.slot(child).visits() > 0).map(|child| (child, depth + 1)));
            }
        }
        (nodes, deepest)
    }

    /// How many of the slots in use are headers.
    fn headers(&self) -> usize {
        (self.used.load(Relaxed) >> 32) as usize
    }

    /// Slots in use, headers included.
    pub fn used(&self) -> usize {
        self.used.load(Relaxed) as u32 as usize
    }

    /// The node behind these moves from the root.
    fn find(&self, moves: &[A]) -> Option<u32> {
        moves.iter().try_fold(ROOT, |node, &action| self.child(node, action))
    }

    /// The child of a node behind an action.
    pub fn child(&self, node: u32, action: A) -> Option<u32> {
        let block = self.block(node)?;
        let index = self.actions(block).iter().position(|&listed| listed == action)?;
        Some(block.first + index as u32)
    }

    fn copy_slot(&self, old: u32, kept: &Tree<A>, new: u32) {
        let (from, to) = (self.slot(old), kept.slot(new));
        to.set_word(from.word());
        to.set_visits(from.visits());
        to.link().fetch_or(from.link().load(Relaxed) & !self.block_mask(), Relaxed);
        (0..self.shape.columns).for_each(|column| kept.set_number(new, column, self.number(old, column)));
    }

    /// Makes a node the root. Returns where each old slot is now, nowhere if it is gone.
    fn make_root(&mut self, node: u32) -> Vec<Option<u32>> {
        let mut moved = vec![None; self.used()];
        let kept: Tree<A> = Tree::with_room(self.slots.len(), self.shape);
        self.copy_slot(node, &kept, ROOT);
        moved[node as usize] = Some(ROOT);
        let mut open = vec![(node, ROOT)];
        while let Some((old, new)) = open.pop() {
            let Some(block) = self.block(old) else { continue };
            let children = Children { actions: self.actions(block), probabilities: &[], numbers: &[] };
            let copy = kept.expand(new, &children).expect("the copy is no larger than the original");
            for index in 0..block.count {
                self.copy_slot(block.first + index, &kept, copy.first + index);
                moved[(block.first + index) as usize] = Some(copy.first + index);
                open.push((block.first + index, copy.first + index));
            }
        }
        *self = Tree { rerooted: true, ..kept };
        moved
    }
}
