//! What makes the search look at less than everything, or at more: enhanced transposition cut-offs, null moves, multi-cut, and
//! quiescence search.
//!
//! None of these claims that a game is won: what they answer is never more than what was asked for, and they are not asked
//! about wins. So wins and losses that a search finds are proven, whatever its options are.

use super::depth::Depth;
use super::ordering::Frame;
use super::score::{Finding, Place, Window};
use super::search::{MOST_PLIES, Searcher};
use super::table::Bound;
use crate::game::{Game, Turn, list_legal};

/// Successors are looked up only this far from the leaves, or farther.
const LOOK_UP: Depth = Depth::plies(2);

/// A player with this many actions or fewer may be glad to pass, so null moves are not tried there.
const FEW_ACTIONS: usize = 4;

/// Multi-cut: it takes `CUTS` cut-offs among the first `AMONG` actions, searched `REDUCTION` less deeply.
const CUTS: usize = 3;
const AMONG: usize = 10;
const REDUCTION: Depth = Depth::plies(2);

impl<G: Game> Searcher<'_, G> {
    /// Whether the position is too good for the other player without a search of all its actions.
    pub fn cut(
        &mut self,
        state: &G,
        place: Place,
        depth: Depth,
        window: Window,
        may_pass: bool,
        frame: &mut Frame<G::Action>,
    ) -> Option<Finding> {
        if !window.is_zero() {
            return None;
        }
        let options = &self.plan.options;
        if options.successors
            && depth >= LOOK_UP
            && let Some(found) = self.known_cut(state, place, depth, window, frame)
        {
            return Some(found);
        }
        if window.beta.is_won() || window.beta.is_lost() {
            return None;
        }
        if may_pass && options.null > 0 && self.null_move_cuts(state, place, depth, window, frame.actions.len()) {
            return Some(Finding::guess(window.beta));
        }
        if options.multicut && self.several_cut(state, place, depth, window, frame) {
            return Some(Finding::guess(window.beta));
        }
        None
    }

    /// Enhanced transposition cut-offs: whether the table knows a successor that is good enough. Ends of the game need no
    /// table.
    fn known_cut(
        &self,
        state: &G,
        place: Place,
        depth: Depth,
        window: Window,
        frame: &Frame<G::Action>,
    ) -> Option<Finding> {
        let table = self.table.as_ref();
        let mut found = (0..frame.actions.len()).filter_map(|number| {
            let after = self.after(state, frame, number);
            match after.turn() {
                Turn::Player(next) => {
                    let entry = table?.find(self.sides.key(&after)?)?;
                    let same = self.sides.same(next, place.mover);
                    let enough = if same { Bound::Least } else { Bound::Most };
                    let bounds = entry.bound == enough || entry.bound == Bound::Exact;
                    let score = entry.score.seen_from_root(place.ply + 1);
                    let known = Finding { score, certain: entry.depth == Depth::CERTAIN }.seen_by(same);
                    (bounds && entry.depth >= depth - frame.cost(number)).then_some(known)
                }
                Turn::Over => self.sides.end(&after, place.mover, place.ply + 1),
                Turn::Chance => None,
            }
        });
        found.find(|found| found.score >= window.beta)
    }

    /// Null move: whether the position is too good even if the player passes, by a search that is less deep.
    fn null_move_cuts(&mut self, state: &G, place: Place, depth: Depth, window: Window, actions: usize) -> bool {
        let saved = Depth::plies(1 + self.plan.options.null);
        if depth <= saved || actions <= FEW_ACTIONS || self.evaluate(state, place.mover) < window.beta {
            return false;
        }
        let Some(passed) = state.knowledge().classical().and_then(|known| known.after_null_move(state)) else {
            return false;
        };
        let other_moves = matches!(passed.turn(), Turn::Player(next) if next != place.mover);
        if !other_moves || self.count_actions(&passed, place.ply + 1) <= FEW_ACTIONS {
            return false;
        }
        let found = self.successor(&passed, place, depth - saved, window, false);
        self.stopped.is_none() && found.score >= window.beta
    }

    fn count_actions(&mut self, state: &G, ply: usize) -> usize {
        let buffer = &mut self.frames[ply].actions;
        list_legal(state, buffer);
        buffer.len()
    }

    /// Multi-cut: whether several actions are too good for the other player by a search that is less deep.
    fn several_cut(
        &mut self,
        state: &G,
        place: Place,
        depth: Depth,
        window: Window,
        frame: &mut Frame<G::Action>,
    ) -> bool {
        if depth <= REDUCTION + Depth::PLY || frame.actions.len() < CUTS {
            return false;
        }
        let mut cuts = 0;
        for number in 0..frame.actions.len().min(AMONG) {
            frame.pick(number);
            let after = self.after(state, frame, number);
            let found = self.successor(&after, place, depth - REDUCTION - Depth::PLY, window, true);
            if self.stopped.is_some() {
                return false;
            }
            cuts += usize::from(found.score >= window.beta);
            if cuts == CUTS {
                return true;
            }
        }
        false
    }

    /// What a position at the end of the search is worth: its evaluation, or what one of the actions gives after which no
    /// evaluation should be trusted. The player need not play any of them.
    pub fn leaf(&mut self, state: &G, place: Place, window: Window) -> Finding {
        let mut best = Finding::guess(self.evaluate(state, place.mover));
        if !self.plan.options.quiescence || best.score >= window.beta || place.ply >= MOST_PLIES {
            return best;
        }
        let mut frame = std::mem::take(&mut self.frames[place.ply]);
        frame.actions.clear();
        if let Some(known) = state.knowledge().classical() {
            known.noisy_actions(state, &mut frame.actions);
        }
        for number in 0..frame.actions.len() {
            let action = frame.actions[number];
            let mut after = state.clone();
            after.apply(action);
            let alpha = window.alpha.max(best.score);
            let found = self.successor(&after, place, Depth::ZERO, Window { alpha, ..window }, false);
            if self.stopped.is_some() {
                break;
            }
            if found.score > best.score {
                best = Finding { score: found.score, certain: found.score.is_won() && found.score > window.alpha };
                frame.set_line(action, &self.frames[place.ply + 1].line);
                if best.score >= window.beta {
                    break;
                }
            }
        }
        self.frames[place.ply] = frame;
        best
    }
}
