//! Down the tree, where nothing is hidden.

use super::minimax::{Form, faded, in_unit_interval};
use super::{Block, Children, NeedsRoom, Proof, ROOT, Slot, Tree};
use crate::game::{BrokenPromise, Game, Player, Turn, list_legal};
use crate::icarus::{Choosing, Phase, Place, REWARD_UNIT, Sharing, TypedPly, bonus};
use crate::search::decision::{NodeDecision, node_ply};
use crate::search::ending::{Rewards, won_by};
use crate::search::facts::Facts;
use crate::search::memory::Memory;
use crate::search::worker::{Pause, Scratch, Worker};

/// Where an iteration is in the tree.
#[derive(Default)]
pub(super) struct TreeDescent {
    /// The node that it has reached, and the slots on the way there with the players who chose them.
    pub at: u32,
    pub path: Vec<(u32, Option<Player>)>,
    /// The game is over there, and what that proves is not known yet.
    pub ended: bool,
    /// Room for one number of each child of a node, and for all of them.
    pub column: Vec<f32>,
    pub numbers: Vec<f32>,
}

impl TreeDescent {
    /// The steps of the path, the last one first: from which node to which, and who chose it.
    pub fn steps_up(&self) -> impl Iterator<Item = (u32, u32, Option<Player>)> {
        let parent = |depth: usize| if depth == 0 { ROOT } else { self.path[depth - 1].0 };
        let path = self.path.iter().enumerate().rev();
        path.map(move |(depth, &(child, actor))| (parent(depth), child, actor))
    }
}

/// An iteration on its way down the tree.
pub(super) struct TreeIteration<'a, G: Game> {
    pub tree: &'a Tree<G::Action>,
    pub memory: &'a Memory<G>,
    pub worker: &'a mut Worker<G>,
    pub descent: &'a mut TreeDescent,
}

