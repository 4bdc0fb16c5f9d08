//! Iterative deepening: the root's actions, one depth after the other, and what is reported of them.

use std::time::Duration;

use super::depth::Depth;
use super::plan::{Method, Plan};
use super::score::{Place, Score, Window};
use super::search::{MOST_PLIES, Searcher};
use super::table::Bound;
use crate::game::{Game, Player, Turn, list_legal};
use crate::ranked::sort_falling;
use crate::thinking::{ActionReport, Proven, Report, Stopped};

/// The actions of the root, the best first.
#[derive(Clone)]
pub(super) struct Root<G: Game> {
    position: G,
    mover: Player,
    actions: Vec<RootAction<G>>,
    /// How deep the last finished search was.
    pub depth: u32,
    /// The next depth, if a slice has ended within it.
    layer: Option<Layer>,
}

/// How far the search of a depth has come.
#[derive(Clone, Copy)]
struct Layer {
    /// The action that is next.
    number: usize,
    best: Score,
    best_number: Option<usize>,
    /// Whether a deeper search would find the same about all actions so far.
    all_certain: bool,
    is_won: bool,
}

impl Default for Layer {
    fn default() -> Layer {
        Layer { number: 0, best: -Score::INFINITE, best_number: None, all_certain: true, is_won: false }
    }
}

#[derive(Clone)]
struct RootAction<G: Game> {
    action: G::Action,
    after: G,
    cost: Depth,
    known: Option<Known>,
    /// Nodes of all depths together, and of the last one.
    nodes: u64,
    last_nodes: u64,
    line: Vec<G::Action>,
}

/// What a search has found out about an action.
#[derive(Clone, Copy)]
struct Known {
    score: Score,
    bound: Bound,
    certain: bool,
}

impl Known {
    /// The result for the player who acts, if the others do what the search takes them to do.
    fn decided(self) -> Option<Proven> {
        match self.score {
            score if score.is_won() && self.bound != Bound::Most => Some(Proven::Win),
            score if score.is_lost() && self.bound != Bound::Least => Some(Proven::Loss),
            Score::DRAW if self.certain && self.bound == Bound::Exact => Some(Proven::Draw),
            _ => None,
        }
    }

    /// What is proven for the player who acts, whatever the others do. Who wins against all together wins, but who does
    /// not may be luckier; and who skips moves or believes in the others' sense has proven nothing, unless it wins at
    /// once.
    fn proven(self, method: Method, players: usize) -> Option<Proven> {
        let outcome = self.decided()?;
        match method {
            Method::MaxN { .. } => (self.score == Score::won_after(1)).then_some(Proven::Win),
            _ if players == 2 => Some(outcome),
            Method::BestReply => (self.score == Score::won_after(1)).then_some(Proven::Win),
            Method::Duel | Method::Paranoid => match outcome {
                Proven::Win => Some(Proven::Win),
                Proven::Loss => Some(Proven::CoalitionLoss),
                _ => None,
            },
        }
    }

    /// Whether another search could say nothing else about whether the action is better than `alpha`.
    fn is_settled(self, alpha: Score) -> bool {
        let is_known = self.bound == Bound::Exact || self.decided().is_some();
        self.certain && (is_known || (self.bound == Bound::Most && self.score <= alpha))
    }

    /// The value for the player who acts, in [0, 1], if it is known.
    fn value<G: Game>(self, plan: &Plan<G>) -> Option<f64> {
        match self.decided() {
            Some(Proven::Win) => Some(1.0),
            Some(Proven::Draw) => Some(0.5),
            Some(Proven::Loss | Proven::CoalitionLoss) => Some(0.0),
            None if self.bound != Bound::Exact => None,
            None => Some((f64::from(plan.scaled(self.score.evaluation()?)) + 1.0) / 2.0),
        }
    }
}

impl<G: Game> RootAction<G> {
    /// Searches what follows to a depth.
    fn look(&self, searcher: &mut Searcher<'_, G>, place: Place, depth: Depth, window: Window, first: bool) -> Known {
        let (found, bound) = match searcher.plan.options.method {
            Method::MaxN { .. } => (searcher.share(&self.after, place, depth), Bound::Exact),
            _ => {
                let found = searcher.action(&self.after, place, depth, self.cost, window, first);
                (found, Bound::of(found.score, window))
            }
        };
        Known { score: found.score, bound, certain: found.certain }
    }
}

impl<G: Game> Root<G> {
    pub fn new(position: &G, mover: Player, searcher: &mut Searcher<'_, G>) -> Root<G> {
        let known = searcher.known(searcher.key(position));
        let frame = &mut searcher.frames[0];
        frame.list(position, mover, searcher.plan, searcher.history);
        frame.prefer(known.map(|entry| entry.action));
        let actions = (0..frame.actions.len()).map(|number| {
            frame.pick(number);
            let mut after = position.clone();
            after.apply(frame.actions[number]);
            RootAction {
                action: frame.actions[number],
                after,
                cost: frame.cost(number),
                known: None,
                nodes: 0,
                last_nodes: 0,
                line: Vec::new(),
            }
        });
        Root { position: position.clone(), mover, actions: actions.collect(), depth: 0, layer: None }
    }

