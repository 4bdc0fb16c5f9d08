//! Terms added to the tree policy's values: progressive bias and progressive history.
//!
//! Both fade as the baseline learns about an action itself. They are strategies like the others (section 4.3.6), except
//! that their scores are added to those of the policy instead of taking its place.

use super::quota::Quota;
use super::table::{Records, SlotTable};
use super::{Gives, Information, Iteration, Ply, Record, Scratch, Start, Strategy, Wants};
use crate::game::{Game, Player, Reward};

/// Progressive bias (Chaslot et al.): `w·h/(n+1)`, with the heuristic value `h ∈ [0, 1]` of the state behind the action.
///
/// The heuristic is the record's initial information; nothing is captured.
pub(crate) struct ProgressiveBias {
    w: f32,
    heuristic: Heuristic,
}

impl ProgressiveBias {
    pub fn new(w: f32, evaluation: usize) -> ProgressiveBias {
        ProgressiveBias { w, heuristic: Heuristic::new(evaluation) }
    }
}

impl<G: Game> Strategy<G> for ProgressiveBias {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn wants(&self) -> Wants {
        Wants::default()
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        let term = |(arm, &action): (usize, &G::Action)| {
            self.w * self.heuristic.value(ply, arm, action) / (ply.arms.visits[arm] as f32 + 1.0)
        };
        scores.extend(ply.legal.iter().enumerate().map(term));
    }

    fn capture(&self, _: &Iteration<'_, G>, _: &mut Scratch) {}

    fn recall(&self, _: &G, _: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        None
    }

    fn is_due(&self, slots: usize) -> bool {
        self.heuristic.values.len() < slots
    }

    fn maintain(&mut self, slots: usize, quota: &Quota) {
        self.heuristic.values.reach(slots, quota);
    }

    fn begin(&mut self, start: Start) {
        if start.new_tree {
            self.heuristic.values.clear();
        }
    }

    fn remap(&mut self, moved: &[u32]) {
        self.heuristic.values.remap(moved);
    }

    fn bytes(&self) -> usize {
        self.heuristic.values.bytes()
    }
}

/// The evaluation of the states behind a node's actions, computed once for each slot where nothing is hidden.
pub(crate) struct Heuristic {
    evaluation: usize,
    pub values: SlotTable,
}

impl Heuristic {
    pub fn new(evaluation: usize) -> Heuristic {
        Heuristic { evaluation, values: SlotTable::default() }
    }

    /// How good the state behind an action is for the acting player, in `[0, 1]`.
    pub fn value<G: Game>(&self, ply: &Ply<'_, G>, arm: usize, action: G::Action) -> f32 {
        // With hidden information the state behind an action is another one in each determinization.
        let slot = ply.arms.slots.get(arm).filter(|_| !G::HIDDEN);
        let place = slot.and_then(|&slot| self.values.get(slot));
        // The word says whether the weight has been computed; two threads would compute the same.
        if let Some(value) = place.filter(|place| place.word() != 0) {
            return value.weight();
        }
        let mut next = ply.state.clone();
        next.apply(action);
        let knowledge = G::knowledge();
        let value =
            (knowledge.scale(self.evaluation, knowledge.evaluate(self.evaluation, &next, ply.player)) + 1.0) / 2.0;
        if let Some(place) = place {
            place.set_weight(value);
            place.set_word(1);
        }
        value
    }
}

/// By what progressive history fades.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fading {
    /// `w/(n-s+1)`: good actions keep it longer.
    Losses,
    /// `w/(n+1)`.
    Visits,
}

/// Progressive history (paper 003, Equation 2): `(s_a/n_a)·w/(n-s+1)`, where `s_a/n_a` is the mean reward of the playouts
/// in which the player played the action anywhere, and (s, n) the baseline's record of it.
///
/// Readings: a move is counted at each occurrence (`count=each`) or once a playout (`once`); the table lives for the
/// whole game (`keep=game`) or for one search. An action without history has a bias of 0.
pub(crate) struct ProgressiveHistory {
    pub w: f32,
    pub by: Fading,
    pub once: bool,
    pub keep_game: bool,
    records: Records,
}

impl ProgressiveHistory {
    pub fn new<G: Game>(game: &G, w: f32, by: Fading, once: bool, keep_game: bool) -> ProgressiveHistory {
        let records = Records::new(game.players(), game.action_space(), 1, 0);
        ProgressiveHistory { w, by, once, keep_game, records }
    }

    #[inline]
    fn key(&self, player: Player, action: u64) -> u64 {
        self.records.extend(self.records.start(player), action)
    }
}

impl<G: Game> Strategy<G> for ProgressiveHistory {
    fn gives(&self) -> Gives {
        Gives::Values
    }

    fn wants(&self) -> Wants {
        Wants { steps: true, ..Wants::default() }
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        scores.extend(ply.legal.iter().enumerate().map(|(arm, &action)| {
            let record = self.records.get(self.key(ply.player, ply.state.action_index(action)));
            let history = record.filter(|record| record.visits() > 0).map_or(0.0, |record| record.mean());
            let visits = ply.arms.visits[arm] as f32;
            let fading = match self.by {
                Fading::Losses => visits - ply.arms.rewards[arm],
                Fading::Visits => visits,
            };
            history * self.w / (fading + 1.0)
        }));
    }

    fn capture(&self, iteration: &Iteration<'_, G>, scratch: &mut Scratch) {
        let space = iteration.root.action_space();
        let add = |player: Player, key: u64, reward: Reward| {
            if let Some(record) = self.records.entry(self.key(player, key), iteration.sharing) {
                record.add(reward, iteration.sharing);
            }
        };
        scratch.reserve(iteration.root.players(), space);
        for (_, player, step) in iteration.decisions() {
            let seen = scratch.count(space, player, step.key);
            *seen += 1;
            if !self.once || *seen == 1 {
                add(player, step.key, iteration.reward(player));
            }
        }
        scratch.reset(space, iteration.steps);
    }

    fn recall(&self, game: &G, record: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        let &Record::Action { player, action } = record else { return None };
        Some(self.records.information(self.key(player, game.action_index(action)), false))
    }

    fn begin(&mut self, start: Start) {
        if start.new_game || !self.keep_game {
            self.records.clear();
        }
    }

    fn records(&self) -> Option<&Records> {
        Some(&self.records)
    }

    fn records_mut(&mut self) -> Option<&mut Records> {
        Some(&mut self.records)
    }
}
