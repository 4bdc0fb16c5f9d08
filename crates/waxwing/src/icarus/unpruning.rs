//! Progressive unpruning (Chaslot et al.; section 4.3.6): a node looks at its heuristically best actions first, and at
//! more of them the more often it is visited.
//!
//! The `first` best actions are open from the start; the k-th one after them opens when the node has
//! `a·b^(k-1)` visits. Closed actions are not chosen.

use crate::strategy::Ply;

pub(crate) struct ProgressiveUnpruning {
    pub first: usize,
    pub a: f32,
    pub b: f32,
    /// Which of the hints orders the actions.
    pub column: usize,
}

impl ProgressiveUnpruning {
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
    pub fn close(&self, ply: &Ply<'_>, closed: &mut Vec<bool>) {
        let open = self.open(ply.visits);
        closed.clear();
        closed.resize(ply.count(), false);
        if open >= ply.count() {
            return;
        }
        let values = &ply.arms.hints[self.column];
        let mut order: Vec<usize> = (0..values.len()).collect();
        // A stable sort: equal actions keep the order of the legal actions.
        order.sort_by(|&x, &y| values[y].total_cmp(&values[x]));
        order[open..].iter().for_each(|&arm| closed[arm] = true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_open_as_visits_grow() {
        let unpruning = ProgressiveUnpruning { first: 5, a: 50.0, b: 1.3, column: 0 };
        let open: Vec<usize> = [0, 49, 50, 64, 65, 84, 85].map(|visits| unpruning.open(visits)).to_vec();
        assert_eq!(open, [5, 5, 6, 6, 7, 7, 8]);
    }
}
