//! The tree as the space of a search.

use super::back_up::IterationResult;
use super::descent::{TreeDescent, TreeIteration, trials};
use super::minimax::in_unit_interval;
use super::view::TreeView;
use super::{NeedsRoom, Proof, ROOT, START, Tree};
use crate::game::{Game, Player, Reward};
use crate::icarus::{Arms, Information, Phase, Place, Quota, REWARD_UNIT};
use crate::search::ending::Rewards;
use crate::search::memory::Memory;
use crate::search::space::{Descent, Rerooted, RootRecord, Space};
use crate::search::standing::Viewpoint;
use crate::search::view::{TreeNode, TreeScope};
use crate::search::worker::{Pause, Worker};
use crate::thinking::ProofRule;

impl<G: Game> Space<G> for Tree<G::Action> {
    fn descent(&self, _: &G) -> Descent {
        Descent::new(TreeDescent::default())
    }

    fn begin(&self, _: &Memory<G>, _: &mut Worker<G>, descent: &mut Descent) {
        let descent: &mut TreeDescent = descent.of();
        descent.at = ROOT;
        descent.path.clear();
    }

    fn descend(
        &self,
        memory: &Memory<G>,
        worker: &mut Worker<G>,
        descent: &mut Descent,
    ) -> Result<Option<Rewards>, Pause> {
        let mut iteration = TreeIteration { tree: self, memory, worker, descent: descent.of() };
        iteration.descend()?;
        Ok(iteration.known_rewards())
    }

    fn back_up(&self, worker: &Worker<G>, descent: &mut Descent) {
        let &Worker { ref rewards, observer: searcher, sharing, .. } = worker;
        self.learn(&IterationResult { rewards, searcher, sharing }, descent.of());
    }

    fn release_visits(&self, descent: &mut Descent) {
        descent.of::<TreeDescent>().steps_up().for_each(|(parent, slot, _)| self.release_visit(parent, slot));
    }

    fn clear(&mut self) {
        self.forget();
    }

    fn shrink(&mut self) {
        *self = Tree::with_room(START, self.shape);
    }

    fn reroot(&mut self, moves: &[G::Action]) -> Option<Rerooted> {
        let node = self.find(moves).filter(|&node| node != ROOT && self.block(node).is_some())?;
        let moved = self.make_root(node);
        Some(Rerooted { moved, kept: self.measure() })
    }

    fn is_crowded(&self) -> bool {
        false
    }

    fn grow(&mut self, NeedsRoom(slots): NeedsRoom, quota: &Quota) -> bool {
        self.make_room(slots, quota)
    }

    fn capacity(&self) -> usize {
        self.slots.len()
    }

    fn bytes(&self) -> usize {
        self.slots.len() * self.slot_bytes()
    }

    /// The memory of the slots in use, headers included, divided by the children among them.
    fn bytes_per_slot(&self) -> f64 {
        let children = self.used().saturating_sub(1 + self.headers());
        (self.used() * self.slot_bytes()) as f64 / children.max(1) as f64
    }

    fn iterations(&self) -> u32 {
        self.slot(ROOT).visits()
    }

    fn is_settled(&self) -> bool {
        self.shape.options.solver.is_some() && self.proof_of(ROOT) != Proof::Open
    }

    fn assumed_rule(&self) -> Option<ProofRule> {
        self.shape.options.solver.filter(|&rule| rule != ProofRule::Standard && self.shape.players > 2)
    }

    fn root_record(&self, from: Viewpoint<'_, G>, action: G::Action) -> RootRecord {
        let Some(child) = self.child(ROOT, action) else { return RootRecord::EMPTY };
        let slot = self.slot(child);
        let minimax = self.minimax_of(child).map(|value| in_unit_interval(value, from.player).into());
        RootRecord { visits: slot.visits(), sum: slot.fixed_sum(), proof: self.proof_in(slot), minimax }
    }

    fn line(&self, _: Viewpoint<'_, G>, first: G::Action) -> Vec<G::Action> {
        self.child(ROOT, first).map_or_else(Vec::new, |node| self.line_from(node, usize::MAX))
    }

    fn view(&self, from: Viewpoint<'_, G>, path: &[G::Action], scope: &TreeScope) -> Option<TreeNode<G::Action>> {
        TreeView { tree: self, from, scope }.at(path)
    }

    fn slot_of(&self, _: &G, _: Player, moves: &[G::Action]) -> Option<u32> {
        self.find(moves)
    }

    fn baseline(&self, _: &G, _: Player, moves: &[G::Action]) -> Option<Information<G::Action>> {
        let slot = self.slot(self.find(moves)?);
        let sum = slot.fixed_sum() as f64 / Reward::WIN.bits() as f64;
        Some(Information::Statistics { sum, visits: slot.visits().into(), available: None })
    }

    fn arms_of(
        &self,
        _: &G,
        moves: &[G::Action],
        (_, legal): (Player, &[G::Action]),
        arms: &mut Arms,
    ) -> Option<Place> {
        let node = self.find(moves)?;
        let block = self.block(node).filter(|block| block.count > 0)?;
        let visits = self.slot(node).visits();
        for &action in legal {
            let child = self.child(node, action)?;
            let slot = self.slot(child);
            arms.slots.push(child);
            arms.visits.push(slot.visits());
            arms.rewards.push(slot.fixed_sum() as f32 * REWARD_UNIT);
        }
        let phase = if self.visited(block) == block.count { Phase::Selection } else { Phase::Expansion };
        let place = Place { phase, node, visits };
        arms.available.push(trials(self, place));
        Some(place)
    }

    fn minimax(&self, moves: &[G::Action]) -> Option<f32> {
        self.minimax_of(self.find(moves)?)
    }

    fn proof(&self, moves: &[G::Action]) -> Proof {
        self.find(moves).map_or(Proof::Open, |node| self.proof_of(node))
    }
}
