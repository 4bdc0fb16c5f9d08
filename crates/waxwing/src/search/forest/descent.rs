//! One iteration in all the trees.

use super::ROOT;
use super::own::OwnList;
use crate::game::{Game, MAX_PLAYERS, Player, Turn, list_legal};
use crate::icarus::{
    Arms, Choosing, NO_SLOT, Phase, Place, Policy, REWARD_UNIT, Ranking, Sharing, Stat, TypedPly, bonus,
};
use crate::search::descent::node_ply;
use crate::search::facts::{Facts, ListRoom};
use crate::search::insight::adjust_by_state;
use crate::search::memory::Memory;
use crate::search::worker::{Pause, Room, Worker};

/// Where an iteration is in all the trees.
#[derive(Default)]
pub(crate) struct Descent {
    /// Each player's node, or [`NO_SLOT`] when the iteration has left his tree.
    at: [u32; MAX_PLAYERS],
    /// The nodes visited, with the player in whose tree.
    path: Vec<(Player, u32)>,
    /// How deep the searching player's tree has been followed.
    depth: u32,
    /// Room for the children behind the legal actions of a node.
    children: Vec<u32>,
    /// The searching player's actions at the root, and the one chosen last.
    ranking: Ranking,
    ranked: usize,
}

/// What the acting player does.
struct Chosen<A> {
    action: A,
    place: Place,
    /// The node behind it, if he has found it already.
    child: u32,
}

impl<A> Chosen<A> {
    /// Where there is no node.
    fn in_playout(action: A) -> Chosen<A> {
        Chosen { action, place: Place::PLAYOUT, child: NO_SLOT }
    }
}

