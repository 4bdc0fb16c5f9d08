//! Down the tree and back up again, where nothing is hidden.

use super::ending::{Rewards, won_by};
use super::facts::Facts;
use super::insight::{adjust, in_unit_interval};
use super::memory::Memory;
use super::notes::Notes;
use super::proof::Proof;
use super::tree::{Block, Children, NeedsRoom, ROOT, Slot};
use super::worker::{Pause, Room, Worker};
use crate::game::{BrokenPromise, Game, Player, Reward, Turn, list_legal};
use crate::icarus::{Arms, Choosing, Phase, Place, REWARD_UNIT, Sharing, TypedPly, bonus};
use crate::strategy::Ply;

/// A decision at a node of the tree.
#[inline]
pub(super) fn node_ply<'a, G: Game>(
    facts: &'a Facts<'a, G>,
    player: Player,
    place: Place,
    arms: &'a Arms,
    notes: &'a Notes<G>,
) -> Ply<'a> {
    let Place { visits, node, .. } = place;
    Ply { player, visits, playout_ply: None, node, arms, log: &notes.log, situation: facts }
}

impl<G: Game> Worker<G> {
    /// From the root (or where the descent was interrupted) to the first node that has not been visited, to the end of
    /// the game, or to a node whose value is proven.
    #[inline]
    pub(super) fn descend(&mut self, memory: &Memory<G>) -> Result<(), Pause> {
        let tree = &memory.tree;
        loop {
            let node = self.at;
            if memory.plan.solver.is_some() && tree.proof(node) != Proof::Open {
                return Ok(());
            }
            let actor = match self.state.turn() {
                Turn::Over => return Ok(()),
                Turn::Player(player) => Some(player),
                Turn::Chance => None,
            };
            if self.tally.plies >= self.due && self.is_too_long()? {
                return Ok(());
            }
            let block = match tree.block(node) {
                Some(block) => block,
                None if memory.tree_full => return Ok(()),
                None => self.expand(memory, node, actor)?,
            };
            if block.count == 0 {
                // Chance has too many outcomes to list: what follows is no part of the tree.
                return Ok(());
            }
            let visited = tree.visited(block);
            let all_visited = visited == block.count || memory.plan.insight.priors.is_some();
            let phase = if all_visited { Phase::Selection } else { Phase::Expansion };
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
                self.value_new_node(memory);
                return Ok(());
            }
        }
    }

    /// Gives a node its children, in random order.
    fn expand(&mut self, memory: &Memory<G>, node: u32, actor: Option<Player>) -> Result<Block, NeedsRoom> {
        // The same order again if the node must wait for room: the shuffle belongs to the successful call.
        let before = self.rng.clone();
        let legal = &mut self.room.lists.legal;
        let mut probabilities = Vec::new();
        if actor.is_some() {
            list_legal(&self.state, legal);
            self.rng.shuffle(legal);
        } else {
            let mut outcomes = Vec::new();
            self.state.chance_outcomes(&mut outcomes);
            self.rng.shuffle(&mut outcomes);
            legal.clear();
            legal.extend(outcomes.iter().map(|&(action, _)| action));
            probabilities.extend(outcomes.iter().map(|&(_, probability)| probability));
        }
        if memory.plan.insight.columns() > 0 {
            self.describe_children(memory);
        }
        let (actions, numbers) = (&self.room.lists.legal, &self.room.numbers);
        let block = memory.tree.expand(node, &Children { actions, probabilities: &probabilities, numbers });
        if node == ROOT && block.is_ok() {
            self.look_for_mate_at_root(memory, actor);
        }
        block.inspect_err(|_| self.rng = before)
    }

    /// The root was never a new node: what it would have been searched for is looked for when it gets its children.
    fn look_for_mate_at_root(&mut self, memory: &Memory<G>, actor: Option<Player>) {
        let Some(player) = actor.filter(|_| memory.plan.mate1 && memory.plan.solver.is_some()) else { return };
        if let Some(index) = self.state.knowledge().winning_action(&self.state, &self.room.lists.legal)
            && let Some(child) = memory.tree.child(ROOT, self.room.lists.legal[index])
        {
            for slot in [child, ROOT] {
                memory.tree.prove(slot, Proof::Win(player));
                memory.note_proof(slot);
            }
        }
    }

    /// Whether the player to move at a new node wins at once: then the iteration ends here (Winands and
    /// Björnsson 2009, section 3.2).
    pub(super) fn wins_at_once(&mut self, memory: &Memory<G>) -> bool {
        let Turn::Player(player) = self.state.turn() else { return false };
        if memory.plan.solver.is_some() && memory.tree.proof(self.at) != Proof::Open {
            return false;
        }
        let legal = &mut self.room.lists.legal;
        list_legal(&self.state, legal);
        let wins = self.state.knowledge().winning_action(&self.state, legal).is_some();
        if wins {
            self.rewards = won_by(player);
            if memory.plan.solver.is_some() {
                memory.tree.prove(self.at, Proof::Win(player));
                memory.note_proof(self.at);
            }
        }
        wins
    }

    #[inline]
    fn select(&mut self, memory: &Memory<G>, block: Block, visited: u32, player: Player, place: Place) -> usize {
        let plan = &memory.plan;
        if place.visits < plan.threshold {
            return self.select_as_in_playout(memory, block, player, place);
        }
        if plan.unvisited_first && visited < block.count {
            return visited as usize;
        }
        // The visit that made a node did not look at its children, except at the root.
        let trials = place.visits - u32::from(place.node != ROOT || memory.rerooted).min(place.visits);
        if let (Some(c), Some(minimax), true) = (plan.plain_uct, &plan.insight.minimax, visited == block.count) {
            let bonus = bonus(c, trials);
            let slots = memory.tree.children(block).iter().zip(memory.minimax_values(block));
            let arms = slots.map(|(slot, value)| match plan.solver.is_some() && memory.is_lost(slot, player) {
                true => None,
                false => Some((slot.fixed_sum(), slot.visits(), in_unit_interval(value, player))),
            });
            return self.room.buffers.argmax_mixed_ucb1(bonus, minimax.alpha, arms, &mut self.rng);
        }
        match plan.plain_uct {
            Some(c) if visited == block.count && plan.solver.is_none() => {
                let arms = memory.tree.children(block).iter().map(|slot| (slot.fixed_sum(), slot.visits()));
                self.room.buffers.argmax_ucb1(bonus(c, trials), arms, &mut self.rng)
            }
            Some(c) if visited == block.count => {
                let children = memory.tree.children(block);
                let all_lost = children.iter().all(|slot| memory.is_lost(slot, player));
                // A sum below all others keeps an action that is proven lost from being chosen.
                let arms = children.iter().map(|slot| match !all_lost && memory.is_lost(slot, player) {
                    true => (i64::MIN, 1),
                    false => (slot.fixed_sum(), slot.visits()),
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
        let Worker { state, notes, room: Room { arms, lists, excluded, threads, .. }, rng, .. } = self;
        let plan = &memory.plan;
        arms.clear();
        let children = memory.tree.children(block);
        arms.slots.extend(block.first..block.first + block.count);
        arms.visits.extend(children.iter().map(|slot| slot.visits()));
        arms.rewards.extend(children.iter().map(|slot| slot.fixed_sum() as f32 * REWARD_UNIT));
        arms.available.push(trials);
        arms.hints.resize_with(plan.insight.hints.len(), Vec::new);
        if plan.insight.columns() > 0 {
            adjust(memory, block, player, arms);
        }
        let facts = Facts::at_node(state, memory.tree.actions(block), &mut lists.keys, &memory.lexicon);
        let at = TypedPly { ply: node_ply(&facts, player, place, arms, notes), facts: &facts };
        let mut with = Choosing { strategies: &plan.strategies, sources: &plan.sources, threads };
        let policy = plan.tree.draw(place.visits, rng);
        if plan.is_unadorned() && plan.solver.is_none() {
            return policy.choose(&at, &mut with, rng);
        }
        excluded.clear();
        excluded.resize(block.count as usize, false);
        if let Some(unpruning) = &plan.unpruning {
            unpruning.close(&at.ply, excluded);
        }
        if plan.solver.is_some() {
            memory.exclude_lost(block, player, excluded);
        }
        policy.choose_among(&at, &mut with, &plan.biases, excluded, rng)
    }

    /// The playout policy's choice at a node that is too young for the tree policy (Winands and Björnsson
    /// 2009, section 3.2).
    fn select_as_in_playout(&mut self, memory: &Memory<G>, block: Block, player: Player, place: Place) -> usize {
        let Worker { state, notes, room: Room { arms, lists, excluded, threads, .. }, rng, .. } = self;
        let plan = &memory.plan;
        arms.clear();
        let facts = Facts::at_node(state, memory.tree.actions(block), &mut lists.keys, &memory.lexicon);
        let at = TypedPly { ply: node_ply(&facts, player, place, arms, notes), facts: &facts };
        let mut with = Choosing { strategies: &plan.strategies, sources: &plan.sources, threads };
        excluded.clear();
        excluded.resize(block.count as usize, false);
        if plan.solver.is_some() {
            memory.exclude_lost(block, player, excluded);
        }
        let policy = plan.playout.draw(place.visits, rng);
        if !excluded.contains(&true) {
            return policy.choose(&at, &mut with, rng);
        }
        policy.choose_among(&at, &mut with, &[], excluded, rng)
    }

    /// The child behind a drawn chance outcome.
    fn sample(&mut self, memory: &Memory<G>, block: Block) -> usize {
        if block.count == 1 {
            return 0;
        }
        let outcome = self.state.sample_chance(&mut self.rng);
        let listed = memory.tree.actions(block).iter().position(|&action| action == outcome);
        listed.unwrap_or_else(|| BrokenPromise::UnlistedOutcome.raise())
    }

    #[inline]
    fn note_node(&mut self, memory: &Memory<G>, block: Block, actor: Option<Player>, place: Place) {
        if !self.notes.needs.steps {
            return;
        }
        if actor.is_some() {
            let actions = memory.tree.actions(block);
            self.notes.note_legal(&self.state, actions);
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
        if memory.plan.maximum_from.is_some() {
            self.back_up_maxima(memory);
        } else {
            self.path.iter().for_each(|&(slot, actor)| self.add_to(tree.slot(slot), actor, &self.rewards));
        }
        if memory.plan.solver.is_some() {
            self.prove(memory);
        }
        self.back_up_minimax(memory);
    }

    #[inline]
    fn add_to(&self, slot: &Slot, actor: Option<Player>, rewards: &Rewards) {
        if self.sharing == Sharing::Alone {
            slot.add_visit(self.sharing);
        }
        if let Some(player) = actor {
            slot.add_reward(rewards[player.index()], self.sharing);
        }
    }

    /// Maximum backpropagation (Coulom 2007; Lanctot et al. 2014, section 4.2): from so many visits on, a node passes on
    /// the best mean of its children instead of what the iteration brought.
    fn back_up_maxima(&self, memory: &Memory<G>) {
        let tree = &memory.tree;
        let mut rewards = self.rewards;
        for depth in (0..self.path.len()).rev() {
            let (child, actor) = self.path[depth];
            self.add_to(tree.slot(child), actor, &rewards);
            let parent = if depth == 0 { ROOT } else { self.path[depth - 1].0 };
            let Some(player) = actor.filter(|_| Some(tree.slot(parent).visits()) >= memory.plan.maximum_from) else {
                continue;
            };
            let block = tree.block(parent).expect("the parent of a node has children");
            let visited = tree.children(block).iter().filter(|slot| slot.visits() > 0);
            let best = visited.map(|slot| slot.fixed_sum() as f64 / f64::from(slot.visits())).fold(0.0, f64::max);
            let best = Reward::new(best * f64::from(REWARD_UNIT));
            rewards[..2].fill(best.opposite());
            rewards[player.index()] = best;
        }
    }

    /// Carries a proof up the path as far as it reaches.
    fn prove(&mut self, memory: &Memory<G>) {
        let (tree, judge) = (&memory.tree, memory.plan.judge(self.observer));
        if std::mem::take(&mut self.ended) {
            tree.prove(self.at, Proof::of(&self.rewards[..judge.players]));
            memory.note_proof(self.at);
        }
        for depth in (0..self.path.len()).rev() {
            let (child, actor) = self.path[depth];
            if tree.proof(child) == Proof::Open {
                return;
            }
            let parent = if depth == 0 { ROOT } else { self.path[depth - 1].0 };
            let block = tree.block(parent).expect("the parent of a node has children");
            let proof = judge.of_children(actor, tree.children(block).iter().map(|slot| tree.proof_in(slot)));
            if proof == Proof::Open {
                return;
            }
            tree.prove(parent, proof);
            memory.note_proof(parent);
        }
    }
}

impl<G: Game> Memory<G> {
    #[inline]
    fn is_lost(&self, slot: &Slot, player: Player) -> bool {
        self.tree.proof_in(slot).is_lost_for(player)
    }

    /// Marks the actions of a node that are proven lost, unless all are.
    fn exclude_lost(&self, block: Block, player: Player, excluded: &mut [bool]) {
        let children = self.tree.children(block);
        let lost = |slot: &Slot| self.is_lost(slot, player);
        if !children.iter().zip(excluded.iter()).all(|(slot, &out)| out || lost(slot)) {
            excluded.iter_mut().zip(children).for_each(|(out, slot)| *out |= lost(slot));
        } else if !children.iter().all(lost) {
            // Every open action is lost: the closed ones must be looked at after all.
            excluded.iter_mut().zip(children).for_each(|(out, slot)| *out = lost(slot));
        }
    }
}
