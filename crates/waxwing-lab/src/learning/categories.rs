//! How likely a move of each category is to be played where one is available (Winands and Björnsson
//! 2009, Formula 2), counted over positions of games.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use waxwing::{Game, Turn};

use super::{LearningError, SelfPlay};
use crate::matches::{Setting, play_all};

/// In how many positions moves of a category were available, and in how many one was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    played: Vec<u64>,
    available: Vec<u64>,
}

impl Counts {
    /// No positions yet.
    pub fn new(categories: usize) -> Counts {
        Counts { played: vec![0; categories], available: vec![0; categories] }
    }

    /// Counts a position in which a player acts, and the action that was played there. A category counts once, however
    /// many of its actions are available.
    pub fn add<G: Game>(&mut self, state: &G, chosen: G::Action) {
        let (mut actions, mut categories) = (Vec::new(), Vec::new());
        state.legal_actions(&mut actions);
        G::knowledge().categorize(state, &actions, &mut categories);
        if let Some(place) = actions.iter().position(|&action| action == chosen) {
            self.played[usize::from(categories[place])] += 1;
        }
        categories.sort_unstable();
        categories.dedup();
        categories.into_iter().for_each(|category| self.available[usize::from(category)] += 1);
    }

    /// The probability of each category. It is smoothed, so that what has hardly been seen is thought to be rare: a category
    /// of which nothing is known gets 1/20.
    pub fn probabilities(&self) -> Vec<f64> {
        let smoothed = |(&played, &available): (&u64, &u64)| (played as f64 + 1.0) / (available as f64 + 20.0);
        self.played.iter().zip(&self.available).map(smoothed).collect()
    }

    /// For each category, in how many positions it was played and available.
    pub fn rows(&self) -> impl Iterator<Item = (u64, u64)> {
        self.played.iter().copied().zip(self.available.iter().copied())
    }
}

/// Plays games and counts the categories of their positions, except those of openings; `None` when it was stopped.
/// `progress` is told of every finished game. The answer also says whether the same seed would give the same games again.
pub fn learn_categories<G: Game>(
    setting: &Setting<'_, G>,
    games: &SelfPlay,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<Option<(Counts, bool)>, LearningError> {
    let categories = G::knowledge().category_probabilities().len();
    if categories == 0 {
        return Err(LearningError::NoCategories { game: setting.name.to_owned() });
    }
    let plan = games.plan(setting);
    let (mut counts, mut finished, mut reproducible) = (Counts::new(categories), 0, true);
    play_all(setting, &plan, stop, &mut |number, record| {
        let mut state = setting.start.clone();
        let opening = setting.opening(number).len();
        for (ply, &action) in record.actions.iter().enumerate() {
            if ply >= opening && matches!(state.turn(), Turn::Player(_)) {
                counts.add(&state, action);
            }
            state.apply(action);
        }
        reproducible &= record.reproducible;
        finished += 1;
        progress(finished);
        ControlFlow::Continue(())
    })?;
    Ok((finished == plan.total()).then_some((counts, reproducible)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use waxwing::knowledge::Knowledge;
    use waxwing::{Expression, Limits, Player, Reward};

    /// Take one to three stones; who takes the last one wins. Taking one is a category, taking more another; a third
    /// never occurs.
    #[derive(Clone)]
    struct Nim {
        heap: u8,
        mover: u8,
    }

    struct NimKnowledge;

    impl Knowledge<Nim> for NimKnowledge {
        fn category_probabilities(&self) -> &'static [f32] {
            &[0.5, 0.5, 0.5]
        }

        fn categorize(&self, _: &Nim, actions: &[u8], categories: &mut Vec<u16>) {
            categories.extend(actions.iter().map(|&taken| u16::from(taken > 1)));
        }
    }

    impl Game for Nim {
        type Action = u8;
        fn players(&self) -> usize {
            2
        }
        fn turn(&self) -> Turn {
            if self.heap == 0 { Turn::Over } else { Turn::Player(Player(self.mover)) }
        }
        fn legal_actions(&self, actions: &mut Vec<u8>) {
            actions.extend(1..=self.heap.min(3));
        }
        fn apply(&mut self, taken: u8) {
            self.heap -= taken;
            self.mover = 1 - self.mover;
        }
        fn reward(&self, player: Player) -> Reward {
            if player.0 == self.mover { Reward::LOSS } else { Reward::WIN }
        }
        fn knowledge() -> &'static dyn Knowledge<Nim> {
            &NimKnowledge
        }
    }

    #[test]
    fn a_category_counts_once_in_a_position() {
        let mut counts = Counts::new(3);
        // Both categories are available in the first two positions, only the first in the last.
        for (heap, taken) in [(9, 3), (6, 1), (1, 1)] {
            counts.add(&Nim { heap, mover: 0 }, taken);
        }
        assert_eq!(counts.rows().collect::<Vec<_>>(), [(2, 3), (1, 2), (0, 0)]);
        assert_eq!(counts.probabilities(), [3.0 / 23.0, 2.0 / 22.0, 1.0 / 20.0]);
    }

    #[test]
    fn self_play_is_counted_whatever_runs_at_once() {
        let start = Nim { heap: 9, mover: 0 };
        let learn = |jobs, stop| {
            let games = SelfPlay {
                agent: Expression::parse("uct with solver").unwrap(),
                games: 20,
                seed: 2,
                jobs,
                limits: Limits::iterations(300),
            };
            learn_categories(&Setting::new("nim", &start), &games, &AtomicBool::new(stop), &mut |_| {}).unwrap()
        };
        let (counts, reproducible) = learn(1, false).unwrap();
        assert_eq!(Some((counts.clone(), reproducible)), learn(3, false));
        assert!(learn(1, true).is_none() && reproducible);
        let rows: Vec<_> = counts.rows().collect();
        assert!(rows[0].1 >= 40 && rows[0].0 + rows[1].0 == rows[0].1, "one can be taken in every position: {rows:?}");
    }

    #[test]
    fn a_game_without_categories_is_refused() {
        let games = SelfPlay {
            agent: Expression::parse("uct").unwrap(),
            games: 1,
            seed: 1,
            jobs: 1,
            limits: Limits::iterations(1),
        };
        let start = waxwing_games::Othello::<6>::start();
        let setting = Setting::new("othello", &start);
        let error = learn_categories(&setting, &games, &AtomicBool::new(false), &mut |_| unreachable!()).unwrap_err();
        assert_eq!(error.to_string(), "`othello` has no categories of moves to learn about");
    }
}
