//! What does not change while a tree grows: what is done in it, and what lies beside its slots.

use super::Proof;
use super::minimax::Minimax;
use super::proof::ProofJudge;
use crate::game::{Game, Player};
use crate::search::space::SpaceNeeds;
use crate::thinking::ProofRule;

/// What a search can do only where nothing is hidden.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TreeOptions {
    /// By which rule nodes are proven, if they are.
    pub solver: Option<ProofRule>,
    /// How the game's evaluation is backed up beside the rewards, if it is.
    pub minimax: Option<Minimax>,
    /// Nodes with fewer visits than this leave the choice to the playout policy.
    pub threshold: u32,
    /// Whether a new node is searched for an action that wins at once.
    pub mate1: bool,
    /// Nodes with at least this many visits pass on the best mean of their children instead of a reward.
    pub maximum_from: Option<u32>,
    /// Whether the trials of a node's actions are its visits, among them the one that made the node and looked at none.
    pub counts_first_visit: bool,
}

/// The form of a tree.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// How many play.
    pub players: usize,
    pub options: TreeOptions,
    /// The numbers beside each slot, and which of them is the prior win rate, if one is.
    pub columns: usize,
    pub prior: Option<usize>,
    /// What strategies keep for each slot, in bytes.
    pub beside: usize,
    /// How many bits of a link are the number of a block; the others are a proof. Two players leave 2³⁰ slots, more
    /// players 2²⁸.
    pub block_bits: u32,
}

impl Shape {
    pub fn new<G: Game>(needs: &SpaceNeeds<'_, G>) -> Shape {
        let options = needs.tree;
        // Without proofs the tree is that of two players.
        let provable = options.solver.map_or(2, |_| needs.players);
        Shape {
            players: needs.players,
            options,
            columns: needs.insight.hints.len() + usize::from(options.minimax.is_some()),
            prior: needs.insight.priors.map(|priors| priors.column),
            beside: needs.beside,
            block_bits: u32::BITS - Proof::width(provable),
        }
    }

    /// What concludes from children to parents in the search of this player.
    pub fn judge(&self, searcher: Player) -> ProofJudge {
        ProofJudge { rule: self.options.solver.unwrap_or_default(), players: self.players, searcher }
    }
}
