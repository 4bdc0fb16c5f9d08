//! One iteration in all the trees.

use std::sync::atomic::Ordering::Relaxed;

use super::Node;
use crate::game::{Game, MAX_PLAYERS, Player, Reward, Turn};
use crate::icarus::{Arms, NO_SLOT, Phase, Place, Ply, Sharing, add_i64, add_u32};
use crate::search::insight::adjust_by_state;
use crate::search::memory::Memory;
use crate::search::tree::NeedsRoom;
use crate::search::worker::{Room, Worker};

/// Where an iteration is in all the trees.
#[derive(Default)]
pub(crate) struct Descent {
    /// Each player's node, or [`NO_SLOT`] when the iteration has left his tree.
    at: [u32; MAX_PLAYERS],
    /// The nodes visited, with the player whose tree they belong to.
    path: Vec<(Player, u32)>,
    /// How deep the searching player's tree has been followed.
    depth: u32,
}

/// The place of one of the arms without visits.
#[inline]
fn nth_unvisited(arms: &Arms, chosen: usize) -> usize {
    let mut unvisited = arms.visits.iter().enumerate().filter(|&(_, &visits)| visits == 0);
    unvisited.nth(chosen).map_or(0, |(place, _)| place)
}

impl<G: Game> Worker<G> {
    pub(in crate::search) fn begin_forest(&mut self) {
        let descent = &mut self.forest;
        descent.path.clear();
        descent.depth = 0;
        for player in 0..MAX_PLAYERS {
            descent.at[player] = if player < self.root.players() { player as u32 } else { NO_SLOT };
        }
    }

    /// Until the game is over or all trees are left.
    pub(in crate::search) fn descend_forest(&mut self, memory: &Memory<G>) -> Result<(), NeedsRoom> {
        while self.forest.at.iter().any(|&node| node != NO_SLOT) {
            let (player, action, place) = match self.state.turn() {
                Turn::Over => break,
                Turn::Chance => (None, self.state.sample_chance(&mut self.rng), Place::PLAYOUT),
                Turn::Player(player) if self.forest.at[player.index()] == NO_SLOT => {
                    (Some(player), self.choose_in_playout(memory, player), Place::PLAYOUT)
                }
                Turn::Player(player) => {
                    let (action, place) = self.choose_in_forest(memory, player);
                    (Some(player), action, place)
                }
            };
            if self.notes.wants.steps {
                self.notes.place(place);
            }
            self.follow(memory, player, action);
            self.make(player, action);
        }
        Ok(())
    }

    /// The tree policy's choice at the acting player's node. Every legal action is counted as available.
    fn choose_in_forest(&mut self, memory: &Memory<G>, player: Player) -> (G::Action, Place) {
        let Worker {
            state,
            notes,
            room: Room { arms, legal, excluded, buffers, .. },
            rng,
            forest: descent,
            sharing,
            ..
        } = self;
        let (plan, forest) = (&memory.plan, &memory.forest);
        let at = descent.at[player.index()];
        legal.clear();
        state.legal_actions(legal);
        notes.note_legal(legal);
        arms.clear();
        let moves = legal.iter().map(|&action| (state.action_index(action), action));
        forest.list_available(at, moves, &mut arms.slots, *sharing);
        arms.visits.extend(arms.slots.iter().map(|&child| forest.nodes.get(child as usize).map_or(0, Node::visits)));
        let unvisited = arms.visits.iter().map(|&visits| u32::from(visits == 0)).sum::<u32>() as usize;
        let expands = unvisited > 0 && plan.insight.priors.is_none();
        let phase = if expands { Phase::Expansion } else { Phase::Selection };
        let place = Place { phase, node: at, visits: forest.node(at).visits() };
        let policy = plan.tree.draw(place.visits, rng);
        let is_plain = plan.is_unadorned();
        if unvisited > 0 && is_plain && policy.prefers_unvisited(&plan.strategies) {
            return (legal[nth_unvisited(arms, if unvisited > 1 { rng.below(unvisited) } else { 0 })], place);
        }
        forest.read(arms);
        arms.hints.resize_with(plan.insight.hints.len(), Vec::new);
        adjust_by_state(&plan.insight, state, legal, arms);
        let ply = Ply {
            state: &*state,
            player,
            visits: place.visits,
            playout_ply: None,
            node: at,
            legal,
            arms,
            history: notes.history(player),
            position: notes.position(player),
            predicates: if notes.wants.predicates { G::knowledge().holding(state) } else { 0 },
        };
        let chosen = if is_plain {
            policy.choose(&ply, &plan.strategies, buffers, rng)
        } else {
            excluded.clear();
            excluded.resize(legal.len(), false);
            if let Some(unpruning) = &plan.unpruning {
                unpruning.close(&ply, excluded);
            }
            policy.choose_among(&ply, &plan.strategies, &plan.biases, excluded, buffers, rng)
        };
        if phase == Phase::Selection && notes.wants.arms {
            let keys = legal.iter().map(|&action| state.action_index(action));
            notes.note_arms(arms.slots.iter().copied().zip(keys));
        }
        (legal[chosen], place)
    }

    /// Moves every player's node along what he sees of an action that is about to be made.
    fn follow(&mut self, memory: &Memory<G>, actor: Option<Player>, action: G::Action) {
        let forest = &memory.forest;
        for player in 0..self.state.players() {
            let at = self.forest.at[player];
            if at == NO_SLOT {
                continue;
            }
            let player = Player(player as u8);
            let Some(seen) = self.state.observe(action, player) else { continue };
            let Some(node) = forest.step(at, self.state.action_index(seen), seen) else {
                self.forest.at[player.index()] = NO_SLOT;
                continue;
            };
            self.forest.path.push((player, node));
            if actor != Some(player) {
                add_u32(&forest.node(node).available, 1, self.sharing);
            }
            let visits = match self.sharing {
                Sharing::Alone => forest.node(node).visits(),
                Sharing::Shared => forest.node(node).visits.fetch_add(1, Relaxed),
            };
            self.forest.at[player.index()] = if visits == 0 { NO_SLOT } else { node };
            if player == self.observer {
                self.tally.visit(visits, &mut self.forest.depth);
            }
        }
    }

    pub(in crate::search) fn back_up_forest(&mut self, memory: &Memory<G>) {
        let forest = &memory.forest;
        let sharing = self.sharing;
        for root in 0..self.root.players() {
            add_u32(&forest.nodes[root].visits, 1, sharing);
        }
        for &(player, node) in &self.forest.path {
            let node = forest.node(node);
            if sharing == Sharing::Alone {
                add_u32(&node.visits, 1, sharing);
            }
            let reward: Reward = self.rewards[player.index()];
            add_i64(&node.sum, reward.bits(), sharing);
        }
    }
}