    /// Searches to greater and greater depths until something ends it, or the slice is over between two actions; `progress`
    /// hears of each depth. Returns what has ended the search, if it is over.
    pub fn deepen(
        &mut self,
        searcher: &mut Searcher<'_, G>,
        plies: u32,
        is_over: &dyn Fn(u64) -> bool,
        progress: &mut dyn FnMut(&Root<G>, &Searcher<'_, G>),
    ) -> Option<Stopped> {
        // Every slice searches an action.
        let before = searcher.nodes;
        let is_over = &|nodes| nodes > before && is_over(nodes);
        while self.depth < plies.min(MOST_PLIES as u32) {
            let mut layer = self.layer.take().unwrap_or_default();
            let is_searched = self.search(searcher, &mut layer, is_over);
            if searcher.stopped.is_none() && !is_searched {
                self.layer = Some(layer);
                return None;
            }
            self.order(&layer);
            if searcher.stopped.is_some() {
                return searcher.stopped;
            }
            self.depth += 1;
            if layer.is_won || layer.all_certain {
                let proven = self.actions[0].known.and_then(|known| self.proven(known, searcher.plan));
                let is_proven = proven.is_some_and(|proven| proven != Proven::CoalitionLoss);
                return Some(if is_proven { Stopped::Proven } else { Stopped::Exhausted });
            }
            progress(self, searcher);
        }
        Some(Stopped::Budget)
    }

    fn proven(&self, known: Known, plan: &Plan<G>) -> Option<Proven> {
        known.proven(plan.options.method, self.position.players())
    }

    /// Searches the actions that are left of a depth; returns whether that was all of them. A search that is stopped
    /// counts as far as it got.
    fn search(&mut self, searcher: &mut Searcher<'_, G>, layer: &mut Layer, is_over: &dyn Fn(u64) -> bool) -> bool {
        let (place, depth) = (Place { mover: self.mover, ply: 0 }, Depth::plies(self.depth + 1));
        while layer.number < self.actions.len() && !layer.is_won {
            if is_over(searcher.nodes) {
                return false;
            }
            let number = layer.number;
            let action = &mut self.actions[number];
            let window = Window { alpha: layer.best, beta: Score::INFINITE };
            let known = match action.known.filter(|known| known.is_settled(layer.best)) {
                Some(known) => known,
                None => {
                    let before = searcher.nodes;
                    let known = action.look(searcher, place, depth, window, number == 0);
                    action.last_nodes = searcher.nodes - before;
                    action.nodes += action.last_nodes;
                    if searcher.stopped.is_some() {
                        return false;
                    }
                    action.line.clear();
                    action.line.extend_from_slice(&searcher.frames[1].line);
                    known
                }
            };
            action.known = Some(known);
            layer.all_certain &= known.certain;
            if number == 0 {
                self.forget_guesses();
            }
            if known.score > layer.best {
                (layer.best, layer.best_number) = (known.score, Some(number));
                layer.is_won = known.score.is_won() && known.certain;
            }
            layer.number += 1;
        }
        true
    }

    /// Brings the best action of a depth to the front, and orders the others by how much work they were.
    fn order(&mut self, layer: &Layer) {
        if let Some(number) = layer.best_number {
            self.actions[..=number].rotate_right(1);
            sort_falling(&mut self.actions[1..], |action| action.last_nodes as f64);
        }
    }

    /// Forgets what less deep searches have found out about all actions but the first, unless it is proven.
    fn forget_guesses(&mut self) {
        for action in &mut self.actions[1..] {
            action.known = action.known.filter(|known| known.certain);
        }
    }

    /// What the search says at this moment. Within a depth it is what it would say if it were stopped there.
    pub fn report(&self, searcher: &Searcher<'_, G>, elapsed: Duration) -> Report<G::Action> {
        if let Some(layer) = &self.layer {
            let mut ordered = Root { layer: None, ..self.clone() };
            ordered.order(layer);
            return ordered.report(searcher, elapsed);
        }
        let action = |action: &RootAction<G>| ActionReport {
            action: action.action,
            visits: action.nodes,
            value: action.known.and_then(|known| known.value(searcher.plan)),
            proven: action.known.and_then(|known| self.proven(known, searcher.plan)),
            minimax: None,
        };
        let legal: Vec<G::Action> = self.actions.iter().map(|action| action.action).collect();
        let mut actions: Vec<_> = self.actions.iter().map(action).collect();
        sort_falling(&mut actions, |action| action.visits as f64);
        let table = searcher.table.as_ref();
        Report {
            actions,
            line: self.line(searcher),
            iterations: searcher.nodes,
            plies: searcher.nodes,
            elapsed,
            nodes: searcher.nodes,
            depth: self.depth,
            bytes: searcher.history.bytes() + table.map_or(0, |table| table.bytes()),
            memory_full: table.is_some_and(|table| table.is_full()),
            ..Report::without_search(legal[0], &legal, Stopped::Running)
        }
    }

    /// The best line, as far as the search or its table knows it.
    fn line(&self, searcher: &Searcher<'_, G>) -> Vec<G::Action> {
        let mut state = self.position.clone();
        let mut line = vec![self.actions[0].action];
        line.extend_from_slice(&self.actions[0].line);
        line.iter().for_each(|&action| state.apply(action));
        let mut legal = Vec::new();
        while line.len() < self.depth as usize {
            let Some(entry) = searcher.known(searcher.key(&state)) else { break };
            if !matches!(state.turn(), Turn::Player(_)) {
                break;
            }
            list_legal(&state, &mut legal);
            let Some(&action) = legal.get(usize::from(entry.action)) else { break };
            line.push(action);
            state.apply(action);
        }
        line
    }
}