impl<G: Game> TreeIteration<'_, G> {
    /// From the root (or where the descent was interrupted) to the first node that has not been visited, to the end of
    /// the game, or to a node whose value is proven.
    #[inline]
    pub fn descend(&mut self) -> Result<(), Pause> {
        let (tree, memory) = (self.tree, self.memory);
        loop {
            let node = self.descent.at;
            if tree.shape.options.solver.is_some() && tree.proof_of(node) != Proof::Open {
                return Ok(());
            }
            let actor = match self.worker.state.turn() {
                Turn::Over => return Ok(()),
                Turn::Player(player) => Some(player),
                Turn::Chance => None,
            };
            if self.worker.tally.plies >= self.worker.due && self.worker.is_too_long()? {
                return Ok(());
            }
            let block = match tree.block(node) {
                Some(block) => block,
                None if memory.space_full => return Ok(()),
                None => self.expand(node, actor)?,
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
                Some(player) => self.select(block, visited, player, place),
                None => self.sample(block),
            };
            let child = block.first + index as u32;
            tree.prefetch(child);
            self.note_node(block, actor, place);
            self.worker.make(actor, tree.actions(block)[index]);
            self.descent.path.push((child, actor));
            self.descent.at = child;
            // Threads that share the tree count their visits on the way down, so that others go elsewhere meanwhile.
            let visits = match self.worker.sharing {
                Sharing::Alone => tree.slot(child).visits(),
                Sharing::Shared => tree.slot(child).claim_visit(),
            };
            if visits == 0 {
                let tally = &mut self.worker.tally;
                tally.nodes += 1;
                tally.depth = tally.depth.max(self.descent.path.len() as u32);
                self.value_new_node();
                return Ok(());
            }
        }
    }

    /// The rewards of the iteration if no playout is needed where the descent has ended: the node is proven, or its player
    /// wins at once.
    #[inline]
    pub fn known_rewards(&mut self) -> Option<Rewards> {
        let options = &self.tree.shape.options;
        if options.solver.is_some() {
            let proof = self.tree.proof_of(self.descent.at);
            if proof != Proof::Open {
                return Some(proof.rewards(self.tree.shape.players));
            }
            self.descent.ended = self.worker.state.turn() == Turn::Over;
        }
        if options.mate1 { self.win_at_once() } else { None }
    }

    /// Gives a node its children, in random order.
    fn expand(&mut self, node: u32, actor: Option<Player>) -> Result<Block, NeedsRoom> {
        let Worker { state, rng, scratch, .. } = &mut *self.worker;
        // The same order again if the node must wait for room: the shuffle belongs to the successful call.
        let before = rng.clone();
        let legal = &mut scratch.lists.legal;
        let mut probabilities = Vec::new();
        if actor.is_some() {
            list_legal(state, legal);
            rng.shuffle(legal);
        } else {
            let mut outcomes = Vec::new();
            state.chance_outcomes(&mut outcomes);
            rng.shuffle(&mut outcomes);
            legal.clear();
            legal.extend(outcomes.iter().map(|&(action, _)| action));
            probabilities.extend(outcomes.iter().map(|&(_, probability)| probability));
        }
        if self.tree.shape.columns > 0 {
            self.describe_children();
        }
        let (actions, numbers) = (&self.worker.scratch.lists.legal, &self.descent.numbers);
        let block = self.tree.expand(node, &Children { actions, probabilities: &probabilities, numbers });
        if node == ROOT && block.is_ok() {
            self.look_for_win_at_root(actor);
        }
        block.inspect_err(|_| self.worker.rng = before)
    }

    /// The root was never a new node: what it would have been searched for is looked for when it gets its children.
    fn look_for_win_at_root(&mut self, actor: Option<Player>) {
        let (tree, options) = (self.tree, &self.tree.shape.options);
        let Some(player) = actor.filter(|_| options.mate1 && options.solver.is_some()) else { return };
        let legal = &self.worker.scratch.lists.legal;
        if let Some(index) = self.worker.state.knowledge().winning_action(&self.worker.state, legal)
            && let Some(child) = tree.child(ROOT, legal[index])
        {
            tree.prove(child, Proof::Win(player));
            tree.prove(ROOT, Proof::Win(player));
        }
    }

    /// What the players get if the one to move at a new node wins at once: then the iteration ends here (Winands and
    /// Björnsson 2009, section 3.2).
    fn win_at_once(&mut self) -> Option<Rewards> {
        let Worker { state, scratch, .. } = &mut *self.worker;
        let Turn::Player(player) = state.turn() else { return None };
        let legal = &mut scratch.lists.legal;
        list_legal(state, legal);
        state.knowledge().winning_action(state, legal)?;
        if self.tree.shape.options.solver.is_some() {
            self.tree.prove(self.descent.at, Proof::Win(player));
        }
        Some(won_by(player))
    }

    #[inline]
    fn select(&mut self, block: Block, visited: u32, player: Player, place: Place) -> usize {
        let (tree, plan, options) = (self.tree, &self.memory.plan, &self.tree.shape.options);
        if place.visits < options.threshold {
            return self.select_as_in_playout(block, player, place);
        }
        if plan.unvisited_first && visited < block.count {
            return visited as usize;
        }
        let trials = trials(tree, place);
        let Worker { scratch: Scratch { buffers, .. }, rng, .. } = &mut *self.worker;
        if let (Some(c), Some(minimax), true) = (plan.plain_uct, &options.minimax, visited == block.count) {
            let slots = tree.children(block).iter().zip(tree.minimax_values(block));
            let arms = slots.map(|(slot, value)| match options.solver.is_some() && tree.is_lost(slot, player) {
                true => None,
                false => Some((slot.fixed_sum(), slot.visits(), in_unit_interval(value, player))),
            });
            let (bonus, alpha) = (bonus(c, trials), minimax.alpha);
            if minimax.form == Form::Fading {
                let fade = |(sum, visits, value)| (sum, visits, faded(value, visits));
                return buffers.argmax_mixed_ucb1(bonus, alpha, arms.map(|arm| arm.map(fade)), rng);
            }
            return buffers.argmax_mixed_ucb1(bonus, alpha, arms, rng);
        }
        match plan.plain_uct {
            Some(c) if visited == block.count && options.solver.is_none() => {
                let arms = tree.children(block).iter().map(|slot| (slot.fixed_sum(), slot.visits()));
                buffers.argmax_ucb1(bonus(c, trials), arms, rng)
            }
            Some(c) if visited == block.count => {
                let children = tree.children(block);
                let all_lost = children.iter().all(|slot| tree.is_lost(slot, player));
                // A sum below all others keeps an action that is proven lost from being chosen.
                let arms = children.iter().map(|slot| match !all_lost && tree.is_lost(slot, player) {
                    true => (i64::MIN, 1),
                    false => (slot.fixed_sum(), slot.visits()),
                });
                buffers.argmax_ucb1(bonus(c, trials), arms, rng)
            }
            _ => self.select_by_policy(block, trials, player, place),
        }
    }

    /// The general case: any combination of strategies, with biases and excluded actions.
    fn select_by_policy(&mut self, block: Block, trials: u32, player: Player, place: Place) -> usize {
        let (tree, plan) = (self.tree, &self.memory.plan);
        let Worker { scratch: Scratch { arms, .. }, rng, .. } = &mut *self.worker;
        arms.clear();
        let children = tree.children(block);
        arms.slots.extend(block.first..block.first + block.count);
        arms.visits.extend(children.iter().map(|slot| slot.visits()));
        arms.rewards.extend(children.iter().map(|slot| slot.fixed_sum() as f32 * REWARD_UNIT));
        arms.available.push(trials);
        arms.hints.resize_with(plan.insight.hints.len(), Vec::new);
        if tree.shape.columns > 0 {
            for (column, hints) in arms.hints.iter_mut().enumerate() {
                hints.extend(tree.column(block, column));
            }
            plan.insight.add_priors(arms);
            tree.mix_in_minimax(block, player, arms);
            plan.insight.mix_in(arms);
        }
        let policy = plan.tree.draw(place.visits, rng);
        let decision = NodeDecision { player, place, legal: tree.actions(block), policy };
        let solver = tree.shape.options.solver;
        let exclude = solver.map(|_| |excluded: &mut [bool]| tree.exclude_lost(block, player, excluded));
        self.worker.choose_at_node(self.memory, &decision, exclude)
    }

    /// The playout policy's choice at a node that is too young for the tree policy (Winands and Björnsson
    /// 2009, section 3.2).
    fn select_as_in_playout(&mut self, block: Block, player: Player, place: Place) -> usize {
        let (tree, plan) = (self.tree, &self.memory.plan);
        let Worker { state, notes, scratch: Scratch { arms, lists, excluded, threads, .. }, rng, .. } =
            &mut *self.worker;
        arms.clear();
        let facts = Facts::at_node(state, tree.actions(block), &mut lists.keys, &self.memory.lexicon);
        let at = TypedPly { ply: node_ply(&facts, player, place, arms, notes), facts: &facts };
        let mut with = Choosing { strategies: &plan.strategies, sources: &plan.sources, threads };
        excluded.clear();
        excluded.resize(block.count as usize, false);
        if tree.shape.options.solver.is_some() {
            tree.exclude_lost(block, player, excluded);
        }
        let policy = plan.playout.draw(place.visits, rng);
        if !excluded.contains(&true) {
            return policy.choose(&at, &mut with, rng);
        }
        policy.choose_among(&at, &mut with, &[], excluded, rng)
    }

    /// The child behind a drawn chance outcome.
    fn sample(&mut self, block: Block) -> usize {
        if block.count == 1 {
            return 0;
        }
        let outcome = self.worker.state.sample_chance(&mut self.worker.rng);
        let listed = self.tree.actions(block).iter().position(|&action| action == outcome);
        listed.unwrap_or_else(|| BrokenPromise::UnlistedOutcome.raise())
    }

    #[inline]
    fn note_node(&mut self, block: Block, actor: Option<Player>, place: Place) {
        let Worker { state, notes, .. } = &mut *self.worker;
        if !notes.needs.steps {
            return;
        }
        if actor.is_some() {
            let actions = self.tree.actions(block);
            notes.note_legal(state, actions);
            if notes.needs.trace {
                let trials = trials(self.tree, place);
                let arms = self.tree.children(block).iter().map(|slot| (slot.visits(), slot.fixed_sum(), trials));
                let options = &self.tree.shape.options;
                let is_plain = options.minimax.is_none() && place.visits >= options.threshold;
                notes.note_known(arms, self.memory.plan.plain_uct.filter(|_| is_plain));
            }
            if place.phase == Phase::Selection {
                let keys = actions.iter().map(|&action| state.action_index(action));
                notes.note_arms((block.first..).zip(keys));
            }
        }
        notes.place(place);
    }
}

