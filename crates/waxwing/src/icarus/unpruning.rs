//! Progressive unpruning (Chaslot et al.; section 4.3.6): a node looks at its heuristically best actions first, and at
//! more of them the more often it is visited.
//!
//! The `first` best actions are open from the start; the k-th one after them opens when the node has
//! `a·b^(k-1)` visits. Closed actions are not chosen.

use super::bias::Heuristic;
use super::quota::Quota;
use super::{Ply, Start};
use crate::game::Game;

pub(crate) struct ProgressiveUnpruning {
    first: usize,
    a: f32,
    b: f32,
    heuristic: Heuristic,
}

impl ProgressiveUnpruning {
    pub fn new(first: usize, a: f32, b: f32, evaluation: usize) -> ProgressiveUnpruning {
        ProgressiveUnpruning { first, a, b, heuristic: Heuristic::new(evaluation) }
    }

    /// How many actions are open after this many visits.
    fn open(&self, visits: u32) -> usize {
        let mut open = self.first;
        let mut due = self.a;
        while due <= visits as f32 && open < usize::from(u16::MAX) {
            open += 1;
            due *= self.b;
        }
        open
    }

    /// Marks the closed actions of a node.
    pub fn close<G: Game>(&self, ply: &Ply<'_, G>, closed: &mut Vec<bool>) {
        let open = self.open(ply.visits);
        closed.clear();
        closed.resize(ply.legal.len(), false);
        if open >= ply.legal.len() {
            return;
        }
        let values: Vec<f32> =
            ply.legal.iter().enumerate().map(|(arm, &action)| self.heuristic.value(ply, arm, action)).collect();
        let mut order: Vec<usize> = (0..values.len()).collect();
        // A stable sort: equal actions keep the order of the legal actions.
        order.sort_by(|&x, &y| values[y].total_cmp(&values[x]));
        order[open..].iter().for_each(|&arm| closed[arm] = true);
    }

    pub fn is_due(&self, slots: usize) -> bool {
        self.heuristic.values.len() < slots
    }

    pub fn maintain(&mut self, slots: usize, quota: &Quota) {
        self.heuristic.values.reach(slots, quota);
    }

    pub fn begin(&mut self, start: Start) {
        if start.new_tree {
            self.heuristic.values.clear();
        }
    }

    pub fn remap(&mut self, moved: &[u32]) {
        self.heuristic.values.remap(moved);
    }

    pub fn bytes(&self) -> usize {
        self.heuristic.values.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_open_as_visits_grow() {
        let unpruning = ProgressiveUnpruning::new(5, 50.0, 1.3, 0);
        let open: Vec<usize> = [0, 49, 50, 64, 65, 84, 85].map(|visits| unpruning.open(visits)).to_vec();
        assert_eq!(open, [5, 5, 6, 6, 7, 7, 8]);
    }
}
