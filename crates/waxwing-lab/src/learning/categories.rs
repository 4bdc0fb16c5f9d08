//! How likely a move of each category is to be played where one is available (Winands and Björnsson
//! 2009, Formula 2), counted over positions of games.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use super::{LearningError, SelfPlay};
use waxwing_workshop::{Setting, play_all};

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
    pub fn add(&mut self, mut available: Vec<u16>, chosen: Option<u16>) {
        if let Some(category) = chosen {
            self.played[usize::from(category)] += 1;
        }
        available.sort_unstable();
        available.dedup();
        available.into_iter().for_each(|category| self.available[usize::from(category)] += 1);
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
pub fn learn_categories(
    setting: &Setting<'_>,
    games: &SelfPlay,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<Option<(Counts, bool)>, LearningError> {
    let categories = setting.game.start().offers().categories;
    if categories == 0 {
        return Err(LearningError::NoCategories { game: setting.game.to_string() });
    }
    let plan = games.plan(setting);
    let (mut counts, mut finished, mut reproducible) = (Counts::new(categories), 0, true);
    play_all(setting, &plan, stop, &mut |number, record| {
        let opening = setting.start(number).len();
        let mut end = setting.game.start();
        end.follow(&record.moves.join(" "), 0).expect("a game that was played can be followed");
        let decisions = (opening..end.len()).filter_map(|index| end.categories_at(index));
        decisions.for_each(|(available, chosen)| counts.add(available, chosen));
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
    use waxwing::{Expression, Limits};
    use waxwing_workshop::OpenGame;
    use waxwing_workshop::doctest::nim as nim_workshop;

    /// To take one stone is a category, to take more another, and a third never occurs.
    fn nim() -> OpenGame {
        nim_workshop().open("nim(heap=9)").unwrap()
    }

    #[test]
    fn a_category_counts_once_in_a_position() {
        let mut counts = Counts::new(3);
        let mut game = nim().start();
        // Both categories are available before the first moves, only the first before the last.
        game.follow("3 1 2 2 1", 0).unwrap();
        (0..game.len()).filter_map(|index| game.categories_at(index)).for_each(|(all, one)| counts.add(all, one));
        assert_eq!(counts.rows().collect::<Vec<_>>(), [(2, 5), (3, 4), (0, 0)]);
        assert_eq!(counts.probabilities(), [3.0 / 25.0, 4.0 / 24.0, 1.0 / 20.0]);
    }

    #[test]
    fn self_play_is_counted_whatever_runs_at_once() {
        let game = nim();
        let learn = |jobs, stop| {
            let games = SelfPlay {
                agent: Expression::parse("uct with solver").unwrap(),
                games: 20,
                seed: 2,
                jobs,
                limits: Limits::iterations(300),
            };
            learn_categories(&Setting::new(&game), &games, &AtomicBool::new(stop), &mut |_| {}).unwrap()
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
        let game = crate::testing::workshop().open("othello").unwrap();
        let setting = Setting::new(&game);
        let error = learn_categories(&setting, &games, &AtomicBool::new(false), &mut |_| unreachable!()).unwrap_err();
        assert_eq!(error.to_string(), "`othello` has no categories of moves to learn about");
    }
}
