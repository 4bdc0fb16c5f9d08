//! Down the tree and back up again, where nothing is hidden.

use super::memory::Memory;
use super::proof::Proof;
use super::tree::{Block, NeedsRoom, ROOT, Slot};
use super::worker::{Room, Worker};
use crate::game::{Game, Player, Turn};
use crate::icarus::{Phase, Place, Ply, REWARD_UNIT, Sharing, bonus};

impl<G: Game> Worker<G> {
    /// From the root (or where the descent was interrupted) to the first node that has not been visited, to the end of
    /// the game, or to a node whose value is proven.
    #[inline]
    pub(super) fn descend(&mut self, memory: &Memory<G>) -> Result<(), NeedsRoom> {
        let tree = &memory.tree;
        loop {
            let node = self.at;
            if memory.plan.solver && tree.slot(node).proof() != Proof::Open {
                return Ok(());
            }
            let actor = match self.state.turn() {
                Turn::Over => return Ok(()),
                Turn::Player(player) => Some(player),
                Turn::Chance => None,
            };
            let block = match tree.block(node) {
                Some(block) => block,
                None if memory.tree_full => return Ok(()),
                None => self.expand(memory, node, actor)?,
            };
            let visited = tree.visited(block);
            let phase = if visited == block.count { Phase::Selection } else { Phase::Expansion };
            let place = Place { phase, node, visits: tree.slot(node).visits() };
            let index = match actor {
                Some(player) => self.select(memory, block, visited, player, place),
                None => self.sample(memory, block),
            };
            let child = block.first + index as u32;
            tree.prefetch(child);
            self.note_node(memory, block, actor, place);
            self.make(actor, tree.actions(block)[index]);
            self.path.push((child, actor));
            self.at = child;
            // Threads that share the tree count their visits on the way down, so that others go elsewhere meanwhile.
            let visits = match self.sharing {
                Sharing::Alone => tree.slot(child).visits(),
                Sharing::Shared => tree.slot(child).claim_visit(),
            };
            if visits == 0 {
                self.tally.nodes += 1;
                self.tally.depth = self.tally.depth.max(self.path.len() as u32);
                return Ok(());
            }
        }
    }

    /// Gives a node its children, in random order.
    fn expand(&mut self, memory: &Memory<G>, node: u32, actor: Option<Player>) -> Result<Block, NeedsRoom> {
        let legal = &mut self.room.legal;
        legal.clear();
        if actor.is_some() {
            self.state.legal_actions(legal);
        } else {
            let mut outcomes = Vec::new();
            self.state.chance_outcomes(&mut outcomes);
            legal.extend(outcomes.into_iter().map(|(action, _)| action));
        }
        // The same order again if the node must wait for room: the shuffle belongs to the successful call.
        let before = self.rng.clone();
        self.rng.shuffle(legal);
        memory.tree.expand(node, legal).inspect_err(|_| self.rng = before)
    }

    #[inline]
    fn select(&mut self, memory: &Memory<G>, block: Block, visited: u32, player: Player, place: Place) -> usize {
        let plan = &memory.plan;
        if plan.unvisited_first && visited < block.count {
            return visited as usize;
        }
        // The visit that made a node did not look at its children, except at the root.
        let trials = place.visits - u32::from(place.node != ROOT || memory.rerooted).min(place.visits);
        match plan.plain_uct {
            Some(c) if visited == block.count && !plan.solver => {
                let arms = memory.tree.children(block).iter().map(|slot| (slot.sum(), slot.visits()));
                self.room.buffers.argmax_ucb1(bonus(c, trials), arms, &mut self.rng)
            }
            Some(c) if visited == block.count => {
                // A sum below all others keeps an action that is proven lost from being chosen.
                let arms = memory.tree.children(block).iter().map(|slot| match slot.proof().is_lost_for(player) {
                    true => (i64::MIN, 1),
                    false => (slot.sum(), slot.visits()),
                });
                self.room.buffers.argmax_ucb1(bonus(c, trials), arms, &mut self.rng)
            }
            _ => self.select_by_policy(memory, block, trials, player, place),
        }
    }

