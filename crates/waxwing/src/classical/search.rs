//! The recursion: principal variation search (negascout) with a transposition table.
//!
//! Scores are those of the player to move. Where the next one is on the same side ([`Sides`]), be it the same player,
//! neither the score nor the window changes its sign: see [`Searcher::successor`], through which every move goes.

use super::depth::Depth;
use super::ordering::{Frame, History};
use super::plan::{Depths, Plan};
use super::score::{Finding, Place, Score, Window};
use super::sides::Sides;
use super::table::{Bound, Entry, TranspositionTable};
use crate::Rng;
use crate::game::{Game, Player, Turn};
use crate::thinking::{Clock, Found, Pace, Stopped};

/// No line is followed further than this.
pub(super) const MOST_PLIES: usize = 512;

/// A running search.
pub(super) struct Searcher<'a, G: Game> {
    pub plan: &'a Plan<G>,
    pub sides: Sides,
    pub table: Option<&'a mut TranspositionTable>,
    pub history: &'a mut History,
    /// What is known at each ply of the line that is being searched.
    pub frames: &'a mut [Frame<G::Action>],
    /// How many moves were made.
    pub nodes: u64,
    /// What has ended the search: then nothing that is still being found out counts.
    pub stopped: Option<Stopped>,
    pub watch: Watch<'a>,
}

/// What can end a search.
pub(super) struct Watch<'a> {
    pub most_nodes: u64,
    pub clock: &'a Clock<'a>,
    pub pace: Pace,
    /// At how many nodes one of the two has something to say.
    next: u64,
}

impl<'a> Watch<'a> {
    /// Watches a slice, before which there were this many nodes.
    pub fn new(most_nodes: u64, clock: &'a Clock<'a>, nodes: u64) -> Watch<'a> {
        let pace = Pace::new(clock, nodes);
        Watch { most_nodes, clock, next: pace.next.min(most_nodes), pace }
    }

    #[cold]
    fn look(&mut self, nodes: u64) -> Option<Stopped> {
        if nodes >= self.most_nodes {
            return Some(Stopped::Budget);
        }
        let found = self.pace.look(self.clock, nodes);
        self.next = self.pace.next.min(self.most_nodes);
        match found {
            Some(Found::End(stopped)) => Some(stopped),
            // The recursion cannot pause: a slice ends between two actions of the root.
            Some(Found::Pause | Found::Report) | None => None,
        }
    }
}

