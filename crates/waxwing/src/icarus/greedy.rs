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

use super::Gives;
use super::corrective::{MoveJudge, Opinions, bound, noise};
use crate::Rng;
use crate::agent::ExpressionError;
use crate::agent::catalogue::{Entry, Need, Parameter};
use crate::knowledge::Weighting;
use crate::strategy::{Built, Learner, Move, Needs, Ply, Setting, Strategy};

pub(super) fn entry() -> Entry {
    let about =
        "the best move by evaluation among those with the k likeliest categories; beyond a bound the playout is won";
    Entry::strategy("greedy", about)
        .cited("Winands and Björnsson 2009, Figure 3")
        .in_papers(&["greedy", "evaluation-noise"])
        .taking([best(), bound(), Parameter::evaluation(), noise()])
        .needing([Need::Evaluation, Need::Categories])
        .built_by(|setting| Ok(Built::strategy(Greedy::of(setting)?)))
}

pub(super) fn best() -> Parameter {
    let about = "how many of the moves with the likeliest categories are evaluated";
    Parameter::integer("k", 5, 1, MOST_EVALUATED as u64, about)
}

/// The most actions that can be evaluated.
pub(super) const MOST_EVALUATED: usize = 32;

pub(super) struct Greedy {
    judge: MoveJudge,
    categories: Weighting,
    k: usize,
}

/// The chosen action, and whether it is as good as won.
struct Found {
    place: usize,
    wins: bool,
}

impl Greedy {
    pub fn of(setting: &Setting<'_>) -> Result<Greedy, ExpressionError> {
        let (judge, categories) = (MoveJudge::of(setting)?, setting.category_weighting()?);
        Ok(Greedy { judge, categories, k: setting.integer("k") as usize })
    }

    fn find(&self, ply: &Ply<'_>, rng: Option<&mut Rng>, room: &mut Opinions) -> Found {
        let Opinions { values, weights } = room;
        weights.clear();
        ply.weights(self.categories, weights);
        let (likeliest, count) = likeliest(weights, self.k);
        let likeliest = &likeliest[..count];
        self.judge.values(ply, Some(likeliest), rng, values);
        if let Some(won) = self.judge.first_won(values) {
            return Found { place: likeliest[won], wins: true };
        }
        let place = ply.winning().unwrap_or_else(|| {
            let best = (1..count).fold(0, |best, next| if values[next] > values[best] { next } else { best });
            likeliest[best]
        });
        Found { place, wins: false }
    }
}

/// The places of the k greatest weights, greatest first, and how many they are.
pub(super) fn likeliest(weights: &[f32], k: usize) -> ([usize; MOST_EVALUATED], usize) {
    let mut likeliest = [0; MOST_EVALUATED];
    let mut count = 0;
    for (index, &weight) in weights.iter().enumerate() {
        if count < k {
            count += 1;
        } else if weight <= weights[likeliest[count - 1]] {
            continue;
        }
        // Insertion sort: the list is short, and most actions do not get into it.
        let mut place = count - 1;
        while place > 0 && weight > weights[likeliest[place - 1]] {
            likeliest[place] = likeliest[place - 1];
            place -= 1;
        }
        likeliest[place] = index;
    }
    (likeliest, count)
}

impl Learner for Greedy {
    type Thread = Opinions;

    fn needs(&self) -> Needs {
        Needs::default()
    }
}

impl Strategy for Greedy {
    fn gives(&self) -> Gives {
        Gives::Weights
    }

    fn score(&self, ply: &Ply<'_>, room: &mut Opinions, scores: &mut Vec<f32>) {
        let found = self.find(ply, None, room);
        scores.resize(ply.count(), 0.0);
        scores[found.place] = 1.0;
    }

    fn choose(&self, ply: &Ply<'_>, room: &mut Opinions, rng: &mut Rng) -> Option<usize> {
        Some(self.find(ply, Some(rng), room).place)
    }

    fn play(&self, ply: &Ply<'_>, room: &mut Opinions, rng: &mut Rng) -> Option<Move> {
        let found = self.find(ply, Some(rng), room);
        let found_move = Move::at(found.place);
        Some(if found.wins { found_move.that_wins() } else { found_move })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_categories_come_first_and_equals_keep_their_order() {
        let find = |k, categories: &[usize]| {
            let weights: Vec<f32> = categories.iter().map(|&category| [0.1, 0.5, 0.3][category]).collect();
            let (likeliest, count) = likeliest(&weights, k);
            likeliest[..count].to_vec()
        };
        assert_eq!(find(3, &[0, 2, 1, 2, 1, 0]), [2, 4, 1]);
        assert_eq!(find(9, &[0, 2, 1, 2]), [2, 1, 3, 0]);
        assert_eq!(find(1, &[0, 0, 2]), [2]);
        assert_eq!(find(2, &[0, 0, 0]), [0, 1]);
    }
}
