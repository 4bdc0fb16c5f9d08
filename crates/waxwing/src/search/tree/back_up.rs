//! Up the tree again: rewards, proofs and minimax values.

use super::descent::TreeDescent;
use super::{Proof, ROOT, Slot, Tree};
use crate::game::{Player, Reward};
use crate::icarus::{REWARD_UNIT, Sharing};
use crate::search::ending::Rewards;

/// What a finished iteration brings home.
pub(super) struct IterationResult<'a> {
    pub rewards: &'a Rewards,
    /// The player who searches.
    pub searcher: Player,
    pub sharing: Sharing,
}

impl IterationResult<'_> {
    /// Adds these rewards to the record of an action that a player has chosen.
    #[inline]
    fn add_to(&self, slot: &Slot, actor: Option<Player>, rewards: &Rewards) {
        if self.sharing == Sharing::Alone {
            slot.add_visit(self.sharing);
        }
        if let Some(player) = actor {
            slot.add_reward(rewards[player.index()], self.sharing);
        }
    }
}

impl<A: Copy + PartialEq> Tree<A> {
    /// Adds the iteration's rewards and visits to the slots on its path.
    #[inline]
    pub(super) fn learn(&self, outcome: &IterationResult<'_>, descent: &mut TreeDescent) {
        self.slot(ROOT).add_visit(outcome.sharing);
        match self.shape.options.maximum_from {
            Some(least) => self.back_up_maxima(outcome, descent, least),
            None => {
                let path = descent.path.iter();
                path.for_each(|&(slot, actor)| outcome.add_to(self.slot(slot), actor, outcome.rewards));
            }
        }
        if self.shape.options.solver.is_some() {
            self.back_up_proof(outcome, descent);
        }
        self.back_up_minimax(descent);
    }

    /// Maximum backpropagation (Coulom 2007; Lanctot et al. 2014, section 4.2): from this many visits on, a node passes on
    /// the best mean of its children instead of what the iteration brought.
    fn back_up_maxima(&self, outcome: &IterationResult<'_>, descent: &TreeDescent, least: u32) {
        let mut rewards = *outcome.rewards;
        for (parent, child, actor) in descent.steps_up() {
            outcome.add_to(self.slot(child), actor, &rewards);
            let Some(player) = actor.filter(|_| self.slot(parent).visits() >= least) else { continue };
            let block = self.block(parent).expect("the parent of a node has children");
            let visited = self.children(block).iter().filter(|slot| slot.visits() > 0);
            let best = visited.map(|slot| slot.fixed_sum() as f64 / f64::from(slot.visits())).fold(0.0, f64::max);
            let best = Reward::new(best * f64::from(REWARD_UNIT));
            rewards[..2].fill(best.opposite());
            rewards[player.index()] = best;
        }
    }

    /// Carries a proof up the path as far as it reaches.
    fn back_up_proof(&self, outcome: &IterationResult<'_>, descent: &mut TreeDescent) {
        let judge = self.shape.judge(outcome.searcher);
        if std::mem::take(&mut descent.ended) {
            self.prove(descent.at, Proof::of(&outcome.rewards[..judge.players]));
        }
        for (parent, child, actor) in descent.steps_up() {
            if self.proof_of(child) == Proof::Open {
                return;
            }
            let block = self.block(parent).expect("the parent of a node has children");
            let proof = judge.of_children(actor, self.children(block).iter().map(|slot| self.proof_in(slot)));
            if proof == Proof::Open {
                return;
            }
            self.prove(parent, proof);
        }
    }
}
