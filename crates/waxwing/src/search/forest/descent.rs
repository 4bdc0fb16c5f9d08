//! One iteration in all the trees.

use super::own::OwnList;
use super::{Forest, PlayerNode, ROOT};
use crate::game::{BrokenPromise, Game, MAX_PLAYERS, Player, Turn, list_legal};
use crate::icarus::{Arms, NO_SLOT, Phase, Place, REWARD_UNIT, Ranking, Sharing, Stat, bonus};
use crate::search::belief::Belief;
use crate::search::decision::NodeDecision;
use crate::search::memory::Memory;
use crate::search::worker::{Pause, Scratch, Worker};

/// Where an iteration is in all the trees.
pub(super) struct ForestDescent<G> {
    /// What is searched: each iteration plays in a determinization of it.
    position: G,
    /// Each player's node, or [`NO_SLOT`] when the iteration has left that player's tree.
    at: [u32; MAX_PLAYERS],
    /// The nodes visited, with the player in whose tree.
    pub path: Vec<PlayerNode>,
    /// How deep the searching player's tree has been followed.
    depth: u32,
    /// Room for the children behind the legal actions of a node.
    children: Vec<u32>,
    /// The searching player's actions at the root, and the one chosen last.
    ranking: Ranking,
    ranked: usize,
}

impl<G: Game> ForestDescent<G> {
    pub fn new(position: &G) -> ForestDescent<G> {
        ForestDescent {
            position: position.clone(),
            at: [NO_SLOT; MAX_PLAYERS],
            path: Vec::new(),
            depth: 0,
            children: Vec::new(),
            ranking: Ranking::default(),
            ranked: 0,
        }
    }

    /// Lets the worker start from a new determinization, at the root of all trees.
    pub fn begin(&mut self, belief: Option<Belief>, worker: &mut Worker<G>) {
        let Worker { observer, root, rng, notes, .. } = worker;
        *root = match belief {
            Some(belief) => belief.draw(&self.position, *observer, notes.before_root(), rng),
            None => self.position.determinize(*observer, rng),
        };
        self.check(root, *observer);
        self.path.clear();
        self.depth = 0;
        for player in 0..MAX_PLAYERS {
            self.at[player] = if player < root.players() { ROOT } else { NO_SLOT };
        }
    }

    fn check(&self, determinized: &G, observer: Player) {
        let turn = determinized.turn();
        if turn != Turn::Player(observer) || determinized.players() != self.position.players() {
            BrokenPromise::Determinization { observer, turn }.raise();
        }
    }
}

/// What the acting player does.
struct Chosen<A> {
    action: A,
    place: Place,
    /// The node behind it, if it has been found already.
    child: u32,
}

impl<A> Chosen<A> {
    /// Where there is no node.
    fn in_playout(action: A) -> Chosen<A> {
        Chosen { action, place: Place::PLAYOUT, child: NO_SLOT }
    }
}

/// The place of one of the arms without visits.
#[inline]
fn nth_unvisited(arms: &Arms, chosen: usize) -> usize {
    let mut unvisited = arms.visits.iter().enumerate().filter(|&(_, &visits)| visits == 0);
    unvisited.nth(chosen).map_or(0, |(place, _)| place)
}

/// An iteration on its way down the trees.
pub(super) struct ForestIteration<'a, G: Game> {
    pub forest: &'a Forest<G>,
    pub memory: &'a Memory<G>,
    pub worker: &'a mut Worker<G>,
    pub descent: &'a mut ForestDescent<G>,
}

