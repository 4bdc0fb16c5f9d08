//! What the features of a game's states are worth (FAST), learned by TD(λ) from games of an agent with itself.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use waxwing::Rng;
use waxwing::knowledge::{FeatureWeights, Learning, Trajectory};

use super::{LearningError, SelfPlay};
use waxwing_workshop::{Position, Setting, play_all};

/// How often the games are gone through, and how TD(λ) learns from each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lessons {
    /// The first steps; later ones are smaller, down to none at the end.
    pub learning: Learning,
    /// How often the games are gone through, in another order each time.
    pub passes: u32,
}

/// Plays games and learns what features are worth, beginning with nothing; `None` when it was stopped. `progress` is told
/// of every finished game. The answer also says whether the same seed would give the same games again.
pub fn learn_features(
    setting: &Setting<'_>,
    games: &SelfPlay,
    lessons: Lessons,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<Option<(Vec<f32>, bool)>, LearningError> {
    let features = setting.game.start().offers().features;
    if features == 0 {
        return Err(LearningError::NoFeatures { game: setting.game.to_string() });
    }
    let plan = games.plan(setting);
    let (mut played, mut reproducible) = (Vec::new(), true);
    play_all(setting, &plan, stop, &mut |_, record| {
        reproducible &= record.reproducible;
        let mut end = setting.game.start();
        end.follow(&record.moves.join(" "), 0).expect("a game that was played can be followed");
        played.push(end);
        progress(played.len() as u64);
        ControlFlow::Continue(())
    })?;
    let finished = played.len() as u64 == plan.total();
    Ok(finished.then(|| (weights(&played, features, lessons, games.seed), reproducible)))
}

/// What the games teach.
fn weights(games: &[Position], features: usize, lessons: Lessons, seed: u64) -> Vec<f32> {
    let weights = FeatureWeights::new(&vec![0.0; features]);
    let mut order: Vec<usize> = (0..games.len()).collect();
    let (mut rng, mut room) = (Rng::new(seed), Trajectory::default());
    let steps = lessons.passes as usize * games.len();
    for pass in 0..lessons.passes as usize {
        rng.shuffle(&mut order);
        for (place, &game) in order.iter().enumerate() {
            let left = 1.0 - (pass * games.len() + place) as f32 / steps as f32;
            let learning = Learning { rate: lessons.learning.rate * left, ..lessons.learning };
            games[game].learn_features(&weights, learning, &mut room);
        }
    }
    weights.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::workshop;
    use waxwing::{Expression, Limits};

    #[test]
    fn pieces_are_worth_having_and_nearer_to_the_goal_worth_more() {
        let game = workshop().open("breakthrough(rows=5, columns=4)").expect("a board size");
        let setting = Setting::new(&game);
        let games = SelfPlay {
            agent: Expression::parse("uct @30").expect("an expression"),
            games: 150,
            seed: 1,
            jobs: 1,
            limits: Limits::iterations(30),
        };
        let lessons = Lessons { learning: Learning { lambda: 0.9, rate: 0.1 }, passes: 20 };
        let learned = learn_features(&setting, &games, lessons, &AtomicBool::new(false), &mut |_| {});
        let (weights, reproducible) = learned.expect("it has features").expect("nobody stopped it");
        assert!(reproducible);
        let row = |row: usize| weights[8 * row..8 * row + 4].iter().sum::<f32>();
        assert!(row(3) > row(2) && row(3) > 0.0, "{weights:?}");
        let enemies_before_home = weights[64 + 8..64 + 12].iter().sum::<f32>();
        assert!(enemies_before_home < 0.0, "{weights:?}");
    }
}