/// How often a node's children could have been chosen: the visit that made it did not look at them, except at the root. It
/// counts all the same where the node's visits are asked for.
#[inline]
pub(super) fn trials<A>(tree: &Tree<A>, place: Place) -> u32 {
    let is_older = !tree.shape.options.counts_first_visit & (place.node != ROOT || tree.rerooted);
    place.visits - u32::from(is_older).min(place.visits)
}

impl<A: Copy + PartialEq> Tree<A> {
    #[inline]
    fn is_lost(&self, slot: &Slot, player: Player) -> bool {
        self.proof_in(slot).is_lost_for(player)
    }

    /// Marks the actions of a node that are proven lost, unless all are.
    fn exclude_lost(&self, block: Block, player: Player, excluded: &mut [bool]) {
        let children = self.children(block);
        let lost = |slot: &Slot| self.is_lost(slot, player);
        if !children.iter().zip(excluded.iter()).all(|(slot, &out)| out || lost(slot)) {
            excluded.iter_mut().zip(children).for_each(|(out, slot)| *out |= lost(slot));
        } else if !children.iter().all(lost) {
            // Every open action is lost: the closed ones must be looked at after all.
            excluded.iter_mut().zip(children).for_each(|(out, slot)| *out = lost(slot));
        }
    }
}