impl<G: Game> Searcher<'_, G> {
    /// Counts a move that led this far from the root, and returns whether the search goes on.
    #[inline]
    pub fn enter(&mut self, ply: usize) -> bool {
        if self.nodes >= self.watch.next {
            self.stopped = self.stopped.or(self.watch.look(self.nodes));
        }
        if self.stopped.is_some() {
            return false;
        }
        self.nodes += 1;
        self.frames[ply].line.clear();
        true
    }

    /// What a move that led to a state is worth for the player who made it. `place` is that of the position before.
    #[inline]
    pub fn successor(&mut self, after: &G, place: Place, depth: Depth, window: Window, may_pass: bool) -> Finding {
        let Place { mover, ply } = place;
        if !self.enter(ply + 1) {
            return Finding::NONE;
        }
        match after.turn() {
            Turn::Player(next) => {
                let (same, place) = (self.sides.same(next, mover), Place { mover: next, ply: ply + 1 });
                self.position(after, place, depth, window.seen_by(same), may_pass).seen_by(same)
            }
            Turn::Over => {
                self.sides.end(after, mover, ply + 1).unwrap_or_else(|| Finding::guess(self.evaluate(after, mover)))
            }
            Turn::Chance => Finding::guess(self.evaluate(after, mover)),
        }
    }

    /// What a position is worth for the player to move. `may_pass`: whether a null move may be tried.
    fn position(&mut self, state: &G, place: Place, depth: Depth, window: Window, may_pass: bool) -> Finding {
        if depth <= Depth::ZERO || place.ply >= MOST_PLIES {
            return self.leaf(state, place, window);
        }
        let key = self.key(state);
        let known = self.known(key);
        if let Some(entry) = known {
            let score = entry.score.seen_from_root(place.ply);
            let certain = entry.depth == Depth::CERTAIN;
            // Where the line is wanted, a guess does not cut it short.
            if (certain || window.is_zero()) && entry.answers(depth, score, window) {
                return Finding { score, certain };
            }
        }
        let mut frame = std::mem::take(&mut self.frames[place.ply]);
        self.list(state, place, known.map(|entry| entry.action), &mut frame);
        let (found, best) = match self.cut(state, place, depth, window, may_pass, &mut frame) {
            Some(found) => (found, known.map_or(u16::MAX, |entry| entry.action)),
            None => self.try_all(state, place, depth, window, &mut frame),
        };
        self.frames[place.ply] = frame;
        if self.stopped.is_none()
            && let (Some(table), Some(key)) = (&mut self.table, key)
        {
            let depth = if found.certain { Depth::CERTAIN } else { depth };
            let (score, bound) = (found.score.seen_from_position(place.ply), Bound::of(found.score, window));
            table.store(key, Entry { score, bound, depth, action: best });
        }
        found
    }

    /// By what the table knows a position, if there is one.
    #[inline]
    pub fn key(&self, state: &G) -> Option<u64> {
        if self.table.is_some() { self.sides.key(state) } else { None }
    }

    /// What the table knows of a position.
    #[inline]
    pub fn known(&self, key: Option<u64>) -> Option<Entry> {
        self.table.as_ref()?.find(key?)
    }

    /// Searches the actions one after the other; also returns the place of the best one in the game's list.
    fn try_all(
        &mut self,
        state: &G,
        place: Place,
        depth: Depth,
        window: Window,
        frame: &mut Frame<G::Action>,
    ) -> (Finding, u16) {
        let Window { mut alpha, beta } = window;
        let (mut best, mut best_place) = (-Score::INFINITE, u16::MAX);
        let mut all_certain = true;
        for number in 0..frame.actions.len() {
            frame.pick(number);
            let after = self.after(state, frame, number);
            let found = self.action(&after, place, depth, frame.cost(number), Window { alpha, beta }, number == 0);
            if self.stopped.is_some() {
                return (Finding::NONE, u16::MAX);
            }
            all_certain &= found.certain;
            if found.score <= best {
                continue;
            }
            (best, best_place) = (found.score, frame.places[number]);
            if best > alpha {
                alpha = best;
                frame.follow(number, place.mover, &self.frames[place.ply + 1].line);
                if alpha >= beta {
                    self.learn(state, place.mover, depth, frame, number);
                    return (Finding { score: best, certain: found.certain || best.is_won() }, best_place);
                }
            }
        }
        // A loss is certain because every reply to it is a certain win; so is a win that is more than was asked for.
        let certain = all_certain || best.is_lost() || (best.is_won() && best > window.alpha);
        (Finding { score: best, certain }, best_place)
    }

    /// Searches what follows an action: the first one with the whole window, the others first only as to whether they are
    /// better than that. An action that costs more than a ply and seems better is searched again as if it cost one.
    #[inline]
    pub fn action(
        &mut self,
        after: &G,
        place: Place,
        depth: Depth,
        cost: Depth,
        window: Window,
        first: bool,
    ) -> Finding {
        let full = if self.plan.options.depths == Depths::Enhanced { cost.min(Depth::PLY) } else { cost };
        if first {
            return self.successor(after, place, depth - full, window, true);
        }
        let narrow = Window::above(window.alpha);
        let mut found = self.successor(after, place, depth - cost, narrow, true);
        if found.score > window.alpha && cost > full && !found.certain {
            found = self.successor(after, place, depth - full, narrow, true);
        }
        if found.score > window.alpha && found.score < window.beta {
            found = self.successor(after, place, depth - full, window, true);
        }
        found
    }

    /// Learns that the action of this number was too good for the other player to allow it.
    fn learn(&mut self, state: &G, mover: Player, depth: Depth, frame: &mut Frame<G::Action>, number: usize) {
        if self.plan.options.killers {
            frame.remember_killer(frame.actions[number]);
        }
        self.history.learn(state, frame.tried(number, mover), depth);
    }

    /// The evaluation of a state for a player.
    #[inline]
    pub fn evaluate(&self, state: &G, player: Player) -> Score {
        let (judged, same) = self.sides.judge(player);
        let value = self.plan.options.evaluation.evaluate(state, judged);
        let value = if same { value } else { -value };
        if self.plan.options.noise == 0.0 {
            return Score::of(value);
        }
        // The noise is part of the position, so it must be the opposite for the other player.
        let drawn = Rng::derive(self.plan.seed, state.position_hash().unwrap_or(0)) >> 40;
        let noise = self.plan.options.noise * (drawn as f32 / (1 << 23) as f32 - 1.0);
        Score::of(if player == Player(0) { value + noise } else { value - noise })
    }
}