    /// The general case: any combination of strategies, with biases and excluded actions.
    fn select_by_policy(
        &mut self,
        memory: &Memory<G>,
        block: Block,
        trials: u32,
        player: Player,
        place: Place,
    ) -> usize {
        let Worker { state, notes, room: Room { arms, excluded, buffers, .. }, rng, .. } = self;
        let plan = &memory.plan;
        arms.clear();
        let children = memory.tree.children(block);
        arms.slots.extend(block.first..block.first + block.count);
        arms.visits.extend(children.iter().map(Slot::visits));
        arms.rewards.extend(children.iter().map(|slot| slot.sum() as f32 * REWARD_UNIT));
        arms.available.push(trials);
        let ply = Ply {
            state: &*state,
            player,
            visits: place.visits,
            playout_ply: None,
            node: place.node,
            legal: memory.tree.actions(block),
            arms,
            history: notes.history(player),
            position: notes.position(player),
            predicates: if notes.wants.predicates { G::knowledge().holding(state) } else { 0 },
        };
        let policy = plan.tree.draw(place.visits, rng);
        if plan.biases.is_empty() && plan.unpruning.is_none() && !plan.solver {
            return policy.choose(&ply, &plan.strategies, buffers, rng);
        }
        excluded.clear();
        excluded.resize(block.count as usize, false);
        if let Some(unpruning) = &plan.unpruning {
            unpruning.close(&ply, excluded);
        }
        if plan.solver {
            exclude_lost(memory.tree.children(block), player, excluded);
        }
        policy.choose_among(&ply, &plan.strategies, &plan.biases, excluded, buffers, rng)
    }

    /// The child behind a drawn chance outcome.
    fn sample(&mut self, memory: &Memory<G>, block: Block) -> usize {
        if block.count == 1 {
            return 0;
        }
        let outcome = self.state.sample_chance(&mut self.rng);
        let listed = memory.tree.actions(block).iter().position(|&action| action == outcome);
        listed.expect("a chance event draws one of the outcomes it lists")
    }

    #[inline]
    fn note_node(&mut self, memory: &Memory<G>, block: Block, actor: Option<Player>, place: Place) {
        if !self.notes.wants.steps {
            return;
        }
        if actor.is_some() {
            let actions = memory.tree.actions(block);
            self.notes.note_legal(actions);
            if place.phase == Phase::Selection {
                let keys = actions.iter().map(|&action| self.state.action_index(action));
                self.notes.note_arms((block.first..).zip(keys));
            }
        }
        self.notes.place(place);
    }

    /// Adds the iteration's rewards and visits to the slots on its path.
    #[inline]
    pub(super) fn back_up(&mut self, memory: &Memory<G>) {
        let tree = &memory.tree;
        tree.slot(ROOT).add_visit(self.sharing);
        for &(slot, actor) in &self.path {
            let slot = tree.slot(slot);
            if self.sharing == Sharing::Alone {
                slot.add_visit(self.sharing);
            }
            if let Some(player) = actor {
                slot.add_reward(self.rewards[player.index()], self.sharing);
            }
        }
        if memory.plan.solver {
            self.prove(memory);
        }
    }

    /// Carries a proof up the path as far as it reaches.
    fn prove(&mut self, memory: &Memory<G>) {
        let tree = &memory.tree;
        if std::mem::take(&mut self.ended) {
            tree.slot(self.at).prove(Proof::of(&self.rewards));
        }
        for depth in (0..self.path.len()).rev() {
            let (child, actor) = self.path[depth];
            if tree.slot(child).proof() == Proof::Open {
                return;
            }
            let parent = if depth == 0 { ROOT } else { self.path[depth - 1].0 };
            let block = tree.block(parent).expect("the parent of a node has children");
            let proof = Proof::of_children(actor, tree.children(block).iter().map(Slot::proof));
            if proof == Proof::Open {
                return;
            }
            tree.slot(parent).prove(proof);
        }
    }
}

/// Marks the actions that are proven lost, unless all are.
fn exclude_lost(children: &[Slot], player: Player, excluded: &mut [bool]) {
    let lost = |slot: &Slot| slot.proof().is_lost_for(player);
    if children.iter().zip(excluded.iter()).all(|(slot, &out)| out || lost(slot)) {
        // Every open action is lost: the closed ones must be looked at after all.
        excluded.iter_mut().zip(children).for_each(|(out, slot)| *out = lost(slot));
        return;
    }
    excluded.iter_mut().zip(children).for_each(|(out, slot)| *out |= lost(slot));
}