/// The place of a node in a player's tree, some of whose legal children are unvisited or not.
#[inline]
fn place_of<G: Game>(memory: &Memory<G>, node: u32, player: Player, some_unvisited: bool) -> Place {
    let expands = some_unvisited && memory.plan.insight.priors.is_none();
    let phase = if expands { Phase::Expansion } else { Phase::Selection };
    Place { phase, node: memory.forest.slot(node, player), visits: memory.forest.stat(node, player).visits() }
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
            descent.at[player] = if player < self.root.players() { ROOT } else { NO_SLOT };
        }
    }

    /// Until the game is over or all trees are left.
    pub(in crate::search) fn descend_forest(&mut self, memory: &Memory<G>) -> Result<(), Pause> {
        while self.forest.at.iter().any(|&node| node != NO_SLOT) {
            let turn = self.state.turn();
            if turn == Turn::Over || (self.tally.plies >= self.due && self.is_too_long()?) {
                break;
            }
            let (player, chosen) = match turn {
                Turn::Over => break,
                Turn::Chance => (None, Chosen::in_playout(self.state.sample_chance(&mut self.rng))),
                Turn::Player(player) => (Some(player), self.choose_in_forest(memory, player)),
            };
            if self.notes.needs.steps {
                self.notes.place(chosen.place);
            }
            self.follow(memory, player, &chosen);
            self.make(player, chosen.action);
        }
        Ok(())
    }

    /// The tree policy's choice at the acting player's node, the playout policy's if there is none.
    #[inline]
    fn choose_in_forest(&mut self, memory: &Memory<G>, player: Player) -> Chosen<G::Action> {
        let at = self.forest.at[player.index()];
        if at == NO_SLOT {
            return Chosen::in_playout(self.choose_in_playout(memory, player, None).0);
        }
        let own = if player == self.observer { self.own_list(memory, at) } else { None };
        match own {
            Some(list) => self.choose_own(memory, list, at),
            None => self.choose_anew(memory, player, at),
        }
    }

    /// The searching player's actions at his node, listed if that has not been done.
    #[inline]
    fn own_list(&mut self, memory: &Memory<G>, at: u32) -> Option<OwnList> {
        let Worker { observer, state, room: Room { lists: ListRoom { legal, .. }, .. }, rng, sharing, .. } = self;
        memory.forest.own_list(at, *observer).or_else(|| {
            if *sharing == Sharing::Shared {
                return None;
            }
            list_legal(state, legal);
            rng.shuffle(legal);
            memory.forest.list_own(state, at, *observer, legal)
        })
    }

    /// The choice of the searching player, whose actions at a node are always the same.
    fn choose_own(&mut self, memory: &Memory<G>, list: OwnList, at: u32) -> Chosen<G::Action> {
        let (plan, forest) = (&memory.plan, &memory.forest);
        let actions = forest.own_actions(list);
        let trials = forest.trials(list).count();
        forest.trials(list).add_count(1, self.sharing);
        self.notes.note_legal(&self.state, actions);
        let visited = forest.own_visited(list);
        let place = place_of(memory, at, self.observer, visited < list.count);
        let slots = (list.first..).map(|node| forest.slot(node, list.player)).take(actions.len());
        let index = if plan.unvisited_first && visited < list.count {
            visited as usize
        } else if let (Some(c), true) = (plan.plain_uct, visited == list.count) {
            self.best_own(forest.own_stats(list), bonus(c, trials), at)
        } else {
            let arms = &mut self.room.arms;
            arms.clear();
            arms.slots.extend(slots.clone());
            arms.visits.extend(forest.own_stats(list).iter().map(Stat::visits));
            arms.rewards.extend(forest.own_stats(list).iter().map(|stat| stat.fixed_sum() as f32 * REWARD_UNIT));
            arms.available.resize(actions.len(), trials);
            let policy = plan.tree.draw(place.visits, &mut self.rng);
            self.choose_by_policy(memory, self.observer, place, policy, actions)
        };
        if place.phase == Phase::Selection && self.notes.needs.arms {
            let keys = actions.iter().map(|&action| self.state.action_index(action));
            self.notes.note_arms(slots.zip(keys));
        }
        debug_assert!(self.state.is_legal(actions[index]), "the legal actions depend on what the player cannot see");
        Chosen { action: actions[index], place, child: list.first + index as u32 }
    }

    /// The best of the searching player's actions by UCB1.
    #[inline]
    fn best_own(&mut self, stats: &[Stat], bonus: f32, at: u32) -> usize {
        let arms = stats.iter().map(Stat::reward_and_visits);
        if at != ROOT {
            return self.room.buffers.argmax_ucb1(bonus, arms, &mut self.rng);
        }
        // Every iteration comes to the root: since the last one, one record has changed.
        let Descent { ranking, ranked, .. } = &mut self.forest;
        if ranking.len() == stats.len() {
            let (reward, visits) = stats[*ranked].reward_and_visits();
            ranking.set(*ranked, reward, visits);
        } else {
            ranking.begin(arms);
        }
        *ranked = ranking.best(bonus, &mut self.rng);
        *ranked
    }

    /// The choice of another player, whose actions are others in each determinization. All are counted as available.
    fn choose_anew(&mut self, memory: &Memory<G>, player: Player, at: u32) -> Chosen<G::Action> {
        let (plan, forest) = (&memory.plan, &memory.forest);
        let policy = plan.tree.draw(forest.stat(at, player).visits(), &mut self.rng);
        let takes_any = plan.is_unadorned() && policy.puts_unvisited_first(&plan.strategies);
        let legal = &mut self.room.lists.legal;
        let drawn = if takes_any { forest.draw_unvisited(at, player, &self.state, &mut self.rng, legal) } else { None };
        if drawn.is_none() || self.notes.notes_legal() {
            list_legal(&self.state, legal);
            self.notes.note_legal(&self.state, legal);
        }
        if let Some(action) = drawn {
            return Chosen { action, place: place_of(memory, at, player, true), child: NO_SLOT };
        }
        let (arms, children) = (&mut self.room.arms, &mut self.forest.children);
        arms.clear();
        children.clear();
        let moves = legal.iter().map(|&action| (self.state.action_index(action), action));
        forest.list_available(at, player, moves, children, self.sharing);
        let visits = |&node: &u32| if node == NO_SLOT { 0 } else { forest.stat(node, player).visits() };
        arms.visits.extend(children.iter().map(visits));
        let unvisited = arms.visits.iter().map(|&visits| u32::from(visits == 0)).sum::<u32>() as usize;
        let place = place_of(memory, at, player, unvisited > 0);
        let legal = std::mem::take(legal);
        let index = if unvisited > 0 && takes_any {
            nth_unvisited(arms, if unvisited > 1 { self.rng.below(unvisited) } else { 0 })
        } else if let (Some(c), 0) = (plan.plain_uct, unvisited) {
            forest.count_waiting();
            let stats = children.iter().map(|&node| forest.stat(node, player));
            let arms = stats.map(|stat| (stat.fixed_sum(), stat.visits(), stat.count() - 1));
            self.room.buffers.argmax_ucb1_each(c, arms, &mut self.rng)
        } else {
            forest.count_waiting();
            forest.read(player, children, arms);
            self.choose_by_policy(memory, player, place, policy, &legal)
        };
        let children = &self.forest.children;
        if place.phase == Phase::Selection && self.notes.needs.arms {
            let keys = legal.iter().map(|&action| self.state.action_index(action));
            self.notes.note_arms(children.iter().map(|&node| forest.slot(node, player)).zip(keys));
        }
        let chosen = Chosen { action: legal[index], place, child: children[index] };
        self.room.lists.legal = legal;
        chosen
    }

    /// A policy's choice among actions whose records have been read.
    fn choose_by_policy(
        &mut self,
        memory: &Memory<G>,
        player: Player,
        place: Place,
        policy: &Policy,
        legal: &[G::Action],
    ) -> usize {
        let Worker { state, notes, room: Room { arms, lists, excluded, threads, .. }, rng, .. } = self;
        let plan = &memory.plan;
        arms.hints.resize_with(plan.insight.hints.len(), Vec::new);
        adjust_by_state(&plan.insight, state, legal, arms);
        let facts = Facts::at_node(state, legal, &mut lists.keys, &memory.lexicon);
        let at = TypedPly { ply: node_ply(&facts, player, place, arms, notes), facts: &facts };
        let mut with = Choosing { strategies: &plan.strategies, sources: &plan.sources, threads };
        if plan.is_unadorned() {
            return policy.choose(&at, &mut with, rng);
        }
        excluded.clear();
        excluded.resize(legal.len(), false);
        if let Some(unpruning) = &plan.unpruning {
            unpruning.close(&at.ply, excluded);
        }
        policy.choose_among(&at, &mut with, &plan.biases, excluded, rng)
    }

    /// Moves every player's node along what he sees of an action that is about to be made.
    fn follow(&mut self, memory: &Memory<G>, actor: Option<Player>, chosen: &Chosen<G::Action>) {
        let forest = &memory.forest;
        // The last move looked for, its key, and the node behind it: mostly the next player is there too and sees the same.
        let mut found = (NO_SLOT, 0, NO_SLOT);
        if let Some(player) = actor.filter(|_| chosen.child != NO_SLOT) {
            found = (self.forest.at[player.index()], self.state.action_index(chosen.action), chosen.child);
        }
        for player in 0..self.state.players() {
            let at = self.forest.at[player];
            if at == NO_SLOT {
                continue;
            }
            let player = Player(player as u8);
            let Some(seen) = self.state.observe(chosen.action, player) else { continue };
            let key = self.state.action_index(seen);
            if (at, key) != (found.0, found.1) {
                found = (at, key, forest.entry(at, key, seen).unwrap_or(NO_SLOT));
            }
            let node = found.2;
            if node == NO_SLOT {
                self.forest.at[player.index()] = NO_SLOT;
                continue;
            }
            self.forest.path.push((player, node));
            let stat = forest.stat(node, player);
            if actor != Some(player) {
                stat.add_count(1, self.sharing);
            }
            let visits = match self.sharing {
                Sharing::Alone => stat.visits(),
                Sharing::Shared => stat.claim_visit(),
            };
            if visits == 0 && at == ROOT {
                forest.root.note_visited(player, key);
            }
            self.forest.at[player.index()] = if visits == 0 { NO_SLOT } else { node };
            if player == self.observer {
                self.tally.visit(visits, &mut self.forest.depth);
            }
        }
    }

    /// Takes back the visits that the descent has claimed.
    pub(in crate::search) fn release_visits_in_forest(&self, memory: &Memory<G>) {
        self.forest.path.iter().for_each(|&(player, node)| memory.forest.stat(node, player).release_visit());
    }

    pub(in crate::search) fn back_up_forest(&mut self, memory: &Memory<G>) {
        let forest = &memory.forest;
        for player in 0..self.root.players() {
            forest.stat(ROOT, Player(player as u8)).add_visit(self.sharing);
        }
        for &(player, node) in &self.forest.path {
            let (stat, reward) = (forest.stat(node, player), self.rewards[player.index()]);
            match self.sharing {
                Sharing::Alone => stat.add(reward, self.sharing),
                Sharing::Shared => stat.add_reward(reward, self.sharing),
            }
        }
    }
}
