//! The forest as the space of a search.

use super::descent::{ForestDescent, ForestIteration};
use super::view::ForestView;
use super::{Forest, PlayerNode, ROOT};
use crate::game::{Game, Player, Reward};
use crate::icarus::{Arms, Information, NO_SLOT, Phase, Place, Quota, REWARD_UNIT, Sharing};
use crate::search::ending::Rewards;
use crate::search::memory::Memory;
use crate::search::space::{Descent, Rerooted, RootRecord, Space};
use crate::search::standing::Viewpoint;
use crate::search::tree::NeedsRoom;
use crate::search::view::{TreeNode, TreeScope};
use crate::search::worker::{Pause, Worker};

impl<G: Game> Space<G> for Forest<G> {
    fn descent(&self, position: &G) -> Descent {
        Descent::new(ForestDescent::new(position))
    }

    fn begin(&self, memory: &Memory<G>, worker: &mut Worker<G>, descent: &mut Descent) {
        descent.of::<ForestDescent<G>>().begin(memory.plan.belief, worker);
    }

    fn descend(
        &self,
        memory: &Memory<G>,
        worker: &mut Worker<G>,
        descent: &mut Descent,
    ) -> Result<Option<Rewards>, Pause> {
        ForestIteration { forest: self, memory, worker, descent: descent.of() }.descend()?;
        Ok(None)
    }

    fn back_up(&self, worker: &Worker<G>, descent: &mut Descent) {
        let sharing = worker.sharing;
        for player in 0..self.players {
            self.stat(ROOT, Player(player as u8)).add_visit(sharing);
        }
        for &PlayerNode { player, node } in &descent.of::<ForestDescent<G>>().path {
            let (stat, reward) = (self.stat(node, player), worker.rewards[player.index()]);
            match sharing {
                Sharing::Alone => stat.add(reward, sharing),
                Sharing::Shared => stat.add_reward(reward, sharing),
            }
        }
    }

    fn release_visits(&self, descent: &mut Descent) {
        let path = &descent.of::<ForestDescent<G>>().path;
        path.iter().for_each(|&PlayerNode { player, node }| self.stat(node, player).release_visit());
    }

    fn clear(&mut self) {
        self.plant();
    }

    fn shrink(&mut self) {
        *self = Forest::new(self.players, self.root.space);
    }

    /// A forest is grown anew for each move: which of its nodes are left depends on what each player has seen.
    fn reroot(&mut self, _: &[G::Action]) -> Option<Rerooted> {
        None
    }

    fn is_crowded(&self) -> bool {
        self.nodes_are_crowded() || self.root.is_crowded()
    }

    fn grow(&mut self, _: NeedsRoom, quota: &Quota) -> bool {
        self.make_room(quota)
    }

    fn capacity(&self) -> usize {
        self.nodes.len() * self.players
    }

    fn bytes(&self) -> usize {
        self.nodes.len() * self.node_bytes() + self.root.bytes()
    }

    fn bytes_per_slot(&self) -> f64 {
        self.node_bytes() as f64
    }

    fn iterations(&self) -> u32 {
        self.stat(ROOT, Player(0)).visits()
    }

    fn root_record(&self, from: Viewpoint<'_, G>, action: G::Action) -> RootRecord {
        let Some(node) = self.find(from.position, &[action]) else { return RootRecord::EMPTY };
        let stat = self.stat(node, from.player);
        RootRecord { visits: stat.visits(), sum: stat.fixed_sum(), ..RootRecord::EMPTY }
    }

    fn line(&self, from: Viewpoint<'_, G>, first: G::Action) -> Vec<G::Action> {
        let Some(node) = self.find(from.position, &[first]) else { return Vec::new() };
        self.line_from(&self.favourites(from.player), node, usize::MAX)
    }

    fn view(&self, from: Viewpoint<'_, G>, path: &[G::Action], scope: &TreeScope) -> Option<TreeNode<G::Action>> {
        let observer = scope.observer.unwrap_or(from.player);
        (observer.index() < self.players).then_some(())?;
        let (offspring, favourites) = (self.offspring(observer), self.favourites(observer));
        ForestView { forest: self, from, scope, observer, offspring, favourites }.at(path)
    }

    fn slot_of(&self, game: &G, observer: Player, moves: &[G::Action]) -> Option<u32> {
        self.find(game, moves).map(|node| self.slot(node, observer))
    }

    fn arms_of(
        &self,
        root: &G,
        moves: &[G::Action],
        (player, legal): (Player, &[G::Action]),
        arms: &mut Arms,
    ) -> Option<Place> {
        let (mut state, mut node) = (root.clone(), ROOT);
        for &action in moves {
            if let Some(seen) = state.observe(action, player) {
                node = self.child(node, state.action_index(seen))?;
            }
            state.apply(action);
        }
        let visits = self.stat(node, player).visits();
        if visits == 0 {
            return None;
        }
        for &action in legal {
            let child = self.child(node, state.action_index(action));
            let stat = child.map(|child| self.stat(child, player));
            arms.slots.push(child.map_or(NO_SLOT, |child| self.slot(child, player)));
            arms.visits.push(stat.map_or(0, |stat| stat.visits()));
            arms.rewards.push(stat.map_or(0.0, |stat| stat.fixed_sum() as f32 * REWARD_UNIT));
            arms.available.push(child.map_or(0, |child| self.available(child, player)));
        }
        let phase = if arms.visits.contains(&0) { Phase::Expansion } else { Phase::Selection };
        Some(Place { phase, node: self.slot(node, player), visits })
    }

    /// Also of a history that was available but never visited.
    fn baseline(&self, game: &G, observer: Player, moves: &[G::Action]) -> Option<Information<G::Action>> {
        let (sum, visits, available) = match (self.find(game, moves), moves) {
            (Some(node), _) => {
                let (sum, visits) = self.stat(node, observer).reward_and_visits();
                (sum as f64 / Reward::WIN.bits() as f64, visits, self.available(node, observer))
            }
            (None, &[only]) => (0.0, 0, self.available_at_root(observer, game.action_index(only), only)),
            (None, _) => return None,
        };
        let is_known = moves.is_empty() || visits > 0 || available > 0;
        let available = Some(available.into());
        is_known.then_some(Information::Statistics { sum, visits: visits.into(), available })
    }
}