impl<G: Game> ForestIteration<'_, G> {
    /// Until the game is over or all trees are left.
    pub fn descend(&mut self) -> Result<(), Pause> {
        while self.descent.at.iter().any(|&node| node != NO_SLOT) {
            let turn = self.worker.state.turn();
            if turn == Turn::Over || (self.worker.tally.plies >= self.worker.due && self.worker.is_too_long()?) {
                break;
            }
            let (player, chosen) = match turn {
                Turn::Over => break,
                Turn::Chance => {
                    let outcome = self.worker.state.sample_chance(&mut self.worker.rng);
                    (None, Chosen::in_playout(outcome))
                }
                Turn::Player(player) => (Some(player), self.choose(player)),
            };
            if self.worker.notes.needs.steps {
                self.worker.notes.place(chosen.place);
            }
            self.follow(player, &chosen);
            self.worker.make(player, chosen.action);
        }
        Ok(())
    }

    /// The tree policy's choice at the acting player's node, the playout policy's if there is none.
    #[inline]
    fn choose(&mut self, player: Player) -> Chosen<G::Action> {
        let node = self.descent.at[player.index()];
        if node == NO_SLOT {
            return Chosen::in_playout(self.worker.choose_in_playout(self.memory, player, None).0);
        }
        let at = PlayerNode { player, node };
        let own = if player == self.worker.observer { self.own_list(at) } else { None };
        match own {
            Some(list) => self.choose_own(list, at),
            None => self.choose_anew(at),
        }
    }

    /// The place of a node in a player's tree, some of whose legal children are unvisited or not.
    #[inline]
    fn place_of(&self, at: PlayerNode, some_unvisited: bool) -> Place {
        let expands = some_unvisited && self.memory.plan.insight.priors.is_none();
        let phase = if expands { Phase::Expansion } else { Phase::Selection };
        let PlayerNode { player, node } = at;
        Place { phase, node: self.forest.slot(node, player), visits: self.forest.stat(node, player).visits() }
    }

    /// The searching player's actions at a node, listed if that has not been done.
    #[inline]
    fn own_list(&mut self, at: PlayerNode) -> Option<OwnList> {
        let Worker { state, scratch, rng, sharing, .. } = &mut *self.worker;
        self.forest.own_list(at).or_else(|| {
            if *sharing == Sharing::Shared {
                return None;
            }
            let legal = &mut scratch.lists.legal;
            list_legal(state, legal);
            rng.shuffle(legal);
            self.forest.list_own(state, at, legal)
        })
    }

    /// The choice of the searching player, whose actions at a node are always the same.
    fn choose_own(&mut self, list: OwnList, at: PlayerNode) -> Chosen<G::Action> {
        let (plan, forest) = (&self.memory.plan, self.forest);
        let actions = forest.own_actions(list);
        let trials = forest.trials(list).count();
        forest.trials(list).add_count(1, self.worker.sharing);
        self.worker.notes.note_legal(&self.worker.state, actions);
        let visited = forest.own_visited(list);
        let place = self.place_of(at, visited < list.count);
        let slots = (list.first..).map(|node| forest.slot(node, list.player)).take(actions.len());
        let index = if plan.unvisited_first && visited < list.count {
            visited as usize
        } else if let (Some(c), true) = (plan.plain_uct, visited == list.count) {
            self.best_own(forest.own_stats(list), bonus(c, trials), at.node)
        } else {
            let arms = &mut self.worker.scratch.arms;
            arms.clear();
            arms.slots.extend(slots.clone());
            arms.visits.extend(forest.own_stats(list).iter().map(Stat::visits));
            arms.rewards.extend(forest.own_stats(list).iter().map(|stat| stat.fixed_sum() as f32 * REWARD_UNIT));
            arms.available.resize(actions.len(), trials);
            let policy = plan.tree.draw(place.visits, &mut self.worker.rng);
            self.choose_by(NodeDecision { player: at.player, place, legal: actions, policy })
        };
        let Worker { state, notes, .. } = &mut *self.worker;
        if place.phase == Phase::Selection && notes.needs.arms {
            let keys = actions.iter().map(|&action| state.action_index(action));
            notes.note_arms(slots.zip(keys));
        }
        if notes.needs.trace {
            let arms = forest.own_stats(list).iter().map(|stat| (stat.visits(), stat.fixed_sum(), trials));
            notes.note_known(arms, plan.plain_uct);
        }
        debug_assert!(state.is_legal(actions[index]), "the legal actions depend on what the player cannot see");
        Chosen { action: actions[index], place, child: list.first + index as u32 }
    }

    /// The best of the searching player's actions by UCB1.
    #[inline]
    fn best_own(&mut self, stats: &[Stat], bonus: f32, node: u32) -> usize {
        let Worker { scratch, rng, .. } = &mut *self.worker;
        let arms = stats.iter().map(Stat::reward_and_visits);
        if node != ROOT {
            return scratch.buffers.argmax_ucb1(bonus, arms, rng);
        }
        // Every iteration comes to the root: since the last one, one record has changed.
        let ForestDescent { ranking, ranked, .. } = &mut *self.descent;
        if ranking.len() == stats.len() {
            let (reward, visits) = stats[*ranked].reward_and_visits();
            ranking.set(*ranked, reward, visits);
        } else {
            ranking.begin(arms);
        }
        *ranked = ranking.best(bonus, rng);
        *ranked
    }

    /// The choice of another player, whose actions are others in each determinization. All are counted as available.
    fn choose_anew(&mut self, at: PlayerNode) -> Chosen<G::Action> {
        let (plan, forest, player) = (&self.memory.plan, self.forest, at.player);
        let Worker { state, notes, scratch, rng, sharing, .. } = &mut *self.worker;
        let Scratch { arms, lists, .. } = scratch;
        let policy = plan.tree.draw(forest.stat(at.node, player).visits(), rng);
        let takes_any = plan.is_unadorned() && policy.puts_unvisited_first(&plan.strategies);
        let legal = &mut lists.legal;
        let draws = takes_any && at.node == ROOT;
        let drawn = if draws { forest.draw_unvisited(player, state, rng, legal) } else { None };
        if drawn.is_none() || notes.notes_legal() {
            list_legal(state, legal);
            notes.note_legal(state, legal);
        }
        if let Some(action) = drawn {
            return Chosen { action, place: self.place_of(at, true), child: NO_SLOT };
        }
        let children = &mut self.descent.children;
        arms.clear();
        children.clear();
        let moves = legal.iter().map(|&action| (state.action_index(action), action));
        forest.list_available(at, moves, children, *sharing);
        let visits = |&node: &u32| if node == NO_SLOT { 0 } else { forest.stat(node, player).visits() };
        arms.visits.extend(children.iter().map(visits));
        let unvisited = arms.visits.iter().map(|&visits| u32::from(visits == 0)).sum::<u32>() as usize;
        let legal = std::mem::take(legal);
        let place = self.place_of(at, unvisited > 0);
        let index = self.choose_available(NodeDecision { player, place, legal: &legal, policy }, unvisited, takes_any);
        let Worker { state, notes, scratch, .. } = &mut *self.worker;
        let children = &self.descent.children;
        if place.phase == Phase::Selection && notes.needs.arms {
            let keys = legal.iter().map(|&action| state.action_index(action));
            notes.note_arms(children.iter().map(|&node| forest.slot(node, player)).zip(keys));
        }
        if notes.needs.trace {
            let known = |&node: &u32| match node {
                NO_SLOT => (0, 0, 0),
                node => {
                    let stat = forest.stat(node, player);
                    (stat.visits(), stat.fixed_sum(), stat.count().saturating_sub(1))
                }
            };
            notes.note_known(children.iter().map(known), plan.plain_uct);
        }
        let chosen = Chosen { action: legal[index], place, child: children[index] };
        scratch.lists.legal = legal;
        chosen
    }

    /// The choice among actions whose nodes have been found, and some of which are unvisited: then any of those is taken, if the
    /// policy takes any.
    #[inline]
    fn choose_available(&mut self, decision: NodeDecision<'_, G::Action>, unvisited: usize, takes_any: bool) -> usize {
        let (forest, player, children) = (self.forest, decision.player, &self.descent.children);
        let Worker { scratch: Scratch { arms, buffers, .. }, rng, .. } = &mut *self.worker;
        if unvisited > 0 && takes_any {
            return nth_unvisited(arms, if unvisited > 1 { rng.below(unvisited) } else { 0 });
        }
        forest.count_waiting();
        if let (Some(c), 0) = (self.memory.plan.plain_uct, unvisited) {
            let stats = children.iter().map(|&node| forest.stat(node, player));
            let arms = stats.map(|stat| (stat.fixed_sum(), stat.visits(), stat.count() - 1));
            return buffers.argmax_ucb1_each(c, arms, rng);
        }
        forest.read(player, children, arms);
        self.choose_by(decision)
    }

    /// The choice of a policy among actions whose records have been read. Hints are those of the determinization.
    fn choose_by(&mut self, decision: NodeDecision<'_, G::Action>) -> usize {
        let insight = &self.memory.plan.insight;
        let Worker { state, scratch: Scratch { arms, .. }, .. } = &mut *self.worker;
        arms.hints.resize_with(insight.hints.len(), Vec::new);
        for (hint, hints) in insight.hints.iter().zip(&mut arms.hints) {
            hint.about(state, decision.legal, hints);
        }
        insight.add_priors(arms);
        insight.mix_in(arms);
        self.worker.choose_at_node(self.memory, &decision, NOTHING_EXCLUDED)
    }

    /// Moves every player's node along what that player sees of an action that is about to be made.
    fn follow(&mut self, actor: Option<Player>, chosen: &Chosen<G::Action>) {
        let Worker { state, observer, tally, sharing, .. } = &mut *self.worker;
        let ForestDescent { at: nodes, path, depth, .. } = &mut *self.descent;
        let forest = self.forest;
        // The last move looked for, its key, and the node behind it: mostly the next player is there too and sees the same.
        let mut found = (NO_SLOT, 0, NO_SLOT);
        if let Some(player) = actor.filter(|_| chosen.child != NO_SLOT) {
            found = (nodes[player.index()], state.action_index(chosen.action), chosen.child);
        }
        for player in 0..state.players() {
            let at = nodes[player];
            if at == NO_SLOT {
                continue;
            }
            let player = Player(player as u8);
            let Some(seen) = state.observe(chosen.action, player) else { continue };
            let key = state.action_index(seen);
            if (at, key) != (found.0, found.1) {
                found = (at, key, forest.entry(at, key, seen).unwrap_or(NO_SLOT));
            }
            let node = found.2;
            if node == NO_SLOT {
                nodes[player.index()] = NO_SLOT;
                continue;
            }
            path.push(PlayerNode { player, node });
            let stat = forest.stat(node, player);
            if actor != Some(player) {
                stat.add_count(1, *sharing);
            }
            let visits = match *sharing {
                Sharing::Alone => stat.visits(),
                Sharing::Shared => stat.claim_visit(),
            };
            if visits == 0 && at == ROOT {
                forest.root.note_visited(player, key);
            }
            nodes[player.index()] = if visits == 0 { NO_SLOT } else { node };
            if player == *observer {
                tally.visit(visits, depth);
            }
        }
    }
}

/// What a policy must not choose where nothing is proven.
const NOTHING_EXCLUDED: Option<fn(&mut [bool])> = None;
