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
        if G::HIDDEN {
            return self.hidden_baseline(record);
        }
        let slot = self.memory.tree.slot(self.node(record)?);
        let sum = slot.fixed_sum() as f64 / Reward::WIN.bits() as f64;
        Some(Information::Statistics { sum, visits: slot.visits().into(), available: None })
    }

    /// The same where something is hidden: also of a history that was available but never visited.
    fn hidden_baseline(&self, record: &Record<G::Action>) -> Option<Information<G::Action>> {
        let (Record::History { observer, moves } | Record::Below { observer, moves, .. }) = record else { return None };
        let forest = &self.memory.forest;
        let (sum, visits, available) = match (self.seen(moves), &moves[..]) {
            (Some(node), _) => {
                let (sum, visits) = forest.stat(node, *observer).reward_and_visits();
                (sum as f64 / Reward::WIN.bits() as f64, visits, forest.available(node, *observer))
            }
            (None, &[only]) => (0.0, 0, forest.available_at_root(*observer, self.game.action_index(only), only)),
            (None, _) => return None,
        };
        let is_known = moves.is_empty() || visits > 0 || available > 0;
        let available = Some(available.into());
        is_known.then_some(Information::Statistics { sum, visits: visits.into(), available })
    }

    /// The node of what has been seen, where something is hidden.
    fn seen(&self, moves: &[G::Action]) -> Option<u32> {
        self.memory.forest.find(moves.iter().map(|&seen| self.game.action_index(seen)))
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
            self.seen(moves).map(|node| self.memory.forest.slot(node, *observer))
        } else {
            moves.iter().try_fold(ROOT, |node, &action| self.memory.tree.child(node, action))
        }
    }
}
