//! The Greedy strategy (Winands and Björnsson 2009, section 4.3, Figure 3): of the k actions with the likeliest categories
//! the one that is evaluated best is played; the others are only looked at for one that wins at once.
//!
//! ```text
//! K = the k actions with the greatest P(category);    v(a) = the evaluation of the state behind a
//! 1. the first a ∈ K with v(a) > bound: it is played, and the playout is over and won
//! 2. an action that wins at once
//! 3. the first a ∈ K with the greatest v(a)
//! ```
//!
//! Readings: K is in the order of falling probability, and equals stay in the order of the legal actions. An action of K
//! that wins at once is played in the second case too: that makes a difference only if the bound is the most that the evaluation
//! gives. The move that ends a playout is made, and if it ends the game, the game's own rewards count. In the tree nothing
//! ends. [`Corrective`](super::Corrective) says where the random part of the evaluation is left out. Nothing is captured.

use super::corrective::Judge;
use super::{Buffers, Gives, Information, Iteration, Ply, Record, Scratch, Strategy, Wants};
use crate::Rng;
use crate::game::Game;

/// The most actions that can be evaluated.
pub(crate) const MOST_EVALUATED: usize = 32;

pub(crate) struct Greedy {
    pub judge: Judge,
    pub k: usize,
}

/// The chosen action, and whether it is as good as won.
struct Chosen {
    index: usize,
    wins: bool,
}

impl Greedy {
    fn find<G: Game>(
        &self,
        ply: &Ply<'_, G>,
        rng: Option<&mut Rng>,
        (values, categories): (&mut Vec<f32>, &mut Vec<u16>),
    ) -> Chosen {
        let knowledge = G::knowledge();
        categories.clear();
        knowledge.categorize(ply.state, ply.legal, categories);
        let (likeliest, count) = self.likeliest(categories, knowledge.category_probabilities());
        let likeliest = &likeliest[..count];
        let mut actions = [ply.legal[0]; MOST_EVALUATED];
        actions.iter_mut().zip(likeliest).for_each(|(action, &index)| *action = ply.legal[index]);
        self.judge.values(ply.state, &actions[..count], rng, values);
        if let Some(won) = self.judge.first_won(values) {
            return Chosen { index: likeliest[won], wins: true };
        }
        let index = knowledge.winning_action(ply.state, ply.legal).unwrap_or_else(|| {
            let best = (1..count).fold(0, |best, next| if values[next] > values[best] { next } else { best });
            likeliest[best]
        });
        Chosen { index, wins: false }
    }

    /// The k actions with the likeliest categories, likeliest first, and how many they are.
    fn likeliest(&self, categories: &[u16], probabilities: &[f32]) -> ([usize; MOST_EVALUATED], usize) {
        let probability = |index: usize| probabilities[usize::from(categories[index])];
        let mut likeliest = [0; MOST_EVALUATED];
        let mut count = 0;
        for index in 0..categories.len() {
            if count < self.k {
                count += 1;
            } else if probability(index) <= probability(likeliest[count - 1]) {
                continue;
            }
            // Insertion sort: the list is short, and most actions do not get into it.
            let mut place = count - 1;
            while place > 0 && probability(index) > probability(likeliest[place - 1]) {
                likeliest[place] = likeliest[place - 1];
                place -= 1;
            }
            likeliest[place] = index;
        }
        (likeliest, count)
    }
}

impl<G: Game> Strategy<G> for Greedy {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn wants(&self) -> Wants {
        Wants::default()
    }

    fn score(&self, ply: &Ply<'_, G>, scores: &mut Vec<f32>) {
        let chosen = self.find(ply, None, (&mut Vec::new(), &mut Vec::new()));
        scores.resize(ply.legal.len(), 0.0);
        scores[chosen.index] = 1.0;
    }

    fn choose(&self, ply: &Ply<'_, G>, buffers: &mut Buffers, rng: &mut Rng) -> usize {
        let chosen = self.find(ply, Some(rng), (&mut buffers.values, &mut buffers.categories));
        buffers.wins = chosen.wins && ply.playout_ply.is_some();
        chosen.index
    }

    fn capture(&self, _: &Iteration<'_, G>, _: &mut Scratch) {}

    fn recall(&self, _: &G, _: &Record<G::Action>, _: Option<u32>) -> Option<Information<G::Action>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_categories_come_first_and_equals_keep_their_order() {
        let greedy = |k| Greedy { judge: Judge { evaluation: 0, bound: 0.0, noise: 0.0 }, k };
        let find = |k, categories: &[u16]| {
            let (likeliest, count) = greedy(k).likeliest(categories, &[0.1, 0.5, 0.3]);
            likeliest[..count].to_vec()
        };
        assert_eq!(find(3, &[0, 2, 1, 2, 1, 0]), [2, 4, 1]);
        assert_eq!(find(9, &[0, 2, 1, 2]), [2, 1, 3, 0]);
        assert_eq!(find(1, &[0, 0, 2]), [2]);
        assert_eq!(find(2, &[0, 0, 0]), [0, 1]);
    }
}
