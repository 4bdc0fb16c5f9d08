//! Reading what a search has learned, record by record.

use super::memory::Memory;
use super::proof::Proof;
use super::tree::ROOT;
use crate::game::{Game, Reward};
use crate::icarus::{Information, Record};

/// A search's records, open for reading between two iterations.
pub struct Knowing<'a, G: Game> {
    memory: &'a Memory<G>,
    game: &'a G,
}

impl<'a, G: Game> Knowing<'a, G> {
    pub(crate) fn new(memory: &'a Memory<G>, game: &'a G) -> Knowing<'a, G> {
        Knowing { memory, game }
    }

    /// The baseline's record of a history.
    pub fn baseline(&self, record: &Record<G::Action>) -> Option<Information<G::Action>> {
        let Some(node) = self.node(record) else { return self.unvisited(record) };
        let (sum, visits, available) = if G::HIDDEN {
            let node = self.memory.forest.node(node);
            (node.sum(), node.visits(), Some(node.available().into()))
        } else {
            let slot = self.memory.tree.slot(node);
            (slot.sum(), slot.visits(), None)
        };
        let sum = sum as f64 / Reward::WIN.bits() as f64;
        Some(Information::Statistics { sum, visits: visits.into(), available })
    }

    /// The implicit minimax value of the state behind these moves for player 0, in `[-1, 1]`; `None` where the search has no
    /// such values, or no such node.
    pub fn minimax(&self, moves: &[G::Action]) -> Option<f32> {
        let node = moves.iter().try_fold(ROOT, |node, &action| self.memory.tree.child(node, action))?;
        self.memory.minimax(node)
    }

    /// What is proven about the state behind these moves.
    pub fn proof(&self, moves: &[G::Action]) -> Proof {
        let node = moves.iter().try_fold(ROOT, |node, &action| self.memory.tree.child(node, action));
        node.map_or(Proof::Open, |node| self.memory.tree.proof(node))
    }

    /// What the baseline knows of a history that was available but never visited, and has no node.
    fn unvisited(&self, record: &Record<G::Action>) -> Option<Information<G::Action>> {
        let Record::History { observer, moves } = record else { return None };
        let &[only] = &moves[..] else { return None };
        let available = self.memory.forest.available_near(observer.0.into(), self.game.action_index(only));
        let available = Some(u64::from(available)).filter(|&available| available > 0);
        available.map(|available| Information::Statistics { sum: 0.0, visits: 0, available: Some(available) })
    }

    /// What the strategies know about a record: one answer from each that keeps records of its kind, in the order in
    /// which the expression names them.
    pub fn recall(&self, record: &Record<G::Action>) -> Vec<Information<G::Action>> {
        let node = self.node(record);
        let strategies = self.memory.plan.strategies.iter();
        strategies.filter_map(|strategy| strategy.recall(self.game, record, node)).collect()
    }

    /// The slot of a record's history.
    fn node(&self, record: &Record<G::Action>) -> Option<u32> {
        let (Record::History { observer, moves } | Record::Below { observer, moves, .. }) = record else { return None };
        if G::HIDDEN {
            let step = |node, &seen: &G::Action| self.memory.forest.find(node, self.game.action_index(seen));
            moves.iter().try_fold(u32::from(observer.0), step)
        } else {
            moves.iter().try_fold(ROOT, |node, &action| self.memory.tree.child(node, action))
        }
    }
}
