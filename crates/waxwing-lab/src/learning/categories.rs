//! How likely a move of a category is to be played where one is available: the transition probabilities of evaluation-based
//! Monte-Carlo tree search (equation 2), counted over positions.

use std::fmt;

use waxwing::Game;

/// A category that was hardly ever available is taken for one that was played once more and available so many times more.
const PRIOR_PLAYED: f64 = 1.0;
const PRIOR_AVAILABLE: f64 = 20.0;

/// In how many positions each category was played, and in how many it was available.
///
/// ```
/// use waxwing::{Game, Notation};
/// use waxwing_games::LinesOfAction;
/// use waxwing_lab::learning::categories::Counts;
///
/// let state = LinesOfAction::new();
/// let mut counts = Counts::new(LinesOfAction::knowledge().category_probabilities().len());
/// counts.add(&state, state.parse("c1xa3")?);
/// let best = counts.probabilities().into_iter().fold(0.0, f64::max);
/// assert_eq!(best, 2.0 / 21.0);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    played: Vec<u64>,
    available: Vec<u64>,
}

impl Counts {
    /// Nothing yet, for so many categories.
    pub fn new(categories: usize) -> Self {
        Counts { played: vec![0; categories], available: vec![0; categories] }
    }

    /// Adds a position and the action that was chosen in it. A category counts once, however many of its actions are legal.
    pub fn add<G: Game>(&mut self, state: &G, chosen: G::Action) {
        let (mut actions, mut categories) = (Vec::new(), Vec::new());
        state.legal_actions(&mut actions);
        G::knowledge().categorize(state, &actions, &mut categories);
        if let Some(place) = actions.iter().position(|&action| action == chosen)
            && let Some(played) = categories.get(place).and_then(|&category| self.played.get_mut(usize::from(category)))
        {
            *played += 1;
        }
        categories.sort_unstable();
        categories.dedup();
        for category in categories {
            if let Some(available) = self.available.get_mut(usize::from(category)) {
                *available += 1;
            }
        }
    }

    /// How likely each category is to be played where it is available: played and available, each with a little more.
    pub fn probabilities(&self) -> Vec<f64> {
        let both = self.played.iter().zip(&self.available);
        both.map(|(&played, &available)| (played as f64 + PRIOR_PLAYED) / (available as f64 + PRIOR_AVAILABLE))
            .collect()
    }
}

/// As games keep them in a file: lines `category | probability | played | available`.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (category, probability) in self.probabilities().iter().enumerate() {
            writeln!(f, "{category} | {probability:.5} | {} | {}", self.played[category], self.available[category])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waxwing::knowledge::Knowledge;
    use waxwing::{Player, Reward, Turn};

    /// A heap from which one to three stones are taken.
    #[derive(Clone)]
    struct Heap(u8);

    impl Game for Heap {
        type Action = u8;
        fn players(&self) -> usize {
            2
        }
        fn turn(&self) -> Turn {
            if self.0 == 0 { Turn::Over } else { Turn::Player(Player(0)) }
        }
        fn legal_actions(&self, actions: &mut Vec<u8>) {
            actions.extend(1..=self.0.min(3));
        }
        fn apply(&mut self, taken: u8) {
            self.0 -= taken;
        }
        fn reward(&self, _: Player) -> Reward {
            Reward::DRAW
        }
        fn knowledge() -> &'static dyn Knowledge<Self> {
            &OddOrEven
        }
    }

    struct OddOrEven;

    impl Knowledge<Heap> for OddOrEven {
        fn categorize(&self, _: &Heap, actions: &[u8], categories: &mut Vec<u16>) {
            categories.extend(actions.iter().map(|&taken| u16::from(taken % 2)));
        }
    }

    #[test]
    fn a_category_counts_once_in_each_position_where_it_is_available() {
        let mut counts = Counts::new(3);
        // Odd numbers can be taken from every heap, even ones from all but the last; odd ones are taken twice.
        for (heap, taken) in [(7, 2), (5, 3), (2, 2), (1, 1)] {
            counts.add(&Heap(heap), taken);
        }
        assert_eq!(counts, Counts { played: vec![2, 2, 0], available: vec![3, 4, 0] });
        assert_eq!(counts.probabilities(), [3.0 / 23.0, 3.0 / 24.0, 1.0 / 20.0]);
        assert_eq!(counts.to_string(), "0 | 0.13043 | 2 | 3\n1 | 0.12500 | 2 | 4\n2 | 0.05000 | 0 | 0\n");
    }
}
