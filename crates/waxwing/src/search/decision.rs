//! A decision at a node of a tree, whichever space the tree is in.

use super::facts::Facts;
use super::memory::Memory;
use super::notes::Notes;
use super::worker::{Scratch, Worker};
use crate::game::{Game, Player};
use crate::icarus::{Arms, Choosing, Place, Policy, TypedPly};
use crate::strategy::Ply;

/// Who decides where, among which actions, and by which policy.
pub(super) struct NodeDecision<'a, A> {
    pub player: Player,
    pub place: Place,
    pub legal: &'a [A],
    pub policy: &'a Policy,
}

/// A decision at a node, as strategies see it.
#[inline]
pub(super) fn node_ply<'a, G: Game>(
    facts: &'a Facts<'a, G>,
    player: Player,
    place: Place,
    arms: &'a Arms,
    notes: &'a Notes<G>,
) -> Ply<'a> {
    let Place { phase, visits, node } = place;
    Ply { player, visits, playout_ply: None, phase, node, arms, log: &notes.log, situation: facts }
}

impl<G: Game> Worker<G> {
    /// The choice of any combination of strategies, with biases, among actions whose records have been read. `exclude` marks
    /// actions that must not be chosen, besides those that are closed already.
    pub(super) fn choose_at_node(
        &mut self,
        memory: &Memory<G>,
        decision: &NodeDecision<'_, G::Action>,
        exclude: Option<impl FnOnce(&mut [bool])>,
    ) -> usize {
        let Worker { state, notes, scratch: Scratch { arms, lists, excluded, threads, .. }, rng, .. } = self;
        let (plan, &NodeDecision { player, place, legal, policy }) = (&memory.plan, decision);
        let facts = Facts::at_node(state, legal, &mut lists.keys, &memory.lexicon);
        let at = TypedPly { ply: node_ply(&facts, player, place, arms, notes), facts: &facts };
        let mut with = Choosing { strategies: &plan.strategies, sources: &plan.sources, threads };
        let scores = notes.needs.trace.then(|| policy.scores(&at, &mut with, &plan.biases));
        let chosen = if plan.is_unadorned() && exclude.is_none() {
            policy.choose(&at, &mut with, rng)
        } else {
            excluded.clear();
            excluded.resize(legal.len(), false);
            if let Some(unpruning) = &plan.unpruning {
                unpruning.close(&at.ply, excluded);
            }
            if let Some(exclude) = exclude {
                exclude(excluded);
            }
            policy.choose_among(&at, &mut with, &plan.biases, excluded, rng)
        };
        if let Some(scores) = scores {
            notes.scores = scores;
        }
        chosen
    }
}
